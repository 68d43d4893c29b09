/** What every key service must do. Each is called by its real adapter and library, over HTTP on loopback. */
import { verify, X509Certificate } from 'node:crypto';
import {
  authorityExtensions,
  type KeyPair,
  type Made,
  makeCertificate,
  p256,
  pemOf,
  rsa,
} from '@countersign/pdf/testing/make-certificate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aws } from '../../../test/support/key-services/aws.ts';
import { azure } from '../../../test/support/key-services/azure.ts';
import {
  type KeyServiceDouble,
  type Protocol,
  startKeyService,
} from '../../../test/support/key-services/double.ts';
import { google } from '../../../test/support/key-services/google.ts';
import { vault } from '../../../test/support/key-services/vault.ts';
import type { CallLimits } from './key-service.ts';
import { openSealKey } from './open.ts';
import { parseSealKey } from './reference.ts';

/** Pauses are short; the time limit is generous, because the machine may be busy. */
const patient: CallLimits = { attempts: 3, timeoutMs: 60_000, pauseMs: 1 };

let authority: Made;
beforeAll(() => {
  authority = makeCertificate({ subject: 'Authority', extensions: authorityExtensions() });
});

/** The certificate of a key and its issuer. */
const chainOf = (keys: KeyPair) =>
  pemOf(authority.raw) + pemOf(makeCertificate({ subject: 'Seal', issuer: authority, keys }).raw);

describe.each<[string, Protocol, { wrongType: string; permission: string }]>([
  ['AWS KMS', aws, { wrongType: 'ECC_NIST_P384', permission: 'kms:GetPublicKey' }],
  [
    'Google Cloud KMS',
    google,
    { wrongType: 'RSA_SIGN_PSS_2048_SHA256', permission: 'cloudkms.cryptoKeyVersions.viewPublicKey' },
  ],
  ['Azure Key Vault', azure, { wrongType: 'P-384', permission: 'keys/get' }],
  ['Vault', vault, { wrongType: 'ed25519', permission: 'read on team/transit/keys/seal-' }],
])('a seal key in %s', (_, protocol, { wrongType, permission }) => {
  let service: KeyServiceDouble;
  let keys: KeyPair;
  let key: string;
  let chainPem: string;
  beforeAll(async () => {
    service = await startKeyService(protocol);
    Object.assign(process.env, service.env);
    keys = p256();
    key = service.add(keys.privateKey);
    chainPem = chainOf(keys);
  });
  afterAll(() => service.close());
  beforeEach(() => service.behave({}));

  const open = (text = key, pem = chainPem, limits = patient) =>
    openSealKey(
      {
        reference: parseSealKey(text),
        certificates: { pem },
        secret: service.env.SEAL_KEY_SECRET ?? null,
      },
      limits,
    );

  test.each([
    ['RSA', () => rsa(2048)],
    ['P-256', p256],
  ])('signs with %s, several values at once, and has the chain of certificates', async (_name, make) => {
    const pair = make();
    const signer = await open(service.add(pair.privateKey), chainOf(pair));
    const subjects = signer.certificates.map((one) => new X509Certificate(one).subject);
    expect(subjects).toEqual(['CN=Seal', 'CN=Authority']);
    const texts = Array.from({ length: 10 }, (_unused, at) => Buffer.from(`attributes ${at}`));
    const values = await Promise.all(texts.map((text) => signer.sign(text)));
    const { publicKey } = new X509Certificate(signer.certificates[0]!);
    expect(texts.map((text, at) => verify('sha256', text, publicKey, values[at]!))).toEqual(
      texts.map(() => true),
    );
  });

  test('a rotation needs the new key and its certificate; the old key stays pinned until then', async () => {
    const before = await open();
    const next = p256();
    const nextKey = service.add(next.privateKey);
    await expect(open(nextKey)).rejects.toThrow(/none of the certificates belongs to .* after a rotation/);
    await expect(open(key, chainOf(next))).rejects.toThrow('none of the certificates belongs');
    const after = await open(nextKey, chainOf(next));
    for (const [signer, { publicKey }] of [
      [before, keys],
      [after, next],
    ] as const) {
      const value = await signer.sign(Buffer.from('rotated'));
      expect(verify('sha256', Buffer.from('rotated'), publicKey, value)).toBe(true);
    }
  });

  test('throttled and failed calls are repeated, and no more often than the limit', async () => {
    const signer = await open();
    service.behave({ throttled: 1, unavailable: 1 });
    await signer.sign(Buffer.from('again'));
    expect(service.calls()).toBe(3);
    service.behave({ throttled: 100 });
    await expect(signer.sign(Buffer.from('in vain'))).rejects.toThrow('is throttled or unavailable');
    expect(service.calls()).toBe(3);
  });

  test('a service that never answers is reported when the time is over', async () => {
    service.behave({ hangs: 100 });
    await expect(open(key, chainPem, { attempts: 2, timeoutMs: 100, pauseMs: 1 })).rejects.toThrow(
      /did not answer within 0\.3 s$/,
    );
  });

  test('a service that cannot be reached is reported', async () => {
    const gone = await startKeyService(protocol);
    const at = gone.add(keys.privateKey);
    await gone.close();
    await expect(open(at)).rejects.toThrow(/gave no usable answer: .*ECONNREFUSED/);
  });

  test.each<[string, () => string, RegExp]>([
    [
      'of a type that cannot be used',
      () => service.add(keys.privateKey, { type: wrongType }),
      /P-?384|PSS|ed25519/,
    ],
    [
      'that is disabled',
      () => service.add(keys.privateKey, { isDisabled: true }),
      /disabled|DISABLED|minimum/i,
    ],
    ['that does not exist', () => service.missing(), /does not exist/],
  ])('a key %s is refused at once', async (_what, add, reason) => {
    const text = add();
    service.behave({});
    await expect(open(text)).rejects.toThrow(reason);
    expect(service.calls()).toBeLessThan(protocol.showsDisabled ? 3 : 2);
  });

  test('a missing permission is named', async () => {
    service.behave({ denied: true });
    await expect(open()).rejects.toThrow(permission);
    expect(service.calls()).toBe(1);
  });

  test('a signature by another key is never returned', async () => {
    const signer = await open();
    service.behave({ signsWith: p256().privateKey });
    await expect(signer.sign(Buffer.from('wrong'))).rejects.toThrow(
      'returned a signature that does not match the certificate',
    );
    await expect(open()).rejects.toThrow('does not match the certificate');
  });

  test.each(['', 'no JSON', '[]', '{}', 'null', '{"data":{"keys":{"1":{}}},"key":{},"Signature":"AAAA"}'])(
    'the answer %j is an error, at the start and for a document',
    async (text) => {
      const signer = await open();
      service.behave({ text });
      await expect(open()).rejects.toThrow(/key/);
      await expect(signer.sign(Buffer.from('garbage'))).rejects.toThrow(/key/);
    },
  );

  test('a huge answer is not read to its end', async () => {
    service.behave({ bytes: 64_000_000 });
    await expect(open(key, chainPem, { ...patient, attempts: 1 })).rejects.toThrow(/no usable answer/);
    expect(service.sentBytes()).toBeLessThan(32_000_000);
  });
});
