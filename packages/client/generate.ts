/**
 * Writes `src/generated/api.ts` from the OpenAPI document of the service: `npm run generate:client`. With `--check` it writes
 * nothing, and exits with 1 if the file is out of date.
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
/** Any body that fetch accepts. */
const body = ts.factory.createTypeReferenceNode('BodyInit');

const document = execFileSync(process.execPath, [path('../../apps/api/src/print-openapi.ts')], {
  maxBuffer: 64 * 1024 * 1024,
});
const described = JSON.parse(document.toString('utf8')) as {
  paths: Record<string, Record<string, { requestBody?: unknown; parameters?: unknown; responses?: unknown }>>;
  components: {
    schemas: Record<string, { properties?: Record<string, object>; required?: string[] }>;
  };
};
/** Probes and internal endpoints, which clients do not call. */
const isPublic = (route: string) => route.startsWith('/v1/') || route === '/verify';
described.paths = Object.fromEntries(Object.entries(described.paths).filter(([route]) => isPublic(route)));

/** The names of the schemas to which a part of the document refers, directly or indirectly. */
function schemasIn(part: unknown, found = new Set<string>()): Set<string> {
  for (const [key, value] of Object.entries(part ?? {})) {
    const name = key === '$ref' ? /^#\/components\/schemas\/(.+)$/.exec(String(value))?.[1] : undefined;
    if (name === undefined && typeof value === 'object') schemasIn(value, found);
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    schemasIn(described.components.schemas[name], found);
  }
  return found;
}

// Members with a default are optional in requests only: responses always contain them.
const operations = Object.values(described.paths).flatMap((path) => Object.values(path));
const asked = schemasIn(operations.map(({ requestBody, parameters }) => [requestBody, parameters]));
for (const name of schemasIn(operations.map(({ responses }) => responses))) {
  const schema = described.components.schemas[name]!;
  if (asked.has(name) || !schema.properties) continue;
  const given = Object.keys(schema.properties).filter((member) => 'default' in schema.properties![member]!);
  schema.required = [...new Set([...(schema.required ?? []), ...given])];
}

const ast = await openapiTS(JSON.stringify(described), {
  alphabetize: true,
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
