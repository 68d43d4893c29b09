/**
 * POST /v1/bulk-sends with JSON rows: checked and stored in the request, all or nothing (docs/spec/decisions.md, section 5).
 */
import type { BulkRowIn } from '@countersign/contract/bulk-send';
import { newId } from '@countersign/contract/ids';
import type { BulkSend } from '@countersign/db/models';
import { guardRole } from '../access.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { guardUniqueExternalId, type OwnDataInput, ownColumns } from '../own-data.ts';
import { getTemplate } from '../template/find.ts';
import { addStorage } from '../usage/storage.ts';
import { createYield } from '../yield-to-event-loop.ts';
import { describeFaults, rowChecker } from './check-row.ts';
import { needsReview } from './needs-review.ts';
import { SampleRows } from './sample-rows.ts';
import { snapshotOf } from './template-snapshot.ts';

export interface NewBulkSend {
  templateId: string;
  sourceFilename: string | null;
  own?: OwnDataInput;
  /** All rows, or pieces of them as they arrive. An error of the iteration rolls everything back. */
  rows: readonly BulkRowIn[] | AsyncIterable<readonly BulkRowIn[]>;
}

/** Rows per statement. */
const chunkRows = 1000;
/** The most distinct keys of form_values, and of metadata, that become columns of rows.csv. */
const maxFormKeys = 2000;
/** A hundred thousand rows take about two seconds. */
const timeoutMs = 120_000;

/**
 * Stores the bulk send as `ready`, or as `invalid` if any row cannot be sent; such rows keep the reason. Throws not-found for
 * the template, and storage-exhausted if the rows exceed the quota.
 */
export async function createBulkSend(ctx: Ctx, input: NewBulkSend): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  const template = await getTemplate(ctx, input.templateId);
  const id = newId();
  const own = input.own ?? {};
  return withTransaction(
    ctx,
    async (tx) => {
      await guardUniqueExternalId(tx, 'bulk send', own);
      await tx.db.bulkSend.create({
        data: {
          id,
          ...scopeOf(tx),
          templateId: template.id,
          template: snapshotOf(template) as object,
          sourceFilename: input.sourceFilename,
          ...ownColumns(own),
          uniqueExternalIds: own.unique_external_id ?? false,
        },
      });
      const newRows = new NewRows(rowChecker(template, ctx.now()), new SampleRows(template));
      const yieldIfDue = createYield();
      let rowsBytes = 0;
      for await (const piece of 'length' in input.rows ? piecesOf(input.rows) : input.rows) {
        const rows: object[] = [];
        for (const row of piece) {
          await yieldIfDue();
          rows.push(await newRows.rowOf(row));
        }
        const json = JSON.stringify(rows);
        rowsBytes += Buffer.byteLength(json);
        await insertRows(tx, id, json);
      }
      const { rowCount, invalidCount, formKeys, metadataKeys, samples } = newRows;
      const made = await tx.db.bulkSend.update({
        where: { id },
        data: {
          status: invalidCount > 0 ? 'invalid' : 'ready',
          rowCount,
          rowsBytes,
          invalidCount,
          formKeys: [...formKeys],
          metadataKeys: [...metadataKeys],
          sampleRows: samples.list() as object[],
          reviewFlagged: await needsReview(tx, id, rowCount),
        },
      });
      await addStorage(tx, rowsBytes);
      return made;
    },
    // Rows that arrive can be read only once, so a second attempt would store none.
    { timeoutMs, maxAttempts: 1 },
  );
}

/** Checks the rows of a bulk send, numbers them, and collects the keys that become columns of rows.csv. */
class NewRows {
  rowCount = 0;
  invalidCount = 0;
  readonly formKeys = new Set<string>();
  readonly metadataKeys = new Set<string>();
  readonly samples: SampleRows;
  readonly #check: ReturnType<typeof rowChecker>;

  constructor(check: ReturnType<typeof rowChecker>, samples: SampleRows) {
    this.#check = check;
    this.samples = samples;
  }

  /** The row as it is stored. */
  async rowOf(row: BulkRowIn): Promise<object> {
    addKeys(this.formKeys, row.form_values);
    addKeys(this.metadataKeys, row.metadata ?? {});
    const checked = await this.#check(row);
    if (!checked.ok) this.invalidCount += 1;
    this.rowCount += 1;
    if (checked.ok) this.samples.add(this.rowCount, row.form_values);
    return {
      rowNo: this.rowCount,
      status: checked.ok ? 'queued' : 'invalid',
      recipients: row.recipients,
      formValues: row.form_values,
      externalId: row.external_id ?? null,
      metadata: row.metadata ?? {},
      error: checked.ok ? null : describeFaults(checked.faults, (place) => place.join('.')),
    };
  }
}

function addKeys(keys: Set<string>, values: object): void {
  for (const key of Object.keys(values)) if (keys.size < maxFormKeys) keys.add(key);
}

function* piecesOf(rows: readonly BulkRowIn[]): Generator<readonly BulkRowIn[]> {
  for (let start = 0; start < rows.length; start += chunkRows) yield rows.slice(start, start + chunkRows);
}

/** The columns that say which workspace owns a bulk send, and who created it. */
export function scopeOf(ctx: Ctx) {
  return {
    workspaceId: ctx.workspaceId,
    teamId: ctx.teamId,
    mode: ctx.mode,
    createdBy: { ...ctx.actor },
    createdAt: ctx.now(),
  };
}

async function insertRows(ctx: TxCtx, bulkSendId: string, json: string): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO bulk_row (bulk_send_id, row_no, status, recipients, form_values, external_id, metadata, error)
    SELECT ${bulkSendId}::uuid, r."rowNo", r.status, r.recipients, r."formValues", r."externalId", r.metadata, r.error
    FROM json_to_recordset(${json}::json) AS r("rowNo" int, status bulk_row_status, recipients json,
      "formValues" json, "externalId" text, metadata json, error text)`;
}
