/** The signature fields of the interactive form (ISO 32000-2, 12.7). */

import { type PdfDict, type PdfObject, PdfRef, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from './file.ts';
import { orNull } from './or-null.ts';
import { catalogOf } from './pages.ts';

export interface SignatureField {
  /** The signature dictionary, /V of the field. */
  signature: PdfDict;
  /** The number of the indirect object that is or contains the dictionary; null if there is none. */
  container: number | null;
  /** The signature field itself. */
  field: PdfDict;
}

export interface FormFacts {
  /** Signature fields that have been signed, in field order. */
  signed: SignatureField[];
  /** Partial names of the top-level fields. */
  topNames: Set<string>;
  hasXfa: boolean;
  /** /P of the DocMDP certification, if the document has one. */
  certification: number | null;
}

const MAX_FIELDS = 200_000;

/** Reads every field once and skips fields that cannot be read. Throws a PdfError, `too_complex`, if there are too many. */
export function readForm(file: PdfFile): FormFacts {
  const catalog = catalogOf(file).dict;
  const form = orNull(() => file.dict(catalog.get('AcroForm')));
  const facts: FormFacts = {
    signed: [],
    topNames: new Set(),
    hasXfa: (form?.get('XFA') ?? null) !== null,
    certification: certificationOf(file, catalog),
  };
  const pending: PendingField[] = [];
  let queued = 0;
  const add = (objects: readonly PdfObject[] | null, parent: Omit<PendingField, 'object'>): void => {
    queued += objects?.length ?? 0;
    if (queued > MAX_FIELDS) throw new PdfError('too_complex', `the form has more than ${MAX_FIELDS} fields`);
    for (const object of [...(objects ?? [])].reverse()) pending.push({ object, ...parent });
  };
  add(
    orNull(() => file.array(form?.get('Fields'))),
    { type: null, top: true },
  );
  const seen = new Set<number>();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { object } = next;
    if (object instanceof PdfRef) {
      if (seen.has(object.num)) continue;
      seen.add(object.num);
    }
    const field = orNull(() => file.dict(object));
    if (!field) continue;
    const type = readField(file, field, next, facts);
    add(
      orNull(() => file.array(field.get('Kids'))),
      { type, top: false },
    );
  }
  return facts;
}

interface PendingField {
  object: PdfObject;
  /** /FT of the field above. */
  type: string | null;
  top: boolean;
}

/** Adds a field to the facts; returns its type, which its kids inherit. */
function readField(
  file: PdfFile,
  field: PdfDict,
  { object, type: inherited, top }: PendingField,
  facts: FormFacts,
): string | null {
  const partial = top ? orNull(() => file.resolve(field.get('T'))) : null;
  if (partial instanceof PdfString) facts.topNames.add(textOf(partial));
  const type = orNull(() => file.nameOf(field.get('FT'))) ?? inherited;
  const value = type === 'Sig' ? orNull(() => file.dict(field.get('V'))) : null;
  if (value && value.get('ByteRange') !== undefined) {
    const given = field.get('V');
    const container = given instanceof PdfRef ? given : object;
    facts.signed.push({
      signature: value,
      container: container instanceof PdfRef ? container.num : null,
      field,
    });
  }
  return type;
}

/** Whether the signer permits no changes after the signature: /P 1 of the field's lock (12.7.5.5), or of the signature's own parameters. */
export function locksDocument(
  file: PdfFile,
  { signature, field }: Pick<SignatureField, 'signature' | 'field'>,
): boolean {
  const parameters = (file.array(signature.get('Reference')) ?? []).map((item) =>
    file.dict(file.dict(item)?.get('TransformParams')),
  );
  return [file.dict(field.get('Lock')), ...parameters].some((one) => file.number(one?.get('P')) === 1);
}

/** /P of the certification signature: 1 no changes, 2 filling in forms, 3 also annotations (12.8.2.2). */
function certificationOf(file: PdfFile, catalog: PdfDict): number | null {
  return orNull(() => {
    const signature = file.dict(file.dict(catalog.get('Perms'))?.get('DocMDP'));
    for (const item of file.array(signature?.get('Reference')) ?? []) {
      const reference = file.dict(item);
      if (file.nameOf(reference?.get('TransformMethod')) !== 'DocMDP') continue;
      return file.number(file.dict(reference?.get('TransformParams'))?.get('P')) ?? 2;
    }
    return null;
  });
}

/**
 * The first characters of a text string (7.9.2.2): UTF-16 or UTF-8 with a byte order mark, else read as Latin-1. Pass a limit where the
 * text is kept: a file can refer to a string of many megabytes in many places.
 */
export function textOf({ bytes }: PdfString, maxLength = Number.POSITIVE_INFINITY): string {
  // A character has at most four bytes.
  const start = Buffer.from(bytes.subarray(0, 4 * maxLength + 3));
  return decoded(start).slice(0, maxLength).toWellFormed();
}

function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString('utf8');
  return bytes.toString('latin1');
}

/** A text string in ASCII if possible, else in UTF-16 with a byte order mark. */
export function textString(text: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(text)) return new PdfString(Buffer.from(text, 'latin1'));
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return new PdfString(bytes.swap16(), true);
}
