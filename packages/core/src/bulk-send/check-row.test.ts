import type { BulkRowIn } from '@countersign/contract/bulk-send';
import { expect, test } from '@jest/globals';
import type { TemplateDefinition } from '../template/fill.ts';
import { describeFaults, type RowFault, rowChecker } from './check-row.ts';

const field = (name: string, given: object = {}) => ({
  type: 'text',
  name,
  page: 1,
  x: 0.1,
  y: 0.1,
  w: 0.2,
  h: 0.05,
  recipient_index: 0,
  required: true,
  read_only: false,
  prefill_value: null,
  settings: {},
  ...given,
});

const placeholder = (given: object = {}) => ({
  name: 'Tenant',
  email: 'tenant@example.test',
  role: 'signer',
  signing_order: 1,
  auth_level: 'link',
  delivery: 'email',
  ...given,
});

const templateWith = (fields: object[], recipients: object[] = [placeholder()]) =>
  ({ pages: [{ width: 1, height: 1 }], recipients, fields }) as unknown as TemplateDefinition;

const signature = field('sign', { type: 'signature' });
const ada = { name: 'Ada', email: 'ada@example.test' };
const check = (row: object, template = templateWith([signature, field('city')])) =>
  rowChecker(template, new Date())({ recipients: [ada], form_values: {}, ...row } as BulkRowIn);

const faultsOf = async (checking: ReturnType<typeof check>) => {
  const checked = await checking;
  return checked.ok ? [] : checked.faults.map(({ place, message }) => `${place.join('.')}: ${message}`);
};

test('a row that can be sent has its recipients with role and order of the placeholders, and its values', async () => {
  const checked = await check({
    recipients: [{ ...ada, auth_level: 'otp', delivery: 'none' }],
    form_values: { city: 'Porto' },
    external_id: 'crm-1',
    metadata: { plan: 'x' },
  });
  expect(checked).toEqual({
    ok: true,
    recipients: [{ ...ada, role: 'signer', signing_order: 1, auth_level: 'otp', delivery: 'none' }],
    prefill: new Map([[1, 'Porto']]),
  });
  expect(await check({})).toMatchObject({ recipients: [{ auth_level: 'link', delivery: 'email' }] });
  expect((await check({ recipients: [{ ...ada, auth_level: null, delivery: null }] })).ok).toBe(true);
  expect((await check({ recipients: [{ ...ada, auth_level: 'link', delivery: 'email' }] })).ok).toBe(true);
});

test.each<[object, string]>([
  [{ name: '' }, 'name: a name is required'],
  [{ name: undefined }, 'name: a name is required'],
  [{ name: '\u200b' }, 'name: not a name of at most 200 visible characters'],
  [{ name: 'x'.repeat(201) }, 'name: not a name of at most 200 visible characters'],
  [{ email: '' }, 'email: an email address is required'],
  [{ email: undefined }, 'email: an email address is required'],
  [{ email: 'ada' }, 'email: not a valid email address'],
  [
    { auth_level: 'account' },
    'auth_level: auth-level-unavailable: the authentication level "account" is not available; only link and otp are',
  ],
  [
    { auth_level: 'passkey' },
    'auth_level: auth-level-unavailable: the authentication level "passkey" is not available; only link and otp are',
  ],
  [{ auth_level: 'sms' }, 'auth_level: must be link or otp'],
  [{ delivery: 'post' }, 'delivery: must be email or none'],
  [
    { signature_level: 'qualified' },
    'signature_level: not in bulk sends; create the document with POST /v1/templates/{id}/use',
  ],
])('a recipient with %j is a fault', async (given, fault) => {
  expect(await faultsOf(check({ recipients: [{ ...ada, ...given }] }))).toEqual([`recipients.0.${fault}`]);
});

test('too few and too many recipients, unknown values, and own data over the limits are faults', async () => {
  const two = templateWith([signature], [placeholder(), placeholder({ role: 'cc' })]);
  expect(await faultsOf(check({}, two))).toEqual([
    'recipients: expected 2, one for each placeholder of the template, but got 1',
  ]);
  expect(await faultsOf(check({ recipients: [ada, { name: '', email: '' }] }))).toEqual([
    'recipients: expected 1, one for each placeholder of the template, but got 2',
  ]);
  expect(await faultsOf(check({ form_values: { nope: 'x' } }))).toEqual([
    'form_values.nope: the template has no such field',
  ]);
  expect((await faultsOf(check({ external_id: 'a\u0000' })))[0]).toMatch(/^external_id: must have 1 to 255/);
  expect(await faultsOf(check({ metadata: { key: 'x'.repeat(501), other: 'y' } }))).toEqual([
    'metadata.key: at most 500 characters, without NUL characters',
  ]);
});

test('a row that would be refused when it is sent is a fault, with the reason', async () => {
  const fixed = templateWith([signature, field('rent', { read_only: true })]);
  expect(await faultsOf(check({}, fixed))).toEqual([expect.stringMatching(/^: not-sendable: /)]);
  expect((await check({ form_values: { rent: '12' } }, fixed)).ok).toBe(true);
  const prefilled = templateWith([signature, field('rent', { read_only: true, prefill_value: '1' })]);
  expect((await check({}, prefilled)).ok).toBe(true);
  const blank = templateWith([signature, field('note', { read_only: true, prefill_value: ' ' })]);
  expect(await faultsOf(check({}, blank))).toEqual([expect.stringMatching(/^: not-sendable: .*no value/)]);
  expect((await check({ form_values: { note: 'None' } }, blank)).ok).toBe(true);
  const asked = templateWith([signature, field('note', { read_only: true })]);
  expect(await faultsOf(check({ form_values: { note: '\u00a0' } }, asked))).toEqual([
    expect.stringMatching(/^: not-sendable: .*no value/),
  ]);
  const optional = templateWith([signature, field('rent', { read_only: true, required: false })]);
  expect((await check({}, optional)).ok).toBe(true);
  const nothingToSign = templateWith([]);
  expect(await faultsOf(check({}, nothingToSign))).toEqual([expect.stringMatching(/^: not-sendable: /)]);
  const noSuchPage = templateWith([signature, field('far', { page: 2 })]);
  expect(await faultsOf(check({}, noSuchPage))).toEqual([expect.stringMatching(/^: not-sendable: .*page/i)]);
});

test('a read-only value that no font can draw is a fault; a recipient can correct the value of another field', async () => {
  const fields = templateWith([signature, field('rent', { read_only: true }), field('city')]);
  expect(await faultsOf(check({ form_values: { rent: '\ue000 12', city: '\ue000' } }, fields))).toEqual([
    'form_values.rent: no font can draw: \ue000',
  ]);
});

test('a value loses invisible characters that turn the direction of others; an option keeps them', async () => {
  const choice = field('size', { type: 'dropdown', settings: { options: ['\u202aM\u202c'] } });
  const template = templateWith([signature, field('phone'), choice]);
  const form_values = { phone: '\u202a+972 50\u202c', size: '\u202aM\u202c' };
  expect(await check({ form_values }, template)).toMatchObject({
    ok: true,
    prefill: new Map([
      [1, '+972 50'],
      [2, '\u202aM\u202c'],
    ]),
  });
});

test('at most five faults are described; long places are cut', () => {
  const fault = (message: string, place: RowFault['place'] = []): RowFault => ({ place, message });
  const where = (place: RowFault['place']) => place.join('.');
  expect(describeFaults([fault('a'), fault('b', ['external_id'])], where)).toBe('a; external_id: b');
  const five = Array.from({ length: 5 }, (_, at) => fault(String(at)));
  expect(describeFaults(five, where)).toBe('0; 1; 2; 3; 4');
  expect(describeFaults([...five, fault('5')], where)).toBe('0; 1; 2; 3; 4; and 1 more');
  expect(describeFaults([...five, fault('5'), fault('6')], where)).toBe('0; 1; 2; 3; 4; and 2 more');
  const longest = describeFaults([fault('m', ['form_values', 'x'.repeat(288)])], where);
  expect(longest).toBe(`form_values.${'x'.repeat(288)}: m`);
  const cut = describeFaults([fault('m', ['form_values', 'x'.repeat(400)])], where);
  expect(cut).toMatch(/^form_values\.x+…: m$/);
  expect(cut).toHaveLength(300 + '…: m'.length);
});
