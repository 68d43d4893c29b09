/** Sealing: exactly once, never lost, and accurate about its profile. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { verifyChain } from '@countersign/contract/audit-chain';
import { encodeId, newId } from '@countersign/contract/ids';
import { TimestampError } from '@countersign/pdf/ports/errors';
import { openContents } from '@countersign/pdf/testing/hostile-files';
import { timestamperOf } from '@countersign/pdf/timestamps/timestamper-of';
import { verifyPdf } from '@countersign/pdf/verify';
import { describe, expect, jest, test } from '@jest/globals';
import { PDFDocument, pushGraphicsState } from 'pdf-lib';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import {
  finalizedDraft,
  reread,
  sentCopy,
  sentDocument,
  signAs,
} from '../../../../test/support/documents.ts';
import { longTermPorts } from '../../../../test/support/long-term-ports.ts';
import { startPki } from '../../../../test/support/pki.ts';
import { samplePdf } from '../../../../test/support/sample-pdf.ts';
import type { Ctx } from '../ctx.ts';
import { findDownload } from '../document/download.ts';
import type { FullDocument } from '../document/lock.ts';
import { listEvents } from '../event/list.ts';
import { collectBlobs } from '../housekeeping/collect-blobs.ts';
import { listUnsealed } from './attempts.ts';
import { createSealKeys } from './keys.ts';
import { type SealPorts, sealDocument } from './seal-document.ts';

const silent = { info() {}, warn() {}, error() {} };

async function completed(ctx: TestBase & Ctx): Promise<FullDocument> {
  const document = await sentDocument(ctx);
  for (const recipient of document.recipients) await signAs(ctx, document, recipient);
  return reread(ctx, document.id);
}

function portsOf(base: TestBase): SealPorts {
  return {
    storage: base.storage,
    sealKeys: createSealKeys({ dataDir: base.folder, log: silent }),
    timestamper: null,
  };
}

const sealedEvents = async (base: TestBase, id: string) =>
  (await listEvents(base.db, id)).filter((event) => event.event_type === 'envelope.sealed');

describe('sealing a document', () => {
  test('makes a valid seal over the whole file that contains the head of the chain, and mails everyone', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await completed(ctx);
    const ports = portsOf(base);
    expect(await sealDocument({ ...base, ...ports }, { documentId: document.id, requestId: 'r' })).toBe(
      'sealed',
    );
    const after = await reread(ctx, document.id);
    expect(after.sealProfile).toBe('PAdES-B-B');
    const sealed = await base.storage.getBytes(after.sealedSha256!);
    expect(after.sealedBytes).toBe(sealed.length);
    const report = await verifyPdf(sealed);
    expect(report).toMatchObject({
      intact: true,
      signatures: [{ valid: true, coversWholeFile: true, profile: 'PAdES-B-B' }],
    });
    const events = await listEvents(base.db, document.id);
    const facts = report.countersign!;
    expect(facts.originalSha256).toBe(document.originalSha256);
    expect(verifyChain(events, { seq: facts.chainSeq, hash: facts.chainHead })).toMatchObject({ ok: true });
    const [event] = await sealedEvents(base, document.id);
    expect(event!.payload).toMatchObject({
      sealed_sha256: createHash('sha256').update(sealed).digest('hex'),
      seal_profile: 'PAdES-B-B',
      attempts: 1,
    });
    const mails = await base.db.mail.findMany({ where: { documentId: document.id, kind: 'completed' } });
    expect(mails.map((mail) => mail.toAddress).toSorted()).toEqual([
      'ada@example.test',
      'grace@example.test',
    ]);
    expect(after.certificateSha256).toBeNull();
    const publicId = encodeId('doc', document.id);
    // In a thread, in the slots of the workspace for reading PDFs.
    const read = jest.spyOn(ctx.inspections, 'run');
    const asked = [1, 2].map(() => findDownload({ ...ctx, storage: base.storage }, publicId, 'certificate'));
    const [first, second] = await Promise.all(asked);
    expect(read.mock.calls.map(([{ key }]) => key)).toEqual([ctx.workspaceId, ctx.workspaceId]);
    read.mockRestore();
    expect(second!.sha256).toBe(first!.sha256);
    expect((await reread(ctx, document.id)).certificateSha256).toBe(first!.sha256);
    const certificate = await base.storage.getBytes(first!.sha256);
    expect(Buffer.from(certificate.subarray(0, 5)).toString()).toBe('%PDF-');
  });

  test('prints the document id and who signed on the pages, unless the workspace does not want them', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const textOf = async () => {
      const document = await completed(ctx);
      await sealDocument({ ...base, ...portsOf(base) }, { documentId: document.id, requestId: 'r' });
      const sealed = await base.storage.getBytes((await reread(ctx, document.id)).sealedSha256!);
      const text = execFileSync('pdftotext', ['-l', '1', '-', '-'], { input: sealed, encoding: 'utf8' });
      return { text, document };
    };
    const { text, document } = await textOf();
    const signer = document.recipients.find(({ role }) => role === 'signer')!;
    expect(text).toContain(`Document ID ${encodeId('doc', document.id)}`);
    expect(text).toContain(`Signed by ${signer.name}`);
    expect(text).toContain(`ID ${signer.id.slice(-8).toUpperCase()}`);
    await base.db.workspace.update({
      where: { id: ctx.workspaceId },
      data: { showsDocumentId: false, showsSignatureDetails: false },
    });
    const without = await textOf();
    expect(without.text).not.toMatch(/Document ID|Signed by/);
  });

  test('relies on what finalize recorded about the pages, and reads them if nothing is recorded', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const pdf = await PDFDocument.load(await samplePdf());
    pdf.getPage(0).pushOperators(pushGraphicsState());
    const plain = await finalizedDraft(ctx);
    const open = await finalizedDraft(ctx, {}, await pdf.save({ useObjectStreams: false }));
    expect([plain.contentIsSelfContained, open.contentIsSelfContained]).toEqual([true, false]);
    const behindPage = async (source: FullDocument, contentIsSelfContained: boolean) => {
      const { id, recipients } = await sentCopy(ctx, source);
      await base.db.document.update({ where: { id }, data: { contentIsSelfContained } });
      const document = await reread(ctx, id);
      for (const recipient of recipients) await signAs(ctx, document, recipient);
      expect(await sealDocument({ ...base, ...portsOf(base) }, { documentId: id, requestId: 'r' })).toBe(
        'sealed',
      );
      const sealed = await base.storage.getBytes((await reread(ctx, id)).sealedSha256!);
      expect((await verifyPdf(sealed)).intact).toBe(true);
      return /\n((?:Q )+)q \/CountersignMarks Do Q/.exec(Buffer.from(sealed).toString('latin1'))![1];
    };
    expect(await behindPage(plain, true)).toBe('Q ');
    expect(await behindPage(plain, false)).toBe('Q ');
    expect(await behindPage(open, false)).toBe('Q Q ');
    // Differs from what finalize recorded, to show that sealing relies on the record and does not read the page again.
    expect(await behindPage(open, true)).toBe('Q ');
  });

  test('a seal that reaches a limit fails with that reason, is recorded as an attempt, and succeeds with a higher limit', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {}, openContents({ pages: 1, mebibytes: 2 }));
    for (const recipient of document.recipients) await signAs(ctx, document, recipient);
    const ports = { ...base, ...portsOf(base) };
    const input = { documentId: document.id, requestId: 'r' };
    const tight = { ...ports, settings: { ...base.settings, maxPdfDecodedBytes: 100_000 } };
    await expect(sealDocument(tight, input)).rejects.toMatchObject({
      name: 'PdfError',
      reason: 'too_complex',
    });
    const unsealed = (await listUnsealed(base.db, 1000)).find((one) => one.documentId === document.id);
    expect(unsealed!.attempts).toMatchObject([
      { number: 1, error: expect.stringContaining('seal: a stream decodes') },
    ]);
    expect(await sealDocument(ports, input)).toBe('sealed');
  });

  test('a run that is stopped does not wait for its key any longer', async () => {
    const base = await testBase();
    const document = await completed(await testCtx(base));
    const stopping = new AbortController();
    const { sealKeys, ...ports } = portsOf(base);
    const keyFor: typeof sealKeys.keyFor = async (own) => {
      const key = await sealKeys.keyFor(own);
      const sign = async () => {
        stopping.abort(new Error('the worker is stopping'));
        return new Promise<Uint8Array>(() => undefined);
      };
      return { ...key, signer: { ...key.signer, sign } };
    };
    await expect(
      sealDocument(
        { ...base, ...ports, sealKeys: { keyFor } },
        { documentId: document.id, requestId: 'r', signal: stopping.signal },
      ),
    ).rejects.toThrow('the worker is stopping');
    const again = { ...base, ...ports, sealKeys };
    expect(await sealDocument(again, { documentId: document.id, requestId: 'r' })).toBe('sealed');
  });

  test('five concurrent runs seal once: one event, one mail each', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await completed(ctx);
    const ports = portsOf(base);
    const runs = await Promise.all(
      Array.from({ length: 5 }, () =>
        sealDocument({ ...base, ...ports }, { documentId: document.id, requestId: 'r' }),
      ),
    );
    expect(runs.filter((outcome) => outcome === 'sealed')).toHaveLength(1);
    expect(await sealedEvents(base, document.id)).toHaveLength(1);
    expect(await base.db.mail.count({ where: { documentId: document.id, kind: 'completed' } })).toBe(2);
    expect(await sealDocument({ ...base, ...ports }, { documentId: document.id, requestId: 'r' })).toBe(
      'not wanted',
    );
  });

  test('a job for a sealed, unfinished or missing document starts no attempt and reads no file', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const sealed = await completed(ctx);
    const ports = portsOf(base);
    await sealDocument({ ...base, ...ports }, { documentId: sealed.id, requestId: 'r' });
    const unfinished = await sentCopy(ctx, await finalizedDraft(ctx));
    const storage = {
      ...base.storage,
      getBytes: () => Promise.reject(new Error('the file was read')),
    };
    const ids = [sealed.id, unfinished.id, newId()];
    for (const documentId of ids) {
      expect(await sealDocument({ ...base, ...ports, storage }, { documentId, requestId: 'r' })).toBe(
        'not wanted',
      );
    }
    const attempts = await base.db.sealAttempt.findMany({ where: { documentId: { in: ids } } });
    expect(attempts.map(({ documentId, number }) => [documentId, number])).toEqual([[sealed.id, 1]]);
  });

  test('with a failing storage it stays completed and unsealed, with the attempt recorded; the next run seals it', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await completed(ctx);
    const ports = portsOf(base);
    const failing = {
      ...ports,
      storage: { ...base.storage, putBytes: () => Promise.reject(new Error('disk full')) },
    };
    await expect(
      sealDocument({ ...base, ...failing }, { documentId: document.id, requestId: 'r' }),
    ).rejects.toThrow('disk full');
    const unsealed = (await listUnsealed(base.db, 100)).find((one) => one.documentId === document.id);
    expect(unsealed?.attempts).toMatchObject([{ number: 1, error: 'seal: disk full' }]);
    expect(await sealDocument({ ...base, ...ports }, { documentId: document.id, requestId: 'r' })).toBe(
      'sealed',
    );
    expect((await sealedEvents(base, document.id))[0]!.payload.attempts).toBe(2);
  });

  test('an unreachable timestamp authority is tried three times, then the seal is B-B and reported as such', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await completed(ctx);
    const ports = {
      ...portsOf(base),
      timestamper: timestamperOf(() => Promise.reject(new TimestampError('connection refused'))),
    };
    const run = () => sealDocument({ ...base, ...ports }, { documentId: document.id, requestId: 'r' });
    for (let attempt = 1; attempt <= 3; attempt += 1)
      await expect(run()).rejects.toBeInstanceOf(TimestampError);
    expect(await run()).toBe('sealed below level');
    expect((await reread(ctx, document.id)).sealProfile).toBe('PAdES-B-B');
  });

  test('with a certificate, a timestamp and revocation data it is B-LT; without the data B-T, with the reason in the log', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const pki = await startPki();
    const warnings: Array<{ reason?: string }> = [];
    const log = { ...silent, warn: (_: string, fields: object = {}) => void warnings.push(fields) };
    const portsNow = await longTermPorts(pki, base);
    const levels: unknown[] = [];
    for (const how of [{}, { ocspDown: true, crlDown: true }]) {
      pki.behave(how);
      const document = await completed(ctx);
      const outcome = await sealDocument(
        { ...base, log, ...portsNow() },
        { documentId: document.id, requestId: 'r' },
      );
      const after = await reread(ctx, document.id);
      const report = await verifyPdf(await base.storage.getBytes(after.sealedSha256!));
      const [event] = await sealedEvents(base, document.id);
      levels.push([
        outcome,
        after.sealProfile,
        report.intact,
        report.signatures[0]!.profile,
        event!.payload.seal_profile,
      ]);
    }
    await pki.close();
    expect(levels).toEqual([
      ['sealed', 'PAdES-B-LT', true, 'PAdES-B-LT', 'PAdES-B-LT'],
      ['sealed below level', 'PAdES-B-T', true, 'PAdES-B-T', 'PAdES-B-T'],
    ]);
    expect(warnings).toEqual([expect.objectContaining({ reason: expect.stringMatching(/answered 503/) })]);
  });

  test('test documents are sealed with the test certificate, whatever key is configured', async () => {
    const base = await testBase();
    const ctx = await testCtx(base, 'test');
    const document = await completed(ctx);
    await sealDocument({ ...base, ...portsOf(base) }, { documentId: document.id, requestId: 'r' });
    const sealed = await base.storage.getBytes((await reread(ctx, document.id)).sealedSha256!);
    expect((await verifyPdf(sealed)).signatures[0]!.signerSubject).toMatch(/TEST/);
  });

  test('the blob sweep removes unreferenced blobs, and never one that a document needs', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await completed(ctx);
    await sealDocument({ ...base, ...portsOf(base) }, { documentId: document.id, requestId: 'r' });
    await findDownload({ ...ctx, storage: base.storage }, encodeId('doc', document.id), 'certificate');
    const orphan = await base.storage.putBytes(Buffer.from('nobody names me'));
    const sweepTime = new Date(Date.now() + 3 * 86_400_000);
    sweepTime.setUTCHours(3, 5);
    const swept = await collectBlobs({ ...base, now: () => sweepTime }, { requestId: 'r' });
    expect(swept.blobs).toBe(1);
    expect(await base.storage.stat(orphan.sha256)).toBeNull();
    const { originalSha256, sealedSha256, certificateSha256 } = await reread(ctx, document.id);
    for (const sha256 of [originalSha256, sealedSha256, certificateSha256])
      expect(await base.storage.stat(sha256!)).not.toBeNull();
  });

  test('the blob sweep keeps a blob that is stored again during the sweep', async () => {
    const base = await testBase();
    const bytes = Buffer.from('an old unreferenced blob, and the next upload');
    const { sha256 } = await base.storage.putBytes(bytes);
    const sweepTime = new Date();
    sweepTime.setUTCHours(3, 5);
    const listed = new Date(sweepTime.getTime() - 3 * 86_400_000);
    const storage = {
      ...base.storage,
      list: async function* () {
        yield { sha256, modifiedAt: listed };
        await base.storage.putBytes(bytes);
      },
    };
    const swept = await collectBlobs({ ...base, storage, now: () => sweepTime }, { requestId: 'r' });
    expect(swept.blobs).toBe(0);
    expect(await base.storage.stat(sha256)).not.toBeNull();
  });
});
