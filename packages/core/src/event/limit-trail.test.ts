import { EnvelopePatch } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { finalizedDraft, sentCopy } from '../../../../test/support/documents.ts';
import { withTransaction } from '../ctx.ts';
import { correctRecipient } from '../document/correct-recipient.ts';
import { recordDownload } from '../document/download.ts';
import { lockDocument } from '../document/lock.ts';
import { patchDocument } from '../document/patch.ts';
import { patchDraft } from '../document/patch-draft.ts';
import { setFields } from '../document/set-fields.ts';
import { setRecipients } from '../document/set-recipients.ts';
import { createSigningSession } from '../signing/create-session.ts';
import { appendEvents } from './append.ts';
import { limitTrail } from './limit-trail.ts';

test('from 5,000 events on, or 100,000 once sealed, a document takes five changes or downloads an hour', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const source = await finalizedDraft(ctx, {
    recipients: [{ name: 'Ada Lovelace', email: 'ada@example.test', role: 'approver', delivery: 'none' }],
    fields: [],
  });
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
  const [recipient] = document.recipients;
  await expect(correctRecipient(ctx, id, recipient!.id, { name: 'Ada' })).rejects.toMatchObject(refused);
  await expect(createSigningSession(ctx, id, recipient!.id)).rejects.toMatchObject(refused);

  const another = await sentCopy(ctx, source);
  await recordDownload(ctx, another.id, 'original');
  await grow(source.id);
  for (let count = 0; count < 5; count += 1) await setRecipients(ctx, encodeId('doc', source.id), []);
  const draft = encodeId('doc', source.id);
  await expect(setFields(ctx, draft, [])).rejects.toMatchObject(refused);
  await expect(patchDraft(ctx, draft, { title: 'Another' })).rejects.toMatchObject(refused);
  await expect(setRecipients(ctx, encodeId('doc', source.id), [])).rejects.toMatchObject(refused);

  const at = (chainSeq: number, sealedAt: Date | null) =>
    withTransaction(ctx, (tx) => limitTrail(tx, { id: another.id, chainSeq, sealedAt }));
  for (let count = 0; count < 6; count += 1) await at(99_999, base.now());
  for (let count = 0; count < 5; count += 1) await at(100_000, base.now());
  await expect(at(100_000, base.now())).rejects.toMatchObject(refused);
  await expect(at(5000, null)).rejects.toMatchObject(refused);
  await at(4999, null);
});
