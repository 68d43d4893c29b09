/** Generates values from the schemas of the OpenAPI document: valid ones, and ones with a single error and its location. */
import fc, { type Arbitrary } from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document is looked into here
export type Json = any;
type Path = Array<string | number>;

export interface Fault {
  value: Json;
  /** The location that the problem must report, beginning with `body` or `query`. */
  loc: Path;
}

const formatsWithFaults = new Set(['uuid', 'email', 'date-time']);

const faultyNumbers = ({ type, minimum, maximum }: Json): Json[] => [
  'many',
  {},
  [],
  ...(type === 'integer' ? [1.5] : []),
  ...(minimum !== undefined ? [minimum - 1] : []),
  ...(maximum !== undefined ? [maximum + 1] : []),
];

/** By type: values that the schema does not allow. */
const faultyValues: Record<string, (schema: Json) => Json[]> = {
  boolean: () => ['perhaps', 2, {}],
  integer: faultyNumbers,
  number: faultyNumbers,
  string: ({ minLength, maxLength, format }) => [
    17,
    {},
    ['a'],
    ...(minLength > 0 ? [''] : []),
    ...(maxLength && maxLength <= 10_000 ? ['x'.repeat(maxLength + 1)] : []),
    ...(formatsWithFaults.has(format) ? ['not one'] : []),
  ],
  object: () => ['text', 3, ['a']],
};

/** From this depth on, values have only required members, because a schema can contain itself. */
const deepest = 8;

/** Generates values for the schemas of one OpenAPI document. With `texts`, all free texts come from them, cut to length. */
export function schemaValues(schemas: Record<string, Json>, texts?: readonly string[]) {
  const resolve = (schema: Json): Json =>
    schema.$ref ? resolve(schemas[schema.$ref.split('/').at(-1)]) : schema;

  function fitting(given: Json, depth = 0): Arbitrary<Json> {
    const schema = resolve(given);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants) return fc.oneof(...variants.map((one: Json) => fitting(one, depth)));
    if (Array.isArray(schema.type))
      return fc.oneof(...schema.type.map((type: string) => fitting({ ...schema, type }, depth)));
    switch (schema.type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({
          min: Math.max(schema.minimum ?? -1000, -2_000_000_000),
          max: Math.min(schema.maximum ?? 1000, 2_000_000_000),
        });
      case 'number':
        return fc.double({
          min: schema.minimum ?? schema.exclusiveMinimum ?? -1000,
          max: schema.maximum ?? schema.exclusiveMaximum ?? 1000,
          minExcluded: schema.exclusiveMinimum !== undefined,
          noNaN: true,
        });
      case 'string':
        return fittingText(schema);
      case 'array':
        return fc.array(fitting(schema.items ?? {}, depth + 1), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, Math.max(schema.minItems ?? 0, 3)),
        });
      case 'object':
        return fittingObject(schema, depth);
      default:
        return fc.jsonValue({ maxDepth: 1 });
    }
  }

  function fittingObject(schema: Json, depth: number): Arbitrary<Json> {
    if (!schema.properties) {
      const keys = fc.string({ minLength: 1, maxLength: 12 }).filter((key) => key !== '__proto__');
      const values = fitting(schema.additionalProperties || {}, depth + 1);
      return fc.dictionary(keys, values, { maxKeys: 3, noNullPrototype: true });
    }
    const members = Object.entries<Json>(schema.properties)
      .filter(([name]) => depth < deepest || schema.required?.includes(name))
      .map(([name, member]) => [name, fitting(member, depth + 1)]);
    return fc.record(Object.fromEntries(members), {
      requiredKeys: schema.required ?? [],
      noNullPrototype: true,
    });
  }

  function fittingText(schema: Json): Arbitrary<string> {
    const min = schema.minLength ?? 0;
    const max = Math.min(schema.maxLength ?? 40, Math.max(min, 40));
    if (schema.format === 'uuid') return fc.uuid();
    if (schema.format === 'email')
      return fc.emailAddress().filter((one) => /^[\w.+-]+@[\w.-]+$/.test(one) && one.length < 100);
    if (schema.format === 'date-time')
      return fc
        .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    if (schema.pattern)
      return fc
        .stringMatching(new RegExp(schema.pattern, 'u'))
        .filter((one) => one.length <= (schema.maxLength ?? 200));
    if (texts)
      return fc
        .constantFrom(...texts)
        .map((text) => [...text.padEnd(min, 'x')].slice(0, schema.maxLength).join(''));
    return fc
      .string({ minLength: min, maxLength: max, unit: 'grapheme' })
      .filter((one) => [...one].length >= min && [...one].length <= (schema.maxLength ?? 10_000));
  }

  /** Invalid values for the schema, each with its location. */
  function faults(given: Json, loc: Path = []): Arbitrary<Fault> | null {
    const schema = resolve(given);
    const nullable =
      (schema.anyOf ?? schema.oneOf)?.some((one: Json) => one.type === 'null') ||
      (Array.isArray(schema.type) && schema.type.includes('null'));
    if (schema.anyOf || schema.oneOf) {
      const rest = (schema.anyOf ?? schema.oneOf).filter((one: Json) => one.type !== 'null');
      // For a union any branch may be reported, so there is no single expected location.
      return nullable && rest.length === 1 ? faults(rest[0], loc) : null;
    }
    const type = Array.isArray(schema.type) ? schema.type.find((one: string) => one !== 'null') : schema.type;
    const isFixed = schema.const !== undefined || schema.enum;
    if (!isFixed && type === 'array') return faultyArray(schema, loc);
    if (!isFixed && type === 'object' && schema.properties) return faultyObject(schema, loc);
    const values = isFixed ? ['none of them', 7, {}] : (faultyValues[type]?.(schema) ?? []);
    return values.length > 0 ? fc.constantFrom(...values).map((value) => ({ value, loc })) : null;
  }

  function faultyArray(schema: Json, loc: Path): Arbitrary<Fault> {
    const wrongType = fc.constantFrom<Json>('text', 3, { a: 1 }).map((value) => ({ value, loc }));
    const inner = loc.length < deepest ? faults(schema.items ?? {}, [...loc, 0]) : null;
    if (!inner) return wrongType;
    return fc.oneof(
      wrongType,
      inner.map((fault) => ({ ...fault, value: [fault.value] })),
    );
  }

  function faultyObject(schema: Json, loc: Path): Arbitrary<Fault> {
    const whole = fitting(schema);
    const ways: Array<Arbitrary<Fault>> = [
      fc.constantFrom<Json>('text', 3, ['a']).map((value) => ({ value, loc })),
    ];
    for (const name of schema.required ?? []) {
      ways.push(
        whole.map((value) => {
          const { [name]: _left, ...rest } = value;
          return { value: rest, loc: [...loc, name] };
        }),
      );
    }
    for (const [name, member] of Object.entries<Json>(schema.properties)) {
      const inner = faults(member, [...loc, name]);
      if (inner)
        ways.push(
          fc
            .tuple(whole, inner)
            .map(([value, fault]) => ({ value: { ...value, [name]: fault.value }, loc: fault.loc })),
        );
    }
    return fc.oneof(...ways);
  }

  return { fitting: (schema: Json) => fitting(schema), faults: (schema: Json) => faults(schema) };
}
