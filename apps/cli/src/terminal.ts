/** Input and output of the command. */
import { createInterface, type Interface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { InterruptedError } from './exit-status.ts';
import { jsonText } from './show/plain-text.ts';

type Output = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>;

export interface Terminal {
  /** Prints one or more lines of the result to standard output. */
  print(text: string): void;
  /** Prints JSON to standard output; with `isLine` on one line, for a stream of values. */
  printJson(value: unknown, isLine?: boolean): void;
  /** Writes bytes to standard output; resolves when it can take more. */
  write(bytes: Uint8Array): Promise<void>;
  /** Prints a line to standard error. */
  note(text: string): void;
  /** Overwrites the line of progress on standard error, or clears it with ''. Does nothing if standard error is not a terminal. */
  progress(text: string): void;
  /** Asks on standard error; resolves with the answer. Throws InterruptedError at Ctrl-C and Ctrl-D. Only where `isInteractive`. */
  ask(question: string, signal: AbortSignal): Promise<string>;
  /** Like `ask`, but the answer is not shown. */
  askSecret(question: string, signal: AbortSignal): Promise<string>;
  /** Reads all of standard input. */
  read(): Promise<Buffer>;
  /** Whether standard output is a terminal. */
  isOutTerminal: boolean;
  /** Whether standard error is a terminal. */
  isErrTerminal: boolean;
  /** Whether a person can answer questions. */
  isInteractive: boolean;
  /** Width of standard output in columns; Infinity if it is not a terminal. */
  columns: number;
  errColumns: number;
  /** Whether standard output, or standard error, may be colored. */
  color: { out: boolean; err: boolean };
}

/** Opens a terminal on the three streams. Any non-empty value of NO_COLOR turns colors off (https://no-color.org). */
export function openTerminal(
  streams: { in: Input; out: Output; err: Output },
  env: { NO_COLOR?: string | undefined; TERM?: string | undefined },
): Terminal {
  const { out, err } = streams;
  const mayColor = !env.NO_COLOR && env.TERM !== 'dumb';
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
        return await answerOf(lines, question, signal);
      } finally {
        lines.close();
      }
    },
    askSecret: async (question, signal) => {
      clear();
      // Without an output, readline shows nothing. As a terminal, it also turns off the echo of the input.
      const lines = createInterface({ input: streams.in, terminal: true });
      try {
        const answer = answerOf(lines, '', signal);
        err.write(question);
        return await answer;
      } finally {
        lines.close();
        err.write('\n');
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
    color: { out: mayColor && out.isTTY === true, err: mayColor && isErrTerminal },
  };
}

/** Asks one question. A terminal in raw mode sends no SIGINT for Ctrl-C; readline reads it as a key. */
function answerOf(lines: Interface, question: string, signal: AbortSignal): Promise<string> {
  const closed = Promise.withResolvers<never>();
  lines.once('SIGINT', () => lines.close());
  lines.once('close', () => closed.reject(new InterruptedError()));
  return Promise.race([lines.question(question, { signal }), closed.promise]);
}
