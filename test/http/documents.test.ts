/** /v1/documents: every operation by status (docs/spec/interface.md, Documents; docs/spec/decisions.md, sections 1 to 3). */
import { verifyChain } from '@countersign/contract/audit-chain';
import { DocumentAwaitingUpload, DocumentDraftOut, DocumentOut } from '@countersign/contract/document';
import { EventOut } from '@countersign/contract/event';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { documentMaker, people, signature, whole } from '../support/document-maker.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let mine: TestWorkspace;
let other: TestWorkspace;
let made: ReturnType<typeof documentMaker>;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  other = await api.createTestWorkspace();
  made = documentMaker({ api, workspace: mine, pdf: Buffer.from(await samplePdf(2)) });
});

/** Every operation on one document, as a call with any id. */
const operations: Array<[string, (client: Client, id: string) => PromiseLike<request.Response>]> = [
  ['GET', (client, id) => client.get(`/v1/documents/${id}`)],
  ['PATCH', (client, id) => client.patch(`/v1/documents/${id}`, {})],
  ['PUT content', (client, id) => made.put(client, id)],
  ['finalize', (client, id) => client.post(`/v1/documents/${id}/finalize`)],
  ['PUT recipients', (client, id) => client.put(`/v1/documents/${id}/recipients`, people)],
  ['PUT fields', (client, id) => client.put(`/v1/documents/${id}/fields`, [])],
  ['send', (client, id) => client.post(`/v1/documents/${id}/send`)],
  ['void', (client, id) => client.post(`/v1/documents/${id}/void`, { reason: 'x' })],
  ['duplicate', (client, id) => client.post(`/v1/documents/${id}/duplicate`)],
  ['events', (client, id) => client.get(`/v1/documents/${id}/events`)],
  ['download', (client, id) => client.get(`/v1/documents/${id}/download`)],
];

describe.each(operations)('%s of one document', (_name, call) => {
  test('401 without a key', async () => {
    expectProblem(await call(api.anonymous, await made.create()), 'unauthenticated');
  });

  test('404 for another workspace, the other mode, an unknown and a malformed id; nothing changes', async () => {
    const id = await made.create();
    expectProblem(await call(other.live, id), 'not-found');
    expectProblem(await call(mine.test, id), 'not-found');
    expectProblem(await call(mine.live, 'doc_00000000000000000000000000'), 'not-found');
    for (const bad of [
      'doc_1',
      'tpl_00000000000000000000000000',
      '0199a3c0-0000-7000-8000-000000000001',
      'doc_0000000000000000000000000u',
      '%00',
    ])
      expectProblem(await call(mine.live, bad), 'not-found');
    expect((await mine.live.get(`/v1/documents/${id}/events`)).body).toHaveLength(1);
  });
});

describe('POST /v1/documents', () => {
  test('201: the draft with its upload URL; fetching it returns the short form', async () => {
    const created = await mine.live.post('/v1/documents', whole);
    expect(created.status).toBe(201);
    const draft = DocumentDraftOut.parse(created.body);
    expect(draft).toMatchObject({
      status: 'awaiting_upload',
      uploadUrl: expect.stringMatching(`^${api.url}/v1/documents/${draft.id}/content\\?token=`),
    });
    expect(draft.id).toMatch(/^doc_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(Date.parse(draft.expiresAt) - api.deps.now().getTime()).toBeGreaterThan(3_500_000);
    const fetched = await mine.live.get(`/v1/documents/${draft.id}`);
    expect(DocumentAwaitingUpload.strict().parse(fetched.body)).toEqual({
      id: draft.id,
      status: 'awaiting_upload',
      title: 'Lease',
      external_id: null,
      metadata: {},
    });
  });

  test('awaiting_upload is the status of a draft without PDF in every answer', async () => {
    const id = await made.create();
    const path = `/v1/documents/${id}`;
    for (const answer of [
      await mine.live.patch(path, { redirect_url: 'https://example.test/' }),
      await mine.live.put(`${path}/recipients`, people),
      await mine.live.put(`${path}/fields`, []),
    ])
      expect([answer.status, answer.body.status]).toEqual([200, 'awaiting_upload']);
    const listed = (await mine.live.get('/v1/documents?limit=1')).body.items[0];
    expect(DocumentOut.strict().parse(listed)).toMatchObject({ id, status: 'awaiting_upload' });
    await made.put(mine.live, id);
    expect((await mine.live.post(`${path}/finalize`)).body.status).toBe('draft');
  });

  test('201: unknown members are ignored, and only a title is needed', async () => {
    expect((await mine.live.post('/v1/documents', { title: 'T', color: 'red' })).status).toBe(201);
  });

  test('401 without a key', async () => {
    expectProblem(await api.anonymous.post('/v1/documents', whole), 'unauthenticated');
  });

  test.each([' ', '\t\n', '\u200b\u2060', '\u3164'])('422: %j is no title and no name', async (blank) => {
    const refused = await mine.live.post('/v1/documents', {
      title: blank,
      recipients: [{ name: blank, email: 'ada@example.test' }],
    });
    expect(issuesOf(refused)).toEqual(['body.title value_error', 'body.recipients.0.name value_error']);
  });

  test('422: every fault at once, with its place and kind', async () => {
    const refused = await mine.live.post('/v1/documents', {
      title: '',
      recipients: [{ email: 'nobody', name: 'x'.repeat(201), role: 'boss', signing_order: 0 }, { name: 'N' }],
      fields: [
        {
          type: 'stamp',
          page: 0,
          x: -0.1,
          y: 1.1,
          w: 0,
          h: 2,
          recipient_index: -1,
          name: '1st',
          settings: { color: 'red' },
        },
        { ...signature(0), x: 0.9 },
        { ...signature(0), type: 'radio' },
        { ...signature(0), type: 'text', settings: { pattern: '(a' } },
      ],
      expires_at: 'tomorrow',
      reminder_cadence_days: 0,
      redirect_url: 'javascript:alert(1)',
      display_timezone: 'Mars/Olympus',
      visibility: 'nobody',
    });
    expect(issuesOf(refused).toSorted()).toEqual(
      [
        'body.title string_too_short',
        'body.recipients.0.email value_error',
        'body.recipients.0.name string_too_long',
        'body.recipients.0.role enum',
        'body.recipients.0.signing_order greater_than_equal',
        'body.recipients.1.email missing',
        'body.fields.0.type enum',
        'body.fields.0.page greater_than_equal',
        'body.fields.0.x greater_than_equal',
        'body.fields.0.y less_than_equal',
        'body.fields.0.w greater_than',
        'body.fields.0.h less_than_equal',
        'body.fields.0.recipient_index greater_than_equal',
        'body.fields.0.name string_pattern_mismatch',
        'body.fields.0.settings.color extra_forbidden',
        'body.fields.1.w value_error',
        'body.fields.2.settings.options value_error',
        'body.fields.3.settings.pattern value_error',
        'body.expires_at datetime_parsing',
        'body.reminder_cadence_days greater_than_equal',
        'body.redirect_url value_error',
        'body.display_timezone value_error',
        'body.visibility enum',
      ].toSorted(),
    );
  });

  test('422: a date_format that does not print day, month and year, on create and on patch; the message names the position', async () => {
    const refused = "date_format: 'Q' at position 4 is not a token. Example: DD.MM.YYYY.";
    const id = await made.sent();
    for (const answer of [
      await mine.live.post('/v1/documents', { title: 'T', date_format: 'DD.Q.YYYY' }),
      await mine.live.patch(`/v1/documents/${id}`, { date_format: 'DD.Q.YYYY' }),
    ]) {
      expect(issuesOf(answer)).toEqual(['body.date_format value_error']);
      expect(answer.body.detail[0].msg).toBe(`Value error, ${refused}`);
    }
    for (const date_format of ['', 'hello', '%d.%m.%Y', 'YYYY', '[31 December 2099: I owe M. 1,000,000 EUR]'])
      expect(issuesOf(await mine.live.patch(`/v1/documents/${id}`, { date_format }))).toEqual([
        'body.date_format value_error',
      ]);
    expect((await mine.live.get(`/v1/documents/${id}`)).body.date_format).toBeNull();
  });

  test('422: a read-only value that does not fit the field, in new documents and PUT fields; other values wait for completion', async () => {
    const at = { page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, recipient_index: 0 };
    const fields = [
      { ...at, type: 'radio', prefill_value: 'c', settings: { options: ['a', 'b'] } },
      { ...at, type: 'text', prefill_value: 'long', settings: { max_length: 3 } },
      { ...at, type: 'signature', prefill_value: 'Ada' },
      { ...at, type: 'text', prefill_value: 'no font has \ue000' },
      { ...at, type: 'date', prefill_value: '2027-02-28' },
    ];
    const fixed = fields.map((field) => ({ ...field, read_only: true }));
    const recipients = [{ name: 'Ada', email: 'ada@example.test' }];
    const refused = [
      '0.prefill_value enum',
      '1.prefill_value string_too_long',
      '2.prefill_value value_error',
      '3.prefill_value value_error',
    ];
    expect(
      issuesOf(await mine.live.post('/v1/documents', { title: 'T', recipients, fields: fixed })),
    ).toEqual(refused.map((issue) => `body.fields.${issue}`));
    const { id } = (await mine.live.post('/v1/documents', { title: 'T', recipients, fields })).body;
    expect(issuesOf(await mine.live.put(`/v1/documents/${id}/fields`, fixed))).toEqual(
      refused.map((issue) => `body.${issue}`),
    );
    expect((await mine.live.put(`/v1/documents/${id}/fields`, fields)).status).toBe(200);
    expect((await mine.live.put(`/v1/documents/${id}/fields`, [fixed[4]])).status).toBe(200);
  });

  test('422: an expiry in the past, a recipient_index out of range, malformed JSON, a body that is no object', async () => {
    for (const expires_at of ['2020-01-01T00:00:00Z', api.clock.now().toISOString()])
      expect(issuesOf(await mine.live.post('/v1/documents', { title: 'T', expires_at }))).toEqual([
        'body.expires_at value_error',
      ]);
    expect(issuesOf(await mine.live.post('/v1/documents', { title: 'T', fields: [signature(0)] }))).toEqual([
      'body.fields.0.recipient_index value_error',
    ]);
    const malformed = await mine.live
      .post('/v1/documents')
      .set('Content-Type', 'application/json')
      .send('{"title": ');
    expect(issuesOf(malformed)).toEqual(['body json_invalid']);
    expect((await mine.live.post('/v1/documents', [])).status).toBe(422);
    expect(issuesOf(await mine.live.post('/v1/documents', { title: 'nul \u0000 nul' }))).toEqual([
      'body.title value_error',
    ]);
  });

  test('422: account and passkey are refused by name, and nothing is created', async () => {
    const before = (await mine.live.get('/v1/documents')).body.total;
    for (const auth_level of ['account', 'passkey']) {
      const refused = await mine.live.post('/v1/documents', {
        title: 'T',
        recipients: [{ ...people[0], auth_level }],
      });
      const problem = expectProblem(refused, 'auth-level-unavailable');
      expect(problem.detail).toMatch(new RegExp(`Ada.*${auth_level}`));
    }
    expect((await mine.live.get('/v1/documents')).body.total).toBe(before);
  });

  test('415 and 413: only JSON, at most 1 MiB', async () => {
    const asText = await mine.live.post('/v1/documents').set('Content-Type', 'text/plain').send('x');
    expect(expectProblem(asText, 'unsupported-media-type').detail).toBe(
      'Send the body as application/json or multipart/form-data.',
    );
    expectProblem(
      await mine.live.post('/v1/documents', { title: 'T', message: 'x'.repeat(1_100_000) }),
      'payload-too-large',
    );
  });

  test('the same Idempotency-Key creates one document', async () => {
    const call = () => mine.live.post('/v1/documents', whole).set('Idempotency-Key', 'create-once');
    const [first, second] = [await call(), await call()];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expectProblem(
      await mine.live.post('/v1/documents', { title: 'Other' }).set('Idempotency-Key', 'create-once'),
      'idempotency-key-reused',
    );
  });
});

describe('GET /v1/documents', () => {
  test('200: a page of own documents in own mode, newest first', async () => {
    const workspace = await api.createTestWorkspace();
    const ids = [
      await made.create(workspace.live),
      await made.finalized(workspace.live),
      await made.create(workspace.live),
    ];
    await made.create(workspace.test);
    const listed = await workspace.live.get('/v1/documents');
    expect(listed.body).toMatchObject({ total: 3, limit: 50, offset: 0 });
    expect(listed.body.items.map((item: { id: string }) => item.id)).toEqual(ids.toReversed());
    const page = await workspace.live.get('/v1/documents?limit=1&offset=1');
    expect(page.body.items.map((item: { id: string }) => item.id)).toEqual([ids[1]]);
    const drafts = await workspace.live.get('/v1/documents?status=draft&status=sent');
    expect(drafts.body.items.map((item: { id: string }) => item.id)).toEqual([ids[1]]);
    expect((await workspace.live.get('/v1/documents?recipient=ADA@example.test&q=leas')).body.total).toBe(3);
  });

  test('200: found by a part of a name or address, and in the requested order', async () => {
    const workspace = await api.createTestWorkspace();
    const titled = async (title: string, name: string) => {
      const recipients = [{ name, email: `${name.toLowerCase()}@navy.test` }];
      return (await workspace.live.post('/v1/documents', { title, recipients })).body.id as string;
    };
    const [second, first] = [await titled('Zebra', 'Grace'), await titled('apple', 'Margaret')];
    const found = async (query: string) => {
      const { body } = await workspace.live.get(`/v1/documents?${query}`);
      return [body.total, body.items.map(({ id }: { id: string }) => id)];
    };
    expect(await found('search=GARET')).toEqual([1, [first]]);
    expect(await found('search=race%40nav')).toEqual([1, [second]]);
    expect(await found('search=navy&sort=title')).toEqual([2, [first, second]]);
    expect(await found('sort=-title')).toEqual([2, [second, first]]);
    expect(await found(`sort=title&limit=1&starting_after=${first}`)).toEqual([2, [second]]);
    expect(await found('bulk_send_id=none&search=margaret')).toEqual([1, [first]]);
    expect(await found('bulk_send_id=01930b0e-0000-7000-8000-000000000000')).toEqual([0, []]);
    expect(issuesOf(await workspace.live.get('/v1/documents?sort=size&bulk_send_id=x')).toSorted()).toEqual([
      'query.bulk_send_id uuid_parsing',
      'query.sort enum',
    ]);
  });

  test('401 without a key; 422 for invalid filters', async () => {
    expectProblem(await api.anonymous.get('/v1/documents'), 'unauthenticated');
    const refused = await mine.live.get(
      '/v1/documents?limit=0&offset=-1&status=lost&folder_id=x&created_after=now',
    );
    expect(issuesOf(refused).toSorted()).toEqual([
      'query.created_after datetime_parsing',
      'query.folder_id uuid_parsing',
      'query.limit greater_than_equal',
      'query.offset greater_than_equal',
      'query.status.0 enum',
    ]);
    expect(issuesOf(await mine.live.get('/v1/documents?limit=201'))).toEqual(['query.limit less_than_equal']);
    for (const limit of ['ten', '0x10', '1e1', '', '%205'])
      expect(issuesOf(await mine.live.get(`/v1/documents?limit=${limit}`))).toEqual([
        'query.limit int_parsing',
      ]);
  });

  test('422: times in years that no database and no ISO 8601 date-time has', async () => {
    for (const time of ['0000-12-31T23:59:59Z', '0001-01-01T00:00:00%2B01:00'])
      expect(issuesOf(await mine.live.get(`/v1/documents?created_after=${time}`))).toEqual([
        'query.created_after value_error',
      ]);
    const late = { title: 'Lease', expires_at: '9999-12-31T23:59:59-01:00' };
    expect(issuesOf(await mine.live.post('/v1/documents', late))).toEqual(['body.expires_at value_error']);
  });
});

describe('PUT recipients and fields', () => {
  test('200: both are replaced; 422 names the place in the list; 409 once sent', async () => {
    const id = await made.finalized();
    const replaced = await mine.live.put(`/v1/documents/${id}/recipients`, [
      people[1],
      { name: 'New', email: 'n@example.test', role: 'cc' },
    ]);
    expect(replaced.status).toBe(200);
    expect(replaced.body.recipients.map((one: { name: string }) => one.name)).toEqual([
      people[1]!.name,
      'New',
    ]);
    expect(replaced.body.fields.map((one: { recipient_id: string | null }) => one.recipient_id)).toEqual([
      null,
      replaced.body.recipients[0].id,
    ]);
    const fields = await mine.live.put(`/v1/documents/${id}/fields`, [
      signature(0, { name: 'sig', settings: { input_modes: ['type'] } }),
    ]);
    expect(fields.body.fields).toMatchObject([{ name: 'sig', settings: { input_modes: ['type'] } }]);
    expect(
      issuesOf(
        await mine.live.put(`/v1/documents/${id}/fields`, [
          signature(0),
          { ...signature(1), recipient_index: 5 },
        ]),
      ),
    ).toEqual(['body.1.recipient_index value_error']);
    expect(issuesOf(await mine.live.put(`/v1/documents/${id}/recipients`, [{ name: 'x' }]))).toEqual([
      'body.0.email missing',
    ]);
    expect((await mine.live.put(`/v1/documents/${id}/recipients`, { name: 'x' })).status).toBe(422);
    expectProblem(
      await mine.live.put(`/v1/documents/${id}/recipients`, [{ ...people[0], auth_level: 'account' }]),
      'auth-level-unavailable',
    );
    expect((await mine.live.post(`/v1/documents/${id}/send`)).status).toBe(200);
    const late = expectProblem(await mine.live.put(`/v1/documents/${id}/fields`, []), 'document-state');
    expect(late).toMatchObject({ current: 'sent', allowed: ['awaiting_upload', 'draft'] });
    expectProblem(await mine.live.put(`/v1/documents/${id}/recipients`, people), 'document-state');
  });

  test('200: also before the PDF arrived', async () => {
    const id = await made.create(mine.live, { title: 'T' });
    expect((await mine.live.put(`/v1/documents/${id}/recipients`, people)).body.recipients).toHaveLength(2);
    expect((await mine.live.put(`/v1/documents/${id}/fields`, [signature(1)])).body.fields).toHaveLength(1);
  });
});

describe('PATCH', () => {
  test('200: preferences, folder and visibility change in any status; 404 for a folder of another workspace; 422 for invalid values', async () => {
    const id = await made.sent();
    const folder = (await mine.live.post('/v1/folders', { name: 'Leases' })).body.id;
    const patch = {
      date_format: 'DD.MM.YYYY',
      display_timezone: 'Asia/Tokyo',
      redirect_url: 'https://example.test/',
      folder_id: folder,
      reminder_cadence_days: 0,
      visibility: 'managers',
    };
    const patched = await mine.live.patch(`/v1/documents/${id}`, patch);
    expect(patched.status).toBe(200);
    expect(patched.body).toMatchObject(patch);
    const { body: events } = await mine.live.get(`/v1/documents/${id}/events`);
    expect(events.at(-1).payload).toEqual({
      changed: Object.keys(patch),
      date_format: { old: null, new: patch.date_format },
      display_timezone: { old: null, new: patch.display_timezone },
    });
    expect((await mine.live.get(`/v1/documents?folder_id=${folder}`)).body.total).toBe(1);
    const cleared = await mine.live.patch(`/v1/documents/${id}`, { clear_folder: true, date_format: null });
    expect(cleared.body).toMatchObject({ folder_id: null, date_format: null, visibility: 'managers' });
    const path = `/v1/documents/${id}`;
    const { folder_id } = (await mine.live.patch(path, { folder_id: folder, reminder_cadence_days: 3 })).body;
    expect(folder_id).toBe(folder);
    const nulled = await mine.live.patch(path, {
      folder_id: null,
      reminder_cadence_days: null,
      visibility: null,
    });
    expect(nulled.body).toMatchObject({
      folder_id: null,
      reminder_cadence_days: null,
      visibility: 'managers',
    });
    const both = await mine.live.patch(path, { folder_id: folder, clear_folder: true });
    expect(issuesOf(both)).toEqual(['body.clear_folder value_error']);
    expect((await mine.live.patch(path, { folder_id: null, clear_folder: true })).status).toBe(200);
    const foreign = (await other.live.post('/v1/folders', { name: 'F' })).body.id;
    expectProblem(await mine.live.patch(`/v1/documents/${id}`, { folder_id: foreign }), 'not-found');
    expect(
      issuesOf(
        await mine.live.patch(`/v1/documents/${id}`, {
          reminder_cadence_days: -1,
          folder_id: 'x',
          visibility: 'all',
        }),
      ).toSorted(),
    ).toEqual([
      'body.folder_id uuid_parsing',
      'body.reminder_cadence_days greater_than_equal',
      'body.visibility enum',
    ]);
  });
});

describe('send', () => {
  test('200: issues links to recipients whose turn it is; a second call resends the emails; the body may be null or absent', async () => {
    const id = await made.finalized();
    expect((await mine.live.post(`/v1/documents/${id}/send`, { message: 'Please sign' })).body).toEqual({
      id,
      status: 'sent',
    });
    const after = (await mine.live.get(`/v1/documents/${id}`)).body;
    expect(after).toMatchObject({ status: 'sent', message: 'Please sign', sent_at: expect.any(String) });
    expect(after.recipients.map((one: { status: string }) => one.status)).toEqual(['sent', 'sent']);
    const again = await mine.live
      .post(`/v1/documents/${id}/send`)
      .set('Content-Type', 'application/json')
      .send('null');
    expect(again.body).toEqual({ id, status: 'sent' });
    const types = (await mine.live.get(`/v1/documents/${id}/events`)).body.map(
      (event: { event_type: string }) => event.event_type,
    );
    expect(types).toEqual([
      'envelope.created',
      'envelope.content_finalized',
      'envelope.sent',
      'recipient.link_issued',
      'recipient.link_issued',
      'envelope.resent',
    ]);
  });

  test('200: the message of the draft stays unless another one is given, and the trail has the message of each call', async () => {
    const id = await made.finalized(mine.live, { ...whole, message: 'Of the draft' });
    const path = `/v1/documents/${id}`;
    const send = async (message: string | null) => {
      expect((await mine.live.post(`${path}/send`, { message })).status).toBe(200);
      return (await mine.live.get(path)).body.message;
    };
    expect(await send(null)).toBe('Of the draft');
    expect(await send('Again')).toBe('Again');
    expect(await send(null)).toBe('Again');
    const events = (await mine.live.get(`${path}/events`)).body;
    const sends = events.filter(({ event_type }: { event_type: string }) => /\.(re)?sent$/.test(event_type));
    expect(sends.map(({ payload }: { payload: { message: string } }) => payload.message)).toEqual([
      'Of the draft',
      'Again',
      'Again',
    ]);
  });

  test('409: before finalize and after the end; 422 names what is missing', async () => {
    const awaiting = await made.create();
    expect(
      expectProblem(await mine.live.post(`/v1/documents/${awaiting}/send`), 'document-state'),
    ).toMatchObject({ current: 'awaiting_upload' });
    const bare = await made.finalized(mine.live, { title: 'T' });
    expect(
      expectProblem(await mine.live.post(`/v1/documents/${bare}/send`), 'not-sendable').problems,
    ).toMatchObject([{ code: 'no_signer' }]);
    const voided = await made.sent();
    await mine.live.post(`/v1/documents/${voided}/void`, { reason: 'x' });
    expect(
      expectProblem(await mine.live.post(`/v1/documents/${voided}/send`), 'document-state'),
    ).toMatchObject({ current: 'voided', allowed: ['draft', 'sent', 'partially_signed'] });
    expect(issuesOf(await mine.live.post(`/v1/documents/${bare}/send`, { message: 5 }))).toEqual([
      'body.message string_type',
    ]);
  });
});

describe('void', () => {
  test('200 in every open state, 409 afterwards, 422 without a reason', async () => {
    for (const id of [await made.create(), await made.finalized(), await made.sent()]) {
      expect(issuesOf(await mine.live.post(`/v1/documents/${id}/void`, {}))).toEqual(['body.reason missing']);
      expect(
        issuesOf(await mine.live.post(`/v1/documents/${id}/void`, { reason: 'x'.repeat(1001) })),
      ).toEqual(['body.reason string_too_long']);
      expect((await mine.live.post(`/v1/documents/${id}/void`, { reason: 'Wrong file' })).body).toEqual({
        id,
        status: 'voided',
      });
      expect((await mine.live.get(`/v1/documents/${id}`)).body.status).toBe('voided');
      expectProblem(await mine.live.post(`/v1/documents/${id}/finalize`), 'document-state');
      expect(
        expectProblem(await mine.live.post(`/v1/documents/${id}/void`, { reason: 'x' }), 'document-state'),
      ).toMatchObject({ current: 'voided' });
    }
  });
});

describe('duplicate', () => {
  test('201: a fresh draft; 409 if the source has no PDF; 422 for an empty title', async () => {
    const id = await made.sent();
    const copy = await mine.live.post(`/v1/documents/${id}/duplicate`, { title: 'Second' });
    expect(copy.status).toBe(201);
    expect(DocumentOut.parse(copy.body)).toMatchObject({ title: 'Second', status: 'draft', sent_at: null });
    expect((await mine.live.post(`/v1/documents/${id}/duplicate`)).body.title).toBe('Lease');
    const bare = `/v1/documents/${await made.create()}`;
    expectProblem(await mine.live.post(`${bare}/duplicate`), 'document-state');
    await mine.live.post(`${bare}/void`, { reason: 'x' });
    const refused = expectProblem(await mine.live.post(`${bare}/duplicate`), 'document-state');
    expect(refused).toMatchObject({ current: 'voided', detail: 'The document never received a PDF.' });
    expect(issuesOf(await mine.live.post(`/v1/documents/${id}/duplicate`, { title: '' }))).toEqual([
      'body.title string_too_short',
    ]);
  });
});

describe('events', () => {
  test('200: the chain in seq order, which verifies offline', async () => {
    const listed = await mine.live.get(`/v1/documents/${await made.sent()}/events`);
    const events = listed.body.map((event: unknown) => EventOut.parse(event));
    expect(verifyChain(events)).toMatchObject({ ok: true });
    expect(events[0].actor).toMatchObject({ type: 'api_key', name: 'First live key' });
    expect(events[0].ip).toMatch(/^127|^::1/);
  });
});
