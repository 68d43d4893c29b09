/**
 * `admin secrets rotate`: encrypts values again that were encrypted with another SECRET_KEY (docs/OPERATIONS.md, Rotating
 * SECRET_KEY). Lists everything that is encrypted at rest: webhook secrets, tokens of direct links, codes in queued mails, responses
 * stored for an Idempotency-Key, and the key of test seals.
 */
import type { Base } from '../ctx.ts';
import { responseContext } from '../idempotency/claim.ts';
import { codeContext } from '../mail/queue-mail.ts';
import { testKeyContext } from '../seal/test-key.ts';
import { tokenContext } from '../template/direct-link.ts';
import { secretContext } from '../webhook/secret.ts';

const batchSize = 200;

type RotationBase = Pick<Base, 'db' | 'secrets'>;
type Bytes = Uint8Array<ArrayBuffer>;

export interface Rotation {
  /** A description for people. */
  what: string;
  rotated: number;
  /** Values that no accepted key decrypts. They stay unchanged. */
  unreadable: number;
}

interface EncryptedValues {
  what: string;
  /** The number of values that do not name the current key. */
  count(base: RotationBase): Promise<number>;
  /** The next values after `after` that do not name the current key, in the order of `position`. */
  next(base: RotationBase, after: string[]): Promise<FoundValue[]>;
}

interface FoundValue {
  position: string[];
  context: string;
  sealed: Bytes;
  /** Replaces the old value if it is still there; 0 if another process changed it in the meantime. */
  replace(base: RotationBase, reencrypted: Bytes): Promise<number>;
}

const nil = '00000000-0000-0000-0000-000000000000';

const encryptedValues: readonly EncryptedValues[] = [
  ofEndpoints('webhook secrets', 'sealedSecret'),
  ofEndpoints('previous webhook secrets that still sign', 'previousSealedSecret'),
  {
    what: 'tokens of direct links',
    count: ({ db, secrets }) =>
      counted(db.$queryRaw`SELECT count(*)::int AS count FROM direct_link
        WHERE substring(sealed_token FROM 1 FOR 5) <> ${secrets.currentPrefix}`),
    next: async ({ db, secrets }, [after = nil]) => {
      const rows = await db.$queryRaw<Array<{ id: string; sealed: Bytes }>>`
        SELECT id, sealed_token AS sealed FROM direct_link
        WHERE substring(sealed_token FROM 1 FOR 5) <> ${secrets.currentPrefix} AND id > ${after}::uuid
        ORDER BY id LIMIT ${batchSize}`;
      return rows.map(({ id, sealed }) => ({
        position: [id],
        context: tokenContext(id),
        sealed,
        replace: async (base, reencrypted) =>
          (
            await base.db.directLink.updateMany({
              where: { id, sealedToken: sealed },
              data: { sealedToken: reencrypted },
            })
          ).count,
      }));
    },
  },
  {
    what: 'codes in queued mails',
    count: ({ db, secrets }) =>
      counted(db.$queryRaw`SELECT count(*)::int AS count FROM mail
        WHERE sealed_code IS NOT NULL AND substring(sealed_code FROM 1 FOR 5) <> ${secrets.currentPrefix}`),
    next: async ({ db, secrets }, [after = nil]) => {
      const rows = await db.$queryRaw<Array<{ id: string; sealed: Bytes }>>`
        SELECT id, sealed_code AS sealed FROM mail
        WHERE sealed_code IS NOT NULL AND substring(sealed_code FROM 1 FOR 5) <> ${secrets.currentPrefix} AND id > ${after}::uuid
        ORDER BY id LIMIT ${batchSize}`;
      return rows.map(({ id, sealed }) => ({
        position: [id],
        context: codeContext(id),
        sealed,
        replace: async (base, reencrypted) =>
          (
            await base.db.mail.updateMany({
              where: { id, sealedCode: sealed },
              data: { sealedCode: reencrypted },
            })
          ).count,
      }));
    },
  },
  {
    what: 'responses stored for an Idempotency-Key',
    count: ({ db, secrets }) =>
      counted(db.$queryRaw`SELECT count(*)::int AS count FROM idempotency_record
        WHERE sealed_body IS NOT NULL AND substring(sealed_body FROM 1 FOR 5) <> ${secrets.currentPrefix}`),
    next: async ({ db, secrets }, [caller = '', key = '']) => {
      const rows = await db.$queryRaw<Array<{ caller: string; key: string; sealed: Bytes }>>`
        SELECT caller, key, sealed_body AS sealed FROM idempotency_record
        WHERE sealed_body IS NOT NULL AND substring(sealed_body FROM 1 FOR 5) <> ${secrets.currentPrefix}
          AND (caller, key) > (${caller}, ${key})
        ORDER BY caller, key LIMIT ${batchSize}`;
      return rows.map(({ sealed, ...row }) => ({
        position: [row.caller, row.key],
        context: responseContext(row.caller, row.key),
        sealed,
        replace: async (base, reencrypted) =>
          (
            await base.db.idempotencyRecord.updateMany({
              where: { ...row, sealedBody: sealed },
              data: { sealedBody: reencrypted },
            })
          ).count,
      }));
    },
  },
  {
    what: 'the key of test seals',
    count: ({ db, secrets }) =>
      counted(db.$queryRaw`SELECT count(*)::int AS count FROM test_seal_key
        WHERE substring(sealed FROM 1 FOR 5) <> ${secrets.currentPrefix}`),
    next: async ({ db, secrets }) => {
      const rows = await db.$queryRaw<Array<{ sealed: Bytes }>>`
        SELECT sealed FROM test_seal_key WHERE substring(sealed FROM 1 FOR 5) <> ${secrets.currentPrefix}`;
      return rows.map(({ sealed }) => ({
        position: [],
        context: testKeyContext,
        sealed,
        replace: async (base, reencrypted) =>
          (await base.db.testSealKey.updateMany({ where: { sealed }, data: { sealed: reencrypted } })).count,
      }));
    },
  },
];

/** Without deleted endpoints, whose secrets are gone. */
function ofEndpoints(what: string, column: 'sealedSecret' | 'previousSealedSecret'): EncryptedValues {
  const isPrevious = column === 'previousSealedSecret';
  return {
    what,
    count: ({ db, secrets }) =>
      counted(db.$queryRaw`SELECT count(*)::int AS count FROM webhook_endpoint
        WHERE deleted_at IS NULL
          AND substring(CASE WHEN ${isPrevious} THEN previous_sealed_secret ELSE sealed_secret END FROM 1 FOR 5)
            <> ${secrets.currentPrefix}`),
    next: async ({ db, secrets }, [after = nil]) => {
      const rows = await db.$queryRaw<Array<{ id: string; sealed: Bytes }>>`
        SELECT id, sealed FROM (
          SELECT id, CASE WHEN ${isPrevious} THEN previous_sealed_secret ELSE sealed_secret END AS sealed
          FROM webhook_endpoint WHERE deleted_at IS NULL
        ) kept
        WHERE substring(sealed FROM 1 FOR 5) <> ${secrets.currentPrefix} AND id > ${after}::uuid
        ORDER BY id LIMIT ${batchSize}`;
      return rows.map(({ id, sealed }) => ({
        position: [id],
        context: secretContext(id),
        sealed,
        replace: async (base, reencrypted) =>
          (
            await base.db.webhookEndpoint.updateMany({
              where: { id, [column]: sealed },
              data: { [column]: reencrypted },
            })
          ).count,
      }));
    },
  };
}

async function counted(query: Promise<unknown>): Promise<number> {
  const [row] = (await query) as Array<{ count: number }>;
  return row?.count ?? 0;
}

/**
 * Encrypts all values again that do not name the current key. Each statement replaces one value only if it is still the one
 * that was read, so this can run during normal traffic, be repeated and be interrupted. A process with the old key may write
 * such values in the meantime: repeat it until nothing is left.
 */
export async function rotateSecrets(base: RotationBase): Promise<Rotation[]> {
  const done: Rotation[] = [];
  for (const { what, next } of encryptedValues) {
    const rotation: Rotation = { what, rotated: 0, unreadable: 0 };
    for (let after: string[] = []; ; ) {
      const found = await next(base, after);
      for (const one of found) {
        const plain = openOrNull(base, one);
        if (!plain) rotation.unreadable += 1;
        else rotation.rotated += await one.replace(base, base.secrets.encrypt(plain, one.context));
      }
      if (found.length < batchSize) break;
      after = found.at(-1)!.position;
    }
    done.push(rotation);
  }
  return done;
}

/** The number of values that do not name the current key, by kind. */
export async function countUnderOtherKeys(
  base: RotationBase,
): Promise<Array<{ what: string; count: number }>> {
  const counts = [];
  for (const { what, count } of encryptedValues) counts.push({ what, count: await count(base) });
  return counts;
}

/** The kind of a value that no accepted key decrypts; null if there is none among the first `most` values of each kind. */
export async function findUnreadable(base: RotationBase, most = 50): Promise<string | null> {
  for (const { what, next } of encryptedValues) {
    const found = await next(base, []);
    if (found.slice(0, most).some((one) => !openOrNull(base, one))) return what;
  }
  return null;
}

function openOrNull({ secrets }: RotationBase, { sealed, context }: FoundValue): Uint8Array | null {
  try {
    return secrets.decrypt(sealed, context);
  } catch {
    return null;
  }
}
