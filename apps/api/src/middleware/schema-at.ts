/** Finds what a schema expects at a path, for errors that zod does not distinguish (a string instead of an integer). */
import type * as z from 'zod';

export type ExpectedKind = 'int' | 'literal' | 'datetime' | 'uuid' | 'other';

type Schema = z.core.$ZodType;
type Definition = z.core.$ZodTypes['_zod']['def'];

/** The kind of value that the schema expects there. `other` when it makes no difference, or a union leaves it open. */
export function expectedKind(schema: z.ZodType, path: readonly PropertyKey[]): ExpectedKind {
  let current: Schema | null = schema;
  for (const key of path) current = current && step(unwrap(current), key);
  return current ? kindOf(unwrap(current)) : 'other';
}

const definition = (schema: Schema) => schema._zod.def as Definition;

/** The schema inside optional, nullable, default and pipe. */
function unwrap(schema: Schema): Schema {
  const def = definition(schema);
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return unwrap(def.innerType);
    case 'pipe':
      return unwrap(definition(def.in).type === 'transform' ? def.out : def.in);
    default:
      return schema;
  }
}

function step(schema: Schema, key: PropertyKey): Schema | null {
  const def = definition(schema);
  switch (def.type) {
    case 'object':
      return typeof key === 'string' ? (def.shape[key] ?? null) : null;
    case 'array':
      return def.element;
    case 'record':
      return def.valueType;
    default:
      return null;
  }
}

function kindOf(schema: Schema): ExpectedKind {
  const def = definition(schema);
  if (def.type === 'literal') return 'literal';
  if (def.type === 'number') return isInteger(def) ? 'int' : 'other';
  if (def.type === 'string' && 'format' in def && def.format === 'datetime') return 'datetime';
  if (def.type === 'string' && 'format' in def && (def.format === 'uuid' || def.format === 'guid'))
    return 'uuid';
  return 'other';
}

function isInteger(def: z.core.$ZodNumberDef): boolean {
  const formats = [
    'format' in def ? def.format : undefined,
    ...(def.checks ?? []).map((check) => (check._zod.def as { format?: unknown }).format),
  ];
  return formats.some((format) => typeof format === 'string' && format.includes('int'));
}
