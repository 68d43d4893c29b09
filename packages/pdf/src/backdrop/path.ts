/** Paths in page space, and which points they cover (ISO 32000-2, 8.5). */

import type { ReadBudget } from './read-budget.ts';

export type Matrix = readonly [number, number, number, number, number, number];

/** The matrix that applies `inner` first, then `outer`. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** Null for a singular matrix. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | null {
  const determinant = a * d - b * c;
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-12) return null;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

/** Line segments per curve. */
const PIECES = 8;
/** A path with more segments is replaced by its bounding box. */
const MAX_PIECES = 20_000;

export class Path {
  /** One list of alternating x and y per subpath. */
  readonly subpaths: number[][] = [];
  left = Number.POSITIVE_INFINITY;
  bottom = Number.POSITIVE_INFINITY;
  right = Number.NEGATIVE_INFINITY;
  top = Number.NEGATIVE_INFINITY;
  #pieces = 0;

  get width(): number {
    return this.right - this.left;
  }

  get height(): number {
    return this.top - this.bottom;
  }

  moveTo(x: number, y: number): void {
    this.subpaths.push([]);
    this.lineTo(x, y);
  }

  lineTo(x: number, y: number): void {
    if (this.subpaths.length === 0) this.subpaths.push([]);
    this.left = Math.min(this.left, x);
    this.right = Math.max(this.right, x);
    this.bottom = Math.min(this.bottom, y);
    this.top = Math.max(this.top, y);
    if (++this.#pieces <= MAX_PIECES) this.subpaths.at(-1)!.push(x, y);
  }

  curveTo(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    const last = this.subpaths.at(-1) ?? [x1, y1];
    const [x0, y0] = [last.at(-2) ?? x1, last.at(-1) ?? y1];
    for (let piece = 1; piece <= PIECES; piece++) {
      const t = piece / PIECES;
      const u = 1 - t;
      const [p, q, r, s] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
      this.lineTo(p * x0 + q * x1 + r * x2 + s * x3, p * y0 + q * y1 + r * y2 + s * y3);
    }
  }

  close(): void {
    const last = this.subpaths.at(-1);
    if (last && last.length >= 2) {
      const [x, y] = [last[0]!, last[1]!];
      last.push(x, y);
      this.subpaths.push([x, y]);
    }
  }

  /** Whether filling the path would paint the point. Costs a step for each segment. */
  covers(x: number, y: number, evenOdd: boolean, budget: Pick<ReadBudget, 'steps'>): boolean {
    if (x < this.left || x > this.right || y < this.bottom || y > this.top) return false;
    if (this.#pieces > MAX_PIECES) return true;
    budget.steps -= this.#pieces;
    let winding = 0;
    let crossings = 0;
    for (const points of this.subpaths) {
      const count = points.length;
      for (let at = 0; at < count; at += 2) {
        const [x1, y1] = [points[at]!, points[at + 1]!];
        const [x2, y2] = [points[(at + 2) % count]!, points[(at + 3) % count]!];
        if (y1 > y === y2 > y || x >= x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) continue;
        winding += y2 > y1 ? 1 : -1;
        crossings++;
      }
    }
    return evenOdd ? crossings % 2 === 1 : winding !== 0;
  }

  /** Whether stroking the path with this width would paint the point; caps are ignored. Costs a step for each segment. */
  isNear(x: number, y: number, width: number, budget: Pick<ReadBudget, 'steps'>): boolean {
    const reach = width / 2;
    const { left, right, bottom, top } = this;
    if (x < left - reach || x > right + reach || y < bottom - reach || y > top + reach) return false;
    budget.steps -= Math.min(this.#pieces, MAX_PIECES);
    return this.subpaths.some((points) => {
      for (let at = 0; at + 3 < points.length; at += 2) {
        const [x1, y1] = [points[at]!, points[at + 1]!];
        const [dx, dy] = [points[at + 2]! - x1, points[at + 3]! - y1];
        const length = Math.hypot(dx, dy);
        if (length === 0) continue;
        const along = ((x - x1) * dx + (y - y1) * dy) / length;
        const across = Math.abs((x - x1) * dy - (y - y1) * dx) / length;
        if (along >= 0 && along <= length && across <= reach) return true;
      }
      return false;
    });
  }
}

/** Adds a rectangle, given by its corners, transformed by a matrix. */
export function addRectangle(
  path: Path,
  [a, b, c, d, e, f]: Matrix,
  [left, bottom, right, top]: readonly [number, number, number, number],
): void {
  const corner = (x: number, y: number): [number, number] => [a * x + c * y + e, b * x + d * y + f];
  path.moveTo(...corner(left, bottom));
  path.lineTo(...corner(right, bottom));
  path.lineTo(...corner(right, top));
  path.lineTo(...corner(left, top));
  path.close();
}
