/**
 * Writes `src/generated/api.ts` from the OpenAPI document of the service: `npm run generate:client`. With `--check` it writes
 * nothing and exits 1 when the file is not what it should be.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const target = path('src/generated/api.ts');
const head = `/**
 * The operations and shapes of the Countersign API.
 * Generated from its OpenAPI document by \`npm run generate:client\`: do not edit.
 */

`;
/** Whatever fetch takes as a body. */
const body = ts.factory.createTypeReferenceNode('BodyInit');

const document = execFileSync(process.execPath, [path('../../apps/api/src/print-openapi.ts')], {
  maxBuffer: 64 * 1024 * 1024,
});
const described = JSON.parse(document.toString('utf8')) as { paths: Record<string, unknown> };
/** Probes and what only the service's own surroundings call are no business of a client's. */
const isPublic = (route: string) => route.startsWith('/v1/') || route === '/verify';
described.paths = Object.fromEntries(Object.entries(described.paths).filter(([route]) => isPublic(route)));

const ast = await openapiTS(JSON.stringify(described), {
  alphabetize: true,
  // A default makes a member optional in requests, which is where it matters.
  defaultNonNullable: false,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  transform: (schema) => (schema.format === 'binary' ? body : undefined),
  silent: true,
});
const wanted = head + astToString(ast);

if (!process.argv.includes('--check')) {
  mkdirSync(path('src/generated'), { recursive: true });
  writeFileSync(target, wanted);
} else if (readFileSync(target, 'utf8') !== wanted) {
  process.stderr.write('packages/client/src/generated/api.ts is out of date: npm run generate:client\n');
  process.exitCode = 1;
}
