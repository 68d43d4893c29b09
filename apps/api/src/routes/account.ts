/** /v1/me and /v1/usage (docs/spec/decisions.md, section 1). */
import { getOwnKey } from '@countersign/core/key/get-own';
import { getUsage } from '@countersign/core/usage/get';
import { getStorageUsage } from '@countersign/core/usage/storage';
import { getWorkspace } from '@countersign/core/workspace/get';
import { Router } from 'express';
import { requestCtx } from '../ctx.ts';
import { presentMe, presentUsage } from '../present/account.ts';

/** The caller, and the usage of the workspace. */
export function accountRoutes(): Router {
  const router = Router();

  router.get('/me', async (request, response) => {
    const ctx = requestCtx(request);
    const [workspace, key] = await Promise.all([getWorkspace(ctx), getOwnKey(ctx)]);
    response.json(presentMe(ctx, workspace, key));
  });

  router.get('/usage', async (request, response) => {
    const ctx = requestCtx(request);
    response.json(presentUsage(ctx, await getUsage(ctx), await getStorageUsage(ctx)));
  });

  return router;
}
