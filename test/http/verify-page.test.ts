/** The page at /verify, as a browser gets it. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullDocument } from '@countersign/core/document/lock';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem } from '@countersign/pdf/keys/local';
import { sampleSeal } from '@countersign/pdf/testing/sample-seal';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { changedAt, pdfFixture, sealedDocument } from '../support/sealed-files.ts';
import { signerNamed, verifyCallers } from '../support/verify-callers.ts';

let api: TestApi;
const { submit, verify } = verifyCallers(() => api.url);
let mine: TestWorkspace;
let dataDir: string;
let document: FullDocument;
let sealed: Buffer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-verify-'));
  api = await startTestApi({ edge: { trustProxy: 1 } });
  mine = await api.createTestWorkspace();
  ({ document, sealed } = await sealedDocument({ ...mine.ctx(), storage: api.storage }, dataDir));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('the page', () => {
  const strict = (policy = '') => {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/unsafe|data:|\*/);
  };

  test('GET /verify: a form with a strict content security policy and no inline script', async () => {
    const page = await api.anonymous.get('/verify');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    strict(page.headers['content-security-policy']);
    expect(page.text).toContain('enctype="multipart/form-data"');
    expect(page.text).not.toMatch(/<script>|\son[a-z]+=|https?:\/\//);
    for (const [, file] of page.text.matchAll(/(?:src|href)="(\/verify\/[^"]+)"/g))
      expect([file, (await api.anonymous.get(file!)).status]).toEqual([file, 200]);
    expectProblem(await api.anonymous.get('/verify/..%2fverify.ts'), 'not-found');
    expectProblem(await api.anonymous.delete('/verify'), 'method-not-allowed');
  });

  test('POST: responds to a browser with a page that explains the result', async () => {
    const page = await submit(sealed);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['cache-control']).toBe('no-store');
    strict(page.headers['content-security-policy']);
    for (const words of [
      'Intact',
      'verdict good',
      'This installation sealed the file',
      'the whole file',
      'byte for byte the file that was sealed here',
      document.sealedSha256!,
    ])
      expect(page.text).toContain(words);
    expect((await submit(await samplePdf())).text).toContain('Not signed');
  });

  test('POST: a flipped bit is never called a repair', async () => {
    const page = (await submit(changedAt(sealed, 100))).text;
    expect(page).toContain('Not valid');
    expect(page).toContain('is not contained in this file byte for byte');
    expect(page).not.toContain('repaired');
  });

  test('POST: an original that was repaired before sealing is called so, and only then', async () => {
    // The cross-reference table is damaged, so finalize repairs the file.
    const text = Buffer.from(await samplePdf(1, 'damaged')).toString('latin1');
    const damaged = Buffer.from(text.replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1');
    const made = await sealedDocument({ ...mine.ctx(), storage: api.storage }, dataDir, damaged);
    expect(made.document.preparedSha256).not.toBeNull();
    expect(await verify(made.sealed)).toMatchObject({
      verdict: 'intact',
      countersign: { contains_original: false, original_repaired: true },
    });
    expect((await submit(made.sealed)).text).toContain('The original PDF was repaired before sealing');
    expect((await submit(changedAt(made.sealed, 100))).text).not.toContain('repaired before sealing');
    expect((await submit(sealed)).text).not.toContain('repaired');
  });

  test('POST: characters that change the reading direction or are invisible are shown as such', async () => {
    const signer = signerNamed('Ann\u202e\u2066 eeL\u200b');
    const { bytes } = await sampleSeal(await samplePdf(), { signer, facts: { documentId: 'doc_\u202eabc' } });
    const page = (await submit(bytes, 'gpj\u202efdp.pdf')).text;
    expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/);
    expect(page).toContain('<title>Unknown signer: gpj\ufffdfdp.pdf · Countersign</title>');
    expect(page).toContain('<bdi>doc_\ufffdabc</bdi>');
    expect(page).toContain('Ann\ufffd\ufffd eeL\ufffd');
  });

  test('POST: text from a file or its name is escaped', async () => {
    const evil = '<script>alert(1)<img src=x onerror=alert(2)>';
    const made = makeDevelopmentCertificate({
      commonName: evil.slice(0, 60),
      organization: '"><svg onload=x>',
    });
    const signer = signerFromPem(made.keyPem, made.certificatePem);
    const { bytes } = await sampleSeal(await samplePdf(), { signer, facts: { documentId: evil } });
    const page = await submit(bytes, `${evil}.pdf`);
    expect(page.status).toBe(200);
    // The only <svg> is the logo of the page, which has no event handler.
    expect(page.text).not.toMatch(/<script>|<img|<svg onload/);
    expect(page.text.split('<svg')).toHaveLength(2);
    expect(page.text.split('&lt;script&gt;').length).toBeGreaterThan(3);
  });

  test('POST: says why a file could not be verified, with the same status as for programs', async () => {
    const cases: Array<[Test, number, string]> = [
      [submit(Buffer.from('no PDF')), 422, 'This file is not a PDF.'],
      [submit(await pdfFixture('user-r6.pdf')), 422, 'protected with a password'],
      [submit(Buffer.alloc(0)), 422, 'No file was uploaded'],
    ];
    for (const [sent, status, words] of cases) {
      const page = await sent;
      expect([page.status, page.text.includes(words)]).toEqual([status, true]);
      strict(page.headers['content-security-policy']);
    }
  });

  test('shows the SHA-256 of the file', async () => {
    const sha256 = createHash('sha256').update(sealed).digest('hex');
    expect((await submit(sealed)).text).toContain(sha256);
  });
});
