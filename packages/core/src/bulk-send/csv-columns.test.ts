import { expect, test } from '@jest/globals';
import type { TemplateDefinition } from '../template/fill.ts';
import { csvColumns, headerFor } from './csv-columns.ts';

const templateWith = (places: number, ...names: string[]) =>
  ({
    recipients: Array.from({ length: places }, () => ({})),
    fields: names.map((name) => ({ name, type: 'text' })),
  }) as unknown as TemplateDefinition;

const columnsOf = (header: string, template = templateWith(1)) =>
  csvColumns(template, { line: 1, cells: header.split(',') });

const refusal = (header: string, template?: TemplateDefinition) => {
  try {
    columnsOf(header, template);
  } catch (error) {
    return (error as Error).message;
  }
  return null;
};

test('cells become recipients, values, external id and metadata; blank cells give nothing', () => {
  const columns = columnsOf('Name,email,AUTH_LEVEL,city, external_id ,meta_Plan,delivery');
  expect(columns.count).toBe(7);
  expect(columns.formKeys).toEqual(['city', 'delivery']);
  expect(columns.metadataKeys).toEqual(['Plan']);
  expect(columns.rowOf([' Ada ', ' Ada@Example.test ', ' OTP ', ' Porto ', ' crm-1 ', 'x', 'y'])).toEqual({
    recipients: [{ name: 'Ada', email: 'Ada@Example.test', auth_level: 'otp' }],
    form_values: { city: ' Porto ', delivery: 'y' },
    external_id: 'crm-1',
    metadata: { Plan: 'x' },
    pdf: null,
  });
  expect(columns.rowOf(['', '', ' ', ' ', ' '])).toEqual({
    recipients: [{ name: '', email: '' }],
    form_values: {},
    external_id: null,
    metadata: {},
    pdf: null,
  });
});

test('the column pdf names the PDF of the row, unless a field has this name', () => {
  const line = { line: 1, cells: ['name', 'email', 'PDF'] };
  const columns = csvColumns(templateWith(1), line, { hasPdfs: true });
  const pdfOf = (cell: string) => columns.rowOf(['Ada', 'a@x.test', cell]).pdf;
  expect([pdfOf(' in\\ada.pdf '), pdfOf('./ada.pdf'), pdfOf(' ')]).toEqual(['in/ada.pdf', 'ada.pdf', null]);
  expect(columns.nameOf(['pdf'])).toBe('column PDF');
  expect(columns.formKeys).toEqual([]);
  expect(columnsOf('name,email,pdf', templateWith(1, 'pdf')).formKeys).toEqual(['pdf']);
  const refused = (template: TemplateDefinition, header: string) => () =>
    csvColumns(template, { line: 1, cells: header.split(',') }, { hasPdfs: true });
  expect(refused(templateWith(1), 'name,email')).toThrow('missing column: pdf');
  expect(refused(templateWith(1, 'pdf'), 'name,email,pdf')).toThrow('rename the field');
});

test('numbered columns name the placeholder; with them, bare names are fields', () => {
  const columns = columnsOf(
    'recipient_2_email,Recipient_1_Name,recipient_1_email,recipient_2_name,recipient_2_delivery,name',
    templateWith(2),
  );
  expect(columns.rowOf(['b@x.test', 'Ada', 'a@x.test', 'Bob', 'NONE', 'field'])).toMatchObject({
    recipients: [
      { name: 'Ada', email: 'a@x.test' },
      { name: 'Bob', email: 'b@x.test', delivery: 'none' },
    ],
    form_values: { name: 'field' },
  });
  expect(columnsOf('recipient_1_name,recipient_1_email,name').formKeys).toEqual(['name']);
});

test('cells of a checkbox are true or false in any case; other cells and other fields keep theirs', () => {
  const fields = [
    { name: 'pets', type: 'checkbox' },
    { name: 'note', type: 'text' },
    { name: null, type: 'checkbox' },
    { name: 'both', type: 'checkbox' },
    { name: 'both', type: 'text' },
  ];
  const template = { recipients: [{}], fields } as unknown as TemplateDefinition;
  const columns = columnsOf('name,email,pets,note,2,both,other', template);
  const valuesOf = (...cells: string[]) => columns.rowOf(['Ada', 'a@x.test', ...cells]).form_values;
  expect(valuesOf('TRUE', 'TRUE', ' False ', 'TRUE', 'TRUE')).toEqual({
    pets: 'true',
    note: 'TRUE',
    2: 'false',
    both: 'TRUE',
    other: 'TRUE',
  });
  expect(valuesOf('Yes', '', 'true', '', '')).toEqual({ pets: 'Yes', 2: 'true' });
});

test('a field of the template keeps its column', () => {
  const columns = columnsOf('name,email,external_id,meta_x', templateWith(1, 'external_id', 'meta_x'));
  expect(columns.formKeys).toEqual(['external_id', 'meta_x']);
  expect(columns.metadataKeys).toEqual([]);
});

test('the place of a fault in a row leads to the name of its column', () => {
  const columns = columnsOf('Name,email,city,external_id,meta_plan');
  expect(columns.nameOf(['recipients', 0, 'name'])).toBe('column Name');
  expect(columns.nameOf(['form_values', 'city'])).toBe('column city');
  expect(columns.nameOf(['external_id'])).toBe('column external_id');
  expect(columns.nameOf(['metadata', 'plan'])).toBe('column meta_plan');
  expect(columns.nameOf(['recipients'])).toBe('');
  expect(columns.nameOf(['recipients', 0, 'auth_level'])).toBe('');
  expect(columns.nameOf([])).toBe('');
});

test.each([
  ['name,email\r', 'the lines end with a carriage return alone: save the file with LF or CRLF'],
  ['name,email,', 'column 3 has no name'],
  ['name,email,a,A,a', 'column a appears twice (columns 3 and 5)'],
  ['name,email,Name', 'column Name appears twice (columns 1 and 3)'],
  ['name', 'missing column: recipient_1_email'],
  ['city', 'missing columns: recipient_1_name, recipient_1_email'],
  ['recipient_2_name,name,email', 'column recipient_2_name: the template has 1 placeholder'],
  ['name,email,meta_', 'column meta_: after meta_, a key of 1 to 40 characters is needed'],
])('the header %j is refused', (header, message) => {
  expect(refusal(header)).toBe(message);
});

test('with two placeholders, missing and superfluous columns are named', () => {
  expect(refusal('name,email', templateWith(2))).toBe(
    'missing columns: recipient_1_name, recipient_1_email, recipient_2_name, recipient_2_email',
  );
  expect(refusal('recipient_3_name', templateWith(2))).toBe(
    'column recipient_3_name: the template has 2 placeholders',
  );
});

test('a header at its limits is accepted, and one beyond them is refused', () => {
  const many = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  const header = (...more: string[]) => ['name', 'email', ...more].join(',');
  expect(refusal(header(...many(2998, 'c')))).toBeNull();
  expect(refusal(header(...many(2999, 'c')))).toBe('there are 3001 columns, at most 3000 are read');
  expect(refusal(header('x'.repeat(200)))).toBeNull();
  expect(refusal(header('x'.repeat(201)))).toBe('column 3 has a name of more than 200 characters');
  expect(refusal(header(...many(50, 'meta_')))).toBeNull();
  expect(refusal(header(...many(51, 'meta_')))).toBe(
    'there are 51 columns that begin with meta_, at most 50 are allowed',
  );
});

test('the header row for a template has its recipients and each name of a field that can be prefilled, once', () => {
  const template = {
    recipients: [{}, {}],
    fields: [
      { name: 'city', type: 'text' },
      { name: 'sign', type: 'signature' },
      { name: 'short', type: 'initials' },
      { name: null, type: 'text' },
      { name: 'city', type: 'text' },
    ],
  } as unknown as TemplateDefinition;
  expect(headerFor(template)).toEqual([
    'recipient_1_name',
    'recipient_1_email',
    'recipient_2_name',
    'recipient_2_email',
    'city',
  ]);
});
