import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { sentDocument } from '../../../../test/support/documents.ts';
import { withTransaction } from '../ctx.ts';
import { appendEvents } from './append.ts';
import { readEventPages } from './list.ts';

test.each([199, 200, 201, 400])(
  'a trail of %i events is read from its first to its last one, without an empty page',
  async (count) => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { id, chainSeq } = await sentDocument(ctx);
    await withTransaction(ctx, async (tx) => {
      const fetched = { type: 'envelope.downloaded' as const, payload: { version: 'original' } };
      await appendEvents(
        tx,
        id,
        Array.from({ length: count - chainSeq }, () => fetched),
      );
    });
    const seqs: number[] = [];
    for await (const page of readEventPages(base.db, id)) {
      expect(page).not.toEqual([]);
      seqs.push(...page.map(({ seq }) => seq));
    }
    expect(seqs).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  },
);
