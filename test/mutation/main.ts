/**
 * `npm run test:mutation -- path[:line]… [options]`: changes one thing at a time in a copy of the repository and runs the tests of
 * its area (areas.ts), which should fail. Results are stored, so an interrupted run can be continued. Exits with 1 if the score of a
 * folder is below the threshold. The options are listed below.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keyOf, testsOf } from './areas.ts';
import { makeCopy } from './copy.ts';
import { type Job, type Judgment, judge, type Verdict } from './judge.ts';
import { mutantsOf } from './mutants.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const resultsFile = join(repository, 'node_modules/.cache/countersign-mutation.jsonl');

interface Kept extends Judgment {
  key: string;
}

/** Mutants that a comment calls equal are not tested and do not count. */
type Score = Record<Verdict | 'equal', number>;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Number of mutants to test instead of all; the same ones for the same seed. */
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Percentage of mutants that the tests of each folder must detect. */
    threshold: { type: 'string', default: '85' },
    /** Runs only the test files whose path begins with this, for example packages/. Faster, but misses mutants that only others detect. */
    tests: { type: 'string', default: '' },
    /** Prints the mutants and tests none. */
    list: { type: 'boolean', default: false },
    /** Discards all earlier results. */
    fresh: { type: 'boolean', default: false },
  },
});

const jobs = sampled(
  sourcesOf(positionals).flatMap(({ path, line }) =>
    mutantsOf(readFileSync(join(repository, path), 'utf8'))
      .filter((mutant) => line === null || mutant.line === line)
      .map((mutant) => ({ path, ...mutant })),
  ),
);
if (jobs.length === 0) throw new Error('Name at least one source file or folder with code to change.');
if (options.list) for (const job of jobs) console.log(describe(job));
else await runAll();

/** The given files and all files of the given folders. `file.ts:12` means one line of a file. */
function sourcesOf(given: readonly string[]): Array<{ path: string; line: number | null }> {
  return given.flatMap((one) => {
    const [, name, line] = /^(.*?)(?::(\d+))?$/.exec(one)!;
    const path = relative(repository, resolve(name!));
    const files = statSync(join(repository, path)).isDirectory()
      ? globSync(`${path}/**/*.ts`, { cwd: repository }).toSorted()
      : [path];
    return files
      .filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'))
      .map((file) => ({ path: file, line: line === undefined ? null : Number(line) }));
  });
}

/** The mutants to test: all, or a sample that depends only on the seed. */
function sampled(all: Job[]): Job[] {
  if (options.sample === undefined) return all;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const place = new Map(all.map((job) => [job, hash(`${options.seed} ${job.path} ${job.id}`)]));
  const chosen = new Set(
    all.toSorted((a, b) => (place.get(a)! < place.get(b)! ? -1 : 1)).slice(0, Number(options.sample)),
  );
  return all.filter((job) => chosen.has(job));
}

/** The chosen test files for a source file of the repository or of its copy. */
function chosenTests(root: string, source: string): string[] {
  return testsOf(root, source).filter((file) => relative(root, file).startsWith(options.tests));
}

function describe(job: Job): string {
  return `${job.path}:${job.line}  ${job.change}`;
}

async function runAll(): Promise<void> {
  // The exit handlers end running tests. PostgreSQL and the copy are removed automatically when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  if (options.fresh) await rm(resultsFile, { force: true });
  await mkdir(dirname(resultsFile), { recursive: true });
  const kept = await readKept();
  const scores = new Map<string, Score>();
  let count = 0;
  const note = (job: Job, verdict: keyof Score, by: string) => {
    count += 1;
    const reason = by === '' ? '' : `  [${by.replace(/\s+/g, ' ').slice(0, 100)}]`;
    console.log(`${count}/${jobs.length} ${verdict.padEnd(9)} ${describe(job)}${reason}`);
    const folder = dirname(job.path);
    const score = scores.get(folder) ?? { killed: 0, survived: 0, 'timed out': 0, equal: 0 };
    score[verdict] += 1;
    scores.set(folder, score);
  };
  const groups = new Map<string, Job[]>();
  // Computed before any test runs, because files of the working tree may be edited meanwhile.
  const keys = new Map(jobs.map((job) => [job, keyOf(job, chosenTests(repository, job.path))]));
  for (const job of jobs) {
    const known = kept.get(keys.get(job)!);
    if (job.equal) note(job, 'equal', '');
    else if (known) note(job, known.verdict, known.by);
    else {
      // Sources with the same tests; their order may differ.
      const group = chosenTests(repository, job.path).toSorted().join();
      groups.set(group, [...(groups.get(group) ?? []), job]);
    }
  }
  const copy = groups.size > 0 ? await makeCopy(repository) : null;
  try {
    for (const group of groups.values()) {
      for await (const { job, verdict, by } of judge(copy!, chosenTests(copy!.root, group[0]!.path), group)) {
        const line: Kept = { key: keys.get(job)!, verdict, by };
        await appendFile(resultsFile, `${JSON.stringify(line)}\n`);
        note(job, verdict, by);
      }
    }
  } finally {
    await copy?.close();
  }
  report(scores);
}

async function readKept(): Promise<Map<string, Kept>> {
  const lines = await readFile(resultsFile, 'utf8').catch(() => '');
  const kept = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Kept);
  return new Map(kept.map((one) => [one.key, one]));
}

function report(scores: Map<string, Score>): void {
  for (const [folder, { killed, survived, 'timed out': timedOut, equal }] of scores) {
    const all = killed + survived + timedOut;
    const score = all === 0 ? 100 : (100 * (killed + timedOut)) / all;
    if (score < Number(options.threshold)) process.exitCode = 1;
    const parts = `${killed} killed, ${timedOut} timed out, ${survived} survived; ${equal} equal`;
    console.log(`${folder}: ${score.toFixed(1)} % of ${all} (${parts})`);
  }
}
