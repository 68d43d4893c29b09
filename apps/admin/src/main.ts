/** `npm run -s admin -- <command>`: operator commands, with direct database access (docs/spec/decisions.md, section 10). */
import { readEnvOrExit } from '@countersign/config/env';
import { databaseSetting, databaseUrlOf } from '@countersign/core/open-base';
import { closeDb, createDb, type Db } from '@countersign/db/client';
import { connectionFault, DatabaseFaultError } from '@countersign/db/connection-fault';
import { silentLog } from '@countersign/log/port';
import { ProblemError } from '@countersign/problem/problem-error';
import { createQueue } from '@countersign/queue/queue';
import { type AdminContext, type Command, type OperatorContext, UsageError } from './command.ts';
import { abuseCommands } from './commands/abuse.ts';
import { backupCommands } from './commands/backup.ts';
import { doctorCommands } from './commands/doctor.ts';
import { keyCommands } from './commands/key.ts';
import { migrateCommands } from './commands/migrate.ts';
import { privacyCommands } from './commands/privacy.ts';
import { queueCommands } from './commands/queue.ts';
import { sealKeyCommands } from './commands/seal-key.ts';
import { secretCommands } from './commands/secrets.ts';
import { storageCommands } from './commands/storage.ts';
import { workspaceCommands } from './commands/workspace.ts';

const commands: Command[] = [
  ...workspaceCommands,
  ...keyCommands,
  ...privacyCommands,
  ...queueCommands,
  ...migrateCommands,
  ...backupCommands,
  ...storageCommands,
  ...secretCommands,
  ...sealKeyCommands,
  ...doctorCommands,
  ...abuseCommands,
];

function help(shown: readonly Command[]): string {
  const width = Math.max(...shown.map((command) => command.usage.length));
  const lines = shown.map((command) => `  ${command.usage.padEnd(width)}  ${command.summary}`);
  const where = 'The database is DATABASE_URL or, if that is not set, the running embedded one in DATA_DIR.';
  const end = shown === commands ? where : 'help lists all commands.';
  return `npm run -s admin -- <command>\n\n${lines.join('\n')}\n\n${end}\n`;
}

function commandOf(words: readonly string[]): Command | undefined {
  return commands.find((one) => one.words.every((word, index) => words[index] === word));
}

/** The commands that the help lists: the named one, otherwise those with the same first word, otherwise all. */
function commandsForHelp(words: readonly string[]): readonly Command[] {
  const meant = commandOf(words);
  if (meant) return [meant];
  const alike = commands.filter((command) => command.words[0] === words[0]);
  return alike.length > 0 ? alike : commands;
}

/** Runs the command; resolves with its exit status. */
async function run(words: string[]): Promise<number> {
  const command = commandOf(words);
  if (!command) throw new UsageError(words.length === 0 ? '' : `There is no command "${words.join(' ')}".`);
  const rest = words.slice(command.words.length);
  const config = readEnvOrExit();
  const operator: OperatorContext = {
    config,
    print: (text) => void process.stdout.write(`${text}\n`),
    hasColors: process.stdout.isTTY && process.stdout.hasColors(),
  };
  if ('runAlone' in command) return command.runAlone(operator, rest);
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
    return 0;
  } catch (error) {
    const fault = connectionFault(error, { url: databaseUrl, setting: databaseSetting(config) });
    if (!fault || (!fault.reached && (await answers(db)))) throw error;
    throw new DatabaseFaultError(fault, false);
  } finally {
    await queue.stop().catch(() => undefined);
    await closeDb(db);
  }
}

/** Whether the database answers. If it does, something else failed, such as the storage, whose errors look the same. */
async function answers(db: Db): Promise<boolean> {
  return db.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
}

/** Options whose names differ from the input of the verb. */
const optionOf: Readonly<Record<string, string>> = { ownerEmail: 'owner' };

function messageOf(error: unknown): string {
  if (error instanceof ProblemError && Array.isArray(error.detail)) {
    return error.detail
      .map(({ loc, msg }) => {
        const name = String(loc.at(-1));
        return `--${optionOf[name] ?? name}: ${msg.replace(/^Value error, /, '')}`;
      })
      .join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}

async function main(words: string[]): Promise<number> {
  if (words[0] === 'help' || words.includes('--help')) {
    process.stdout.write(help(commandsForHelp(words)));
    return 0;
  }
  try {
    return await run(words);
  } catch (error) {
    const message = messageOf(error);
    if (!(error instanceof UsageError)) {
      process.stderr.write(`${message}\n`);
      return 1;
    }
    process.stderr.write(`${message && `${message}\n\n`}${help(commandsForHelp(words))}`);
    return 2;
  }
}

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of the output, such as `head`, has closed the pipe. The command still runs to its end, because it may change something.
    if (error.code !== 'EPIPE') throw error;
  });
const status = await main(process.argv.slice(2));
// Exit as soon as all output is written, even if something still hangs, such as a file server that timed out in a check.
process.stdout.write('', () => process.stderr.write('', () => process.exit(status)));
