/** GET /v1/keys. */
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import type { Key } from './issue.ts';

/** The most revoked keys that are listed. */
const maxRevoked = 1000;

/** The keys of the workspace, of both modes, newest first: all valid and expired ones, and the newest revoked ones. */
export async function listKeys(ctx: Ctx): Promise<Key[]> {
  guardRole(ctx, 'manager');
  const where = { workspaceId: ctx.workspaceId };
  const order = { orderBy: { id: 'desc' }, omit: { keySha256: true } } as const;
  const [alive, revoked] = await Promise.all([
    ctx.db.apiKey.findMany({ where: { ...where, revokedAt: null }, ...order }),
    ctx.db.apiKey.findMany({ where: { ...where, revokedAt: { not: null } }, ...order, take: maxRevoked }),
  ]);
  return [...alive, ...revoked].sort((left, right) => (left.id < right.id ? 1 : -1));
}
