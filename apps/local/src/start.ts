/**
 * `npm start`: everything on this machine; prints the addresses and, once, a test key; Ctrl-C stops all cleanly. `--split` runs one
 * worker process for each queue, `--dev` picks up changed sources.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvOrExit } from '@countersign/config/env';
import { runToEnd } from './children.ts';
import type { FirstStart } from './first-start.ts';
import { type Stack, startStack } from './stack.ts';

const options = readOptionsOrExit();
const config = readEnvOrExit();
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const stack = await startStack({ config, say, split: options.split, development: options.dev });
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

  const first = await firstStartOf(stack).catch(async (error: unknown) => {
    await stack.stop();
    throw error;
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

/** In a process of its own: the launcher runs as long as the service, and the verbs would take 60 MB of its memory. */
async function firstStartOf({ databaseUrl, publicUrl }: Stack): Promise<FirstStart | null> {
  const script = join(import.meta.dirname, 'first-start-process.ts');
  return JSON.parse(await runToEnd(script, { DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl }));
}

function readOptionsOrExit(): { split: boolean; dev: boolean } {
  try {
    const { values } = parseArgs({ options: { split: { type: 'boolean' }, dev: { type: 'boolean' } } });
    return { split: values.split ?? false, dev: values.dev ?? false };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nUsage: npm start [-- --split]\n`);
    process.exit(2);
  }
}
