/** The catalog of a file that is made from several (ISO 32000-2, 7.7.2). */
import { dict, name, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { textOf, textString } from '../reader/form.ts';
import { orNull } from '../reader/or-null.ts';
import { catalogOf } from '../reader/pages.ts';
import type { GraphCopier, NewFile } from './new-file.ts';

const MAX_TREE_NODES = 50_000;
const MAX_NAMES = 200_000;

/** A file while it is added. */
interface CatalogPart {
  /** For GraphCopier: makes dictionaries independent of the catalog of their file. */
  prepare(dict: PdfDict): PdfDict;
  /** Adds what the catalog of the file has for its pages, with a bookmark that leads to `firstPage`. */
  add(copier: GraphCopier, bookmark: { title: PdfString; firstPage: PdfRef }): void;
}

/** Collects forms, layers, bookmarks and embedded files of files that are added one after another. */
export class MergedCatalog {
  readonly #target: NewFile;
  readonly #outlines: PdfRef;
  readonly #bookmarks: Array<{ ref: PdfRef; entry: PdfDict }> = [];
  readonly #fields: PdfObject[] = [];
  readonly #fieldNames = new Set<string>();
  readonly #calculationOrder: PdfObject[] = [];
  readonly #formResources = new PdfDict();
  /** Whether readers must draw the values of all forms. Only if all files with fields say so, because it changes how values look. */
  #needAppearances: boolean | null = null;
  readonly #layers: PdfObject[] = [];
  readonly #layerLists = new Map<string, PdfObject[]>();
  readonly #embedded = new Map<string, { key: Uint8Array; value: PdfObject }>();

  constructor(target: NewFile) {
    this.#target = target;
    this.#outlines = target.reserve();
  }

  open(file: PdfFile): CatalogPart {
    const catalog = catalogOf(file).dict;
    const form = orNull(() => file.dict(catalog.get('AcroForm')));
    const fields = orNull(() => file.array(form?.get('Fields'))) ?? [];
    const replaced = this.#uniqueFields(file, form, fields);
    const destinations = namedDestinations(file, catalog);
    return {
      prepare: (given) => prepared(file, replaced.get(given) ?? given, destinations),
      add: (copier, bookmark) => {
        this.#addBookmark(file, catalog, copier, bookmark);
        this.#addForm(file, form, fields, copier);
        this.#addLayers(file, catalog, copier);
        this.#addEmbeddedFiles(file, catalog, copier);
      },
    };
  }

  /** The catalog. Fills in the bookmarks. */
  finish(pages: PdfRef): PdfDict {
    const target = this.#target;
    this.#bookmarks.forEach(({ ref, entry }, index, all) => {
      if (index > 0) entry.set('Prev', all[index - 1]!.ref);
      if (index + 1 < all.length) entry.set('Next', all[index + 1]!.ref);
      target.set(ref, entry);
    });
    const [first, last] = [this.#bookmarks[0], this.#bookmarks.at(-1)];
    target.set(
      this.#outlines,
      dict({ Type: name('Outlines'), First: first?.ref, Last: last?.ref, Count: this.#bookmarks.length }),
    );
    const catalog = dict({ Type: name('Catalog'), Pages: pages, Outlines: this.#outlines });
    if (this.#fields.length > 0)
      catalog.set(
        'AcroForm',
        dict({
          Fields: this.#fields,
          DR: this.#formResources,
          NeedAppearances: this.#needAppearances || undefined,
          CO: this.#calculationOrder.length > 0 ? this.#calculationOrder : undefined,
        }),
      );
    if (this.#layers.length > 0)
      catalog.set('OCProperties', dict({ OCGs: this.#layers, D: new PdfDict(this.#layerLists) }));
    if (this.#embedded.size > 0)
      catalog.set('Names', dict({ EmbeddedFiles: dict({ Names: this.#sortedEmbedded() }) }));
    return catalog;
  }

  /** A bookmark for the file, with the bookmarks of the file below it. */
  #addBookmark(
    file: PdfFile,
    catalog: PdfDict,
    copier: GraphCopier,
    { title, firstPage }: { title: PdfString; firstPage: PdfRef },
  ): void {
    const ref = this.#target.reserve();
    const entry = dict({ Title: title, Parent: this.#outlines, Dest: [firstPage, name('Fit')] });
    const own = catalog.get('Outlines');
    const outlines = orNull(() => file.dict(own));
    if (
      own instanceof PdfRef &&
      outlines?.get('First') instanceof PdfRef &&
      outlines.get('Last') instanceof PdfRef
    ) {
      // The topmost bookmarks of the file name their root as /Parent.
      copier.map(own.num, ref);
      entry.set('First', copier.copy(outlines.get('First')!)).set('Last', copier.copy(outlines.get('Last')!));
      // Closed: a negative count says how many would be shown (12.3.3).
      entry.set('Count', -Math.max(1, Math.abs(orNull(() => file.number(outlines.get('Count'))) ?? 1)));
    }
    this.#bookmarks.push({ ref, entry });
  }

  /**
   * Replacements of topmost fields: fields of other files with the same name would share their value, so a number is added to
   * the name. Defaults of the form are written into its fields.
   */
  #uniqueFields(file: PdfFile, form: PdfDict | null, fields: readonly PdfObject[]): Map<PdfDict, PdfDict> {
    const replaced = new Map<PdfDict, PdfDict>();
    const own = new Set<string>();
    for (const item of fields) {
      const field = orNull(() => file.dict(item));
      const partial = field && orNull(() => file.resolve(field.get('T')));
      if (!field || replaced.has(field)) continue;
      const copy = new PdfDict(field.map);
      for (const key of ['DA', 'Q']) {
        const value = form?.get(key);
        if (value !== undefined && field.get(key) === undefined) copy.set(key, value);
      }
      if (partial instanceof PdfString) {
        const text = textOf(partial);
        let unique = text;
        for (let n = 2; this.#fieldNames.has(unique); n++) unique = `${text}_${n}`;
        own.add(unique);
        if (unique !== text) copy.set('T', textString(unique));
      }
      replaced.set(field, copy);
    }
    for (const one of own) this.#fieldNames.add(one);
    return replaced;
  }

  #addForm(file: PdfFile, form: PdfDict | null, fields: readonly PdfObject[], copier: GraphCopier): void {
    if (!form) return;
    for (const field of fields) if (orNull(() => file.dict(field))) this.#fields.push(copier.copy(field));
    for (const field of orNull(() => file.array(form.get('CO'))) ?? [])
      if (field instanceof PdfRef) this.#calculationOrder.push(copier.copy(field));
    if (fields.length > 0) {
      const needs = orNull(() => file.resolve(form.get('NeedAppearances'))) === true;
      this.#needAppearances = needs && this.#needAppearances !== false;
    }
    const resources = orNull(() => file.dict(form.get('DR')));
    for (const kind of resources?.map.keys() ?? []) {
      const given = orNull(() => file.dict(resources!.get(kind)));
      if (!given) continue;
      const merged = (this.#formResources.get(kind) as PdfDict | undefined) ?? new PdfDict();
      for (const [key, value] of given.map)
        if (merged.get(key) === undefined) merged.set(key, copier.copy(value));
      this.#formResources.set(kind, merged);
    }
  }

  /** Layers that a file hides stay hidden, also where the file says so with its base state (8.11.4.3). */
  #addLayers(file: PdfFile, catalog: PdfDict, copier: GraphCopier): void {
    const properties = orNull(() => file.dict(catalog.get('OCProperties')));
    const layers = (orNull(() => file.array(properties?.get('OCGs'))) ?? []).filter(isRef);
    if (layers.length === 0) return;
    const config = orNull(() => file.dict(properties?.get('D')));
    const listOf = (key: string): readonly PdfObject[] => orNull(() => file.array(config?.get(key))) ?? [];
    const shown = new Set(
      listOf('ON')
        .filter(isRef)
        .map(({ num }) => num),
    );
    const isOffAtFirst = orNull(() => file.nameOf(config?.get('BaseState'))) === 'OFF';
    const hidden = isOffAtFirst ? layers.filter(({ num }) => !shown.has(num)) : listOf('OFF');
    const lists = {
      OFF: hidden,
      Order: listOf('Order'),
      AS: listOf('AS'),
      RBGroups: listOf('RBGroups'),
      Locked: listOf('Locked'),
    };
    for (const [key, list] of Object.entries(lists)) {
      const merged = this.#layerLists.get(key) ?? [];
      merged.push(...list.map((item) => copier.copy(item)));
      if (merged.length > 0) this.#layerLists.set(key, merged);
    }
    this.#layers.push(...layers.map((layer) => copier.copy(layer)));
  }

  #addEmbeddedFiles(file: PdfFile, catalog: PdfDict, copier: GraphCopier): void {
    const names = orNull(() => file.dict(catalog.get('Names')));
    for (const [key, value] of entriesOf(file, names?.get('EmbeddedFiles'))) {
      let unique = key;
      for (let n = 2; this.#embedded.has(hex(unique)); n++)
        unique = Buffer.concat([key, Buffer.from(` (${n})`, 'latin1')]);
      this.#embedded.set(hex(unique), { key: unique, value: copier.copy(value) });
    }
  }

  /** Keys of a name tree are sorted by their bytes (7.9.6), as hexadecimal digits are. */
  #sortedEmbedded(): PdfObject[] {
    return [...this.#embedded.keys()].sort().flatMap((digits): PdfObject[] => {
      const { key, value } = this.#embedded.get(digits)!;
      return [new PdfString(key, true), value];
    });
  }
}

const isRef = (object: PdfObject): object is PdfRef => object instanceof PdfRef;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Named destinations become explicit ones, because files use the same names for different places. Tags are dropped. */
function prepared(file: PdfFile, given: PdfDict, destinations: ReadonlyMap<string, PdfObject>): PdfDict {
  let result = given;
  const set = (key: string, value: PdfObject | undefined): void => {
    if (result === given) result = new PdfDict(given.map);
    if (value === undefined) result.map.delete(key);
    else result.set(key, value);
  };
  // A structure element leads to the whole structure tree of its file; beads lead to pages that may not be in the tree.
  for (const key of ['SE', 'B'] as const)
    if (given.get(key) !== undefined && isOwner(file, given, key)) set(key, undefined);
  const action = orNull(() => file.nameOf(given.get('S')));
  for (const key of action === 'GoTo' ? ['Dest', 'D'] : ['Dest']) {
    const known = destinations.get(keyOf(orNull(() => file.resolve(given.get(key)))) ?? '');
    if (known !== undefined) set(key, known);
  }
  return result;
}

/** /SE belongs to bookmarks, and /B to pages. Other dictionaries may use these keys for something else. */
function isOwner(file: PdfFile, given: PdfDict, key: 'SE' | 'B'): boolean {
  return key === 'SE'
    ? given.get('Title') !== undefined
    : orNull(() => file.nameOf(given.get('Type'))) === 'Page';
}

/** The key of a destination: names and strings are different kinds (12.3.2.4). */
function keyOf(object: PdfObject): string | null {
  if (object instanceof PdfName) return `/${object.name}`;
  return object instanceof PdfString ? hex(object.bytes) : null;
}

/** Explicit destinations by the name that refers to them. */
function namedDestinations(file: PdfFile, catalog: PdfDict): Map<string, PdfObject> {
  const found = new Map<string, PdfObject>();
  const add = (key: string, value: PdfObject): void => {
    const resolved = orNull(() => file.resolve(value));
    const place = resolved instanceof PdfDict ? orNull(() => file.resolve(resolved.get('D'))) : resolved;
    if (Array.isArray(place) && !found.has(key)) found.set(key, place);
  };
  for (const [key, value] of orNull(() => file.dict(catalog.get('Dests')))?.map ?? []) add(`/${key}`, value);
  const names = orNull(() => file.dict(catalog.get('Names')));
  for (const [key, value] of entriesOf(file, names?.get('Dests'))) add(hex(key), value);
  return found;
}

/** The entries of a name tree (7.9.6). */
function entriesOf(file: PdfFile, root: PdfObject | undefined): Array<[Uint8Array, PdfObject]> {
  const found: Array<[Uint8Array, PdfObject]> = [];
  const pending: PdfObject[] = root === undefined ? [] : [root];
  const seen = new Set<number>();
  let nodes = pending.length;
  let entries = 0;
  while (pending.length > 0) {
    const item = pending.pop()!;
    if (item instanceof PdfRef) {
      if (seen.has(item.num)) continue;
      seen.add(item.num);
    }
    const node = orNull(() => file.dict(item));
    const kids = orNull(() => file.array(node?.get('Kids'))) ?? [];
    const names = orNull(() => file.array(node?.get('Names'))) ?? [];
    nodes += kids.length;
    entries += names.length / 2;
    if (nodes > MAX_TREE_NODES || entries > MAX_NAMES)
      throw new PdfError('too_complex', 'a file has too many names');
    for (const kid of kids) pending.push(kid);
    for (let at = 0; at + 1 < names.length; at += 2) {
      const key = orNull(() => file.resolve(names[at]));
      if (key instanceof PdfString) found.push([key.bytes, names[at + 1]!]);
    }
  }
  return found;
}
