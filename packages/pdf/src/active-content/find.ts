/**
 * Finds content that can make a file look different later or in another reader without a changed byte: scripts,
 * actions, layers, external content, missing fonts (ISO 32000-2, clauses 8.11, 12.5, 12.6, 13).
 */
import type { PdfWarning } from '@countersign/contract/pdf-warning';
import { type PdfDict, type PdfObject, PdfStream, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { CorruptStreamError } from '../reader/filters.ts';
import { catalogOf, type Page, type PageTree } from '../reader/pages.ts';
import { automaticAction, clickedAction } from './actions.ts';
import { annotation, field } from './annotations.ts';
import { findLayers } from './layers.ts';
import { anyStream, resources } from './resources.ts';
import { MAX_STEPS, Search, type Visit } from './search.ts';

/** How many bytes of an XFA form are read to find out whether it is dynamic. */
const MAX_XFA_BYTES = 1024 * 1024;

/**
 * Warnings about content that can change how the file looks, each code once. Never throws because of the file's
 * content. If the search needs more than `maxSteps` steps, or parts cannot be read, `not_examined` is added.
 */
export function findActiveContent(file: PdfFile, tree: PageTree, maxSteps = MAX_STEPS): PdfWarning[] {
  const search = new Search(file, maxSteps);
  const { dict: catalog } = catalogOf(file);
  search.visit(catalog.get('OpenAction'), automaticAction);
  search.visitValues(catalog.get('AA'), automaticAction);
  search.visit(search.dict(catalog.get('Names'))?.get('JavaScript'), scriptNames);
  search.visit(search.dict(catalog.get('Outlines'))?.get('First'), outlineItem);
  if (search.has(catalog.get('Collection'))) search.report('portfolio');
  findLayers(search, catalog.get('OCProperties'));
  findForm(search, catalog);
  // Search the document level first, so that it is covered even if the pages use up all steps.
  search.run();
  for (const page of tree.pages) {
    findOnPage(search, page);
    search.run();
  }
  return search.findings();
}

/** A name tree (7.9.6) of document-level scripts, which run when the file is opened. */
const scriptNames: Visit = (search, node) => {
  for (const _ of search.items(node.get('Names'))) return search.report('javascript');
  search.visitEach(node.get('Kids'), scriptNames);
};

const outlineItem: Visit = (search, item) => {
  search.visit(item.get('A'), clickedAction);
  search.visit(item.get('First'), outlineItem);
  search.visit(item.get('Next'), outlineItem);
};

function findForm(search: Search, catalog: PdfDict): void {
  const form = search.dict(catalog.get('AcroForm'));
  if (!form) return;
  const fields = form.get('Fields');
  search.visitEach(fields, field);
  const isEmpty = search.items(fields).next().done;
  if (search.resolve(form.get('NeedAppearances')) === true && !isEmpty) search.report('missing_appearances');
  const xfa = search.resolve(form.get('XFA'));
  if (xfa === null) return;
  if (search.resolve(catalog.get('NeedsRendering')) === true || isDynamic(search, xfa))
    search.report('xfa_dynamic');
}

/** Whether an XFA form is laid out when it is opened (XFA 3.3, dynamicRender). */
function isDynamic(search: Search, xfa: PdfObject): boolean {
  let isConfig = xfa instanceof PdfStream;
  for (const part of xfa instanceof PdfStream ? [xfa] : search.items(xfa)) {
    const value = search.resolve(part);
    if (value instanceof PdfString) isConfig = Buffer.from(value.bytes).toString('latin1') === 'config';
    else if (value instanceof PdfStream && isConfig)
      return /<dynamicRender>\s*required/.test(textOf(search, value));
  }
  return false;
}

function textOf(search: Search, stream: PdfStream): string {
  try {
    return search.file.decode(stream, { total: MAX_XFA_BYTES, perStream: MAX_XFA_BYTES }).toString('latin1');
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    search.report('not_examined');
    return error instanceof CorruptStreamError ? error.salvage(MAX_XFA_BYTES).toString('latin1') : '';
  }
}

function findOnPage(search: Search, { dict: page, inherited }: Page): void {
  search.visitValues(page.get('AA'), automaticAction);
  search.visitEach(page.get('Annots'), annotation);
  search.visitEach(page.get('Contents'), anyStream);
  search.visit(inherited.Resources, resources);
  search.visit(page.get('PresSteps'), presentationStep);
}

/** A step of a presentation (12.4.4.2), which triggers its actions when it is reached. */
const presentationStep: Visit = (search, step) => {
  search.visit(step.get('NA'), automaticAction);
  search.visit(step.get('PA'), automaticAction);
  search.visit(step.get('Next'), presentationStep);
};
