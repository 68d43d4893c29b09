/** What erasing and exporting promise about files, tested on every storage adapter. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeId } from '@countersign/contract/ids';
import { createFileStorage } from '@countersign/storage/file-storage';
import { s3OptionsOf } from '@countersign/storage/open-storage';
import { createBucket } from '@countersign/storage/s3-bucket';
import { createS3Storage } from '@countersign/storage/s3-storage';
import type { Storage } from '@countersign/storage/storage';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { finalizedDraft, ready, reread, sentDocument } from '../../../../test/support/documents.ts';
import { s3Credentials, startTestS3, type TestS3 } from '../../../../test/support/s3.ts';
import { samplePdf } from '../../../../test/support/sample-pdf.ts';
import { sealedDocument } from '../../../../test/support/sealed-files.ts';
import { newTemplate } from '../../../../test/support/template-input.ts';
import { cancelBulkSend } from '../bulk-send/cancel.ts';
import { createBulkSend } from '../bulk-send/create.ts';
import type { Ctx } from '../ctx.ts';
import { findDownload } from '../document/download.ts';
import { duplicateDocument } from '../document/duplicate.ts';
import type { FullDocument } from '../document/lock.ts';
import { voidDocument } from '../document/void.ts';
import { imagesOf } from '../field/mark-of.ts';
import { collectBlobs } from '../housekeeping/collect-blobs.ts';
import { completeSigning } from '../signing/complete.ts';
import { createTemplate } from '../template/create.ts';
import { deleteTemplate } from '../template/delete.ts';
import { eraseDocument } from './erase-document.ts';
import { exportWorkspace } from './export-workspace.ts';

type Context = TestBase & Ctx;
const request = { keepSealed: false, cause: 'request' } as const;

let s3: TestS3;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-storages-'));
  s3 = await startTestS3(join(folder, 's3'), []);
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

/** Each creates an empty storage. */
const adapters: ReadonlyArray<[string, (name: string) => Promise<Storage>]> = [
  ['a folder', async (name) => createFileStorage({ root: join(folder, name) })],
  [
    'S3',
    async (name) => {
      const options = { ...s3OptionsOf(s3.storageUrl(name)), credentials: s3Credentials };
      await createBucket(options);
      return createS3Storage(options);
    },
  ],
];

/** What is left in the storage after the next blob sweep, more than a day from now. */
async function runNextBlobSweep(base: TestBase): Promise<Set<string>> {
  const sweepTime = new Date(base.now().getTime() + 2 * 86_400_000);
  sweepTime.setUTCHours(3, 5, 0, 0);
  base.clock.advance(sweepTime.getTime() - base.now().getTime());
  await collectBlobs(base, { requestId: 'r' });
  const left = new Set<string>();
  for await (const { sha256 } of base.storage.list()) left.add(sha256);
  return left;
}

async function voidAndErase(ctx: Context, { id }: Pick<FullDocument, 'id'>): Promise<void> {
  await voidDocument(ctx, encodeId('doc', id), { reason: 'Enough' });
  await eraseDocument(ctx, id, request);
}

/** The first recipient signs with this image. Returns the name of the stored blob. */
async function signWith(ctx: Context, document: FullDocument, image: Buffer): Promise<string> {
  const [signer] = document.recipients;
  const field = document.fields.find(({ recipientId }) => recipientId === signer!.id)!;
  const values = { [field.id]: { mode: 'upload' as const, image_base64: image.toString('base64') } };
  await completeSigning(ctx, await ready(ctx, signer!), { values });
  return imagesOf((await reread(ctx, document.id)).fields)[0]!;
}

describe.each(adapters)('on %s', (name, make) => {
  // The tests share a database. Each uses files of its own, so that no other test references them.

  test('the blob sweep after an erasure removes the files that only this document used', async () => {
    const base = { ...(await testBase()), storage: await make('erasing-alone') };
    const ctx = await testCtx(base);
    const { document } = await sealedDocument(ctx, base.folder, await samplePdf(1, `alone on ${name}`));
    await findDownload(ctx, encodeId('doc', document.id), 'certificate');
    const { originalSha256, sealedSha256, certificateSha256 } = await reread(ctx, document.id);
    const files = [originalSha256!, sealedSha256!, certificateSha256!];
    expect(await runNextBlobSweep(base)).toEqual(new Set(files));
    await eraseDocument(ctx, document.id, request);
    for (const sha256 of files) expect(await base.storage.stat(sha256)).not.toBeNull();
    expect(await runNextBlobSweep(base)).toEqual(new Set());
  });

  test('shared bytes stay until the last reference is gone: a copy, a template, another workspace', async () => {
    const base = { ...(await testBase()), storage: await make('erasing-shared') };
    const ctx = await testCtx(base);
    const stranger = await testCtx(base);
    const pdf = await samplePdf(1, `shared on ${name}`);
    const document = await sentDocument(ctx, { title: 'First' }, pdf);
    const shared = document.originalSha256!;
    const copy = await duplicateDocument(ctx, encodeId('doc', document.id), {});
    const elsewhere = await finalizedDraft(stranger, {}, pdf);
    const pdf_base64 = Buffer.from(pdf).toString('base64');
    const recipients = [{ name: 'Reader', email: 'reader@example.test' }];
    const template = await createTemplate(
      ctx,
      newTemplate({ name: 'Lease', pdf_base64, recipients, fields: [] }),
    );
    expect([elsewhere.originalSha256, template.sha256]).toEqual([shared, shared]);

    await voidAndErase(ctx, document);
    expect(await runNextBlobSweep(base)).toContain(shared);
    await eraseDocument(ctx, copy.id, request);
    expect(await runNextBlobSweep(base)).toContain(shared);
    await eraseDocument(stranger, elsewhere.id, request);
    expect(await runNextBlobSweep(base)).toContain(shared);
    expect(Buffer.from(await base.storage.getBytes(shared)).equals(pdf)).toBe(true);
    const templateId = encodeId('tpl', template.id);
    const row = { recipients: [{ name: 'Ada', email: 'ada@example.test' }], form_values: {} };
    const waiting = await createBulkSend(ctx, { templateId, sourceFilename: null, rows: [row] });
    await deleteTemplate(ctx, templateId);
    // Documents can still be created from it.
    expect(await runNextBlobSweep(base)).toContain(shared);
    await cancelBulkSend(ctx, waiting.id);
    expect(await runNextBlobSweep(base)).not.toContain(shared);
  });

  test('the PDF of a deleted template is removed, but not while a call that read the template may be in progress', async () => {
    const base = { ...(await testBase()), storage: await make('deleted-template') };
    const ctx = await testCtx(base);
    const pdf = Buffer.from(await samplePdf(1, `template on ${name}`));
    const template = await createTemplate(
      ctx,
      newTemplate({
        name: 'Lease',
        pdf_base64: pdf.toString('base64'),
        recipients: [],
        fields: [],
      }),
    );
    expect(await runNextBlobSweep(base)).toContain(template.sha256);
    await deleteTemplate(ctx, encodeId('tpl', template.id));
    base.clock.advance(60_000);
    await collectBlobs(base, { requestId: 'r' });
    expect(await base.storage.stat(template.sha256)).not.toBeNull();
    expect(await runNextBlobSweep(base)).not.toContain(template.sha256);
  });

  test('an image that signed two documents is removed with the second', async () => {
    const base = { ...(await testBase()), storage: await make('erasing-pictures') };
    const ctx = await testCtx(base);
    const color = { r: 20, g: name.length, b: 90, alpha: 1 };
    const picture = await sharp({ create: { width: 200, height: 60, channels: 4, background: color } })
      .png()
      .toBuffer();
    const documents = [await sentDocument(ctx), await sentDocument(ctx)];
    const kept = [];
    for (const document of documents) kept.push(await signWith(ctx, document, picture));
    expect(kept[1]).toBe(kept[0]);
    await voidAndErase(ctx, documents[0]!);
    expect(await runNextBlobSweep(base)).toContain(kept[0]);
    await voidAndErase(ctx, documents[1]!);
    expect(await runNextBlobSweep(base)).not.toContain(kept[0]);
  });

  test('an export contains every stored file, and lists missing ones', async () => {
    const base = { ...(await testBase()), storage: await make('exporting') };
    const ctx = await testCtx(base);
    const { document, sealed } = await sealedDocument(ctx, base.folder);
    const large = await finalizedDraft(ctx, {}, await samplePdf(40, 'large'));
    const lost = await finalizedDraft(ctx, {}, await samplePdf(1, 'lost'));
    await base.storage.remove(lost.originalSha256!);
    const { slug } = await base.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
    const out = join(base.folder, 'export');
    const made = await exportWorkspace(base, { slug, folder: out });
    expect(made).toMatchObject({ counts: { documents: 3, blobs: 4 }, missing: { count: 1 } });
    const pathOf = ({ id, createdAt }: FullDocument) =>
      join(out, 'documents', createdAt.toISOString().slice(0, 7), encodeId('doc', id));
    expect((await readFile(join(pathOf(document), 'sealed.pdf'))).equals(sealed)).toBe(true);
    expect(sha256Of(await readFile(join(pathOf(large), 'original.pdf')))).toBe(large.originalSha256);
    expect(made.missing.files).toEqual([expect.stringContaining(`${encodeId('doc', lost.id)}/original.pdf`)]);
    const sums = await readFile(join(out, 'SHA256SUMS'), 'utf8');
    for (const line of sums.trimEnd().split('\n')) {
      const [sum, path] = line.split('  ');
      expect([path, sha256Of(await readFile(join(out, path!)))]).toEqual([path, sum]);
    }
  });
});

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
