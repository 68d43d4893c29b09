/** The tree of an anchor in parts of 1,024 leaves. A proof reads one part and the roots of the others. */
import { anchorLeaf } from '@countersign/contract/anchor-hash';
import { utcDay } from '@countersign/contract/calendar-day';
import { encodeId } from '@countersign/contract/ids';
import { inclusionPath, type PathStep } from '@countersign/contract/merkle-tree';
import type { SqlTx } from '@countersign/db/sql';

/** A power of two, so that the root of a part is a node of the tree. */
export const partSize = 1024;
const hashBytes = 32;

/** The leaves of one part, in order. Throws if one is missing. */
export async function leavesOfPart(db: SqlTx, date: Date, part: number): Promise<Buffer[]> {
  const from = part * partSize;
  const rows = await db.$queryRaw<Array<{ id: string; seq: number; hash: Uint8Array; position: number }>>`
    SELECT document_id AS id, seq, hash, position FROM document_anchor
    WHERE date = ${utcDay(date)}::date AND position >= ${from}::int AND position < ${from + partSize}::int ORDER BY position`;
  return rows.map(({ id, seq, hash, position }, index) => {
    if (position !== from + index)
      throw new Error(`leaf ${from + index} of the anchor of ${utcDay(date)} is missing`);
    return anchorLeaf({ envelope_id: encodeId('doc', id), seq, hash: Buffer.from(hash).toString('hex') });
  });
}

/** The Merkle path from a leaf to the root of the anchor. */
export async function pathOfLeaf(
  db: SqlTx,
  anchor: { date: Date; partRoots: Uint8Array },
  position: number,
): Promise<PathStep[]> {
  const part = Math.floor(position / partSize);
  const leaves = await leavesOfPart(db, anchor.date, part);
  return [...inclusionPath(leaves, position % partSize), ...inclusionPath(rootsIn(anchor.partRoots), part)];
}

/** The roots of the parts from the column `part_roots`. */
export function rootsIn(bytes: Uint8Array): Buffer[] {
  return Array.from({ length: bytes.length / hashBytes }, (_, at) =>
    Buffer.from(bytes.subarray(at * hashBytes, (at + 1) * hashBytes)),
  );
}
