/** Where the markers of open fields are on the rail of a long document. Pure. */
import type { FieldOut } from '@countersign/client/generated/api';

/** The most markers. */
const maxMarkers = 24;
/** The least distance between the middles of two markers in pixels: their height in the CSS. */
const markerHeight = 26;

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

/**
 * Markers for these fields, which are in reading order: one for each page, or for neighbouring pages in very long documents. They do not
 * overlap on a rail of `height` pixels.
 */
export function markersOf(waiting: readonly FieldOut[], total: number, height: number): FieldMarker[] {
  const most = Math.max(1, Math.min(maxMarkers, Math.floor(height / markerHeight)));
  const pagesPerMarker = Math.ceil(total / most);
  const markers = new Map<number, FieldMarker>();
  for (const field of waiting) {
    const key = Math.floor((field.page - 1) / pagesPerMarker);
    const marker = markers.get(key);
    if (marker) marker.count += 1;
    else markers.set(key, { field, page: field.page, count: 1, at: (field.page - 1 + field.y) / total });
  }
  return spread([...markers.values()], markerHeight / height);
}

/** Moves markers that are closer to each other than `gap`: down, and up again where they would leave the rail. */
function spread(markers: FieldMarker[], gap: number): FieldMarker[] {
  for (let index = 1; index < markers.length; index += 1)
    markers[index]!.at = Math.max(markers[index]!.at, markers[index - 1]!.at + gap);
  let below = 1 + gap;
  for (const marker of markers.toReversed()) {
    marker.at = Math.min(marker.at, below - gap);
    below = marker.at;
  }
  return markers;
}
