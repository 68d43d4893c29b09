/** The usage page: days that are stored, and those that are counted. */
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { sentCopy, sentDocument, signAs } from '../../../../test/support/documents.ts';
import type { Ctx } from '../ctx.ts';
import { storeUsageDays } from './days.ts';
import { listUsage } from './history.ts';

const day = 86_400_000;

test('documents of days that are over are stored once, and later ones are counted; together they are exact', async () => {
  const base = await testBase();
  base.clock.stop();
  const live = await testCtx(base);
  const source = await sentDocument(live);
  const trial: Ctx = { ...live, mode: 'test' };
  const tried = await sentDocument(trial as typeof live);
  const complete = async () => {
    const copy = await sentCopy(live, source);
    for (const recipient of copy.recipients) await signAs(base, copy, recipient);
    return copy.id;
  };
  const setBack = async (days: number, ids: string[], what: 'completedAt' | 'sentAt') =>
    base.db.document.updateMany({
      where: { id: { in: ids } },
      data: { [what]: new Date(base.now().getTime() - days * day) },
    });
  const [today, yesterday, old] = [await complete(), await complete(), await complete()];
  await setBack(1, [yesterday], 'completedAt');
  await setBack(40, [old], 'completedAt');
  await setBack(3, [tried.id], 'sentAt');
  const totals = async () => {
    const months = await listUsage(live, 3);
    return [sum(months.map(({ completed }) => completed)), sum(months.map(({ testSent }) => testSent))];
  };
  const before = await listUsage(live, 3);
  expect(await totals()).toEqual([3, 1]);

  const stored = () =>
    base.db.usageDay.findMany({ where: { workspaceId: live.workspaceId }, orderBy: { day: 'asc' } });
  await Promise.all([storeUsageDays(base), storeUsageDays(base)]);
  expect(await stored()).toMatchObject([
    { completed: 1, testSent: 0 },
    { completed: 0, testSent: 1 },
  ]);
  expect(await listUsage(live, 3)).toEqual(before);

  // A stored day is not counted again: this document would now be in another month.
  await setBack(75, [old], 'completedAt');
  await storeUsageDays(base);
  expect(await listUsage(live, 3)).toEqual(before);
  expect(await stored()).toHaveLength(2);

  base.clock.advance(2 * day);
  await storeUsageDays(base);
  expect(await stored()).toHaveLength(4);
  expect(await totals()).toEqual([3, 1]);
  await setBack(75, [today], 'completedAt');
  expect(await totals()).toEqual([3, 1]);
});

test('a day is stored when it has been over for a day', async () => {
  const base = await testBase();
  base.clock.stop();
  const ctx = await testCtx(base);
  const { id } = await sentDocument({ ...ctx, mode: 'test' });
  await base.db.document.update({ where: { id }, data: { sentAt: new Date('2031-05-01T23:59:59.999Z') } });
  const storedAt = async (now: string) => {
    await storeUsageDays({ ...base, now: () => new Date(now) });
    return base.db.usageDay.findMany({ where: { workspaceId: ctx.workspaceId } });
  };
  expect(await storedAt('2031-05-02T23:59:59.999Z')).toEqual([]);
  expect(await storedAt('2031-05-03T00:00:00.000Z')).toMatchObject([
    { day: new Date('2031-05-01'), completed: 0, testSent: 1 },
  ]);
});

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
