/**
 * Whether the changes between two revisions of a file without a Countersign seal are only filling in the form and signing
 * (ISO 32000-2, 12.8.2.2, level 2), in the layout of any program. Annotations are never permitted here, although a
 * certification can permit them, because they can cover what was signed.
 */
import { PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { textOf } from '../reader/form.ts';
import { catalogOf, readPageTree } from '../reader/pages.ts';
import type { XrefEntry } from '../reader/xref-table.ts';
import { differingKeys, isSame } from './is-same.ts';
import { LayoutError } from './layout-error.ts';
import { countReferences, type ReferenceKeys, type SearchBudget } from './references.ts';
import { requireClearRewrite } from './written-again.ts';

const CATALOG_KEYS = new Set(['AcroForm', 'DSS', 'Extensions', 'Metadata', 'Version']);
const INFO_KEYS = new Set(
  'Title Author Subject Keywords Creator Producer CreationDate ModDate Trapped'.split(' '),
);
const FORM_KEYS = new Set(['Fields', 'SigFlags', 'DR', 'DA', 'NeedAppearances']);
/** Members of a field or its widget that filling in changes. */
const FIELD_KEYS = new Set(['V', 'AS', 'AP', 'M', 'F', 'MK']);
/**
 * The keys under which a file refers to an object that may change. Under another key it could be a list of resources or appearances, and a
 * page could draw what one of its members refers to. Signatures refer to the catalog as the /Data that they examine.
 */
const CATALOG_REFERENCES = ['Root', 'Data', 'Parent'];
const INFO_REFERENCES = ['Info'];
const FIELD_REFERENCES = ['', 'Fields', 'Kids', 'Annots', 'Parent', 'CO', 'Obj', 'T', 'AN', 'Data'];
const MAX_FIELDS = 100_000;
/** The most characters of a full name. A string may have 32,767 bytes (ISO 32000-1, Annex C). */
const MAX_NAME_LENGTH = 32_767;

/**
 * Throws a LayoutError that names the first change beyond filling in and signing. Returns the full names of the fields
 * that were filled in or look different; new signature fields are not among them.
 */
export function requireFormFilling(before: PdfFile, after: PdfFile, budget: SearchBudget): Set<string> {
  requireSameEncryption(before, after);
  requireClearTrailer(before, after);
  const { changed, structural } = changedObjects(before, after, budget);
  const added = new Set([...changed, ...structural].filter((num) => before.generationOf(num) === null));
  const old = catalogOf(before);
  const owners = [old.dict.get('AcroForm'), old.dict.get('DSS')];
  const counted = new Set([
    ...changed,
    ...structural,
    ...owners.flatMap((one) => (one instanceof PdfRef ? one.num : [])),
  ]);
  const keys: ReferenceKeys = new Map();
  const references = countReferences(before, counted, budget, keys);
  for (const num of added)
    if (references.has(num))
      throw new LayoutError(`object ${num}, which the signed part refers to and did not have, was added`);
  if (!isSame(before.xref.trailer.get('Root') ?? null, after.xref.trailer.get('Root') ?? null))
    throw new LayoutError('another catalog took the place of the signed one');

  const catalog = catalogOf(after);
  const explained = new Set([...added, catalog.ref.num, ...auxiliaryObjects(before, references)]);
  requireOnly(old.dict, catalog.dict, CATALOG_KEYS, 'the catalog');
  requireReferences(catalog.ref.num, CATALOG_REFERENCES, keys);
  explainInfo(before, after, explained, keys);

  const formBefore = before.dict(old.dict.get('AcroForm')) ?? new PdfDict();
  const form = after.dict(catalog.dict.get('AcroForm')) ?? new PdfDict();
  requireOnly(formBefore, form, FORM_KEYS, 'the form');
  const { found: fields, direct } = fieldsOf(before, formBefore.get('Fields'));
  const { found: later, direct: laterDirect } = fieldsOf(after, form.get('Fields'));
  if (!isSame(direct, laterDirect))
    throw new LayoutError('a form field that is written directly into a list was changed');
  for (const num of fields.keys()) requireReferences(num, FIELD_REFERENCES, keys);
  const filled = requireFields(before, after, fields, later, explained);
  if (differingKeys(formBefore, form).some((key) => LOOK_KEYS.includes(key)))
    for (const { name, type } of fields.values()) if (type !== 'Sig') filled.add(name);
  const unexplained = [...changed].filter((num) => !explained.has(num));
  if (unexplained.length === 0) return filled;
  const lists = annotationLists(before, references);
  for (const num of unexplained) requirePage({ before, after, fields, later }, num, lists);
  return filled;
}

/** With another key, objects in the same place have another meaning. */
function requireSameEncryption(before: PdfFile, after: PdfFile): void {
  const [old, now] = [before.xref.trailer, after.xref.trailer];
  if (!isSame(old.get('Encrypt') ?? null, now.get('Encrypt') ?? null))
    throw new LayoutError('/Encrypt of the trailer was changed');
  const first = (file: PdfFile): PdfObject => file.resolve(file.array(file.xref.trailer.get('ID'))?.[0]);
  if (before.security && !isSame(first(before), first(after)))
    throw new LayoutError('/ID of the trailer was changed, which the encryption depends on');
}

/** Requires that all readers see the same trailer and the same object numbers. */
function requireClearTrailer(before: PdfFile, after: PdfFile): void {
  const repeated = ({ xref }: PdfFile) => xref.trailer.repeated?.length ?? 0;
  if (repeated(after) > repeated(before)) throw new LayoutError('a trailer was added that repeats a key');
  if (after.xref.misnumbered && !before.xref.misnumbered)
    throw new LayoutError('a cross-reference table was added that is numbered from 1');
}

interface ChangedObjects {
  /** Numbers of all objects that differ, without the structural ones. */
  changed: Set<number>;
  /** Numbers of new cross-reference and object streams. */
  structural: Set<number>;
}

/** Throws a LayoutError for changes that readers understand differently: repeated keys, and another generation. */
function changedObjects(before: PdfFile, after: PdfFile, budget: SearchBudget): ChangedObjects {
  const changed = new Set<number>();
  const structural = new Set<number>();
  const isSamePlace = (a: XrefEntry | null, b: XrefEntry | null): boolean => {
    if (!a || !b) return a === b;
    if ('offset' in a) return 'offset' in b && a.offset === b.offset && a.gen === b.gen;
    return (
      // Equal mutant "'stream' in b && a.stream === b.stream → a.stream === b.stream": without one, b.stream is undefined.
      'stream' in b &&
      a.stream === b.stream &&
      a.index === b.index &&
      isSamePlace(before.xref.entries.get(a.stream), after.xref.entries.get(b.stream))
    );
  };
  const compare = (num: number): void => {
    budget.spend(1);
    if (isSamePlace(before.xref.entries.get(num), after.xref.entries.get(num))) return;
    const generations = [before.generationOf(num), after.generationOf(num)];
    if (!generations.includes(null) && generations[0] !== generations[1])
      throw new LayoutError(`object ${num} was given another generation`);
    if (!generations.includes(null)) requireClearRewrite(before, after, num);
    const object = after.get(num);
    if (repeatsKey(object)) throw new LayoutError(`object ${num} was changed and repeats a key`);
    const type = object instanceof PdfStream ? after.nameOf(object.dict.get('Type')) : null;
    // Not every object without a value is new: one can be the number of `null`, which a signed page refers to.
    if ((type === 'XRef' || type === 'ObjStm') && before.generationOf(num) === null) structural.add(num);
    else if (!isSame(before.get(num), object)) changed.add(num);
  };
  for (const num of after.xref.entries.numbers()) compare(num);
  for (const num of before.xref.entries.numbers()) if (after.xref.entries.get(num) === null) compare(num);
  return { changed, structural };
}

/** Whether a dictionary in the object has a key twice. Some readers use the first value, others the last one. */
function repeatsKey(object: PdfObject): boolean {
  if (object instanceof PdfStream) return repeatsKey(object.dict);
  if (object instanceof PdfDict) return object.repeated !== null || [...object.map.values()].some(repeatsKey);
  return Array.isArray(object) && object.some(repeatsKey);
}

function requireOnly(before: PdfDict, after: PdfDict, keys: ReadonlySet<string>, what: string): void {
  for (const key of differingKeys(before, after))
    if (!keys.has(key)) throw new LayoutError(`/${key} of ${what} was changed`);
}

/**
 * The objects that a file has only for its form, metadata or validation data: their place there is the only one that refers to them.
 * Their changes change no page. An object that something else refers to could be a part of a page.
 */
function auxiliaryObjects(file: PdfFile, references: ReadonlyMap<number, number>): Set<number> {
  const found = new Set<number>();
  const take = (value: PdfObject | undefined): PdfDict | null => {
    if (value instanceof PdfRef) {
      if (references.get(value.num) !== 1) return null;
      found.add(value.num);
    }
    return file.dict(value);
  };
  const { dict } = catalogOf(file);
  for (const key of ['Metadata', 'Extensions']) take(dict.get(key));
  take(take(dict.get('AcroForm'))?.get('Fields'));
  const store = take(dict.get('DSS'));
  for (const key of ['Certs', 'OCSPs', 'CRLs', 'VRI']) take(store?.get(key));
  return found;
}

/** Throws a LayoutError if a changed object is used as something else. Unchanged ones have no keys. */
function requireReferences(num: number, known: readonly string[], keys: ReferenceKeys): void {
  for (const key of keys.get(num) ?? [])
    if (!known.includes(key))
      throw new LayoutError(`object ${num} was changed, which is also used as /${key}`);
}

/** Cross-reference streams refer to the information dictionary too, so its references are not counted. */
function explainInfo(before: PdfFile, after: PdfFile, explained: Set<number>, keys: ReferenceKeys): void {
  const info = before.xref.trailer.get('Info');
  const [old, now] = [before.dict(info), after.dict(info)];
  if (!(info instanceof PdfRef) || !old || !now) return;
  requireOnly(old, now, INFO_KEYS, 'the document information');
  requireReferences(info.num, INFO_REFERENCES, keys);
  explained.add(info.num);
}

/** Members of the form that decide what its fields look like if readers draw them. */
const LOOK_KEYS = ['DR', 'DA', 'NeedAppearances'];

interface Field {
  dict: PdfDict;
  name: string;
  type: string | null;
}

interface Fields {
  /** Fields and their widgets by object number. */
  found: Map<number, Field>;
  /** Those that are written directly into a list. */
  direct: PdfObject[];
}

/** In the order of `readForm`, so that a field that is listed twice is the same to both. */
function fieldsOf(file: PdfFile, list: PdfObject | undefined): Fields {
  const found = new Map<number, Field>();
  const direct: PdfObject[] = [];
  const pending: Array<{ item: PdfObject; path: string; type: string | null }> = [];
  let queued = 0;
  const add = (items: readonly PdfObject[] | null, path: string, type: string | null): void => {
    queued += items?.length ?? 0;
    if (queued > MAX_FIELDS) throw new LayoutError('the form has too many fields to compare');
    for (const item of [...(items ?? [])].reverse()) pending.push({ item, path, type });
  };
  add(file.array(list), '', null);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { item, path } = next;
    if (!(item instanceof PdfRef)) direct.push(item);
    if (!(item instanceof PdfRef) || found.has(item.num)) continue;
    const dict = file.dict(item);
    if (!dict) continue;
    const title = file.resolve(dict.get('T'));
    const own = title instanceof PdfString ? textOf(title, MAX_NAME_LENGTH + 1) : null;
    const name = own === null ? path : path ? `${path}.${own}` : own;
    if (name.length > MAX_NAME_LENGTH) throw new LayoutError('a form field has too long a name');
    const type = file.nameOf(dict.get('FT')) ?? next.type;
    found.set(item.num, { dict, name, type });
    add(file.array(dict.get('Kids')), name, type);
  }
  return { found, direct };
}

function requireFields(
  before: PdfFile,
  after: PdfFile,
  fields: ReadonlyMap<number, Field>,
  later: ReadonlyMap<number, Field>,
  explained: Set<number>,
): Set<string> {
  const filled = new Set<string>();
  const uses = new Map<number, number>();
  for (const { dict } of later.values()) {
    const value = dict.get('V');
    if (value instanceof PdfRef) uses.set(value.num, (uses.get(value.num) ?? 0) + 1);
  }
  const requireOwnSignature = ({ name, dict }: Field): void => {
    const value = dict.get('V');
    if (value instanceof PdfRef && (before.generationOf(value.num) !== null || uses.get(value.num) !== 1))
      throw new LayoutError(`the form field "${name}" has the signature of another one`);
  };
  for (const [num, field] of fields) {
    const { name, dict } = field;
    const now = requireSameField(field, later.get(num));
    const keys = differingKeys(dict, now.dict);
    if (keys.length === 0) continue;
    // A new appearance alone shows another value, too.
    filled.add(name);
    if (now.type === 'Sig' && (before.resolve(dict.get('V')) ?? null) !== null)
      throw new LayoutError(`the signed form field "${name}" was changed`);
    requireOnly(dict, now.dict, FIELD_KEYS, `the form field "${name}"`);
    explained.add(num);
    if (now.type !== 'Sig' || !keys.some((key) => key === 'V' || key === 'AP')) continue;
    if (!isSigned(after, now)) throw new LayoutError(`the form field "${name}" was changed, but not signed`);
    requireOwnSignature(now);
  }
  for (const [num, field] of later) {
    if (fields.has(num)) continue;
    if (field.type !== 'Sig') throw new LayoutError(`the form field "${field.name}" was added`);
    if (!isSigned(after, field)) throw new LayoutError(`an unsigned form field "${field.name}" was added`);
    requireOwnSignature(field);
  }
  return filled;
}

function requireSameField({ name, type }: Field, now: Field | undefined): Field {
  if (!now) throw new LayoutError(`the form field "${name}" was removed`);
  if (now.name !== name || now.type !== type) throw new LayoutError(`the form field "${name}" was moved`);
  return now;
}

/** Whether the field has a signature of its own, which verification then lists and checks. */
function isSigned(file: PdfFile, { type, dict }: Field): boolean {
  return type === 'Sig' && file.dict(dict.get('V'))?.get('ByteRange') !== undefined;
}

/** Numbers of the arrays that are used only as annotation lists of pages. */
function annotationLists(file: PdfFile, references: ReadonlyMap<number, number>): Set<number> {
  const uses = new Map<number, number>();
  for (const { dict } of readPageTree(file).pages) {
    const list = dict.get('Annots');
    if (list instanceof PdfRef) uses.set(list.num, (uses.get(list.num) ?? 0) + 1);
  }
  return new Set([...uses].flatMap(([num, count]) => (references.get(num) === count ? [num] : [])));
}

interface Forms {
  before: PdfFile;
  after: PdfFile;
  fields: ReadonlyMap<number, Field>;
  later: ReadonlyMap<number, Field>;
}

/**
 * Requires a page whose annotation list has new signature widgets, or such a list itself. The other annotations stay in their order,
 * because later ones cover earlier ones.
 */
function requirePage(forms: Forms, num: number, lists: ReadonlySet<number>): void {
  const { before, after } = forms;
  const old = before.get(num);
  const now = after.get(num);
  if (old instanceof PdfDict && now instanceof PdfDict && after.nameOf(now.get('Type')) === 'Page') {
    requireOnly(old, now, new Set(['Annots']), 'a page');
    if (!hasOnlyNewWidgets(forms, annotationsOf(before, old), annotationsOf(after, now)))
      throw new LayoutError('an annotation was added, moved or removed');
    return;
  }
  if (lists.has(num) && Array.isArray(old) && Array.isArray(now) && hasOnlyNewWidgets(forms, old, now))
    return;
  throw new LayoutError(old === null ? `object ${num} was added` : `object ${num} was changed`);
}

/** A page that draws itself as a list of resources could draw what is not an array. */
function annotationsOf(file: PdfFile, page: PdfDict): readonly PdfObject[] {
  const list = file.resolve(page.get('Annots')) ?? [];
  if (!Array.isArray(list)) throw new LayoutError('the annotation list of a page is not an array');
  return list;
}

/** Whether `to` is `from` in the same order, with widgets of new signatures between or after its members. */
function hasOnlyNewWidgets(
  { before, after, fields, later }: Forms,
  from: readonly PdfObject[],
  to: readonly PdfObject[],
): boolean {
  const isNewWidget = (item: PdfObject): boolean => {
    const field = item instanceof PdfRef ? later.get(item.num) : undefined;
    if (!field || !isSigned(after, field) || after.nameOf(field.dict.get('Subtype')) !== 'Widget')
      return false;
    const earlier = fields.get((item as PdfRef).num);
    return !earlier || (!isSigned(before, earlier) && !from.some((other) => isSame(item, other)));
  };
  // A color space is an array too.
  const isAnnotation = (item: PdfObject): boolean => {
    const value = before.resolve(item);
    return value === null || value instanceof PdfDict;
  };
  if (!from.every(isAnnotation)) return false;
  let kept = 0;
  for (const item of to)
    if (kept < from.length && isSame(item, from[kept]!)) kept++;
    else if (!isNewWidget(item)) return false;
  return kept === from.length;
}
