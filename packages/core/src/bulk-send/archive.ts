/** POST /v1/bulk-sends/{id}/archive and …/unarchive: hides a bulk send from lists (docs/decisions/038-whole-bulk-sends.md). */

import type { BulkSend } from '@countersign/db/models';
import { constants } from '@countersign/db/sql';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { underwayStatuses } from '../document/status.ts';
import { lockBulkSend } from './find.ts';
import { lockForOperation } from './operation.ts';
import { bulkSendStateProblem } from './status.ts';

/**
 * Hides the bulk send from lists; its documents do not change. Archiving again changes nothing. Throws bulk-send-state while rows wait
 * or a document is open, and bulk-operation-running.
 */
export async function archiveBulkSend(ctx: Ctx, id: string): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    const send = await lockForOperation(tx, id, 'archive');
    if (send.archivedAt) return send;
    const open = await tx.db.$queryRaw<unknown[]>`
      SELECT 1 FROM document WHERE bulk_send_id = ${send.id}::uuid AND status IN ${constants(underwayStatuses)} LIMIT 1`;
    if (open.length > 0)
      throw bulkSendStateProblem(
        'archive',
        send.status,
        'Some of its documents are still open. Wait until they have ended, or void them with void-open.',
      );
    return tx.db.bulkSend.update({ where: { id: send.id }, data: { archivedAt: tx.now() } });
  });
}

/** Shows an archived bulk send in lists again. */
export async function unarchiveBulkSend(ctx: Ctx, id: string): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    const send = await lockBulkSend(tx, id);
    return tx.db.bulkSend.update({ where: { id: send.id }, data: { archivedAt: null } });
  });
}
