import type { TextTag } from '@countersign/pdf/page-text/find-tags';
import type { FormField } from '@countersign/pdf/page-text/form-fields';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import { describe, expect, test } from '@jest/globals';
import { fieldsFromPdf } from './fields-from-pdf.ts';

const place = { page: 1, x: 0.1, y: 0.2, w: 0.3, h: 0.05 };
const tag = (text: string, given: Partial<TextTag> = {}): TextTag => ({
  ...place,
  text,
  lines: [],
  square: { ...place, w: 0.07 },
  ...given,
});
const input = (name: string, given: Partial<FormField> = {}): FormField => ({
  ...place,
  name,
  type: 'text',
  required: false,
  readOnly: false,
  options: [],
  maxLength: null,
  value: null,
  ...given,
});

type Person = Parameters<typeof fieldsFromPdf>[2][number];
const person = (name: string, role: Person['role'] = 'signer'): Person => ({
  name,
  email: `${name.toLowerCase()}@example.test`,
  role,
});
const people = [person('Tenant'), person('Reader', 'viewer'), person('Landlord', 'approver')];

const fromTags = (tags: TextTag[], recipients = people, roles: Record<string, number> = {}) =>
  fieldsFromPdf({ fields_from: 'tags', roles }, { tags, formFields: [] }, recipients);
const fromForm = (formFields: FormField[], recipients = people) =>
  fieldsFromPdf({ fields_from: 'form', roles: {} }, { tags: [], formFields }, recipients);
const oneTag = (text: string, given: Partial<TextTag> = {}) => fromTags([tag(text, given)])[0]!;

/** The messages of a validation problem. */
function faultsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return (error.detail as ValidationIssue[]).map(({ msg }) => msg.replace(/^Value error, /, ''));
  }
  return [];
}

describe('a tag', () => {
  test.each([
    ['text', true],
    ['text required', true],
    ['text required=false', false],
    ['text optional', false],
    ['text optional=true', false],
    ['text optional=false', true],
    ['text optional required', true],
    ['checkbox', false],
    ['checkbox required=true', true],
    ['checkbox optional=false', true],
  ])('%s: whether the field is required is %s', (text, required) => {
    expect(oneTag(`${text} role=Tenant`)).toMatchObject({ required, read_only: false });
  });

  test('its members become those of the field', () => {
    const text = 'text role = "Tenant" name=city label=“Your town” read_only value="Old Town"';
    expect(oneTag(`${text} max_length=20 pattern=O.*`)).toMatchObject({
      ...place,
      ...{ type: 'text', recipient_index: 0, name: 'city', read_only: true, prefill_value: 'Old Town' },
      settings: { max_length: 20, pattern: 'O.*' },
    });
    const number = oneTag('number role=Tenant min_value=-1 max_value=2.5');
    expect(number.settings).toMatchObject({ min_value: -1, max_value: 2.5 });
    expect(number.name).toBeUndefined();
    expect(oneTag('dropdown role=Tenant options="A|B c"').settings.options).toEqual(['A', 'B c']);
  });

  test.each([
    ['kind', { field: 'kind', filled: true }],
    ['" kind = Other "', { field: 'kind', equals: 'Other' }],
    ['kind!=Cat', { field: 'kind', not_equals: 'Cat' }],
    ['kind=Cat|Dog', { field: 'kind', in: ['Cat', 'Dog'] }],
  ])('the condition %s', (text, condition) => {
    expect(oneTag(`text role=Tenant visible_if=${text}`)).toMatchObject({ visible_if: condition });
    expect(oneTag(`text role=Tenant required_if=${text}`)).toMatchObject({ required_if: condition });
  });

  test.each([
    ['Your plan', 'Your_plan'],
    ['1. Größe (cm)', 'Gro_e_cm'],
    ['a'.repeat(150), 'a'.repeat(100)],
    ['§§', undefined],
  ])('with the label %s and without a name is named by it', (label, name) => {
    expect(oneTag(`text role=Tenant label="${label}"`).name).toBe(name);
  });

  test('has the size of its text, up to the edge of the page, or the one that it names', () => {
    expect(oneTag('text role=Tenant width=30% height=.04')).toMatchObject({
      x: 0.1,
      y: 0.2,
      w: 0.3,
      h: 0.04,
    });
    expect(oneTag('text role=Tenant width=0.5')).toMatchObject({ w: 0.5, h: 0.05 });
    const corner = oneTag('text role=Tenant', { x: 0.75, y: 0.96875, w: 0.5, h: 0.05 });
    expect(corner).toMatchObject({ x: 0.75, y: 0.96875, w: 0.25, h: 0.03125 });
    expect(oneTag('text role=Tenant', { x: -0.1, y: -0.1 })).toMatchObject({ x: 0, y: 0, w: 0.3, h: 0.05 });
    expect(faultsOf(() => oneTag('text role=Tenant', { x: 1.5 }))[0]).toMatch(/ on page 1: w: /);
    expect(faultsOf(() => oneTag('text role=Tenant', { y: 1.5 }))[0]).toMatch(/ on page 1: h: /);
  });

  test('of a checkbox, or of a radio field with one option, is a square at the start of its text unless it has a size', () => {
    const square = { x: 0.1, y: 0.2, w: 0.07, h: 0.05 };
    expect(oneTag('checkbox role=Tenant name=pets')).toMatchObject(square);
    expect(oneTag('radio role=Tenant options=Yes')).toMatchObject(square);
    expect(oneTag('radio role=Tenant options=Yes|No')).toMatchObject(place);
    expect(oneTag('checkbox role=Tenant width=2%')).toMatchObject({ ...square, w: 0.02 });
    expect(oneTag('checkbox role=Tenant height=.03')).toMatchObject({ ...square, h: 0.03 });
    const turned = { square: { x: 0.33, y: 0.2, w: 0.07, h: 0.05 } };
    expect(oneTag('checkbox role=Tenant', turned)).toMatchObject(turned.square);
    expect(oneTag('checkbox role=Tenant width=2% height=3%', turned)).toMatchObject({
      ...{ x: 0.1, y: 0.2, w: 0.02, h: 0.03 },
    });
    const edge = { square: { x: 0.96875, y: -0.1, w: 0.07, h: 0.05 } };
    expect(oneTag('checkbox role=Tenant', edge)).toMatchObject({ x: 0.96875, y: 0, w: 0.03125, h: 0.05 });
  });

  test.each([
    ['txt role=Tenant', '"txt" is not a field type'],
    ['text role=Tenant required=maybe', 'required must be true or false'],
    ['text role=Tenant optional=0', 'optional must be true or false'],
    ['text role=Tenant max_length', 'max_length must be a number'],
    ['text role=Tenant max_length=ten', 'max_length must be a number'],
    ['text role=Tenant max_length=Infinity', 'max_length must be a number'],
    ['text role=Tenant width', 'width must be a fraction of the page, or a percentage'],
    ['text role=Tenant height=tall', 'height must be a fraction of the page, or a percentage'],
    ['text role=Tenant width=3', 'w: '],
    ['text role=Tenant visible_if="=x"', 'visible_if is a field name'],
    ['text role=Tenant required_if="=x"', 'required_if is a field name'],
    ['text role=Tenant role=Landlord', 'role appears twice'],
    ['text role=Tenant color=red', '"color" is not a member of a tag'],
    ['text role=Tenant "x"', '""x"" is not understood'],
  ])('%s is refused', (text, why) => {
    const faults = faultsOf(() => oneTag(text));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`the tag {{${text}}} on page 1: ${why}`);
  });
});

describe('the role of a tag', () => {
  const indexOf = (role: string, recipients = people, roles: Record<string, number> = {}) =>
    fromTags([tag(`text role="${role}"`)], recipients, roles)[0]!.recipient_index;

  test.each([
    ['  tenant ', 0],
    ['LANDLORD@example.test', 2],
    ['1', 0],
    ['2', 2],
    ['signer1', 0],
    ['signer 2', 2],
    ['recipient-2', 2],
    ['signer', 0],
    ['viewer', 1],
    ['approver', 2],
  ])('"%s" is recipient %i: by name, address, number among those who act, or role', (role, index) => {
    expect(indexOf(role)).toBe(index);
  });

  test('a name in roles comes first, and names nobody else if its recipient does not exist', () => {
    expect(indexOf('buyer', people, { Seller: 0, Buyer: 1 })).toBe(1);
    expect(indexOf('Landlord', people, { landlord: 0 })).toBe(0);
    expect(faultsOf(() => indexOf('Landlord', people, { landlord: 3 }))[0]).toContain(
      'no recipient has the role "Landlord"',
    );
  });

  test.each([
    ['3', people, 'no recipient has the role "3"'],
    ['Nobody', people, 'no recipient has the role "Nobody"'],
    ['Tenant', [person('Tenant'), person('Tenant')], 'several recipients have the role "Tenant"'],
    ['signer', [person('Ada'), person('Bob')], 'several recipients have the role "signer"'],
  ])('"%s" is refused unless it is one recipient', (role, recipients, why) => {
    expect(faultsOf(() => indexOf(role, recipients))[0]).toContain(why);
  });

  test('can be left out only if one recipient acts', () => {
    const [tenant, reader] = people as [Person, Person];
    expect(fromTags([tag('text')], [reader, tenant])[0]!.recipient_index).toBe(1);
    expect(faultsOf(() => oneTag('text'))[0]).toMatch(
      / it names no role, and the document has several signers$/,
    );
    expect(faultsOf(() => fromTags([tag('text')], [reader]))[0]).toMatch(/ the document has no signer$/);
  });
});

test('every fault is reported, up to a hundred, and nothing else', () => {
  const bad = Array.from({ length: 101 }, () => tag('txt'));
  expect(faultsOf(() => fromTags([tag('text role=1'), ...bad.slice(0, 2)]))).toHaveLength(2);
  expect(faultsOf(() => fromTags(bad))).toHaveLength(100);
  expect(faultsOf(() => fromTags([]))).toEqual(['the PDF has no text tags']);
  expect(faultsOf(() => fromForm([]))).toEqual(['the PDF has no form fields that can be filled in']);
});

describe('a form field', () => {
  const oneField = (name: string, given: Partial<FormField> = {}) => fromForm([input(name, given)])[0]!;

  test('is left out if nobody can fill it in or see it', () => {
    const hidden = [{ readOnly: true }, { w: 0 }, { h: 0 }].map((given) => input('Tenant.hidden', given));
    expect(fromForm([...hidden, input('Tenant.phone')]).map(({ name }) => name)).toEqual(['Tenant.phone']);
  });

  test('belongs to the recipient before the first dot of its name, otherwise to the only one who acts', () => {
    const name = 'Landlord.city.name';
    expect(oneField(name)).toMatchObject({ ...place, recipient_index: 2, name });
    for (const other of ['Landlord', 'Guest.city'])
      expect(faultsOf(() => oneField(other))).toEqual([
        `the form field "${other}" on page 1: it names no role, and the document has several signers`,
      ]);
    expect(fromForm([input('Guest.city')], people.slice(1))[0]).toMatchObject({ recipient_index: 1 });
  });

  test.each<[Partial<FormField>, object]>([
    [{ type: 'radio' }, { type: 'checkbox', settings: {} }],
    [
      { type: 'radio', options: ['Yes'] },
      { type: 'radio', settings: { options: ['Yes'] } },
    ],
    [
      { type: 'text', options: ['Yes'] },
      { type: 'text', settings: {} },
    ],
    [
      { type: 'dropdown', options: ['A'], value: 'A' },
      { prefill_value: 'A', settings: { options: ['A'] } },
    ],
    [
      { type: 'dropdown', options: ['\u202bA\u202c', 'A', '\u202b'], value: '\u202bA\u202c' },
      { prefill_value: 'A', settings: { options: ['A'] } },
    ],
    [{ type: 'dropdown', options: ['A'], value: 'B' }, { prefill_value: undefined }],
    [{ type: 'radio', options: ['A'], value: 'B' }, { prefill_value: undefined }],
    [{ value: 'B' }, { prefill_value: 'B' }],
    [{ value: null }, { prefill_value: undefined }],
    [{ required: true }, { required: true }],
    [{ maxLength: 0.5 }, { required: false, settings: {} }],
    [{ maxLength: 1 }, { settings: { max_length: 1 } }],
    [{ maxLength: 2.7 }, { settings: { max_length: 2 } }],
  ])('%j becomes %j', (given, wanted) => {
    const field = oneField('Tenant.it', given);
    expect({ ...field, prefill_value: field.prefill_value }).toMatchObject(wanted);
    if ('settings' in wanted) expect(field.settings).toEqual(wanted.settings);
  });

  test('a choice without options is refused', () => {
    const faults = faultsOf(() => oneField('Tenant.plan', { type: 'dropdown' }));
    expect(faults[0]).toContain('needs at least one option');
  });
});
