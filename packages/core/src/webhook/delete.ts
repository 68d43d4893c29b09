/** DELETE /v1/webhooks/{webhook_id}. */
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { lockEndpoint } from './find.ts';

/** Stops deliveries to the endpoint. They disappear from the API at once; the sweep deletes their rows later. Throws not-found. */
export async function deleteEndpoint(ctx: Ctx, endpointId: string): Promise<void> {
  guardRole(ctx, 'manager');
  await withTransaction(ctx, async (tx) => {
    const { id } = await lockEndpoint(tx, endpointId);
    await tx.db.webhookEndpoint.update({
      where: { id },
      data: {
        active: false,
        deletedAt: ctx.now(),
        sealedSecret: new Uint8Array(),
        previousSealedSecret: null,
        previousSecretExpiresAt: null,
      },
    });
    await recordAdminEvent(tx, { type: 'webhook.deleted', target: { type: 'webhook', id } });
  });
}
