/** From an API key to its workspace (docs/spec/decisions.md, section 1). */
import type { Mode } from '@countersign/contract/common';
import type { Base } from '../ctx.ts';
import { hashKey, modeOfKey } from './format.ts';

export interface Caller {
  keyId: string;
  keyName: string;
  mode: Mode;
  workspaceId: string;
  teamId: string;
}

type Found = Caller & { lastUsedAt: Date | null; revokedAt: Date | null; expiresAt: Date | null };

/** `last_used_at` is written at most this often. */
const lastUseStepMs = 60_000;

/**
 * The owner of a key, or null if the key is malformed (detected without a database read), unknown, revoked or expired.
 * Records the time of use in the background, at most once a minute.
 */
export async function authenticateKey(base: Base, key: string): Promise<Caller | null> {
  if (modeOfKey(key) === null) return null;
  // By the unique index on key_sha256. The team is the first of the workspace.
  const [found] = await base.db.$queryRaw<Found[]>`
    SELECT k.id AS "keyId", k.name AS "keyName", k.mode, k.workspace_id AS "workspaceId", t.id AS "teamId",
      k.last_used_at AS "lastUsedAt", k.revoked_at AS "revokedAt", k.expires_at AS "expiresAt"
    FROM api_key k
    CROSS JOIN LATERAL (SELECT id FROM team WHERE workspace_id = k.workspace_id ORDER BY created_at, id LIMIT 1) t
    WHERE k.key_sha256 = ${hashKey(key)}`;
  const now = base.now();
  if (!found || found.revokedAt !== null) return null;
  if (found.expiresAt !== null && found.expiresAt <= now) return null;
  const { keyId, keyName, mode, workspaceId, teamId, lastUsedAt } = found;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= lastUseStepMs)
    recordUse(base, keyId, now);
  return { keyId, keyName, mode, workspaceId, teamId };
}

/** Runs in the background. Of many concurrent calls, one writes. */
function recordUse(base: Base, keyId: string, now: Date): void {
  const before = new Date(now.getTime() - lastUseStepMs);
  base.db.apiKey
    .updateMany({
      where: { id: keyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: before } }] },
      data: { lastUsedAt: now },
    })
    .catch((error: unknown) =>
      base.log.warn('the last use of an API key could not be recorded', { keyId, error }),
    );
}
