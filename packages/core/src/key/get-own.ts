/** The caller's key, for GET /v1/me. */
import type { Ctx } from '../ctx.ts';
import type { Key } from './issue.ts';

/** The caller's key. For a signed-in person, a substitute with the person's id and name. */
export async function getOwnKey(ctx: Ctx): Promise<Key> {
  if (ctx.actor.type !== 'api_key') return sessionAsKey(ctx);
  return ctx.db.apiKey.findUniqueOrThrow({
    where: { id: ctx.actor.id, workspaceId: ctx.workspaceId },
    omit: { keySha256: true },
  });
}

function sessionAsKey({ actor, workspaceId, mode, now }: Ctx): Key {
  return {
    id: actor.id,
    workspaceId,
    name: actor.name ?? '',
    display: 'session',
    mode,
    createdAt: now(),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
  };
}
