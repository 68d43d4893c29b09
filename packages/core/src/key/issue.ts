/** Creates keys: used by POST /v1/keys, the admin command and the first start. */
import type { Mode } from '@countersign/contract/common';
import { newId } from '@countersign/contract/ids';
import type { ApiKey } from '@countersign/db/models';
import { invalid } from '@countersign/problem/problem-error';
import type { Tx } from '../ctx.ts';
import { displayOfKey, generateKey, hashKey } from './format.ts';

/** A key as callers see it, without its hash. */
export type Key = Omit<ApiKey, 'keySha256'>;

/** The most unrevoked keys of one workspace. Concurrent calls may exceed it slightly. */
const MAX_KEYS = 1000;

/**
 * Stores the hash of a new key and returns the key, which cannot be read again. Throws validation if the workspace has
 * MAX_KEYS.
 */
export async function issueKey(
  tx: Tx,
  input: { workspaceId: string; name: string; mode: Mode; now: Date },
): Promise<{ row: Key; key: string }> {
  const { workspaceId } = input;
  if ((await tx.apiKey.count({ where: { workspaceId, revokedAt: null } })) >= MAX_KEYS)
    throw invalid(['body', 'name'], `Value error, the workspace has ${MAX_KEYS} keys; revoke one`, {
      input: input.name,
    });
  const key = generateKey(input.mode);
  const row = await tx.apiKey.create({
    data: {
      id: newId(),
      workspaceId,
      name: input.name,
      mode: input.mode,
      display: displayOfKey(key),
      keySha256: hashKey(key),
      createdAt: input.now,
    },
    omit: { keySha256: true },
  });
  return { row, key };
}
