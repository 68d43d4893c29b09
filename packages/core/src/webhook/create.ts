/** POST /v1/webhooks (docs/spec/interface.md, Webhooks; docs/spec/decisions.md, section 6). */
import { newId } from '@countersign/contract/ids';
import type { CreateWebhookReq } from '@countersign/contract/webhook';
import { invalid } from '@countersign/problem/problem-error';
import type { Guard } from '@countersign/webhooks/guard';
import { newSecret } from '@countersign/webhooks/sign';
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { lockAuthority } from '../authority.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { type Endpoint, withoutSecrets } from './find.ts';
import { guardUrl } from './guard-url.ts';
import { sealSecret } from './secret.ts';

/** The most endpoints of one workspace. */
export const MAX_ENDPOINTS = 100;

/**
 * Creates an active endpoint and returns its secret, which cannot be read again. It receives the events of all transactions that end
 * after its creation. Throws webhook-url-refused, and validation if the workspace has MAX_ENDPOINTS.
 */
export async function createEndpoint(
  ctx: Ctx & { guard: Guard },
  input: CreateWebhookReq,
): Promise<{ endpoint: Endpoint; secret: string }> {
  guardRole(ctx, 'manager');
  await guardUrl(ctx, input.url);
  const id = newId();
  const secret = newSecret();
  const endpoint = await withTransaction(ctx, async (tx) => {
    const { db } = tx;
    // Concurrent calls wait for each other here, so that the limit holds.
    await lockAuthority(tx, 'manager');
    const count = await db.webhookEndpoint.count({
      where: { workspaceId: ctx.workspaceId, deletedAt: null },
    });
    if (count >= MAX_ENDPOINTS) {
      throw invalid(['body', 'url'], `Value error, the workspace has ${MAX_ENDPOINTS} webhooks; delete one`, {
        input: input.url,
      });
    }
    const made = await db.webhookEndpoint.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        url: input.url,
        events: input.events,
        sealedSecret: sealSecret(ctx, id, secret),
        createdAt: ctx.now(),
      },
      omit: withoutSecrets,
    });
    await recordAdminEvent(tx, {
      type: 'webhook.created',
      target: { type: 'webhook', id },
      details: { events: input.events },
    });
    return made;
  });
  return { endpoint, secret };
}
