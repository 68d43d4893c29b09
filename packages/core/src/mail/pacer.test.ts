/** Permits while the database fails. */
import { expect, test } from '@jest/globals';
import { testBase } from '../../../../test/support/base.ts';
import { Pacer } from './pacer.ts';

test('all mails that wait for permits fail when these cannot be claimed, and so does the next one', async () => {
  const base = await testBase({
    mailPace: { server: { perSecond: 1, perDay: null }, workspace: { perSecond: null, perDay: null } },
  });
  const pacer = new Pacer({ ...base, db: {} as never });
  const ask = () => pacer.permit('urgent', null);
  const asked = await Promise.allSettled([ask(), ask()]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(ask()).rejects.toThrow();
});
