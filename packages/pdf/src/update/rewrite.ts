/**
 * Rewrites a damaged file: everything that its catalog leads to, in plain form (not encrypted, no object streams),
 * under one flat page tree with inherited attributes on each page. Signatures do not survive this, so use it only for
 * unsigned files.
 */
import { createHash } from 'node:crypto';
import { dict, name, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../model/objects.ts';
import type { PdfFile } from '../reader/file.ts';
import { catalogOf, INHERITABLE, type PageTree } from '../reader/pages.ts';
import { GraphCopier, NewFile } from './new-file.ts';

/** Rewrites the file with the pages of `tree`. */
export function rewritePdf(file: PdfFile, tree: PageTree): Buffer {
  const target = new NewFile();
  const copier = new GraphCopier(target, (num) => withoutCryptFilter(file, file.get(num)));
  const catalogRef = target.reserve();
  const pagesRef = target.reserve();
  copier.map(catalogOf(file).ref.num, catalogRef);
  copier.map(tree.root.ref.num, pagesRef);

  const kids = copyPages({ target, copier, tree, pagesRef });
  target.set(pagesRef, dict({ Type: name('Pages'), Kids: kids, Count: kids.length }));

  const catalog = new PdfDict(catalogOf(file).dict.map);
  for (const key of ['Pages', 'Type', 'Perms', 'DSS']) catalog.map.delete(key);
  const copied = copier.copy(catalog) as PdfDict;
  target.set(catalogRef, copied.set('Type', name('Catalog')).set('Pages', pagesRef));

  const trailer = new PdfDict([['Root', catalogRef]]);
  const info = file.xref.trailer.get('Info');
  if (info instanceof PdfRef) trailer.set('Info', copier.copy(info));
  copier.drain();
  const id = new PdfString(createHash('sha256').update(file.bytes).digest().subarray(0, 16), true);
  return target.finish(trailer.set('ID', [id, id]), versionOf(file));
}

/**
 * Copies the pages, with their inherited attributes, to be kids of the node `pagesRef`. Returns their references; `drain` of
 * the copier copies what they reference.
 */
export function copyPages(copying: {
  target: NewFile;
  copier: GraphCopier;
  tree: PageTree;
  pagesRef: PdfRef;
}): PdfRef[] {
  const { target, copier, tree, pagesRef } = copying;
  const seen = new Set<number>();
  const kids = tree.pages.map((page) => {
    const ref = target.reserve();
    // Links lead to the first occurrence of a page that is listed twice.
    if (page.ref && !seen.has(page.ref.num)) {
      seen.add(page.ref.num);
      copier.map(page.ref.num, ref);
    }
    return ref;
  });
  tree.pages.forEach((page, index) => {
    const own = new PdfDict(page.dict.map).set('Type', name('Page'));
    for (const key of INHERITABLE) {
      const value = page.inherited[key];
      if (value !== undefined) own.set(key, value);
    }
    own.map.delete('Parent');
    const copied = copier.copy(own) as PdfDict;
    target.set(kids[index]!, copied.set('Parent', pagesRef));
  });
  return kids;
}

/** Crypt filters belong to the removed encryption (7.6.6). */
export function withoutCryptFilter(file: PdfFile, object: PdfObject): PdfObject {
  if (!(object instanceof PdfStream)) return object;
  const filters = file.array(object.dict.get('Filter'));
  const parms = file.array(object.dict.get('DecodeParms'));
  const isCrypt = (filter: PdfObject | undefined) => file.nameOf(filter) === 'Crypt';
  const head = new PdfDict(object.dict.map);
  if (filters?.some(isCrypt)) {
    head.set(
      'Filter',
      filters.filter((filter) => !isCrypt(filter)),
    );
    if (parms)
      head.set(
        'DecodeParms',
        parms.filter((_, index) => !isCrypt(filters[index])),
      );
  } else if (isCrypt(object.dict.get('Filter'))) {
    head.map.delete('Filter');
    head.map.delete('DecodeParms');
  } else return object;
  return new PdfStream(head, object.bytes);
}

/** The version for the header. Object streams are gone, so no newer one is needed. */
export function versionOf(file: PdfFile): string {
  return /%PDF-([12]\.[0-9])/.exec(file.bytes.toString('latin1', 0, 1100))?.[1] ?? '1.7';
}
