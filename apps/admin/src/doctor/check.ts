/** The type of a check, and running all checks concurrently with a time limit. An error becomes a failed check. */
import { errorLine } from '../error-line.ts';

export type Verdict = 'ok' | 'warn' | 'fail';

export interface Finding {
  verdict: Verdict;
  /** What was found, in one line. */
  says: string;
  /** What to do about it. */
  advice?: string;
}

export interface Check {
  name: string;
  /** If it throws, the check has failed with the error's message. */
  run(): Promise<Finding>;
  /** What to do if it throws or does not answer in time. */
  advice?: string | ((error: unknown) => string);
}

export interface Result extends Finding {
  name: string;
  ms: number;
}

const limitMs = 15_000;

export const ok = (says: string): Finding => ({ verdict: 'ok', says });
export const warn = (says: string, advice: string): Finding => ({ verdict: 'warn', says, advice });
export const fail = (says: string, advice?: string): Finding => ({
  verdict: 'fail',
  says,
  ...(advice ? { advice } : {}),
});

/** Runs all checks concurrently. The results have the order of the checks. */
export async function runChecks(checks: readonly Check[]): Promise<Result[]> {
  return Promise.all(
    checks.map(async (check) => {
      const started = performance.now();
      const { promise: late, resolve } = Promise.withResolvers<Finding>();
      const timer = setTimeout(
        () => resolve(fail(`no answer within ${limitMs / 1000} s`, adviceOf(check, null))),
        limitMs,
      );
      try {
        const finding = await Promise.race([check.run(), late]);
        return { name: check.name, ...finding, ms: Math.round(performance.now() - started) };
      } catch (error) {
        return {
          name: check.name,
          ...fail(inOneLine(error), adviceOf(check, error)),
          ms: Math.round(performance.now() - started),
        };
      } finally {
        clearTimeout(timer);
      }
    }),
  );
}

function adviceOf({ advice }: Check, error: unknown): string | undefined {
  return typeof advice === 'function' ? advice(error) : advice;
}

/** The messages of an error and its causes, in one line. */
function inOneLine(error: unknown): string {
  const said: string[] = [];
  for (let one = error; one instanceof Error && said.length < 3; one = one.cause) {
    const line = errorLine(one.message || (one as NodeJS.ErrnoException).code || one.name);
    if (!said.some((before) => before.includes(line))) said.push(line);
  }
  return said.join(': ') || String(error);
}
