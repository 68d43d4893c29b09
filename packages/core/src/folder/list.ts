/** GET /v1/folders. */
import type { Folder } from '@countersign/db/models';
import type { Ctx } from '../ctx.ts';

/** All folders of the workspace, parents before their children, then by name; at most MAX_FOLDERS. */
export async function listFolders(ctx: Ctx): Promise<Folder[]> {
  return ctx.db.folder.findMany({
    where: { workspaceId: ctx.workspaceId },
    orderBy: [{ depth: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  });
}
