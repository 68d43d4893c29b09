import {
  constants,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { signedPdf } from '../../../../test/support/signed-pdf.ts';
import type { VerifiedSignature } from '../ports/verify-report.ts';
import {
  DIGEST_IDS,
  type KeyPair,
  type Made,
  makeCertificate,
  makeSignedData,
  p256,
  rsa,
  type SignatureForm,
} from '../testing/make-certificate.ts';
import { verifyPdf } from '../verify.ts';
import { weaknessOfKey } from './algorithms.ts';
import { checkSignedData, contentOf } from './check-signed-data.ts';
import { der, integer, nothing, oid, sequence } from './der.ts';
import { OID } from './oids.ts';

const content = Buffer.from('what is signed');
const check = (form: SignatureForm) => checkSignedData(makeSignedData(content, form), contentOf([content]));
const holder = (keys: KeyPair, digest?: string) =>
  makeCertificate({ subject: 'Signer', keys, ...(digest && { digest }) });
const strong = holder(rsa(2048));
const onCurve = holder(p256());

async function reportOn(form: Parameters<typeof signedPdf>[0]): Promise<VerifiedSignature> {
  const [signature] = (await verifyPdf(signedPdf(form))).signatures;
  return signature!;
}

describe('a valid signature', () => {
  test.each(['sha256', 'sha384', 'sha512'])('with %s is valid', (digest) => {
    const algorithm = {
      identifier: sequence(oid(OID.rsaEncryption), nothing()),
      sign: (bytes: Buffer) => sign(digest, bytes, strong.privateKey),
    };
    expect(check({ signer: strong, digest, algorithm })).toMatchObject({ valid: true, problems: [] });
  });

  test.each([
    ['md5', 'the signature uses MD5, which is broken'],
    ['sha1', 'the signature uses SHA-1, which is broken'],
    ['ripemd160', 'the signature uses RIPEMD-160, which is too short'],
  ])('with %s as its digest is not valid, and the problem is named once', (digest, problem) => {
    const algorithm = {
      identifier: sequence(oid(OID.rsaEncryption), nothing()),
      sign: (bytes: Buffer) => sign(digest, bytes, strong.privateKey),
    };
    expect(check({ signer: strong, digest, algorithm })).toMatchObject({ valid: false, problems: [problem] });
  });

  test('with a strong digest of the content and SHA-1 over the attributes is not valid', () => {
    const algorithm = {
      identifier: sequence(oid('1.2.840.113549.1.1.5'), nothing()),
      sign: (bytes: Buffer) => sign('sha1', bytes, strong.privateKey),
    };
    const problems = ['the signature uses SHA-1, which is broken'];
    expect(check({ signer: strong, algorithm })).toMatchObject({ valid: false, problems });
    const ecdsa = {
      identifier: sequence(oid('1.2.840.10045.4.1')),
      sign: (bytes: Buffer) => sign('sha1', bytes, onCurve.privateKey),
    };
    expect(check({ signer: onCurve, algorithm: ecdsa })).toMatchObject({ valid: false, problems });
  });

  test('that names its certificate by SHA-1 alone is valid', () => {
    expect(check({ signer: strong, reference: 'v1' })).toMatchObject({
      valid: true,
      namesItsCertificate: true,
    });
  });
});

describe('RSASSA-PSS', () => {
  const hash = (tag: number, name: string) => der(tag, sequence(oid(DIGEST_IDS[name]!), nothing()));
  const mask = (name: string) =>
    der(0xa1, sequence(oid('1.2.840.113549.1.1.8'), sequence(oid(DIGEST_IDS[name]!), nothing())));
  const salt = (length: number) => der(0xa2, integer(length));
  const pss = (digest: string, saltLength: number, ...fields: Buffer[]) => ({
    identifier: sequence(oid(OID.rsaPss), sequence(...fields)),
    sign: (bytes: Buffer) =>
      sign(digest, bytes, {
        key: strong.privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength,
      }),
  });

  test('with SHA-256 throughout is valid, and with SHA-512', () => {
    const sha256 = pss('sha256', 32, hash(0xa0, 'sha256'), mask('sha256'), salt(32));
    expect(check({ signer: strong, algorithm: sha256 })).toMatchObject({ valid: true, problems: [] });
    const sha512 = pss('sha512', 64, hash(0xa0, 'sha512'), mask('sha512'), salt(64));
    expect(check({ signer: strong, algorithm: sha512 })).toMatchObject({ valid: true, problems: [] });
  });

  test('with the default parameters uses SHA-1, so it is not valid', () => {
    expect(check({ signer: strong, algorithm: pss('sha1', 20) })).toMatchObject({
      valid: false,
      problems: ['the signature uses SHA-1, which is broken'],
    });
  });

  test('with SHA-1 only in its mask function is not valid, whether stated or by default', () => {
    for (const fields of [
      [hash(0xa0, 'sha256'), mask('sha1'), salt(32)],
      [hash(0xa0, 'sha256'), salt(32)],
    ])
      expect(check({ signer: strong, algorithm: pss('sha256', 32, ...fields) }).problems).toContain(
        'the signature uses SHA-1, which is broken',
      );
  });

  test('with another trailer, another mask function or an unknown digest is not valid', () => {
    const usual = [hash(0xa0, 'sha256'), mask('sha256'), salt(32)];
    const unknown = der(0xa0, sequence(oid('1.2.3.4')));
    const otherMask = der(0xa1, sequence(oid('1.2.3.4'), sequence(oid(OID.sha256))));
    for (const fields of [
      [...usual, der(0xa3, integer(2))],
      [usual[0]!, otherMask, usual[2]!],
      [unknown, usual[1]!, usual[2]!],
    ])
      expect(check({ signer: strong, algorithm: pss('sha256', 32, ...fields) })).toMatchObject({
        valid: false,
        problems: ['the signature algorithm is unknown', 'the signature value does not match'],
      });
  });
});

describe('a key', () => {
  const curve = (namedCurve: string, paramEncoding?: 'explicit') =>
    generateKeyPairSync('ec', { namedCurve, ...(paramEncoding && { paramEncoding }) });

  test.each<[string, () => KeyPair]>([
    ['RSA with 2048 bits', () => rsa(2048)],
    ['RSA with 3072 bits', () => rsa(3072)],
    ['P-256', () => curve('P-256')],
    ['P-384', () => curve('P-384')],
    ['P-521', () => curve('P-521')],
    ['Brainpool with 256 bits', () => curve('brainpoolP256r1')],
    ['Ed25519', () => generateKeyPairSync('ed25519')],
  ])('%s is strong', (_, make) => {
    const keys = make();
    expect(weaknessOfKey(keys.publicKey)).toBeNull();
  });

  test.each<[string, () => KeyPair, string]>([
    ['RSA with 1024 bits', () => rsa(1024), 'the key is RSA with 1024 bits, at least 2048 are needed'],
    ['RSA with 2047 bits', () => rsa(2047), 'the key is RSA with 2047 bits, at least 2048 are needed'],
    [
      'P-192',
      () => curve('prime192v1'),
      'the key is on the elliptic curve prime192v1, which is too small or unknown',
    ],
    [
      'P-256 with explicit parameters',
      () => curve('P-256', 'explicit'),
      'the key is on an elliptic curve with parameters of its own',
    ],
    [
      'DSA',
      () => generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 }),
      'the key is of the kind DSA, which is not accepted',
    ],
  ])('%s makes a signature not valid', (_, make, problem) => {
    const checked = check({ signer: holder(make()) });
    expect(checked.valid).toBe(false);
    expect(checked.problems).toContain(problem);
  });

  test('RSA with the exponent 1 is weak, because anyone can sign with it', () => {
    const jwk = strong.publicKey.export({ format: 'jwk' });
    const withExponent = (e: Buffer): KeyObject =>
      createPublicKey({ key: { kty: 'RSA', n: jwk.n!, e: e.toString('base64url') }, format: 'jwk' });
    expect(weaknessOfKey(withExponent(Buffer.of(1)))).toBe('RSA with the unusable exponent 1');
    expect(weaknessOfKey(withExponent(Buffer.of(4)))).toBe('RSA with the unusable exponent 4');
    expect(weaknessOfKey(withExponent(Buffer.of(3)))).toBeNull();
  });

  test('of another kind than its algorithm does not match', () => {
    const algorithm = {
      identifier: sequence(oid(OID.ecdsaWithSha256)),
      sign: (bytes: Buffer) => sign('sha256', bytes, strong.privateKey),
    };
    expect(check({ signer: strong, algorithm }).problems).toEqual(['the signature value does not match']);
  });
});

describe('a signed PDF', () => {
  test('by another program is valid if its algorithms are strong', async () => {
    const sign = (bytes: Buffer) => makeSignedData(bytes, { signer: strong });
    expect(await reportOn({ sign })).toMatchObject({ valid: true, problems: [] });
    expect(await reportOn({ sign, subFilter: 'adbe.pkcs7.detached' })).toMatchObject({
      valid: true,
      profile: null,
    });
  });

  test('is PAdES only if it names its certificate and has no signing-time attribute, which is preferred to /M', async () => {
    const signedAt = new Date('2026-11-20T10:00:00Z');
    const signingTime = new Date('2026-11-20T10:00:07Z');
    const reportOnForm = (form: Partial<SignatureForm>) =>
      reportOn({ signedAt, sign: (bytes) => makeSignedData(bytes, { signer: strong, ...form }) });
    expect(await reportOnForm({})).toMatchObject({ valid: true, profile: 'PAdES-B-B', signedAt });
    expect(await reportOnForm({ reference: null })).toMatchObject({ valid: true, profile: null, signedAt });
    expect(await reportOnForm({ signingTime })).toMatchObject({
      valid: true,
      profile: null,
      signedAt: signingTime,
    });
  });

  test('that does not cover the beginning of the file is not valid', async () => {
    const sign = (bytes: Buffer) => makeSignedData(bytes, { signer: strong });
    expect(await reportOn({ sign, from: 1 })).toMatchObject({
      valid: false,
      coversWholeFile: false,
      problems: ['the signature does not cover the beginning of the file'],
    });
  });

  test('whose signature cannot be read, or comes without its certificate, is not valid', async () => {
    expect(await reportOn({ sign: () => Buffer.from('garbage') })).toMatchObject({
      valid: false,
      problems: [expect.stringMatching(/^the signature cannot be read: /)],
    });
    const sign = (bytes: Buffer) => makeSignedData(bytes, { signer: strong, withoutSigner: true });
    expect(await reportOn({ sign })).toMatchObject({
      valid: false,
      signerSubject: null,
      signerFingerprintSha256: null,
      problems: ["the signer's certificate is not in the signature"],
    });
  });

  test.each<[string, string, number]>([
    ['MD5', 'md5', 2048],
    ['SHA-1', 'sha1', 2048],
    ['RSA with 1024 bits', 'sha256', 1024],
    ['SHA-1 and RSA with 1024 bits', 'sha1', 1024],
  ])('with %s is not valid and not intact', async (name, digest, bits) => {
    const signer = holder(rsa(bits));
    const bytes = signedPdf({ sign: (covered) => makeSignedData(covered, { signer, digest }) });
    const report = await verifyPdf(bytes);
    expect(report).toMatchObject({ intact: false, signatures: [{ valid: false, profile: null }] });
    const problems = report.signatures[0]!.problems.join('; ');
    for (const word of name.split(' and ')) expect(problems).toContain(word);
  });

  test('in the form adbe.pkcs7.sha1 is not valid, even if everything in it is correct', async () => {
    const wrapped = (bytes: Buffer) =>
      makeSignedData(createHash('sha1').update(bytes).digest(), { signer: strong, inside: true });
    expect(await reportOn({ sign: wrapped, subFilter: 'adbe.pkcs7.sha1' })).toMatchObject({
      valid: false,
      problems: ['the signature uses SHA-1, which is broken'],
    });
    const withSha1 = (bytes: Buffer) =>
      makeSignedData(createHash('sha1').update(bytes).digest(), {
        signer: strong,
        inside: true,
        digest: 'sha1',
      });
    expect((await reportOn({ sign: withSha1, subFilter: 'adbe.pkcs7.sha1' })).problems).toEqual([
      'the signature uses SHA-1, which is broken',
    ]);
    const other = () => makeSignedData(Buffer.alloc(20), { signer: strong, inside: true });
    expect((await reportOn({ sign: other, subFilter: 'adbe.pkcs7.sha1' })).problems).toEqual([
      'the digest does not match: the signed bytes have been changed',
      'the signature uses SHA-1, which is broken',
    ]);
  });

  test('in the form adbe.x509.rsa_sha1 is not valid, whatever its key', async () => {
    for (const signer of [strong, holder(generateKeyPairSync('ed25519'))]) {
      const signature = await reportOn({
        sign: () => der(0x04, Buffer.alloc(256, 7)),
        subFilter: 'adbe.x509.rsa_sha1',
        entries: `/Cert <${signer.raw.toString('hex')}>`,
      });
      expect(signature).toMatchObject({
        valid: false,
        signerSubject: 'CN=Signer',
        signerFingerprintSha256: createHash('sha256').update(signer.raw).digest('hex'),
        problems: ['the signature uses SHA-1, which is broken'],
      });
    }
    const named = async (entries: string) =>
      (await reportOn({ sign: () => Buffer.alloc(9), subFilter: 'adbe.x509.rsa_sha1', entries }))
        .signerSubject;
    const hex = (holder: Made) => `<${holder.raw.toString('hex')}>`;
    expect(await named(`/Cert [${hex(onCurve)} ${hex(strong)}]`)).toBe('CN=Signer');
    expect(await named('/Cert [/Name]')).toBeNull();
    expect(await named('')).toBeNull();
  });
});
