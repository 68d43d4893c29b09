/** The usage page: days that are stored, and those that are counted. */
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { sentCopy, sentDocument, signAs } from '../../../../test/support/documents.ts';
import { storeUsageDays } from './days.ts';
import { listUsage } from './history.ts';

const dayMs = 86_400_000;

test('a day is stored when it has been over for a day, also by the clock of the database', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const { id } = await sentDocument({ ...ctx, mode: 'test' });
  await base.db.document.update({ where: { id }, data: { sentAt: new Date('2020-05-01T23:59:59.999Z') } });
  const storedAt = async (now: string) => {
    await storeUsageDays({ ...base, now: () => new Date(now) });
    return base.db.usageDay.findMany({ where: { workspaceId: ctx.workspaceId } });
  };
  expect(await storedAt('2020-05-02T23:59:59.999Z')).toEqual([]);
  const stored = [{ day: new Date('2020-05-01'), completed: 0, testSent: 1 }];
  expect(await storedAt('2020-05-03T00:00:00.000Z')).toMatchObject(stored);

  const { id: today } = await sentDocument({ ...ctx, mode: 'test' });
  expect(await storedAt('2199-01-01T00:00:00.000Z')).toMatchObject(stored);
  expect(await listUsage(ctx, 1)).toMatchObject([{ testSent: 1 }]);
  await base.db.document.update({ where: { id: today }, data: { sentAt: new Date('2020-05-01') } });
  expect(await listUsage(ctx, 1)).toMatchObject([{ testSent: 0 }]);
});

test('documents of past days are stored once, and later ones are counted; together they are exact', async () => {
  const base = await testBase();
  base.clock.stop();
  // Nothing is stored yet: the other test has stored the days of all workspaces.
  await base.db.dailySweep.deleteMany({ where: { id: 'usage-days' } });
  const live = await testCtx(base);
  const source = await sentDocument(live);
  const tried = await sentDocument({ ...live, mode: 'test' });
  const complete = async () => {
    const copy = await sentCopy(live, source);
    for (const recipient of copy.recipients) await signAs(base, copy, recipient);
    return copy.id;
  };
  const setBack = async (days: number, id: string, what: 'completedAt' | 'sentAt') =>
    base.db.document.update({
      where: { id },
      data: { [what]: new Date(base.now().getTime() - days * dayMs) },
    });
  const [, yesterday, recent, old] = [await complete(), await complete(), await complete(), await complete()];
  await setBack(1, yesterday, 'completedAt');
  await setBack(3, recent, 'completedAt');
  await setBack(40, old, 'completedAt');
  await setBack(10, tried.id, 'sentAt');
  const months = await listUsage(live, 3);
  expect(sum(months.map(({ completed }) => completed))).toBe(4);
  expect(sum(months.map(({ testSent }) => testSent))).toBe(1);

  const store = (days: number) =>
    storeUsageDays({ ...base, now: () => new Date(base.now().getTime() - days * dayMs) });
  const stored = () =>
    base.db.usageDay.findMany({ where: { workspaceId: live.workspaceId }, orderBy: { day: 'asc' } });
  await Promise.all([store(2), store(2)]);
  const first = [
    { completed: 1, testSent: 0 },
    { completed: 0, testSent: 1 },
  ];
  expect(await stored()).toMatchObject(first);
  expect(await listUsage(live, 3)).toEqual(months);

  // A stored day is not counted again: this document would now be in another month.
  await setBack(75, old, 'completedAt');
  await store(2);
  expect(await listUsage(live, 3)).toEqual(months);
  expect(await stored()).toMatchObject(first);

  await store(0);
  expect(await stored()).toMatchObject([...first, { completed: 1, testSent: 0 }]);
  expect(await listUsage(live, 3)).toEqual(months);
  await store(2);
  expect(await listUsage(live, 3)).toEqual(months);
});

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
