/** Turns anchors into places on pages (docs/spec/decisions.md, section 3, Fields). Pure. */
import type { FieldAnchor, FieldSpec, PlacedField } from '@countersign/contract/field';
import type { AnchorAnswer, AnchorQuery } from '@countersign/pdf/page-text/find-anchors';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';

/** An anchor as stored: with the page that it is limited to. */
export type StoredAnchor = FieldAnchor & { page?: number };

/** The anchor of a field to store; null if the field has a place. */
export function storedAnchor({ anchor, page }: Pick<FieldSpec, 'anchor' | 'page'>): StoredAnchor | null {
  return anchor ? { ...anchor, ...(page !== undefined && { page }) } : null;
}

/** What to search for a stored anchor. */
export function queryOf({ text, occurrence, page }: StoredAnchor): AnchorQuery {
  return { text, occurrence, page: page ?? null };
}

interface Anchored {
  anchor: StoredAnchor;
  w: number;
  h: number;
  /** The place of the field in the caller's list. */
  index: number;
}

/** How far a field may extend beyond the page's edge because of rounding. */
const edgeTolerance = 1e-6;

/**
 * The places of anchored fields, in their order. Throws validation with every text that was not found, and every field that
 * would not be on its page; `loc` is the location of the list of fields.
 */
export function placesOf(
  fields: readonly Anchored[],
  answers: readonly AnchorAnswer[],
  loc: ReadonlyArray<string | number>,
): Array<{ page: number; x: number; y: number }> {
  const issues: ValidationIssue[] = [];
  const places = fields.map(({ anchor, w, h, index }, at) => {
    const answer = answers[at]!;
    const { found } = answer;
    const place = [...loc, index, 'anchor'];
    if (!found) {
      issues.push({
        loc: [...place, answer.count > 0 ? 'occurrence' : 'text'],
        msg: `Value error, ${notFound(anchor, answer)}`,
        type: 'value_error',
        input: answer.count > 0 ? anchor.occurrence : anchor.text,
      });
      // Equal mutants: the issue is thrown before this place is used.
      return { page: 0, x: 0, y: 0 };
    }
    const [x, y] = [onEdge(found.x + anchor.dx), onEdge(found.y + anchor.dy)];
    const overflow = overflowOf({ x, y, w, h });
    if (overflow !== null)
      issues.push({
        loc: [...place, overflow],
        msg: `Value error, at the text on page ${found.page} the field would extend beyond the page: x would be ${shown(x)}, y ${shown(y)}, w is ${shown(w)}, h ${shown(h)}. Change dx, dy, w or h`,
        type: 'value_error',
        input: anchor[overflow],
      });
    return { page: found.page, x, y };
  });
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues.slice(0, 100) });
  return places;
}

function notFound({ text, page, occurrence }: StoredAnchor, { count, nearest }: AnchorAnswer): string {
  const where = page === undefined ? 'the PDF' : `page ${page} of the PDF`;
  if (count > 0)
    return `the text "${text}" occurs ${count} ${count === 1 ? 'time' : 'times'} in ${where}, so there is no occurrence ${occurrence}`;
  const hint = nearest ? `. The nearest text is "${nearest.text}" on page ${nearest.page}` : '';
  return `the text "${text}" is not in ${where}${hint}`;
}

const shown = (value: number): string => String(Number(value.toFixed(4)));

/** The edge of the page for a value that rounding has put just outside of it. */
const onEdge = (value: number): number => (value < 0 && value > -edgeTolerance ? 0 : value);

function overflowOf({ x, y, w, h }: { x: number; y: number; w: number; h: number }): 'dx' | 'dy' | null {
  if (x < 0 || x + w > 1 + edgeTolerance) return 'dx';
  return y < 0 || y + h > 1 + edgeTolerance ? 'dy' : null;
}

/** The specs with places: given ones, and those that the answers have for the anchors, in their order. */
export function placedFields(
  specs: readonly FieldSpec[],
  answers: readonly AnchorAnswer[],
  loc: ReadonlyArray<string | number>,
): PlacedField[] {
  const anchored = specs.flatMap((spec, index) => {
    const anchor = storedAnchor(spec);
    return anchor ? [{ anchor, w: spec.w, h: spec.h, index }] : [];
  });
  const places = placesOf(anchored, answers, loc);
  const byIndex = new Map(anchored.map(({ index, anchor }, at) => [index, { anchor, ...places[at]! }]));
  return specs.map((spec, index) => ({ ...spec, ...byIndex.get(index) }) as PlacedField);
}

/** The queries for the anchors of these fields, in their order. */
export function anchorQueries(specs: readonly FieldSpec[]): AnchorQuery[] {
  return specs.flatMap((spec) => {
    const anchor = storedAnchor(spec);
    return anchor ? [queryOf(anchor)] : [];
  });
}
