/** PATCH /v1/bulk-sends/{id}: changes the caller's own id and data, in any status. */
import type { PatchBulkSendIn } from '@countersign/contract/bulk-send';
import type { BulkSend } from '@countersign/db/models';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { guardUniqueExternalId, mergeMetadata } from '../own-data.ts';
import { lockBulkSend } from './find.ts';

/** Absent members stay; `metadata` is merged by key. The rows do not change. Throws not-found, external-id-taken and validation. */
export async function patchBulkSend(ctx: Ctx, id: string, patch: PatchBulkSendIn): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    const send = await lockBulkSend(tx, id);
    if (patch.external_id !== send.externalId) await guardUniqueExternalId(tx, 'bulk send', patch, id);
    return tx.db.bulkSend.update({
      where: { id },
      data: {
        ...(patch.external_id !== undefined && { externalId: patch.external_id }),
        metadata: mergeMetadata(send, patch.metadata),
      },
    });
  });
}
