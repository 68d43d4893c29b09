#!/usr/bin/env node
/** `countersign`: the command (decisions.md, section 10). */
import { readFileSync } from 'node:fs';
import { type Command, exit, UnreadableError, UsageError } from './command.ts';
import { verifyCommand } from './commands/verify.ts';
import { plainText } from './plain-text.ts';

const commands: Command[] = [verifyCommand];

function help(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  return `countersign <command>\n\n${lines.join('\n')}\n\ncountersign <command> --help tells more; countersign --version prints the version.`;
}

const helpOf = (command: Command) => `countersign ${command.usage}\n\n${command.summary}.\n\n${command.help}`;

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Ends by itself once standard output is written, also into a pipe. */
async function run(words: string[]): Promise<number> {
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  const [first, ...rest] = words;
  const command = commands.find(({ name }) => name === first);
  const asksHelp = words.some((word) => word === '--help' || word === '-h');
  if (!command) {
    if (first === '--version' || first === '-V') print(version());
    else if (asksHelp || first === 'help') print(help());
    else throw new UsageError(first ? `There is no command "${first}".\n\n${help()}` : help());
    return exit.ok;
  }
  if (asksHelp) {
    print(helpOf(command));
    return exit.ok;
  }
  try {
    return await command.run({ print }, rest);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${error.message}\n\n${helpOf(command)}`);
    throw error;
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? exit.usage : exit.unreadable;
}

function messageOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof UnreadableError) return plainText(error.message);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
