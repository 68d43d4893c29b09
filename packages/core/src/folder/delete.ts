/** DELETE /v1/folders/{folder_id} (docs/spec/decisions.md, section 2). */
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { getFolder, lockTree } from './tree.ts';

/**
 * Removes an empty folder. Throws folder-not-empty if it contains folders, or documents of either mode; removed drafts do not
 * count.
 */
export async function deleteFolder(ctx: Ctx, folderId: string): Promise<void> {
  guardRole(ctx, 'manager');
  await withTransaction(ctx, async (tx) => {
    await lockTree(tx);
    const { id } = await getFolder(tx, folderId);
    // A concurrent transaction may be moving a document into the folder. Its foreign key check and this lock wait for each
    // other.
    await tx.db.$queryRaw`SELECT 1 FROM folder WHERE id = ${id}::uuid FOR UPDATE`;
    const folders = await tx.db.folder.count({ where: { parentId: id } });
    const documents = await tx.db.document.count({ where: { folderId: id, removedAt: null } });
    if (folders + documents > 0) {
      throw new ProblemError('folder-not-empty', {
        detail: `The folder contains ${counted(folders, 'folder')} and ${counted(documents, 'document')}.`,
        members: { folders, documents },
      });
    }
    await tx.db.document.updateMany({ where: { folderId: id }, data: { folderId: null } });
    await tx.db.folder.delete({ where: { id } });
  });
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
