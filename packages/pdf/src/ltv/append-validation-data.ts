/**
 * The revision after a seal with its validation data: only a document security store in the catalog (ISO 32000-2,
 * 12.8.4.3; ETSI EN 319 142-1, 5.4.2), which even a certification without permitted changes allows (12.8.2.2.2). The
 * same seal and data give the same bytes. `verifyPdf` recognizes the revision by writing it again, so its form must
 * not change, and its streams are not compressed.
 */
import { createHash } from 'node:crypto';
import { dict, name, PdfDict, type PdfObject, type PdfRef, PdfStream } from '../model/objects.ts';
import type { ValidationData } from '../ports/authorities.ts';
import { SealError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { openPdf } from '../reader/open.ts';
import { catalogOf } from '../reader/pages.ts';
import { contentsAt, signaturesOf } from '../reader/signatures.ts';
import { Increment } from '../update/increment.ts';

/** More members than any chain needs; a store with more was not made by Countersign. */
const MAX_MEMBERS = 100;

/**
 * Appends the validation data for the last signature of a file; an existing store is kept and extended. Throws a
 * SealError for a file that has no signatures or is encrypted.
 */
export function appendValidationData(sealed: Uint8Array, data: ValidationData): Buffer {
  const file = openPdf(sealed);
  const last = signaturesOf(file).at(-1);
  const contents = last?.range && contentsAt(file.bytes, last.range);
  if (!contents) throw new SealError('there is no signature to add validation data for');
  if (file.security) throw new SealError('validation data is not added to encrypted files');
  const catalog = catalogOf(file);
  const existing = file.dict(catalog.dict.get('DSS')) ?? new PdfDict();

  const increment = new Increment(file);
  const id = createHash('sha256');
  const store = (members: readonly Uint8Array[]): PdfRef[] =>
    [...members].sort(Buffer.compare).map((bytes) => {
      id.update(createHash('sha256').update(bytes).digest());
      return increment.add(new PdfStream(new PdfDict(), bytes));
    });
  const added = { Certs: store(data.certificates), OCSPs: store(data.ocsps), CRLs: store(data.crls) };
  // The key of a signature is the SHA-1 of its /Contents, including the padding.
  const key = createHash('sha1').update(contents).digest('hex').toUpperCase();
  const related = new PdfDict([['Type', name('VRI')]]);
  const security = new PdfDict(existing.map).set('Type', name('DSS'));
  for (const [member, refs] of Object.entries(added)) {
    if (refs.length === 0) continue;
    related.set(member.slice(0, -1), refs);
    security.set(member, [...(file.array(existing.get(member)) ?? []), ...refs]);
  }
  const relatedOfOthers = file.dict(existing.get('VRI'))?.map ?? [];
  security.set('VRI', new PdfDict(relatedOfOthers).set(key, increment.add(related)));
  increment.replace(
    catalog.ref,
    new PdfDict(catalog.dict.map)
      .set('DSS', increment.add(security))
      .set('Extensions', extensions(file, catalog.dict.get('Extensions'))),
  );
  return increment.finish(id.update(key).digest().subarray(0, 16)).bytes;
}

/** Declares the store for readers of PDF 1.7 (ETSI EN 319 142-1, 5.6); other extensions stay. */
function extensions(file: PdfFile, existing: PdfObject | undefined): PdfDict {
  return new PdfDict(file.dict(existing)?.map ?? []).set(
    'ESIC',
    dict({ BaseVersion: name('1.7'), ExtensionLevel: 5 }),
  );
}

/**
 * The data in a file's document security store without what `before`, an earlier state of the file, already contains;
 * null if there is no readable data.
 */
export function readValidationData(file: PdfFile, before: PdfFile | null = null): ValidationData | null {
  const store = file.dict(catalogOf(file).dict.get('DSS'));
  if (!store) return null;
  const earlier = before?.dict(catalogOf(before).dict.get('DSS'));
  const read = (key: string): Buffer[] | null => {
    const items = file.array(store.get(key)) ?? [];
    const streams = items
      .slice(before?.array(earlier?.get(key))?.length ?? 0)
      .map((item) => file.resolve(item))
      .filter((item) => item instanceof PdfStream);
    return items.length > MAX_MEMBERS ? null : streams.map((stream) => file.decode(stream));
  };
  const [certificates, ocsps, crls] = [read('Certs'), read('OCSPs'), read('CRLs')];
  return certificates && ocsps && crls && { certificates, ocsps, crls };
}
