/** Converts anchors to AnchorOut and DocumentAnchorOut. */

import type { AnchorOut, DocumentAnchorOut } from '@countersign/contract/anchor';
import { utcDay } from '@countersign/contract/calendar-day';
import { encodeId } from '@countersign/contract/ids';
import type { AnchorProof, PublishedAnchor } from '@countersign/core/anchor/list';

/** An anchor as it is published. */
export function presentAnchor(anchor: PublishedAnchor): AnchorOut {
  const { token, stampedAt } = anchor;
  return {
    date: utcDay(anchor.date),
    root: anchor.root,
    previous_date: anchor.previousDate && utcDay(anchor.previousDate),
    previous_hash: anchor.previousHash,
    hash: anchor.hash,
    created_at: anchor.createdAt.toISOString(),
    timestamp:
      token && stampedAt
        ? { time: stampedAt.toISOString(), token_base64: Buffer.from(token).toString('base64') }
        : null,
  };
}

/** A document's place in an anchor. */
export function presentDocumentAnchor(proof: AnchorProof): DocumentAnchorOut {
  return {
    document_id: encodeId('doc', proof.documentId),
    seq: proof.seq,
    event_hash: proof.eventHash,
    path: proof.path.map(({ side, hash }) => ({ side, hash: hash.toString('hex') })),
    anchor: presentAnchor(proof.anchor),
  };
}
