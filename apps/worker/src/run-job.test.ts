/** What an error of a job says to the queue. */
import { silentLog } from '@countersign/db/log';
import { MailUnavailableError } from '@countersign/mail/mailer';
import { ProblemError } from '@countersign/problem/problem-error';
import { describeError, GiveUp, RetryAfter } from '@countersign/queue/outcomes';
import { StorageUnavailableError } from '@countersign/storage/storage';
import { expect, test } from '@jest/globals';
import { runJob } from './run-job.ts';

const run = {
  id: 'id',
  attempt: 1,
  lastAttempt: false,
  createdAt: new Date(),
  signal: new AbortController().signal,
};

/** What the queue keeps of a run that throws so. */
async function kept(error: unknown) {
  const thrown = await runJob(silentLog, 'mail.send', run, 'r', () => Promise.reject(error)).catch(
    (told) => told,
  );
  return { thrown, kept: describeError(thrown) };
}

test('the queue keeps the kind and the words of an error, without addresses and keys', async () => {
  const busy = new MailUnavailableError(
    '450 4.2.1 <ada@example.test> is over quota; cs_live_abcdefgh12345678',
  );
  expect((await kept(busy)).kept).toEqual({
    name: 'MailUnavailableError',
    message: '450 4.2.1 <[address]> is over quota; cs_live_[hidden]',
  });
  expect((await kept('ada@example.test')).kept).toEqual({ name: 'Error', message: '[address]' });
});

test('a storage that is away counts as a failed try, so that the pauses grow; a database that is away does not', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const storageAway = new StorageUnavailableError('The bucket documents cannot be used', refused);
  expect((await kept(storageAway)).thrown).not.toBeInstanceOf(RetryAfter);
  expect((await kept(refused)).thrown).toBeInstanceOf(RetryAfter);
});

test('a problem is given up, by its slug and without addresses', async () => {
  const { thrown, kept: told } = await kept(
    new ProblemError('validation', { detail: 'Recipient <ada@example.test> is odd.' }),
  );
  expect(thrown).toBeInstanceOf(GiveUp);
  expect(told.message).toMatch(/^validation: /);
  expect(told.message).not.toContain('ada@');
});
