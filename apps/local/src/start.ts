/** `npm start`: everything on this machine; prints the addresses and, once, a test key; Ctrl-C stops all cleanly. */
import { readEnvOrExit } from '@countersign/config/env';
import { firstStart } from './first-start.ts';
import { startStack } from './stack.ts';

const config = readEnvOrExit();
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const stack = await startStack({ config, say, development: process.argv.includes('--dev') });
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    say(`\n${signal}: stopping …`);
    stack.stop().then(
      () => process.exit(0),
      (error) => {
        say(String(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));

  const first = await firstStart(stack.databaseUrl, {
    ownerEmail: config.OWNER_EMAIL,
    publicUrl: stack.publicUrl,
  });

  say(`
Countersign is running.
  Console      ${stack.publicUrl}
  API          ${stack.publicUrl}/v1
  Reference    ${stack.publicUrl}/docs
  Mailbox      ${stack.mailboxUrl ?? 'none: emails go to SMTP_URL'}
  Data         ${config.dataDir}`);
  const arrives = stack.mailboxUrl ? `; the link is sent to the mailbox` : '';
  say(`\nSign in to the console as ${config.OWNER_EMAIL}${arrives}.`);
  if (first) {
    say(`Or use this link, once within 15 minutes:
  ${first.signInLink}

A test key, shown only this once:
  ${first.testKey}
  curl -H "Authorization: Bearer ${first.testKey}" ${stack.publicUrl}/v1/me`);
  } else {
    say('\nMore keys: npm run -s admin -- key create --workspace default --mode live --name "My program"');
  }
  say('\nCtrl-C stops everything.');
} catch (error) {
  say(`Countersign could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
