/** Keys while the database fails or another call acts in between. The rest: apps/api/src/middleware/idempotency.test.ts. */
import { expect, test } from '@jest/globals';
import { testBase } from '../../../../test/support/base.ts';
import { claimKey, type IdempotencyClaim, type KeyOwner, releaseClaim, releaseLater } from './claim.ts';

const request = Buffer.from('request');
type Records = KeyOwner['db']['idempotencyRecord'];

async function claimed(owner: KeyOwner, key: string): Promise<IdempotencyClaim> {
  const taken = await claimKey(owner, key, request);
  if (!('claim' in taken)) throw new Error(`The key ${key} must be new.`);
  return taken.claim;
}

/** The same owner, where one query of the records is another one. */
function withRecords(owner: KeyOwner, changed: Partial<Records>): KeyOwner {
  // Assigning would change the original, because it is a Proxy.
  const over = <T extends object>(original: T, change: object): T =>
    Object.create(original, Object.getOwnPropertyDescriptors(change));
  const idempotencyRecord = over(owner.db.idempotencyRecord, changed);
  return { ...owner, db: over(owner.db, { idempotencyRecord }) };
}

test('a claim is released at the first attempt, once a second, that does not fail', async () => {
  const owner = { ...(await testBase()), caller: 'key' };
  const records = owner.db.idempotencyRecord;
  const claim = await claimed(owner, 'k');
  const attempts = [performance.now()];
  const failing = withRecords(owner, {
    deleteMany: (...given) => {
      attempts.push(performance.now());
      if (attempts.length < 4) throw new Error('The database is away.');
      return records.deleteMany(...given);
    },
  });
  await releaseLater({ ...claim, owner: failing });
  expect(attempts).toHaveLength(4);
  // A timer may end a little early.
  expect(attempts.slice(1).map((at, n) => at - attempts[n]! > 900)).toEqual([true, true, true]);
  expect(await records.count({ where: { key: 'k' } })).toBe(0);
});

test('a key that its call releases before another reads the response counts as in progress', async () => {
  const owner = { ...(await testBase()), caller: 'key' };
  const records = owner.db.idempotencyRecord;
  const claim = await claimed(owner, 'released');
  const late = withRecords(owner, {
    findUnique: (async (...given: Parameters<Records['findUnique']>) => {
      await releaseClaim(claim);
      return records.findUnique(...given);
    }) as unknown as Records['findUnique'],
  });
  await expect(claimKey(late, 'released', request)).rejects.toMatchObject({
    slug: 'idempotency-in-progress',
  });
  await claimed(owner, 'released');
});
