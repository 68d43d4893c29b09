/**
 * What this installation reports about a sealed file that anyone may submit: yes or no, and nothing else about the document.
 */
import { ChainLinks, ErasedRemains } from '@countersign/contract/audit-chain';
import { decodeId } from '@countersign/contract/ids';
import { TrailValues } from '@countersign/contract/values-digest';
import type { VerifyOut } from '@countersign/contract/verify';
import { inTransaction } from '@countersign/db/transaction';
import type { Base } from '../ctx.ts';
import { readEvents } from '../event/list.ts';
import type { KnownCertificate } from './seal-certificates.ts';

/** A file whose seal contains a seal record. */
export interface SealedFile {
  facts: NonNullable<VerifyOut['countersign']>;
  sha256: string;
  /** SHA-256 of the file without revocation data and timestamps that were added after the seal. */
  earlierSha256: readonly string[];
  /** Fingerprint of the certificate that signed the seal record. */
  signer: string | null;
}

/**
 * Whether the document's audit trail is valid and contains the sealed head, whether the signed values in it match the digest
 * in the seal, whether the file is the one that was sealed (by its SHA-256, which survives an erasure), and whether this
 * installation seals documents of its mode with this certificate. Covers all workspaces and modes, because anyone may have
 * the file. Does not throw for an unknown or malformed id.
 */
export async function compareSealed(
  base: Pick<Base, 'db'>,
  { facts, sha256, earlierSha256, signer }: SealedFile,
  certificates: readonly KnownCertificate[],
): Promise<NonNullable<VerifyOut['instance']>> {
  const id = decodeId('doc', facts.document_id);
  const document =
    id && (await base.db.document.findUnique({ where: { id }, select: { sealedSha256: true, mode: true } }));
  if (!id || !document)
    return { knows_document: false, chain: null, values: null, file: null, certificate: null };
  const expected = { seq: facts.chain_seq, hash: facts.chain_head };
  const trail = facts.chain_seq > 0 ? await readTrail(base, id, expected) : null;
  const chain = trail ? 'matches' : 'differs';
  const values = trail && (trail.valuesSha256 === facts.values_sha256 ? 'match' : 'differ');
  const made = document.sealedSha256 === null ? null : await sealedHashes(base, id, document.sealedSha256);
  const likeness = earlierSha256.some((hash) => made?.has(hash)) ? 'extended' : 'different';
  const file = made === null ? 'never_sealed' : made.has(sha256) ? 'identical' : likeness;
  const sealsThisMode = certificates.some(
    ({ fingerprint, modes }) => fingerprint === signer && modes.includes(document.mode),
  );
  return { knows_document: true, chain, values, file, certificate: sealsThisMode ? 'matches' : 'differs' };
}

/** SHA-256 of the sealed file as it is, and of the ones that it was before its archive timestamp was renewed. */
async function sealedHashes(
  base: Pick<Base, 'db'>,
  documentId: string,
  sealedSha256: string,
): Promise<Set<unknown>> {
  const events = await base.db.event.findMany({
    where: { documentId, eventType: { in: ['envelope.sealed', 'envelope.archived'] } },
    select: { payload: true },
  });
  const named = events.map(({ payload }) => (payload as Record<string, unknown>).sealed_sha256);
  return new Set([sealedSha256, ...named]);
}

/** The signed values according to a valid trail. */
interface Trail {
  valuesSha256: string;
}

/** verifyChain with one page of events in memory. Null if the trail is not valid or does not contain the sealed head. */
async function readTrail(
  base: Pick<Base, 'db'>,
  id: string,
  expected: { seq: number; hash: string },
): Promise<Trail | null> {
  const links = new ChainLinks(expected);
  const values = new TrailValues(expected.seq);
  for await (const event of readEvents(base.db, id)) {
    if (links.add(event)) return null;
    values.add(event);
  }
  if (links.erased) return readErasedTrail(base, id, expected);
  return links.end() === null ? { valuesSha256: values.digest() } : null;
}

/** The same for an erased document, in one snapshot: the remaining events must match what the erasure recorded. */
async function readErasedTrail(
  base: Pick<Base, 'db'>,
  id: string,
  expected: { seq: number; hash: string },
): Promise<Trail | null> {
  return inTransaction(
    base.db,
    async ({ tx }) => {
      const links = new ChainLinks(expected);
      const remains = new ErasedRemains();
      const values = new TrailValues(expected.seq);
      for await (const event of readEvents(tx, id)) {
        if (links.add(event)) return null;
        remains.add(event);
        values.add(event);
      }
      return remains.end() === null && links.end() === null ? { valuesSha256: values.digest() } : null;
    },
    { isolation: 'RepeatableRead' },
  );
}
