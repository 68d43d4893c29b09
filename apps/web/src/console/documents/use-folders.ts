/** The folder tree, and moving documents in it. */
import type { FolderOut } from '@countersign/client/generated/api';
import { useInvalidate, useQuery } from '../query.ts';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';

/** Drag data type of a document; the data is its id. */
export const documentDragType = 'application/x-countersign-document';

export interface FolderNode extends FolderOut {
  children: FolderNode[];
}

/** Builds the folder tree, each level sorted by name. */
export function treeOf(folders: readonly FolderOut[]): FolderNode[] {
  const nodes = new Map(folders.map((folder) => [folder.id, { ...folder, children: [] as FolderNode[] }]));
  const roots: FolderNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.parent_id === null ? null : nodes.get(node.parent_id);
    (parent ? parent.children : roots).push(node);
  }
  const sort = (level: FolderNode[]): FolderNode[] => {
    level.sort((one, other) => one.name.localeCompare(other.name));
    for (const node of level) sort(node.children);
    return level;
  };
  return sort(roots);
}

/** The tree as a flat list, parents before children. */
export function linesOf(tree: readonly FolderNode[]): FolderNode[] {
  return tree.flatMap((node) => [node, ...linesOf(node.children)]);
}

/** The workspace's folders. */
export function useFolders(): FolderOut[] {
  return useQuery('/v1/folders').data ?? [];
}

/** Moves a document into a folder, or out of its folder (null), and shows the result. */
export function useMoveDocument(): (documentId: string, folder: FolderOut | null) => Promise<void> {
  const client = useClient();
  const invalidate = useInvalidate();
  const { attempt } = useToasts();
  return (documentId, folder) =>
    attempt(async () => {
      await client.patch('/v1/documents/{doc_id}', {
        params: { path: { doc_id: documentId } },
        body: folder ? { folder_id: folder.id } : { clear_folder: true },
      });
      invalidate('/v1/documents');
      return folder ? `Moved to ${folder.name}` : 'Removed from its folder';
    });
}
