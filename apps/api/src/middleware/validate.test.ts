import { BulkSendListQuery } from '@countersign/contract/bulk-send';
import { CreateDocumentReq, DocumentListQuery, SendReq } from '@countersign/contract/document';
import { FieldSpecs } from '@countersign/contract/field';
import { CreateKeyReq } from '@countersign/contract/key';
import { CompleteReq, OtpVerifyReq } from '@countersign/contract/signing';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import { describe, expect, test } from '@jest/globals';
import type { Request } from 'express';
import fc from 'fast-check';
import * as z from 'zod';
import { runs } from '../../../../test/support/properties.ts';
import { parseBody, parseQuery } from './validate.ts';
import { MAX_ISSUES } from './validation-issues.ts';

function issuesOf(run: () => unknown): ValidationIssue[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ProblemError && error.slug === 'validation')
      return error.detail as ValidationIssue[];
    throw error;
  }
  return [];
}
const body = (schema: z.ZodType, value: unknown) =>
  issuesOf(() => parseBody(schema, { body: value } as Request));
const query = (schema: z.ZodType, value: Record<string, unknown>) =>
  issuesOf(() => parseQuery(schema, { query: value } as unknown as Request));

const field = { type: 'text', page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.1, recipient_index: 0 };

describe('an invalid body', () => {
  test('reports a missing member with the object that lacks it', () => {
    expect(body(CreateDocumentReq, { message: 'hi' })).toEqual([
      { loc: ['body', 'title'], type: 'missing', msg: 'Field required', input: { message: 'hi' } },
    ]);
  });

  test('is reported as missing when absent; null is not an object', () => {
    expect(body(CreateKeyReq, undefined)).toEqual([
      { loc: ['body'], type: 'missing', msg: 'Field required', input: null },
    ]);
    expect(body(CreateKeyReq, null)).toMatchObject([{ loc: ['body'], type: 'model_attributes_type' }]);
    expect(body(CreateKeyReq, [1])).toMatchObject([
      { loc: ['body'], type: 'model_attributes_type', input: [1] },
    ]);
  });

  test('is valid when absent or null where the specification allows it', () => {
    expect(parseBody(SendReq.nullish(), { body: undefined } as Request)).toBeUndefined();
    expect(parseBody(SendReq.nullish(), { body: null } as Request)).toBeNull();
  });

  test('reports all errors at once, each with its location', () => {
    const found = body(CreateDocumentReq, {
      title: '',
      recipients: [{ email: 'nobody', name: 'A', role: 'boss', signing_order: 0 }],
      fields: [{ ...field, type: 'stamp', page: 1.5, x: -1, w: 0, settings: { color: 'red' } }],
      reminder_cadence_days: '3',
      expires_at: 'tomorrow',
      visibility: 'all',
    });
    expect(found.map(({ loc, type }) => [loc.slice(1).join('.'), type])).toEqual([
      ['title', 'string_too_short'],
      ['recipients.0.email', 'value_error'],
      ['recipients.0.role', 'enum'],
      ['recipients.0.signing_order', 'greater_than_equal'],
      ['fields.0.type', 'enum'],
      ['fields.0.page', 'int_from_float'],
      ['fields.0.x', 'greater_than_equal'],
      ['fields.0.w', 'greater_than'],
      ['fields.0.settings.color', 'extra_forbidden'],
      ['expires_at', 'datetime_parsing'],
      ['reminder_cadence_days', 'int_type'],
      ['visibility', 'enum'],
    ]);
  });

  test.each([
    [z.object({ a: z.string() }), { a: 5 }, 'string_type', 'Input should be a valid string', undefined],
    [z.object({ a: z.number() }), { a: '5' }, 'float_type', 'Input should be a valid number', undefined],
    [z.object({ a: z.int() }), { a: '5' }, 'int_type', 'Input should be a valid integer', undefined],
    [z.object({ a: z.boolean() }), { a: 1 }, 'bool_type', 'Input should be a valid boolean', undefined],
    [z.object({ a: z.array(z.int()) }), { a: {} }, 'list_type', 'Input should be a valid list', undefined],
    [
      z.object({ a: z.record(z.string(), z.string()) }),
      { a: [] },
      'dict_type',
      'Input should be a valid dictionary',
      undefined,
    ],
    [
      z.object({ a: z.uuid().nullish() }),
      { a: 'x' },
      'uuid_parsing',
      'Input should be a valid UUID',
      undefined,
    ],
    [
      z.object({ a: z.uuid().nullish() }),
      { a: 5 },
      'uuid_type',
      'UUID input should be a string, bytes or UUID object',
      undefined,
    ],
    [
      z.object({ a: z.iso.datetime({ offset: true }) }),
      { a: 5 },
      'datetime_type',
      'Input should be a valid datetime',
      undefined,
    ],
    [
      z.object({ a: z.string().max(300) }),
      { a: 'x'.repeat(301) },
      'string_too_long',
      'String should have at most 300 characters',
      { max_length: 300 },
    ],
    [
      z.object({ a: z.string().min(1) }),
      { a: '' },
      'string_too_short',
      'String should have at least 1 character',
      { min_length: 1 },
    ],
    [
      z.object({ a: z.number().max(1) }),
      { a: 2 },
      'less_than_equal',
      'Input should be less than or equal to 1',
      { le: 1 },
    ],
    [
      z.object({ a: z.number().gt(0) }),
      { a: 0 },
      'greater_than',
      'Input should be greater than 0',
      { gt: 0 },
    ],
    [
      z.object({ a: z.array(z.int()).max(1) }),
      { a: [1, 2] },
      'too_long',
      'List should have at most 1 item after validation, not 2',
      { field_type: 'List', max_length: 1, actual_length: 2 },
    ],
    [
      z.object({ a: z.enum(['x', 'y', 'z']) }),
      { a: 'q' },
      'enum',
      "Input should be 'x', 'y' or 'z'",
      { expected: "'x', 'y' or 'z'" },
    ],
    [
      z.object({ a: z.literal('x') }),
      { a: 'q' },
      'literal_error',
      "Input should be 'x'",
      { expected: "'x'" },
    ],
    [
      z.object({ a: z.string().regex(/^[a-z]+$/) }),
      { a: 'Q' },
      'string_pattern_mismatch',
      "String should match pattern '^[a-z]+$'",
      { pattern: '^[a-z]+$' },
    ],
  ])('%# has the type, message and ctx of Pydantic', (schema, value, type, msg, ctx) => {
    const [issue] = body(schema, value);
    expect(issue).toEqual({ loc: ['body', 'a'], type, msg, ...(ctx && { ctx }), input: presented(value.a) });
  });

  test('reports the branch of a union that fits the value best', () => {
    const found = body(CompleteReq, {
      values: { a: { mode: 'type', text: '' }, b: { mode: 'sing' }, c: 7 },
    });
    expect(found.map(({ loc, type }) => [loc.join('.'), type])).toEqual([
      ['body.values.a.text', 'string_too_short'],
      ['body.values.b.mode', 'union_tag_invalid'],
      ['body.values.c', 'string_type'],
      ['body.values.c', 'model_attributes_type'],
    ]);
  });

  test('never repeats a secret, neither alone nor inside its object', () => {
    expect(JSON.stringify(body(OtpVerifyReq, { code: 123456 }))).not.toContain('123456');
    expect(
      JSON.stringify(body(z.object({ name: z.string() }), { code: '123456', key: 'cs_live_x', extra: 1 })),
    ).not.toMatch(/123456|cs_live/);
  });

  test('shortens long values and omits large ones', () => {
    const [long] = body(z.object({ a: z.string().max(5) }), { a: 'x'.repeat(100_000) });
    expect(String(long?.input).length).toBeLessThan(300);
    expect(long?.input).toContain('xxx');
    const [large] = body(z.object({ a: z.string() }), { a: Array.from({ length: 50_000 }, () => 0) });
    expect(large).not.toHaveProperty('input');
  });

  test('reports a bounded number of errors', () => {
    const many = Array.from({ length: 2000 }, () => ({}));
    expect(body(FieldSpecs, many)).toHaveLength(MAX_ISSUES);
  });

  test('gives a parsed value or well-formed issues for any content', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        for (const issue of body(CreateDocumentReq, value)) {
          expect(issue.loc[0]).toBe('body');
          expect(issue.type).toMatch(/^[a-z_]+$/);
          expect(issue.msg).not.toBe('');
        }
      }),
      runs(100),
    );
  });

  test('is refused without a stack overflow when nested very deeply', () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
    expect(body(z.object({ a: z.string() }), { a: nested })).toMatchObject([{ type: 'string_type' }]);
  });
});

describe('an invalid query', () => {
  test.each([
    [{ limit: 'abc' }, 'int_parsing'],
    [{ limit: '1.5' }, 'int_parsing'],
    [{ limit: '0' }, 'greater_than_equal'],
    [{ limit: '201' }, 'less_than_equal'],
    [{ offset: '-1' }, 'greater_than_equal'],
  ])('%j is %s', (value, type) => {
    expect(query(BulkSendListQuery, value)).toMatchObject([{ loc: ['query', Object.keys(value)[0]], type }]);
  });

  test('reports a wrong status of a repeated parameter with its index', () => {
    expect(query(DocumentListQuery, { status: ['sent', 'gone'] })).toMatchObject([
      { loc: ['query', 'status', 1], type: 'enum' },
    ]);
    expect(query(DocumentListQuery, { folder_id: 'x' })).toMatchObject([
      { loc: ['query', 'folder_id'], type: 'uuid_parsing' },
    ]);
    expect(query(DocumentListQuery, { q: 'a\u0000b' })).toMatchObject([
      { loc: ['query', 'q'], type: 'value_error' },
    ]);
  });
});

function presented(value: unknown): unknown {
  return typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value;
}
