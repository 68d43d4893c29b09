/** Content, finalize and download of a document (docs/spec/interface.md, Documents; docs/spec/decisions.md, sections 1 to 3). */
import { createHash } from 'node:crypto';
import { DocumentOut } from '@countersign/contract/document';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { documentMaker, whole } from '../support/document-maker.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let mine: TestWorkspace;
let pdf: Buffer;
let made: ReturnType<typeof documentMaker>;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  pdf = Buffer.from(await samplePdf(2));
  made = documentMaker({ api, workspace: mine, pdf });
});

describe('content and finalize', () => {
  test('204 and 200: the answer carries hash, size, fields and recipients; repeating finalize changes nothing', async () => {
    const id = await made.create();
    expect((await made.put(mine.live, id)).status).toBe(204);
    const first = await mine.live.post(`/v1/documents/${id}/finalize`);
    const document = DocumentOut.parse(first.body);
    expect(document).toMatchObject({
      id,
      status: 'draft',
      original_sha256: createHash('sha256').update(pdf).digest('hex'),
      size_bytes: pdf.length,
      mode: 'live',
      sealed: false,
      visibility: 'everyone',
      team_id: mine.teamId,
      warnings: [],
    });
    expect(document.recipients[0]).toMatchObject({
      email: 'Ada@Example.test',
      email_normalized: 'ada@example.test',
      status: 'pending',
      role: 'signer',
      auth_level: 'link',
      signing_order: 1,
      envelope_id: id,
    });
    expect(document.fields[0]).toMatchObject({
      envelope_id: id,
      recipient_id: document.recipients[0]!.id,
      required: true,
      read_only: false,
      settings: {},
      value: null,
    });
    expect((await mine.live.post(`/v1/documents/${id}/finalize`)).body).toEqual(first.body);
    const { body: events } = await mine.live.get(`/v1/documents/${id}/events`);
    expect(events).toHaveLength(2);
    expect(events[1].payload).toEqual({
      original_sha256: document.original_sha256,
      size_bytes: pdf.length,
      pages: 2,
    });
  });

  test('409: finalize before the upload; content once finalized', async () => {
    const id = await made.create();
    expectProblem(await mine.live.post(`/v1/documents/${id}/finalize`), 'content-missing');
    await made.put(mine.live, id);
    await mine.live.post(`/v1/documents/${id}/finalize`);
    expect(expectProblem(await made.put(mine.live, id), 'document-state')).toMatchObject({
      current: 'draft',
      allowed: ['awaiting_upload'],
    });
  });

  test('415 and 413: only PDF, at most MAX_PDF_BYTES, whether announced or streamed', async () => {
    const id = await made.create();
    const path = `/v1/documents/${id}/content`;
    expectProblem(
      await mine.live.put(path).set('Content-Type', 'text/plain').send('x'),
      'unsupported-media-type',
    );
    expectProblem(
      await mine.live
        .put(path)
        .set({ 'Content-Type': 'application/pdf', 'Content-Encoding': 'gzip' })
        .send('x'),
      'unsupported-media-type',
    );
    const small = await startTestApi({ settings: { maxPdfBytes: 10_000 }, storage: api.storage });
    const client = small.as(mine.liveKey);
    expectProblem(await made.put(client, id, Buffer.alloc(10_001)), 'payload-too-large');
    const streamed = await fetch(`${small.url}${path}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${mine.liveKey}`, 'Content-Type': 'application/pdf' },
      body: new ReadableStream({
        start(controller) {
          for (let count = 0; count < 20; count += 1) controller.enqueue(new Uint8Array(1000));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect((await streamed.json()).type).toBe('/problems/payload-too-large');
    expect((await made.put(client, id, pdf.subarray(0, 10_000))).status).toBe(204);
  });

  test.each([
    ['plain text', Buffer.from('Hello'), 'not_a_pdf'],
    ['a ZIP file', Buffer.from('PK\u0003\u0004'), 'not_a_pdf'],
    ['an empty body', Buffer.alloc(0), 'not_a_pdf'],
  ])('422: %s is named as the reason, and another upload can be finalized', async (_what, bytes, reason) => {
    const id = await made.create();
    await made.put(mine.live, id, bytes);
    const refused = await mine.live.post(`/v1/documents/${id}/finalize`);
    expect(expectProblem(refused, 'invalid-pdf')).toMatchObject({ reason });
    await made.put(mine.live, id);
    expect((await mine.live.post(`/v1/documents/${id}/finalize`)).status).toBe(200);
  });

  test('422: a certified file, such as one sealed here, is refused by name: what sealing adds is not permitted', async () => {
    const sealed = await mine.live.get(`/v1/documents/${await made.completed(true)}/download`).buffer();
    const id = await made.create();
    await made.put(mine.live, id, sealed.body);
    const refused = await mine.live.post(`/v1/documents/${id}/finalize`);
    expect(expectProblem(refused, 'invalid-pdf')).toMatchObject({ reason: 'certified' });
  });

  test('422: a truncated PDF is refused or repaired, never accepted unchanged', async () => {
    const id = await made.create();
    await made.put(mine.live, id, pdf.subarray(0, 300));
    const refused = await mine.live.post(`/v1/documents/${id}/finalize`);
    expect(expectProblem(refused, 'invalid-pdf').reason).toMatch(/^(damaged|no_pages)$/);
  });
});

describe('download', () => {
  test('200 with ETag, name and ranges; 304, 206 and 416 as HTTP has them', async () => {
    const id = await made.finalized(mine.live, { ...whole, title: 'Übersicht "A/B"' });
    const path = `/v1/documents/${id}/download`;
    const got = await mine.live.get(path).buffer();
    expect(got.status).toBe(200);
    expect(Buffer.compare(got.body, pdf)).toBe(0);
    expect(got.headers).toMatchObject({
      'content-type': 'application/pdf',
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(pdf).digest('hex')}"`,
      'content-length': String(pdf.length),
    });
    expect(got.headers['content-disposition']).toBe(
      `attachment; filename="Ubersicht _A_B_.pdf"; filename*=UTF-8''%C3%9Cbersicht%20%22A_B%22.pdf`,
    );
    expect((await mine.live.get(path).set('If-None-Match', got.headers.etag!)).status).toBe(304);
    const part = await mine.live.get(path).set('Range', 'bytes=5-9').buffer();
    expect([part.status, part.headers['content-range'], Buffer.from(part.body).toString('latin1')]).toEqual([
      206,
      `bytes 5-9/${pdf.length}`,
      pdf.subarray(5, 10).toString('latin1'),
    ]);
    const tail = await mine.live.get(path).set('Range', 'bytes=-7').buffer();
    expect([tail.status, tail.body.length]).toEqual([206, 7]);
    const beyond = await mine.live.get(path).set('Range', `bytes=${pdf.length}-`);
    expectProblem(beyond, 'range-not-satisfiable');
    expect(beyond.headers['content-range']).toBe(`bytes */${pdf.length}`);
    expect((await mine.live.get(path).set('Range', 'bytes=0-1,4-5').buffer()).status).toBe(200);
  });

  test('every response with bytes of the file is a download in the audit trail; all ranges of one viewer are one download', async () => {
    const id = await made.finalized();
    const path = `/v1/documents/${id}/download`;
    const recorded = async () =>
      (await mine.live.get(`/v1/documents/${id}/events`)).body.filter(
        ({ event_type }: { event_type: string }) => event_type === 'envelope.downloaded',
      ).length;
    const ask = (headers: Record<string, string>, client = mine.live) =>
      client.get(path).set(headers).buffer();
    const etag = `"${createHash('sha256').update(pdf).digest('hex')}"`;

    // All but the first byte, and nothing else.
    expect((await ask({ Range: 'bytes=1-' })).body.length).toBe(pdf.length - 1);
    expect(await recorded()).toBe(1);
    for (const Range of ['bytes=0-9', 'bytes=10-19', 'bytes=20-', 'bytes=-7']) await ask({ Range });
    expect((await ask({ Range: 'bytes=5-9', 'If-Range': etag })).status).toBe(206);
    expect(await recorded()).toBe(1);
    const { body: key } = await mine.live.post('/v1/keys', { name: 'Another', mode: 'live' });
    const another = api.as(key.key);
    await Promise.all([1, 2, 3].map(() => ask({ Range: 'bytes=5-9' }, another)));
    expect(await recorded()).toBe(2);
    api.clock.advance(10 * 60_000 - 1);
    await ask({ Range: 'bytes=5-9' });
    expect(await recorded()).toBe(2);
    api.clock.advance(1);
    await ask({ Range: 'bytes=5-9' });
    await ask({ Range: 'bytes=5-9' });
    expect(await recorded()).toBe(3);

    const whole: Array<Record<string, string>> = [
      {},
      { Range: 'bytes=000-' },
      { Range: `bytes=-${pdf.length}` },
      { Range: 'bytes=1-2,4-5' },
      { Range: 'bytes=9-1' },
      { Range: 'pages=1-' },
      { Range: 'bytes=1-', 'If-Range': '"another version"' },
    ];
    for (const [at, headers] of whole.entries()) {
      expect((await ask(headers)).body.length).toBe(pdf.length);
      expect([headers, await recorded()]).toEqual([headers, at + 4]);
    }
    expect((await mine.live.get(path).set('Range', `bytes=${pdf.length}-`)).status).toBe(416);
    expect((await ask({ 'If-None-Match': etag })).status).toBe(304);
    expect(await recorded()).toBe(whole.length + 3);
  });

  test('409: nothing before finalize; not-sealed, with Retry-After only between completion and seal; then sealed and certificate', async () => {
    expectProblem(await mine.live.get(`/v1/documents/${await made.create()}/download`), 'document-state');
    const unsealed = await made.completed(false);
    const early = await mine.live.get(`/v1/documents/${unsealed}/download`);
    expectProblem(early, 'not-sealed');
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);
    expect((await mine.live.get(`/v1/documents/${unsealed}/download?version=original`)).status).toBe(200);
    const open = await made.finalized();
    const tooEarly = await mine.live.get(`/v1/documents/${open}/download?version=sealed`);
    expectProblem(tooEarly, 'not-sealed');
    expect(tooEarly.headers['retry-after']).toBeUndefined();
    await mine.live.post(`/v1/documents/${open}/void`, { reason: 'not needed' });
    const never = await mine.live.get(`/v1/documents/${open}/download?version=sealed`);
    expectProblem(never, 'not-sealed');
    expect(never.headers['retry-after']).toBeUndefined();
    const id = await made.completed(true);
    expect((await mine.live.get(`/v1/documents/${id}`)).body).toMatchObject({
      status: 'completed',
      sealed: true,
      seal_profile: 'PAdES-B-B',
    });
    const sealed = await mine.live.get(`/v1/documents/${id}/download`).buffer();
    const certificate = await mine.live.get(`/v1/documents/${id}/download?version=certificate`).buffer();
    expect(sealed.body.length).toBeGreaterThan(pdf.length);
    expect(Buffer.from(certificate.body.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(issuesOf(await mine.live.get(`/v1/documents/${id}/download?version=signed`))).toEqual([
      'query.version enum',
    ]);
  });
});
