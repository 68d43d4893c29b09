/** The caller's workspace. */
import type { Workspace } from '@countersign/db/models';
import type { Ctx } from '../ctx.ts';

/** The workspace of the caller. */
export async function getWorkspace(ctx: Ctx): Promise<Workspace> {
  return ctx.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
}
