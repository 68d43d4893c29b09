/**
 * Job `housekeeping.anchor-sweep`: makes the anchor of the day, one hash over the heads of all audit trails of live documents that changed
 * since the anchor before, and requests its timestamp (docs/AUDIT.md, Anchors).
 */

import { anchorHash } from '@countersign/contract/anchor-hash';
import { GENESIS_HASH } from '@countersign/contract/audit-hash';
import { utcDay } from '@countersign/contract/calendar-day';
import { rootOf } from '@countersign/contract/merkle-tree';
import { columnOf, inSqlTransaction, type SqlTx, sqlPart } from '@countersign/db/sql';
import type { Timestamper } from '@countersign/pdf/ports/authorities';
import { TimestampError } from '@countersign/pdf/ports/errors';
import { readTimestampToken } from '@countersign/pdf/timestamps/token';
import type { Base } from '../ctx.ts';
import { leavesOfPart, partSize } from './parts.ts';

/** Heads that are read and written at once. FETCH takes no parameters, so the number is repeated there. */
const headBatch = 5000;
/** Each anchor reads events from this long before the previous one, so that none is missed after a late commit or with differing clocks. */
const overlapMs = 86_400_000;
/** Time limit of the collecting transaction. On a large database its first statement sorts many changed documents. */
const collectTimeoutMs = 3_000_000;
/** The maximum number of anchors that one sweep timestamps. Without an outage there is one a day. */
const stampBatch = 10;
/** Key of pg_try_advisory_xact_lock: "cosa" in ASCII, and 1. */
const runLock = [0x636f_7361, 1] as const;

export interface AnchorPorts {
  timestamper: Timestamper | null;
}

export interface Anchored {
  /** Heads in the anchors that were made; null if there was none to make. */
  heads: number | null;
  /** How many anchors got their timestamp. */
  stamped: number;
}

/**
 * Makes the anchor of the day (UTC) if it does not exist, completes one that a stopped run left, and requests missing timestamps. Safe to
 * run twice, also at the same time. An anchor without a timestamp is published as it is, and the next sweep requests one again.
 */
export async function makeAnchors(base: Base & AnchorPorts): Promise<Anchored> {
  const today = utcDay(base.now());
  // If the clock was set back, no anchor is made before the last one.
  await base.db.$executeRaw`
    INSERT INTO anchor (date, collected_at) SELECT ${today}::date, ${base.now()}::timestamptz
    WHERE NOT EXISTS (SELECT FROM anchor WHERE date > ${today}::date) ON CONFLICT DO NOTHING`;
  let heads: number | null = null;
  for (let made = await makeNextAnchor(base); made !== null; made = await makeNextAnchor(base))
    heads = (heads ?? 0) + made;
  return { heads, stamped: await stampAnchors(base) };
}

/**
 * Stores the heads of the oldest open anchor and computes its root. Returns the number of heads, or null if no anchor is open or another run
 * does this. The transaction only reads and holds a lock; heads are written outside of it, in short transactions, because the event feed
 * waits for long ones that write.
 */
async function makeNextAnchor(base: Base): Promise<number | null> {
  return inSqlTransaction(
    base.db,
    async ({ tx }) => {
      const [lock] = await tx.$queryRaw<Array<{ taken: boolean }>>`
        SELECT pg_try_advisory_xact_lock(${runLock[0]}::int, ${runLock[1]}::int) AS taken`;
      if (!lock!.taken) return null;
      // Chosen under the lock, so that each anchor follows the newest closed one. An open one that is older can never follow it.
      const previous = await base.db.anchor.findFirst({
        where: { root: { not: null } },
        orderBy: { date: 'desc' },
      });
      const next = await base.db.anchor.findFirst({
        where: { root: null, ...(previous && { date: { gt: previous.date } }) },
        orderBy: { date: 'asc' },
      });
      if (!next) return null;
      await collectHeads(base, tx, next.date, previous?.collectedAt ?? null);
      return closeAnchor(base, tx, next.date, previous);
    },
    { statementTimeoutMs: collectTimeoutMs },
  );
}

interface ChangedHead {
  id: string;
  seq: number;
  hash: string;
}

/**
 * Stores the head of every live document whose trail has grown since its last anchor, a batch at a time. After a stopped run it continues:
 * documents that are stored for this day are left out. Finds them by the events since the anchor before (index event_by_time).
 */
async function collectHeads(base: Base, tx: SqlTx, date: Date, lastCollectedAt: Date | null): Promise<void> {
  const candidates =
    lastCollectedAt === null
      ? sqlPart`document d`
      : sqlPart`(SELECT DISTINCT document_id FROM event
          WHERE created_at_iso COLLATE "C" >= ${new Date(lastCollectedAt.getTime() - overlapMs).toISOString()}::text) e
        JOIN document d ON d.id = e.document_id`;
  const stored = await base.db.documentAnchor.aggregate({ where: { date }, _max: { position: true } });
  let position = (stored._max.position ?? -1) + 1;
  // All rows are read. PostgreSQL plans a cursor for the first tenth, and would go through every document in the order of ids.
  await tx.$executeRaw`SET LOCAL cursor_tuple_fraction = 1`;
  await tx.$executeRaw`
    DECLARE changed NO SCROLL CURSOR FOR
    SELECT d.id, d.chain_seq AS seq, d.chain_head AS hash FROM ${candidates}
    WHERE d.mode = 'live' AND d.chain_seq > 0
      AND NOT EXISTS (
        SELECT FROM document_anchor a
        WHERE a.document_id = d.id AND (a.seq >= d.chain_seq OR a.date >= ${utcDay(date)}::date))
    ORDER BY d.id`;
  for (let isLast = false; !isLast; ) {
    const heads = await tx.$queryRaw<ChangedHead[]>`FETCH 5000 FROM changed`;
    if (heads.length > 0) await storeHeads(base, date, position, heads);
    position += heads.length;
    isLast = heads.length < headBatch;
  }
}

async function storeHeads(
  base: Base,
  date: Date,
  position: number,
  heads: readonly ChangedHead[],
): Promise<void> {
  const stored = await base.db.$executeRaw`
    INSERT INTO document_anchor (document_id, date, seq, position, hash)
    SELECT h.document_id, anchor.date, h.seq, ${position}::int + h.place::int - 1, decode(h.hash, 'hex')
    FROM anchor, unnest(${columnOf(heads.map(({ id }) => id))}::uuid[], ${columnOf(heads.map(({ seq }) => seq))}::int[],
      ${columnOf(heads.map(({ hash }) => hash))}::text[]) WITH ORDINALITY AS h(document_id, seq, hash, place)
    WHERE anchor.date = ${utcDay(date)}::date AND anchor.root IS NULL`;
  if (stored < heads.length) throw new Error(`the anchor of ${utcDay(date)} was closed by another run`);
}

/** Computes root and hash once all heads are stored. Returns their number. */
async function closeAnchor(
  base: Base,
  tx: SqlTx,
  date: Date,
  previous: { date: Date; hash: string | null } | null,
): Promise<number> {
  const roots: Buffer[] = [];
  let count = 0;
  for (let part = 0, isLast = false; !isLast; part += 1) {
    const leaves = await leavesOfPart(tx, date, part);
    if (leaves.length > 0) roots.push(rootOf(leaves));
    count += leaves.length;
    isLast = leaves.length < partSize;
  }
  const linked = {
    date: utcDay(date),
    root: rootOf(roots).toString('hex'),
    previous_date: previous && utcDay(previous.date),
    previous_hash: previous?.hash ?? GENESIS_HASH,
  };
  await base.db.anchor.updateMany({
    where: { date, root: null },
    data: {
      root: linked.root,
      previousDate: previous?.date ?? null,
      previousHash: linked.previous_hash,
      hash: anchorHash(linked),
      partRoots: new Uint8Array(Buffer.concat(roots)),
      createdAt: base.now(),
    },
  });
  return count;
}

/** Requests timestamps for anchors without one, the newest first: it also covers the ones before it. Stops when the authority fails. */
async function stampAnchors({ db, timestamper, log }: Base & AnchorPorts): Promise<number> {
  if (!timestamper) return 0;
  const missing = await db.anchor.findMany({
    where: { token: null, root: { not: null } },
    select: { date: true, hash: true },
    orderBy: { date: 'desc' },
    take: stampBatch,
  });
  let stamped = 0;
  for (const { date, hash } of missing) {
    try {
      const token = await timestamper.stamp(Buffer.from(hash!, 'hex'));
      const { time } = readTimestampToken(token);
      const { count } = await db.anchor.updateMany({
        where: { date, token: null },
        data: { token: new Uint8Array(token), stampedAt: time },
      });
      stamped += count;
    } catch (error) {
      if (!(error instanceof TimestampError)) throw error;
      log.warn('the anchor has no timestamp yet', { date: utcDay(date), reason: error.message });
      break;
    }
  }
  return stamped;
}
