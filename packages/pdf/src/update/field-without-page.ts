/** An invisible signature field without a page (ISO 32000-2, 12.7.5.5), so that a signature changes no page. */
import { dict, name, PdfDict, PdfRef } from '../model/objects.ts';
import { type FormFacts, textString } from '../reader/form.ts';
import { catalogOf } from '../reader/pages.ts';
import type { Increment } from './increment.ts';

/** Adds the field with its value to the form. Appends a number to `title` if the form has a field of that name. */
export function addFieldWithoutPage(
  increment: Increment,
  { topNames }: FormFacts,
  title: string,
  value: PdfRef,
): void {
  let unique = title;
  for (let n = 2; topNames.has(unique); n++) unique = `${title} ${n}`;
  const field = increment.add(
    dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: textString(unique),
      V: value,
      Rect: [0, 0, 0, 0],
      F: 132,
    }),
  );
  const { file } = increment;
  const catalog = catalogOf(file);
  const updated = new PdfDict(catalog.dict.map);
  const formRef = updated.get('AcroForm');
  const form = new PdfDict(file.dict(formRef)?.map ?? []);
  const fields = form.get('Fields');
  const extended = [...(file.array(fields) ?? []), field];
  if (fields instanceof PdfRef && file.array(fields)) increment.replace(fields, extended);
  else form.set('Fields', extended);
  form.set('SigFlags', (file.number(form.get('SigFlags')) ?? 0) | 3);
  if (formRef instanceof PdfRef && file.dict(formRef)) {
    increment.replace(formRef, form);
    return;
  }
  increment.replace(catalog.ref, updated.set('AcroForm', form));
}
