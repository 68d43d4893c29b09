/** Runs only the mailbox. Settings: MAILBOX_SMTP_PORT, MAILBOX_HTTP_PORT, MAILBOX_HOST, MAILBOX_DIR (absent = in memory). */
import { startMailbox } from './mailbox.ts';

function port(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  console.error(`${name}: must be a port, 0 to 65535.`);
  process.exit(1);
}

const mailbox = await startMailbox({
  host: process.env.MAILBOX_HOST ?? '127.0.0.1',
  smtpPort: port('MAILBOX_SMTP_PORT', 1025),
  httpPort: port('MAILBOX_HTTP_PORT', 3001),
  folder: process.env.MAILBOX_DIR,
}).catch((error: Error) => {
  console.error(`The mailbox cannot start: ${error.message}`);
  process.exit(1);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void mailbox.close());
// Print this last: a caller that waits for it may send a signal immediately.
console.log(`Mailbox ${mailbox.url}, SMTP_URL=${mailbox.smtpUrl}`);
