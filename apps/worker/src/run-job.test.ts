/** What an error of a job says to the queue. */
import { silentLog } from '@countersign/db/log';
import { MailUnavailableError } from '@countersign/mail/mailer';
import { ProblemError } from '@countersign/problem/problem-error';
import { describeError, GiveUp } from '@countersign/queue/outcomes';
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

test('a problem is given up, by its slug and without addresses', async () => {
  const { thrown, kept: told } = await kept(
    new ProblemError('validation', { detail: 'Recipient <ada@example.test> is odd.' }),
  );
  expect(thrown).toBeInstanceOf(GiveUp);
  expect(told.message).toMatch(/^validation: /);
  expect(told.message).not.toContain('ada@');
});
