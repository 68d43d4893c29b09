/** Reads anchors: the published list, and the proofs of one document. */
import type { AnchorListQuery } from '@countersign/contract/anchor';
import type { PathStep } from '@countersign/contract/merkle-tree';
import type { Anchor, DocumentAnchor } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import type * as z from 'zod';
import type { Base, Ctx } from '../ctx.ts';
import { getDocument } from '../document/lock.ts';
import { pathOfLeaf } from './parts.ts';

type Query = z.infer<typeof AnchorListQuery>;

/** An anchor that is complete. */
export type PublishedAnchor = Anchor & {
  root: string;
  previousHash: string;
  hash: string;
  createdAt: Date;
  partRoots: Uint8Array;
};

/** A page of all complete anchors, newest first. `next` is the date after which the next page starts, or null. */
export async function listAnchors(
  { db }: Pick<Base, 'db'>,
  { limit, starting_after: after }: Query,
): Promise<{ items: PublishedAnchor[]; next: Date | null }> {
  const found = await db.anchor.findMany({
    where: { root: { not: null }, ...(after && { date: { lt: new Date(after) } }) },
    orderBy: { date: 'desc' },
    take: limit + 1,
  });
  const items = found.slice(0, limit) as PublishedAnchor[];
  return { items, next: found.length > limit ? items.at(-1)!.date : null };
}

/** The anchor of a day. Throws not-found. */
export async function getAnchor({ db }: Pick<Base, 'db'>, date: string): Promise<PublishedAnchor> {
  const found = await db.anchor.findFirst({ where: { date: new Date(date), root: { not: null } } });
  if (!found) throw new ProblemError('not-found', { detail: 'There is no anchor of this day.' });
  return found as PublishedAnchor;
}

/** A document's place in an anchor. */
export interface AnchorProof {
  anchor: PublishedAnchor;
  documentId: string;
  seq: number;
  eventHash: string;
  path: PathStep[];
}

/**
 * The proofs of a document that the caller may see, oldest first; at most `limit`, each reading at most 1,024 leaves. Test documents
 * have none. Throws not-found.
 */
export async function listDocumentAnchors(
  ctx: Ctx,
  publicId: string,
  { limit, starting_after: after }: Query,
): Promise<{ items: AnchorProof[]; next: Date | null }> {
  const { id } = await getDocument(ctx, publicId);
  const found = await ctx.db.documentAnchor.findMany({
    where: { documentId: id, ...(after && { date: { gt: new Date(after) } }) },
    orderBy: { date: 'asc' },
    take: limit + 1,
  });
  const page = found.slice(0, limit);
  const anchors = await ctx.db.anchor.findMany({
    where: { date: { in: page.map(({ date }) => date) }, root: { not: null } },
  });
  const items: AnchorProof[] = [];
  for (const leaf of page) {
    const anchor = anchors.find(({ date }) => date.getTime() === leaf.date.getTime());
    // Today's anchor may not be complete yet.
    if (anchor) items.push(await proofOf(ctx, leaf, anchor as PublishedAnchor));
  }
  return { items, next: found.length > limit ? page.at(-1)!.date : null };
}

async function proofOf(
  { db }: Ctx,
  { documentId, seq, hash, position }: DocumentAnchor,
  anchor: PublishedAnchor,
): Promise<AnchorProof> {
  const path = await pathOfLeaf(db, anchor, position);
  return { anchor, documentId, seq, eventHash: Buffer.from(hash).toString('hex'), path };
}
