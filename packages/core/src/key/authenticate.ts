/** Finds the workspace of an API key (docs/spec/decisions.md, section 1). */
import type { Mode } from '@countersign/contract/common';
import { sqlOf } from '@countersign/db/sql';
import type { Base } from '../ctx.ts';
import {
  bucketOf,
  settleAhead,
  type TakenRow,
  type TokenBucket,
  taken,
  takenColumns,
  takenTables,
} from '../rate-limit/token-bucket.ts';
import { hashKey, modeOfKey } from './format.ts';

export interface Caller {
  keyId: string;
  keyName: string;
  mode: Mode;
  workspaceId: string;
  teamId: string;
}

/** A caller, and the bucket of their workspace after this request. */
export type CountedCaller = Caller & { bucket: TokenBucket };

type Found = Caller & { lastUsedAt: Date | null } & TakenRow;

/** `last_used_at` is written at most this often. */
const lastUseStepMs = 60_000;

/**
 * The owner of a key, or null if the key is malformed (detected without a database read), unknown, revoked or expired. Takes a token
 * from the bucket of the owner's workspace, if it holds one, in the same statement. Records the time of use in the background, at most
 * once a minute.
 */
export async function authenticateKey(base: Base, key: string): Promise<CountedCaller | null> {
  if (modeOfKey(key) === null) return null;
  const now = base.now();
  const { rateSustainedRps: rate, rateBurstRps: burst } = base.settings;
  // By the unique index on key_sha256. The team is the first of the workspace.
  const [found] = await sqlOf(base.db).$queryRaw<Found[]>`
    WITH caller AS MATERIALIZED (
      SELECT k.id AS "keyId", k.name AS "keyName", k.mode, k.workspace_id AS "workspaceId", t.id AS "teamId",
        k.last_used_at AS "lastUsedAt"
      FROM api_key k
      CROSS JOIN LATERAL (SELECT id FROM team WHERE workspace_id = k.workspace_id ORDER BY created_at, id LIMIT 1) t
      WHERE k.key_sha256 = ${hashKey(key)} AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > ${now}::timestamptz)
    ), wanted AS MATERIALIZED (
      SELECT "workspaceId"::text AS id, ${rate}::float8 AS rate, ${burst}::float8 AS burst FROM caller
    ), ${taken}
    SELECT caller.*, ${takenColumns} FROM caller CROSS JOIN ${takenTables}`;
  if (!found) return null;
  await settleAhead(base, [{ ...found, id: found.workspaceId }]);
  const { keyId, keyName, mode, workspaceId, teamId, lastUsedAt } = found;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= lastUseStepMs)
    recordUse(base, keyId, now);
  return { keyId, keyName, mode, workspaceId, teamId, bucket: bucketOf(found) };
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
