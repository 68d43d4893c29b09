/** Seal keys in files and behind modules, and certificate requests. */
import { verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  authorityExtensions,
  type KeyPair,
  keyPemOf,
  makeCertificate,
  p256,
  pemOf,
  rsa,
} from '@countersign/pdf/testing/make-certificate';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CertificationRequest } from 'pkijs';
import { startKeyService } from '../../../test/support/key-services/double.ts';
import { vault } from '../../../test/support/key-services/vault.ts';
import { requestCertificate } from './certificate-request.ts';
import { filesOf, openSealKey } from './open.ts';
import { parseSealKey } from './reference.ts';

const authority = makeCertificate({ subject: 'Authority', extensions: authorityExtensions() });
const seal = makeCertificate({ subject: 'Seal', issuer: authority });
const chainPem = pemOf(authority.raw) + pemOf(seal.raw);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-seal-key-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function write(content: string, extension = 'txt'): Promise<string> {
  files += 1;
  const file = join(folder, `${files}.${extension}`);
  await writeFile(file, content);
  return file;
}

const open = (key: string, pem: string | null = chainPem, secret: string | null = null) =>
  openSealKey({ reference: parseSealKey(key), certificates: pem === null ? null : { pem }, secret });

describe('a seal key in a file', () => {
  test('may have its certificates in the same file', async () => {
    const file = await write(keyPemOf(seal) + chainPem);
    const { certificates } = await open(`file:${file}`, null);
    expect(certificates).toEqual([seal.raw, authority.raw]);
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    ['a missing file', async () => `file:${folder}/none`, /none cannot be read: there is no such file/],
    [
      'a large file',
      async () => `file:${await write('x'.repeat(2_000_000))}`,
      /is larger than 1048576 bytes/,
    ],
    [
      'a missing secret',
      async () => `file:${await write('p12')}?secret-file=${folder}/none`,
      /none cannot be read/,
    ],
    [
      'a key without its certificate',
      async () => `file:${await write(keyPemOf(makeCertificate({ subject: 'Other' })))}`,
      /none of the certificates belongs to the private key/,
    ],
  ])('%s is named', async (_, make, message) => {
    await expect(open(await make())).rejects.toThrow(message);
  });

  test('is opened again when one of its files changes, but a Vault token is not one of them', () => {
    const source = (key: string) => ({
      reference: parseSealKey(key),
      certificates: { file: '/chain.pem' },
      secret: null,
    });
    expect(filesOf(source('file:/a.p12?secret-file=/s'))).toEqual(['/chain.pem', '/a.p12', '/s']);
    expect(filesOf(source('vault:https://v/transit/k?version=1&secret-file=/t'))).toEqual(['/chain.pem']);
  });
});

describe('a seal key behind a module', () => {
  const keyPem = JSON.stringify(keyPemOf(seal));
  const der = JSON.stringify(seal.raw.toString('base64'));
  const moduleOf = (body: string) =>
    write(
      `import { sign } from 'node:crypto';
       export async function openSigner({ parameters, chainPem, secret }) { ${body} }`,
      'mjs',
    );

  test('gets its parameters, chain and secret; the certificates of the setting are used', async () => {
    const file = await moduleOf(`
      if (parameters.slot !== '3' || secret !== 'pin' || !chainPem.includes('CERTIFICATE')) throw new Error('input');
      return { certificates: [], sign: async (data) => sign('sha256', data, ${keyPem}) };`);
    const signer = await open(`module:${file}?slot=3`, chainPem, 'pin');
    expect(signer.certificates).toEqual([seal.raw, authority.raw]);
    const value = await signer.sign(Buffer.from('text'));
    expect(verify('sha256', Buffer.from('text'), seal.publicKey, value)).toBe(true);
  });

  test('may bring the certificates', async () => {
    const file = await moduleOf(`
      const certificates = [Buffer.from(${der}, 'base64')];
      return { certificates, sign: (data) => sign('sha256', data, ${keyPem}) };`);
    const signer = await open(`module:${file}`, null);
    expect(signer.certificates).toEqual([seal.raw]);
  });

  test('that returns a wrong signature later is found out', async () => {
    const file = await moduleOf(`
      let count = 0;
      return { sign: (data) => sign('sha256', count++ === 0 ? data : Buffer.from('other'), ${keyPem}) };`);
    const signer = await open(`module:${file}`);
    await expect(signer.sign(Buffer.from('text'))).rejects.toThrow('does not match the certificate');
  });

  test.each<[string, string | null, RegExp]>([
    ['return null;', chainPem, /has no function sign/],
    ["throw new Error('no slot 3');", chainPem, /the signer of .*\.mjs failed: no slot 3$/],
    ["return { sign: () => { throw new Error('locked'); } };", chainPem, /failed: locked$/],
    ["return { sign: () => 'text' };", chainPem, /none of the certificates belongs to the signer/],
    ["return { sign: () => Buffer.from('text') };", null, /has no certificates that can be read/],
  ])('whose function is { %s } is refused', async (body, pem, message) => {
    await expect(open(`module:${await moduleOf(body)}`, pem)).rejects.toThrow(message);
  });

  test('that does not exist, or has no such function, is refused', async () => {
    await expect(open(`module:${folder}/none.mjs`)).rejects.toThrow(/none\.mjs cannot be loaded/);
    await expect(open(`module:${await write('export default 1;', 'mjs')}`)).rejects.toThrow(
      'does not export the function openSigner',
    );
  });
});

describe('a certificate request', () => {
  test.each<[string, () => KeyPair]>([
    ['RSA', () => rsa(2048)],
    ['P-256', p256],
  ])('for a key of type %s in a service is signed by the key', async (_, make) => {
    const pair = make();
    const service = await startKeyService(vault);
    try {
      const source = {
        reference: parseSealKey(service.add(pair.privateKey)),
        certificates: null,
        secret: service.env.SEAL_KEY_SECRET!,
      };
      const pem = await requestCertificate(source, String.raw`C=DE, O=Müller\, Söhne \\ Co., CN=Seal`);
      const request = CertificationRequest.fromBER(
        Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'),
      );
      expect(await request.verify()).toBe(true);
      expect(Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER())).toEqual(
        pair.publicKey.export({ type: 'spki', format: 'der' }),
      );
      expect(request.subject.typesAndValues.map(({ value }) => value.valueBlock.value)).toEqual([
        'DE',
        'Müller, Söhne \\ Co.',
        'Seal',
      ]);
    } finally {
      await service.close();
    }
  });

  test('a subject that cannot be read is refused, as is a key that openssl can use', async () => {
    const source = (key: string) => ({ reference: parseSealKey(key), certificates: null, secret: null });
    await expect(requestCertificate(source('file:/a.pem'), 'CN=Seal')).rejects.toThrow('use openssl req');
    for (const [subject, message] of [
      ['Seal', 'the subject has no "Seal"'],
      ['X=1', 'the subject has no "X=1"'],
      ['C=Germany', 'a country code of two letters'],
      ['CN=Seal,,O=Acme', 'the subject has an empty part'],
      ['CN=Seal,', 'the subject has an empty part'],
      ['CN=Seal\\', 'a backslash at its end'],
    ] as const)
      await expect(requestCertificate(source('file:/a.pem'), subject)).rejects.toThrow(message);
  });
});
