import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@countersign/config/env';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Holder, type Pki, startPki } from '../../../../test/support/pki.ts';
import { checkSealLevel } from './seal-level.ts';

let pki: Pki;
let folder: string;
beforeAll(async () => {
  pki = await startPki();
  folder = await mkdtemp(join(tmpdir(), 'countersign-level-'));
});
afterAll(async () => {
  await pki.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the check says with the key of the holder. */
async function levelWith(holder: Holder, chain: string, archives: 'on' | 'off') {
  await writeFile(join(folder, 'key.pem'), holder.keyPem);
  await writeFile(join(folder, 'chain.pem'), chain);
  const config = readEnv({
    DATA_DIR: folder,
    TSA_URL: pki.tsaUrl,
    SEAL_KEY: `file:${join(folder, 'key.pem')}`,
    SEAL_CERTIFICATE: join(folder, 'chain.pem'),
    ARCHIVE_TIMESTAMPS: archives,
  });
  return checkSealLevel(config, pki.tsaUrl);
}

test('the level that seals reach is shown, and a lower one than configured is a fault', async () => {
  const holder = pki.sealHolder();
  expect(await levelWith(holder, holder.chainPem, 'off')).toMatchObject({
    verdict: 'ok',
    says: expect.stringContaining('seals reach PAdES-B-LT:'),
  });
  expect(await levelWith(holder, holder.chainPem, 'on')).toMatchObject({
    verdict: 'ok',
    says: expect.stringContaining('seals reach PAdES-B-LTA:'),
  });
  pki.behave({ ocspDown: true, crlDown: true });
  expect(await levelWith(holder, holder.chainPem, 'on')).toMatchObject({
    verdict: 'fail',
    says: expect.stringMatching(/^seals reach PAdES-B-T instead of PAdES-B-LTA: chain of the seal: /),
    advice: expect.stringContaining('OCSP responders'),
  });
  pki.behave({});
});

test('a chain without its issuers, and a certificate without a source of revocation data, are reported', async () => {
  const alone = pki.sealHolder('p256', { names: ['ocsp', 'crl'] });
  expect(await levelWith(alone, alone.certificate.toString(), 'off')).toMatchObject({
    verdict: 'fail',
    says: expect.stringContaining('seals reach PAdES-B-T instead of PAdES-B-LT: chain of the seal: '),
    advice: expect.stringContaining('chain up to the root'),
  });
  const silent = pki.sealHolder('p256', { names: [] });
  const found = (archives: 'on' | 'off') => levelWith(silent, silent.chainPem, archives);
  expect(await found('off')).toMatchObject({
    verdict: 'warn',
    says: expect.stringContaining('neither OCSP'),
  });
  expect(await found('on')).toMatchObject({ verdict: 'fail' });
});
