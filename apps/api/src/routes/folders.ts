/** /v1/folders (docs/spec/interface.md, Folders). */
import { FolderIn, FolderPatchIn } from '@countersign/contract/folder';
import { createFolder } from '@countersign/core/folder/create';
import { deleteFolder } from '@countersign/core/folder/delete';
import { listFolders } from '@countersign/core/folder/list';
import { patchFolder } from '@countersign/core/folder/patch';
import { Router } from 'express';
import { requestCtx } from '../ctx.ts';
import { parseBody } from '../middleware/validate.ts';
import { presentFolder } from '../present/folder.ts';

/** The operations on folders. */
export function folderRoutes(): Router {
  const router = Router();

  router.get('/folders', async (request, response) => {
    response.json((await listFolders(requestCtx(request))).map(presentFolder));
  });

  router.post('/folders', async (request, response) => {
    const folder = await createFolder(requestCtx(request), parseBody(FolderIn, request));
    response.status(201).json(presentFolder(folder));
  });

  router.patch('/folders/:folder_id', async (request, response) => {
    const patch = parseBody(FolderPatchIn, request);
    response.json(presentFolder(await patchFolder(requestCtx(request), request.params.folder_id, patch)));
  });

  router.delete('/folders/:folder_id', async (request, response) => {
    await deleteFolder(requestCtx(request), request.params.folder_id);
    response.status(204).end();
  });

  return router;
}
