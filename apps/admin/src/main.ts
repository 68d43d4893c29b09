/** `npm run -s admin -- <command>`: what an operator does with direct database access (decisions.md, section 10). */
import { readEnvOrExit } from '@countersign/config/env';
import { databaseSetting, databaseUrlOf } from '@countersign/core/open-base';
import { closeDb, createDb, type Db } from '@countersign/db/client';
import { connectionFault, DatabaseFaultError } from '@countersign/db/connection-fault';
import { silentLog } from '@countersign/db/log';
import { ProblemError } from '@countersign/problem/problem-error';
import { createQueue } from '@countersign/queue/queue';
import { type AdminContext, type Command, type OperatorContext, UsageError } from './command.ts';
import { doctorCommands } from './commands/doctor.ts';
import { keyCommands } from './commands/key.ts';
import { migrateCommands } from './commands/migrate.ts';
import { privacyCommands } from './commands/privacy.ts';
import { queueCommands } from './commands/queue.ts';
import { secretCommands } from './commands/secrets.ts';
import { storageCommands } from './commands/storage.ts';
import { workspaceCommands } from './commands/workspace.ts';

const commands: Command[] = [
  ...workspaceCommands,
  ...keyCommands,
  ...privacyCommands,
  ...queueCommands,
  ...migrateCommands,
  ...storageCommands,
  ...secretCommands,
  ...doctorCommands,
];

function help(): string {
  const width = Math.max(...commands.map((command) => command.usage.length));
  const lines = commands.map((command) => `  ${command.usage.padEnd(width)}  ${command.summary}`);
  return `npm run -s admin -- <command>\n\n${lines.join('\n')}\n\nThe database is DATABASE_URL, else the one that runs on DATA_DIR.\n`;
}

async function run(words: string[]): Promise<void> {
  const command = commands.find((one) => one.words.every((word, index) => words[index] === word));
  if (!command) throw new UsageError(words.length === 0 ? '' : `There is no command "${words.join(' ')}".`);
  const rest = words.slice(command.words.length);
  const config = readEnvOrExit();
  const operator: OperatorContext = {
    config,
    print: (text) => void process.stdout.write(`${text}\n`),
    hasColours: process.stdout.isTTY && process.stdout.hasColors(),
  };
  if ('runAlone' in command) {
    process.exitCode = await command.runAlone(operator, rest);
    return;
  }
  const databaseUrl = await databaseUrlOf(config);
  const db = createDb(databaseUrl, { max: 2 });
  const queue = createQueue({ url: databaseUrl, log: silentLog });
  const context: AdminContext = {
    ...operator,
    db,
    databaseUrl,
    queue: async () => {
      await queue.start();
      return queue;
    },
    now: () => new Date(),
  };
  try {
    await command.run(context, rest);
  } catch (error) {
    const fault = connectionFault(error, { url: databaseUrl, setting: databaseSetting(config) });
    if (!fault || (!fault.reached && (await answers(db)))) throw error;
    throw new DatabaseFaultError(fault, false);
  } finally {
    await queue.stop().catch(() => undefined);
    await closeDb(db);
  }
}

/** Whether what failed was something else, such as the storage: its errors look alike. */
async function answers(db: Db): Promise<boolean> {
  return db.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
}

const words = process.argv.slice(2);
if (words[0] === 'help' || words.includes('--help')) {
  process.stdout.write(help());
} else {
  try {
    await run(words);
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1;
    process.stderr.write(`${messageOf(error)}\n`);
    if (error instanceof UsageError) process.stderr.write(`\n${help()}`);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ProblemError && Array.isArray(error.detail)) {
    return error.detail.map((issue) => `${issue.loc.join('.')}: ${issue.msg}`).join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}
