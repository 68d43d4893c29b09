import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { keyOf, testsOf } from './areas.ts';
import { mutantsOf, withSwitches } from './mutants.ts';
import { mostMutants } from './switch.ts';

const changesOf = (source: string) => mutantsOf(source).map(({ line, change }) => `${line}: ${change}`);

test('conditions, their halves and their operators change, one at a time', () => {
  expect(changesOf('if (a < 1 && !b) work();')).toEqual([
    '1: a < 1 && !b → true',
    '1: a < 1 && !b → false',
    '1: a < 1 && !b → a < 1 || !b',
    '1: a < 1 && !b → a < 1',
    '1: a < 1 && !b → !b',
    '1: a < 1 → a <= 1',
    '1: 1 → 2',
    '1: !b → b',
    '1: work(); → ;',
  ]);
});

test('guards, awaits, throws and early returns are removed; log calls, imports and types stay', () => {
  const source = `import { x } from './x.ts';
async function f(a: 1 | 2): Promise<void> {
  guard(a);
  await write(a);
  ctx.log.info('written');
  if (a as never) { g(); return; }
  throw new Error();
}`;
  expect(changesOf(source)).toEqual([
    '3: guard(a); → ;',
    '4: await write(a); → ;',
    '6: a as never → true',
    '6: a as never → false',
    '6: g(); → ;',
    '6: return; → ;',
    '7: throw new Error(); → ;',
  ]);
});

test('a list of statuses loses each item and gets one more; string concatenation stays', () => {
  expect(changesOf("const open = ['sent', 'opened']; const text = 'a' + b;")).toEqual([
    "1: ['sent', 'opened'] → ['opened']",
    "1: ['sent', 'opened'] → ['sent']",
    "1: ['sent', 'opened'] → ['sent', 'opened', 'completed']",
  ]);
});

test('a table of transitions loses each status and gets one more; other objects stay', () => {
  expect(changesOf("const a = { complete: { opened: 'completed' } }; const b = { name: 'x' };")).toEqual([
    "1: { opened: 'completed' } → { }",
    "1: { opened: 'completed' } → { opened: 'completed', completed: 'completed' }",
  ]);
});

test('the id of a mutant depends on its source, but not on comments and layout', () => {
  const idOf = (source: string) => mutantsOf(source)[0]!.id;
  expect(idOf('// One.\nconst a = 1; // or two\n\n')).toBe(idOf('const a =\n  1;'));
  expect(idOf('const b = 1;')).not.toBe(idOf('const a = 1;'));
});

test('a comment marks mutants of the next line as equal; one that fits no mutant is an error', () => {
  const source = `// Equal mutant "a → true": the caller has checked it.
// Equal mutant "→ false": so is this.
if (a) f();
if (a) f();`;
  const equal = mutantsOf(source).filter((mutant) => mutant.equal);
  expect(equal.map(({ line, change }) => `${line}: ${change}`)).toEqual(['3: a → true', '3: a → false']);
  const all = mutantsOf('// Equal mutants: for a reason.\nconst a = 1;\nconst b = 2;');
  expect(all.map(({ equal }) => equal)).toEqual([true, false]);
  expect(() => mutantsOf('// Equal mutant "b → true": no.\nif (a) f();')).toThrow('"b → true"');
});

test('with all mutants compiled in, the code does what the active one says, and without one what it did', async () => {
  const source = `export function f(list) {
    if (list.length === 0) throw new Error('empty');
    const found = list.filter((n) => !(n < 2)).some((n) => n * 3 > 8);
    return found && list[0];
  }`;
  const mutants = mutantsOf(source);
  const state = { active: -1 };
  Object.assign(globalThis, { mutantTest: state });
  const module = 'data:text/javascript,export const isActive = (n) => globalThis.mutantTest.active === n + 3';
  const code = withSwitches(source, mutants, -3, module);
  const { f } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    f(list: number[]): unknown;
  };
  const answers = (active: string) => {
    state.active = active === '' ? -1 : mutants.findIndex(({ change }) => change === active);
    const answer = (list: number[]) => {
      try {
        return f(list);
      } catch (error) {
        return (error as Error).message;
      }
    };
    return [[], [1], [2], [1, 3]].map(answer);
  };
  expect(mutants.length).toBeGreaterThan(15);
  expect(answers('')).toEqual(['empty', false, false, 1]);
  expect(answers('list.length === 0 → true')).toEqual(['empty', 'empty', 'empty', 'empty']);
  expect(answers("throw new Error('empty'); → ;")).toEqual([false, false, false, 1]);
  expect(answers('list.filter((n) => !(n < 2)) → list')).toEqual(['empty', false, false, 1]);
  expect(answers('some → every')).toEqual(['empty', 1, false, 1]);
  expect(answers('!(n < 2) → (n < 2)')).toEqual(['empty', false, false, false]);
  expect(answers('n * 3 > 8 → n * 3 >= 8')).toEqual(['empty', false, false, 1]);
  expect(answers('8 → 9')).toEqual(['empty', false, false, false]);
  expect(answers('n * 3 → n / 3')).toEqual(['empty', false, false, false]);
  expect(answers('found && list[0] → found || list[0]')).toEqual(['empty', 1, 2, true]);
});

test('the tests named after a source run first; a source without an area is an error', () => {
  const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
  expect(testsOf(root, 'packages/core/src/signing/complete.ts')[0]).toBe(
    `${root}/packages/core/src/signing/complete.test.ts`,
  );
  expect(() => testsOf(root, 'apps/web/src/main.tsx')).toThrow('apps/web/src/main.tsx');
});

test('a stored judgment does not count after a test file changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-mutation-key-'));
  try {
    const file = join(folder, 'one.test.ts');
    const job = { path: 'one.ts', id: 'mutant' };
    const keyWith = (text: string) => {
      writeFileSync(file, text);
      return keyOf(job, [file]);
    };
    expect(keyWith('strict')).toBe(keyWith('strict'));
    expect(keyWith('strict')).not.toBe(keyWith('weak'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('more mutants than can be recorded are an error', () => {
  const source = 'const a = 1;';
  expect(() => withSwitches(source, mutantsOf(source), mostMutants, './switch.ts')).toThrow('--sample');
});
