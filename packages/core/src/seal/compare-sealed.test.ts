/** What an installation reports about a sealed file, however long the audit trail is. */

import { encodeId } from '@countersign/contract/ids';
import { TrailValues } from '@countersign/contract/values-digest';
import type { Event } from '@countersign/db/models';
import { describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { finalizedDraft, reread } from '../../../../test/support/documents.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { eraseDocument } from '../privacy/erase-document.ts';
import { compareSealed } from './compare-sealed.ts';

/** A base that records the size of every page of the trail that is read. `change` alters the rows after reading, or drops one. */
function watched(base: TestBase, change: (row: Event) => Event | [] = (row) => row) {
  const pages: number[] = [];
  const db = base.db.$extends({
    query: {
      async $queryRaw({ args, query }) {
        const rows: unknown = await query(args);
        if (!Array.isArray(rows) || rows[0]?.eventType === undefined) return rows;
        pages.push(rows.length);
        return rows.flatMap((row: Event) => change(row));
      },
    },
  }) as unknown as TestBase['db'];
  return { db, pages };
}

/** A document with a thousand events that contain personal data. */
async function withLongTrail(ctx: TestBase & Ctx): Promise<string> {
  const { id } = await finalizedDraft(ctx);
  const actor = { type: 'user', id: 'u', name: 'Ada Lovelace' } as const;
  await withTransaction(ctx, (tx) =>
    appendEvents(
      tx,
      id,
      Array.from({ length: 1000 }, () => ({ type: 'envelope.updated', payload: { changed: [] }, actor })),
    ),
  );
  return id;
}

async function chainOf(db: TestBase['db'], id: string, seq: number, head: string): Promise<string | null> {
  const facts = {
    signature: 0,
    document_id: encodeId('doc', id),
    mode: 'live' as const,
    original_sha256: 'a'.repeat(64),
    files_sha256: [],
    recipient_signatures: [],
    contains_original: true,
    original_repaired: false,
    chain_seq: seq,
    chain_head: head,
    values_sha256: new TrailValues(seq).digest(),
  };
  return (await compareSealed({ db }, { facts, sha256: 'b'.repeat(64), earlierSha256: [], signer: null }, []))
    .chain;
}

describe('a long trail is checked completely with one page in memory', () => {
  test('as it was written', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const id = await withLongTrail(ctx);
    const { db, pages } = watched(base);
    const { chainSeq, chainHead } = await reread(ctx, id);
    expect(await chainOf(db, id, chainSeq, chainHead)).toBe('matches');
    expect(await chainOf(db, id, chainSeq, 'c'.repeat(64))).toBe('differs');
    expect(await chainOf(db, id, chainSeq + 1, chainHead)).toBe('differs');
    expect(Math.max(...pages)).toBe(200);
  });

  test('it is not complete without its last event, even if the event that the seal names is there', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const id = await withLongTrail(ctx);
    const { chainSeq } = await reread(ctx, id);
    const sealed = await base.db.event.findFirstOrThrow({ where: { documentId: id, seq: chainSeq - 10 } });
    const without = (seq: number) => watched(base, (row) => (row.seq === seq ? [] : row)).db;
    expect(await chainOf(without(0), id, sealed.seq, sealed.hash)).toBe('matches');
    expect(await chainOf(without(chainSeq), id, sealed.seq, sealed.hash)).toBe('differs');
    await eraseDocument(ctx, id, { keepSealed: false, cause: 'request' });
    await withTransaction(ctx, (tx) => appendEvents(tx, id, [{ type: 'envelope.downloaded' }]));
    expect(await chainOf(without(0), id, sealed.seq, sealed.hash)).toBe('matches');
    const last = await base.db.document.findUniqueOrThrow({ where: { id } });
    expect(await chainOf(without(last.chainSeq), id, sealed.seq, sealed.hash)).toBe('differs');
  });

  test('after an erasure', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const id = await withLongTrail(ctx);
    const { chainSeq, chainHead } = await reread(ctx, id);
    const { eventsErased } = await eraseDocument(ctx, id, { keepSealed: false, cause: 'request' });
    expect(eventsErased).toBeGreaterThanOrEqual(1000);
    const { db, pages } = watched(base);
    expect(await chainOf(db, id, chainSeq, chainHead)).toBe('matches');
    expect(await chainOf(db, id, chainSeq, 'c'.repeat(64))).toBe('differs');
    expect(await chainOf(db, id, chainSeq + 2, chainHead)).toBe('differs');
    expect(Math.max(...pages)).toBe(200);
    // The record of the erasure covers what the hashes of the events no longer cover.
    const changed = watched(base, (row) =>
      row.seq === 500 ? { ...row, createdAtIso: '2026-01-01T00:00:00.000Z' } : row,
    );
    expect(await chainOf(changed.db, id, chainSeq, chainHead)).toBe('differs');
  });
});
