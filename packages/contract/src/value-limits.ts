/** Limits on the values of fields. */

/** Longest text a field can hold when its settings name no limit, in code points. */
export const MAX_VALUE_LENGTH = 10_000;
/** Points of one drawn signature, all strokes together. */
export const MAX_STROKE_POINTS = 5000;
