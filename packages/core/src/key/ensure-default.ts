/** The first start: creates a workspace and a test key (docs/spec/decisions.md, section 7). */
import { inTransaction } from '@countersign/db/transaction';
import { byOperator, recordAdminEvent } from '../admin-event/record.ts';
import type { Base } from '../ctx.ts';
import { type CreatedWorkspace, insertWorkspace } from '../workspace/create.ts';
import { issueKey } from './issue.ts';

/** Key of pg_advisory_xact_lock: "cosg", first start. */
// Equal mutants: any numbers work that no other lock has.
const firstStartLock = [0x636f7367, 2] as const;

/**
 * If there is no workspace, creates `default` with its owner and a test key, and returns the value of the key, which cannot
 * be read again. Returns null on every later start. If several processes start at once, one creates the key and the others
 * get null.
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
    const { key, row } = await issueKey(tx, {
      workspaceId: created.workspaceId,
      name: 'First test key',
      mode: 'test',
      now,
    });
    await recordAdminEvent(
      byOperator(tx, created.workspaceId, () => now),
      { type: 'key.created', target: { type: 'api_key', id: row.id }, details: { mode: 'test' } },
    );
    return { ...created, testKey: key };
  });
}
