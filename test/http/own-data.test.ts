/** `external_id` and `metadata` of documents, templates, bulk sends and rows (docs/decisions/024-own-ids.md). */
import { decodeId, encodeId } from '@countersign/contract/ids';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { makeTemplate, oneSigner, rowsFor, startBulkWorker, untilStatus } from '../support/bulk.ts';
import { finalizedDraft, sentDocument } from '../support/documents.ts';
import { person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';
import { startReceiver } from '../support/receiver.ts';
import { endpointAt, startDispatcher } from '../support/webhooks.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await startBulkWorker(api.deps);
});

const own = { external_id: 'crm-4711', metadata: { customer: 'Ada & Söhne', plan: 'gold' } };
const ctxOf = (workspace: TestWorkspace) => ({ ...workspace.ctx(), storage: api.storage });

/** Everything that can be created with an external id: its list, and a call that creates one. */
const kinds = [
  [
    'documents',
    (mine: TestWorkspace, body: object) => mine.live.post('/v1/documents', { title: 'Lease', ...body }),
  ],
  [
    'templates',
    async (mine: TestWorkspace, body: object) => {
      const source = await mine.live.get(`/v1/templates/${await makeTemplate(mine.live)}`);
      return mine.live.post(`/v1/templates/${source.body.id}/duplicate`, body);
    },
  ],
  [
    'bulk-sends',
    async (mine: TestWorkspace, body: object) =>
      mine.live.post('/v1/bulk-sends', {
        template_id: await makeTemplate(mine.live),
        rows: rowsFor(1),
        ...body,
      }),
  ],
] as const;

describe.each(kinds)('external_id and metadata of %s', (kind, create) => {
  test('201 and 200: they appear in every response, filter the list, and PATCH merges metadata by key', async () => {
    const mine = await api.createTestWorkspace();
    const created = await create(mine, own);
    expect([created.status, created.body]).toEqual([201, expect.objectContaining(own)]);
    await create(mine, {});
    const path = `/v1/${kind}/${created.body.id}`;
    expect((await mine.live.get(path)).body).toMatchObject(own);
    const listed = await mine.live.get(`/v1/${kind}?external_id=crm-4711`);
    expect(listed.body).toMatchObject({ total: 1, items: [{ id: created.body.id, ...own }] });
    expect((await mine.live.get(`/v1/${kind}?external_id=crm-471`)).body).toMatchObject({
      total: 0,
      items: [],
    });

    const merged = await mine.live.patch(path, { metadata: { plan: null, region: 'north' } });
    expect([merged.status, merged.body.external_id, merged.body.metadata]).toEqual([
      200,
      'crm-4711',
      { customer: 'Ada & Söhne', region: 'north' },
    ]);
    const cleared = await mine.live.patch(path, { external_id: null, metadata: null });
    expect(cleared.body).toMatchObject({ external_id: null, metadata: {} });
    expect((await mine.live.get(path)).body).toMatchObject({ external_id: null, metadata: {} });
  });

  test('422 names the member, key and limit; nothing changes', async () => {
    const mine = await api.createTestWorkspace();
    const { body } = await create(mine, { metadata: { kept: 'x' } });
    const patch = async (given: object) => issuesOf(await mine.live.patch(`/v1/${kind}/${body.id}`, given));
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, '']));
    expect(await patch({ external_id: 'x'.repeat(256) })).toEqual(['body.external_id string_too_long']);
    expect(await patch({ external_id: '' })).toEqual(['body.external_id string_too_short']);
    expect(await patch({ external_id: 'a\nb' })).toEqual(['body.external_id value_error']);
    expect(await patch({ external_id: 7 })).toEqual(['body.external_id string_type']);
    expect(await patch({ metadata: { a: 1 } })).toEqual(['body.metadata.a string_type']);
    expect(await patch({ metadata: { a: 'x'.repeat(501) } })).toEqual(['body.metadata.a string_too_long']);
    expect(await patch({ metadata: { ['k'.repeat(41)]: 'x' } })).toEqual([
      `body.metadata.${'k'.repeat(41)} value_error`,
    ]);
    expect(await patch({ metadata: { '': 'x' } })).toEqual(['body.metadata. value_error']);
    expect(await patch({ metadata: [] })).toEqual(['body.metadata dict_type']);
    // 50 keys and the one that is there are 51.
    expect(await patch({ metadata: keys(50) })).toEqual(['body.metadata value_error']);
    expect(await patch({ metadata: keys(101) })).toEqual(['body.metadata value_error']);
    expect(issuesOf(await create(mine, { metadata: keys(51) }))).toEqual(['body.metadata value_error']);
    expect((await mine.live.get(`/v1/${kind}/${body.id}`)).body.metadata).toEqual({ kept: 'x' });
    const largest = { ...keys(49), kept: 'y'.repeat(500) };
    expect((await mine.live.patch(`/v1/${kind}/${body.id}`, { metadata: largest })).body.metadata).toEqual(
      largest,
    );
  });

  test('409 external-id-taken only if the request asks for a unique one; the problem names the existing item', async () => {
    const mine = await api.createTestWorkspace();
    const first = await create(mine, { external_id: 'one' });
    expect((await create(mine, { external_id: 'one' })).status).toBe(201);
    const unique = { external_id: 'one', unique_external_id: true };
    const refused = expectProblem(await create(mine, unique), 'external-id-taken');
    expect(refused).toMatchObject({
      existing_id: first.body.id,
      detail: expect.stringContaining(first.body.id),
    });
    expect((await mine.live.get(`/v1/${kind}?external_id=one`)).body.total).toBe(2);
    const other = await create(mine, { external_id: 'two', unique_external_id: true });
    expect(other.status).toBe(201);
    expectProblem(await mine.live.patch(`/v1/${kind}/${other.body.id}`, unique), 'external-id-taken');
    // Setting its own id again is no conflict.
    expect((await mine.live.patch(`/v1/${kind}/${first.body.id}`, unique)).status).toBe(200);
    expect((await create(await api.createTestWorkspace(), unique)).status).toBe(201);
  });
});

describe('documents', () => {
  test('ten concurrent requests for one unique external_id: one wins', async () => {
    const mine = await api.createTestWorkspace();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        mine.live.post('/v1/documents', { title: 'Lease', external_id: 'once', unique_external_id: true }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    // The other mode has ids of its own.
    const elsewhere = { title: 'Lease', external_id: 'once', unique_external_id: true };
    expect((await mine.test.post('/v1/documents', elsewhere)).status).toBe(201);
  });

  test('metadata changes after sending, and the audit trail names only the member', async () => {
    const mine = await api.createTestWorkspace();
    const { id: uuid } = await sentDocument(ctxOf(mine), { title: 'Lease' });
    const path = `/v1/documents/${encodeId('doc', uuid)}`;
    expect((await mine.live.patch(path, own)).body).toMatchObject({ status: 'sent', ...own });
    const events = (await mine.live.get(`${path}/events`)).body;
    expect(events.at(-1)).toMatchObject({
      event_type: 'envelope.updated',
      payload: { changed: ['external_id', 'metadata'] },
    });
    expect(JSON.stringify(events)).not.toMatch(/crm-4711|gold/);
    // The same values again change nothing and add no event.
    await mine.live.patch(path, own);
    expect((await mine.live.get(`${path}/events`)).body).toHaveLength(events.length);
  });

  test('duplicate and use take their own, and copy none', async () => {
    const mine = await api.createTestWorkspace();
    const { id: uuid } = await finalizedDraft(ctxOf(mine), { title: 'Lease' });
    const path = `/v1/documents/${encodeId('doc', uuid)}`;
    await mine.live.patch(path, own);
    expect((await mine.live.post(`${path}/duplicate`)).body).toMatchObject({
      external_id: null,
      metadata: {},
    });
    expect((await mine.live.post(`${path}/duplicate`, { external_id: 'copy' })).body.external_id).toBe(
      'copy',
    );
    const template = await makeTemplate(mine.live, own);
    const use = { recipients: [{ name: 'Ada', email: 'ada@example.test' }] };
    const bare = await mine.live.post(`/v1/templates/${template}/use`, use);
    expect(bare.body).toMatchObject({ external_id: null, metadata: {} });
    const used = await mine.live.post(`/v1/templates/${template}/use`, { ...use, ...own });
    expect(used.body).toMatchObject(own);
    expectProblem(
      await mine.live.post(`/v1/templates/${template}/use`, { ...use, ...own, unique_external_id: true }),
      'external-id-taken',
    );
  });

  test('a member of the workspace does not learn the id of a document that the role cannot see', async () => {
    const mine = await api.createTestWorkspace();
    const member = await person(api, mine, 'member');
    await mine.live.post('/v1/documents', { title: 'Secret', visibility: 'managers', external_id: 'hidden' });
    const refused = expectProblem(
      await member.post('/v1/documents', { title: 'Mine', external_id: 'hidden', unique_external_id: true }),
      'external-id-taken',
    );
    expect(JSON.stringify(refused)).not.toContain('doc_');
  });

  test('webhooks and the event feed carry them, with their present values', async () => {
    const mine = await api.createTestWorkspace();
    const receiver = await startReceiver();
    await endpointAt(mine.ctx(), `${receiver.url}/hook`);
    const dispatcher = startDispatcher(api.deps);
    const { body } = await mine.live.post('/v1/documents', { title: 'Lease', ...own });
    await dispatcher.settled();
    const [delivered] = receiver.at('/hook');
    expect(delivered!.event).toMatchObject({ type: 'document.created', document: body.id, ...own });
    await mine.live.patch(`/v1/documents/${body.id}`, { metadata: { plan: 'silver' } });
    await until(async () => (await mine.live.get('/v1/events')).body.items.length === 1, 'the event');
    const [listed] = (await mine.live.get('/v1/events')).body.items;
    expect(listed).toMatchObject({ ...own, metadata: { ...own.metadata, plan: 'silver' } });
  });

  test('erasure removes them from the document, its row and later deliveries', async () => {
    const mine = await api.createTestWorkspace();
    const manager = await person(api, mine, 'manager');
    const template = await makeTemplate(mine.live);
    const [row] = rowsFor(1);
    const made = await mine.live.post('/v1/bulk-sends', {
      template_id: template,
      rows: [{ ...row, ...own }],
    });
    await mine.live.post(`/v1/bulk-sends/${made.body.id}/dispatch`);
    const sent = await untilStatus(mine.live, made.body.id, 'done');
    const id = sent.rows![0]!.document_id!;
    expect((await mine.live.get(`/v1/documents/${id}`)).body).toMatchObject(own);
    await mine.live.post(`/v1/documents/${id}/void`, { reason: 'Over' });
    const erase = () => manager.post(`/v1/console/documents/${id}/erase`, { confirm: id });
    expect((await erase()).status).toBe(200);
    expect((await mine.live.get(`/v1/documents/${id}`)).body).toMatchObject({
      external_id: null,
      metadata: {},
    });
    const erased = await mine.live.get(`/v1/bulk-sends/${made.body.id}`);
    expect(erased.body.rows[0]).toMatchObject({ external_id: null, metadata: {} });
    const stored = await api.deps.db.webhookDelivery.findMany({ where: { documentId: decodeId('doc', id) } });
    expect(JSON.stringify(stored.map(({ body }) => body))).not.toMatch(/crm-4711|gold/);
    // What is set afterwards can be erased again.
    await mine.live.patch(`/v1/documents/${id}`, { metadata: { late: 'x' } });
    expect((await erase()).status).toBe(200);
    expect((await mine.live.get(`/v1/documents/${id}`)).body.metadata).toEqual({});
  });
});

describe('rows of bulk sends', () => {
  test('JSON: 422 names the row; valid ones reach row, document and rows.csv', async () => {
    const mine = await api.createTestWorkspace();
    const template = await makeTemplate(mine.live);
    const [first, second] = rowsFor(2);
    const bad = { template_id: template, rows: [first, { ...second, metadata: { a: 'x'.repeat(501) } }] };
    expect(issuesOf(await mine.live.post('/v1/bulk-sends', bad))).toEqual([
      'body.rows.1.metadata.a string_too_long',
    ]);
    const rows = [{ ...first, ...own }, second];
    const made = await mine.live.post('/v1/bulk-sends', { template_id: template, rows });
    expect(made.body.rows).toMatchObject([own, { external_id: null, metadata: {} }]);
    await mine.live.post(`/v1/bulk-sends/${made.body.id}/dispatch`);
    await untilStatus(mine.live, made.body.id, 'done');
    const { items } = (await mine.live.get('/v1/documents?external_id=crm-4711')).body;
    expect(items).toMatchObject([own]);
    const csv = (await mine.live.get(`/v1/bulk-sends/${made.body.id}/rows.csv`)).text.split('\r\n');
    expect(csv[0]).toBe(
      'row_no,line,status,document_id,delivery_state,sent_at,error,external_id,meta_customer,meta_plan,recipient_1_name,recipient_1_email,city,rent',
    );
    expect(csv[1]).toContain(`,crm-4711,Ada & Söhne,gold,Person 1,`);
  });

  test('CSV: the columns external_id and meta_* reach the document; cells over the limits make the row invalid', async () => {
    const mine = await api.createTestWorkspace();
    const template = await makeTemplate(mine.live);
    const upload = async (csv: string, query = '') => {
      const made = await mine.live
        .post(`/v1/bulk-sends?template_id=${template}${query}`)
        .set('Content-Type', 'text/csv')
        .send(csv);
      expect(made.status).toBe(201);
      return untilStatus(mine.live, made.body.id, 'ready', 'invalid');
    };
    const head = 'name,email,External_ID,meta_plan,meta_Region\n';
    const good = await upload(`${head}Ada,ada@example.test, crm-9 ,gold,\nBob,bob@example.test,,,north\n`);
    expect([good.status, good.rows]).toMatchObject([
      'ready',
      [
        { external_id: 'crm-9', metadata: { plan: 'gold' } },
        { external_id: null, metadata: { Region: 'north' } },
      ],
    ]);
    await mine.live.post(`/v1/bulk-sends/${good.id}/dispatch`);
    await untilStatus(mine.live, good.id, 'done');
    expect((await mine.live.get('/v1/documents?external_id=crm-9')).body.items).toMatchObject([
      { metadata: { plan: 'gold' } },
    ]);
    const bad = await upload(`${head}Ada,ada@example.test,${'x'.repeat(256)},${'y'.repeat(501)},\n`);
    expect([bad.status, bad.rows![0]!.error]).toEqual([
      'invalid',
      'line 2, column External_ID: must have 1 to 255 characters without control characters; column meta_plan: at most 500 characters, without NUL characters',
    ]);
    const tooMany = Array.from({ length: 51 }, (_, at) => `meta_k${at}`).join(',');
    expect((await upload(`name,email,${tooMany}\n`)).error).toBe(
      'line 1: there are 51 columns that begin with meta_, at most 50 are allowed',
    );
    expect((await upload('name,email,meta_\n')).error).toMatch(/^line 1: column meta_: after meta_/);
    const unique = '&external_id=march&unique_external_id=true';
    expect(await upload(`${head}Ada,ada@example.test,,,\n`, unique)).toMatchObject({ external_id: 'march' });
    const again = mine.live.post(`/v1/bulk-sends?template_id=${template}${unique}`).type('text/csv');
    expectProblem(await again.send(head), 'external-id-taken');
  });

  test('CSV: a field of the template named external_id keeps its column', async () => {
    const mine = await api.createTestWorkspace();
    const [signature, text] = oneSigner.fields;
    const template = await makeTemplate(mine.live, { fields: [signature, { ...text, name: 'external_id' }] });
    const made = await mine.live
      .post(`/v1/bulk-sends?template_id=${template}`)
      .set('Content-Type', 'text/csv')
      .send('name,email,external_id\nAda,ada@example.test,Porto\n');
    const read = await untilStatus(mine.live, made.body.id, 'ready', 'invalid');
    expect([read.status, read.rows![0]!.external_id]).toEqual(['ready', null]);
    await mine.live.post(`/v1/bulk-sends/${read.id}/dispatch`);
    const { rows } = await untilStatus(mine.live, read.id, 'done');
    const document = (await mine.live.get(`/v1/documents/${rows![0]!.document_id}`)).body;
    expect(document.fields[1]).toMatchObject({ name: 'external_id', prefill_value: 'Porto' });
  });

  test('unique_external_id: rows whose id a document has fail, also twice in one file, and name the document', async () => {
    const mine = await api.createTestWorkspace();
    const existing = await mine.live.post('/v1/documents', { title: 'Lease', external_id: 'a' });
    const [one, two, three, four] = rowsFor(4);
    const rows = [
      { ...one, external_id: 'a' },
      { ...two, external_id: 'b' },
      { ...three, external_id: 'b' },
      four,
    ];
    const made = await mine.live.post('/v1/bulk-sends', {
      template_id: await makeTemplate(mine.live),
      rows,
      unique_external_id: true,
    });
    await mine.live.post(`/v1/bulk-sends/${made.body.id}/dispatch`);
    const done = await untilStatus(mine.live, made.body.id, 'done');
    expect(done.rows!.map(({ status }) => status)).toEqual(['failed', 'sent', 'failed', 'sent']);
    const usedBy = (id: string) => `external-id-taken: the external_id is already used by ${id}`;
    expect(done.rows![0]!.error).toBe(usedBy(existing.body.id));
    expect(done.rows![2]!.error).toBe(usedBy(done.rows![1]!.document_id!));
  });
});
