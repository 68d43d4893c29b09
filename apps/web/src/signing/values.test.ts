import type { FieldOut, SigningOut } from '@countersign/client/generated/api';
import { describe, expect, test } from '@jest/globals';
import {
  checkValues,
  drawnValue,
  faultsOf,
  fixedText,
  initialValues,
  inReadingOrder,
  isFilled,
  valuesToSend,
} from './values.ts';

let made = 0;
function field(type: FieldOut['type'], more: Partial<FieldOut> = {}): FieldOut {
  made += 1;
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    envelope_id: 'doc_1',
    recipient_id: null,
    type,
    page: 1,
    x: 0.1,
    y: 0.1,
    w: 0.2,
    h: 0.03,
    required: true,
    read_only: false,
    settings: {},
    ...more,
  };
}

const view = (fields: FieldOut[], timeZone: string | null = null): SigningOut => ({
  document: { title: 'Lease', sender: 'Birch', display_timezone: timeZone },
  recipient: { name: 'Ada Lovelace', email: 'ada@example.test', auth_level: 'link' },
  auth: { required: false, satisfied: true },
  fields,
});

describe('reading order', () => {
  test('goes by page, line and position, and ignores small differences in height', () => {
    const right = field('text', { x: 0.6, y: 0.2 });
    const left = field('text', { x: 0.1, y: 0.204 });
    const below = field('text', { x: 0, y: 0.3 });
    const nextPage = field('text', { page: 2, x: 0, y: 0 });
    expect(inReadingOrder([nextPage, below, right, left])).toEqual([left, right, below, nextPage]);
  });
});

describe('characters that the sealed file leaves out', () => {
  const turned = 'EUR \u202e0021\u202c';

  test('are not in the texts that the page shows, nor in what it sends', () => {
    const fixed = field('text', { read_only: true, prefill_value: turned });
    expect(fixedText(fixed, null)).toBe('EUR 0021');
    expect(fixedText(field('text', { value: turned }), null)).toBe('EUR 0021');
    const named = view([field('text', { prefill_value: turned }), field('name')]);
    const values = initialValues(
      { ...named, recipient: { ...named.recipient, name: 'A\u2067da' } },
      new Date(),
    );
    expect(Object.values(values)).toEqual(['EUR 0021', 'Ada']);
    expect(drawnValue(field('text'), turned)).toBe('EUR 0021');
    expect(drawnValue(field('signature'), { mode: 'type', text: 'A\u202eda' })).toEqual({
      mode: 'type',
      text: 'Ada',
    });
  });

  test('stay in a chosen option, which must be the one that the sender wrote', () => {
    const choice = field('dropdown', { settings: { options: [turned] }, prefill_value: turned });
    expect(drawnValue(choice, turned)).toBe(turned);
    expect(Object.values(initialValues(view([choice]), new Date()))).toEqual([turned]);
  });
});

describe('initial values', () => {
  const now = new Date('2026-11-20T23:30:00Z');

  test('name, email and date start with the recipient and the day in the document zone', () => {
    const fields = [field('name'), field('email'), field('date')];
    expect(Object.values(initialValues(view(fields, 'Europe/Berlin'), now))).toEqual([
      'Ada Lovelace',
      'ada@example.test',
      '2026-11-21',
    ]);
    expect(Object.values(initialValues(view([fields[2]!]), now))).toEqual(['2026-11-20']);
  });

  test('a prefill comes before the default, and a signature starts empty whatever its prefill', () => {
    const fields = [
      field('name', { prefill_value: 'A. Lovelace' }),
      field('checkbox', { prefill_value: 'true' }),
      field('checkbox'),
      field('text'),
      field('signature', { prefill_value: 'Ada' }),
    ];
    expect(Object.values(initialValues(view(fields), now))).toEqual([
      'A. Lovelace',
      'true',
      'false',
      '',
      null,
    ]);
  });
});

describe('validation and request body', () => {
  test('read-only fields are neither checked nor sent', () => {
    const fixed = field('text', { read_only: true });
    expect(checkValues([fixed], {})).toEqual({});
    expect(valuesToSend([fixed], { [fixed.id]: 'x' })).toEqual({});
  });

  test('a cleared text is sent as the empty text, so that its prefill is not used', () => {
    const remark = field('text', { required: false, prefill_value: 'as agreed' });
    const sign = field('signature', { required: false });
    expect(valuesToSend([remark, sign], { [remark.id]: '', [sign.id]: null })).toEqual({ [remark.id]: '' });
  });

  test('every invalid field is reported, optional ones only when they are not empty', () => {
    const zip = field('text', { settings: { pattern: '[0-9]{5}' }, required: false });
    const box = field('checkbox');
    expect(checkValues([zip, box], { [zip.id]: '', [box.id]: 'true' })).toEqual({});
    const faults = checkValues([zip, box], { [zip.id]: '1', [box.id]: 'false' });
    expect(Object.values(faults).map((fault) => fault.type)).toEqual(['string_pattern_mismatch', 'enum']);
  });

  test('a field counts as filled when its value will be accepted', () => {
    expect(isFilled(field('checkbox', { required: false }), 'false')).toBe(false);
    expect(isFilled(field('text', { required: false }), ' ')).toBe(false);
    expect(isFilled(field('number'), 'twelve')).toBe(false);
    expect(isFilled(field('number'), '12')).toBe(true);
  });

  test("the server's errors are assigned to their fields; others are kept separate", () => {
    const one = field('text');
    const issue = (loc: Array<string | number>) => ({ loc, msg: 'Value error, no', type: 'value_error' });
    const { faults, others } = faultsOf(
      [issue(['body', 'values', one.id]), issue(['body', 'values', 'x']), issue(['body'])],
      [one],
    );
    expect(faults).toEqual({ [one.id]: { ok: false, type: 'value_error', msg: 'Value error, no' } });
    expect(others).toHaveLength(2);
  });
});
