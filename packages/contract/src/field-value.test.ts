import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../test/support/properties.ts';
import type { FieldSettings, FieldType } from './field.ts';
import { longestPatternValue } from './field-pattern.ts';
import { allowedInputModes, MAX_SIGNATURE_IMAGE_BYTES, validateFieldValue } from './field-value.ts';
import type { SignatureInput } from './signing.ts';
import { MAX_STROKE_POINTS } from './value-limits.ts';

const check = (
  type: FieldType,
  value: string | SignatureInput | null | undefined,
  settings: FieldSettings = {},
  required = true,
) => validateFieldValue({ type, required, settings }, value);

const faultOf = (...args: Parameters<typeof check>) => {
  const verdict = check(...args);
  return verdict.ok ? null : verdict.type;
};

const png = (bytes: number) =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(bytes - 8)]);

describe('emptiness', () => {
  const textTypes = ['name', 'email', 'date', 'text', 'number', 'checkbox', 'radio', 'dropdown'] as const;

  test.each([...textTypes, 'signature', 'initials'] as const)(
    'a required %s without a value is missing',
    (type) => {
      expect(check(type, null)).toEqual({ ok: false, type: 'missing', msg: 'Field required' });
      expect(faultOf(type, undefined)).toBe('missing');
    },
  );

  test.each(textTypes)('an optional %s of white space alone is stored as no value', (type) => {
    expect(check(type, ' \n', { options: ['a'] }, false)).toEqual({ ok: true, value: null });
    expect(faultOf(type, '  ')).toBe('missing');
  });
});

describe('checkbox', () => {
  test('a required box must be ticked, an optional one may be either', () => {
    expect(check('checkbox', 'true')).toEqual({ ok: true, value: 'true' });
    expect(check('checkbox', 'false')).toEqual({
      ok: false,
      type: 'enum',
      msg: "Input should be 'true'",
      ctx: { expected: "'true'" },
    });
    expect(check('checkbox', 'false', {}, false)).toEqual({ ok: true, value: 'false' });
  });

  test.each(['True', 'on', '1', ' true'])('%j is neither true nor false', (value) => {
    expect(faultOf('checkbox', value, {}, false)).toBe('enum');
  });
});

describe('date', () => {
  test.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '0050-06-15', '9999-12-31'])(
    '%s is a calendar day',
    (value) => {
      expect(check('date', value)).toEqual({ ok: true, value });
    },
  );

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '28.02.2026',
    '2026-02-28T00:00:00Z',
    '２０２６-02-28',
  ])('%s is refused', (value) => {
    expect(faultOf('date', value)).toBe('date_parsing');
  });
});

describe('radio and dropdown', () => {
  test.each(['radio', 'dropdown'] as const)('a %s takes exactly one of its options', (type) => {
    const settings = { options: ['Berlin', 'Paris', 'Rome'] };
    expect(check(type, 'Paris', settings)).toEqual({ ok: true, value: 'Paris' });
    expect(check(type, 'paris', settings)).toEqual({
      ok: false,
      type: 'enum',
      msg: "Input should be 'Berlin', 'Paris' or 'Rome'",
      ctx: { expected: "'Berlin', 'Paris' or 'Rome'" },
    });
  });

  test('limits meant for typed text do not make an option unchoosable', () => {
    expect(check('dropdown', 'Berlin', { options: ['Berlin'], max_length: 2, pattern: 'x' }).ok).toBe(true);
  });
});

describe('number', () => {
  test.each(['0', '-1', '+12', '3.14', '.5', '7.', '000123'])('%s is a decimal', (value) => {
    expect(check('number', value)).toEqual({ ok: true, value });
  });

  test.each(['1e3', '1,5', '0x10', 'Infinity', 'NaN', '1 000', '.', '-', '١٢'])('%s is not', (value) => {
    expect(faultOf('number', value)).toBe('decimal_parsing');
  });

  test('outer white space is dropped, and digits without end are not finite', () => {
    expect(check('number', ' 12 ')).toEqual({ ok: true, value: '12' });
    expect(faultOf('number', '9'.repeat(400))).toBe('finite_number');
  });

  test('bounds are inclusive, zero among them, and named in ctx', () => {
    const settings = { min_value: 0, max_value: 10 };
    expect(check('number', '0', settings).ok && check('number', '10', settings).ok).toBe(true);
    expect(check('number', '-0.01', settings)).toMatchObject({ type: 'greater_than_equal', ctx: { ge: 0 } });
    expect(check('number', '10.01', settings)).toMatchObject({ type: 'less_than_equal', ctx: { le: 10 } });
  });
});

describe('text', () => {
  test('is stored as it was typed, line breaks and outer spaces included', () => {
    expect(check('text', ' one\ntwo ')).toEqual({ ok: true, value: ' one\ntwo ' });
  });

  test('max_length counts code points, not UTF-16 units', () => {
    expect(check('text', '👍👍👍', { max_length: 3 }).ok).toBe(true);
    expect(check('text', '👍👍👍👍', { max_length: 3 })).toMatchObject({
      type: 'string_too_long',
      ctx: { max_length: 3 },
    });
  });

  test('what PostgreSQL cannot store is refused', () => {
    expect(faultOf('text', 'a\u0000b')).toBe('value_error');
    expect(faultOf('text', 'a\ud800b')).toBe('value_error');
  });

  test.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'the direction control %j is refused, because the text would read differently than it is sealed',
    (control) => {
      const fault = check('text', `EUR ${control}0021`);
      expect(fault).toMatchObject({ ok: false, type: 'value_error' });
      expect(fault).toMatchObject({ msg: expect.stringContaining('turn the direction') });
      expect(faultOf('signature', { mode: 'type', text: `Ada${control}b` })).toBe('value_error');
    },
  );

  test.each(['محمد علي', 'דוד בן-גוריון', 'משה\u200f (Moshe)\u200e'])(
    '%j is accepted, as it needs none',
    (name) => {
      expect(check('name', name)).toEqual({ ok: true, value: name });
      expect(check('signature', { mode: 'type', text: name }).ok).toBe(true);
    },
  );

  test('an option of a document that was sent before stays choosable', () => {
    expect(check('dropdown', 'a\u202eb', { options: ['a\u202eb'] }).ok).toBe(true);
  });

  test('pattern must match the whole value', () => {
    const settings = { pattern: '[0-9]{5}|none' };
    expect(check('text', '10115', settings).ok && check('text', 'none', settings).ok).toBe(true);
    expect(check('text', '10115 Berlin', settings)).toEqual({
      ok: false,
      type: 'string_pattern_mismatch',
      msg: "String should match pattern '[0-9]{5}|none'",
      ctx: { pattern: '[0-9]{5}|none' },
    });
    expect(check('text', 'ab', { pattern: '^ab$' }).ok).toBe(true);
  });

  test('a pattern that would backtrack without end in other engines is matched at once', () => {
    expect(faultOf('text', `${'a'.repeat(999)}!`, { pattern: '(a+)+' })).toBe('string_pattern_mismatch');
  });

  test('a value for a pattern has at most 1000 characters, and fewer where the pattern is large', () => {
    expect(check('text', 'a'.repeat(1000), { pattern: 'a*' }).ok).toBe(true);
    expect(check('text', 'a'.repeat(1001), { pattern: 'a*' })).toEqual({
      ok: false,
      type: 'string_too_long',
      msg: 'String should have at most 1000 characters in a field with this pattern',
      ctx: { max_length: 1000 },
    });
    expect(check('text', '\u{1f600}'.repeat(1000), { pattern: '.*' }).ok).toBe(true);
    const large = '[ab]{0,400}';
    const limit = longestPatternValue(large);
    expect(limit).toBeGreaterThan(200);
    expect(limit).toBeLessThan(400);
    expect(check('text', 'a'.repeat(limit), { pattern: large }).ok).toBe(true);
    expect(faultOf('text', 'a'.repeat(limit + 1), { pattern: large })).toBe('string_too_long');
    const typed = { mode: 'type', text: 'a'.repeat(10) } as const;
    expect(check('signature', typed, { pattern: 'a*' }).ok).toBe(true);
  });
});

describe('email', () => {
  test('outer white space is dropped from an address', () => {
    expect(check('email', ' ada@example.com ')).toEqual({ ok: true, value: 'ada@example.com' });
  });

  test.each(['ada', 'ada@', '@example.com', 'a b@example.com', `${'a'.repeat(250)}@example.com`])(
    '%s is no address',
    (value) => {
      expect(faultOf('email', value)).toBe('value_error');
    },
  );
});

describe('signature and initials', () => {
  const draw = (strokes: number[][][], width = 100, height = 50): SignatureInput => ({
    mode: 'draw',
    width,
    height,
    strokes,
  });

  test('input_modes limits how a field is filled in; absent or null, every mode is open', () => {
    expect(allowedInputModes({ input_modes: null })).toEqual(['draw', 'type', 'upload']);
    expect(check('signature', { mode: 'type', text: 'Ada' }, { input_modes: ['draw', 'upload'] })).toEqual({
      ok: false,
      type: 'enum',
      msg: "Input should be 'draw' or 'upload'",
      ctx: { expected: "'draw' or 'upload'" },
    });
    expect(check('initials', { mode: 'type', text: 'AL' }, { input_modes: ['type'] }).ok).toBe(true);
  });

  test('a typed signature is trimmed, and blank is missing', () => {
    expect(check('signature', { mode: 'type', text: ' Ada Lovelace ' })).toEqual({
      ok: true,
      value: { mode: 'type', text: 'Ada Lovelace' },
    });
    expect(faultOf('signature', { mode: 'type', text: ' \t' })).toBe('missing');
    expect(faultOf('signature', { mode: 'type', text: 'x'.repeat(201) })).toBe('string_too_long');
    expect(faultOf('initials', { mode: 'type', text: 'ABCD' }, { max_length: 3 })).toBe('string_too_long');
  });

  test('a string is no signature, and a signature is no string', () => {
    expect(faultOf('signature', 'Ada')).toBe('model_type');
    expect(faultOf('text', { mode: 'type', text: 'Ada' })).toBe('string_type');
  });

  test('a drawing has strokes, none of them empty, all of them on its surface', () => {
    const good = draw([
      [
        [0, 0],
        [100, 50, 0.5],
      ],
    ]);
    expect(check('signature', good)).toEqual({ ok: true, value: good });
    expect(faultOf('signature', draw([]))).toBe('too_short');
    expect(faultOf('signature', draw([[[1, 1]], []]))).toBe('too_short');
    for (const point of [[101, 1], [1, 51], [-1, 1], [Number.NaN, 1], [1]]) {
      expect(faultOf('signature', draw([[point]]))).toBe('value_error');
    }
    expect(faultOf('signature', draw([[[0, 0]]], 0, 50))).toBe('value_error');
  });

  test('a drawing has at most 5,000 points in all its strokes together', () => {
    const stroke = Array.from({ length: MAX_STROKE_POINTS / 2 }, () => [1, 1]);
    expect(check('signature', draw([stroke, stroke])).ok).toBe(true);
    expect(check('signature', draw([stroke, stroke, [[1, 1]]]))).toMatchObject({
      type: 'too_long',
      ctx: { max_length: 5000, actual_length: 5001 },
    });
  });

  test('an upload is PNG or JPEG in base64 of at most 2 MiB', () => {
    const upload = (image_base64: string): SignatureInput => ({ mode: 'upload', image_base64 });
    const small = png(64).toString('base64');
    expect(check('signature', upload(small)).ok).toBe(true);
    expect(check('signature', upload(`data:image/png;base64,${small}`)).ok).toBe(true);
    expect(check('signature', upload(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]).toString('base64'))).ok).toBe(
      true,
    );
    expect(check('signature', upload(png(MAX_SIGNATURE_IMAGE_BYTES).toString('base64'))).ok).toBe(true);
    expect(faultOf('signature', upload(png(MAX_SIGNATURE_IMAGE_BYTES + 1).toString('base64')))).toBe(
      'value_error',
    );
    for (const bad of ['', 'a', '%%%%', Buffer.from('GIF89a....').toString('base64'), 'data:text/html,x']) {
      expect(faultOf('signature', upload(bad))).toBe('value_error');
    }
  });
});

test('what is accepted is accepted again, unchanged', () => {
  const types = ['name', 'email', 'date', 'text', 'number', 'checkbox', 'radio'] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.double().map(String),
        fc.emailAddress(),
        fc.constant('true'),
      ),
      (type, text) => {
        const first = check(type, text, { options: [text] });
        if (first.ok) expect(check(type, first.value, { options: [text] })).toEqual(first);
      },
    ),
    runs(100),
  );
});
