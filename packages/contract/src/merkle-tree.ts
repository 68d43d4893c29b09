/** Merkle trees as in RFC 9162, section 2.1 (the same as in RFC 6962), with SHA-256. Leaves and nodes are hashed with different prefixes. */
import { createHash } from 'node:crypto';

const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

/** A sibling on the path from a leaf to the root, and the side on which it is joined to the hash computed so far. */
export interface PathStep {
  side: 'left' | 'right';
  hash: Buffer;
}

/** The hash of a leaf with this content. */
export function leafHash(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(leafPrefix).update(content).digest();
}

/** The hash of the node over two hashes. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(nodePrefix).update(left).update(right).digest();
}

/** The root over any number of leaf hashes, which are added one at a time. Memory grows with the logarithm of their number. */
export class MerkleRoot {
  /** Roots of complete subtrees, the largest first. */
  readonly #subtrees: Array<{ size: number; hash: Buffer }> = [];

  add(leaf: Buffer): void {
    let subtree = { size: 1, hash: leaf };
    for (let last = this.#subtrees.at(-1); last?.size === subtree.size; last = this.#subtrees.at(-1)) {
      this.#subtrees.pop();
      subtree = { size: 2 * subtree.size, hash: nodeHash(last.hash, subtree.hash) };
    }
    this.#subtrees.push(subtree);
  }

  /** The root of what was added so far; of no leaves, the hash of the empty string. */
  root(): Buffer {
    const hashes = this.#subtrees.map(({ hash }) => hash);
    return hashes.length === 0
      ? createHash('sha256').digest()
      : hashes.reduceRight((right, left) => nodeHash(left, right));
  }
}

/** The root over these hashes. They are leaves, or roots of subtrees that are complete and of equal size; only the last may be smaller. */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  const tree = new MerkleRoot();
  for (const hash of hashes) tree.add(hash);
  return tree.root();
}

/** The siblings from the hash at `index` up to the root over `hashes`, which are as in rootOf. */
export function inclusionPath(hashes: readonly Buffer[], index: number): PathStep[] {
  if (hashes.length <= 1) return [];
  let split = 1;
  while (2 * split < hashes.length) split *= 2;
  const [left, right] = [hashes.slice(0, split), hashes.slice(split)];
  return index < split
    ? [...inclusionPath(left, index), { side: 'right', hash: rootOf(right) }]
    : [...inclusionPath(right, index - split), { side: 'left', hash: rootOf(left) }];
}

/** The root to which a path leads from a leaf. */
export function rootOfPath(
  leaf: Uint8Array,
  path: ReadonlyArray<{ side: PathStep['side']; hash: Uint8Array }>,
): Buffer {
  let hash: Buffer = Buffer.from(leaf);
  for (const { side, hash: sibling } of path)
    hash = side === 'left' ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
  return hash;
}
