/** Runs `countersign` in the process of the test, which takes a tenth of the time of a process of its own (command-line.ts). */
import { readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../apps/cli/src/run.ts';
import { openTerminal } from '../../apps/cli/src/terminal.ts';
import type { Ended } from './command-line.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../apps/cli/package.json', import.meta.url), 'utf8'),
) as { version: string };

/**
 * Runs the command to its end in this process. Paths are relative to the working directory of the test. What only a process has, such
 * as signals and pipes, needs runCommand.
 */
export async function runCommandHere(
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const [out, err] = [collector(), collector()];
  const status = await runCommandLine(
    {
      terminal: openTerminal({ in: Readable.from([]), out: out.stream, err: err.stream }, {}),
      env,
      platform: process.platform,
      version,
      signal: new AbortController().signal,
      options: {},
    },
    words,
  );
  return { status, out: out.text(), err: err.text() };
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
