/** Limits on the values of fields. */

/** Longest text a field can hold when its settings name no limit, in code points. */
export const MAX_VALUE_LENGTH = 10_000;
/** Characters of all values of a document together, in UTF-16 code units. Drawing more takes longer than a seal may. */
export const MAX_DOCUMENT_CHARACTERS = 2_000_000;
/** Points of one drawn signature, all strokes together. */
export const MAX_STROKE_POINTS = 5000;
