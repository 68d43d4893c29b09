/** Uploads, sends and follows the rows of a bulk send. */
import { basename } from 'node:path';
import type { Client } from '@countersign/client/client';
import type { BulkRowOut, BulkSendOut, CreateBulkSendIn } from '@countersign/client/generated/api';
import { pause } from '@countersign/client/transport';
import { type bulkRowStatuses, rowsFileTypes } from '@countersign/contract/enumerations';
import { FailedError, UsageError } from '../../exit-status.ts';
import type { FieldSource } from '../../input/fields-from.ts';
import { readJsonObject } from '../../input/file.ts';
import { type OwnDataOptions, ownDataMembers } from '../../input/own-data.ts';
import { type PlanOptions, planOf } from '../../input/sending-plan.ts';
import { type Session, tell } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { startProgress } from '../../show/progress.ts';
import { countText, numberText } from '../../show/text.ts';
import { uploadFile, uploadForm } from '../../transfer.ts';
import { isFinished, planText, sendableRows, settledRows, showBulkSendDone } from './show.ts';

type RowStatus = (typeof bulkRowStatuses)[number];

/** Number of errors listed after reading or sending; `rows` shows all of them. */
const shownErrors = 50;
const pollMs = 700;

/** The path parameter of a bulk send. */
export const at = (bulk_send_id: string) => ({ params: { path: { bulk_send_id } } });

/** Uploads a CSV or Excel file, with a ZIP of PDFs if there is one, or the rows of a JSON file. */
export async function uploadRows(
  session: Session,
  client: Client,
  file: string,
  {
    template: template_id,
    pdfs,
    fieldsFrom: fields_from,
    ...options
  }: { template: string; pdfs?: string | undefined; fieldsFrom?: FieldSource | undefined } & OwnDataOptions,
): Promise<BulkSendOut> {
  const { signal } = session;
  if (fields_from !== undefined && pdfs === undefined) throw new UsageError('--fields-from needs --pdfs.');
  const source_filename = basename(file).slice(0, 300).toWellFormed();
  if (/\.json$/i.test(file)) {
    if (pdfs !== undefined)
      throw new UsageError('--pdfs needs rows in a CSV or Excel file, with a column pdf.');
    const { rows } = await readJsonObject(file);
    const body = {
      template_id,
      rows: rows as CreateBulkSendIn['rows'],
      source_filename,
      ...ownDataMembers(options),
    };
    session.terminal.progress('Uploading …');
    return client.post('/v1/bulk-sends', { body, signal });
  }
  const { external_id, unique_external_id, metadata } = ownDataMembers(options);
  const query = new URLSearchParams({
    template_id,
    source_filename,
    ...(fields_from !== undefined && { fields_from }),
    ...(external_id !== undefined && { external_id }),
    ...(unique_external_id && { unique_external_id: 'true' }),
  });
  const url = `/v1/bulk-sends?${query}`;
  const rows = { path: file, contentType: rowsTypeOf(file) };
  const answer =
    pdfs === undefined
      ? await uploadFile(session, client, { method: 'POST', url, ...rows })
      : await uploadForm(session, client, {
          url,
          parts: [
            { name: 'rows', ...rows },
            { name: 'pdfs', path: pdfs, contentType: 'application/zip' },
          ],
        });
  const made = (await answer.json()) as BulkSendOut;
  // The body of this request is the file, so the metadata follow.
  if (metadata === undefined) return made;
  return client.patch('/v1/bulk-sends/{bulk_send_id}', { ...at(made.id), body: { metadata }, signal });
}

/** The media type of a file with rows, by its name. */
export const rowsTypeOf = (file: string) => (/\.xls[xm]$/i.test(file) ? rowsFileTypes[1] : rowsFileTypes[0]);

/** Fetches the bulk send without its rows. */
export function fetchCounters(session: Session, client: Client, id: string): Promise<BulkSendOut> {
  const { params } = at(id);
  return client.get('/v1/bulk-sends/{bulk_send_id}', {
    params: { ...params, query: { rows_limit: 0 } },
    signal: session.signal,
  });
}

/** Sends the rows, at the time and hours of the options; with `skipInvalid` only the valid ones. */
export async function dispatchRows(
  session: Session,
  client: Client,
  id: string,
  { skipInvalid, ...plan }: PlanOptions & { skipInvalid?: boolean | undefined },
): Promise<BulkSendOut> {
  return client.post('/v1/bulk-sends/{bulk_send_id}/dispatch', {
    params: { ...at(id).params, query: skipInvalid ? { skip_invalid: 'true' } : {} },
    body: planOf(plan),
    signal: session.signal,
  });
}

/** Waits until the rows of a file have been read, and their PDFs checked. */
export async function waitUntilRead(
  session: Session,
  client: Client,
  made: BulkSendOut,
): Promise<BulkSendOut> {
  const read = startProgress(session.terminal, 'Reading rows', (done) => countText(done, 'row'));
  let progress = read;
  try {
    let bulkSend = made;
    while (bulkSend.status === 'draft') {
      const { pdfs } = bulkSend;
      if (pdfs && progress === read) {
        read.end();
        progress = startProgress(
          session.terminal,
          'Checking PDFs',
          (done, total) => `${numberText(done)} of ${countText(total ?? 0, 'PDF')}`,
        );
      }
      if (pdfs) progress.update(pdfs.checked, pdfs.total);
      else progress.update(bulkSend.row_count, null);
      await pause(pollMs, session.signal);
      bulkSend = await fetchCounters(session, client, made.id);
    }
    return bulkSend;
  } finally {
    progress.end();
  }
}

/** Shows the progress until the bulk send is finished; with --json prints it on one line whenever it has changed. Throws FailedError if rows failed or were canceled. */
export async function watchRows(session: Session, client: Client, sending: BulkSendOut): Promise<void> {
  let bulkSend = sending;
  let printed = '';
  const [startedAt, first] = [Date.now(), settledRows(sending)];
  const progress = startProgress(session.terminal, 'Sending', (done, total) => {
    const perSecond = (done - first) / Math.max(1, (Date.now() - startedAt) / 1000);
    const rate = perSecond >= 1 ? `, ${numberText(Math.round(perSecond))}/s` : '';
    return `${numberText(done)} of ${countText(total ?? 0, 'row')}${rate}${planText(bulkSend)}`;
  });
  try {
    while (!isFinished(bulkSend.status)) {
      progress.update(settledRows(bulkSend), sendableRows(bulkSend));
      const state = JSON.stringify(bulkSend);
      if (session.options.json && state !== printed) session.terminal.printJson(bulkSend, true);
      printed = state;
      await pause(pollMs, session.signal);
      bulkSend = await fetchCounters(session, client, sending.id);
    }
  } catch (error) {
    progress.end();
    if (session.signal.aborted && session.terminal.isErrTerminal)
      tell(session, `The bulk send continues. Follow it again: countersign bulk-sends watch ${sending.id}`);
    throw error;
  } finally {
    progress.end();
  }
  await showErrors(session, client, bulkSend, 'failed');
  showBulkSendDone(session, bulkSend, true);
  if (bulkSend.failed_count > 0)
    throw new FailedError(
      `${countText(bulkSend.failed_count, 'row')} failed. Retry them: countersign bulk-sends retry-failed ${bulkSend.id}`,
    );
  if (bulkSend.status === 'canceled') throw new FailedError('The bulk send was canceled.');
}

/** Fetches up to `limit` rows after the row `after`. */
export async function collectRows(
  session: Session,
  client: Client,
  id: string,
  { status, limit, after }: { status: RowStatus | undefined; limit: number; after: number },
): Promise<BulkRowOut[]> {
  const rows: BulkRowOut[] = [];
  while (rows.length < limit) {
    const query = {
      rows_limit: Math.min(1000, limit - rows.length),
      rows_after: rows.at(-1)?.row_no ?? after,
      ...(status && { status }),
    };
    const { params } = at(id);
    const page = await client.get('/v1/bulk-sends/{bulk_send_id}', {
      params: { ...params, query },
      signal: session.signal,
    });
    const found = page.rows ?? [];
    rows.push(...found);
    // A page of large rows has fewer than were asked for.
    if (found.length === 0) break;
  }
  return rows;
}

/** Prints the errors of rows; only the first ones if there are many. */
export async function showErrors(
  session: Session,
  client: Client,
  bulkSend: BulkSendOut,
  status: 'invalid' | 'failed',
): Promise<void> {
  if (session.options.json) return;
  if (bulkSend.error) tell(session, plainText(bulkSend.error));
  const count = status === 'invalid' ? (bulkSend.invalid_count ?? 0) : bulkSend.failed_count;
  if (count === 0) return;
  const rows = await collectRows(session, client, bulkSend.id, { status, limit: shownErrors, after: 0 });
  for (const { row_no, error } of rows.filter((row) => !row.error || row.error !== bulkSend.error)) {
    const hasPlace = error?.startsWith('line ') ?? false;
    tell(session, `${hasPlace ? '' : `row ${row_no}: `}${plainText(error ?? status)}`);
  }
  if (count > rows.length) {
    const all = `countersign bulk-sends rows ${bulkSend.id} --status ${status}`;
    tell(session, `and ${numberText(count - rows.length)} more: ${all}`);
  }
}
