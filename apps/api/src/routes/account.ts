/** /v1/me, /v1/usage and /v1/workspace (docs/spec/decisions.md, section 1). */
import { PatchOwnWorkspaceReq } from '@countersign/contract/key';
import { getOwnKey } from '@countersign/core/key/get-own';
import { getUsage } from '@countersign/core/usage/get';
import { getStorageUsage } from '@countersign/core/usage/storage';
import { setEmbedOrigins } from '@countersign/core/workspace/embed-origins';
import { getWorkspace } from '@countersign/core/workspace/get';
import { Router } from 'express';
import { requestCtx } from '../ctx.ts';
import { parseBody } from '../middleware/validate.ts';
import { presentMe, presentOwnWorkspace, presentUsage } from '../present/account.ts';

/** The caller, and the usage and settings of the workspace. */
export function accountRoutes(): Router {
  const router = Router();

  router.get('/me', async (request, response) => {
    const ctx = requestCtx(request);
    const [workspace, key] = await Promise.all([getWorkspace(ctx), getOwnKey(ctx)]);
    response.json(presentMe(ctx, workspace, key));
  });

  router.get('/workspace', async (request, response) => {
    response.json(presentOwnWorkspace(await getWorkspace(requestCtx(request))));
  });

  router.patch('/workspace', async (request, response) => {
    const { embed_origins: origins } = parseBody(PatchOwnWorkspaceReq, request);
    response.json(presentOwnWorkspace(await setEmbedOrigins(requestCtx(request), origins)));
  });

  router.get('/usage', async (request, response) => {
    const ctx = requestCtx(request);
    response.json(presentUsage(ctx, await getUsage(ctx), await getStorageUsage(ctx)));
  });

  return router;
}
