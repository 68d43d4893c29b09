/** Translates zod's issues into the names, messages and `ctx` of Pydantic (docs/spec/decisions.md, section 2). */
import type { ValidationIssue } from '@countersign/problem/problem-error';
import type * as z from 'zod';
import { presentableInput } from './presentable-input.ts';
import { type ExpectedKind, expectedKind } from './schema-at.ts';

type Source = 'body' | 'query';
type Described = Pick<ValidationIssue, 'type' | 'msg' | 'ctx'>;
type Issue = z.core.$ZodIssue;

/** The most errors that a problem lists. */
export const MAX_ISSUES = 500;

/** All issues of a failed parse, each with a location beginning with `source` and, if it is small and not secret, the invalid value. */
export function toValidationIssues(
  schema: z.ZodType,
  issues: readonly Issue[],
  input: unknown,
  source: Source,
): ValidationIssue[] {
  const errors: ValidationIssue[] = [];
  for (const issue of issues) {
    if (errors.length >= MAX_ISSUES) break;
    errors.push(...translate(schema, issue, [], input, source));
  }
  return errors.slice(0, MAX_ISSUES);
}

function translate(
  schema: z.ZodType,
  issue: Issue,
  base: PropertyKey[],
  input: unknown,
  source: Source,
): ValidationIssue[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      located(
        source,
        [...path, key],
        { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' },
        input,
      ),
    );
  }
  if (
    issue.code === 'invalid_union' &&
    issue.errors.length > 0 &&
    valueAt(input, path, source) !== undefined
  ) {
    return likelyBranches(issue.errors).flatMap((branch) =>
      branch.flatMap((inner) => translate(schema, inner, path, input, source)),
    );
  }
  // Custom rules have their own messages, also for missing values.
  if (valueAt(input, path, source) === undefined && issue.code !== 'custom') {
    return [located(source, path, { type: 'missing', msg: 'Field required' }, input)];
  }
  return [
    located(
      source,
      path,
      describe(issue, valueAt(input, path, source), expectedKind(schema, path), source),
      input,
    ),
  ];
}

/** The branches of a union that accept the value's type; if none does, every branch with its first error. */
function likelyBranches(branches: readonly (readonly Issue[])[]): readonly (readonly Issue[])[] {
  const fitting = branches.filter(
    (issues) => !issues.some((issue) => issue.code === 'invalid_type' && issue.path.length === 0),
  );
  if (fitting.length > 0) return fitting.slice(0, 1);
  return branches.map((issues) => issues.slice(0, 1));
}

function located(source: Source, path: PropertyKey[], described: Described, input: unknown): ValidationIssue {
  const loc = [source, ...path.map((key) => (typeof key === 'number' ? key : String(key)))];
  const isMissing = described.type === 'missing';
  const offending = presentableInput(
    isMissing ? valueAt(input, path.slice(0, -1), source) : valueAt(input, path, source),
    path,
  );
  const { ctx, msg, type } = described;
  return { loc, msg, type, ...(offending.shown && { input: offending.value }), ...(ctx && { ctx }) };
}

function valueAt(input: unknown, path: readonly PropertyKey[], source: Source): unknown {
  let value = input;
  for (const key of path) {
    // Query parameters with several values may be separated by commas, given several times, or both.
    if (source === 'query' && typeof key === 'number') {
      value = [value].flat().join(',').split(',')[key];
      continue;
    }
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function describe(issue: Issue, value: unknown, kind: ExpectedKind, source: Source): Described {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, value, kind, source);
    case 'too_small':
      return describeLimit(issue, 'small', value);
    case 'too_big':
      return describeLimit(issue, 'big', value);
    case 'invalid_format':
      return describeFormat(issue);
    case 'invalid_value':
      return describeChoice(issue.values, kind);
    case 'invalid_union':
      return describeTag(issue);
    case 'not_multiple_of':
      return {
        type: 'multiple_of',
        msg: `Input should be a multiple of ${issue.divisor}`,
        ctx: { multiple_of: issue.divisor },
      };
    default:
      return { type: 'value_error', msg: issue.message || 'Value error' };
  }
}

const plainTypes: Record<string, Described> = {
  string: { type: 'string_type', msg: 'Input should be a valid string' },
  int: { type: 'int_type', msg: 'Input should be a valid integer' },
  number: { type: 'float_type', msg: 'Input should be a valid number' },
  boolean: { type: 'bool_type', msg: 'Input should be a valid boolean' },
  array: { type: 'list_type', msg: 'Input should be a valid list' },
  record: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
  object: {
    type: 'model_attributes_type',
    msg: 'Input should be a valid dictionary or object to extract fields from',
  },
  datetime: { type: 'datetime_type', msg: 'Input should be a valid datetime' },
  uuid: { type: 'uuid_type', msg: 'UUID input should be a string, bytes or UUID object' },
};

function describeType(expected: string, value: unknown, kind: ExpectedKind, source: Source): Described {
  const integer = expected === 'int' || kind === 'int';
  if (expected === 'number' || expected === 'int') {
    if (source === 'query' && typeof value === 'string') return parsing(integer ? 'int' : 'float');
    if (integer && typeof value === 'number') return parsing('fraction');
    return plainTypes[integer ? 'int' : 'number']!;
  }
  if (expected === 'string' && (kind === 'datetime' || kind === 'uuid')) return plainTypes[kind]!;
  return plainTypes[expected] ?? { type: `${expected}_type`, msg: `Input should be a valid ${expected}` };
}

function parsing(kind: 'int' | 'fraction' | 'float'): Described {
  if (kind === 'fraction') {
    return {
      type: 'int_from_float',
      msg: 'Input should be a valid integer, got a number with a fractional part',
    };
  }
  if (kind === 'float')
    return {
      type: 'float_parsing',
      msg: 'Input should be a valid number, unable to parse string as a number',
    };
  return {
    type: 'int_parsing',
    msg: 'Input should be a valid integer, unable to parse string as an integer',
  };
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

function describeLimit(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  side: 'small' | 'big',
  value: unknown,
): Described {
  const limit = Number('minimum' in issue ? issue.minimum : issue.maximum);
  const words =
    side === 'small'
      ? (['short', 'at least', 'min_length'] as const)
      : (['long', 'at most', 'max_length'] as const);
  if (issue.origin === 'string') {
    return {
      type: `string_too_${words[0]}`,
      msg: `String should have ${words[1]} ${plural(limit, 'character')}`,
      ctx: { [words[2]]: limit },
    };
  }
  if (issue.origin === 'array' || issue.origin === 'set' || issue.origin === 'map') {
    const count = Array.isArray(value) ? value.length : undefined;
    return {
      type: `too_${words[0]}`,
      msg: `List should have ${words[1]} ${plural(limit, 'item')} after validation${count === undefined ? '' : `, not ${count}`}`,
      ctx: { field_type: 'List', [words[2]]: limit, ...(count !== undefined && { actual_length: count }) },
    };
  }
  const inclusive = issue.inclusive !== false;
  const name = side === 'small' ? 'greater_than' : 'less_than';
  const sign = side === 'small' ? 'g' : 'l';
  return {
    type: inclusive ? `${name}_equal` : name,
    msg: `Input should be ${name.replace('_', ' ')}${inclusive ? ' or equal to' : ''} ${limit}`,
    ctx: { [`${sign}${inclusive ? 'e' : 't'}`]: limit },
  };
}

function describeFormat(issue: z.core.$ZodIssueInvalidStringFormat): Described {
  switch (issue.format) {
    case 'email':
      return { type: 'value_error', msg: 'value is not a valid email address' };
    case 'uuid':
    case 'guid':
      return { type: 'uuid_parsing', msg: 'Input should be a valid UUID' };
    case 'datetime':
      return { type: 'datetime_parsing', msg: 'Input should be a valid datetime with a time zone, ISO 8601' };
    case 'date':
      return { type: 'date_parsing', msg: 'Input should be a valid date, YYYY-MM-DD' };
    case 'url':
      return { type: 'url_parsing', msg: 'Input should be a valid URL' };
    case 'regex': {
      const pattern = issue.pattern?.replace(/^\/([\s\S]*)\/[a-z]*$/, '$1') ?? '';
      return {
        type: 'string_pattern_mismatch',
        msg: `String should match pattern '${pattern}'`,
        ctx: { pattern },
      };
    }
    default:
      return { type: 'value_error', msg: `Value error, not a valid ${issue.format}` };
  }
}

/** `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`. */
export function choiceWords(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
}

function describeChoice(values: readonly unknown[], kind: ExpectedKind): Described {
  const expected = choiceWords(values);
  return {
    type: kind === 'literal' ? 'literal_error' : 'enum',
    msg: `Input should be ${expected}`,
    ctx: { expected },
  };
}

function describeTag(issue: z.core.$ZodIssueInvalidUnion): Described {
  const { discriminator, options } = issue as { discriminator?: string; options?: unknown[] };
  if (!discriminator) return { type: 'value_error', msg: 'Value error, matches no allowed shape' };
  const expected = choiceWords(options ?? []);
  return {
    type: 'union_tag_invalid',
    msg: `Input tag should be one of ${expected}`,
    ctx: { discriminator: `'${discriminator}'`, expected_tags: expected },
  };
}
