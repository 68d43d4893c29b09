/** GET /v1/keys. */
import type { Ctx } from '../ctx.ts';
import type { Key } from './issue.ts';

/** All keys of the workspace, of both modes and revoked ones too, newest first. */
export async function listKeys(ctx: Ctx): Promise<Key[]> {
  return ctx.db.apiKey.findMany({
    where: { workspaceId: ctx.workspaceId },
    orderBy: { id: 'desc' },
    omit: { keySha256: true },
  });
}
