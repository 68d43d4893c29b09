/** Finds out which mutants the tests of an area detect. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Copy, type Runner, RunnerFailed } from './copy.ts';
import { type Mutant, withSwitches } from './mutants.ts';
import type { Failure, Order, TestRun } from './runner.ts';

export type Verdict = 'killed' | 'survived' | 'timed out';

export interface Job extends Mutant {
  path: string;
}

export interface Judgment {
  verdict: Verdict;
  /** The test that failed, or why none ran. */
  by: string;
}

type Files = Order['files'];
/** A judgment with the test that failed, if it was one test. */
type Found = Judgment & { killer: Failure | null };

/**
 * Judges mutants whose sources have the same tests. The sources contain all mutants, each behind a switch, so the test files are loaded
 * only once. First all tests run without a mutant. This shows which tests reach which mutant; only those run for it. A mutant of code that
 * runs while modules are loaded needs all tests, and a process of its own. Throws if a test fails without a mutant.
 */
export async function* judge(
  copy: Copy,
  tests: readonly string[],
  jobs: readonly Job[],
): AsyncGenerator<Judgment & { job: Job }> {
  const numbers = await compile(copy, jobs);
  const numberOf = (job: Job) => numbers.get(job.id)!;
  const warm = await startWarm(copy, tests);
  try {
    for (const job of jobs.filter((one) => !warm.reachedOnLoad.has(numberOf(one)))) {
      yield { job, ...(await warm.judge(job, numberOf(job))) };
    }
  } finally {
    await warm.end();
  }
  const limitMs = limitFor(warm.runs);
  for (const job of jobs.filter((one) => warm.reachedOnLoad.has(numberOf(one)))) {
    yield { job, ...(await judgeAlone(copy, tests, numberOf(job), limitMs)) };
  }
}

/** A process that judges one mutant after the other. It is replaced when a mutant ends it or leaves something behind. */
async function startWarm(copy: Copy, tests: readonly string[]) {
  let runner = await copy.start(tests, none);
  const restart = async () => {
    await runner.end();
    runner = await copy.start(tests, none);
  };
  const all: Files = tests.map((file) => ({ file, tests: 'all' }));
  const began = performance.now();
  const baseline = await runner.run({ mutant: none, files: all }, 30 * 60_000);
  if (typeof baseline === 'string') throw new Error(`The tests without a change ${baseline}.`);
  if (baseline.failed) throw new Error(`A test fails without a change: ${textOf(baseline.failed)}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${tests.length} test files pass without a change in ${seconds} s`);
  const runs = baseline.runs.map((run) => ({ ...run, reached: new Set(run.reached) }));
  const killers: Killer[] = [];
  return {
    runs,
    reachedOnLoad: new Set(runner.reached),
    end: () => runner.end(),
    judge: async (job: Job, mutant: number): Promise<Judgment> => {
      const files = reaching(tests, runs, mutant);
      if (files.length === 0) return { verdict: 'survived', by: 'no test reaches it' };
      const limitMs = limitFor(runs.filter(({ file, test }) => includes(files, file, test)));
      const order = { mutant, files: withLikelyKillerFirst(killers, job, files) };
      let found = verdictOf(await runner.run(order, limitMs));
      // The test may have failed because of what an earlier mutant left behind. In a new process there is no earlier mutant.
      if (found.killer && !(await passes(runner, found.killer, limitMs))) {
        await restart();
        found = verdictOf(await runner.run(order, limitMs));
        if (found.killer && !(await passes(runner, found.killer, limitMs))) await restart();
      }
      const { killer, ...judgment } = found;
      if (killer) killers.push({ ...killer, job });
      else if (judgment.verdict !== 'survived') await restart();
      return judgment;
    },
  };
}

async function judgeAlone(copy: Copy, tests: readonly string[], mutant: number, limitMs: number) {
  let runner: Runner;
  try {
    runner = await copy.start(tests, mutant);
  } catch (error) {
    if (!(error instanceof RunnerFailed)) throw error;
    return {
      verdict: 'killed' as const,
      by: `the test files cannot be loaded: ${error.message.slice(-500)}`,
    };
  }
  const files: Files = tests.map((file) => ({ file, tests: 'all' }));
  const { killer: _, ...judgment } = verdictOf(await runner.run({ mutant, files }, limitMs));
  await runner.end();
  return judgment;
}

const none = -1;

/** Puts the mutants into the sources of the copy. Returns their numbers. */
async function compile(copy: Copy, jobs: readonly Job[]): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  const switches = join(copy.root, 'test/mutation/switch.ts');
  for (const path of new Set(jobs.map((job) => job.path))) {
    const mutants = jobs.filter((job) => job.path === path);
    const source = await readFile(join(copy.root, path), 'utf8');
    await copy.put(path, withSwitches(source, mutants, numbers.size, switches));
    for (const { id } of mutants) numbers.set(id, numbers.size);
  }
  return numbers;
}

type Reach = Omit<TestRun, 'reached'> & { reached: Set<number> };

const slowMs = 3000;

/** The tests that reach the mutant, in the order of their files, slow tests last. Hooks of a file belong to all its tests. */
function reaching(tests: readonly string[], runs: readonly Reach[], mutant: number): Files {
  const found = runs.filter(
    (run) =>
      run.test >= 0 &&
      (run.reached.has(mutant) ||
        runs.some(({ file, test, reached }) => file === run.file && test < 0 && reached.has(mutant))),
  );
  return [false, true].flatMap((slow) =>
    tests.flatMap((file): Files => {
      const some = found.filter((run) => run.file === file && run.milliseconds > slowMs === slow);
      return some.length === 0 ? [] : [{ file, tests: some.map(({ test }) => test) }];
    }),
  );
}

/** Milliseconds after which these tests hang: much longer than they take without a mutant. */
function limitFor(runs: readonly Reach[]): number {
  return 30_000 + 4 * runs.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

function includes(files: Files, file: string, test: number): boolean {
  return files.some(
    (one) => one.file === file && (test < 0 || one.tests === 'all' || one.tests.includes(test)),
  );
}

type Killer = Failure & { job: Job };

/**
 * The test that killed the nearest mutant of the same source is likely to kill this one too. It is not run a second time, because a
 * test may fail when it finds its own rows.
 */
function withLikelyKillerFirst(killers: readonly Killer[], { path, line }: Job, files: Files): Files {
  const distance = ({ job }: Killer) => Math.abs(job.line - line);
  const [killer] = killers
    .filter(({ job, file, test }) => job.path === path && test >= 0 && includes(files, file, test))
    .toSorted((a, b) => distance(a) - distance(b));
  if (!killer) return files;
  const others = files.map(({ file, tests }) => ({
    file,
    tests: file === killer.file && tests !== 'all' ? tests.filter((test) => test !== killer.test) : tests,
  }));
  return [{ file: killer.file, tests: [killer.test] }, ...others.filter(({ tests }) => tests.length > 0)];
}

async function passes(runner: Runner, { file, test }: Failure, limitMs: number): Promise<boolean> {
  const files: Files = [{ file, tests: test < 0 ? 'all' : [test] }];
  const answer = await runner.run({ mutant: none, files }, limitMs);
  return typeof answer !== 'string' && answer.failed === null;
}

function verdictOf(answer: Awaited<ReturnType<Runner['run']>>): Found {
  if (answer === 'timed out') return { verdict: 'timed out', by: '', killer: null };
  if (answer === 'ended') return { verdict: 'killed', by: 'the process ended', killer: null };
  const { failed } = answer;
  return failed
    ? { verdict: 'killed', by: failed.name || textOf(failed), killer: failed }
    : { verdict: 'survived', by: '', killer: null };
}

function textOf({ file, name, error }: Failure): string {
  return `${file} ${name}\n${error}`;
}
