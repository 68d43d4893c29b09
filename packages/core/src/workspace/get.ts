/** The caller's workspace. */
import type { Workspace } from '@countersign/db/models';
import type { Ctx } from '../ctx.ts';

/** A workspace with the digest of its logo. */
export type WorkspaceWithLogo = Workspace & { logo: { sha256: string } | null };
export const withLogo = { logo: { select: { sha256: true } } } as const;

/** The workspace of the caller. */
export async function getWorkspace(ctx: Ctx): Promise<WorkspaceWithLogo> {
  return ctx.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId }, include: withLogo });
}
