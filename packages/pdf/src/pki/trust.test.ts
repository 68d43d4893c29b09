import { describe, expect, test } from '@jest/globals';
import { signedPdf } from '../../../../test/support/signed-pdf.ts';
import { checkSignedData, contentOf } from '../cms/check-signed-data.ts';
import { boolean, der, integer, nothing, octetString, oid, sequence } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import type { TrustAnchors } from '../ports/verify-report.ts';
import {
  authorityExtensions,
  distinguishedName,
  extendedKeyUsage,
  type Made,
  makeCertificate,
  makeSignedData,
  makeToken,
  rsa,
  signerExtensions,
  stamperExtensions,
  type TokenForm,
} from '../testing/make-certificate.ts';
import { verifyPdf } from '../verify.ts';
import { readCertificate } from './certificate.ts';

const years = (from: number, to: number) => ({
  notBefore: new Date(Date.UTC(from, 0)),
  notAfter: new Date(Date.UTC(to, 0)),
});
const during = (year: number) => new Date(Date.UTC(year, 5));
const past = years(2016, 2020);
const long = years(2010, 2040);

const root = makeCertificate({ subject: 'Root', extensions: authorityExtensions(), ...long });
const office = makeCertificate({
  subject: 'Office',
  issuer: root,
  extensions: authorityExtensions(),
  ...long,
});
const ada = makeCertificate({ subject: 'Ada', issuer: office, ...long });
const expired = makeCertificate({ subject: 'Ada then', issuer: office, ...past });
const stamper = makeCertificate({ subject: 'Clock', issuer: root, extensions: stamperExtensions(), ...long });
const strangerStamper = makeCertificate({ subject: 'Clock', extensions: stamperExtensions(), ...long });

interface Scene {
  signer?: Made;
  others?: Made[];
  signedAt?: Date | null;
  stamp?: Partial<TokenForm> | null;
  trust?: { roots?: Made[]; sealed?: Made[] };
}

/** The verification report about a PDF that this signer signed. */
async function reportOn({ signer = ada, others = [office], signedAt, stamp = null, trust = {} }: Scene) {
  const bytes = signedPdf({
    ...(signedAt !== undefined && { signedAt }),
    sign: (content) =>
      makeSignedData(content, {
        signer,
        others: others.map(({ raw }) => raw),
        ...(stamp && { token: (value) => makeToken(value, { stamper, ...stamp }) }),
      }),
  });
  const anchors: TrustAnchors = {
    roots: (trust.roots ?? []).map(({ raw }) => raw),
    sealCertificates: new Set((trust.sealed ?? []).map(({ raw }) => readCertificate(raw).id)),
  };
  return (await verifyPdf(bytes, anchors)).signatures[0]!;
}

const trusted = { roots: [root] };
const known = { valid: true, signerTrust: 'trusted_root', signerTrustProblem: null, problems: [] };
const stranger = { valid: true, signerTrust: 'unknown', problems: [] };

describe('a signer', () => {
  test('who is not trusted is reported with the reason', async () => {
    const reason = async (scene: Parameters<typeof reportOn>[0]) =>
      (await reportOn(scene)).signerTrustProblem;
    expect(await reason({ trust: trusted, others: [] })).toBe('the issuer of Ada is not known');
    expect(await reason({ signer: expired, signedAt: during(2018), trust: trusted })).toMatch(
      /^the certificate of .* is outside its time of validity$/,
    );
    expect(await reason({ signedAt: during(2009), trust: trusted })).toBe(
      'the time of signing is outside the validity of the certificate',
    );
    expect(await reason({ trust: trusted })).toBeNull();
  });

  test('whose certificate has no subject, or one with line separators, is named as it is', async () => {
    const nameless = makeCertificate({ subject: sequence(), issuer: office, ...long });
    expect(await reportOn({ signer: nameless, trust: trusted })).toMatchObject({
      ...known,
      signerSubject: null,
    });
    expect((await reportOn({ signer: nameless, others: [], trust: trusted })).signerTrustProblem).toBe(
      'the issuer of a holder without a name is not known',
    );
    const subject = distinguishedName({ o: 'x\u2028CN=Acme Trust', cn: 'Mallory' });
    expect((await reportOn({ signer: makeCertificate({ subject, ...long }) })).signerTrustProblem).toBe(
      'Mallory is self-signed and not trusted',
    );
  });

  test('is trusted by a path to a given root, through certificates in the signature', async () => {
    expect(await reportOn({ trust: trusted })).toMatchObject(known);
    expect(await reportOn({ trust: trusted, others: [] })).toMatchObject(stranger);
    expect(await reportOn({ trust: { roots: [office] }, others: [] })).toMatchObject(known);
    expect(await reportOn({})).toMatchObject(stranger);
  });

  test('is not trusted by a certificate for web servers', async () => {
    const extensions = [...signerExtensions(), extendedKeyUsage(['1.3.6.1.5.5.7.3.1'])];
    const server = makeCertificate({ subject: 'www.a.test', issuer: office, extensions, ...long });
    expect(await reportOn({ signer: server, trust: trusted })).toMatchObject(stranger);
  });

  test('whose certificate has expired is trusted if a trusted timestamp is earlier', async () => {
    const scene = { signer: expired, signedAt: during(2018), trust: trusted };
    expect(await reportOn({ ...scene, stamp: { time: during(2018) } })).toMatchObject({
      ...known,
      timestampTrust: 'trusted_root',
    });
    expect(await reportOn(scene)).toMatchObject(stranger);
    expect(
      await reportOn({ ...scene, stamp: { time: during(2018), stamper: strangerStamper } }),
    ).toMatchObject({
      ...stranger,
      timestampTrust: 'unknown',
    });
  });

  test('who claims a time outside the validity of the certificate is not trusted', async () => {
    expect(await reportOn({ signedAt: during(2009), trust: trusted })).toMatchObject(stranger);
    expect(await reportOn({ signedAt: during(2009), trust: { sealed: [ada] } })).toMatchObject(stranger);
  });

  test('is trusted by the fingerprint or the certificate itself, even after it has expired', async () => {
    const scene = { signer: expired, signedAt: during(2018) };
    expect(await reportOn({ ...scene, trust: { sealed: [expired] } })).toMatchObject({
      ...known,
      signerTrust: 'installation',
    });
    expect(await reportOn({ ...scene, trust: { roots: [expired] } })).toMatchObject(known);
    const late = { ...scene, signedAt: during(2022) };
    expect(await reportOn({ ...late, trust: { sealed: [expired] } })).toMatchObject(stranger);
    expect(await reportOn({ ...late, trust: { roots: [expired] } })).toMatchObject(stranger);
  });

  test('whose chain has a weak certificate is not valid, unless a strong path leads to a trusted root', async () => {
    const keys = rsa(1024);
    const small = makeCertificate({ subject: 'Small', keys, extensions: authorityExtensions(), ...long });
    const below = makeCertificate({ subject: 'Below', issuer: small, ...long });
    expect(await reportOn({ signer: below, others: [small] })).toMatchObject({
      valid: false,
      problems: ['the key of Small is RSA with 1024 bits, at least 2048 are needed'],
    });
    const big = makeCertificate({
      subject: 'Old',
      keys: rsa(2048),
      digest: 'sha1',
      extensions: authorityExtensions(),
      ...long,
    });
    const broken = makeCertificate({ subject: 'Ada', issuer: big, digest: 'sha1', ...long });
    for (const trust of [{}, { roots: [big] }, { sealed: [broken] }])
      expect(await reportOn({ signer: broken, others: [big], trust })).toMatchObject({
        valid: false,
        signerTrust: 'unknown',
        problems: ['the certificate of Ada is signed with SHA-1, which is broken'],
      });
    const good = makeCertificate({ subject: 'Ada', issuer: big, ...long });
    expect(await reportOn({ signer: good, others: [big], trust: { roots: [big] } })).toMatchObject(known);
    const crossed = makeCertificate({
      subject: 'Office',
      keys: office,
      issuer: big,
      digest: 'sha1',
      extensions: authorityExtensions(),
      ...long,
    });
    expect(await reportOn({ others: [crossed, big, office], trust: trusted })).toMatchObject(known);
    expect((await reportOn({ others: [crossed, big] })).valid).toBe(false);
  });

  test('with more certificates than any chain needs is not valid', async () => {
    const others = Array.from({ length: 110 }, () => office);
    const content = Buffer.from('content');
    const value = makeSignedData(content, { signer: ada, others: others.map(({ raw }) => raw) });
    expect(() => checkSignedData(value, contentOf([content]))).toThrow('more than 100 certificates');
  });
});

describe('a timestamp', () => {
  const stamped = { valid: true, problems: [] };
  const refused = (reason: RegExp) => ({
    valid: false,
    profile: null,
    signerTrust: 'unknown',
    timestampTrust: null,
    timestampedAt: null,
    problems: [expect.stringMatching(reason)],
  });

  test('comes from a trusted authority or from an unknown one', async () => {
    const time = during(2024);
    expect(await reportOn({ stamp: { time }, trust: trusted })).toMatchObject({
      ...stamped,
      timestampTrust: 'trusted_root',
      timestampedAt: time,
      profile: 'PAdES-B-T',
    });
    expect(await reportOn({ stamp: { time, stamper: strangerStamper }, trust: trusted })).toMatchObject({
      ...stamped,
      timestampTrust: 'unknown',
    });
    expect(await reportOn({ stamp: { time }, trust: { sealed: [stamper] } })).toMatchObject({
      timestampTrust: 'unknown',
    });
  });

  test('from before its authority had a certificate is rejected', async () => {
    const young = makeCertificate({ subject: 'Young', extensions: stamperExtensions() });
    expect(await reportOn({ stamp: { time: during(2015), stamper: young } })).toMatchObject(
      refused(/its time is outside the validity of its authority's certificate/),
    );
  });

  test("from outside the validity of the signer's certificate makes the signature invalid", async () => {
    for (const year of [2015, 2021])
      for (const trust of [{}, trusted, { sealed: [expired] }])
        expect(await reportOn({ signer: expired, stamp: { time: during(year) }, trust })).toMatchObject({
          valid: false,
          profile: null,
          signerTrust: 'unknown',
          timestampTrust: 'unknown',
          problems: ["the timestamp is outside the validity of the signer's certificate"],
        });
  });

  test('from the future is rejected, except for the usual difference between clocks', async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    expect(await reportOn({ stamp: { time: inMinutes(20) } })).toMatchObject(refused(/in the future/));
    expect(await reportOn({ stamp: { time: inMinutes(2) } })).toMatchObject(stamped);
  });

  test('that does not name the certificate of its authority, or whose certificate is for other uses, is rejected', async () => {
    expect(await reportOn({ stamp: { reference: null } })).toMatchObject(
      refused(/does not name the certificate/),
    );
    expect(await reportOn({ stamp: { reference: 'v1' } })).toMatchObject(stamped);
    const usages = [
      extendedKeyUsage([OID.timeStamping]),
      extendedKeyUsage([OID.timeStamping, OID.emailProtection], true),
    ];
    for (const usage of usages) {
      const other = makeCertificate({
        subject: 'Other',
        extensions: [...signerExtensions(), usage],
        ...long,
      });
      expect(await reportOn({ stamp: { stamper: other } })).toMatchObject(refused(/timestamping alone/));
    }
  });

  test('with a weak digest or key, in its own certificate or above it, is rejected', async () => {
    const small = makeCertificate({
      subject: 'Small',
      keys: rsa(1024),
      extensions: stamperExtensions(),
      ...long,
    });
    expect(await reportOn({ stamp: { stamper: small } })).toMatchObject(refused(/RSA with 1024 bits/));
    const big = makeCertificate({
      subject: 'Big',
      keys: rsa(2048),
      extensions: authorityExtensions(),
      ...long,
    });
    const below = makeCertificate({
      subject: 'Below',
      issuer: big,
      digest: 'sha1',
      extensions: stamperExtensions(),
      ...long,
    });
    const stamp = { stamper: below, others: [big.raw] };
    expect(await reportOn({ stamp })).toMatchObject(refused(/of Below is signed with SHA-1/));
    const old = makeCertificate({ subject: 'Big', keys: big, extensions: stamperExtensions(), ...long });
    expect(await reportOn({ stamp: { stamper: old, digest: 'sha1' } })).toMatchObject(refused(/uses SHA-1/));
  });

  test.each<[string, Partial<TokenForm>, RegExp]>([
    ['of another version', { version: 2 }, /version of the timestamp token is unknown/],
    ['without a policy', { policy: nothing() }, /object identifier/],
    ['with an imprint that is too short', { imprint: Buffer.alloc(20) }, /wrong length/],
    ['for something else', { imprint: Buffer.alloc(32) }, /something else/],
    ['with a time of the wrong type', { genTime: der(0x17, Buffer.from('240601000000Z')) }, /incomplete/],
    ['with a clock off by days', { accuracy: sequence(integer(200_000)) }, /more than a day/],
    ['with an impossible accuracy', { accuracy: sequence(der(0x80, Buffer.of(4, 0))) }, /accuracy/],
    [
      'with a critical extension',
      { extensions: der(0xa1, sequence(oid('1.2.3.4'), boolean(true), octetString(nothing()))) },
      /an extension that is unknown/,
    ],
  ])('%s is refused', async (_, stamp, reason) => {
    expect(await reportOn({ stamp, trust: trusted })).toMatchObject(refused(reason));
  });

  test('over a whole document is checked by the same rules', async () => {
    const sign = (form: Partial<TokenForm>) =>
      signedPdf({ subFilter: 'ETSI.RFC3161', sign: (content) => makeToken(content, { stamper, ...form }) });
    const reported = (form: Partial<TokenForm>) =>
      verifyPdf(sign(form), { roots: [root.raw], sealCertificates: new Set() });
    const reportedSignature = async (form: Partial<TokenForm>) => (await reported(form)).signatures[0]!;
    const time = during(2024);
    const report = await reported({ time });
    // Anyone can get a timestamp for any file.
    expect(report).toMatchObject({ intact: false, decidingSignature: 0, countersign: null });
    expect(report.signatures[0]).toMatchObject({
      ...stamped,
      signerSubject: 'CN=Clock',
      signerTrust: 'trusted_root',
      signerTrustProblem: null,
      timestampTrust: 'trusted_root',
      timestampedAt: time,
      signedAt: null,
      profile: null,
    });
    expect(await reportedSignature({ stamper: strangerStamper })).toMatchObject({
      ...stamped,
      signerTrust: 'unknown',
      signerTrustProblem: expect.stringMatching(/Clock/),
      timestampTrust: 'unknown',
    });
    const invalid = { valid: false, timestampedAt: null, timestampTrust: null, signerTrust: 'unknown' };
    expect(await reportedSignature({ stamper: ada })).toMatchObject({
      ...invalid,
      problems: [expect.stringMatching(/timestamping alone/)],
    });
    expect(await reportedSignature({ imprint: Buffer.alloc(32) })).toMatchObject({
      ...invalid,
      problems: ['the digest does not match: the signed bytes have been changed'],
    });
    expect((await reportedSignature({ time: during(2005) })).valid).toBe(false);
  });
});
