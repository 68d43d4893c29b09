/**
 * Starts operations on all open documents of a bulk send: POST /v1/bulk-sends/{id}/void-open, …/remind-open and …/extend. Workers
 * carry them out (operate-slice.ts, docs/BULK.md).
 */
import type { BulkOperationKind } from '@countersign/contract/bulk-send';
import type { BulkSend } from '@countersign/db/models';
import { constants } from '@countersign/db/sql';
import { invalid } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { underwayStatuses } from '../document/status.ts';
import { lockForOperation, type OperationInputs, startOperation } from './operation.ts';

/** Voids every open document with the reason. Throws what lockForOperation throws. */
export async function voidOpenDocuments(
  ctx: Ctx,
  id: string,
  { reason }: { reason: string },
): Promise<BulkSend> {
  return operateOnOpen(ctx, id, 'void_open', { reason });
}

/**
 * Reminds recipients whose turn it is, at most once a day and within the limit of emails per address. Documents that get no reminder
 * are counted by reason. Throws what lockForOperation throws.
 */
export async function remindOpenDocuments(ctx: Ctx, id: string): Promise<BulkSend> {
  return operateOnOpen(ctx, id, 'remind_open', {});
}

/**
 * Sets a later `expires_at` on every open document; with `alsoWithoutExpiry` also on documents that have none. Throws validation for a
 * time that is not in the future, and what lockForOperation throws.
 */
export async function extendOpenDocuments(
  ctx: Ctx,
  id: string,
  { expiresAt, alsoWithoutExpiry }: { expiresAt: string; alsoWithoutExpiry: boolean },
): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  if (new Date(expiresAt) <= ctx.now())
    throw invalid(['body', 'expires_at'], 'Value error, must be in the future', { input: expiresAt });
  return operateOnOpen(ctx, id, 'extend', {
    expires_at: new Date(expiresAt).toISOString(),
    also_without_expiry: alsoWithoutExpiry,
  });
}

async function operateOnOpen<Kind extends BulkOperationKind>(
  ctx: Ctx,
  id: string,
  kind: Kind,
  input: OperationInputs[Kind],
): Promise<BulkSend> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    const send = await lockForOperation(tx, id, 'operate');
    // By document_of_bulk_send alone.
    const [open] = await tx.db.$queryRaw<Array<{ count: number }>>`
      SELECT count(*)::int FROM document WHERE bulk_send_id = ${send.id}::uuid AND status IN ${constants(underwayStatuses)}`;
    await startOperation(tx, send.id, { kind, input, total: open!.count });
    return send;
  });
}
