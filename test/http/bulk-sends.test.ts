/** /v1/bulk-sends: every operation by status (docs/spec/interface.md, Bulk sends; docs/spec/decisions.md, section 5). */
import { BulkOutcomes, BulkSendOut } from '@countersign/contract/bulk-send';
import { inspectPdf } from '@countersign/pdf/inspect';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { makeTemplate, oneSigner, rowsFor, startBulkWorker, untilStatus } from '../support/bulk.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let mine: TestWorkspace;
let other: TestWorkspace;
let template: string;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  other = await api.createTestWorkspace();
  template = await makeTemplate(mine.live);
  await startBulkWorker(api.deps);
});

async function create(rows: unknown[], extra: object = {}, client: Client = mine.live): Promise<BulkSendOut> {
  const created = await client.post('/v1/bulk-sends', { template_id: template, rows, ...extra });
  expect(created.status).toBe(201);
  return BulkSendOut.parse(created.body);
}

/** For superagent: the body as bytes. */
function bytes(response: Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .once('end', () => done(null, Buffer.concat(chunks)));
}

const absent = '01900000-0000-7000-8000-000000000000';

const operations: Array<[string, (client: Client, id: string) => PromiseLike<Response>]> = [
  ['GET', (client, id) => client.get(`/v1/bulk-sends/${id}`)],
  ['dispatch', (client, id) => client.post(`/v1/bulk-sends/${id}/dispatch`)],
  ['cancel', (client, id) => client.post(`/v1/bulk-sends/${id}/cancel`)],
  ['retry-failed', (client, id) => client.post(`/v1/bulk-sends/${id}/retry-failed`)],
  ['outcomes', (client, id) => client.get(`/v1/bulk-sends/${id}/outcomes`)],
  ['rows.csv', (client, id) => client.get(`/v1/bulk-sends/${id}/rows.csv`)],
  ['preview.pdf', (client, id) => client.get(`/v1/bulk-sends/${id}/rows/1/preview.pdf`)],
  ['answers.csv', (client, id) => client.get(`/v1/bulk-sends/${id}/answers.csv`)],
  ['evidence.tar', (client, id) => client.get(`/v1/bulk-sends/${id}/evidence.tar`)],
];
describe.each(operations)('%s of one bulk send', (_name, call) => {
  test('401 without a key; 404 for another workspace, the other mode, a malformed and an unknown id', async () => {
    const { id } = await create(rowsFor(1));
    expectProblem(await call(api.anonymous, id), 'unauthenticated');
    for (const [client, one] of [
      [other.live, id],
      [mine.test, id],
      [mine.live, 'nonsense'],
      [mine.live, absent],
    ] as const)
      expectProblem(await call(client, one), 'not-found');
  });
});

describe('POST /v1/bulk-sends', () => {
  test('201: ready when all rows are valid, with its rows in order', async () => {
    const made = await create(rowsFor(3), { source_filename: 'tenants.csv' });
    expect(made).toMatchObject({
      template_id: template,
      mode: 'live',
      status: 'ready',
      row_count: 3,
      sent_count: 0,
      failed_count: 0,
      canceled_count: 0,
      review_flagged: false,
      source_filename: 'tenants.csv',
      dispatched_at: null,
      finished_at: null,
    });
    expect(made.rows!.map((row) => [row.row_no, row.status, row.recipients[0]!.email])).toEqual([
      [1, 'queued', 'r1@example.test'],
      [2, 'queued', 'r2@example.test'],
      [3, 'queued', 'r3@example.test'],
    ]);
    expect((await mine.live.get(`/v1/bulk-sends/${made.id}`)).body).toEqual(made);
  });

  test('201: invalid when a row is not valid, with an error for each such row', async () => {
    const [good] = rowsFor(1);
    const ada = { name: 'Ada', email: 'ada@example.test' };
    const made = await create([
      good,
      { recipients: [{ name: 'Ada', email: 'nobody' }] },
      { recipients: [{ email: 'ada@example.test' }] },
      { recipients: [ada, ada] },
      { recipients: [ada], form_values: { color: 'red' } },
      { recipients: [ada], form_values: { city: 'far too long a name' } },
      { recipients: [ada], form_values: { 1: 'Porto', rent: 'cheap' } },
      { recipients: [{ ...ada, auth_level: 'passkey' }] },
      { recipients: [{ ...ada, auth_level: 'otp' }] },
    ]);
    expect(made).toMatchObject({ status: 'invalid', row_count: 9, invalid_count: 7 });
    expect(made.rows!.map((row) => row.error)).toEqual([
      null,
      'recipients.0.email: not a valid email address',
      'recipients.0.name: a name is required',
      'recipients: expected 1, one for each placeholder of the template, but got 2',
      'form_values.color: the template has no such field',
      expect.stringMatching(/^form_values\.city: .*10/),
      expect.stringMatching(/^form_values\.rent: /),
      expect.stringMatching(/^recipients\.0\.auth_level: auth-level-unavailable: .*passkey/),
      null,
    ]);
    expect(new Set(made.rows!.map((row) => row.status))).toEqual(new Set(['queued', 'invalid']));
  });

  test('201: a row whose document could not be sent is invalid before any email is sent', async () => {
    const strict = await makeTemplate(mine.live, {
      fields: oneSigner.fields.map((field) =>
        'name' in field && field.name === 'rent' ? { ...field, required: true } : field,
      ),
    });
    const [row] = rowsFor(1);
    const made = await create([row, { ...row, form_values: { city: 'Porto' } }], { template_id: strict });
    expect(made).toMatchObject({ status: 'invalid', invalid_count: 1 });
    expect(made.rows!.map(({ error }) => error)).toEqual([
      null,
      'not-sendable: Field 2 (rent) is required and read-only but has no value.',
    ]);
  });

  test('422 for other bodies, 404 for an unknown template; nothing is created', async () => {
    const before = (await mine.live.get('/v1/bulk-sends')).body.total;
    const post = (body: object) => mine.live.post('/v1/bulk-sends', body);
    expect(issuesOf(await post({}))).toEqual(['body.template_id missing', 'body.rows missing']);
    expect(issuesOf(await post({ template_id: template, rows: [] }))).toEqual(['body.rows too_short']);
    expect(
      issuesOf(
        await post({
          template_id: template,
          rows: [...rowsFor(1), { recipients: 'Ada' }, { recipients: [], form_values: { city: 1 } }],
        }),
      ),
    ).toEqual(['body.rows.1.recipients list_type', 'body.rows.2.form_values.city string_type']);
    const nul = { recipients: [{ name: 'A\u0000', email: 'a@example.test' }, { more: [{ '\u0000': 1 }] }] };
    expect(issuesOf(await post({ template_id: template, rows: [nul] }))).toEqual([
      'body.rows.0.recipients.0.name value_error',
      'body.rows.0.recipients.1.more value_error',
    ]);
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
    expect(issuesOf(await post({ template_id: template, rows: [{ recipients: [{ deep }] }] }))).toEqual([
      'body.rows.0.recipients.0.deep value_error',
    ]);
    const badKey = { ...rowsFor(1)[0], form_values: { '\u0000': 'x' } };
    expect(issuesOf(await post({ template_id: template, rows: [badKey] }))).toEqual([
      'body.rows.0.form_values value_error',
    ]);
    for (const id of ['tpl_1', template.replace(/.$/, template.endsWith('0') ? '1' : '0')])
      expectProblem(await post({ template_id: id, rows: rowsFor(1) }), 'not-found');
    const asText = await mine.live.post('/v1/bulk-sends').type('text/plain').send('a');
    expect(expectProblem(asText, 'unsupported-media-type').detail).toBe(
      'Send the body as application/json, text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet or multipart/form-data.',
    );
    expectProblem(
      await other.live.post('/v1/bulk-sends', { template_id: template, rows: rowsFor(1) }),
      'not-found',
    );
    expectProblem(await api.anonymous.post('/v1/bulk-sends', {}), 'unauthenticated');
    expect((await mine.live.get('/v1/bulk-sends')).body.total).toBe(before);
  });

  test('a body of more than 1 MiB is accepted, and a bulk send above the daily threshold is flagged', async () => {
    const workspace = await api.createTestWorkspace();
    const lease = await makeTemplate(workspace.live);
    const post = (count: number) =>
      workspace.live.post('/v1/bulk-sends', {
        template_id: lease,
        rows: rowsFor(count).map((row) => ({ ...row, form_values: { city: 'x'.repeat(10), rent: '1' } })),
      });
    expect((await post(1990)).body).toMatchObject({ review_flagged: false, row_count: 1990 });
    expect((await post(10)).body).toMatchObject({ review_flagged: false });
    expect((await post(1)).body).toMatchObject({ review_flagged: true, status: 'ready' });
    const large = await post(9000);
    expect([large.status, large.body.row_count, large.body.review_flagged]).toEqual([201, 9000, true]);
    const table = (await workspace.live.get(`/v1/bulk-sends/${large.body.id}/rows.csv`)).text.trim();
    const numbers = table.split('\r\n').map((line) => line.split(',')[0]);
    expect(numbers).toEqual(['row_no', ...Array.from({ length: 9000 }, (_, at) => String(at + 1))]);
  });

  test('two requests with one Idempotency-Key create one bulk send; another CSV is refused', async () => {
    const workspace = await api.createTestWorkspace();
    const lease = await makeTemplate(workspace.live);
    const body = { template_id: lease, rows: rowsFor(2) };
    const once = () => workspace.live.post('/v1/bulk-sends', body).set('Idempotency-Key', 'a');
    expect((await once()).body).toEqual((await once()).body);
    const upload = (csv: string) =>
      workspace.live
        .post(`/v1/bulk-sends?template_id=${lease}`)
        .set('Idempotency-Key', 'b')
        .type('text/csv')
        .send(csv);
    const first = await upload('name,email\nAda,a@example.test\n');
    expect((await upload('name,email\nAda,a@example.test\n')).body.id).toBe(first.body.id);
    expectProblem(await upload('name,email\nBob,b@example.test\n'), 'idempotency-key-reused');
    expect((await workspace.live.get('/v1/bulk-sends')).body.total).toBe(2);
  });
});

describe('preview of a row', () => {
  const preview = (id: string, row: number | string) =>
    mine.live.get(`/v1/bulk-sends/${id}/rows/${row}/preview.pdf`);

  test('200: the PDF with the values of the row, marked as a preview; the samples name rows worth a look', async () => {
    const rows = rowsFor(4);
    rows[0]!.recipients[0]!.email = 'nobody';
    rows[2]!.form_values.city = 'Vila Nova';
    const send = await create(rows);
    expect(send.sample_rows).toEqual([
      { row_no: 2, reason: 'first' },
      { row_no: 4, reason: 'last' },
      { row_no: 3, reason: 'longest', field: 'city' },
      { row_no: 2, reason: 'longest', field: 'rent' },
    ]);
    const answer = await preview(send.id, 3).buffer(true).parse(bytes);
    expect([answer.status, answer.type]).toEqual([200, 'application/pdf']);
    expect(answer.headers['content-disposition']).toContain('Lease (preview of row 3).pdf');
    const texts = ['Vila Nova', '1002', 'PREVIEW, NOT SIGNED', 'Porto'];
    const anchors = texts.map((text) => ({ text, occurrence: 1, page: null }));
    const search = { anchors, fieldsFrom: null, hide: false };
    const inspected = await inspectPdf(answer.body as Buffer, { search });
    if (!inspected.ok) throw new Error(inspected.detail);
    expect(inspected.search!.anchors.map(({ found }) => found !== null)).toEqual([true, true, true, false]);
    expect((await mine.live.get('/v1/bulk-sends')).body.items[0].sample_rows).toEqual(send.sample_rows);
  });

  test('422 for an invalid row, with its error; 404 for a row that does not exist', async () => {
    const rows = rowsFor(2);
    rows[1]!.form_values.city = 'far too long a name';
    const { id } = await create(rows);
    const refused = await preview(id, 2);
    expectProblem(refused, 'bulk-row-invalid');
    expect(refused.body.detail).toMatch(/^Row 2 cannot be sent: form_values\.city: /);
    for (const row of [3, 0, '1e3', '1.5', '99999999999']) expectProblem(await preview(id, row), 'not-found');
    // A row that was valid when it was stored.
    await api.deps.db.bulkRow.updateMany({
      where: { bulkSendId: id, rowNo: 1 },
      data: { formValues: { rent: 'a thousand' } },
    });
    expect(expectProblem(await preview(id, 1), 'bulk-row-invalid').detail).toMatch(
      /^Row 1 cannot be sent: form_values\.rent: /,
    );
  });
});

test('rows.csv has columns for at most 2,000 keys of metadata', async () => {
  const keysOf = (row: number) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${row * 50 + at}`, 'x']));
  const { id } = await create(rowsFor(41).map((row, at) => ({ ...row, metadata: keysOf(at) })));
  const [head] = (await mine.live.get(`/v1/bulk-sends/${id}/rows.csv`)).text.split('\r\n');
  const columns = head!.split(',').filter((name) => name.startsWith('meta_'));
  expect(columns).toEqual(Array.from({ length: 2000 }, (_, at) => `meta_k${at}`));
});

describe('list and get', () => {
  test("200: bulk sends of the key's mode, newest first, without rows, in pages", async () => {
    const workspace = await api.createTestWorkspace();
    const lease = await makeTemplate(workspace.live);
    const make = async (client: Client) =>
      (await client.post('/v1/bulk-sends', { template_id: lease, rows: rowsFor(1) })).body.id;
    const ids = [await make(workspace.live), await make(workspace.live), await make(workspace.live)];
    await make(workspace.test);
    const page = (await workspace.live.get('/v1/bulk-sends?limit=2&offset=1')).body;
    expect(page).toMatchObject({ total: 3, limit: 2, offset: 1 });
    expect(page.items.map((item: BulkSendOut) => [item.id, item.rows])).toEqual([
      [ids[1], null],
      [ids[0], null],
    ]);
    expect((await workspace.test.get('/v1/bulk-sends')).body).toMatchObject({
      total: 1,
      limit: 50,
      offset: 0,
    });
    expect(issuesOf(await workspace.live.get('/v1/bulk-sends?limit=201&offset=-1'))).toEqual([
      'query.limit less_than_equal',
      'query.offset greater_than_equal',
    ]);
  });

  test('200: rows by page and by status; 422 for an unknown status', async () => {
    const rows = rowsFor(5).map((row, at) => (at % 2 === 1 ? { ...row, recipients: [] } : row));
    const { id } = await create(rows);
    const numbers = async (query: string) =>
      (await mine.live.get(`/v1/bulk-sends/${id}${query}`)).body.rows.map(
        (row: { row_no: number }) => row.row_no,
      );
    expect(await numbers('')).toEqual([1, 2, 3, 4, 5]);
    expect(await numbers('?rows_limit=2&rows_after=1')).toEqual([2, 3]);
    expect(await numbers('?status=invalid')).toEqual([2, 4]);
    expect(await numbers('?status=queued&rows_after=1')).toEqual([3, 5]);
    expect(await numbers('?status=sent')).toEqual([]);
    expect(await numbers('?rows_limit=0')).toEqual([]);
    expect(issuesOf(await mine.live.get(`/v1/bulk-sends/${id}?status=lost&rows_limit=1001`))).toEqual([
      'query.status enum',
      'query.rows_limit less_than_equal',
    ]);
  });
});

describe('dispatch', () => {
  test('202: every row becomes the same document as use and send create', async () => {
    const { id } = await create(rowsFor(3, 'sent'));
    const dispatched = await mine.live.post(`/v1/bulk-sends/${id}/dispatch`);
    expect(dispatched.status).toBe(202);
    expect(BulkSendOut.parse(dispatched.body)).toMatchObject({
      status: 'dispatching',
      dispatched_at: api.clock.now().toISOString(),
    });
    const done = await untilStatus(mine.live, id, 'done');
    expect(done).toMatchObject({ sent_count: 3, failed_count: 0 });
    expect(done.finished_at).not.toBeNull();

    const row = done.rows![1]!;
    expect(row).toMatchObject({ status: 'sent', delivery_state: 'sent', error: null });
    const document = (await mine.live.get(`/v1/documents/${row.document_id}`)).body;
    const used = (
      await mine.live.post(`/v1/templates/${template}/use`, {
        recipients: rowsFor(2, 'sent')[1]!.recipients,
        form_values: rowsFor(2)[1]!.form_values,
      })
    ).body;
    await mine.live.post(`/v1/documents/${used.id}/send`);
    const single = (await mine.live.get(`/v1/documents/${used.id}`)).body;
    expect([document.bulk_send_id, single.bulk_send_id]).toEqual([id, null]);
    expect(withoutIds({ ...document, bulk_send_id: null })).toEqual(withoutIds(single));
    const listed = (await mine.live.get(`/v1/documents?bulk_send_id=${id}`)).body;
    expect(listed.total).toBe(3);
    expect((await mine.live.get(`/v1/documents?bulk_send_id=none&search=sent2%40example`)).body.total).toBe(
      1,
    );
    const eventsOf = async (one: string) =>
      (await mine.live.get(`/v1/documents/${one}/events`)).body.map(
        (event: { event_type: string; actor: object }) => [event.event_type, event.actor],
      );
    expect(await eventsOf(document.id)).toEqual(await eventsOf(used.id));
    const mails = await api.deps.db.mail.findMany({ where: { toAddress: 'sent2@example.test' } });
    expect(mails.map((mail) => [mail.kind, mail.status])).toEqual([
      ['invitation', 'queued'],
      ['invitation', 'queued'],
    ]);
  });

  test('the outcomes count each document once, and the list filters by them', async () => {
    const { id } = await create(rowsFor(5, 'counted'), {}, mine.test);
    await mine.test.post(`/v1/bulk-sends/${id}/dispatch`).expect(202);
    const { rows } = await untilStatus(mine.test, id, 'done');
    const [signed, bounced, voided, late] = rows!.map((row) => row.document_id!) as [
      string,
      string,
      string,
      string,
    ];
    const signer = async (document: string) =>
      (await mine.test.get(`/v1/documents/${document}`)).body.recipients[0].id;
    await mine.test.post(`/v1/test/documents/${signed}/sign-as/${await signer(signed)}`).expect(200);
    await mine.test.post(`/v1/test/documents/${bounced}/bounce/${await signer(bounced)}`).expect(200);
    await mine.test.post(`/v1/documents/${voided}/void`, { reason: 'Wrong rent' }).expect(200);
    const soon = new Date(api.clock.now().getTime() + 60_000).toISOString();
    await mine.test.patch(`/v1/documents/${late}`, { expires_at: soon }).expect(200);
    await mine.test.post(`/v1/test/documents/${late}/advance-clock`, { seconds: 120 }).expect(200);

    const counts = (await mine.test.get(`/v1/bulk-sends/${id}/outcomes`)).body;
    expect(BulkOutcomes.parse(counts)).toEqual({
      completed: 1,
      waiting: 1,
      bounced: 1,
      declined: 0,
      voided: 1,
      expired: 1,
    });
    const listed = async (query: string) =>
      (await mine.test.get(`/v1/documents?bulk_send_id=${id}&${query}`)).body.items.map(
        (one: { id: string }) => one.id,
      );
    expect(await listed('delivery_problem=true')).toEqual([bounced]);
    expect(await listed('delivery_problem=false&status=sent')).toEqual([rows![4]!.document_id]);
    expectProblem(await mine.test.get('/v1/documents?delivery_problem=maybe'), 'validation');
  });

  test('delivery_state of an overdue document is expired at once, also in rows.csv', async () => {
    const { id } = await create(rowsFor(2, 'overdue'), {}, mine.test);
    await mine.test.post(`/v1/bulk-sends/${id}/dispatch`).expect(202);
    const { rows } = await untilStatus(mine.test, id, 'done');
    const soon = new Date(api.clock.now().getTime() + 60_000).toISOString();
    await mine.test.patch(`/v1/documents/${rows![0]!.document_id}`, { expires_at: soon }).expect(200);
    api.clock.advance(60_000);
    const shown = BulkSendOut.parse((await mine.test.get(`/v1/bulk-sends/${id}`)).body);
    expect(shown.rows!.map((row) => row.delivery_state)).toEqual(['expired', 'sent']);
    const [, ...lines] = (await mine.test.get(`/v1/bulk-sends/${id}/rows.csv`)).text.trim().split('\r\n');
    expect(lines.map((line) => line.split(',')[4])).toEqual(['expired', 'sent']);
  });

  test('answers.csv has the values of each document by your own id, without active formulas, and continues after a row', async () => {
    const place = { page: 1, w: 0.3, h: 0.04, recipient_index: 0 };
    const form = await mine.test.post('/v1/templates', {
      name: 'Form',
      pdf_base64: Buffer.from(await samplePdf(1, 'form')).toString('base64'),
      recipients: [{ name: 'Tenant', email: 'tenant@example.test' }],
      fields: [
        { ...place, type: 'signature', x: 0.1, y: 0.8, name: 'signature' },
        { ...place, type: 'text', x: 0.1, y: 0.6, name: 'city', required: false },
        { ...place, type: 'text', x: 0.1, y: 0.5, name: 'status', required: false },
        { ...place, type: 'text', x: 0.1, y: 0.4, name: 'rent', read_only: true, prefill_value: '700' },
      ],
    });
    expect(form.status).toBe(201);
    const row = (number: number) => ({
      recipients: [{ name: 'Ada', email: `ada${number}@answers.test` }],
      external_id: `flat-${number}`,
      metadata: { house: 'A' },
    });
    const made = await mine.test.post('/v1/bulk-sends', {
      template_id: form.body.id,
      rows: [1, 2, 3].map(row),
    });
    await mine.test.post(`/v1/bulk-sends/${made.body.id}/dispatch`).expect(202);
    const { rows } = await untilStatus(mine.test, made.body.id, 'done');
    const document = (await mine.test.get(`/v1/documents/${rows![1]!.document_id}`)).body;
    const idOf = (name: string) => document.fields.find((field: { name: string }) => field.name === name).id;
    const values = { [idOf('city')]: '=1+1', [idOf('status')]: 'new, "clean"' };
    const url = `/v1/test/documents/${document.id}/sign-as/${document.recipients[0].id}`;
    await mine.test.post(url, { values }).expect(200);

    const answer = await mine.test.get(`/v1/bulk-sends/${made.body.id}/answers.csv`);
    expect(answer.headers['content-disposition']).toContain('(answers).csv');
    const [head, first, second, third, end] = answer.text.split('\r\n');
    expect(head).toBe(
      'row_no,external_id,document_id,status,sent_at,completed_at,sealed_sha256,meta_house,city,field_status,rent',
    );
    expect(first).toMatch(/^1,flat-1,doc_\w+,sent,[\d:.TZ-]+,,,A,,,700$/);
    expect(second).toMatch(
      /^2,flat-2,doc_\w+,completed,[\d:.TZ-]+,[\d:.TZ-]+,\w*,A,'=1\+1,"new, ""clean""",700$/,
    );
    expect([third?.startsWith('3,flat-3,'), end]).toEqual([true, '']);
    const rest = await mine.test.get(`/v1/bulk-sends/${made.body.id}/answers.csv?rows_after=2`);
    expect(rest.text.split('\r\n')).toEqual([head, third, '']);
  });

  test('409: a second dispatch, concurrent or later, with the current and the allowed status', async () => {
    const { id } = await create(rowsFor(1));
    const both = await Promise.all([
      mine.live.post(`/v1/bulk-sends/${id}/dispatch`),
      mine.live.post(`/v1/bulk-sends/${id}/dispatch`),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual([202, 409]);
    await untilStatus(mine.live, id, 'done');
    const late = await mine.live.post(`/v1/bulk-sends/${id}/dispatch`);
    expect(expectProblem(late, 'bulk-send-state')).toMatchObject({ current: 'done', allowed: ['ready'] });
    expect((await mine.live.get(`/v1/bulk-sends/${id}`)).body.sent_count).toBe(1);
  });

  test('409 for an invalid bulk send without skip_invalid, and when no valid row is left', async () => {
    const bad = { recipients: [] };
    const { id } = await create([bad, ...rowsFor(2), bad]);
    const refused = await mine.live.post(`/v1/bulk-sends/${id}/dispatch`);
    expect(expectProblem(refused, 'bulk-send-state')).toMatchObject({
      current: 'invalid',
      allowed: ['ready'],
    });
    expect((await mine.live.post(`/v1/bulk-sends/${id}/dispatch?skip_invalid=true`)).status).toBe(202);
    const done = await untilStatus(mine.live, id, 'done');
    expect(done).toMatchObject({ row_count: 4, sent_count: 2, failed_count: 0, invalid_count: 2 });
    expect(done.rows!.map((row) => row.status)).toEqual(['invalid', 'sent', 'sent', 'invalid']);
    const none = await create([bad]);
    const empty = await mine.live.post(`/v1/bulk-sends/${none.id}/dispatch?skip_invalid=true`);
    expectProblem(empty, 'bulk-send-state');
    expect(issuesOf(await mine.live.post(`/v1/bulk-sends/${id}/dispatch?skip_invalid=maybe`))).toEqual([
      'query.skip_invalid enum',
    ]);
  });

  /** When the waiting job of a bulk send runs. */
  async function nextSlice(id: string): Promise<Date | null> {
    const [job] = await api.deps.db.$queryRaw<Array<{ at: Date }>>`
      SELECT start_after AS at FROM pgboss.job
      WHERE name = 'bulk-send.dispatch' AND state = 'created' AND data->>'bulk_send_id' = ${id} AND start_after > now()`;
    return job?.at ?? null;
  }

  test('202 for a later start: no row is sent before, and cancel stops all of them', async () => {
    const { id } = await create(rowsFor(2));
    const dispatch_at = new Date(Date.now() + 3_600_000).toISOString();
    const planned = await mine.live.post(`/v1/bulk-sends/${id}/dispatch`, { dispatch_at });
    expect(planned.status).toBe(202);
    expect(BulkSendOut.parse(planned.body)).toMatchObject({
      status: 'dispatching',
      dispatch_at,
      sending_window: null,
    });
    expect((await nextSlice(id))!.toISOString()).toBe(dispatch_at);
    const canceled = await mine.live.post(`/v1/bulk-sends/${id}/cancel`);
    expect(canceled.body).toMatchObject({ status: 'canceled', sent_count: 0, canceled_count: 2 });
    // A start in the past means now.
    const other = await create(rowsFor(1));
    await mine.live.post(`/v1/bulk-sends/${other.id}/dispatch`, { dispatch_at: '2020-01-01T00:00:00Z' });
    expect(await untilStatus(mine.live, other.id, 'done')).toMatchObject({ dispatch_at: null });
  });

  test('202 with a sending window: the rows wait until it opens', async () => {
    const { id } = await create(rowsFor(2));
    // The clock of the service stands still, so the window is the same however long the test takes.
    const now = api.clock.now().getTime();
    const time = (hours: number) => new Date(now + hours * 3_600_000).toISOString().slice(11, 16);
    const sending_window = { from: time(2), until: time(4), time_zone: 'UTC' };
    const opensInMs = 2 * 3_600_000 - (now % 60_000);
    const dispatched = Date.now();
    await mine.live.post(`/v1/bulk-sends/${id}/dispatch`, { sending_window });
    await until(async () => (await nextSlice(id)) !== null, 'the job to wait for the window');
    const opens = (await nextSlice(id))!.getTime();
    expect(opens).toBeGreaterThanOrEqual(dispatched + opensInMs);
    expect(opens).toBeLessThanOrEqual(Date.now() + opensInMs);
    const { body } = await mine.live.get(`/v1/bulk-sends/${id}`);
    expect(body).toMatchObject({ status: 'dispatching', sent_count: 0, sending_window });
    await mine.live.post(`/v1/bulk-sends/${id}/cancel`);
    const open = await create(rowsFor(1));
    await mine.live.post(`/v1/bulk-sends/${open.id}/dispatch`, {
      sending_window: { from: time(-2), until: time(2), time_zone: 'UTC' },
    });
    expect(await untilStatus(mine.live, open.id, 'done')).toMatchObject({ sent_count: 1 });
  });

  test('422 for a start more than a year ahead and for invalid windows', async () => {
    const { id } = await create(rowsFor(1));
    const dispatch = async (body: object) =>
      issuesOf(await mine.live.post(`/v1/bulk-sends/${id}/dispatch`, body));
    const hours = { from: '09:00', until: '17:00', time_zone: 'Europe/Berlin' };
    const latest = api.clock.now().getTime() + 366 * 86_400_000;
    const tooLate = new Date(latest + 1).toISOString();
    expect(await dispatch({ dispatch_at: tooLate })).toEqual(['body.dispatch_at value_error']);
    expect(await dispatch({ dispatch_at: 'tomorrow' })).toHaveLength(1);
    expect(await dispatch({ sending_window: { ...hours, until: '09:00' } })).toEqual([
      'body.sending_window.until value_error',
    ]);
    expect(await dispatch({ sending_window: { ...hours, from: '9:00' } })).toEqual([
      'body.sending_window.from string_pattern_mismatch',
    ]);
    expect(await dispatch({ sending_window: { ...hours, time_zone: 'Berlin' } })).toEqual([
      'body.sending_window.time_zone value_error',
    ]);
    expect((await mine.live.get(`/v1/bulk-sends/${id}`)).body.status).toBe('ready');
    const planned = { dispatch_at: new Date(latest).toISOString() };
    expect((await mine.live.post(`/v1/bulk-sends/${id}/dispatch`, planned)).status).toBe(202);
    await mine.live.post(`/v1/bulk-sends/${id}/cancel`);
  });

  test('later changes or deletion of the template have no effect', async () => {
    const lease = await makeTemplate(mine.live);
    const { id } = await create(rowsFor(1), { template_id: lease });
    await mine.live.patch(`/v1/templates/${lease}`, { name: 'Other', fields: [] });
    await mine.live.delete(`/v1/templates/${lease}`);
    await mine.live.post(`/v1/bulk-sends/${id}/dispatch`);
    const { rows } = await untilStatus(mine.live, id, 'done');
    const document = (await mine.live.get(`/v1/documents/${rows![0]!.document_id}`)).body;
    expect(document).toMatchObject({ title: 'Lease', status: 'sent' });
    expect(document.fields).toHaveLength(3);
  });
});

describe('cancel', () => {
  const eventsOf = (bulkSendId: string) =>
    api.deps.db.outboxEvent.findMany({ where: { bulkSendId }, select: { type: true, data: true } });

  test('200 before dispatch: no row is sent, and all are reported as canceled', async () => {
    const { id } = await create([...rowsFor(2), { recipients: [] }]);
    const canceled = await mine.live.post(`/v1/bulk-sends/${id}/cancel`);
    expect(canceled.status).toBe(200);
    expect(BulkSendOut.parse(canceled.body)).toMatchObject({
      status: 'canceled',
      canceled_count: 2,
      sent_count: 0,
    });
    expect(canceled.body.finished_at).not.toBeNull();
    expect(canceled.body.rows.map((row: { status: string }) => row.status)).toEqual([
      'canceled',
      'canceled',
      'invalid',
    ]);
    const rowsIn = async (status: string) =>
      (await mine.live.get(`/v1/bulk-sends/${id}?status=${status}`)).body.rows.length;
    expect([await rowsIn('canceled'), await rowsIn('queued'), await rowsIn('invalid')]).toEqual([2, 0, 1]);
    expect(await eventsOf(id)).toEqual([]);
    expectProblem(await mine.live.post(`/v1/bulk-sends/${id}/dispatch?skip_invalid=true`), 'bulk-send-state');
  });

  test('200 while rows wait: an event reports the end, and rows that failed are not counted as canceled', async () => {
    const { id } = await create(rowsFor(3));
    const dispatch_at = new Date(Date.now() + 3_600_000).toISOString();
    await mine.live.post(`/v1/bulk-sends/${id}/dispatch`, { dispatch_at });
    const { db } = api.deps;
    const failed = { status: 'failed', error: 'x' } as const;
    await db.bulkRow.updateMany({ where: { bulkSendId: id, rowNo: 1 }, data: failed });
    await db.bulkSend.update({ where: { id }, data: { failedCount: 1 } });
    const canceled = await mine.live.post(`/v1/bulk-sends/${id}/cancel`);
    const counts = { failed_count: 1, canceled_count: 2, sent_count: 0 };
    expect(canceled.body).toMatchObject({ status: 'canceled', ...counts });
    expect(await eventsOf(id)).toMatchObject([
      { type: 'bulk_send.finished', data: { run: 1, status: 'canceled', ...counts } },
    ]);
  });

  test('409 once it has ended, also for the second of two concurrent requests', async () => {
    const { id } = await create(rowsFor(1));
    const both = await Promise.all([0, 1].map(() => mine.live.post(`/v1/bulk-sends/${id}/cancel`)));
    expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
    const again = await mine.live.post(`/v1/bulk-sends/${id}/cancel`);
    expect(expectProblem(again, 'bulk-send-state')).toMatchObject({
      current: 'canceled',
      allowed: ['draft', 'invalid', 'ready', 'dispatching'],
    });
  });
});

function withoutIds(document: { recipients: object[]; fields: object[]; files: object[] }) {
  const volatile = new Set(['id', 'envelope_id', 'recipient_id', 'created_at', 'sent_at']);
  const strip = (object: object) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !volatile.has(key)));
  return {
    ...strip(document),
    recipients: document.recipients.map(strip),
    fields: document.fields.map(strip),
    files: document.files.map(strip),
  };
}
