import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTrustFile } from '@countersign/api/build';
import { networkOf } from '@countersign/api/caller-network';
import { encodeId } from '@countersign/contract/ids';
import type { FullDocument } from '@countersign/core/document/lock';
import { testSealKey } from '@countersign/core/seal/test-key';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem } from '@countersign/pdf/keys/local';
import { readCertificates } from '@countersign/pdf/pki/read-certificates';
import type { SealSigner } from '@countersign/pdf/ports/seal';
import { sampleSeal } from '@countersign/pdf/testing/sample-seal';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request, { type Response } from 'supertest';
import { addStore } from '../attacks/independent-writer.ts';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { finalizedDraft } from '../support/documents.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { passForBuckets } from '../support/rate-limit.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import {
  changedAt,
  pdfFixture,
  sealedDocument,
  signedByOthers,
  withRevision,
} from '../support/sealed-files.ts';
import { signerNamed, verifyCallers } from '../support/verify-callers.ts';

let api: TestApi;
const { newCaller, handIn, submit, verify } = verifyCallers(() => api.url);
let mine: TestWorkspace;
let dataDir: string;
let document: FullDocument;
let sealed: Buffer;
let head: { chainSeq: number; chainHead: string; valuesSha256: string };
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-verify-'));
  api = await startTestApi({ edge: { trustProxy: 1 } });
  mine = await api.createTestWorkspace();
  ({ document, sealed } = await sealedDocument({ ...mine.ctx(), storage: api.storage }, dataDir));
  const facts = (await verify(sealed)).countersign!;
  head = {
    chainSeq: facts.chain_seq,
    chainHead: facts.chain_head,
    valuesSha256: facts.values_sha256!,
  };
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The seal key of this installation. */
async function ownSigner(name: 'development' | 'test'): Promise<SealSigner> {
  if (name === 'test') return (await testSealKey(api.deps)).signer;
  const pem = await readFile(join(dataDir, 'seal', 'development.pem'), 'utf8');
  return signerFromPem(pem, pem);
}

const facts = () => ({
  ...head,
  documentId: encodeId('doc', document.id),
  originalSha256: document.originalSha256!,
});

describe('POST /verify', () => {
  test('200: a file sealed here is intact, is the one that was sealed, and its audit trail carries the head', async () => {
    expect(await verify(sealed)).toEqual({
      verdict: 'intact',
      intact: true,
      test_document: false,
      file: { size_bytes: sealed.length, sha256: document.sealedSha256 },
      signatures: [
        {
          valid: true,
          covers_whole_file: true,
          covers_up_to: sealed.length,
          only_validation_data_after: false,
          later_changes: 'none',
          sub_filter: 'ETSI.CAdES.detached',
          signer_subject: expect.stringContaining('CN='),
          signer_fingerprint_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          signer_trust: 'installation',
          signer_trust_problem: null,
          signed_at: expect.stringMatching(/Z$/),
          timestamped_at: null,
          timestamp_trust: null,
          profile: 'PAdES-B-B',
          problems: [],
        },
      ],
      deciding_signature: 0,
      countersign: {
        signature: 0,
        document_id: encodeId('doc', document.id),
        mode: 'live',
        original_sha256: document.originalSha256,
        files_sha256: [],
        recipient_signatures: [],
        contains_original: true,
        original_repaired: false,
        chain_seq: head.chainSeq,
        chain_head: head.chainHead,
        values_sha256: head.valuesSha256,
      },
      instance: {
        knows_document: true,
        chain: 'matches',
        values: 'match',
        file: 'identical',
        certificate: 'matches',
      },
      events: null,
      anchors: null,
    });
  });

  test('200: a document of this installation that was never sealed is contradicted, regardless of the signer', async () => {
    const { id, chainSeq, chainHead, originalSha256 } = await finalizedDraft({
      ...mine.ctx(),
      storage: api.storage,
    });
    const draft = { documentId: encodeId('doc', id), chainSeq, chainHead, originalSha256: originalSha256! };
    const pdf = await api.storage.getBytes(originalSha256!);
    const forged = await sampleSeal(pdf, {
      signer: signerNamed('Countersign development seal'),
      facts: { ...draft, originalSizeBytes: pdf.length },
    });
    expect(await verify(forged.bytes)).toMatchObject({
      verdict: 'contradicted',
      intact: false,
      signatures: [{ valid: true, covers_whole_file: true, signer_trust: 'unknown' }],
      countersign: { contains_original: true },
      instance: { knows_document: true, chain: 'matches', file: 'never_sealed', certificate: 'differs' },
    });
    const page = (await submit(forged.bytes)).text;
    expect(page).not.toContain('verdict good');
    expect(page).toContain('this installation has the document and never sealed it');
    // The same even with the stolen seal key.
    const stolen = await sampleSeal(pdf, {
      signer: await ownSigner('development'),
      facts: { ...draft, originalSizeBytes: pdf.length },
    });
    expect(await verify(stolen.bytes)).toMatchObject({
      verdict: 'contradicted',
      signatures: [{ signer_trust: 'installation' }],
      instance: { file: 'never_sealed', certificate: 'matches' },
    });
  });

  test('200: a certificate of this installation on a document that it does not have is contradicted', async () => {
    const { bytes } = await sampleSeal(await samplePdf(), {
      signer: await ownSigner('development'),
      facts: { documentId: encodeId('doc', '01990000-0000-7000-8000-000000000000') },
    });
    expect(await verify(bytes)).toMatchObject({
      verdict: 'contradicted',
      signatures: [{ signer_trust: 'installation' }],
      instance: { knows_document: false },
    });
  });

  test('200: files sealed before and after the key was replaced are intact', async () => {
    const before = await sealedDocument({ ...mine.ctx(), storage: api.storage }, join(dataDir, 'first-key'));
    const after = await sealedDocument({ ...mine.ctx(), storage: api.storage }, join(dataDir, 'second-key'));
    const results = [await verify(before.sealed), await verify(after.sealed), await verify(sealed)];
    expect(results.map(({ verdict }) => verdict)).toEqual(['intact', 'intact', 'intact']);
    expect(new Set(results.map(({ signatures }) => signatures[0]!.signer_fingerprint_sha256)).size).toBe(3);
  });

  test('200: a test document is intact, and called a test document by JSON and page', async () => {
    const made = await sealedDocument({ ...mine.ctx('test'), storage: api.storage }, dataDir);
    const result = await verify(made.sealed);
    expect(result).toMatchObject({
      verdict: 'intact',
      test_document: true,
      countersign: { mode: 'test' },
      instance: { file: 'identical', certificate: 'matches' },
    });
    expect(result.signatures[0]!.signer_subject).toContain('TEST');
    const page = (await submit(made.sealed)).text;
    expect(page).toContain('Intact, but only a test document');
    expect(page).not.toContain('verdict good');
    expect(page).toContain('not legally binding');
  });

  test('200: the test certificate on a live document is contradicted, and the live one on a test document', async () => {
    const test = await sealedDocument({ ...mine.ctx('test'), storage: api.storage }, dataDir);
    const { countersign } = await verify(test.sealed);
    const testFacts = {
      documentId: countersign!.document_id,
      chainSeq: countersign!.chain_seq,
      chainHead: countersign!.chain_head,
    };
    for (const [name, mode, own] of [
      ['test', 'live', facts()],
      ['development', 'test', testFacts],
    ] as const) {
      const { originalSha256: _, ...stated } = { originalSha256: '', ...own };
      const signer = await ownSigner(name);
      const { bytes } = await sampleSeal(await samplePdf(), { signer, facts: { ...stated, mode } });
      expect(await verify(bytes)).toMatchObject({
        verdict: 'contradicted',
        signatures: [{ signer_trust: 'installation' }],
        instance: { knows_document: true, chain: 'matches', certificate: 'differs' },
      });
    }
  });

  test('200: a signer is known if VERIFY_TRUST_FILE has the certificate', async () => {
    const made = makeDevelopmentCertificate({ commonName: 'Partner office' });
    const signer = signerFromPem(made.keyPem, made.certificatePem);
    const { bytes } = await sampleSeal(await samplePdf(), { signer });
    expect(await verify(bytes)).toMatchObject({ verdict: 'unknown_signer', intact: false });
    const file = join(dataDir, 'trust.pem');
    await writeFile(file, `Our partner\n${made.certificatePem}`);
    const trusting = await startTestApi({ trustRoots: await readTrustFile(file) });
    const { body } = await handIn(bytes, 'application/pdf', newCaller(), trusting.url);
    expect(body).toMatchObject({ verdict: 'intact', signatures: [{ signer_trust: 'trusted_root' }] });
    await trusting.close();
  });

  test('an invalid trust file is reported with the setting and the reason', async () => {
    const file = join(dataDir, 'wrong.pem');
    await expect(readTrustFile(file)).rejects.toThrow(
      `VERIFY_TRUST_FILE is ${file}, which cannot be read as certificates: there is no such file`,
    );
    for (const [content, why] of [
      ['no certificate', 'it contains no certificate'],
      [
        '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
        'certificate 1 in it cannot be read',
      ],
      ['-----BEGIN CERTIFICATE-----\n', 'certificate 1 in it cannot be read'],
    ] as const) {
      await writeFile(file, content);
      await expect(readTrustFile(file)).rejects.toThrow(why);
    }
  });

  test('200: stores nothing, and reveals nothing about the document but yes or no', async () => {
    const counts = () =>
      Promise.all([api.deps.db.event.count(), api.deps.db.document.count(), api.deps.db.mail.count()]);
    const before = [await counts(), await readdir(dataDir)];
    const logged = api.logged.length;
    const response = await handIn(sealed);
    expect(response.headers['cache-control']).toBe('no-store');
    expect([await counts(), await readdir(dataDir)]).toEqual(before);
    const told = response.text + (await submit(sealed, 'my-file-name.pdf')).text;
    for (const secret of ['A secret title', 'ada@example.test', 'Ada Lovelace', mine.slug, mine.workspaceId])
      expect(told).not.toContain(secret);
    expect(JSON.stringify(api.logged.slice(logged))).not.toMatch(/my-file-name|doc_/);
  });

  test('200 or 422: a single changed byte anywhere is noticed', async () => {
    const places = [0, 40, 900, sealed.indexOf('/ByteRange') + 14, sealed.lastIndexOf('/Contents') + 60];
    places.push(Math.floor(sealed.length / 2), document.sizeBytes! + 300, sealed.length - 200, -8);
    for (const place of places) {
      const { status, body } = await handIn(changedAt(sealed, place));
      const noticed = status === 422 ? body.type === '/problems/invalid-pdf' : body.intact === false;
      expect([place, status, noticed]).toEqual([place, status, true]);
    }
  });

  test('200: bytes or a revision after the seal are reported as a change, with their number', async () => {
    for (const longer of [withRevision(sealed), Buffer.concat([sealed, Buffer.from('\n% a comment\n')])]) {
      const result = await verify(longer);
      expect(result).toMatchObject({
        verdict: 'changed',
        intact: false,
        signatures: [{ valid: true, covers_whole_file: false, covers_up_to: sealed.length }],
        instance: { chain: 'matches', file: 'different' },
      });
      expect((await submit(longer)).text).toContain(`${longer.length - sealed.length} bytes were added`);
    }
  });

  test('200: a file sealed here with validation data added later by another program is intact', async () => {
    const { certificatePem } = makeDevelopmentCertificate({ commonName: 'Some authority' });
    const extended = addStore(sealed, [new X509Certificate(certificatePem).raw]);
    expect(await verify(extended)).toMatchObject({
      verdict: 'intact',
      signatures: [{ later_changes: 'validation_data' }],
      instance: { chain: 'matches', file: 'extended', certificate: 'matches' },
    });
    expect((await verify(Buffer.concat([extended, Buffer.from('\n\n')]))).verdict).toBe('changed');
  });

  test('200: a foreign signature over our seal does not make the file intact', async () => {
    const over = await sampleSeal(sealed, { facts: facts() });
    expect(await verify(over.bytes)).toMatchObject({
      signatures: [
        { valid: true, covers_whole_file: false },
        { valid: true, covers_whole_file: true },
      ],
      verdict: 'changed',
      instance: { chain: 'matches', file: 'different' },
    });
  });

  test('200: a seal by another key with the seal record of a document is contradicted', async () => {
    const { bytes } = await sampleSeal(await samplePdf(1, 'forged'), { facts: facts() });
    const result = await verify(bytes);
    expect(result).toMatchObject({
      verdict: 'contradicted',
      intact: false,
      signatures: [{ valid: true, covers_whole_file: true }],
      instance: { knows_document: true, chain: 'matches', file: 'different' },
    });
    for (const wrong of [{ chainHead: 'cd'.repeat(32) }, { chainSeq: head.chainSeq + 1 }, { chainSeq: 0 }]) {
      const other = await sampleSeal(await samplePdf(), { facts: { ...facts(), ...wrong } });
      expect((await verify(other.bytes)).instance).toMatchObject({ chain: 'differs' });
    }
  });

  test('200: the signer of a file that another installation sealed is not known', async () => {
    for (const documentId of [encodeId('doc', '01990000-0000-7000-8000-000000000000'), 'doc_?', '']) {
      const { bytes } = await sampleSeal(await samplePdf(), { facts: { documentId } });
      expect(await verify(bytes)).toMatchObject({
        verdict: 'unknown_signer',
        intact: false,
        signatures: [{ signer_trust_problem: 'Sample seal is self-signed and not trusted' }],
        countersign: { document_id: documentId },
        instance: { knows_document: false, chain: null, file: null, certificate: null },
      });
      const page = (await submit(bytes)).text;
      expect(page).not.toMatch(/verdict good|Intact/);
      expect(page).toMatch(/Why not known.*Sample seal is self-signed and not trusted/s);
    }
  });

  test('200: files signed by others, and unsigned files, are reported correctly', async () => {
    const theirs = await signedByOthers();
    expect(await verify(theirs)).toMatchObject({
      verdict: 'unknown_signer',
      signatures: [
        { valid: true, sub_filter: 'adbe.pkcs7.detached', signer_subject: 'CN=Fixture rsa, O=Fixture' },
      ],
      countersign: null,
      instance: null,
    });
    expect(await verify(changedAt(theirs, 700))).toMatchObject({ verdict: 'not_valid', intact: false });
    expect(await verify(await samplePdf())).toMatchObject({
      verdict: 'unsigned',
      intact: false,
      signatures: [],
    });
  });

  test('200: a form gives the same result as the body itself', async () => {
    const form = await submit(sealed).set('Accept', 'application/json');
    expect([form.status, form.body]).toEqual([200, await verify(sealed)]);
    const octets = await handIn(sealed, 'application/octet-stream');
    expect(octets.body).toEqual(form.body);
  });

  test('422 invalid-pdf: not a PDF, encrypted, or damaged, with the reason', async () => {
    const reasons: Array<[Uint8Array, string]> = [
      [Buffer.from('PK\u0003\u0004 no PDF at all'), 'not_a_pdf'],
      [await pdfFixture('user-r6.pdf'), 'encrypted'],
      [Buffer.from('%PDF-1.7\nand nothing more'), 'damaged'],
    ];
    for (const [file, reason] of reasons)
      expect(expectProblem(await handIn(file), 'invalid-pdf')).toMatchObject({ reason });
  });

  test('422: no file, an empty one, and forms that are malformed or end early', async () => {
    expect(issuesOf(await handIn(Buffer.alloc(0)))).toEqual(['body.file missing']);
    expect(issuesOf(await submit(Buffer.alloc(0)).set('Accept', 'application/json'))).toEqual([
      'body.file missing',
    ]);
    expect(issuesOf(await handIn(Buffer.from('x'), 'multipart/form-data'))).toEqual(['body value_error']);
    const early = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF',
    );
    expect(issuesOf(await handIn(early, 'multipart/form-data; boundary=b'))).toEqual(['body value_error']);
    const field = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--b--\r\n');
    expect(issuesOf(await handIn(field, 'multipart/form-data; boundary=b'))).toEqual(['body.file missing']);
  });

  test('413: over the limit by Content-Length or received bytes, as a body and in a form', async () => {
    const small = await startTestApi({ settings: { maxPdfBytes: 20_000 } });
    const large = Buffer.alloc(100_000, '%PDF-1.7 ');
    const post = () => request(small.url).post('/verify').set('Accept', 'application/json');
    const body = post().set('Content-Type', 'application/pdf');
    expect(expectProblem(await body.send(large), 'payload-too-large')).toMatchObject({ max_bytes: 20_000 });
    expectProblem(await post().attach('file', large.subarray(0, 50_000), 'large.pdf'), 'payload-too-large');
    const stream = new Response(large).body!;
    const streamed = await fetch(`${small.url}/verify`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'Content-Type': 'application/pdf', Accept: 'application/json' },
    } as RequestInit);
    expect([streamed.status, (await streamed.json()).type]).toEqual([413, '/problems/payload-too-large']);
    await small.close();
  });

  test('415: another media type, or a compressed body', async () => {
    expectProblem(await handIn(sealed, 'text/plain'), 'unsupported-media-type');
    expectProblem(await handIn(sealed).set('Content-Encoding', 'gzip'), 'unsupported-media-type');
  });

  test('429 with Retry-After after twenty at once from one address; other addresses are not affected', async () => {
    const own = await startTestApi({ edge: { trustProxy: 1 } });
    const from = (address: string) =>
      request(own.url).post('/verify').set('X-Forwarded-For', address).set('Content-Type', 'application/pdf');
    let refused = await from('203.0.113.1').send('');
    let judged = 0;
    for (; refused.status === 422; judged += 1) refused = await from('203.0.113.1').send('');
    expect(judged).toBeGreaterThanOrEqual(20);
    expectProblem(refused, 'rate-limited');
    expect(['1', '2']).toContain(refused.headers['retry-after']);
    expect((await from('203.0.113.2').send('')).status).toBe(422);
    await passForBuckets(own.deps, 2000);
    expect((await from('203.0.113.1').send('')).status).toBe(422);
    const ids = (await own.deps.db.rateBucket.findMany()).map(({ id }) => id);
    expect(ids.join()).not.toContain('203.0.113');
    await passForBuckets(own.deps, 2 * 3600_000);
    own.clock.advance(3600_000);
    await from('203.0.113.9').send('');
    expect(await own.deps.db.rateBucket.count({ where: { id: { startsWith: 'verify:' } } })).toBe(1);
    await own.close();
  });

  test('callers of one IPv6 network share a bucket, however their address is written', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
    expect(networkOf('2001:0DB8:1:2::9')).toBe('2001:db8:1:2');
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
    expect(networkOf('::1')).toBe('0:0:0:0');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  });

  test('503 with Retry-After: more concurrent files than one address may have', async () => {
    const caller = newCaller();
    // Unfinished uploads count as files in memory.
    const held: Array<{ upload: ClientRequest; status: Promise<number> }> = [];
    let refused: Response | null = null;
    for (let count = 0; count < 20 && refused?.status !== 503; count += 1) {
      const upload = httpRequest(`${api.url}/verify`, {
        method: 'POST',
        headers: {
          'X-Forwarded-For': caller,
          'Content-Type': 'application/pdf',
          'Content-Length': sealed.length,
        },
      });
      const status = new Promise<number>((resolve) => {
        upload.on('response', (one) => resolve(one.resume().statusCode!)).on('error', () => resolve(0));
      });
      upload.write(sealed.subarray(0, 100));
      held.push({ upload, status });
      refused = await handIn(sealed, 'application/pdf', caller);
    }
    expectProblem(refused!, 'unavailable');
    expect(refused!.headers['retry-after']).toBe('5');
    for (const { upload } of held) upload.end(sealed.subarray(100));
    const statuses = await Promise.all(held.map(({ status }) => status));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect((await verify(sealed)).intact).toBe(true);
  });

  test('503 with Retry-After: more bytes than the memory for files, of all callers and of one', async () => {
    const maxPdfBytes = sealed.length + 1000;
    // The held uploads must not be ended because they stall.
    const bodies = { stallMs: 600_000, graceMs: 600_000 };
    const own = await startTestApi({ edge: { trustProxy: 1, bodies }, settings: { maxPdfBytes } });
    const hold = (caller: string) => {
      const upload = httpRequest(`${own.url}/verify`, {
        method: 'POST',
        headers: {
          'X-Forwarded-For': caller,
          'Content-Type': 'application/pdf',
          'Content-Length': sealed.length,
        },
      });
      let isOver = false;
      const status = new Promise<number>((resolve) => {
        upload.on('response', (one) => resolve(one.resume().statusCode!)).on('error', () => resolve(0));
      }).finally(() => {
        isOver = true;
      });
      upload.write(sealed.subarray(0, -10));
      return { upload, status, isOver: () => isOver };
    };
    /** Holds an upload, and sends files of another caller until one is refused. If the held one was refused, it starts again. */
    const holdAgainst = async (caller: string, other: string) => {
      for (let tries = 0; tries < 200; tries += 1) {
        const held = hold(caller);
        while (!held.isOver()) {
          const response = await handIn(sealed, 'application/pdf', other, own.url);
          await passForBuckets(own.deps, 60_000);
          if (response.status === 503) return { held, refused: response };
        }
      }
      throw new Error('no file was refused');
    };
    const [first, second] = [newCaller(), newCaller()];
    const ofOne = await holdAgainst(first, first);
    expectProblem(ofOne.refused, 'unavailable');
    // The share of another address is free.
    expect((await handIn(sealed, 'application/pdf', second, own.url)).status).toBe(200);
    const ofAll = await holdAgainst(second, newCaller());
    expectProblem(ofAll.refused, 'unavailable');
    expect(ofAll.refused.headers['retry-after']).toBe('2');
    for (const { held } of [ofOne, ofAll]) held.upload.end(sealed.subarray(-10));
    expect(await Promise.all([ofOne, ofAll].map(({ held }) => held.status))).toEqual([200, 200]);
    expect((await handIn(sealed, 'application/pdf', newCaller(), own.url)).status).toBe(200);
    await own.close();
  });

  test('verifications use all places for reading PDFs but one, which is left to workspaces', async () => {
    const places = api.deps.inspections;
    const gate = Promise.withResolvers<void>();
    const taken = Array.from({ length: places.slots - 1 }, () =>
      places.run({ key: 'verify' }, () => gate.promise),
    );
    const waiting = verify(sealed);
    while (places.load.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(places.load).toEqual({ running: places.slots - 1, waiting: 1 });
    const draft = await finalizedDraft({ ...mine.ctx(), storage: api.storage });
    expect(draft.originalSha256).toMatch(/^[0-9a-f]{64}$/);
    gate.resolve();
    expect((await waiting).verdict).toBe('intact');
    await Promise.all(taken);
  });
});

describe('GET /verify/certificates.pem', () => {
  test('200: the seal certificates of the mode, for the CLI and openssl', async () => {
    await sealedDocument({ ...mine.ctx('test'), storage: api.storage }, dataDir);
    const fingerprintsOf = async (query: string) => {
      const response = await api.anonymous.get(`/verify/certificates.pem${query}`).buffer(true);
      expect([response.status, response.headers['content-type']]).toEqual([200, 'application/x-pem-file']);
      expect(response.headers['cache-control']).toBe('public, max-age=300');
      return readCertificates(Buffer.from(response.text)).map((der) =>
        createHash('sha256').update(der).digest('hex'),
      );
    };
    const own = (await verify(sealed)).signatures[0]!.signer_fingerprint_sha256;
    const live = await fingerprintsOf('');
    expect(live).toContain(own);
    expect(await fingerprintsOf('?mode=live')).toEqual(live);
    const test = await fingerprintsOf('?mode=test');
    expect(test).toHaveLength(1);
    expect(live).not.toContain(test[0]);
  });

  test('422: an unknown mode; 405: anything but reading', async () => {
    expect(issuesOf(await api.anonymous.get('/verify/certificates.pem?mode=both'))).toEqual([
      'query.mode enum',
    ]);
    expectProblem(await api.anonymous.post('/verify/certificates.pem', {}), 'method-not-allowed');
  });
});
