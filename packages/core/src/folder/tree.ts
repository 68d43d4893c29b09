/** The tree of a workspace's folders: lookups and locks that the verbs share. */

import { MAX_FOLDER_DEPTH } from '@countersign/contract/folder';
import { isUuid } from '@countersign/contract/ids';
import type { Folder } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import type { TxCtx } from '../ctx.ts';

/**
 * All changes of a workspace's tree stand in one line: locks the workspace's row (`FOR NO KEY UPDATE`, by primary key), so
 * two moves at once cannot make a cycle or a sixth level together.
 */
export async function lockTree(ctx: TxCtx): Promise<void> {
  await ctx.db.$queryRaw`SELECT 1 FROM workspace WHERE id = ${ctx.workspaceId}::uuid FOR NO KEY UPDATE`;
}

/** The folder, if it is the workspace's. Throws not-found otherwise, also for what is no UUID. */
export async function getFolder(ctx: TxCtx, folderId: string, detail = 'No such folder.'): Promise<Folder> {
  const folder = isUuid(folderId)
    ? await ctx.db.folder.findFirst({ where: { id: folderId, workspaceId: ctx.workspaceId } })
    : null;
  if (!folder) throw new ProblemError('not-found', { detail });
  return folder;
}

/** The folder under which another is to lie, or null for the root. Throws not-found when it is not the workspace's. */
export async function getParent(ctx: TxCtx, parentId: string | null): Promise<Folder | null> {
  return parentId === null ? null : getFolder(ctx, parentId, 'No such parent folder.');
}

/** Throws folder-depth when the lowest folder would lie below the deepest level. */
export function guardDepth(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH) {
    throw new ProblemError('folder-depth', {
      detail: `Folders nest at most ${MAX_FOLDER_DEPTH} deep; this would be level ${depth}.`,
    });
  }
}
