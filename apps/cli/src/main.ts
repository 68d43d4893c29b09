#!/usr/bin/env node
/** `countersign`: the command (docs/spec/decisions.md, section 10). */
import manifest from '../package.json' with { type: 'json' };
import { exit, InterruptedError } from './exit-status.ts';
import { runCommandLine } from './run.ts';
import { openTerminal } from './terminal.ts';

const interruption = new AbortController();
process.on('SIGINT', () => {
  // A second Ctrl-C exits at once.
  if (interruption.signal.aborted) process.exit(exit.interrupted);
  interruption.abort(new InterruptedError());
});
process.once('SIGTERM', () => interruption.abort(new InterruptedError()));
// The reader of the output, such as `head`, has closed the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exit.ok);
  throw error;
});
// Without a reader of its notes, the command goes on: its output and its exit status may still be read.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { env, stdin, stdout, stderr, platform } = process;
process.exitCode = await runCommandLine(
  {
    terminal: openTerminal({ in: stdin, out: stdout, err: stderr }, env),
    env,
    platform,
    version: manifest.version,
    signal: interruption.signal,
    options: {},
  },
  process.argv.slice(2),
);
