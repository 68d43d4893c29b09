/** Where the markers of open fields are on the rail of a long document. Pure. */
import type { FieldOut } from '@countersign/client/generated/api';

/** The most markers: more would overlap on a low screen. */
const maxMarkers = 24;

export interface FieldMarker {
  /** The first field of the marker. A click on the marker goes there. */
  field: FieldOut;
  /** The page of that field. */
  page: number;
  /** Number of fields that the marker represents. */
  count: number;
  /** Where it is, from 0 for the beginning of the document to 1 for its end. */
  at: number;
}

/** Markers for these fields, which are in reading order: one for each page, or for neighbouring pages in very long documents. */
export function markersOf(waiting: readonly FieldOut[], total: number): FieldMarker[] {
  const pagesPerMarker = Math.ceil(total / maxMarkers);
  const markers = new Map<number, FieldMarker>();
  for (const field of waiting) {
    const key = Math.floor((field.page - 1) / pagesPerMarker);
    const marker = markers.get(key);
    if (marker) marker.count += 1;
    else markers.set(key, { field, page: field.page, count: 1, at: (field.page - 1 + field.y) / total });
  }
  return [...markers.values()];
}
