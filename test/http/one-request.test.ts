/** POST /v1/documents with the PDF: created, finalized and sent in one request, or nothing (docs/decisions/025-one-request.md). */
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let mine: TestWorkspace;
let pdf: Buffer;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  pdf = Buffer.from(await samplePdf(1, 'one request'));
});

const lease = (more: object = {}) => ({
  title: 'Lease',
  recipients: [{ name: 'Ada', email: 'ada@example.test' }],
  fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.8, w: 0.3, h: 0.06, recipient_index: 0 }],
  ...more,
});

/** A form with the document, unless it is null, and the files. */
function post(document: object | string | null, files: Buffer[] = [pdf], workspace = mine) {
  const sent = workspace.live.post('/v1/documents');
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  if (document !== null) sent.field('document', text);
  for (const file of files)
    sent.attach('file', file, { filename: 'lease.pdf', contentType: 'application/pdf' });
  return sent;
}

/** Everything that a failed request must not leave. */
async function traces(workspace = mine) {
  const { db } = api.deps;
  const where = { workspaceId: workspace.workspaceId };
  const usage = await workspace.live.get('/v1/usage');
  return {
    documents: await db.document.count({ where }),
    events: await db.outboxEvent.count({ where }),
    mails: await db.mail.count({ where }),
    used: usage.body.envelopes.used,
  };
}

/** Checks that the request fails in this step and leaves nothing. */
async function failsIn(
  step: string,
  slug: Parameters<typeof expectProblem>[1],
  send: () => PromiseLike<never>,
) {
  const before = await traces();
  const response = await send();
  expect(expectProblem(response, slug)).toMatchObject({ step });
  expect(await traces()).toEqual(before);
  return response as never as Awaited<ReturnType<typeof post>>;
}
const fails = (step: string, slug: Parameters<typeof expectProblem>[1], send: () => unknown) =>
  failsIn(step, slug, send as () => PromiseLike<never>);

describe('POST /v1/documents as a form', () => {
  test('201: created, finalized and sent in one call; one envelope is counted and one email queued', async () => {
    const workspace = await api.createTestWorkspace();
    const own = { external_id: 'crm-1', metadata: { a: 'b' } };
    const sent = await post(lease({ finalize: true, send: true, ...own }), [pdf], workspace);
    expect([sent.status, sent.body]).toEqual([
      201,
      expect.objectContaining({ status: 'sent', title: 'Lease', size_bytes: pdf.length, ...own }),
    ]);
    expect(sent.body.recipients).toMatchObject([{ status: 'sent', email: 'ada@example.test' }]);
    expect(sent.body.fields).toHaveLength(1);
    expect((await workspace.live.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
      status: 'sent',
    });
    const events = (await workspace.live.get(`/v1/documents/${sent.body.id}/events`)).body;
    expect(events.map((one: { event_type: string }) => one.event_type)).toEqual([
      'envelope.created',
      'envelope.content_finalized',
      'envelope.sent',
      'recipient.link_issued',
    ]);
    expect(await traces(workspace)).toMatchObject({ documents: 1, mails: 1, used: 1 });
    expect((await workspace.live.get('/v1/usage')).body.storage.used_bytes).toBe(pdf.length);
    const original = await workspace.live.get(`/v1/documents/${sent.body.id}/download?version=original`);
    expect(Buffer.compare(original.body, pdf)).toBe(0);
  });

  test('201: send alone also finalizes; finalize alone makes a draft; neither awaits finalize with the PDF in place', async () => {
    expect((await post(lease({ send: true }))).body).toMatchObject({ status: 'sent' });
    expect((await post(lease({ finalize: true }))).body).toMatchObject({ status: 'draft', sent_at: null });
    const uploaded = await post(lease());
    expect([uploaded.status, uploaded.body.status]).toEqual([201, 'awaiting_upload']);
    const finalized = await mine.live.post(`/v1/documents/${uploaded.body.id}/finalize`);
    expect([finalized.status, finalized.body.status]).toEqual([200, 'draft']);
  });

  test('201: the file may come first, and the JSON may be a part with a file name', async () => {
    const sent = await mine.live
      .post('/v1/documents')
      .attach('file', pdf, 'lease.pdf')
      .attach('document', Buffer.from(JSON.stringify(lease({ send: true }))), {
        filename: 'document.json',
        contentType: 'application/json',
      });
    expect([sent.status, sent.body.status]).toEqual([201, 'sent']);
  });

  test('201: JSON with pdf_base64 does the same', async () => {
    const pdf_base64 = pdf.toString('base64');
    const sent = await mine.live.post('/v1/documents', lease({ pdf_base64, finalize: true, send: true }));
    expect([sent.status, sent.body.status]).toEqual([201, 'sent']);
    expect((await mine.live.post('/v1/documents', lease({ pdf_base64 }))).body.status).toBe(
      'awaiting_upload',
    );
  });

  test('401 without a key; other workspaces see nothing of it', async () => {
    const anonymous = await api.anonymous
      .post('/v1/documents')
      .field('document', '{}')
      .attach('file', pdf, 'a.pdf');
    expectProblem(anonymous, 'unauthenticated');
    const sent = await post(lease({ send: true }));
    const other = await api.createTestWorkspace();
    expectProblem(await other.live.get(`/v1/documents/${sent.body.id}`), 'not-found');
  });
});

describe('a failed step leaves nothing', () => {
  test('create: validation, an unavailable level, a taken external id, no JSON', async () => {
    const missing = await fails('create', 'validation', () => post({ send: true }));
    expect(issuesOf(missing)).toEqual(['body.title missing']);
    const recipients = [{ name: 'Ada', email: 'ada@example.test', auth_level: 'passkey' }];
    await fails('create', 'auth-level-unavailable', () => post(lease({ recipients, send: true })));
    const broken = await fails('create', 'validation', () => post('{"title": '));
    expect(issuesOf(broken)).toEqual(['body json_invalid']);
    await post(lease({ external_id: 'taken' }));
    await fails('create', 'external-id-taken', () =>
      post(lease({ external_id: 'taken', unique_external_id: true, send: true })),
    );
  });

  test('upload: no file, too many files, an empty file, a file over the limit or the quota', async () => {
    expect(issuesOf(await fails('upload', 'validation', () => post(lease({ send: true }), [])))).toEqual([
      'body.file missing',
    ]);
    const files = Array.from({ length: 21 }, () => pdf);
    const many = await fails('upload', 'validation', () => post(lease({ send: true }), files));
    expect(issuesOf(many)).toEqual(['body.file value_error']);
    const empty = await fails('upload', 'validation', () => post(lease({ send: true }), [Buffer.alloc(0)]));
    expect(issuesOf(empty)).toEqual(['body.file value_error']);
    await fails('upload', 'validation', () => mine.live.post('/v1/documents', lease({ send: true })));
    const both = lease({ pdf_base64: pdf.toString('base64'), send: true });
    expect(issuesOf(await fails('upload', 'validation', () => post(both)))).toEqual([
      'body.pdf_base64 value_error',
    ]);
    const base64 = lease({ pdf_base64: '***', send: true });
    await fails('upload', 'validation', () => mine.live.post('/v1/documents', base64));

    const small = await startTestApi({ settings: { maxPdfBytes: pdf.length - 1 }, storage: api.storage });
    const large = small
      .as(mine.liveKey)
      .post('/v1/documents')
      .field('document', JSON.stringify(lease({ send: true })))
      .attach('file', pdf, 'lease.pdf');
    await fails('upload', 'payload-too-large', () => large);
    const full = await startTestApi({
      settings: { storageQuotaBytes: pdf.length - 1 },
      storage: api.storage,
    });
    const beyond = full
      .as((await api.createTestWorkspace()).liveKey)
      .post('/v1/documents')
      .field('document', JSON.stringify(lease({ send: true })))
      .attach('file', pdf, 'lease.pdf');
    await fails('upload', 'storage-exhausted', () => beyond);
  });

  test('finalize: a file that is no PDF', async () => {
    const bad = await fails('finalize', 'invalid-pdf', () =>
      post(lease({ finalize: true }), [Buffer.from('not a PDF')]),
    );
    expect(bad.body.reason).toBe('not_a_pdf');
  });

  test('send: no signer, a field on a missing page, an exhausted allowance', async () => {
    await fails('send', 'not-sendable', () => post({ title: 'Lease', send: true }));
    const [field] = lease().fields;
    await fails('send', 'not-sendable', () => post(lease({ fields: [{ ...field, page: 9 }], send: true })));
    const spent = await startTestApi({ settings: { envelopeAllowance: 0 }, storage: api.storage });
    const refused = spent
      .as(mine.liveKey)
      .post('/v1/documents')
      .field('document', JSON.stringify(lease({ send: true })))
      .attach('file', pdf, 'lease.pdf');
    await fails('send', 'allowance-exhausted', () => refused);
  });
});

describe('hostile forms', () => {
  test('422 for a thousand parts, an unknown part, a second document, no boundary; 413 for JSON over 1 MiB', async () => {
    const many = mine.live.post('/v1/documents').field('document', JSON.stringify(lease()));
    for (let at = 0; at < 1000; at += 1) many.field(`part${at}`, 'x');
    expect(issuesOf(await fails('create', 'validation', () => many))).toEqual(['body.part0 extra_forbidden']);
    const twice = () => post(lease()).field('document', '{}');
    expect(issuesOf(await fails('create', 'validation', twice))).toEqual(['body.document value_error']);
    expect(issuesOf(await fails('create', 'validation', () => post(null)))).toEqual([
      'body.document missing',
    ]);
    const bare = () =>
      mine.live.post('/v1/documents').set('Content-Type', 'multipart/form-data').send('hello');
    await fails('upload', 'validation', bare);
    await fails('create', 'payload-too-large', () => post(lease({ message: 'x'.repeat(1_100_000) })));
    const deep = `${'['.repeat(100_000)}`;
    expect(issuesOf(await fails('create', 'validation', () => post(deep)))).toEqual(['body json_invalid']);
    const compressed = () => post(lease()).set('Content-Encoding', 'gzip');
    await fails('upload', 'unsupported-media-type', compressed);
  });

  test('a form that stops in the middle of the file leaves nothing', async () => {
    const before = await traces();
    const { port, hostname } = new URL(api.url);
    const head = [
      'POST /v1/documents HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${mine.liveKey}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 100000',
      '',
      '--x',
      'Content-Disposition: form-data; name="document"',
      '',
      JSON.stringify(lease({ send: true })),
      '--x',
      'Content-Disposition: form-data; name="file"; filename="a.pdf"',
      '',
      '%PDF-1.7',
    ].join('\r\n');
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => socket.once('error', reject).write(head, () => resolve()));
    socket.destroy();
    // The service answers others, and the request has left nothing.
    await until(async () => (await mine.live.get('/v1/me')).status === 200, 'an answer');
    expect(await traces()).toEqual(before);
  });

  test('408: a form that stalls is ended', async () => {
    const stall = await startTestApi({
      storage: api.storage,
      edge: { bodies: { stallMs: 200, checkEveryMs: 20 } },
    });
    const { port, hostname } = new URL(stall.url);
    const socket = connect(Number(port), hostname);
    const answer = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += String(chunk);
      });
      socket.once('close', () => resolve(text));
    });
    socket.on('error', () => undefined);
    socket.write(
      `POST /v1/documents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mine.liveKey}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\n`,
    );
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('Idempotency-Key', () => {
  test('two at once with one key make one document; a repetition gets the same response, another file is 422', async () => {
    const workspace = await api.createTestWorkspace();
    const send = (file = pdf) => post(lease({ send: true }), [file], workspace).set('Idempotency-Key', 'one');
    const answers = await Promise.all([send(), send()]);
    const statuses = answers.map(({ status }) => status).sort();
    // The second one was in progress, or was answered from the first.
    expect([
      [201, 201],
      [201, 409],
    ]).toContainEqual(statuses);
    expect(await traces(workspace)).toMatchObject({ documents: 1, mails: 1, used: 1 });
    const again = await send();
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expectProblem(await send(Buffer.from(await samplePdf(1, 'another'))), 'idempotency-key-reused');
  });
});
