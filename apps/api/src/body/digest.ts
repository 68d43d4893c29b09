/** Digests of JSON values: the same for texts that differ only in spacing, escapes, or the order of members (RFC 8785). */
import { createHash } from 'node:crypto';
import { sha256OfCanonical } from '@countersign/contract/audit-hash';
import { parseJsonRows } from '../parse-json-rows.ts';
import { parseJson } from './parse-json.ts';

/** The digest of a parsed body; empty for undefined. */
export function digestValue(value: unknown): Uint8Array {
  return Buffer.from(value === undefined ? '' : sha256OfCanonical(value));
}

/**
 * The digest of a JSON text that may hold a long list under `rows`. The list is digested piece by piece, so that its values and
 * their canonical text are never all in memory at once. Throws a validation problem for a text that is no JSON.
 */
export function digestRows(bytes: Buffer): Uint8Array {
  if (bytes.length === 0) return new Uint8Array();
  const hash = createHash('sha256');
  let isHead = true;
  for (const piece of parseJsonRows(bytes, 'rows', parseJson)) {
    if (isHead) hash.update(sha256OfCanonical(withoutRows(piece)));
    else for (const row of piece as unknown[]) hash.update(sha256OfCanonical(row));
    isHead = false;
  }
  return hash.digest();
}

/** The body without the elements of its list, which follow in pieces. */
function withoutRows(body: unknown): unknown {
  const rows = (body as { rows?: unknown } | null)?.rows;
  return Array.isArray(rows) ? { ...(body as object), rows: [] } : body;
}
