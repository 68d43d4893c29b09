/** Lookups and locks for the folder tree of a workspace. */

import { MAX_FOLDER_DEPTH } from '@countersign/contract/folder';
import { isUuid } from '@countersign/contract/ids';
import type { Folder } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import type { TxCtx } from '../ctx.ts';

/**
 * Locks the workspace's row (`FOR NO KEY UPDATE`, by primary key), so changes to the tree happen one after the other.
 * Otherwise two concurrent moves could create a cycle or a sixth level.
 */
export async function lockTree(ctx: TxCtx): Promise<void> {
  await ctx.db.$queryRaw`SELECT 1 FROM workspace WHERE id = ${ctx.workspaceId}::uuid FOR NO KEY UPDATE`;
}

/** The folder of the workspace. Throws not-found for others, and for ids that are not UUIDs. */
export async function getFolder(ctx: TxCtx, folderId: string, detail = 'No such folder.'): Promise<Folder> {
  const folder = isUuid(folderId)
    ? await ctx.db.folder.findFirst({ where: { id: folderId, workspaceId: ctx.workspaceId } })
    : null;
  if (!folder) throw new ProblemError('not-found', { detail });
  return folder;
}

/** The parent folder, or null for the root. Throws not-found if it is not in the workspace. */
export async function getParent(ctx: TxCtx, parentId: string | null): Promise<Folder | null> {
  return parentId === null ? null : getFolder(ctx, parentId, 'No such parent folder.');
}

/** Throws folder-depth if the lowest folder would be below the deepest level. */
export function guardDepth(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH) {
    throw new ProblemError('folder-depth', {
      detail: `Folders nest at most ${MAX_FOLDER_DEPTH} deep; this would be level ${depth}.`,
    });
  }
}
