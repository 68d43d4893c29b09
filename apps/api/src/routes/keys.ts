/** /v1/keys (docs/spec/interface.md, API keys). */
import { CreateKeyReq } from '@countersign/contract/key';
import { createKey } from '@countersign/core/key/create';
import { listKeys } from '@countersign/core/key/list';
import { revokeKey } from '@countersign/core/key/revoke';
import { Router } from 'express';
import { requestCtx } from '../ctx.ts';
import { parseBody } from '../middleware/validate.ts';
import { presentCreatedKey, presentKey } from '../present/key.ts';

/** The operations on API keys. */
export function keyRoutes(): Router {
  const router = Router();

  router.get('/keys', async (request, response) => {
    response.json((await listKeys(requestCtx(request))).map(presentKey));
  });

  router.post('/keys', async (request, response) => {
    const created = await createKey(requestCtx(request), parseBody(CreateKeyReq, request));
    response.status(201).json(presentCreatedKey(created));
  });

  router.post('/keys/:key_id/revoke', async (request, response) => {
    await revokeKey(requestCtx(request), request.params.key_id);
    response.status(204).end();
  });

  return router;
}
