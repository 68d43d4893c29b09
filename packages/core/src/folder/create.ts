/** POST /v1/folders (docs/spec/interface.md, Folder). */
import type { FolderIn } from '@countersign/contract/folder';
import { newId } from '@countersign/contract/ids';
import type { Folder } from '@countersign/db/models';
import { invalid } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { getParent, guardDepth, lockTree } from './tree.ts';

/** The most folders of one workspace. */
export const MAX_FOLDERS = 10_000;

/**
 * Creates a folder at the root or inside another. Throws not-found for a parent in another workspace, folder-depth, and
 * validation if the workspace has MAX_FOLDERS.
 */
export async function createFolder(ctx: Ctx, input: FolderIn): Promise<Folder> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    await lockTree(tx);
    const parent = await getParent(tx, input.parent_id ?? null);
    const depth = (parent?.depth ?? 0) + 1;
    guardDepth(depth);
    if ((await tx.db.folder.count({ where: { workspaceId: ctx.workspaceId } })) >= MAX_FOLDERS)
      throw invalid(['body', 'name'], `Value error, the workspace has ${MAX_FOLDERS} folders; delete one`, {
        input: input.name,
      });
    return tx.db.folder.create({
      data: {
        id: newId(),
        workspaceId: ctx.workspaceId,
        name: input.name,
        parentId: parent?.id ?? null,
        depth,
        createdAt: ctx.now(),
      },
    });
  });
}
