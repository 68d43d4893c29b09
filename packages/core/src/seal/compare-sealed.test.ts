/** What an instance says of a sealed file, whatever the length of its document's trail. */
import { encodeId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { finalizedDraft, reread } from '../../../../test/support/documents.ts';
import { withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { compareSealed } from './compare-sealed.ts';

test('a long trail is checked to its end with a page of it in memory', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const { id } = await finalizedDraft(ctx);
  await withTransaction(ctx, (t) =>
    appendEvents(
      t,
      id,
      Array.from({ length: 1000 }, () => ({ type: 'envelope.updated', payload: { changed: [] } })),
    ),
  );
  const pages: number[] = [];
  const db = base.db.$extends({
    query: {
      event: {
        async findMany({ args, query }) {
          const rows = await query(args);
          pages.push(rows.length);
          return rows;
        },
      },
    },
  }) as unknown as typeof base.db;
  const { chainSeq, chainHead } = await reread(ctx, id);
  const chainOf = async (chain_seq: number, chain_head: string) =>
    (
      await compareSealed(
        { db },
        {
          signature: 0,
          document_id: encodeId('doc', id),
          original_sha256: 'a'.repeat(64),
          contains_original: true,
          chain_seq,
          chain_head,
        },
        'b'.repeat(64),
      )
    ).chain;
  expect(await chainOf(chainSeq, chainHead)).toBe('matches');
  expect(await chainOf(chainSeq, 'c'.repeat(64))).toBe('differs');
  expect(await chainOf(chainSeq + 1, chainHead)).toBe('differs');
  expect(Math.max(...pages)).toBeLessThanOrEqual(200);
});
