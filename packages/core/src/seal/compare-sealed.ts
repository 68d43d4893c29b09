/** What this instance knows of a sealed file that anybody hands in: yes and no, and nothing of the document (decisions.md, section 8). */
import { ChainLinks, ErasedRemains } from '@countersign/contract/audit-chain';
import { decodeId } from '@countersign/contract/ids';
import type { VerifyOut } from '@countersign/contract/verify';
import { inTransaction } from '@countersign/db/transaction';
import type { Base } from '../ctx.ts';
import { readEvents } from '../event/list.ts';

/**
 * Whether the document's audit trail is whole and still carries the sealed head, and whether the file is the one that was
 * sealed, by its SHA-256. Of any workspace and mode, since the caller is anybody who holds the file; does not throw for an
 * unknown or malformed id.
 */
export async function compareSealed(
  base: Pick<Base, 'db'>,
  sealed: NonNullable<VerifyOut['countersign']>,
  fileSha256: string,
): Promise<NonNullable<VerifyOut['instance']>> {
  const id = decodeId('doc', sealed.document_id);
  const document =
    id && (await base.db.document.findUnique({ where: { id }, select: { sealedSha256: true } }));
  if (!id || !document) return { knows_document: false, chain: null, file: null };
  const expected = { seq: sealed.chain_seq, hash: sealed.chain_head };
  const chain = sealed.chain_seq > 0 && (await isSound(base, id, expected)) ? 'matches' : 'differs';
  const known = document.sealedSha256;
  const file = known === null ? null : known === fileSha256 ? 'identical' : 'different';
  return { knows_document: true, chain, file };
}

/** As verifyChain, with a page of events in memory. */
async function isSound(
  base: Pick<Base, 'db'>,
  id: string,
  expected: { seq: number; hash: string },
): Promise<boolean> {
  const links = new ChainLinks(expected);
  for await (const event of readEvents(base.db, id)) if (links.add(event)) return false;
  return links.erased ? isSoundErased(base, id, expected) : links.end() === null;
}

/** The same of a document that was erased, of one moment: what an erasure leaves is held against what that erasure recorded. */
async function isSoundErased(
  base: Pick<Base, 'db'>,
  id: string,
  expected: { seq: number; hash: string },
): Promise<boolean> {
  return inTransaction(
    base.db,
    async ({ tx }) => {
      const links = new ChainLinks(expected);
      const remains = new ErasedRemains();
      for await (const event of readEvents(tx, id)) {
        if (links.add(event)) return false;
        remains.add(event);
      }
      return remains.end() === null && links.end() === null;
    },
    { isolation: 'RepeatableRead' },
  );
}
