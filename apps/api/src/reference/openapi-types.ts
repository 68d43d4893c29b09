/** The parts of the OpenAPI document that the reference shows. */

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
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export type Content = Record<string, { schema: Schema }>;

export interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export interface OpenApi {
  info: { description: string };
  tags: Array<{ name: string; description: string }>;
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks: Record<string, { post: DescribedOperation }>;
  components: { schemas: Record<string, Schema> };
}

/** `#/components/schemas/Name` without its start; undefined for other references. */
export function nameOfSchema(reference: string | undefined): string | undefined {
  return /^#\/components\/schemas\/(.+)$/.exec(reference ?? '')?.[1];
}

/** An example of a schema, from the examples of the named schemas. Undefined if there is none. */
export function exampleOf(schema: Schema, document: OpenApi): unknown {
  const name = nameOfSchema(schema.$ref);
  if (name !== undefined) return document.components.schemas[name]?.examples?.[0];
  if (schema.type === 'array' && schema.items) {
    const item = exampleOf(schema.items, document);
    return item === undefined ? undefined : [item];
  }
  const variants = schema.anyOf ?? schema.oneOf ?? [];
  return variants.map((one) => exampleOf(one, document)).find((one) => one !== undefined);
}
