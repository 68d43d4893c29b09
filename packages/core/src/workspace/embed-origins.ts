/** The web origins whose pages may show signing sessions in a frame: PATCH /v1/workspace. */
import type { Mode } from '@countersign/contract/common';
import { isLocalOrigin } from '@countersign/contract/embed-origin';
import type { Workspace } from '@countersign/db/models';
import { invalid } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { lockAuthority } from '../authority.ts';
import { type Ctx, type TxCtx, withTransaction } from '../ctx.ts';

/** The origins that count for documents of this mode: `http://localhost` only for test documents. */
export function framingOrigins(origins: readonly string[], mode: Mode): string[] {
  return origins.filter((origin) => mode === 'test' || !isLocalOrigin(origin));
}

/** Replaces the origins. Throws validation in live mode for an `http://localhost` that is not registered yet. */
export async function setEmbedOrigins(ctx: Ctx, origins: readonly string[]): Promise<Workspace> {
  guardRole(ctx, 'manager');
  return withTransaction(ctx, async (tx) => {
    await lockAuthority(tx, 'manager');
    const embedOrigins = await acceptOrigins(tx, origins);
    // First the row, then the chain: in the same order as elsewhere, so that two changes cannot deadlock.
    const workspace = await tx.db.workspace.update({
      where: { id: ctx.workspaceId },
      data: { embedOrigins },
    });
    await recordAdminEvent(tx, {
      type: 'workspace.changed',
      target: { type: 'workspace', id: ctx.workspaceId },
      details: { changed: ['embed_origins'], embed_origins: embedOrigins },
    });
    return workspace;
  });
}

/** The origins to store, each once. Throws validation as setEmbedOrigins does. */
export async function acceptOrigins(ctx: TxCtx, origins: readonly string[]): Promise<string[]> {
  const { embedOrigins: before } = await ctx.db.workspace.findUniqueOrThrow({
    where: { id: ctx.workspaceId },
  });
  for (const [at, origin] of origins.entries()) {
    if (ctx.mode === 'test' || !isLocalOrigin(origin) || before.includes(origin)) continue;
    throw invalid(['body', 'embed_origins', at], 'Value error, http://localhost is for test mode only', {
      input: origin,
    });
  }
  return [...new Set(origins)];
}
