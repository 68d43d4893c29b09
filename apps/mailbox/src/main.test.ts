/** The mailbox as a process of its own. */
import { expect, test } from '@jest/globals';
import { startProcess } from '../../../test/support/processes.ts';

async function stopAtFirstLine(): Promise<{ printed: string; status: number | null }> {
  const mailbox = startProcess('apps/mailbox/src/main.ts', {
    MAILBOX_SMTP_PORT: '0',
    MAILBOX_HTTP_PORT: '0',
  });
  const { message } = await mailbox.until(() => true);
  return { printed: message, status: await mailbox.stop() };
}

test('a signal right after the first line of output ends the process cleanly', async () => {
  // Five, as one alone may be quick enough by chance.
  for (const { printed, status } of await Promise.all(Array.from({ length: 5 }, stopAtFirstLine))) {
    expect(printed).toMatch(/^Mailbox http:\/\/127\.0\.0\.1:\d+, SMTP_URL=smtp:\/\/127\.0\.0\.1:\d+$/);
    expect(status).toBe(0);
  }
});
