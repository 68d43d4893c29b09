/** Extracts the certificate of completion from a sealed file as a separate file. */

import { dict, name } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import { openPdf } from '../reader/open.ts';
import { openPages } from '../reader/pages.ts';
import { GraphCopier, NewFile } from '../update/new-file.ts';

/**
 * The pages after the document's own `documentPages` pages, with everything they show, unsigned. The same sealed file
 * always gives the same bytes. Throws a PdfError if there are no such pages or they cannot be read.
 */
export function extractCertificate(sealed: Uint8Array, documentPages: number): Buffer {
  const file = openPdf(sealed);
  const tree = openPages(file);
  if (tree.count <= documentPages) throw new PdfError('damaged', 'the file has no certificate pages');
  const target = new NewFile();
  const copier = new GraphCopier(target, (num) => file.get(num));
  const pages = target.reserve();
  const kids = [];
  for (let number = documentPages + 1; number <= tree.count; number++) {
    const page = tree.pageAt(number);
    if (!page) throw new PdfError('damaged', `page ${number} of the sealed file cannot be read`);
    kids.push(
      target.add(
        dict({
          Type: name('Page'),
          Parent: pages,
          MediaBox: copier.copy(page.dict.get('MediaBox') ?? null),
          Resources: copier.copy(page.dict.get('Resources') ?? null),
          Contents: copier.copy(page.dict.get('Contents') ?? null),
        }),
      ),
    );
  }
  copier.drain();
  if (copier.lost > 0) throw new PdfError('damaged', 'parts of the certificate cannot be read');
  target.set(pages, dict({ Type: name('Pages'), Kids: kids, Count: kids.length }));
  const catalog = target.add(dict({ Type: name('Catalog'), Pages: pages }));
  return target.finish(dict({ Root: catalog }));
}
