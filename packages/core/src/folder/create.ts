/** POST /v1/folders (interface.md, Folder). */
import type { FolderIn } from '@countersign/contract/folder';
import { newId } from '@countersign/contract/ids';
import type { Folder } from '@countersign/db/models';
import { type Ctx, withTransaction } from '../ctx.ts';
import { getParent, guardDepth, lockTree } from './tree.ts';

/** Makes a folder, at the root or inside another. Throws not-found for a foreign parent and folder-depth. */
export async function createFolder(ctx: Ctx, input: FolderIn): Promise<Folder> {
  return withTransaction(ctx, async (t) => {
    await lockTree(t);
    const parent = await getParent(t, input.parent_id ?? null);
    const depth = (parent?.depth ?? 0) + 1;
    guardDepth(depth);
    return t.tx.folder.create({
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
