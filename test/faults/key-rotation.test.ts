/** The seal key is replaced under load. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { World } from '../chaos/world.ts';
import { type Holder, type Pki, startPki } from '../support/pki.ts';
import { until } from '../support/processes.ts';
import { underLoad } from './under-load.ts';

let folder: string;
let pki: Pki;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-rotation-'));
  pki = await startPki();
});
afterAll(async () => {
  await pki.close();
  await rm(folder, { recursive: true });
});

test('the seal key changes under load: every seal is of one key, and all of them verify as intact', async () => {
  const holders = [pki.sealHolder('rsa2048'), pki.sealHolder('p256'), pki.sealHolder('rsa2048')];
  const [keyFile, chainFile] = [join(folder, 'key.pem'), join(folder, 'chain.pem')];
  await put(keyFile, holders[0]!.keyPem);
  await put(chainFile, holders[0]!.chainPem);
  const { judgement } = await underLoad(
    {
      storage: 'disk',
      workers: ['mail,seal,webhook', 'seal'],
      env: { SEAL_KEY_FILE: keyFile, SEAL_CHAIN_FILE: chainFile },
    },
    async (running) => {
      const { world } = running;
      const known = () =>
        world.db.sealCertificate.findMany({ select: { fingerprint: true }, orderBy: { firstUsedAt: 'asc' } });
      await running.sealsMore(2);
      for (const [at, holder] of holders.entries()) {
        if (at === 0) continue;
        // Between the two files key and certificates do not belong together.
        await put(keyFile, holder.keyPem);
        await running.sealsMore(3);
        expect(await known()).toHaveLength(at);
        await put(chainFile, holder.chainPem);
        await until(async () => (await known()).length > at, 'a seal of the new key');
        await running.sealsMore(2);
      }
      return async () => {
        expect((await known()).map(({ fingerprint }) => fingerprint)).toEqual(holders.map(fingerprintOf));
        expect(await world.db.sealAttempt.count({ where: { error: { not: null } } })).toBe(0);
        const sealed = await world.db.document.findMany({
          where: { sealedAt: { not: null } },
          orderBy: { sealedAt: 'asc' },
        });
        const signers = [];
        // The first and the last ones: one address may verify twenty files at once.
        for (const { sealedSha256 } of [...sealed.slice(0, 8), ...sealed.slice(8).slice(-8)]) {
          const { verdict, signatures } = await verify(world, await world.storage.getBytes(sealedSha256!));
          expect(verdict).toBe('intact');
          expect(signatures).toHaveLength(1);
          signers.push(signatures[0]!.signer_fingerprint_sha256);
        }
        expect(signers[0]).toBe(fingerprintOf(holders[0]!));
        expect(signers.at(-1)).toBe(fingerprintOf(holders[2]!));
      };
    },
  );
  expect(judgement.faults).toEqual([]);
  expect(judgement.deadJobs).toBe(0);
}, 300_000);

/** Replaces the file as a whole. */
async function put(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

const fingerprintOf = ({ certificate }: Holder) =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase();

async function verify(world: World, file: Uint8Array) {
  const response = await fetch(`${world.apis[0]}/verify`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/pdf', Accept: 'application/json' },
    body: new Uint8Array(file),
  });
  return (await response.json()) as {
    verdict: string;
    signatures: Array<{ signer_fingerprint_sha256: string | null }>;
  };
}
