/**
 * Converts fractions of the displayed page to PDF user space (ISO 32000-2, 8.3.2.3 and 7.7.3.3). UserUnit scales the
 * display and the content alike, so it is ignored.
 */
import type { PageSize, Placement } from '../ports/page.ts';

/** What placement depends on: the page's visible box in user space and its rotation. */
export interface PageGeometry {
  /** CropBox cut to MediaBox, normalized so that w and h are positive; points. */
  box: { x: number; y: number; w: number; h: number };
  /** Clockwise rotation for display, in degrees. */
  rotate: 0 | 90 | 180 | 270;
}

export interface PlacementMatrix {
  /** Operands of `cm` that map [0,width] x [0,height] (origin bottom-left, upright as displayed) onto the page. */
  matrix: [number, number, number, number, number, number];
  width: number;
  height: number;
}

/** The size of the page as displayed, after rotation; points. */
export function displayedSize(geometry: PageGeometry): PageSize {
  const { box, rotate } = geometry;
  return rotate % 180 === 0
    ? { width: box.w, height: box.h, rotate }
    : { width: box.h, height: box.w, rotate };
}

/** The matrix that maps an upright drawing of [0,width] x [0,height] onto the placement's rectangle. */
export function placementMatrix(
  geometry: PageGeometry,
  placement: Pick<Placement, 'x' | 'y' | 'w' | 'h'>,
): PlacementMatrix {
  const { box, rotate } = geometry;
  const shown = displayedSize(geometry);
  const width = placement.w * shown.width;
  const height = placement.h * shown.height;
  const u = placement.x * shown.width;
  const v = shown.height - placement.y * shown.height - height;
  switch (rotate) {
    case 90:
      return { matrix: [0, 1, -1, 0, box.x + box.w - v, box.y + u], width, height };
    case 180:
      return { matrix: [-1, 0, 0, -1, box.x + box.w - u, box.y + box.h - v], width, height };
    case 270:
      return { matrix: [0, -1, 1, 0, box.x + v, box.y + box.h - u], width, height };
    default:
      return { matrix: [1, 0, 0, 1, box.x + u, box.y + v], width, height };
  }
}
