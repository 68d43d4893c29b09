/** The places of a template's fields in a PDF that names its fields itself. */
import type { TextTag } from '@countersign/pdf/page-text/find-tags';
import { expect, test } from '@jest/globals';
import type { TemplateDefinition } from '../template/fill.ts';
import { placesIn } from './place-fields.ts';

const recipients = ['Tenant', 'Landlord'].map((name) => ({
  name,
  email: `${name.toLowerCase()}@example.test`,
  role: 'signer',
}));
const field = (type: string, name: string | null = null, recipient_index = 0) => ({
  ...{ type, name, recipient_index },
  ...{ page: 9, x: 0, y: 0, w: 0.1, h: 0.1 },
});
const tag = (text: string, page: number): TextTag => ({
  ...{ text, page, lines: [] },
  ...{ x: 0.1, y: 0.2, w: 0.3, h: 0.05 },
  square: { x: 0.1, y: 0.2, w: 0.05, h: 0.05 },
});
const place = (fields: object[], tags: TextTag[]) => {
  const template = { recipients, fields } as unknown as TemplateDefinition;
  return placesIn(template, 'tags', { tags, formFields: [] });
};

test('are those of the fields with the same type, name and recipient; equal ones keep their order', () => {
  const fields = [
    field('signature'),
    field('text', 'city'),
    field('signature'),
    field('signature', null, 1),
    field('date', 'city'),
  ];
  const placed = place(fields, [
    tag('signature role=Landlord', 1),
    tag('signature role=Tenant', 2),
    tag('date name=city role=Tenant', 3),
    tag('signature role=Tenant', 4),
    tag('text name=city role=Tenant', 5),
  ]);
  if ('problem' in placed) throw new Error(placed.problem);
  expect(placed.places.map(({ page }) => page)).toEqual([2, 5, 4, 1, 3]);
  expect(placed.places[0]).toMatchObject({ x: 0.1, y: 0.2, w: 0.3, h: 0.05 });
});

test('need exactly the fields of the template; three reasons are named, and the others counted', () => {
  const missing = (name: string) => `it does not name the template's text field ${name} of Tenant`;
  const extra = 'it names a text field x of Landlord that the template does not have';
  const other = [tag('text name=x role=Landlord', 1)];
  const texts = (...names: string[]) => names.map((name) => field('text', name));
  expect(place(texts('a', 'b'), other)).toEqual({ problem: [missing('a'), missing('b'), extra].join('; ') });
  expect(place(texts('a', 'b', 'c', 'd'), other)).toEqual({
    problem: [missing('a'), missing('b'), missing('c'), 'and 2 more'].join('; '),
  });
  // A second field that is equal to the first one is missing too.
  expect(place(texts('a', 'a'), [tag('text name=a role=Tenant', 1)])).toEqual({ problem: missing('a') });
});
