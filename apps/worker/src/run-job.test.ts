/** What the queue does after an error of a job. */
import { silentLog } from '@countersign/log/port';
import { MailUnavailableError } from '@countersign/mail/mailer';
import { SealError, TimestampError } from '@countersign/pdf/ports/errors';
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
  requestId: 'r',
};

/** What the queue stores after an attempt that throws this error. */
async function kept(error: unknown) {
  const thrown = await runJob(silentLog, 'mail.send', run, () => Promise.reject(error)).catch(
    (reported) => reported,
  );
  return { thrown, kept: describeError(thrown) };
}

test('the queue stores the name and message of an error, without email addresses and keys', async () => {
  const busy = new MailUnavailableError(
    '450 4.2.1 <ada@example.test> is over quota; cs_live_abcdefgh12345678',
  );
  expect((await kept(busy)).kept).toEqual({
    name: 'MailUnavailableError',
    message: '450 4.2.1 <[address]> is over quota; cs_live_[hidden]',
  });
  // PostgreSQL cannot store NUL and half of an emoji.
  const stored = describeError(new Error(`\0${'x'.repeat(1999)}😀`)).message;
  expect(stored).toBe(`${'x'.repeat(1999)}\ufffd`);
  expect((await kept('ada@example.test')).kept).toEqual({ name: 'Error', message: '[address]' });
});

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test.each([
  ['storage', new StorageUnavailableError('The bucket documents cannot be used', refused)],
  ['mail server', new MailUnavailableError('connect ECONNREFUSED', { cause: refused })],
  ['key service', new SealError('the key service cannot be reached', { cause: refused })],
  ['timestamp authority', new TimestampError('it cannot be reached', { cause: refused })],
  ['server that fetch calls', new TypeError('fetch failed', { cause: refused })],
])('an unavailable %s counts as a failed attempt, so that the pauses grow', async (_, error) => {
  expect((await kept(error)).thrown).not.toBeInstanceOf(RetryAfter);
});

test('an unavailable database does not count as an attempt', async () => {
  expect((await kept(refused)).thrown).toBeInstanceOf(RetryAfter);
});

test('a job is given up after a problem; the stored message has its slug and no email addresses', async () => {
  const { thrown, kept: stored } = await kept(
    new ProblemError('validation', { detail: 'Recipient <ada@example.test> is odd.' }),
  );
  expect(thrown).toBeInstanceOf(GiveUp);
  expect(stored.message).toMatch(/^validation: /);
  expect(stored.message).not.toContain('ada@');
});
