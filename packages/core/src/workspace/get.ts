/** The caller's own workspace. */
import type { Workspace } from '@countersign/db/models';
import type { Ctx } from '../ctx.ts';

/** The workspace of the key. */
export async function getWorkspace(ctx: Ctx): Promise<Workspace> {
  return ctx.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
}
