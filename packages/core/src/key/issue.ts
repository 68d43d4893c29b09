/** Makes keys; the verb behind POST /v1/keys, the admin command and the first start. */
import type { Mode } from '@countersign/contract/common';
import { newId } from '@countersign/contract/ids';
import type { ApiKey } from '@countersign/db/models';
import type { Tx } from '../ctx.ts';
import { displayOfKey, generateKey, hashKey } from './format.ts';

/** A key as callers see it; its hash stays in the database. */
export type Key = Omit<ApiKey, 'keySha256'>;

/** Stores a new key's hash and returns its value, which nobody can read again. */
export async function issueKey(
  tx: Tx,
  input: { workspaceId: string; name: string; mode: Mode; now: Date },
): Promise<{ row: Key; key: string }> {
  const key = generateKey(input.mode);
  const row = await tx.apiKey.create({
    data: {
      id: newId(),
      workspaceId: input.workspaceId,
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
