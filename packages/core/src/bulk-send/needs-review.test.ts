/** Which bulk sends exceed the fair-use threshold of a day. */
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { rowsFor, storedTemplate } from '../../../../test/support/bulk.ts';
import { sentDocument } from '../../../../test/support/documents.ts';
import { cancelBulkSend } from './cancel.ts';
import { createBulkSend } from './create.ts';

test('a bulk send is flagged if it exceeds the threshold alone, or with what was sent today and what waits', async () => {
  const base = await testBase({ reviewThreshold: 5 });
  // The counts are of one day.
  base.clock.stop();
  const workspace = async () => {
    const ctx = await testCtx(base);
    const templateId = await storedTemplate(ctx);
    const create = (rows: number) =>
      createBulkSend(ctx, { templateId, sourceFilename: null, rows: rowsFor(rows) });
    return { ctx, create, isFlagged: async (rows: number) => (await create(rows)).reviewFlagged };
  };
  const alone = await workspace();
  expect(await alone.isFlagged(6)).toBe(true);

  const waiting = await workspace();
  const first = await waiting.create(5);
  expect(first.reviewFlagged).toBe(false);
  expect(await waiting.isFlagged(1)).toBe(true);
  await cancelBulkSend(waiting.ctx, first.id);
  expect(await waiting.isFlagged(4)).toBe(false);

  const sent = await workspace();
  for (let documents = 0; documents < 3; documents += 1) await sentDocument(sent.ctx);
  expect(await sent.isFlagged(2)).toBe(false);
  expect(await sent.isFlagged(1)).toBe(true);
});
