/** Drafts on S3: presigned uploads (docs/spec/decisions.md, section 3). */
import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@countersign/contract/ids';
import { documentUuid } from '@countersign/core/document/lock';
import { collectBlobs } from '@countersign/core/housekeeping/collect-blobs';
import { s3OptionsOf } from '@countersign/storage/open-storage';
import { createS3Storage } from '@countersign/storage/s3-storage';
import { BlobMissingError, StorageUnavailableError } from '@countersign/storage/storage';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem } from '../support/problem.ts';
import { s3Credentials, startTestS3, type TestS3 } from '../support/s3.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let s3: TestS3;
let api: TestApi;
let mine: TestWorkspace;
let pdf: Buffer;

beforeAll(async () => {
  s3 = await startTestS3(await mkdtemp(join(tmpdir(), 'countersign-uploads-')), ['papers']);
  api = await startTestApi({ storage: papers(), settings: { maxPdfBytes: 100_000 } });
  mine = await api.createTestWorkspace();
  pdf = Buffer.from(await samplePdf());
});
afterAll(() => s3.close());

const papers = () => createS3Storage({ ...s3OptionsOf(s3.storageUrl('papers')), credentials: s3Credentials });

interface Draft {
  id: string;
  uploadUrl: string;
  expiresAt: string;
}

async function create(): Promise<Draft> {
  return (await mine.live.post('/v1/documents', { title: 'Lease' })).body as Draft;
}

const upload = (draft: Draft, body: Buffer) =>
  fetch(draft.uploadUrl, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: { 'Content-Type': 'application/pdf' },
  });
const finalize = (draft: Draft) => mine.live.post(`/v1/documents/${draft.id}/finalize`);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const used = async () => (await mine.live.get('/v1/usage')).body.storage.used_bytes as number;
const dayMs = 86_400_000;

describe('a draft on S3', () => {
  test('is uploaded directly to the storage, finalized, and downloaded in ranges', async () => {
    const draft = await create();
    expect(draft.uploadUrl.startsWith(`${s3.url}/papers/uploads/`)).toBe(true);
    expect(Date.parse(draft.expiresAt) - api.deps.now().getTime()).toBe(3_600_000);
    expectProblem(await finalize(draft), 'content-missing');
    const before = await used();
    expect((await upload(draft, pdf)).status).toBe(200);
    const finalized = await finalize(draft);
    expect(await used()).toBe(before + pdf.length);
    // The upload is a blob now.
    const adopted = api.storage.adoptUpload!(documentUuid(draft.id), { maxBytes: 100_000 });
    await expect(adopted).rejects.toThrow(BlobMissingError);
    expect(finalized.body).toMatchObject({
      status: 'draft',
      original_sha256: sha256(pdf),
      size_bytes: pdf.length,
    });
    const part = await mine.live
      .get(`/v1/documents/${draft.id}/download`)
      .set('Range', 'bytes=0-4')
      .buffer(true);
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 0-4/${pdf.length}`);
  });

  test('has an upload URL for at most seven days, because S3 permits no more', async () => {
    const settings = { uploadUrlSeconds: 30 * 86_400 };
    const patient = await startTestApi({ storage: api.storage, settings, clock: api.clock });
    const { expiresAt } = (await patient.as(mine.liveKey).post('/v1/documents', { title: 'Lease' })).body;
    expect(Date.parse(expiresAt) - api.clock.now().getTime()).toBe(7 * dayMs);
  });

  test('keeps its upload while it can be finalized', async () => {
    const draft = await create();
    await upload(draft, pdf);
    const inSixDays = () => new Date(Date.now() + 6 * dayMs);
    await collectBlobs({ ...api.deps, now: inSixDays }, { requestId: 'r' });
    expect((await finalize(draft)).status).toBe(200);
  });

  test('uses the latest upload, direct or through the API', async () => {
    const other = Buffer.concat([pdf, Buffer.from('\n% another\n')]);
    const direct = (draft: Draft, body: Buffer) =>
      mine.live.put(`/v1/documents/${draft.id}/content`).type('application/pdf').send(body);
    const [first, second] = [await create(), await create()];
    await upload(first, pdf);
    expect((await direct(first, other)).status).toBe(204);
    expect((await finalize(first)).body.original_sha256).toBe(sha256(other));
    expect((await direct(second, other)).status).toBe(204);
    await upload(second, pdf);
    expect((await finalize(second)).body.original_sha256).toBe(sha256(pdf));
  });

  test('402 beyond the quota, which refuses no draft whose file was counted before', async () => {
    const full = await startTestApi({ storage: api.storage, settings: { storageQuotaBytes: pdf.length } });
    const { live } = await full.createTestWorkspace();
    const draftOf = async () => (await live.post('/v1/documents', { title: 'Lease' })).body as Draft;
    const [stored, direct] = [await draftOf(), await draftOf()];
    const put = live.put(`/v1/documents/${stored.id}/content`).type('application/pdf').send(pdf);
    expect((await put).status).toBe(204);
    await upload(direct, pdf);
    expectProblem(await live.post(`/v1/documents/${direct.id}/finalize`), 'storage-exhausted');
    expect((await live.post(`/v1/documents/${stored.id}/finalize`)).status).toBe(200);
    expect((await live.get('/v1/usage')).body.storage.used_bytes).toBe(pdf.length);
    await full.close();
  });

  test('counts an upload once, although finalize is repeated after a refusal', async () => {
    const draft = await create();
    const before = await used();
    const broken = Buffer.from('%PDF-1.7 broken');
    await upload(draft, broken);
    for (let call = 0; call < 3; call += 1) expectProblem(await finalize(draft), 'invalid-pdf');
    expect(await used()).toBe(before + broken.length);
    await upload(draft, pdf);
    expect((await finalize(draft)).status).toBe(200);
    expect(await used()).toBe(before + broken.length + pdf.length);
  });

  test('503 if an earlier upload cannot be removed, because finalize would take it instead of the later one', async () => {
    const other = Buffer.concat([pdf, Buffer.from('\n% another\n')]);
    const discardUpload = async () => {
      throw new StorageUnavailableError('away');
    };
    const failing = (await startTestApi({ storage: { ...api.storage, discardUpload } })).as(mine.liveKey);
    const draft = await create();
    await upload(draft, pdf);
    const put = () => failing.put(`/v1/documents/${draft.id}/content`).type('application/pdf').send(other);
    expectProblem(await put(), 'unavailable');
    const add = await failing.post(`/v1/documents/${draft.id}/files`).attach('file', other, 'other.pdf');
    expectProblem(add, 'unavailable');
    expect((await finalize(draft)).body.original_sha256).toBe(sha256(pdf));
  });

  test('413 over MAX_PDF_BYTES and 422 for other files; another upload can follow', async () => {
    const draft = await create();
    await upload(draft, Buffer.alloc(100_001, 'x'));
    expectProblem(await finalize(draft), 'payload-too-large');
    await upload(draft, Buffer.from('no PDF'));
    expectProblem(await finalize(draft), 'invalid-pdf');
    await upload(draft, pdf);
    expect((await finalize(draft)).status).toBe(200);
  });

  test('ignores and later removes uploads after finalize', async () => {
    const draft = await create();
    await upload(draft, pdf);
    await finalize(draft);
    await upload(draft, Buffer.concat([pdf, Buffer.from('\n% late\n')]));
    expect((await finalize(draft)).body.original_sha256).toBe(sha256(pdf));
    const sweepTime = new Date(Date.now() + 30 * 86_400_000);
    sweepTime.setUTCHours(3, 5);
    const swept = await collectBlobs({ ...api.deps, now: () => sweepTime }, { requestId: 'r' });
    expect(swept.uploads).toBeGreaterThan(0);
    expect((await mine.live.get(`/v1/documents/${draft.id}/download`)).status).toBe(200);
  });
});

test('an upload is not removed from the storage of another installation', async () => {
  const storage = papers();
  await storage.writeOwner(newId(), { replace: true });
  const client = (await startTestApi({ storage })).as(mine.liveKey);
  const draft = (await client.post('/v1/documents', { title: 'Lease' })).body as Draft;
  await upload(draft, pdf);
  expect((await client.post(`/v1/documents/${draft.id}/finalize`)).status).toBe(200);
  const kept = await storage.adoptUpload!(documentUuid(draft.id), { maxBytes: 100_000 });
  expect(kept.sizeBytes).toBe(pdf.length);
});

test('503 from /readyz while the bucket cannot be reached', async () => {
  const storage = createS3Storage({
    bucket: 'papers',
    endpoint: 'http://127.0.0.1:1',
    pathStyle: true,
    credentials: s3Credentials,
  });
  const away = await startTestApi({ storage });
  const ready = await away.anonymous.get('/readyz');
  expect(expectProblem(ready, 'unavailable')).toMatchObject({ checks: { database: 'ok', storage: 'away' } });
});
