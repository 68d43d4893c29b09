/** Errors shortened to one line for a table. */
import { expect, test } from '@jest/globals';
import { testBase } from '../../../test/support/base.ts';
import { errorLine } from './error-line.ts';

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    (error: Error) => error.message,
  );

test('a failed query becomes one line with the message of PostgreSQL', async () => {
  const { db } = await testBase();
  expect(errorLine(await messageOf(db.$queryRaw`SELECT 1 FROM nowhere`))).toBe(
    'relation "nowhere" does not exist',
  );
  const refused = errorLine(await messageOf(db.folder.findMany({ where: { name: 'nul\0' } })));
  expect(refused).toContain('invalid byte sequence');
  expect(refused).not.toMatch(/\n|invocation/);
});

test('other errors keep their whole message, in one line', () => {
  expect(errorLine('550-No such person\n  550 here')).toBe('550-No such person 550 here');
  expect(errorLine('connect ECONNREFUSED 127.0.0.1:25')).toBe('connect ECONNREFUSED 127.0.0.1:25');
});
