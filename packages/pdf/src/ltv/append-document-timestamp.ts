/**
 * A revision with a document timestamp (ISO 32000-2, 12.8.5; ETSI EN 319 142-1, 5.4.3): a token over the whole file so far, with its
 * signatures and validation data. It proves all of them as long as its own authority can be checked. An invisible field without a page
 * holds it, so no page changes, and a certification without permitted changes allows it (12.8.2.2.2).
 */
import { randomBytes } from 'node:crypto';
import { contentOf } from '../cms/check-signed-data.ts';
import { normalToken } from '../cms/normal-token.ts';
import { dict, name, PdfRaw } from '../model/objects.ts';
import type { RequestToken } from '../ports/authorities.ts';
import { SealError } from '../ports/errors.ts';
import { readForm } from '../reader/form.ts';
import { openPdf } from '../reader/open.ts';
import { writeHex } from '../update/decimal.ts';
import { addFieldWithoutPage } from '../update/field-without-page.ts';
import { Increment } from '../update/increment.ts';

/** Larger than any token with its authority's chain. */
const TOKEN_BYTES = 16_384;
const BYTE_RANGE_WIDTH = 48;

/** Appends a timestamp. Throws a SealError for an encrypted file or a token that is too large, and any error of `stamp`. */
export async function appendDocumentTimestamp(pdf: Uint8Array, stamp: RequestToken): Promise<Buffer> {
  const file = openPdf(pdf);
  if (file.security) throw new SealError('timestamps are not added to encrypted files');
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
  addFieldWithoutPage(increment, readForm(file), 'Countersign archive timestamp', token);
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
