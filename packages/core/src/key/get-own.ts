/** The key that calls, for GET /v1/me. */
import type { Ctx } from '../ctx.ts';
import type { Key } from './issue.ts';

/** The caller's key. */
export async function getOwnKey(ctx: Ctx): Promise<Key> {
  return ctx.db.apiKey.findUniqueOrThrow({
    where: { id: ctx.actor.id, workspaceId: ctx.workspaceId },
    omit: { keySha256: true },
  });
}
