/** The order in which PDFs are read when many are finalized at once. */
import { CreateDocumentReq } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { openContents } from '@countersign/pdf/testing/hostile-files';
import type { Storage } from '@countersign/storage/storage';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { samplePdf } from '../../../../test/support/sample-pdf.ts';
import type { Ctx } from '../ctx.ts';
import { FairQueue } from '../fair-queue.ts';
import { createDocument } from './create.ts';
import { finalizeDocument } from './finalize.ts';
import { uploadContent } from './upload.ts';

const busy = 'Too many PDFs are being read at once.';

async function draftWithPdf(ctx: Ctx & { storage: Storage }, pdf?: Uint8Array): Promise<string> {
  const { id } = await createDocument(ctx, CreateDocumentReq.parse({ title: 'Agreement' }));
  const bytes = pdf ?? (await samplePdf());
  const publicId = encodeId('doc', id);
  await uploadContent(
    ctx,
    publicId,
    (async function* () {
      yield bytes;
    })(),
  );
  return publicId;
}

/** A storage whose reads wait for `open`, and which reports when they started. */
function pausedStorage(storage: Storage) {
  const gate = Promise.withResolvers<void>();
  const started: Array<() => void> = [];
  let reads = 0;
  return {
    storage: {
      ...storage,
      getBytes: async (sha256: string, options?: { maxBytes?: number }) => {
        reads += 1;
        started.shift()?.();
        await gate.promise;
        return storage.getBytes(sha256, options);
      },
    } as Storage,
    open: gate.resolve,
    get reads() {
      return reads;
    },
    nextRead: () => new Promise<void>((resolve) => started.push(resolve)),
  };
}

async function setUp(limits: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const base = await testBase();
  const inspections = new FairQueue({
    ...{ slots: 2, slotsPerKey: 1, waiting: 10, waitingPerKey: 10, busy },
    ...limits,
  });
  const one = { ...(await testCtx(base)), inspections };
  const other = { ...(await testCtx(base)), inspections };
  return { base, inspections, one, other };
}

test('another workspace is served while one has four files waiting, and a file is read only when its slot is free', async () => {
  const { base, inspections, one, other } = await setUp();
  const slow = pausedStorage(base.storage);
  const drafts = await Promise.all(Array.from({ length: 4 }, () => draftWithPdf(one)));
  const first = slow.nextRead();
  const all = drafts.map((id) => finalizeDocument({ ...one, storage: slow.storage }, id));
  await first;
  const { document } = await finalizeDocument(other, await draftWithPdf(other));
  expect(document.finalizedAt).not.toBeNull();
  expect(inspections.load).toEqual({ running: 1, waiting: 3 });
  expect(slow.reads).toBe(1);
  slow.open();
  expect((await Promise.all(all)).map((each) => each.document.finalizedAt)).not.toContain(null);
  expect(slow.reads).toBe(4);
});

test('a document is inspected once, however many calls finalize it', async () => {
  const { base, inspections, one } = await setUp({ slotsPerKey: 2 });
  const slow = pausedStorage(base.storage);
  const id = await draftWithPdf(one);
  const asked = Promise.withResolvers<void>();
  let asking = 5;
  const run: FairQueue['run'] = (request, work) => {
    asking -= 1;
    if (asking === 0) asked.resolve();
    return inspections.run(request, work);
  };
  const ctx = { ...one, storage: slow.storage, inspections: { run } as FairQueue };
  const calls = Array.from({ length: 5 }, () => finalizeDocument(ctx, id));
  await asked.promise;
  slow.open();
  const answers = await Promise.all(calls);
  expect(slow.reads).toBe(1);
  expect(new Set(answers.map(({ document }) => document.finalizedAt!.getTime())).size).toBe(1);
  expect(inspections.load).toEqual({ running: 0, waiting: 0 });
});

test('a call is dropped when its caller disconnects, and the document can be finalized later', async () => {
  const { base, inspections, one } = await setUp();
  const slow = pausedStorage(base.storage);
  const ctx = { ...one, storage: slow.storage };
  const [running, waiting] = [await draftWithPdf(one), await draftWithPdf(one)];
  const left = [new AbortController(), new AbortController()];
  const started = slow.nextRead();
  const calls = [running, waiting].map((id, at) =>
    finalizeDocument({ ...ctx, signal: left[at]!.signal }, id).catch((error) => error.message),
  );
  await started;
  for (const one of left) one.abort(new Error('gone'));
  expect(await Promise.all(calls)).toEqual(['gone', 'gone']);
  expect(inspections.load.waiting).toBe(0);
  slow.open();
  for (const id of [running, waiting])
    expect((await finalizeDocument(one, id)).document.finalizedAt).not.toBeNull();
  expect(slow.reads).toBe(1);
});

test('calls beyond the waiting limit are refused with Retry-After', async () => {
  const { base, one } = await setUp({ waiting: 1 });
  const slow = pausedStorage(base.storage);
  const ctx = { ...one, storage: slow.storage };
  const drafts = await Promise.all(Array.from({ length: 3 }, () => draftWithPdf(one)));
  const calls = drafts.map((id) => finalizeDocument(ctx, id));
  const outcomes = Promise.allSettled(calls);
  await expect(Promise.race(calls)).rejects.toMatchObject({
    slug: 'unavailable',
    headers: { 'Retry-After': '5' },
  });
  slow.open();
  expect((await outcomes).map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
});

test('a PDF that reaches a limit gets pdf-too-complex with the limit and a remedy', async () => {
  const { one } = await setUp();
  const settings = { ...one.settings, maxPdfDecodedBytes: 1_048_576 };
  const pdf = openContents({ pages: 1, mebibytes: 2 });
  const refused = finalizeDocument({ ...one, settings }, await draftWithPdf(one, pdf));
  await expect(refused).rejects.toMatchObject({
    slug: 'pdf-too-complex',
    message: expect.stringMatching(
      /decodes to more than its limit of 1\d{6} bytes\. Print the PDF to a new file/,
    ),
  });
});
