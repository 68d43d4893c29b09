/** Folder row -> FolderOut (docs/spec/interface.md, Folder). */
import type { FolderOut } from '@countersign/contract/folder';
import type { Folder } from '@countersign/db/models';

/** What callers see of a folder. */
export function presentFolder(folder: Folder): FolderOut {
  return { id: folder.id, name: folder.name, depth: folder.depth, parent_id: folder.parentId };
}
