/** Where the command writes, and what it may do there. */
import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { jsonText } from './show/plain-text.ts';

type Output = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>;

export interface Terminal {
  /** A line, or several, to standard output: what was asked for. */
  print(text: string): void;
  /** To standard output as JSON; `isLine` on one line, for a stream of values. */
  printJson(value: unknown, isLine?: boolean): void;
  /** Bytes to standard output; resolves when more may come. */
  write(bytes: Uint8Array): Promise<void>;
  /** A line to standard error: what happens meanwhile. */
  note(text: string): void;
  /** Overwrites the line of progress on standard error, or clears it with ''. Does nothing where nobody looks. */
  progress(text: string): void;
  /** Asks on standard error; resolves with the answer. Only where `isInteractive`. */
  ask(question: string, signal: AbortSignal): Promise<string>;
  /** All of standard input. */
  read(): Promise<Buffer>;
  /** A person looks at standard output. */
  isOutTerminal: boolean;
  /** A person looks at standard error. */
  isErrTerminal: boolean;
  /** A person can answer. */
  isInteractive: boolean;
  /** Width of standard output in columns; Infinity where no person looks. */
  columns: number;
  errColumns: number;
  /** Whether standard output, or standard error, may be coloured. */
  colour: { out: boolean; err: boolean };
}

/** A terminal over the three streams. https://no-color.org: any value of NO_COLOR but the empty one turns colours off. */
export function openTerminal(
  streams: { in: Input; out: Output; err: Output },
  env: { NO_COLOR?: string | undefined; TERM?: string | undefined },
): Terminal {
  const { out, err } = streams;
  const mayColour = !env.NO_COLOR && env.TERM !== 'dumb';
  const isErrTerminal = err.isTTY === true;
  let hasProgress = false;
  const clear = () => {
    if (hasProgress) err.write('\r\u001b[K');
    hasProgress = false;
  };
  return {
    print: (text) => {
      clear();
      out.write(`${text}\n`);
    },
    printJson: (value, isLine = false) => {
      clear();
      out.write(`${jsonText(value, isLine ? 0 : 2)}\n`);
    },
    write: async (bytes) => {
      if (!out.write(bytes)) await new Promise<void>((resolve) => out.once('drain', resolve));
    },
    note: (text) => {
      clear();
      err.write(`${text}\n`);
    },
    progress: (text) => {
      if (!isErrTerminal) return;
      clear();
      if (text) err.write(text);
      hasProgress = text !== '';
    },
    ask: async (question, signal) => {
      clear();
      const lines = createInterface({ input: streams.in, output: err });
      try {
        return await lines.question(question, { signal });
      } finally {
        lines.close();
      }
    },
    read: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of streams.in) chunks.push(Buffer.from(chunk as Uint8Array));
      return Buffer.concat(chunks);
    },
    isOutTerminal: out.isTTY === true,
    isErrTerminal,
    isInteractive: streams.in.isTTY === true && isErrTerminal,
    columns: out.isTTY ? (out.columns ?? 80) : Number.POSITIVE_INFINITY,
    errColumns: err.columns ?? 80,
    colour: { out: mayColour && out.isTTY === true, err: mayColour && isErrTerminal },
  };
}
