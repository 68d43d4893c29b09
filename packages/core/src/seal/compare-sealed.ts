/**
 * What this installation reports about a sealed file that anyone may submit: yes or no, and nothing else about the document.
 */
import { ChainLinks, ErasedRemains } from '@countersign/contract/audit-chain';
import { decodeId } from '@countersign/contract/ids';
import { TrailValues } from '@countersign/contract/values-digest';
import type { VerifyOut } from '@countersign/contract/verify';
import { inTransaction } from '@countersign/db/transaction';
import type { Base } from '../ctx.ts';
import type { ChainHead } from '../event/chain.ts';
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
    id &&
    (await base.db.document.findUnique({
      where: { id },
      select: { sealedSha256: true, mode: true, chainSeq: true, chainHead: true },
    }));
  if (!id || !document)
    return { knows_document: false, chain: null, values: null, file: null, certificate: null };
  // Events are written while this reads, so the trail may be longer than the document said, but not shorter.
  const heads = {
    sealed: { seq: facts.chain_seq, hash: facts.chain_head },
    last: { seq: document.chainSeq, hash: document.chainHead },
  };
  const trail = await readTrail(base, id, heads);
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

interface Heads {
  /** The event that the seal names. */
  sealed: ChainHead;
  /** The last event according to the document. */
  last: ChainHead;
}

/** verifyChain with one page of events in memory. Null if the trail is not valid, or does not contain both heads. */
async function readTrail(base: Pick<Base, 'db'>, id: string, heads: Heads): Promise<Trail | null> {
  const links = new ChainLinks(heads.last);
  const values = new TrailValues(heads.sealed.seq);
  let sealed: string | null = null;
  for await (const event of readEvents(base.db, id)) {
    if (links.add(event)) return null;
    if (event.seq === heads.sealed.seq) sealed = event.hash;
    values.add(event);
  }
  if (links.erased) return readErasedTrail(base, id, heads);
  return links.end() === null && sealed === heads.sealed.hash ? { valuesSha256: values.digest() } : null;
}

/** The same for an erased document, in one snapshot: the remaining events must match what the erasure recorded. */
async function readErasedTrail(base: Pick<Base, 'db'>, id: string, heads: Heads): Promise<Trail | null> {
  return inTransaction(
    base.db,
    async ({ tx }) => {
      const links = new ChainLinks(heads.last);
      const remains = new ErasedRemains();
      const values = new TrailValues(heads.sealed.seq);
      let sealed: string | null = null;
      for await (const event of readEvents(tx, id)) {
        if (links.add(event)) return null;
        if (event.seq === heads.sealed.seq) sealed = event.hash;
        remains.add(event);
        values.add(event);
      }
      const isSound = remains.end() === null && links.end() === null && sealed === heads.sealed.hash;
      return isSound ? { valuesSha256: values.digest() } : null;
    },
    { isolation: 'RepeatableRead' },
  );
}
