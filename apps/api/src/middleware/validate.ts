/** Parses requests into typed input, or throws one validation problem with every error (docs/spec/interface.md, Errors; docs/spec/decisions.md, section 2). */
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import type { Request } from 'express';
import type * as z from 'zod';
import { toValidationIssues } from './validation-issues.ts';

/**
 * The body parsed by the schema; without a body the schema gets undefined. Throws a validation problem that lists all errors, with `loc`
 * beginning with `body`.
 */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  request: Request<never> | Request,
): z.infer<Schema> {
  return parseBodyValue(schema, request.body);
}

/** The same for a JSON value that was read elsewhere. */
export function parseBodyValue<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  return parse(schema, value, 'body');
}

/** The query parameters parsed by the schema. Throws a validation problem with `loc` beginning with `query`. */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  request: Request<never> | Request,
): z.infer<Schema> {
  const query = request.query as Record<string, unknown>;
  const unstorable = Object.entries(query).filter(([, value]) => String(value).includes('\u0000'));
  if (unstorable.length > 0) {
    throw new ProblemError('validation', {
      detail: unstorable.map(([name]) => ({
        loc: ['query', name],
        msg: 'Value error, must not contain NUL characters',
        type: 'value_error',
      })),
    });
  }
  return parse(schema, { ...query }, 'query');
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  source: 'body' | 'query',
): z.infer<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const detail: ValidationIssue[] = toValidationIssues(schema, result.error.issues, input, source);
  throw new ProblemError('validation', { detail });
}
