/** /v1/webhooks (docs/spec/interface.md, Webhooks; docs/spec/decisions.md, section 6). */
import {
  CreateWebhookReq,
  DeliveriesQuery,
  PatchWebhookReq,
  RedeliverDeadQuery,
  TestEventReq,
} from '@countersign/contract/webhook';
import { createEndpoint } from '@countersign/core/webhook/create';
import { deleteEndpoint } from '@countersign/core/webhook/delete';
import { getEndpoint, listEndpoints } from '@countersign/core/webhook/find';
import { getDelivery } from '@countersign/core/webhook/get-delivery';
import { listDeliveries } from '@countersign/core/webhook/list-deliveries';
import { disableEndpoint, patchEndpoint } from '@countersign/core/webhook/patch';
import { pingEndpoint, sendTestEvent } from '@countersign/core/webhook/ping';
import { redeliver, redeliverDead } from '@countersign/core/webhook/redeliver';
import { rotateSecret } from '@countersign/core/webhook/rotate-secret';
import { Router } from 'express';
import { requestCtx } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { linkNextPage } from '../list-answer.ts';
import { parseBody, parseQuery } from '../middleware/validate.ts';
import {
  presentCreatedWebhook,
  presentDelivery,
  presentDeliveryDetail,
  presentPing,
  presentWebhook,
} from '../present/webhook.ts';

/** The operations on webhooks and their deliveries. */
export function webhookRoutes({ guard, now }: AppDeps): Router {
  const router = Router();

  router.get('/webhooks', async (request, response) => {
    const endpoints = await listEndpoints(requestCtx(request));
    response.json(endpoints.map((endpoint) => presentWebhook(endpoint, now())));
  });

  router.post('/webhooks', async (request, response) => {
    const input = parseBody(CreateWebhookReq, request);
    const created = await createEndpoint({ ...requestCtx(request), guard }, input);
    response.status(201).json(presentCreatedWebhook(created, now()));
  });

  router.get('/webhooks/:webhook_id', async (request, response) => {
    const endpoint = await getEndpoint(requestCtx(request), request.params.webhook_id);
    response.json(presentWebhook(endpoint, now()));
  });

  router.patch('/webhooks/:webhook_id', async (request, response) => {
    const patch = parseBody(PatchWebhookReq, request);
    const ctx = { ...requestCtx(request), guard };
    response.json(presentWebhook(await patchEndpoint(ctx, request.params.webhook_id, patch), now()));
  });

  router.delete('/webhooks/:webhook_id', async (request, response) => {
    await deleteEndpoint(requestCtx(request), request.params.webhook_id);
    response.status(204).end();
  });

  router.post('/webhooks/:webhook_id/disable', async (request, response) => {
    await disableEndpoint(requestCtx(request), request.params.webhook_id);
    response.status(204).end();
  });

  router.post('/webhooks/:webhook_id/ping', async (request, response) => {
    const delivery = await pingEndpoint(requestCtx(request), request.params.webhook_id);
    response.status(202).json(presentPing(delivery));
  });

  router.post('/webhooks/:webhook_id/test-event', async (request, response) => {
    const { type } = parseBody(TestEventReq, request);
    const delivery = await sendTestEvent(requestCtx(request), request.params.webhook_id, type);
    response.status(202).json(presentPing(delivery));
  });

  router.post('/webhooks/:webhook_id/rotate-secret', async (request, response) => {
    const rotated = await rotateSecret(requestCtx(request), request.params.webhook_id);
    response.json(presentCreatedWebhook(rotated, now()));
  });

  router.get('/webhooks/:webhook_id/deliveries', async (request, response) => {
    const query = parseQuery(DeliveriesQuery, request);
    const deliveries = await listDeliveries(requestCtx(request), request.params.webhook_id, query);
    const items = deliveries.items.map(presentDelivery);
    linkNextPage(request, response, { ...query, items, hasMore: deliveries.hasMore }, ({ id }) => id);
    response.json(items);
  });

  router.get('/webhooks/:webhook_id/deliveries/:delivery_id', async (request, response) => {
    const { webhook_id, delivery_id } = request.params;
    const found = await getDelivery(requestCtx(request), webhook_id, delivery_id);
    response.json(presentDeliveryDetail(found.delivery, found.request));
  });

  router.post('/webhooks/:webhook_id/deliveries/:delivery_id/redeliver', async (request, response) => {
    const { webhook_id, delivery_id } = request.params;
    const { id } = await redeliver(requestCtx(request), webhook_id, delivery_id);
    response.status(202).json({ id: Number(id), status: 'queued' });
  });

  router.post('/webhooks/:webhook_id/redeliver-dead', async (request, response) => {
    const { since } = parseQuery(RedeliverDeadQuery, request);
    response.status(202).json(await redeliverDead(requestCtx(request), request.params.webhook_id, since));
  });

  return router;
}
