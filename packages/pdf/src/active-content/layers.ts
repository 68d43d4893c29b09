/** Optional content (ISO 32000-2, 8.11): layers that are hidden at first, or whose state depends on the medium. */
import { type PdfDict, type PdfObject, PdfRef } from '../model/objects.ts';
import type { Search, Visit } from './search.ts';

/** Usage dictionaries by which a reader sets the state of a group (table 100), with the key of the state. */
const mediumStates = [
  ['View', 'ViewState'],
  ['Print', 'PrintState'],
  ['Export', 'ExportState'],
] as const;
const media = new Set<string | null>(mediumStates.map(([category]) => category));

/** Examines the layers of a document: /OCProperties of the catalog. */
export function findLayers(search: Search, object: PdfObject | undefined): void {
  const properties = search.dict(object);
  if (!properties) return;
  const groups = properties.get('OCGs');
  search.visitEach(groups, group);
  const usual = search.dict(properties.get('D'));
  if (usual) {
    const hidden = hiddenGroups(search, usual, groups);
    if (hidden.size > 0) search.report('hidden_layers');
    if (dependsOnUsage(search, usual, hidden)) search.report('layers');
  }
  for (const item of search.items(properties.get('Configs'))) {
    const other = search.dict(item);
    if (!other) continue;
    const hidden = hiddenGroups(search, other, groups);
    if (hidden.size > 0 || dependsOnUsage(search, other, hidden)) search.report('layers');
  }
}

const group: Visit = (search, dict) => {
  const usage = search.dict(dict.get('Usage'));
  for (const [category, state] of mediumStates)
    if (search.name(search.dict(usage?.get(category))?.get(state)) === 'OFF') search.report('layers');
};

/** Object numbers of the groups that a configuration turns off. */
function hiddenGroups(search: Search, config: PdfDict, groups: PdfObject | undefined): Set<number> {
  const off = new Set<number>();
  const add = (list: PdfObject | undefined): void => {
    for (const item of search.items(list)) if (item instanceof PdfRef) off.add(item.num);
  };
  if (search.name(config.get('BaseState')) === 'OFF') {
    add(groups);
    for (const item of search.items(config.get('ON'))) if (item instanceof PdfRef) off.delete(item.num);
  }
  add(config.get('OFF'));
  return off;
}

/**
 * Whether /AS lets a reader change states automatically: by zoom, language or user, or for a group that is otherwise
 * hidden. Groups hidden on print or screen are found by their own usage.
 */
function dependsOnUsage(search: Search, config: PdfDict, hidden: ReadonlySet<number>): boolean {
  for (const item of search.items(config.get('AS'))) {
    const application = search.dict(item);
    const groups = [...search.items(application?.get('OCGs'))];
    const categories = [...search.items(application?.get('Category'))].map((name) => search.name(name));
    if (groups.length === 0 || categories.length === 0) continue;
    if (categories.some((category) => !media.has(category))) return true;
    if (groups.some((one) => one instanceof PdfRef && hidden.has(one.num))) return true;
  }
  return false;
}

/** The group, or the membership in several groups (8.11.2.2), that controls the visibility of an object. */
export const optionalContent: Visit = (search, dict) => {
  const policy = search.name(dict.get('P'));
  // Visible only if a layer is off, so hidden while all layers are on.
  if (policy === 'AllOff' || policy === 'AnyOff') search.report('hidden_layers');
  findNegation(search, dict.get('VE'), 0);
};

const MAX_EXPRESSION_DEPTH = 32;

function findNegation(search: Search, expression: PdfObject | undefined, depth: number): void {
  if (depth > MAX_EXPRESSION_DEPTH) {
    search.report('not_examined');
    return;
  }
  for (const part of search.items(expression)) {
    if (search.name(part) === 'Not') search.report('hidden_layers');
    else findNegation(search, part, depth + 1);
  }
}
