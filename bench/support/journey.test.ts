import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../test/support/base.ts';
import { sealedDocument } from '../../test/support/sealed-files.ts';
import { emptySamples, type Journey, slowestOf, untilSealed } from './journey.ts';

test('a sealed document is unfinished until its invitations are sent, and each of them counts', async () => {
  const base = await testBase();
  const { document } = await sealedDocument(await testCtx(base), base.folder);
  const journeys = [{ id: document.id, startedAt: document.createdAt, took: {} }];
  expect(await untilSealed(base.db, journeys, emptySamples(), 0)).toEqual({ unsealed: 0, unmailed: 1 });
  const where = { documentId: document.id, kind: 'invitation' as const };
  const [mail] = await base.db.mail.findMany({ where });
  await base.db.mail.updateMany({
    where,
    data: { status: 'sent', sentAt: new Date(mail!.createdAt.getTime() + 1234) },
  });
  const samples = emptySamples();
  expect(await untilSealed(base.db, journeys, samples, 0)).toEqual({ unsealed: 0, unmailed: 0 });
  expect(samples.invitation).toHaveLength(document.recipients.length);
  expect(samples.invitation[0]).toBe(1234);
});

test('the slowest documents are named with their slowest stages', () => {
  const journeys = [
    { send: 10, sign: 30, seal: 60, whole: 100 },
    { send: 4000, sign: 30, seal: 900, whole: 5000 },
    { send: 10, sign: 300, seal: 200, whole: 600 },
    // Not sealed.
    { send: 9000 },
  ].map((took): Journey => ({ id: '', startedAt: new Date(), took }));
  expect(slowestOf(journeys, 2)).toEqual(['5,000 ms, of which send 4,000', '600 ms, of which sign 300']);
});
