/** Converts folders to FolderOut (docs/spec/interface.md, Folder). */
import type { FolderOut } from '@countersign/contract/folder';
import type { Folder } from '@countersign/db/models';

/** A folder as callers see it. */
export function presentFolder(folder: Folder): FolderOut {
  return { id: folder.id, name: folder.name, depth: folder.depth, parent_id: folder.parentId };
}
