/** POST /v1/keys/{key_id}/revoke (docs/spec/decisions.md, section 1). */
import { isUuid } from '@countersign/contract/ids';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { type Ctx, withTransaction } from '../ctx.ts';

/**
 * Revokes the key. Revoking it again changes nothing; the first time is kept. Throws not-found outside the workspace, and
 * mode-forbidden if a test key would revoke a live one.
 */
export async function revokeKey(ctx: Ctx, keyId: string): Promise<void> {
  guardRole(ctx, 'manager');
  const scope = { id: keyId, workspaceId: ctx.workspaceId };
  const key = isUuid(keyId) ? await ctx.db.apiKey.findFirst({ where: scope, select: { mode: true } }) : null;
  if (!key) throw new ProblemError('not-found', { detail: 'No such key.' });
  if (ctx.mode === 'test' && key.mode === 'live')
    throw new ProblemError('mode-forbidden', { detail: 'A test key cannot revoke a live key.' });
  await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.apiKey.updateMany({
      where: { ...scope, revokedAt: null },
      data: { revokedAt: ctx.now() },
    });
    if (count > 0)
      await recordAdminEvent(tx, { type: 'key.revoked', target: { type: 'api_key', id: keyId } });
  });
}
