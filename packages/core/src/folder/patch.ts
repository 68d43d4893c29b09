/** PATCH /v1/folders/{folder_id}: renames and moves a folder (docs/spec/interface.md, Folder). */
import type { FolderPatchIn } from '@countersign/contract/folder';
import type { Folder } from '@countersign/db/models';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { getFolder, getParent, guardDepth, lockTree } from './tree.ts';

/**
 * Renames the folder, moves it with its contents, or both. Without `parent_id`, or with null, the folder stays where it is.
 * Throws not-found, folder-cycle, folder-depth, and validation if both a parent and the root are given.
 */
export async function patchFolder(ctx: Ctx, folderId: string, patch: FolderPatchIn): Promise<Folder> {
  guardRole(ctx, 'manager');
  if (patch.move_to_root && patch.parent_id != null) {
    throw invalid(['body', 'move_to_root'], 'Value error, give parent_id or move_to_root, not both', {
      input: true,
    });
  }
  return withTransaction(ctx, async (tx) => {
    await lockTree(tx);
    const folder = await getFolder(tx, folderId);
    if (patch.move_to_root || patch.parent_id != null)
      await moveFolder(tx, folder, await getParent(tx, patch.parent_id ?? null));
    if (patch.name != null)
      await tx.db.folder.update({ where: { id: folder.id }, data: { name: patch.name } });
    return tx.db.folder.findUniqueOrThrow({ where: { id: folder.id } });
  });
}

async function moveFolder(ctx: TxCtx, folder: Folder, parent: Folder | null): Promise<void> {
  // The folder and everything below it; at most five levels.
  const subtree = await ctx.db.$queryRaw<Array<{ id: string; depth: number }>>`
    WITH RECURSIVE subtree AS (
      SELECT id, depth FROM folder WHERE id = ${folder.id}::uuid
      UNION ALL
      SELECT child.id, child.depth FROM folder child JOIN subtree ON child.parent_id = subtree.id
    ) SELECT id, depth FROM subtree`;
  if (parent && subtree.some(({ id }) => id === parent.id))
    throw new ProblemError('folder-cycle', {
      detail: 'The new parent is the folder itself or a folder inside it.',
    });
  const shift = (parent?.depth ?? 0) + 1 - folder.depth;
  guardDepth(Math.max(...subtree.map(({ depth }) => depth)) + shift);
  await ctx.db.folder.update({ where: { id: folder.id }, data: { parentId: parent?.id ?? null } });
  // Equal mutant "→ true": adding 0 changes nothing.
  if (shift !== 0) {
    const ids = subtree.map(({ id }) => id);
    await ctx.db.$executeRaw`UPDATE folder SET depth = depth + ${shift}::int WHERE id = ANY(${ids}::uuid[])`;
  }
}
