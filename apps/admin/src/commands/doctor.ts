/** `doctor`: checks everything that Countersign needs, with these settings and from this machine. */
import { type Command, numbered, parseWords } from '../command.ts';
import { type Result, runChecks, type Verdict } from '../doctor/check.ts';
import { checksFor } from '../doctor/checks.ts';

const marks: Record<Verdict, { text: string; color: number }> = {
  ok: { text: '✓', color: 32 },
  warn: { text: '!', color: 33 },
  fail: { text: '✗', color: 31 },
};

export const doctorCommands: Command[] = [
  {
    words: ['doctor'],
    usage: 'doctor [--json]',
    summary: 'check database, queues, storage, mail, seal key and timestamps; exits with 1 if a check fails',
    runAlone: async ({ config, print, hasColors }, words) => {
      const { flags } = parseWords(words, ['json']);
      const results = await runChecks(checksFor(config));
      const failed = results.filter(({ verdict }) => verdict === 'fail').length;
      const warned = results.filter(({ verdict }) => verdict === 'warn').length;
      const summary = `${results.length} checks: ${results.length - failed - warned} passed, ${numbered(warned, 'warning')}, ${failed} failed.`;
      if (flags.json) print(JSON.stringify({ ok: failed === 0, checks: results }, null, 2));
      else print(`${render(results, hasColors)}\n\n${summary}`);
      return failed === 0 ? 0 : 1;
    },
  },
];

/** One line per check, with its advice below. */
function render(results: readonly Result[], hasColors: boolean): string {
  const paint = (text: string, code: number) => (hasColors ? `\u001b[${code}m${text}\u001b[0m` : text);
  const width = Math.max(...results.map(({ name }) => name.length));
  return results
    .flatMap(({ name, verdict, says, advice }) => {
      const { text, color } = marks[verdict];
      const line = `${paint(text, color)} ${name.padEnd(width)}  ${says}`;
      return advice ? [line, `  ${' '.repeat(width)}  ${paint(`→ ${advice}`, 2)}`] : [line];
    })
    .join('\n');
}
