/** `npm run bench`: runs all benchmarks of this folder, or the given ones: `npm run bench -- queue`. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { killChildren } from './support/children.ts';

interface Benchmark {
  title: string;
  /** Runs only if it is named. */
  isByHand?: boolean;
  run(): Promise<void>;
}

const files = (await readdir(import.meta.dirname)).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'main.ts',
);
const names = files.map((name) => basename(name, '.ts')).sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
for (const name of wanted.length > 0 ? wanted : names) {
  const benchmark: Benchmark = await import(join(import.meta.dirname, `${name}.ts`));
  if (benchmark.isByHand && wanted.length === 0) continue;
  console.log(`\n${benchmark.title} (npm run bench -- ${name})\n`);
  try {
    await benchmark.run();
  } finally {
    await killChildren();
  }
}
