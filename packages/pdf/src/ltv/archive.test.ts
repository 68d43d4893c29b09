/** Archive timestamps: PAdES-B-LTA, its renewal, and what verification reports years later when no authority answers any more. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Pki, startPki } from '../../../../test/support/pki.ts';
import { readDer } from '../cms/der.ts';
import { name, PdfDict, type PdfRef, PdfStream } from '../model/objects.ts';
import { RevocationError, SealError, TimestampError } from '../ports/errors.ts';
import type { SealInput, SealResult } from '../ports/seal.ts';
import { openPdf } from '../reader/open.ts';
import { catalogOf } from '../reader/pages.ts';
import { contentsAt, coveredBytes, signaturesOf } from '../reader/signatures.ts';
import { sealPdf } from '../seal.ts';
import { sampleCertificate, samplePdf } from '../testing/sample-files.ts';
import { sampleSeal } from '../testing/sample-seal.ts';
import { archiveInThread } from '../threads/archive-in-thread.ts';
import { httpTimestamper } from '../timestamps/http-timestamper.ts';
import { Increment } from '../update/increment.ts';
import { verifyPdf } from '../verify.ts';
import { appendDocumentTimestamp } from './append-document-timestamp.ts';
import { appendValidationData, readValidationData } from './append-validation-data.ts';
import { archivePdf } from './archive.ts';
import { httpRevocationSource } from './revocation-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));
const has = (tool: string) => spawnSync(tool, ['-v'], { stdio: 'ignore' }).error === undefined;
const withReaders = ['pdfsig', 'qpdf', 'openssl'].every(has) ? test : test.skip;

const pdf = samplePdf({ pages: 1 });
let pki: Pki;
let sealed: SealResult;
/** A B-LT seal without an archive timestamp. */
let plain: SealResult;
const ports = () => ({ timestamper: httpTimestamper(pki.tsaUrl), revocation: httpRevocationSource() });
const trust = () => ({ sealCertificates: new Set<string>(), roots: [pki.root.certificate.raw] });

type Add = (member: Uint8Array) => PdfRef;

const seal = (changes: Partial<SealInput> = {}) =>
  sealPdf({
    pdf,
    marks: [],
    certificate: sampleCertificate({
      originalSha256: createHash('sha256').update(pdf).digest('hex'),
      originalSizeBytes: pdf.length,
      pageCount: 1,
    }),
    watermark: null,
    signer: pki.signerOf(pki.sealHolder('p256')),
    ...ports(),
    archive: true,
    sealedAt: new Date(),
    ...changes,
  });

beforeAll(async () => {
  pki = await startPki();
  sealed = await seal();
  plain = await seal({ archive: false });
});
afterAll(() => pki.close());
afterEach(() => pki.behave({}));

describe('a seal with an archive timestamp', () => {
  test('is B-LTA: a document timestamp covers seal and validation data, and nothing else was added', async () => {
    expect([sealed.profile, sealed.shortfall]).toEqual(['PAdES-B-LTA', null]);
    // The certificates of the test authority expire in a year.
    expect(sealed.until!.getTime()).toBe(Date.parse(pki.stamper.certificate.validTo));
    expect(plain.until!.getTime()).toBe(Date.parse(pki.stamper.certificate.validTo));
    const report = await verifyPdf(sealed.sealed, trust());
    expect(report).toMatchObject({
      intact: true,
      decidingSignature: 0,
      signatures: [
        {
          profile: 'PAdES-B-LTA',
          laterChanges: 'validation_data',
          signerTrust: 'trusted_root',
          problems: [],
        },
        { subFilter: 'ETSI.RFC3161', valid: true, coversWholeFile: true, timestampTrust: 'trusted_root' },
      ],
    });
    // The seal alone, and with its validation data.
    expect(report.earlierLengths).toEqual([report.signatures[0]!.coversUpTo, expect.any(Number)]);
    const withData = sealed.sealed.subarray(0, report.earlierLengths[1]);
    expect((await verifyPdf(withData)).earlierLengths).toEqual(report.earlierLengths.slice(0, 1));
  });

  test('without the timestamp, or with one that does not cover the validation data, it is B-LT', async () => {
    expect((await verifyPdf(plain.sealed)).signatures[0]!.profile).toBe('PAdES-B-LT');
    const report = await verifyPdf(sealed.sealed);
    const without = sealed.sealed.subarray(0, report.earlierLengths.at(-1));
    expect(await verifyPdf(without)).toMatchObject({ intact: true, signatures: [{ profile: 'PAdES-B-LT' }] });
    // An ordinary signature proves no time.
    const signedAgain = (await sampleSeal(plain.sealed)).bytes;
    expect((await verifyPdf(signedAgain)).signatures).toMatchObject([
      { valid: true, profile: 'PAdES-B-LT' },
      { valid: true, profile: 'PAdES-B-B' },
    ]);
    const { stamp } = httpTimestamper(pki.tsaUrl);
    const ofOtherBytes = await appendDocumentTimestamp(plain.sealed, () => stamp(Buffer.alloc(32)));
    expect(await verifyPdf(ofOtherBytes)).toMatchObject({
      intact: false,
      signatures: [
        { valid: true, profile: 'PAdES-B-LT' },
        { subFilter: 'ETSI.RFC3161', valid: false },
      ],
    });
  });

  test('a B-T seal with validation data is B-LTA only if a timestamp was added after that data', async () => {
    const holder = pki.sealHolder('p256');
    const { sealed: withoutData } = await seal({ signer: pki.signerOf(holder), revocation: null });
    const { stamp } = httpTimestamper(pki.tsaUrl);
    const stamped = await appendDocumentTimestamp(await appendDocumentTimestamp(withoutData, stamp), stamp);
    const chains = [pki.signerOf(holder).certificates, pki.signerOf(pki.stamper).certificates];
    const withData = appendValidationData(stamped, await httpRevocationSource().gather(chains));
    const levelOf = async (file: Uint8Array) => (await verifyPdf(file)).signatures[0]!.profile;
    expect(await levelOf(withData)).toBe('PAdES-B-LT');
    expect(await levelOf(await appendDocumentTimestamp(withData, stamp))).toBe('PAdES-B-LTA');
  });

  test('nor is it B-LTA by a timestamp over a store that named one member several times', async () => {
    const holder = pki.sealHolder('p256');
    const { sealed: withoutData } = await seal({ signer: pki.signerOf(holder), revocation: null });
    const chains = [pki.signerOf(holder).certificates, pki.signerOf(pki.stamper).certificates];
    const { certificates, ocsps, crls } = await httpRevocationSource().gather(chains);
    const lists = { Certs: certificates, OCSPs: ocsps, CRLs: crls };
    const withStore = (
      bytes: Uint8Array,
      refs: (items: readonly Uint8Array[], old: PdfRef[], add: Add) => PdfRef[],
    ) => {
      const file = openPdf(bytes);
      const increment = new Increment(file);
      const { dict: catalog, ref } = catalogOf(file);
      const old = file.dict(catalog.get('DSS'));
      const add: Add = (member) => increment.add(new PdfStream(new PdfDict(), member));
      const store = Object.entries(lists).map(
        ([key, items]) => [key, refs(items, (file.array(old?.get(key)) ?? []) as PdfRef[], add)] as const,
      );
      increment.replace(
        ref,
        new PdfDict(catalog.map).set('DSS', new PdfDict([['Type', name('DSS')], ...store])),
      );
      return increment.finish(Buffer.alloc(16)).bytes;
    };
    const repeated = withStore(withoutData, (items, _, add) => {
      const first = add(items[0]!);
      return items.map(() => first);
    });
    const stamped = await appendDocumentTimestamp(repeated, httpTimestamper(pki.tsaUrl).stamp);
    const whole = withStore(stamped, (items, [first], add) => [first!, ...items.slice(1).map(add)]);
    expect(await verifyPdf(whole)).toMatchObject({
      intact: true,
      signatures: [{ profile: 'PAdES-B-LT' }, {}],
    });
  });

  test('stays B-LTA when more validation data follows, because the timestamp covers the data of the seal', async () => {
    const more = { certificates: [pki.root.certificate.raw], ocsps: [], crls: [] };
    expect(await verifyPdf(appendValidationData(sealed.sealed, more))).toMatchObject({
      intact: true,
      signatures: [{ profile: 'PAdES-B-LTA' }, { valid: true }],
    });
  });

  test('a changed byte of the validation data is detected', async () => {
    const changed = Buffer.from(sealed.sealed);
    const { earlierLengths } = await verifyPdf(sealed.sealed);
    changed[earlierLengths[0]! + 200]! ^= 1;
    expect((await verifyPdf(changed)).intact).toBe(false);
  });

  test('if the timestamp fails, the seal fails with an error that allows another attempt', async () => {
    const { chains, stamp } = httpTimestamper(pki.tsaUrl);
    let requests = 0;
    const failing = {
      chains,
      stamp: (sha256: Uint8Array) => {
        requests += 1;
        return requests > 1 ? Promise.reject(new TimestampError('away')) : stamp(sha256);
      },
    };
    await expect(seal({ timestamper: failing })).rejects.toThrow(TimestampError);
    requests = 0;
    const ofOtherBytes = {
      chains,
      stamp: (sha256: Uint8Array) => stamp(++requests > 1 ? Buffer.alloc(32) : sha256),
    };
    await expect(seal({ timestamper: ofOtherBytes })).rejects.toThrow(
      'the seal is not PAdES-B-LTA when it is verified',
    );
  });

  withReaders('pdfsig, qpdf and openssl agree', () => {
    const at = (name: string, content: Uint8Array) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const path = at('sealed.pdf', sealed.sealed);
    const shown = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' }).stdout;
    // It finds both, and cannot check document timestamps.
    expect(shown.match(/Signature #/g)).toHaveLength(2);
    expect(shown).toContain('Signature Validation: Signature is Valid.');
    expect(shown).toContain('Total document signed');
    expect(spawnSync('qpdf', ['--check', path], { encoding: 'utf8' }).status).toBe(0);
    const file = openPdf(sealed.sealed);
    const { range } = signaturesOf(file).at(-1)!;
    const token = readDer(contentsAt(file.bytes, range!)!).raw;
    const covered = Buffer.concat(coveredBytes(file.bytes, range!));
    const verified = spawnSync(
      'openssl',
      [
        ...['ts', '-verify', '-token_in', '-in', at('token.der', token), '-data', at('covered', covered)],
        ...['-CAfile', at('root.pem', Buffer.from(pki.root.certificate.toString()))],
      ],
      { encoding: 'utf8' },
    );
    expect(`${verified.stdout}${verified.stderr}`).toContain('Verification: OK');
  });
});

describe('renewing', () => {
  /** A seal whose timestamps end earlier than those of the authority now. */
  let older: SealResult;
  let olderUntil: Date;
  beforeAll(async () => {
    olderUntil = new Date(Math.trunc(Date.now() / 1000) * 1000 + 200 * 86_400_000);
    pki.behave({ stamper: pki.stampHolder('Older TSA', { notAfter: olderUntil }) });
    older = await seal();
    pki.behave({});
  });

  test('adds the validation data of the last timestamp and a new one; the earlier file stays at its beginning', async () => {
    const before = Buffer.from(older.sealed);
    // A copy, because the bytes are moved to the thread.
    const made = await archiveInThread({ pdf: new Uint8Array(before), ...ports() });
    const { archived, until } = made as { archived: Uint8Array; until: Date };
    expect(Buffer.from(archived).subarray(0, before.length).equals(before)).toBe(true);
    expect(until.getTime()).toBeGreaterThan(Date.now());
    const report = await verifyPdf(archived, trust());
    expect(report).toMatchObject({ intact: true, signatures: [{ profile: 'PAdES-B-LTA' }, {}, {}] });
    expect(report.signatures.map(({ valid, timestampTrust }) => [valid, timestampTrust])).toEqual([
      [true, 'trusted_root'],
      [true, 'trusted_root'],
      [true, 'trusted_root'],
    ]);
    expect(report.earlierLengths).toContain(before.length);
    // Nothing is stored twice.
    const data = readValidationData(openPdf(archived))!;
    const all = [...data.certificates, ...data.ocsps, ...data.crls].map((one) =>
      Buffer.from(one).toString('hex'),
    );
    expect(new Set(all).size).toBe(all.length);
  });

  test('makes a B-LT seal B-LTA', async () => {
    const { archived } = await archivePdf({ pdf: plain.sealed, ...ports() });
    expect((await verifyPdf(archived!)).signatures[0]!.profile).toBe('PAdES-B-LTA');
  });

  test('makes no file if the new timestamp would not last longer than the last one', async () => {
    const until = new Date(pki.stamper.certificate.validTo);
    expect(await archivePdf({ pdf: sealed.sealed, ...ports() })).toEqual({ archived: null, until });
    // If it is known before, no authority is asked.
    const requests = pki.requests.length;
    const thread = { pdf: new Uint8Array(sealed.sealed), ...ports(), offeredUntil: until };
    expect(await archiveInThread(thread)).toEqual({ archived: null, until });
    expect(pki.requests).toHaveLength(requests);
    const another = await archivePdf({ pdf: older.sealed, ...ports(), offeredUntil: olderUntil });
    expect(another).toEqual({ archived: null, until: olderUntil });
    expect((await archivePdf({ pdf: older.sealed, ...ports(), offeredUntil: until })).until).toEqual(until);
  });

  test('is possible for at least fifty years with certificates of one year', async () => {
    pki.behave({ stamper: pki.stampHolder('Older TSA', { notAfter: olderUntil }) });
    const { stamp } = httpTimestamper(pki.tsaUrl);
    let file: Uint8Array = older.sealed;
    for (let year = 1; year < 50; year++) {
      const { certificate } = pki.sealHolder();
      file = appendValidationData(file, { certificates: [certificate.raw], ocsps: [], crls: [] });
      file = await appendDocumentTimestamp(file, stamp);
    }
    pki.behave({});
    const { archived } = await archiveInThread({ pdf: new Uint8Array(file), ...ports() });
    expect(await verifyPdf(archived!)).toMatchObject({ intact: true, signatures: { length: 52 } });
  }, 60_000);

  test('refuses a file that is changed or has no validation data, and says which authority fails', async () => {
    const changed = Buffer.concat([sealed.sealed, Buffer.from('more')]);
    await expect(archivePdf({ pdf: changed, ...ports() })).rejects.toThrow(SealError);
    const stamped = await seal({ revocation: null });
    await expect(archivePdf({ pdf: stamped.sealed, ...ports() })).rejects.toThrow(SealError);
    await expect(archivePdf({ pdf, ...ports() })).rejects.toThrow(SealError);
    pki.behave({ ocspDown: true, crlDown: true });
    await expect(archivePdf({ pdf: older.sealed, ...ports() })).rejects.toThrow(RevocationError);
    pki.behave({ tsaDown: true });
    await expect(archivePdf({ pdf: plain.sealed, ...ports() })).rejects.toThrow(TimestampError);
  });
});
