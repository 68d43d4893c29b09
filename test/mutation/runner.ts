/**
 * A process that loads the test files of an area once and then runs tests of them again and again, each time with another mutant. It
 * uses the test runner of jest without its module registry, whose loading takes most of the time of a short run.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { addEventHandler, getState, resetState, run, setState } from 'jest-circus';
import { testFileVariable } from '../support/template.ts';
import { activate, takeReached } from './switch.ts';

/** Runs these tests of the files with this mutant (-1: none) until one fails. Tests are numbered in the order of their file. */
export interface Order {
  mutant: number;
  files: Array<{ file: string; tests: number[] | 'all' }>;
}

export interface TestRun {
  file: string;
  /** -1 for the hooks around all tests of the file. */
  test: number;
  name: string;
  milliseconds: number;
  reached: number[];
}

export interface Failure {
  file: string;
  /** -1: something around the tests of the file. */
  test: number;
  name: string;
  error: string;
}

/** Answers to an order. `loaded` is sent once, before the first order. */
export type Answer =
  | { kind: 'loaded'; reached: number[] }
  | { kind: 'done'; runs: TestRun[]; failed: Failure | null };

type Block = ReturnType<typeof getState>['rootDescribeBlock'];
type Child = Block['children'][number];
type TestCase = Extract<Child, { type: 'test' }>;

const timeoutMs = 600_000;
const files = process.argv.slice(2);
/** Errors that no test caught. They fail the running test, as in jest. */
let stray: unknown[] = [];

const globals = pathToFileURL(`${import.meta.dirname}/jest-globals.ts`).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
});

const roots = new Map<string, Block>();
/**
 * Hooks of modules in test/support. They are registered by the first file that imports them, and belong to all files. The database of
 * a file is kept for the next mutants, because creating one takes longer than most tests.
 */
const sharedHooks: Block['hooks'] = [];
const keepsDatabase = ({ asyncError }: Block['hooks'][number]) =>
  asyncError.stack?.includes('/test/support/database.ts');
for (const file of files) {
  resetState();
  await import(pathToFileURL(file).href);
  const { rootDescribeBlock: root } = getState();
  const isShared = ({ asyncError }: Block['hooks'][number]) => !asyncError.stack?.includes(file);
  sharedHooks.push(...root.hooks.filter((hook) => isShared(hook) && !keepsDatabase(hook)));
  roots.set(file, { ...root, hooks: root.hooks.filter((hook) => !isShared(hook)) });
}

// Only now: a file that cannot be loaded ends this process and is printed.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error) => void stray.push(error));
}

let watch: ((event: { name: string; test?: TestCase }) => void) | null = null;
addEventHandler((event) => watch?.(event as { name: string; test?: TestCase }));

process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => send(await carryOut(order)));
send({ kind: 'loaded', reached: takeReached() });

function send(answer: Answer): void {
  process.send!(answer);
}

async function carryOut({ mutant, files }: Order): Promise<Answer> {
  activate(mutant);
  const runs: TestRun[] = [];
  for (const { file, tests } of files) {
    const failed = await runFile(file, tests, runs);
    if (failed) return { kind: 'done', runs, failed };
  }
  return { kind: 'done', runs, failed: null };
}

async function runFile(file: string, chosen: number[] | 'all', runs: TestRun[]): Promise<Failure | null> {
  resetState();
  process.env[testFileVariable] = file;
  const state = getState();
  const cases: TestCase[] = [];
  const root = copyOf(roots.get(file)!, null, (test) => {
    const place = cases.push(test) - 1;
    if (chosen !== 'all' && !chosen.includes(place)) test.mode = 'skip';
  });
  root.hooks.unshift(...sharedHooks.map((hook) => ({ ...hook, parent: root })));
  setState({ ...state, rootDescribeBlock: root, currentDescribeBlock: root, testTimeout: timeoutMs });
  const began = performance.now();
  const around: TestRun = { file, test: -1, name: '', milliseconds: 0, reached: [] };
  stray = [];
  takeReached();
  watch = ({ name, test }) => {
    if (name === 'test_start') around.reached.push(...takeReached());
    if (name !== 'test_done' || !test) return;
    if (stray.length > 0) test.errors.push(...stray.splice(0));
    const milliseconds = test.duration ?? 0;
    around.milliseconds -= milliseconds;
    runs.push({ file, test: cases.indexOf(test), name: test.name, milliseconds, reached: takeReached() });
    // Later tests are not needed after a failure.
    if (test.errors.length > 0) for (const other of cases) if (other.status === null) other.mode = 'skip';
  };
  const { unhandledErrors } = await run();
  watch = null;
  around.reached.push(...takeReached());
  around.milliseconds += performance.now() - began;
  runs.push(around);
  const failed = cases.findIndex(({ errors }) => errors.length > 0);
  if (failed >= 0) {
    const { name, errors } = cases[failed]!;
    return { file, test: failed, name, error: textOf(errors[0]) };
  }
  const [outside] = [...unhandledErrors, ...stray];
  return outside === undefined ? null : { file, test: -1, name: '', error: textOf(outside) };
}

/** A copy that can run although the original has run. */
function copyOf(block: Block, parent: Block | null, each: (test: TestCase) => void): Block {
  const copy = { ...block, parent: parent ?? undefined, children: [], tests: [] } as Block;
  copy.hooks = block.hooks.map((hook) => ({ ...hook, seenDone: false, parent: copy }));
  for (const child of block.children) {
    if (child.type === 'describeBlock') copy.children.push(copyOf(child, copy, each));
    else {
      const unhandledRejectionErrorByPromise = new Map();
      const test = { ...child, errors: [], retryReasons: [], unhandledRejectionErrorByPromise, parent: copy };
      each(test);
      copy.children.push(test);
      copy.tests.push(test);
    }
  }
  return copy;
}

function textOf(error: unknown): string {
  const first = Array.isArray(error) ? error.find(Boolean) : error;
  return (first instanceof Error ? (first.stack ?? first.message) : String(first)).slice(0, 2000);
}
