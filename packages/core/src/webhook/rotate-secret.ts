/** POST /v1/webhooks/{webhook_id}/rotate-secret (docs/spec/interface.md, Webhooks). */
import { newSecret } from '@countersign/webhooks/sign';
import { guardOperation } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { type Endpoint, lockEndpoint, withoutSecrets } from './find.ts';
import { sealSecret } from './secret.ts';

/**
 * A new secret, shown once. The one before signs along for ROTATION_GRACE; one that still did so is retired at once, so at most
 * two are live. Throws not-found.
 */
export async function rotateSecret(
  ctx: Ctx,
  endpointId: string,
): Promise<{ endpoint: Endpoint; secret: string }> {
  guardOperation(ctx, 'rotateWebhookSecret');
  const secret = newSecret();
  const endpoint = await withTransaction(ctx, async (tx) => {
    const { id, sealedSecret } = await lockEndpoint(tx, endpointId);
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
