/** The operations of routes/folders.ts. */
import { FolderIn, FolderOut, FolderPatchIn } from '@countersign/contract/folder';
import * as z from 'zod';
import type { Operation } from './operation.ts';

const parameters = { folder_id: 'UUID of the folder' };

export const folderOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/folders',
    operationId: 'listFolders',
    role: 'member',
    tag: 'folders',
    summary: 'List all folders of the workspace',
    description: 'Parents before their children, then by name. Both modes share the folders.',
    answers: { 200: { description: 'The folders', schema: z.array(FolderOut) } },
  },
  {
    method: 'post',
    path: '/v1/folders',
    operationId: 'createFolder',
    tag: 'folders',
    summary: 'Create a folder',
    description: 'At the root without `parent_id`. Folders nest at most five deep.',
    body: { schema: FolderIn },
    answers: { 201: { description: 'The folder', schema: FolderOut } },
    problems: ['not-found', 'folder-depth'],
  },
  {
    method: 'patch',
    path: '/v1/folders/{folder_id}',
    operationId: 'patchFolder',
    tag: 'folders',
    summary: 'Rename or move a folder',
    description:
      'A folder is moved with its contents. Without `parent_id`, or with null, it stays where it is; `move_to_root` moves it to the root.',
    parameters,
    body: { schema: FolderPatchIn },
    answers: { 200: { description: 'The folder', schema: FolderOut } },
    problems: ['not-found', 'folder-depth', 'folder-cycle'],
  },
  {
    method: 'delete',
    path: '/v1/folders/{folder_id}',
    operationId: 'deleteFolder',
    tag: 'folders',
    summary: 'Delete an empty folder',
    parameters,
    answers: { 204: { description: 'Deleted' } },
    problems: ['not-found', 'folder-not-empty'],
  },
];
