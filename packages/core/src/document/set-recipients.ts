/** PUT /v1/documents/{id}/recipients: replaces the recipients of a draft (docs/spec/decisions.md, section 3). */
import { normalizeEmail } from '@countersign/contract/common';
import type { RecipientSpec } from '@countersign/contract/recipient';
import { type Ctx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { limitTrail } from '../event/limit-trail.ts';
import { refuseUnavailableAuthLevels } from '../recipient/refuse-auth-level.ts';
import { refuseSignatureLevels } from '../recipient/refuse-signature-level.ts';
import { documentUuid, type FullDocument, lockDocument, readLocked } from './lock.ts';
import { recipientRows } from './specs.ts';
import { guardStatus } from './status.ts';
import { insertRecipients } from './write-parts.ts';

/**
 * Matches old and new recipients by normalized email and role. A match keeps its id and its fields; fields of a removed
 * recipient stay, without a recipient, until replaced. Throws document-state once sent.
 */
export async function setRecipients(
  ctx: Ctx,
  publicId: string,
  specs: readonly RecipientSpec[],
): Promise<FullDocument> {
  refuseUnavailableAuthLevels(specs);
  refuseSignatureLevels(ctx, specs, ['body']);
  const id = documentUuid(publicId);
  return withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, id);
    guardStatus('edit', document);
    await limitTrail(ctx, document);

    const left = [...document.recipients];
    const added: ReturnType<typeof recipientRows> = [];
    for (const row of recipientRows(id, specs)) {
      const index = left.findIndex(
        (old) => old.emailNormalized === row.emailNormalized && old.role === row.role,
      );
      const [match] = index < 0 ? [] : left.splice(index, 1);
      const { id: newRowId, ...data } = row;
      if (match) await ctx.db.recipient.update({ where: { id: match.id }, data });
      else added.push({ id: newRowId, ...data });
    }
    await ctx.db.recipient.deleteMany({ where: { id: { in: left.map((old) => old.id) } } });
    await insertRecipients(ctx, added);
    await appendEvents(ctx, id, [
      {
        type: 'envelope.updated',
        payload: { changed: ['recipients'], recipients: specs.map((spec) => normalizeEmail(spec.email)) },
      },
    ]);
    return readLocked(ctx, id);
  });
}
