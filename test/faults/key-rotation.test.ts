/**
 * SECRET_KEY and the seal key are replaced under load, with the steps of docs/OPERATIONS.md.
 *
 * Both tests were seen to fail with broken code: the first (404 for existing links) when `macs` in core/secrets.ts accepted only the
 * current key; the second (no more seals) when a seal key without its certificate replaced the previous one in core/seal/keys.ts.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countUnderOtherKeys, rotateSecrets } from '@countersign/core/privacy/rotate-secrets';
import { linkToken } from '@countersign/core/recipient/link';
import { createSecrets, type Secrets } from '@countersign/core/secrets';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { untilReady } from '../chaos/prepare-world.ts';
import { type World, worldSecretKey } from '../chaos/world.ts';
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

test('SECRET_KEY changes under load: existing links and stored responses keep working', async () => {
  const newKey = randomBytes(32).toString('hex');
  const [before, during, after] = [
    createSecrets(worldSecretKey),
    createSecrets(newKey, [worldSecretKey]),
    createSecrets(newKey),
  ];
  const { result } = await underLoad({ storage: 'disk', apis: 2 }, async (running) => {
    const { world, key } = running;
    const draft = JSON.stringify({ title: 'Kept', recipients: [] });
    const create = async (at: number) => {
      const response = await fetch(`${world.apis[at]}/v1/documents`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'kept over the rotation',
        },
        body: draft,
      });
      expect(response.status).toBe(201);
      return ((await response.json()) as { id: string }).id;
    };
    const draftId = await create(0);
    await running.untilMoreSealed(2);
    const recipient = await world.db.recipient.findFirstOrThrow({ where: { status: 'completed' } });
    const opens = async (secrets: Secrets) => {
      const answers = world.apis.map((url) => fetch(`${url}/v1/signing/${linkToken(secrets, recipient)}`));
      return (await Promise.all(answers)).map(({ status }) => status);
    };

    // Step 1.
    await replaceAll(world, { SECRET_KEY_PREVIOUS: newKey });
    await running.untilMoreSealed(2);
    // Step 2. During it, one API creates links with the new key and the other one with the old key.
    const swapped = { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: worldSecretKey };
    await replace(world, [0], swapped);
    expect([await opens(before), await opens(after)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await replace(world, [1, 2], swapped);
    await running.untilMoreSealed(2);
    // Step 3.
    const rotated = await rotateSecrets({ db: world.db, secrets: during });
    expect(rotated.map(({ unreadable }) => unreadable)).toEqual(rotated.map(() => 0));
    await running.untilMoreSealed(2);
    expect(await opens(before)).toEqual([200, 200]);
    expect(await create(1)).toBe(draftId);

    return async () => {
      const left = await countUnderOtherKeys({ db: world.db, secrets: during });
      expect(left.filter(({ count }) => count > 0)).toEqual([]);
      // Step 4.
      await replaceAll(world, { SECRET_KEY_PREVIOUS: '' });
      expect([await opens(before), await opens(after)]).toEqual([
        [404, 404],
        [200, 200],
      ]);
      expect(await create(0)).toBe(draftId);
    };
  });
  expect(result.faults).toEqual([]);
  expect(result.deadJobs).toBe(0);
});

test('the seal key changes under load: each seal uses one of the keys, and all seals verify as intact', async () => {
  const holders = [pki.sealHolder('rsa2048'), pki.sealHolder('p256'), pki.sealHolder('rsa2048')];
  const [keyFile, chainFile] = [join(folder, 'key.pem'), join(folder, 'chain.pem')];
  await put(keyFile, holders[0]!.keyPem);
  await put(chainFile, holders[0]!.chainPem);
  const { result } = await underLoad(
    {
      storage: 'disk',
      workers: ['mail,seal,webhook', 'seal'],
      env: { SEAL_KEY: `file:${keyFile}`, SEAL_CERTIFICATE: chainFile },
    },
    async (running) => {
      const { world } = running;
      const known = () =>
        world.db.sealCertificate.findMany({ select: { fingerprint: true }, orderBy: { firstUsedAt: 'asc' } });
      await running.untilMoreSealed(2);
      for (const [at, holder] of holders.entries()) {
        if (at === 0) continue;
        // Until the second file is written, key and certificates do not match.
        await put(keyFile, holder.keyPem);
        await running.untilMoreSealed(3);
        expect(await known()).toHaveLength(at);
        await put(chainFile, holder.chainPem);
        await until(async () => (await known()).length > at, 'a seal of the new key');
        await running.untilMoreSealed(2);
      }
      return async () => {
        expect((await known()).map(({ fingerprint }) => fingerprint)).toEqual(holders.map(fingerprintOf));
        expect(await world.db.sealAttempt.count({ where: { error: { not: null } } })).toBe(0);
        const sealed = await world.db.document.findMany({
          where: { sealedAt: { not: null } },
          orderBy: { sealedAt: 'asc' },
        });
        const signers = [];
        // Only the first and last files, because one address may verify at most twenty in a row.
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
  expect(result.faults).toEqual([]);
  expect(result.deadJobs).toBe(0);
});

/** Replaces the file atomically. */
async function put(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

const fingerprintOf = ({ certificate }: Holder) =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase();

/** Replaces these processes at once; resolves when every API is ready again. */
async function replace(world: World, places: readonly number[], changes: Record<string, string>) {
  await Promise.all(places.map((at) => world.processes[at]!.replace(changes)));
  await untilReady(world);
}

/** Replaces one half of the processes after the other, as a rolling update does. */
async function replaceAll(world: World, changes: Record<string, string>): Promise<void> {
  await replace(world, [0], changes);
  await replace(world, [1, 2], changes);
}

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
