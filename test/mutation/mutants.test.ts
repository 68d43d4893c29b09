import { expect, test } from '@jest/globals';
import { testsOf } from './areas.ts';
import { mutantsOf } from './mutants.ts';

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

test('a mutant is the whole file with one change, and has the same id every time', () => {
  const [mutant] = mutantsOf('const a = 1;\n');
  expect(mutant!.source).toBe('const a = 2;\n');
  expect(mutantsOf('const a = 1;\n')[0]!.id).toBe(mutant!.id);
  expect(mutantsOf('const a = 1; \n')[0]!.id).not.toBe(mutant!.id);
});

test('the tests named after a source run first; a source without an area is an error', () => {
  const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
  expect(testsOf(root, 'packages/core/src/signing/complete.ts')[0]).toBe(
    `${root}/packages/core/src/signing/complete.test.ts`,
  );
  expect(() => testsOf(root, 'apps/web/src/main.tsx')).toThrow('apps/web/src/main.tsx');
});
