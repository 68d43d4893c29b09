/** Compares an audit trail with its anchors offline (docs/AUDIT.md, Anchors). Timestamps are checked elsewhere. */
import type { AnchorOut, DocumentAnchorOut } from './anchor.ts';
import { anchorHash, anchorLeaf } from './anchor-hash.ts';
import { GENESIS_HASH } from './audit-hash.ts';
import type { EventOut } from './event.ts';
import { rootOfPath } from './merkle-tree.ts';

export type AnchorResult = 'matches' | 'trail_differs' | 'path_differs' | 'hash_differs' | 'copy_differs';

/**
 * Checks that the anchor covers the trail as it is now: the trail has the named event with the same hash, the path leads from that
 * event to the root, the anchor's hash is correct, and a saved copy of the anchor, if given, is equal.
 */
export function checkAnchor(
  { seq, event_hash, path, anchor }: DocumentAnchorOut,
  events: readonly EventOut[],
  copy: AnchorOut | undefined,
): AnchorResult {
  const head = events.find((event) => event.seq === seq);
  if (head?.hash !== event_hash) return 'trail_differs';
  const steps = path.map(({ side, hash }) => ({ side, hash: Buffer.from(hash, 'hex') }));
  if (rootOfPath(anchorLeaf(head), steps).toString('hex') !== anchor.root) return 'path_differs';
  if (anchorHash(anchor) !== anchor.hash) return 'hash_differs';
  return copy && copy.hash !== anchor.hash ? 'copy_differs' : 'matches';
}

/**
 * Why the anchors cannot belong to one chain, or null: a hash is wrong, two anchors have the same date, or an anchor names the one before
 * it in the list with another hash. Anchors may be missing between two others.
 */
export function faultOfAnchors(anchors: readonly AnchorOut[]): string | null {
  const ordered = anchors.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  for (const [index, anchor] of ordered.entries()) {
    if (anchorHash(anchor) !== anchor.hash) return `the hash of the anchor of ${anchor.date} is wrong`;
    const before = ordered[index - 1];
    if (before?.date === anchor.date) return `there are two anchors of ${anchor.date}`;
    const named = before && anchor.previous_date === before.date;
    if (named && anchor.previous_hash !== before.hash)
      return `the anchor of ${anchor.date} names another anchor of ${before.date}`;
    if (anchor.previous_date === null && (before || anchor.previous_hash !== GENESIS_HASH))
      return `the anchor of ${anchor.date} is not the first`;
  }
  return null;
}
