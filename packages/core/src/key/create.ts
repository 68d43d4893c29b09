/** POST /v1/keys (docs/spec/decisions.md, section 1). */
import type { Mode } from '@countersign/contract/common';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { lockAuthority } from '../authority.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { issueKey, type Key } from './issue.ts';

/** Creates a key for the caller's workspace. Throws mode-forbidden if a test key would create a live one. */
export async function createKey(
  ctx: Ctx,
  input: { name: string; mode: string },
): Promise<{ row: Key; key: string }> {
  guardRole(ctx, 'manager');
  const mode: Mode = input.mode === 'test' ? 'test' : 'live';
  if (ctx.mode === 'test' && mode === 'live')
    throw new ProblemError('mode-forbidden', {
      detail:
        'A test key can only create test keys: pass mode: test (the default is live), or use a live key.',
    });
  return withTransaction(ctx, async (tx) => {
    await lockAuthority(tx, 'manager');
    const made = await issueKey(tx.db, {
      workspaceId: ctx.workspaceId,
      name: input.name,
      mode,
      now: ctx.now(),
    });
    await recordAdminEvent(tx, {
      type: 'key.created',
      target: { type: 'api_key', id: made.row.id },
      details: { mode },
    });
    return made;
  });
}
