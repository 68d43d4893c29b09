import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Behavior, type Holder, type Pki, startPki } from '../../../../test/support/pki.ts';
import { runs } from '../../../../test/support/properties.ts';
import { rawPdf } from '../../../../test/support/raw-pdf.ts';
import { checkSignedData, contentOf } from '../cms/check-signed-data.ts';
import { readDer } from '../cms/der.ts';
import { PdfError } from '../ports/errors.ts';
import type { SealInput, SealResult, SealSigner } from '../ports/seal.ts';
import { openPdf } from '../reader/open.ts';
import { contentsAt, coveredBytes, signaturesOf } from '../reader/signatures.ts';
import { sealPdf } from '../seal.ts';
import { sampleCertificate, samplePdf } from '../testing/sample-files.ts';
import { sampleSigner } from '../testing/sample-seal.ts';
import { httpTimestamper } from '../timestamps/http-timestamper.ts';
import { verifyPdf } from '../verify.ts';
import { appendValidationData, readValidationData } from './append-validation-data.ts';
import { httpRevocationSource } from './revocation-source.ts';

const has = (tool: string) => spawnSync(tool, ['-v'], { stdio: 'ignore' }).error === undefined;
const withReaders = ['openssl', 'pdfsig', 'qpdf', 'pdftotext'].every(has) ? test : test.skip;
const folder = mkdtempSync(join(tmpdir(), 'countersign-ltv-'));
afterAll(() => rmSync(folder, { recursive: true }));

function textOf(sealed: Uint8Array): string {
  const path = join(folder, 'text.pdf');
  writeFileSync(path, sealed);
  return spawnSync('pdftotext', [path, '-'], { encoding: 'utf8' }).stdout;
}

const pdf = samplePdf({ pages: 1 });
let pki: Pki;
let rsa: Holder;
let ec: Holder;
beforeAll(async () => {
  pki = await startPki();
  [rsa, ec] = [pki.sealHolder('rsa2048'), pki.sealHolder('p256')];
});
afterAll(() => pki.close());
beforeEach(() => {
  pki.requests.length = 0;
});
afterEach(() => pki.behave({}));

async function seal(signer: SealSigner, changes: Partial<SealInput> = {}): Promise<SealResult> {
  return sealPdf({
    pdf,
    marks: [{ page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, mark: { kind: 'text', text: 'Ada' } }],
    certificate: sampleCertificate({
      originalSha256: createHash('sha256').update(pdf).digest('hex'),
      originalSizeBytes: pdf.length,
      pageCount: 1,
    }),
    watermark: null,
    signer,
    timestamper: httpTimestamper(pki.tsaUrl),
    revocation: httpRevocationSource(),
    sealedAt: new Date(),
    ...changes,
  });
}

describe('a seal with validation data', () => {
  test.each(['rsa', 'ec'] as const)(
    'of a key of the kind %s is B-LT, and only the data follows the signature',
    async (kind) => {
      const { sealed, profile, shortfall } = await seal(pki.signerOf(kind === 'rsa' ? rsa : ec));
      expect([profile, shortfall]).toEqual(['PAdES-B-LT', null]);
      const report = await verifyPdf(sealed);
      expect(report.intact).toBe(true);
      expect(report.signatures).toMatchObject([
        {
          valid: true,
          coversWholeFile: false,
          onlyValidationDataAfter: true,
          profile: 'PAdES-B-LT',
          problems: [],
        },
      ]);
      expect(report.countersign).toMatchObject({ signature: 0, containsOriginal: true });
      const data = readValidationData(openPdf(sealed))!;
      // Seal, authority, root; stamper and its authority.
      expect([data.certificates.length, data.ocsps.length, data.crls.length]).toEqual([5, 3, 1]);
    },
  );

  withReaders('the level is what the certificate of completion prints', async () => {
    const { sealed } = await seal(pki.signerOf(ec));
    expect(textOf(sealed)).toContain('PAdES-B-LT');
    pki.behave({ ocspDown: true, crlDown: true });
    expect(textOf((await seal(pki.signerOf(ec))).sealed)).not.toContain('PAdES-B-LT');
  });

  test('for many seals, authorities are asked once', async () => {
    const ports = { revocation: httpRevocationSource(), timestamper: httpTimestamper(pki.tsaUrl) };
    const signer = pki.signerOf(ec);
    await seal(signer, ports);
    const first = pki.requests.filter((path) => path !== '/tsa').length;
    pki.requests.length = 0;
    await Promise.all([seal(signer, ports), seal(signer, ports)]);
    expect(first).toBe(4);
    expect(pki.requests).toEqual(['/tsa', '/tsa']);
  });

  test.each<[string, Behavior]>([
    ['', {}],
    [', also where one is renewed between two questions', { crlRenewed: true }],
  ])('without OCSP, lists take its place%s', async (_, how) => {
    pki.behave({ ocspDown: true, ...how });
    const { sealed, profile, shortfall } = await seal(pki.signerOf(rsa));
    expect([profile, shortfall]).toEqual(['PAdES-B-LT', null]);
    const data = readValidationData(openPdf(sealed))!;
    // Of the root, the issuing and the stamping authority.
    expect([data.ocsps.length, data.crls.length]).toEqual([0, 3]);
    expect((await verifyPdf(sealed)).intact).toBe(true);
  });

  test('a responder whose certificate can be revoked is checked too', async () => {
    pki.behave({ ocspRevocable: true });
    const { sealed, shortfall } = await seal(pki.signerOf(ec));
    expect(shortfall).toBeNull();
    const data = readValidationData(openPdf(sealed))!;
    // In addition to the chain: the responders of root and issuing authority, and the lists of both and of the
    // stamping authority.
    expect([data.certificates.length, data.ocsps.length, data.crls.length]).toEqual([7, 3, 3]);
    expect((await verifyPdf(sealed)).intact).toBe(true);
  });

  test('missing issuers are fetched from the addresses in the certificates', async () => {
    const { certificates, sign } = pki.signerOf(ec);
    const { profile } = await seal({ certificates: certificates.slice(0, 1), sign });
    expect(profile).toBe('PAdES-B-LT');
    expect(pki.requests).toContain('/issuer/test-issuing-ca');
    pki.behave({ moved: true });
    const { shortfall } = await seal({ certificates: certificates.slice(0, 1), sign });
    expect(shortfall).toBe('the issuer of Test Seal is missing');
  });

  test('after an earlier store of validation data, both are kept', async () => {
    const first = (await seal(pki.signerOf(ec))).sealed;
    const whole = readValidationData(openPdf(first))!;
    const again = appendValidationData(first, whole);
    const file = openPdf(again);
    expect(readValidationData(file)!.certificates).toHaveLength(whole.certificates.length * 2);
    expect(readValidationData(file, openPdf(first))).toEqual(readValidationData(openPdf(first)));
  });
});

describe('when validation data is missing, the seal is B-T and says why', () => {
  test.each<[string, Behavior, RegExp]>([
    ['neither responder nor list answers', { ocspDown: true, crlDown: true }, /answered 503/],
    ['both are outdated', { outdated: true }, /out of date/],
    [
      'the responder is an impostor, and there is no list',
      { ocspImpostor: true, crlDown: true },
      /not authorized by the issuer/,
    ],
    ['the authority does not know the certificate', { ocspUnknown: true, crlDown: true }, /unknown to its/],
    ['the addresses redirect elsewhere', { moved: true }, /answered 302, and redirects are not followed/],
    ['the responder sends far too much', { ocspPadding: 2 << 20, crlDown: true }, /sent more than/],
  ])('%s', async (_, how, reason) => {
    pki.behave(how);
    const { sealed, profile, shortfall } = await seal(pki.signerOf(ec));
    expect(profile).toBe('PAdES-B-T');
    expect(shortfall).toMatch(reason);
    expect(pki.requests.filter((path) => path.startsWith('/moved'))).toEqual([]);
    const report = await verifyPdf(sealed);
    expect(report).toMatchObject({
      intact: true,
      signatures: [{ coversWholeFile: true, onlyValidationDataAfter: false, profile: 'PAdES-B-T' }],
    });
  });

  test('the file is encrypted', async () => {
    const encrypted = readFileSync(new URL('../../fixtures/owner-r6.pdf', import.meta.url));
    const { sealed, profile, shortfall } = await seal(pki.signerOf(ec), { pdf: encrypted });
    expect([profile, shortfall]).toEqual(['PAdES-B-T', 'the file is encrypted']);
    expect(await verifyPdf(sealed)).toMatchObject({ intact: true, signatures: [{ profile: 'PAdES-B-T' }] });
  });

  test('a responder that hangs costs its time limit once, not for each seal', async () => {
    pki.behave({ ocspHangs: true, crlDown: true });
    const ports = {
      revocation: httpRevocationSource({ timeoutMs: 1000 }),
      timestamper: httpTimestamper(pki.tsaUrl),
    };
    for (let round = 0; round < 3; round++)
      expect((await seal(pki.signerOf(ec), ports)).profile).toBe('PAdES-B-T');
    expect(pki.requests.filter((path) => path.startsWith('/ocsp/'))).toHaveLength(1);
  });

  test('the certificate is revoked according to OCSP: the list is not asked', async () => {
    const holder = pki.sealHolder('p256', { commonName: 'Revoked' });
    pki.revoke(holder);
    const { profile, shortfall } = await seal(pki.signerOf(holder));
    expect([profile, shortfall]).toEqual(['PAdES-B-T', 'Revoked is revoked']);
    expect(pki.requests.filter((path) => path.startsWith('/crl/test-issuing'))).toEqual([]);
    pki.behave({ ocspDown: true });
    expect((await seal(pki.signerOf(holder))).shortfall).toMatch(/is revoked/);
  });

  test('the responder itself is revoked', async () => {
    pki.behave({ ocspRevocable: true });
    pki.revoke(pki.revocableResponder);
    expect((await seal(pki.signerOf(ec))).shortfall).toMatch(/Revocable OCSP of Test Issuing CA is revoked/);
  });

  test('the certificate has expired, is self-signed, or names no addresses', async () => {
    const yesterday = new Date(Date.now() - 86_400_000);
    const expired = pki.sealHolder('p256', { notBefore: new Date(0), notAfter: yesterday });
    expect((await seal(pki.signerOf(expired))).shortfall).toMatch(/outside its time of validity/);
    expect((await seal(sampleSigner())).shortfall).toMatch(/self-signed/);
    const silent = pki.sealHolder('p256', { names: [] });
    expect((await seal(pki.signerOf(silent))).shortfall).toMatch(/neither an OCSP responder nor a list/);
  });

  test('the data disappears between planning and sealing: the document is sealed as B-T', async () => {
    const source = httpRevocationSource({ keepMs: 0 });
    const signer = pki.signerOf(ec);
    const failing: SealSigner = {
      ...signer,
      sign: (data) => {
        pki.behave({ ocspDown: true, crlDown: true });
        return signer.sign(data);
      },
    };
    const { sealed, profile, shortfall } = await seal(failing, { revocation: source });
    expect(profile).toBe('PAdES-B-T');
    expect(shortfall).toMatch(/answered 503/);
    expect((await verifyPdf(sealed)).intact).toBe(true);
  });

  test('the source has too little: the document is sealed as B-T', async () => {
    const revocation = { gather: async () => ({ certificates: [], ocsps: [], crls: [] }) };
    expect(await seal(pki.signerOf(ec), { revocation })).toMatchObject({
      profile: 'PAdES-B-T',
      shortfall: 'the seal is not PAdES-B-LT when it is verified',
    });
  });

  test('without a timestamper or a source, it is not tried', async () => {
    expect(await seal(pki.signerOf(ec), { timestamper: null })).toMatchObject({
      profile: 'PAdES-B-B',
      shortfall: null,
    });
    expect(await seal(pki.signerOf(ec), { revocation: null })).toMatchObject({
      profile: 'PAdES-B-T',
      shortfall: null,
    });
    expect(pki.requests.filter((path) => path !== '/tsa')).toEqual([]);
  });
});

describe('changes after a seal', () => {
  test('a change of any byte of the validation data is detected', async () => {
    const { sealed } = await seal(pki.signerOf(ec));
    const { coversUpTo } = (await verifyPdf(sealed)).signatures[0]!;
    // The framing bytes of the store are few and easily missed by chance.
    const data = readValidationData(openPdf(sealed))!;
    for (const bytes of [...data.certificates, ...data.ocsps, ...data.crls]) {
      const start = Buffer.from(sealed).indexOf(bytes, coversUpTo!);
      for (let at = start; at < start + 24; at++) {
        const changed = Buffer.from(sealed);
        changed[at]! ^= 1;
        if (await isIntact(changed))
          throw new Error(`a change of byte ${at - start} of a member went unnoticed`);
      }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: coversUpTo!, max: sealed.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, mask) => {
          const changed = Buffer.from(sealed);
          changed[at]! ^= mask;
          expect(await isIntact(changed)).toBe(false);
        },
      ),
      runs(300),
    );
  });

  test('with validation data that was altered, extended in place or truncated, the seal does not reach the level that it states', async () => {
    const { sealed } = await seal(pki.signerOf(ec));
    const { coversUpTo } = (await verifyPdf(sealed)).signatures[0]!;
    const covered = sealed.subarray(0, coversUpTo!);
    const data = readValidationData(openPdf(sealed))!;
    expect(appendValidationData(covered, data).equals(sealed)).toBe(true);
    const more = { ...data, certificates: [...data.certificates, pki.sealHolder().certificate.raw] };
    expect(await isIntact(appendValidationData(covered, more))).toBe(false);
    expect(await isIntact(appendValidationData(covered, { ...data, ocsps: [] }))).toBe(false);
    // The only revocation list is for the certificate of the timestamp authority.
    expect(await isIntact(appendValidationData(covered, { ...data, crls: [] }))).toBe(false);
    expect(await isIntact(Buffer.concat([sealed, Buffer.from('\n')]))).toBe(false);
    // The second part of /ID in the last trailer, which other software may choose.
    const otherId = Buffer.from(sealed);
    const digit = otherId.lastIndexOf('> <') + 3;
    otherId[digit] = otherId[digit] === 48 ? 49 : 48;
    expect(await isIntact(otherId)).toBe(false);
    expect(await isIntact(covered)).toBe(false);
    expect((await verifyPdf(covered)).signatures[0]!.problems).toEqual([
      'the seal states PAdES-B-LT, but its validation data is missing or altered',
    ]);
  });

  test('is always written in the same form, by which older seals are recognized', () => {
    const sealed = handmadeSeal();
    const data = { certificates: [Buffer.from('b'), Buffer.from('a')], ocsps: [Buffer.from('o')], crls: [] };
    const appended = appendValidationData(sealed, data);
    expect(appended.subarray(sealed.length).toString('latin1')).toBe(GOLDEN_REVISION.join('\n'));
  });
});

const isIntact = async (bytes: Uint8Array): Promise<boolean> => {
  try {
    return (await verifyPdf(bytes)).intact;
  } catch (error) {
    expect(error).toBeInstanceOf(PdfError);
    return false;
  }
};

describe('independent readers', () => {
  const run = (tool: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(tool, args, { cwd: folder, encoding: 'utf8' });
    return { status, text: stdout + stderr };
  };

  withReaders.each(['rsa', 'ec'] as const)(
    'OpenSSL, poppler and qpdf accept a B-LT seal with a key of the kind %s',
    async (kind) => {
      const { sealed } = await seal(pki.signerOf(kind === 'rsa' ? rsa : ec));
      const file = openPdf(sealed);
      const range = signaturesOf(file)[0]!.range!;
      const padded = contentsAt(file.bytes, range)!;
      const content = coveredBytes(file.bytes, range);
      const checked = checkSignedData(padded, contentOf(content));
      writeFileSync(join(folder, 'sealed.pdf'), sealed);
      writeFileSync(join(folder, 'seal.p7s'), readDer(padded).raw);
      writeFileSync(join(folder, 'content'), Buffer.concat(content));
      writeFileSync(join(folder, 'token.der'), checked.timestampTokens[0]!);
      writeFileSync(join(folder, 'root.pem'), pki.root.certificate.toString());
      const cms = run(
        'openssl',
        'cms',
        '-verify',
        '-cades',
        '-inform',
        'DER',
        '-in',
        'seal.p7s',
        '-content',
        'content',
        '-binary',
        '-CAfile',
        'root.pem',
        '-purpose',
        'any',
        '-out',
        '/dev/null',
      );
      expect(cms.text).toContain('CAdES Verification successful');
      const digest = createHash('sha256').update(checked.signatureValue).digest('hex');
      const ts = run(
        'openssl',
        'ts',
        '-verify',
        '-token_in',
        '-in',
        'token.der',
        '-digest',
        digest,
        '-CAfile',
        'root.pem',
      );
      expect(ts.text).toContain('Verification: OK');
      const data = readValidationData(file)!;
      const issuer = join(folder, 'issuer.pem');
      writeFileSync(issuer, pki.intermediate.certificate.toString());
      for (const [index, bytes] of data.ocsps.entries()) {
        writeFileSync(join(folder, `${index}.ocsp`), bytes);
        expect(
          run(
            'openssl',
            'ocsp',
            '-respin',
            `${index}.ocsp`,
            '-CAfile',
            'root.pem',
            '-VAfile',
            'root.pem',
            '-resp_text',
            '-noverify',
          ).text,
        ).toContain('Cert Status: good');
      }
      writeFileSync(join(folder, 'list.crl'), data.crls[0]!);
      writeFileSync(join(folder, 'stamping.pem'), pki.stampIssuer.certificate.toString());
      expect(
        run('openssl', 'crl', '-inform', 'DER', '-in', 'list.crl', '-CAfile', 'stamping.pem', '-noout').text,
      ).toContain('verify OK');
      expect(run('pdfsig', '-nocert', 'sealed.pdf').text).toContain('Signature is Valid');
      expect(run('qpdf', '--check', 'sealed.pdf')).toMatchObject({ status: 0 });
    },
  );
});

/** A minimal file with a signature: four objects, a table, and a value of two bytes. */
function handmadeSeal(): Buffer {
  const objects = [
    '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [3 0 R]>>>>',
    '<</Type /Pages /Kids [] /Count 0>>',
    '<</FT /Sig /T (s) /V 4 0 R>>',
    '<</Type /Sig /ByteRange [0 AAA BBB CCC] /Contents <abcd>>>',
  ];
  const text = rawPdf(objects).toString('latin1');
  const [from, to] = [text.indexOf('<abcd>'), text.indexOf('<abcd>') + 6];
  const range = text
    .replace('AAA', `${from}`)
    .replace('BBB', `${to}`)
    .replace('CCC', `${text.length - to}`);
  return Buffer.from(range, 'latin1');
}

const GOLDEN_REVISION = [
  '1 0 obj',
  '<</Type /Catalog/Pages 2 0 R/AcroForm <</Fields [3 0 R]>>/DSS 9 0 R/Extensions <</ESIC <</BaseVersion /1.7/ExtensionLevel 5>>>>>>',
  'endobj',
  '5 0 obj',
  '<</Length 1>>',
  'stream',
  'a',
  'endstream',
  'endobj',
  '6 0 obj',
  '<</Length 1>>',
  'stream',
  'b',
  'endstream',
  'endobj',
  '7 0 obj',
  '<</Length 1>>',
  'stream',
  'o',
  'endstream',
  'endobj',
  '8 0 obj',
  '<</Type /VRI/Cert [5 0 R 6 0 R]/OCSP [7 0 R]>>',
  'endobj',
  '9 0 obj',
  '<</Type /DSS/Certs [5 0 R 6 0 R]/OCSPs [7 0 R]/VRI <</32825EB98DE842EE3E4DF005A07B7D65522A46A0 8 0 R>>>>',
  'endobj',
  'xref',
  '1 1',
  '0000000415 00000 n ',
  '5 5',
  '0000000560 00000 n ',
  '0000000608 00000 n ',
  '0000000656 00000 n ',
  '0000000704 00000 n ',
  '0000000766 00000 n ',
  'trailer',
  '<</Root 1 0 R/ID [<bbd7c8ba819b49dc748021b5fa22e730> <bbd7c8ba819b49dc748021b5fa22e730>]/Size 10/Prev 254>>',
  'startxref',
  '886',
  '%%EOF',
  '',
];
