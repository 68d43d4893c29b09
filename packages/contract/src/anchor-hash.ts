/** The hashes of anchors (docs/AUDIT.md, Anchors). */
import canonicalize from 'canonicalize';
import type { AnchorOut } from './anchor.ts';
import { sha256OfCanonical } from './audit-hash.ts';
import { leafHash } from './merkle-tree.ts';

/**
 * The leaf of an audit trail that ends with this event. It contains the document's id, so two documents never have the same leaf.
 * It reveals nothing without the trail, because the hash of an event cannot be guessed.
 */
export function anchorLeaf(head: { envelope_id: string; seq: number; hash: string }): Buffer {
  const { envelope_id, seq, hash } = head;
  return leafHash(canonicalize({ envelope_id, seq, hash }) as string);
}

/** The hash of an anchor, which is timestamped and which the next anchor contains. */
export function anchorHash(
  anchor: Pick<AnchorOut, 'date' | 'root' | 'previous_date' | 'previous_hash'>,
): string {
  const { date, root, previous_date, previous_hash } = anchor;
  return sha256OfCanonical({ date, root, previous_date, previous_hash });
}
