/** What a command of `countersign` is, and how it ends. */

/** Exit statuses, the same for every command. */
export const exit = {
  ok: 0,
  /** The answer is no: not intact. */
  no: 1,
  /** Used wrongly. */
  usage: 2,
  /** A file cannot be read, or is not what it should be. */
  unreadable: 3,
} as const;

/** A command used wrongly: exit status 2, with its help. */
export class UsageError extends Error {}

/** A file that cannot be read or understood: exit status 3. The message names the file and says why. */
export class UnreadableError extends Error {}

export interface Terminal {
  /** A line, or several, to standard output. */
  print(text: string): void;
}

export interface Command {
  name: string;
  usage: string;
  summary: string;
  help: string;
  /** Returns the exit status. */
  run(terminal: Terminal, words: string[]): Promise<number>;
}
