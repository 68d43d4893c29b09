/** How large bodies may be, how long they may take to arrive, and how much memory they may use together (docs/OPERATIONS.md, Limits). */

const mebibyte = 1024 * 1024;

/** Bounds of one JSON body. */
export interface JsonLimits {
  bytes: number;
  /** Members and elements, counted before the body is parsed. */
  values: number;
  /** A member whose value is base64 of a file: it is decoded while it arrives, and not part of `values` and `restBytes`. */
  file?: { member: string; maxBytes: number };
  /** Bytes besides the file. */
  restBytes?: number;
  /** True where the route parses the body itself: see thread-pool.ts. */
  deferred?: boolean;
}

/** Deepest nesting of arrays and objects: what rows of bulk sends may hold, and what surrounds them. */
export const MAX_JSON_DEPTH = 64;

/** Where neither a key nor a session nor a signing link is needed. */
export const openJson: JsonLimits = { bytes: 16 * 1024, values: 500 };
/** With a key, a session or a signing link. */
export const usualJson: JsonLimits = { bytes: mebibyte, values: 5000 };
/** Fields, of which a document may have 2,000. */
export const fieldsJson: JsonLimits = { bytes: mebibyte, values: 100_000, deferred: true };
/** Signature images, each of up to 2 MiB as base64, and drawings of up to 5,000 points. */
export const completeJson: JsonLimits = { bytes: 12 * mebibyte, values: 400_000, deferred: true };
/** A PDF as base64, and fields. */
export const templateJson = (maxPdfBytes: number): JsonLimits => ({
  bytes: 80 * mebibyte,
  values: fieldsJson.values,
  file: { member: 'pdf_base64', maxBytes: maxPdfBytes },
  restBytes: mebibyte,
  deferred: true,
});
/** Up to a million rows. They are parsed a few hundred KiB at a time. */
export const bulkJson: JsonLimits = { bytes: 80 * mebibyte, values: 30_000_000, deferred: true };

/** Times and memory, from the configuration; tests set shorter ones. */
export interface BodySettings {
  /** Memory of all bodies that are being received or used. */
  roomBytes: number;
  /** Longest time without a byte. */
  stallMs: number;
  /** Longest time for a body that is no upload. */
  totalMs: number;
  /** Slowest upload in bytes a second, judged from `graceMs` on. */
  slowestUpload: number;
  graceMs: number;
  /** How often the times are checked. */
  checkEveryMs: number;
}

export const usualBodySettings: BodySettings = {
  roomBytes: 160 * mebibyte,
  stallMs: 10_000,
  totalMs: 60_000,
  slowestUpload: 4096,
  graceMs: 60_000,
  checkEveryMs: 1000,
};
