/** POST /v1/webhooks/{webhook_id}/rotate-secret (docs/spec/interface.md, Webhooks). */
import { newSecret } from '@countersign/webhooks/sign';
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { lockAuthority } from '../authority.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { type Endpoint, lockEndpoint, withoutSecrets } from './find.ts';
import { sealSecret } from './secret.ts';

/**
 * Creates a new secret, which is shown once. The previous secret also signs for ROTATION_GRACE. An older one stops signing at once, so at
 * most two are valid. Throws not-found.
 */
export async function rotateSecret(
  ctx: Ctx,
  endpointId: string,
): Promise<{ endpoint: Endpoint; secret: string }> {
  guardRole(ctx, 'manager');
  const secret = newSecret();
  const endpoint = await withTransaction(ctx, async (tx) => {
    await lockAuthority(tx, 'manager');
    const { id, sealedSecret } = await lockEndpoint(tx, endpointId);
    await recordAdminEvent(tx, { type: 'webhook.secret_rotated', target: { type: 'webhook', id } });
    return tx.db.webhookEndpoint.update({
      where: { id },
      data: {
        sealedSecret: sealSecret(ctx, id, secret),
        previousSealedSecret: sealedSecret,
        previousSecretExpiresAt: new Date(ctx.now().getTime() + ctx.settings.rotationGraceSeconds * 1000),
      },
      omit: withoutSecrets,
    });
  });
  return { endpoint, secret };
}
