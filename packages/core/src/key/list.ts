/** GET /v1/keys. */
import { guardOperation } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import type { Key } from './issue.ts';

/** Of revoked keys the last ones are told. */
const maxRevoked = 1000;

/** The keys of the workspace, of both modes, newest first: all that work or ran out, and the newest of the revoked ones. */
export async function listKeys(ctx: Ctx): Promise<Key[]> {
  guardOperation(ctx, 'listKeys');
  const where = { workspaceId: ctx.workspaceId };
  const order = { orderBy: { id: 'desc' }, omit: { keySha256: true } } as const;
  const [alive, revoked] = await Promise.all([
    ctx.db.apiKey.findMany({ where: { ...where, revokedAt: null }, ...order }),
    ctx.db.apiKey.findMany({ where: { ...where, revokedAt: { not: null } }, ...order, take: maxRevoked }),
  ]);
  return [...alive, ...revoked].sort((left, right) => (left.id < right.id ? 1 : -1));
}
