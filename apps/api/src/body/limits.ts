/** Limits of request bodies: size, time to arrive, and total memory (docs/OPERATIONS.md, Limits). */

const mebibyte = 1024 * 1024;

/** Limits of one JSON body. */
export interface JsonLimits {
  bytes: number;
  /** Members and elements, counted before the body is parsed. */
  values: number;
  /** A member whose value is a file in base64. It is decoded while it arrives and does not count in `values` and `restBytes`. */
  file?: { member: string; maxBytes: number };
  /** Size of the body without the file. */
  restBytes?: number;
  /** True when the route parses the body with parseLargeBody or withLargeRows. */
  deferred?: boolean;
}

/** Maximum nesting of arrays and objects: enough for rows of bulk sends, which allow the deepest values. */
export const MAX_JSON_DEPTH = 64;

/** For requests without any credential. */
export const openJson: JsonLimits = { bytes: 16 * 1024, values: 500 };
/** For requests with a key, a session or a signing link. */
export const usualJson: JsonLimits = { bytes: mebibyte, values: 5000 };
/** For lists of fields: a document may have 2,000. */
export const fieldsJson: JsonLimits = { bytes: mebibyte, values: 100_000, deferred: true };
/** For drafts of recipients: signatures of up to 5,000 points. */
export const draftJson: JsonLimits = { bytes: mebibyte, values: 100_000, deferred: true };
/** For completing: signature images of up to 2 MiB each, in base64, and drawings of up to 5,000 points. */
export const completeJson: JsonLimits = { bytes: 12 * mebibyte, values: 400_000, deferred: true };
/** For creating a template or document: a PDF in base64, and fields. */
export const withPdfJson = (maxPdfBytes: number): JsonLimits => ({
  bytes: 80 * mebibyte,
  values: fieldsJson.values,
  file: { member: 'pdf_base64', maxBytes: maxPdfBytes },
  restBytes: mebibyte,
  deferred: true,
});
/** For bulk sends of up to a million rows, which are parsed a few hundred KiB at a time. */
export const bulkJson: JsonLimits = { bytes: 80 * mebibyte, values: 30_000_000, deferred: true };

/** Time limits and memory, from the configuration. Tests set shorter ones. */
export interface BodySettings {
  /** Memory for all bodies that are being received or used. */
  memoryBytes: number;
  /** Maximum time without a byte. */
  stallMs: number;
  /** Maximum time for a body that is not an upload. */
  totalMs: number;
  /** Minimum rate of an upload in bytes a second, enforced after `graceMs`. */
  slowestUpload: number;
  graceMs: number;
  /** Interval of these checks. */
  checkEveryMs: number;
}

export const usualBodySettings: BodySettings = {
  memoryBytes: 160 * mebibyte,
  stallMs: 10_000,
  totalMs: 60_000,
  slowestUpload: 4096,
  graceMs: 60_000,
  checkEveryMs: 1000,
};
