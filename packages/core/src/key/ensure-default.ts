/** The first start: a workspace to work in and a key to try it with (docs/spec/decisions.md, section 7). */
import { inTransaction } from '@countersign/db/transaction';
import type { Base } from '../ctx.ts';
import { type CreatedWorkspace, insertWorkspace } from '../workspace/create.ts';
import { issueKey } from './issue.ts';

/** For pg_advisory_xact_lock: "cosg", first start. */
const firstStartLock = [0x636f7367, 2] as const;

/**
 * Makes the workspace `default` with its owner and a test key when there is no workspace at all, and returns the key's
 * value, this once. Null on every later start; of processes that start at once one makes it and the others get null.
 */
export async function ensureDefaultWorkspace(
  base: Pick<Base, 'db' | 'now'>,
  input: { ownerEmail: string },
): Promise<(CreatedWorkspace & { testKey: string }) | null> {
  return inTransaction(base.db, async ({ tx }) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${firstStartLock[0]}::int, ${firstStartLock[1]}::int)`;
    if (await tx.workspace.findFirst({ select: { id: true } })) return null;
    const now = base.now();
    const created = await insertWorkspace(
      tx,
      { slug: 'default', name: 'Default', ownerEmail: input.ownerEmail, operator: true },
      now,
    );
    const { key } = await issueKey(tx, {
      workspaceId: created.workspaceId,
      name: 'First test key',
      mode: 'test',
      now,
    });
    return { ...created, testKey: key };
  });
}
