/** The OpenAPI document of the service, as the generators of the clients read it. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
  default?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Excludes probes, metrics and internal endpoints. */
const isPublic = (route: string) => /^\/(?:v1|verify|anchors)(?:\/|$)/.test(route);

/**
 * The document without the operations that clients do not call. Members with a default are marked as required in schemas that only
 * responses use, because responses always have them.
 */
export function readOpenApi(): OpenApi {
  const script = fileURLToPath(new URL('../../../apps/api/src/print-openapi.ts', import.meta.url));
  const printed = execFileSync(process.execPath, [script], { maxBuffer: 64 * 1024 * 1024 });
  const document = JSON.parse(printed.toString('utf8')) as OpenApi;
  document.paths = Object.fromEntries(Object.entries(document.paths).filter(([route]) => isPublic(route)));
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const requests = operations.map(({ requestBody, parameters }) => [requestBody, parameters]);
  const inRequests = schemasIn(document, requests);
  for (const name of schemasIn(
    document,
    operations.map(({ responses }) => responses),
  )) {
    const schema = document.components.schemas[name]!;
    if (inRequests.has(name) || !schema.properties) continue;
    const withDefault = Object.entries(schema.properties).filter(([, member]) => 'default' in member);
    schema.required = [...new Set([...(schema.required ?? []), ...withDefault.map(([member]) => member)])];
  }
  return document;
}

/** The names of the schemas to which a part of the document refers, directly or indirectly. */
export function schemasIn(document: OpenApi, part: unknown, found = new Set<string>()): Set<string> {
  for (const [key, value] of Object.entries(part ?? {})) {
    const name = key === '$ref' ? nameOfSchema(String(value)) : undefined;
    if (name === undefined && typeof value === 'object') schemasIn(document, value, found);
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    schemasIn(document, document.components.schemas[name], found);
  }
  return found;
}

/** `#/components/schemas/Name` without its start; undefined for other references. */
export function nameOfSchema(reference: string): string | undefined {
  return /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1];
}
