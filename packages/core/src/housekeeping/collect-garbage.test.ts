/** How long rows are kept that are no longer needed. */
import { leastIdAt, newId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { sentDocument } from '../../../../test/support/documents.ts';
import { collectGarbage } from './collect-garbage.ts';

const day = 86_400_000;

test('rows are deleted a millisecond after their time, and are counted', async () => {
  const base = await testBase();
  base.clock.stop();
  const ctx = await testCtx(base);
  const { id: documentId, recipients } = await sentDocument(ctx);
  const [ada, grace] = recipients.map(({ id }) => id) as [string, string];
  const { db } = base;
  const now = base.now();
  /** The last moment at which a row is kept for so many days, and the one before. */
  const around = (days: number) => [0, 1].map((ms) => new Date(now.getTime() - days * day - ms));
  const bytes = (text: string, at: number) => Buffer.from(`${text} ${at}`);
  const times = around(1).map((createdAt) => ({ createdAt, expiresAt: createdAt }));

  for (const [at, expiresAt] of around(0).entries())
    await db.idempotencyRecord.create({
      data: { caller: 'key', key: `k${at}`, requestSha256: bytes('r', at), lockedUntil: now, expiresAt },
    });
  for (const [at, time] of times.entries()) {
    const id = newId();
    const urlHash = bytes('url', at);
    await db.otpCode.create({ data: { id, recipientId: ada, codeHash: bytes('code', at), ...time } });
    await db.signingSession.create({ data: { id, recipientId: ada, linkVersion: 1, urlHash, ...time } });
    await db.preparationSession.create({
      data: { id, documentId, actor: {}, canSend: false, urlHash, ...time },
    });
  }
  for (const [at, savedAt] of around(60).entries())
    await db.signingDraft.create({ data: { recipientId: [ada, grace][at]!, content: '{}', savedAt } });
  for (const createdAt of around(90)) {
    const toAda = { recipientId: ada, toName: 'Ada', toAddress: 'ada@example.test' };
    const kind = 'invitation';
    await db.mail.create({ data: { id: leastIdAt(createdAt), kind, ...toAda, status: 'sent', createdAt } });
  }
  for (const createdAt of around(180)) {
    const about = { recipientEmail: 'ada@example.test', documentTitle: 'Agreement', workspaceName: 'W' };
    await db.abuseReport.create({
      data: { id: newId(), recipientId: ada, ...about, reason: 'spam', createdAt },
    });
  }

  // PostgreSQL's clock alone counts for these, so the time between this statement and the sweep must not matter.
  await db.$executeRaw`
    INSERT INTO rate_bucket (id, tokens, updated_at)
    SELECT 'api:' || idle, 1, clock_timestamp() - idle * interval '1 second' FROM unnest(ARRAY[85000, 86401]) AS idle`;

  const left = async () => [
    await db.idempotencyRecord.count(),
    await db.otpCode.count(),
    await db.signingSession.count(),
    await db.preparationSession.count(),
    await db.signingDraft.count(),
    await db.mail.count({ where: { status: 'sent' } }),
    await db.abuseReport.count(),
    await db.rateBucket.count({ where: { id: { startsWith: 'api:' } } }),
  ];
  expect(await left()).toEqual(Array(8).fill(2));
  expect(await collectGarbage(base)).toMatchObject({
    idempotencyRecords: 1,
    codes: 1,
    sessions: 2,
    drafts: 1,
    mails: 1,
    abuseReports: 1,
  });
  expect(await left()).toEqual(Array(8).fill(1));
});
