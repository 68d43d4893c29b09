/** Compares an audit trail with its anchors offline (docs/AUDIT.md, Anchors). Timestamps are checked elsewhere. */
import type { AnchorOut, DocumentAnchorOut } from './anchor.ts';
import { anchorHash, anchorLeaf } from './anchor-hash.ts';
import { GENESIS_HASH } from './audit-hash.ts';
import type { EventOut } from './event.ts';
import { rootOfPath } from './merkle-tree.ts';

export type AnchorResult = 'matches' | 'trail_differs' | 'path_differs' | 'hash_differs' | 'forked';

/**
 * Checks that the anchor covers the trail as it is now: the trail has the named event with the same hash, the path leads from that
 * event to the root, the anchor's hash is correct, and none of the other known anchors contradicts it.
 */
export function checkAnchor(
  { seq, event_hash, path, anchor }: DocumentAnchorOut,
  events: readonly EventOut[],
  known: readonly AnchorOut[],
): AnchorResult {
  const head = events.find((event) => event.seq === seq);
  if (head?.hash !== event_hash) return 'trail_differs';
  const steps = path.map(({ side, hash }) => ({ side, hash: Buffer.from(hash, 'hex') }));
  if (rootOfPath(anchorLeaf(head), steps).toString('hex') !== anchor.root) return 'path_differs';
  if (anchorHash(anchor) !== anchor.hash) return 'hash_differs';
  return known.some((other) => areForked(anchor, other)) ? 'forked' : 'matches';
}

/** Whether two anchors cannot belong to one chain: they have the same date, or the later one does not follow the earlier one. */
function areForked(one: AnchorOut, other: AnchorOut): boolean {
  if (one.date === other.date) return one.hash !== other.hash;
  const [earlier, later] = one.date < other.date ? [one, other] : [other, one];
  if (later.previous_date === earlier.date) return later.previous_hash !== earlier.hash;
  // Anchors that are not known can be between the two, but the later one must not skip the earlier one.
  return later.previous_date === null || later.previous_date < earlier.date;
}

/**
 * Why the anchors cannot belong to one chain, or null: a hash is wrong, two anchors have the same date, or an anchor does not follow the
 * one before it in the list. Anchors may be missing between two others.
 */
export function faultOfAnchors(anchors: readonly AnchorOut[]): string | null {
  const ordered = anchors.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  for (const [index, anchor] of ordered.entries()) {
    if (anchorHash(anchor) !== anchor.hash) return `the hash of the anchor of ${anchor.date} is wrong`;
    if (anchor.previous_date === null && anchor.previous_hash !== GENESIS_HASH)
      return `the anchor of ${anchor.date} is not the first`;
    const before = ordered[index - 1];
    if (!before || !areForked(before, anchor)) continue;
    return before.date === anchor.date
      ? `there are two anchors of ${anchor.date}`
      : `the anchor of ${anchor.date} does not follow the anchor of ${before.date}`;
  }
  return null;
}
