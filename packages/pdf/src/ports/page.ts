/** Pages and places on them, as callers give and get them. */

/** A page as displayed, after /Rotate and CropBox (ISO 32000-2, 7.7.3.3), in points. */
export interface PageSize {
  width: number;
  height: number;
  rotate: 0 | 90 | 180 | 270;
  /**
   * Areas that may be dark, as [x, y, width, height] in the page's user space. Fields outside these areas need no white
   * background. Absent if unknown.
   */
  dark?: ReadonlyArray<readonly [number, number, number, number]>;
}

/** A rectangle in fractions of the page as displayed; origin top-left; `page` counts from 1. */
export interface Placement {
  page: number;
  x: number;
  y: number;
  w: number;
  h: number;
}
