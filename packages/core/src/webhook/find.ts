/** GET /v1/webhooks, and the lookup that every verb starts with. Both modes share the endpoints of a workspace. */
import { isUuid } from '@countersign/contract/ids';
import type { WebhookEndpoint } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import type { Ctx, TxCtx } from '../ctx.ts';

/** An endpoint as callers see it: its secrets stay in the database. */
export type Endpoint = Omit<WebhookEndpoint, 'sealedSecret' | 'previousSealedSecret'>;

export const withoutSecrets = { sealedSecret: true, previousSealedSecret: true } as const;

/** All endpoints of the workspace, in the order of their creation; at most MAX_ENDPOINTS. */
export async function listEndpoints(ctx: Ctx): Promise<Endpoint[]> {
  guardRole(ctx, 'manager');
  return ctx.db.webhookEndpoint.findMany({
    where: { workspaceId: ctx.workspaceId, deletedAt: null },
    orderBy: { id: 'asc' },
    omit: withoutSecrets,
  });
}

function notFound(): ProblemError {
  return new ProblemError('not-found', { detail: 'No such webhook.' });
}

/** Throws not-found if the workspace has no such endpoint. */
export async function getEndpoint(ctx: Ctx, endpointId: string): Promise<Endpoint> {
  guardRole(ctx, 'manager');
  const endpoint = isUuid(endpointId)
    ? await ctx.db.webhookEndpoint.findFirst({
        where: { id: endpointId, workspaceId: ctx.workspaceId, deletedAt: null },
        omit: withoutSecrets,
      })
    : null;
  if (!endpoint) throw notFound();
  return endpoint;
}

/** Locks the endpoint's row (`FOR NO KEY UPDATE`, by primary key). Throws not-found if the workspace has no such endpoint. */
export async function lockEndpoint(tx: TxCtx, endpointId: string): Promise<WebhookEndpoint> {
  if (!isUuid(endpointId)) throw notFound();
  const locked = await tx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM webhook_endpoint
    WHERE id = ${endpointId}::uuid AND workspace_id = ${tx.workspaceId}::uuid AND deleted_at IS NULL FOR NO KEY UPDATE`;
  if (locked.length === 0) throw notFound();
  return tx.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
}

/** Throws webhook-state for a disabled endpoint. Call it with the endpoint's row locked. */
export function guardActive(endpoint: Pick<WebhookEndpoint, 'active'>): void {
  if (endpoint.active) return;
  throw new ProblemError('webhook-state', {
    detail: 'The webhook is disabled. Enable it first: PATCH it with active: true.',
    members: { current: 'inactive', allowed: ['active'] },
  });
}
