/** /v1/test: helpers for tests of clients. With a live key they are not-found. */
import { AdvanceClockIn } from '@countersign/contract/test-mode';
import { getDocument } from '@countersign/core/document/lock';
import { advanceClock } from '@countersign/core/test-mode/advance-clock';
import { bounceRecipient } from '@countersign/core/test-mode/bounce';
import { signAsRecipient } from '@countersign/core/test-mode/sign-as';
import { ProblemError } from '@countersign/problem/problem-error';
import { Router } from 'express';
import { requestCtx } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { parseLargeBody } from '../middleware/json-body.ts';
import { parseBody } from '../middleware/validate.ts';
import { presentDocument, presentFetched } from '../present/document.ts';

/** The operations of test mode. */
export function testModeRoutes(deps: AppDeps): Router {
  const { storage } = deps;
  const router = Router();
  // The mode of the key and the document are checked before the body.
  router.param('doc_id', async (request, _response, next, id: string) => {
    const ctx = requestCtx(request);
    if (ctx.mode !== 'test')
      throw new ProblemError('not-found', { detail: 'These operations need a test key.' });
    await getDocument(ctx, id);
    next();
  });

  router.post('/test/documents/:doc_id/advance-clock', async (request, response) => {
    const input = parseBody(AdvanceClockIn, request);
    const { now, reminders, expired, document } = await advanceClock(
      requestCtx(request),
      request.params.doc_id,
      input,
    );
    response.json({ now: now.toISOString(), reminders, expired, document: presentFetched(document) });
  });

  router.post('/test/documents/:doc_id/sign-as/:recipient_id', async (request, response) => {
    const { doc_id: id, recipient_id: recipientId } = request.params;
    const ctx = { ...requestCtx(request), storage };
    const status = await signAsRecipient(ctx, id, recipientId, await parseLargeBody('SignAsIn', request));
    response.json({ status: 'completed', document_status: status });
  });

  router.post('/test/documents/:doc_id/bounce/:recipient_id', async (request, response) => {
    const { doc_id: id, recipient_id: recipientId } = request.params;
    response.json(presentDocument(await bounceRecipient(requestCtx(request), id, recipientId)));
  });

  return router;
}
