/**
 * Generates the parts of the TypeScript and Python clients that follow from the OpenAPI document: `npm run generate:client`. With
 * `--check` it writes nothing, and exits with 1 if a file is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOpenApi } from './generate/openapi.ts';
import { pythonFiles } from './generate/python.ts';
import { typescriptFile } from './generate/typescript.ts';

const packages = new URL('../', import.meta.url);
const document = readOpenApi();
const files = new Map([['client/src/generated/api.ts', await typescriptFile(document)]]);
for (const [name, text] of pythonFiles(document)) files.set(`client-python/countersign/${name}`, text);

for (const [name, text] of files) {
  const path = fileURLToPath(new URL(name, packages));
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } else if (readFileSync(path, 'utf8') !== text) {
    process.stderr.write(`packages/${name} is out of date: npm run generate:client\n`);
    process.exitCode = 1;
  }
}
