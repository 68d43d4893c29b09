/**
 * A revision with a document timestamp (ISO 32000-2, 12.8.5; ETSI EN 319 142-1, 5.4.3): a token over the whole file so far, with its
 * signatures and validation data. It proves all of them as long as its own authority can be checked. An invisible field without a page
 * holds it, so no page changes, and a certification without permitted changes allows it (12.8.2.2.2).
 */
import { randomBytes } from 'node:crypto';
import { contentOf } from '../cms/check-signed-data.ts';
import { normalToken } from '../cms/normal-token.ts';
import { dict, name, PdfDict, PdfRaw, PdfRef } from '../model/objects.ts';
import type { RequestToken } from '../ports/authorities.ts';
import { SealError } from '../ports/errors.ts';
import { readForm, textString } from '../reader/form.ts';
import { openPdf } from '../reader/open.ts';
import { catalogOf } from '../reader/pages.ts';
import { writeHex } from '../update/decimal.ts';
import { Increment } from '../update/increment.ts';

/** Larger than any token with its authority's chain. */
const TOKEN_BYTES = 16_384;
const BYTE_RANGE_WIDTH = 48;

/** Appends a timestamp. Throws a SealError for an encrypted file or a token that is too large, and any error of `stamp`. */
export async function appendDocumentTimestamp(pdf: Uint8Array, stamp: RequestToken): Promise<Buffer> {
  const file = openPdf(pdf);
  if (file.security) throw new SealError('timestamps are not added to encrypted files');
  const form = readForm(file);
  const increment = new Increment(file);
  const contents = new PdfRaw(Buffer.from(`<${'0'.repeat(TOKEN_BYTES * 2)}>`, 'latin1'));
  const byteRange = new PdfRaw(Buffer.from('['.padEnd(BYTE_RANGE_WIDTH - 1).concat(']'), 'latin1'));
  const token = increment.add(
    dict({
      Type: name('DocTimeStamp'),
      Filter: name('Adobe.PPKLite'),
      SubFilter: name('ETSI.RFC3161'),
      ByteRange: byteRange,
      Contents: contents,
    }),
  );
  let title = 'Countersign archive timestamp';
  for (let n = 2; form.topNames.has(title); n++) title = `Countersign archive timestamp ${n}`;
  const field = increment.add(
    dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: textString(title),
      V: token,
      Rect: [0, 0, 0, 0],
      F: 132,
    }),
  );
  addField(increment, field);
  const { bytes, rawOffsets } = increment.finish(randomBytes(16));
  const start = rawOffsets.get(contents)!;
  const after = start + contents.bytes.length;
  const range = `[0 ${start} ${after} ${bytes.length - after}`.padEnd(BYTE_RANGE_WIDTH - 1).concat(']');
  bytes.write(range, rawOffsets.get(byteRange)!, 'latin1');
  const covered = contentOf([bytes.subarray(0, start), bytes.subarray(after)]);
  const made = normalToken(await stamp(covered.digest('sha256')));
  if (made.length > TOKEN_BYTES)
    throw new SealError(
      `the timestamp takes ${made.length} bytes, more than the ${TOKEN_BYTES} reserved for it`,
    );
  writeHex(bytes, start + 1, made);
  return bytes;
}

/** Adds the field to the form, which a signed file has. */
function addField(increment: Increment, field: PdfRef): void {
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
