/** Converts zod schemas to schema objects of OpenAPI 3.1 (JSON Schema 2020-12); named ones become components. */
import * as z from 'zod';
import { examples } from './examples.ts';

export type JsonSchema = Record<string, unknown>;

const safeInteger = Number.MAX_SAFE_INTEGER;

/** Collects the named schemas (`meta({id})`) that operations use, and replaces each use with a reference. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();

  /** The schema, as a reference if it has a name. Members with defaults are optional. */
  use(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
    const { $defs = {}, ...root } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (endsAsEmail(zodSchema)) jsonSchema.format = 'email';
        // Zod omits the default of a schema that begins with a transformation.
        const { def } = zodSchema._zod as z.core.$ZodTypes['_zod'];
        if (def.type === 'default') jsonSchema.default ??= def.defaultValue;
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [name, definition] of Object.entries($defs))
      this.#schemas.set(name, withExample(name, tidy(definition) as JsonSchema));
    return tidy(root) as JsonSchema;
  }

  /** All used schemas, by name. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => a.localeCompare(b)));
  }
}

function withExample(name: string, schema: JsonSchema): JsonSchema {
  return name in examples ? { ...schema, examples: [examples[name]] } : schema;
}

function endsAsEmail(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  return def.type === 'pipe' && (def.out._zod.def as { format?: unknown }).format === 'email';
}

/** Points references to components, and removes patterns that repeat a format and the bounds of all integers. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const source = value as JsonSchema;
  const kept = Object.entries(source).filter(
    ([name, member]) =>
      name !== '$schema' &&
      name !== '$id' &&
      name !== 'id' &&
      !(name === 'pattern' && 'format' in source) &&
      !(name === 'minimum' && member === -safeInteger) &&
      !(name === 'maximum' && member === safeInteger),
  );
  return Object.fromEntries(
    kept.map(([name, member]) => {
      if (name === '$ref' && typeof member === 'string')
        return [name, member.replace('#/$defs/', '#/components/schemas/')];
      if (name === 'properties' && typeof member === 'object' && member !== null)
        return [name, Object.fromEntries(Object.entries(member).map(([key, schema]) => [key, tidy(schema)]))];
      return [name, tidy(member)];
    }),
  );
}
