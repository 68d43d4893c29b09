import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sealCertificatesPem } from '@countersign/core/seal/seal-certificates';
import { testSealKey } from '@countersign/core/seal/test-key';
import { afterAll, expect, test } from '@jest/globals';
import { testBase } from '../../../../test/support/base.ts';
import { checkAddress } from './address.ts';

const closers: Array<() => unknown> = [];
afterAll(async () => {
  for (const close of closers) await close();
});

test('an address that publishes the seal certificates of another installation is a fault', async () => {
  const base = await testBase();
  const { fingerprint, subject, signer } = await testSealKey(base);
  const at = new Date(Date.now() - 7 * 86_400_000);
  const row = {
    fingerprint,
    subject,
    der: Buffer.from(signer.certificates[0]!),
    firstUsedAt: at,
    lastUsedAt: at,
  };
  const publish = () => sealCertificatesPem(base, 'test');
  let pem = '';
  const server = createServer(({ url }, response) => {
    response.setHeader('Content-Type', 'application/x-pem-file');
    response.end(url?.endsWith('mode=test') ? pem : '');
  });
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const verdict = async () => (await checkAddress(url, (compare) => compare(base.db))).verdict;

  expect(await verdict()).toBe('ok');
  await base.db.sealCertificate.create({ data: { ...row, modes: ['test'] } });
  // The address has no certificates, although one has been used here for a week.
  expect(await verdict()).toBe('fail');
  pem = await publish();
  expect(await verdict()).toBe('ok');
  pem = pem.replace(fingerprint, '0'.repeat(64));
  expect(await checkAddress(url, (compare) => compare(base.db))).toMatchObject({
    verdict: 'fail',
    says: expect.stringContaining('is another installation'),
    advice: expect.stringContaining('correct PUBLIC_URL'),
  });
});
