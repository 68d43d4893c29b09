/** The type of a command, and functions that read its options and format its output. */
import { parseArgs } from 'node:util';
import type { Config } from '@countersign/config/env';
import type { Db } from '@countersign/db/client';
import type { Queue } from '@countersign/queue/queue';

/** The command was used wrongly: prints the help, exit status 2. */
export class UsageError extends Error {}

/** Available to every command. */
export interface OperatorContext {
  config: Config;
  print(text: string): void;
  /** Whether the terminal shows colors and NO_COLOR is not set. */
  hasColors: boolean;
}

export interface AdminContext extends OperatorContext {
  db: Db;
  databaseUrl: string;
  /** The job queue, connected at first use. */
  queue(): Promise<Queue>;
  now(): Date;
}

interface Described {
  words: string[];
  usage: string;
  summary: string;
}

/** A command that needs the database, or one that runs without it and returns its exit status. */
export type Command = Described &
  (
    | { run(context: AdminContext, words: string[]): Promise<void> }
    | { runAlone(context: OperatorContext, words: string[]): Promise<number> }
  );

/** Reads `--name` switches; throws UsageError for anything else. */
export function parseWords<Flag extends string>(
  words: string[],
  flags: readonly Flag[],
): { flags: Partial<Record<Flag, boolean>> } {
  try {
    const { values } = parseArgs({
      args: words,
      options: Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
    });
    return { flags: values as Partial<Record<Flag, boolean>> };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads `--name value` options; throws UsageError for unknown ones and for required ones that are missing. */
export function readOptions<Required extends string, Optional extends string = never>(
  words: string[],
  names: { required: readonly Required[]; optional?: readonly Optional[]; positionals?: number },
): { options: Record<Required, string> & Partial<Record<Optional, string>>; positionals: string[] } {
  const all = [...names.required, ...(names.optional ?? [])];
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: words,
      options: Object.fromEntries(all.map((name) => [name, { type: 'string' as const }])),
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const missing = names.required.filter((name) => parsed.values[name] === undefined);
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.map((name) => `--${name}`).join(', ')}`);
  if (parsed.positionals.length > (names.positionals ?? 0)) {
    throw new UsageError(`Unexpected: ${parsed.positionals.join(' ')}`);
  }
  return { options: parsed.values as never, positionals: parsed.positionals };
}

/** `1 file`, `2 files`. */
export function numbered(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Texts by other people must not control the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** A table with aligned columns; numbers are aligned to the right. */
export function table(given: ReadonlyArray<Readonly<Record<string, string | number>>>): string {
  const [first] = given;
  if (!first) return '';
  const columns = Object.keys(first);
  const rows = given.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' ? printable(value) : value,
      ]),
    ),
  );
  const width = (column: string) => Math.max(column.length, ...rows.map((row) => String(row[column]).length));
  const cell = (column: string, value: string | number) =>
    typeof value === 'number' ? String(value).padStart(width(column)) : value.padEnd(width(column));
  const lines = rows.map((row) => columns.map((column) => cell(column, row[column] ?? '')).join('  '));
  return [columns.map((column) => column.padEnd(width(column))).join('  '), ...lines]
    .map((line) => line.trimEnd())
    .join('\n');
}
