import { EnvelopePatch } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { finalizedDraft, sentCopy } from '../../../../test/support/documents.ts';
import { withTransaction } from '../ctx.ts';
import { recordDownload } from '../document/download.ts';
import { lockDocument } from '../document/lock.ts';
import { patchDocument } from '../document/patch.ts';
import { setRecipients } from '../document/set-recipients.ts';
import { appendEvents } from './append.ts';

test('from 5,000 events on, a document that is not sealed takes five changes or downloads an hour', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const source = await finalizedDraft(ctx);
  const document = await sentCopy(ctx, source);
  const id = encodeId('doc', document.id);
  const cadence = (days: number) =>
    patchDocument(ctx, id, EnvelopePatch.parse({ reminder_cadence_days: days }));
  const grow = (documentId: string) =>
    withTransaction(ctx, async (tx) => {
      const { ctx: own } = await lockDocument(tx, documentId);
      const payload = { changed: ['title'] };
      await appendEvents(own, documentId, Array(5000).fill({ type: 'envelope.updated', payload }));
    });
  await cadence(3);
  await grow(document.id);
  for (const days of [4, 5, 6]) await cadence(days);
  for (let count = 0; count < 2; count += 1) await recordDownload(ctx, document.id, 'original');
  const refused = { slug: 'rate-limited', headers: { 'Retry-After': expect.stringMatching(/^7[12]\d$/) } };
  await expect(cadence(7)).rejects.toMatchObject(refused);
  await expect(recordDownload(ctx, document.id, 'original')).rejects.toMatchObject(refused);
  // A change that changes nothing adds no event.
  await cadence(6);

  const another = await sentCopy(ctx, source);
  await recordDownload(ctx, another.id, 'original');
  await grow(source.id);
  for (let count = 0; count < 5; count += 1) await setRecipients(ctx, encodeId('doc', source.id), []);
  await expect(setRecipients(ctx, encodeId('doc', source.id), [])).rejects.toMatchObject(refused);
});
