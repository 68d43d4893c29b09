import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { inclusionPath, leafHash, MerkleRoot, nodeHash, rootOf, rootOfPath } from './merkle-tree.ts';

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const leaves = (count: number) => Array.from({ length: count }, (_, index) => leafHash(`leaf ${index}`));

/** The definition of RFC 9162, 2.1.1, word for word. */
function defined(entries: readonly Buffer[]): Buffer {
  if (entries.length === 0) return sha256();
  if (entries.length === 1) return entries[0]!;
  let k = 1;
  while (2 * k < entries.length) k *= 2;
  return sha256(Buffer.of(1), defined(entries.slice(0, k)), defined(entries.slice(k)));
}

describe('Merkle trees', () => {
  // The test data of RFC 6962's reference implementation (certificate-transparency, merkle_tree_test).
  const known = [
    ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    ['606162636465666768696a6b6c6d6e6f', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ] as const;

  test('the roots are those of the published test data', () => {
    const tree = new MerkleRoot();
    const roots = known.map(([content]) => {
      tree.add(leafHash(Buffer.from(content, 'hex')));
      return tree.root().toString('hex');
    });
    expect(roots).toEqual(known.map(([, root]) => root));
    expect(new MerkleRoot().root()).toEqual(sha256());
  });

  test('every path of every small tree leads to its root, and from no other leaf', () => {
    for (let count = 1; count <= 33; count += 1) {
      const hashes = leaves(count);
      const root = defined(hashes);
      expect(rootOf(hashes)).toEqual(root);
      hashes.forEach((leaf, index) => {
        const path = inclusionPath(hashes, index);
        expect(rootOfPath(leaf, path)).toEqual(root);
        expect(rootOfPath(leafHash('another'), path)).not.toEqual(root);
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
      });
    }
  });

  test('a tree over the roots of equal parts has the root and the paths of the whole tree', () => {
    const part = 8;
    for (const count of [1, 7, 8, 9, 16, 17, 40, 41, 63]) {
      const hashes = leaves(count);
      const parts = Array.from({ length: Math.ceil(count / part) }, (_, at) =>
        hashes.slice(at * part, (at + 1) * part),
      );
      const roots = parts.map(rootOf);
      expect(rootOf(roots)).toEqual(defined(hashes));
      for (let index = 0; index < count; index += 5) {
        const at = Math.floor(index / part);
        const path = [...inclusionPath(parts[at]!, index % part), ...inclusionPath(roots, at)];
        expect(path).toEqual(inclusionPath(hashes, index));
      }
    }
  });

  test('a node cannot be passed off as a leaf', () => {
    const [first, second] = leaves(2);
    expect(leafHash(Buffer.concat([first!, second!]))).not.toEqual(nodeHash(first!, second!));
  });
});
