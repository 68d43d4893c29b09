/**
 * Whether a revision contains only validation data and document timestamps, which may follow a seal that permits no
 * changes (ISO 32000-2, 12.8.2.2.2, 12.8.4.3 and 12.8.5; ETSI EN 319 142-1, 5.4 and 5.5), in the layout of
 * any program.
 */
import { DerError, readDer } from '../cms/der.ts';
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { readForm, textOf } from '../reader/form.ts';
import { catalogOf } from '../reader/pages.ts';
import { differingKeys, isSame } from './is-same.ts';
import { eachReference, type LaterRevision } from './layout.ts';
import { LayoutError } from './layout-error.ts';
import { requireClearRewrite } from './written-again.ts';

const STORE_KEYS = new Set(['Type', 'VRI', 'Certs', 'CRLs', 'OCSPs']);
const RELATED_KEYS = new Set(['Type', 'Cert', 'CRL', 'OCSP', 'TU', 'TS']);
const DATA_KEYS = new Set(['Length', 'Filter', 'DecodeParms']);
const FIELD_KEYS = new Set([
  'Type',
  'Subtype',
  'FT',
  'T',
  'V',
  'P',
  'Rect',
  'F',
  'Ff',
  'AP',
  'MK',
  'Border',
  'NM',
]);
const EXTENSION_KEYS = new Set(['Type', 'BaseVersion', 'ExtensionLevel', 'ExtensionRevision', 'URL']);
const STAMP_KEYS = new Set(['Type', 'Filter', 'SubFilter', 'Contents', 'ByteRange', 'V', 'M', 'Prop_Build']);
const APPEARANCE_KEYS = new Set([...DATA_KEYS, 'Type', 'Subtype', 'FormType', 'BBox', 'Matrix', 'Resources']);
/** Signatures exist, and may only be appended (12.7.3). */
const SIGNATURE_FLAGS = 3;

/**
 * Throws a LayoutError that names the first object that is neither validation data nor a document timestamp.
 * `references` gives how often the signed file refers to each number that later revisions define. Returns the numbers of
 * the timestamps' signature dictionaries: whether they are valid has to be checked by the caller.
 */
export function requireValidationData(
  revision: LaterRevision,
  references: ReadonlyMap<number, number>,
): number[] {
  const review = new Review(revision, references);
  return review.run();
}

class Review {
  readonly #before: PdfFile;
  readonly #after: PdfFile;
  readonly #numbers: ReadonlySet<number>;
  readonly #references: ReadonlyMap<number, number>;
  /** Numbers of objects in the revision whose use is explained. */
  readonly #explained = new Set<number>();
  /** Streams of the store, which several lists may share. */
  readonly #data = new Set<number>();
  readonly #fields: PdfRef[] = [];
  readonly #stamps: number[] = [];

  constructor(revision: LaterRevision, references: ReadonlyMap<number, number>) {
    this.#before = revision.before;
    this.#after = revision.after;
    this.#numbers = revision.numbers;
    this.#references = references;
    for (const num of [...revision.numbers, ...revision.structural])
      if (revision.before.generationOf(num) === null && references.has(num))
        throw new LayoutError(`object ${num}, which the signed part refers to and did not have, was added`);
  }

  run(): number[] {
    for (const num of this.#numbers) {
      if (!this.#existed(num)) continue;
      requireClearRewrite(this.#before, this.#after, num);
      if (isSame(this.#before.get(num), this.#after.get(num))) this.#explained.add(num);
    }
    const old = catalogOf(this.#before);
    const changed = catalogOf(this.#after);
    this.#explained.add(changed.ref.num);
    for (const key of differingKeys(old.dict, changed.dict))
      if (!['DSS', 'Extensions', 'AcroForm'].includes(key))
        throw new LayoutError(`/${key} of the catalog was changed`);
    this.#store(old.dict.get('DSS'), changed.dict.get('DSS'));
    this.#extensions(old.dict.get('Extensions'), changed.dict.get('Extensions'));
    this.#form(old.dict.get('AcroForm'), changed.dict.get('AcroForm'));
    for (const num of this.#numbers)
      if (!this.#explained.has(num))
        throw new LayoutError(
          this.#existed(num)
            ? `object ${num} was changed`
            : `object ${num} was added, which is not validation data`,
        );
    if (this.#data.size === 0 && this.#stamps.length === 0)
      throw new LayoutError('a revision was added that brings no validation data');
    return this.#stamps;
  }

  #existed(num: number): boolean {
    return this.#before.generationOf(num) !== null;
  }

  /**
   * Returns the value and marks its object as explained by this use. `old` is the earlier value in the same place. An
   * existing object may only change if that place, and no other, referred to it before.
   */
  #take(old: PdfObject | undefined, value: PdfObject | undefined, what: string): PdfObject {
    if (!(value instanceof PdfRef) || !this.#numbers.has(value.num)) return this.#after.resolve(value);
    const { num } = value;
    const isUnchanged = this.#existed(num) && isSame(this.#before.get(num), this.#after.get(num));
    const isElsewhere = this.#existed(num) && !(old instanceof PdfRef && old.num === num);
    // Equal mutant "0 → 1": neither is more than one.
    if (!isUnchanged && (isElsewhere || this.#explained.has(num) || (this.#references.get(num) ?? 0) > 1))
      throw new LayoutError(`${what} is used for something else too`);
    this.#explained.add(num);
    const object = this.#after.get(num);
    if (object instanceof PdfRef) throw new LayoutError(`${what} is given indirectly`);
    return object;
  }

  #dict(old: PdfObject | undefined, value: PdfObject | undefined, what: string): PdfDict {
    const object = this.#take(old, value, what);
    if (!(object instanceof PdfDict)) throw new LayoutError(`${what} is not a dictionary`);
    return object;
  }

  #list(old: PdfObject | undefined, value: PdfObject | undefined, what: string): readonly PdfObject[] {
    const object = this.#take(old, value, what);
    if (!Array.isArray(object)) throw new LayoutError(`${what} is not an array`);
    return object;
  }

  /** The document security store: it only grows. */
  #store(old: PdfObject | undefined, changed: PdfObject | undefined): void {
    const what = 'the validation data';
    if ((changed ?? null) === null) {
      if ((old ?? null) !== null) throw new LayoutError(`${what} was removed`);
      return;
    }
    const before = this.#before.dict(old) ?? new PdfDict();
    const store = this.#dict(old, changed, what);
    requireKeys(store, STORE_KEYS, what);
    requireType(before, store, 'DSS', what);
    for (const key of ['Certs', 'CRLs', 'OCSPs'])
      this.#members(before.get(key), store.get(key), `/${key} of ${what}`);
    const earlier = this.#before.dict(before.get('VRI')) ?? new PdfDict();
    if (store.get('VRI') === undefined && earlier.map.size === 0) return;
    const related = this.#dict(before.get('VRI'), store.get('VRI'), `/VRI of ${what}`);
    requireType(earlier, related, 'VRI', `/VRI of ${what}`);
    for (const key of earlier.map.keys())
      if (!related.map.has(key)) throw new LayoutError(`a part of /VRI of ${what} was removed`);
    for (const [key, value] of related.map) {
      if (key === 'Type') continue;
      if (!/^[0-9A-Fa-f]{40}$/.test(key)) throw new LayoutError(`/VRI of ${what} has an unknown member`);
      if (
        isSame(value, earlier.get(key) ?? null) &&
        !(value instanceof PdfRef && this.#numbers.has(value.num))
      )
        continue;
      this.#related(earlier.get(key), value, `/VRI of ${what}`);
    }
  }

  #related(old: PdfObject | undefined, value: PdfObject, what: string): void {
    const before = this.#before.dict(old) ?? new PdfDict();
    const entry = this.#dict(old, value, what);
    requireKeys(entry, RELATED_KEYS, what);
    requireType(before, entry, 'VRI', what);
    for (const key of ['Cert', 'CRL', 'OCSP']) this.#members(before.get(key), entry.get(key), what);
    if (entry.get('TU') !== undefined && !(entry.get('TU') instanceof PdfString))
      throw new LayoutError(`${what} has an unknown member`);
    if (entry.get('TS') !== undefined) this.#member(entry.get('TS')!, what);
  }

  #members(old: PdfObject | undefined, value: PdfObject | undefined, what: string): void {
    const before = this.#before.array(old) ?? [];
    if (value === undefined && before.length === 0) return;
    const list = this.#list(old, value, what);
    const kept = new Set(list.map((item) => (item instanceof PdfRef ? item.num : -1)));
    if (before.some((item) => !(item instanceof PdfRef && kept.has(item.num))))
      throw new LayoutError(`a member of ${what} was removed`);
    for (const item of list) this.#member(item, what);
  }

  /** Requires a stream of DER. Only new streams are decoded. */
  #member(item: PdfObject, what: string): void {
    const stream = item instanceof PdfRef ? this.#after.get(item.num) : null;
    if (!(item instanceof PdfRef && stream instanceof PdfStream))
      throw new LayoutError(`a member of ${what} is not a stream`);
    if (!this.#numbers.has(item.num) || this.#data.has(item.num)) return;
    if (this.#existed(item.num)) {
      if (!this.#explained.has(item.num)) throw new LayoutError(`a member of ${what} was changed`);
      return;
    }
    if (this.#explained.has(item.num))
      throw new LayoutError(`a member of ${what} is used for something else too`);
    this.#plainStream(stream, DATA_KEYS, what);
    const bytes = this.#after.decode(stream);
    try {
      const element = readDer(bytes);
      if (element.tag !== 0x30 || element.raw.length !== bytes.length) throw new DerError('more than one');
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      throw new LayoutError(`a member of ${what} is not what it should be`);
    }
    this.#explained.add(item.num);
    this.#data.add(item.num);
  }

  /** A stream that refers to nothing but its own length. */
  #plainStream(stream: PdfStream, keys: ReadonlySet<string>, what: string): void {
    requireKeys(stream.dict, keys, what);
    for (const [key, value] of stream.dict.map) {
      if (key === 'Length') {
        if (typeof this.#take(undefined, value, `the length of ${what}`) !== 'number')
          throw new LayoutError(`the length of ${what} is not a number`);
      } else requireNoReferences(value, what);
    }
  }

  /** Developer extensions (7.12): names, numbers and strings only. */
  #extensions(old: PdfObject | undefined, changed: PdfObject | undefined): void {
    const what = '/Extensions of the catalog';
    const before = this.#before.dict(old) ?? new PdfDict();
    if ((changed ?? null) === null && before.map.size === 0) return;
    const extensions = this.#dict(old, changed, what);
    requireType(before, extensions, 'Extensions', what);
    for (const key of before.map.keys())
      if (!extensions.map.has(key)) throw new LayoutError(`a part of ${what} was removed`);
    for (const [key, value] of extensions.map) {
      if (isSame(value, before.get(key) ?? null)) continue;
      requireNoReferences(value, what);
      const entries = Array.isArray(value) ? value : [value];
      for (const entry of entries)
        if (entry instanceof PdfDict && entry.get('ExtensionLevel') !== undefined)
          requireKeys(entry, EXTENSION_KEYS, what);
        else if (key !== 'Type') throw new LayoutError(`${what} was changed`);
    }
  }

  #form(old: PdfObject | undefined, changed: PdfObject | undefined): void {
    const what = 'the form';
    if ((old ?? null) === null && (changed ?? null) === null) return;
    const before = this.#before.dict(old) ?? new PdfDict();
    const form = this.#dict(old, changed, what);
    for (const key of differingKeys(before, form))
      if (key !== 'Fields' && key !== 'SigFlags') throw new LayoutError(`/${key} of ${what} was changed`);
    const flags = this.#after.number(form.get('SigFlags')) ?? 0;
    const earlier = this.#before.number(before.get('SigFlags')) ?? 0;
    if ((flags | SIGNATURE_FLAGS) !== (earlier | SIGNATURE_FLAGS) || (flags & earlier) !== earlier)
      throw new LayoutError(`/SigFlags of ${what} was changed`);
    if (form.get('SigFlags') instanceof PdfRef)
      this.#take(before.get('SigFlags'), form.get('SigFlags'), what);
    if (form.get('Fields') === undefined) return;
    const fields = this.#list(before.get('Fields'), form.get('Fields'), `the field list of ${what}`);
    const names = readForm(this.#before).topNames;
    for (const ref of added(this.#before.array(before.get('Fields')) ?? [], fields, what))
      this.#stampField(ref, names);
    this.#pages();
  }

  /** A signature field with an invisible widget, signed with a document timestamp. */
  #stampField(ref: PdfRef, names: Set<string>): void {
    const what = 'a new form field';
    if (this.#existed(ref.num)) throw new LayoutError(`${what} is an object that existed`);
    const field = this.#dict(undefined, ref, what);
    const { nameOf } = this.#after;
    const named = (key: string) => nameOf.call(this.#after, field.get(key));
    if (named('FT') !== 'Sig') throw new LayoutError('a form field was added');
    requireKeys(field, FIELD_KEYS, what);
    if (named('Subtype') !== 'Widget') throw new LayoutError(`${what} is not a widget`);
    const title = field.get('T');
    if (!(title instanceof PdfString) || names.has(textOf(title)))
      throw new LayoutError(`${what} has the name of another field, or none`);
    names.add(textOf(title));
    const rect = field.get('Rect');
    const sides = Array.isArray(rect) ? rect : [];
    const [x0, y0, x1, y1] = sides;
    if (sides.length !== 4 || !sides.every((side) => typeof side === 'number') || x0 !== x1 || y0 !== y1)
      throw new LayoutError(`${what} can be seen`);
    for (const [key, value] of field.map)
      if (!['V', 'P', 'AP'].includes(key)) requireNoReferences(value, what);
    if (field.get('AP') !== undefined) this.#emptyAppearance(field.get('AP'));
    this.#stamp(field.get('V'));
    this.#fields.push(ref);
  }

  #stamp(value: PdfObject | undefined): void {
    const what = 'a later signature';
    if (!(value instanceof PdfRef) || !this.#numbers.has(value.num) || this.#existed(value.num))
      throw new LayoutError(`${what} is not a new one`);
    const stamp = this.#dict(undefined, value, what);
    const named = (key: string) => this.#after.nameOf(stamp.get(key));
    if (named('SubFilter') !== 'ETSI.RFC3161') throw new LayoutError('a signature was added');
    requireKeys(stamp, STAMP_KEYS, what);
    if (!['DocTimeStamp', null].includes(named('Type'))) throw new LayoutError(`${what} is of another type`);
    for (const item of stamp.map.values()) requireNoReferences(item, what);
    this.#stamps.push(value.num);
  }

  #emptyAppearance(value: PdfObject | undefined): void {
    const what = 'the appearance of a timestamp';
    const appearances = this.#dict(undefined, value, what);
    requireKeys(appearances, new Set(['N']), what);
    const stream = this.#take(undefined, appearances.get('N'), what);
    if (!(stream instanceof PdfStream)) throw new LayoutError(`${what} is not a stream`);
    this.#plainStream(stream, APPEARANCE_KEYS, what);
    if (this.#after.decode(stream).toString('latin1').trim() !== '')
      throw new LayoutError(`${what} draws something`);
  }

  /** The pages of new fields: only their annotation lists may have changed, and only by these fields. */
  #pages(): void {
    const widgets = new Set(this.#fields.map(({ num }) => num));
    const seen = new Set<number>();
    for (const { num } of this.#fields) {
      const page = this.#after.dict(new PdfRef(num))?.get('P');
      if (page === undefined) continue;
      if (!(page instanceof PdfRef) || !this.#existed(page.num))
        throw new LayoutError('a new form field names no page');
      if (seen.has(page.num)) continue;
      seen.add(page.num);
      this.#page(page, widgets);
    }
  }

  #page(ref: PdfRef, widgets: ReadonlySet<number>): void {
    const what = 'the annotation list of a page';
    const before = this.#before.dict(ref);
    const page = this.#after.dict(ref);
    if (!before || !page || this.#after.nameOf(page.get('Type')) !== 'Page')
      throw new LayoutError('a new form field names no page');
    this.#explained.add(ref.num);
    for (const key of differingKeys(before, page))
      if (key !== 'Annots') throw new LayoutError(`/${key} of a page was changed`);
    if (page.get('Annots') === undefined && before.get('Annots') === undefined) return;
    const list = this.#list(before.get('Annots'), page.get('Annots'), what);
    for (const item of added(this.#before.array(before.get('Annots')) ?? [], list, what))
      if (!widgets.has(item.num)) throw new LayoutError('an annotation was added');
  }
}

/** The members that a list has after those of the earlier one, which must come first, unchanged and in the same order. */
function added(before: readonly PdfObject[], after: readonly PdfObject[], what: string): PdfRef[] {
  if (after.length < before.length || !before.every((item, at) => isSame(item, after[at]!)))
    throw new LayoutError(`a member of ${what} was removed or moved`);
  const rest = after.slice(before.length);
  const refs = rest.filter((item) => item instanceof PdfRef);
  if (refs.length !== rest.length) throw new LayoutError(`${what} has a member that is not a reference`);
  return refs;
}

function requireKeys(object: PdfDict, known: ReadonlySet<string>, what: string): void {
  for (const key of object.map.keys())
    if (!known.has(key)) throw new LayoutError(`${what} has the unknown member /${key}`);
}

/** Another type could give it another use: a page could name it as the layer that its content belongs to. */
function requireType(before: PdfDict, after: PdfDict, name: string, what: string): void {
  const type = after.get('Type') ?? null;
  if (type === null || isSame(type, new PdfName(name)) || isSame(type, before.get('Type') ?? null)) return;
  throw new LayoutError(`/Type of ${what} is another one`);
}

function requireNoReferences(value: PdfObject, what: string): void {
  eachReference(value, () => {
    throw new LayoutError(`${what} refers to something else`);
  });
}
