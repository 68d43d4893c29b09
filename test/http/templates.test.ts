/** /v1/templates: every operation by status (docs/spec/interface.md, Templates; docs/spec/decisions.md, section 5). */
import { createHash, randomBytes } from 'node:crypto';
import { DocumentOut } from '@countersign/contract/document';
import { decodeTemplateId } from '@countersign/contract/ids';
import { maxTemplateVersions, TemplateOut, TemplateVersionOut } from '@countersign/contract/template';
import { createTemplate } from '@countersign/core/template/create';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import type { Response } from 'supertest';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { newTemplate } from '../support/template-input.ts';

let api: TestApi;
let mine: TestWorkspace;
let other: TestWorkspace;
let pdf: Buffer;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  other = await api.createTestWorkspace();
  pdf = Buffer.from(await samplePdf(2, 'template'));
});

const place = { page: 1, x: 0.1, w: 0.3, h: 0.04 };
const definition = () => ({
  name: 'Lease',
  pdf_base64: pdf.toString('base64'),
  recipients: [
    { name: 'Tenant', email: 'tenant@example.test', signing_order: 2 },
    { name: 'Landlord', email: 'landlord@example.test', role: 'approver', auth_level: 'otp' },
  ],
  fields: [
    { ...place, type: 'signature', y: 0.1, recipient_index: 0 },
    { ...place, type: 'text', y: 0.2, recipient_index: 0, name: 'city', settings: { max_length: 20 } },
    { ...place, type: 'number', y: 0.3, recipient_index: 0, name: 'rent', read_only: true },
    { ...place, type: 'text', y: 0.4, recipient_index: 0, name: 'city' },
  ],
});
async function create(client: Client = mine.live, extra: object = {}): Promise<TemplateOut> {
  const created = await client.post('/v1/templates', { ...definition(), ...extra });
  expect(created.status).toBe(201);
  return TemplateOut.parse(created.body);
}
const people = [
  { name: 'Ada', email: 'ada@example.test' },
  { name: 'Bob', email: 'bob@example.test' },
];

const operations: Array<[string, (client: Client, id: string) => PromiseLike<Response>]> = [
  ['GET', (client, id) => client.get(`/v1/templates/${id}`)],
  ['PATCH', (client, id) => client.patch(`/v1/templates/${id}`, {})],
  ['DELETE', (client, id) => client.delete(`/v1/templates/${id}`)],
  ['the versions', (client, id) => client.get(`/v1/templates/${id}/versions`)],
  ['a version', (client, id) => client.get(`/v1/templates/${id}/versions/1`)],
  ['restore', (client, id) => client.post(`/v1/templates/${id}/versions/1/restore`)],
  ['duplicate', (client, id) => client.post(`/v1/templates/${id}/duplicate`)],
  ['use', (client, id) => client.post(`/v1/templates/${id}/use`, { recipients: people })],
];
describe.each(operations)('%s of one template', (_name, call) => {
  test('401 without a key; 404 for another workspace, a malformed and a deleted id', async () => {
    const { id } = await create();
    expectProblem(await call(api.anonymous, id), 'unauthenticated');
    expectProblem(await call(other.live, id), 'not-found');
    for (const bad of ['tpl_1', id.replace('tpl_', 'doc_'), 'tpl_00000000000000000000000000'])
      expectProblem(await call(mine.live, bad), 'not-found');
    expect((await mine.live.delete(`/v1/templates/${id}`)).status).toBe(204);
    expectProblem(await call(mine.live, id), 'not-found');
  });
});

describe('POST /v1/templates', () => {
  test('201: the returned definition can be stored again, in both modes', async () => {
    const made = await create();
    expect(made).toMatchObject({
      name: 'Lease',
      version: 1,
      updated_at: null,
      team_id: mine.teamId,
      sha256: createHash('sha256').update(pdf).digest('hex'),
    });
    expect(made.recipients[0]).toEqual({
      name: 'Tenant',
      email: 'tenant@example.test',
      role: 'signer',
      signing_order: 2,
      auth_level: 'link',
      delivery: 'email',
    });
    expect((await mine.test.get(`/v1/templates/${made.id}`)).body).toEqual(made);
    const again = await create(mine.live, { recipients: made.recipients, fields: made.fields });
    expect([again.recipients, again.fields]).toEqual([made.recipients, made.fields]);
  });

  test('422: missing members, invalid base64, no PDF, an index out of range, an unavailable level, an invalid read-only value; nothing is created', async () => {
    const before = (await mine.live.get('/v1/templates')).body.total;
    expect(issuesOf(await mine.live.post('/v1/templates', {}))).toEqual([
      'body.name missing',
      'body.pdf_base64 missing',
    ]);
    const post = (extra: object) => mine.live.post('/v1/templates', { ...definition(), ...extra });
    expect(issuesOf(await post({ pdf_base64: '%%%' }))).toEqual(['body.pdf_base64 value_error']);
    expect(expectProblem(await post({ pdf_base64: 'aGVsbG8=' }), 'invalid-pdf')).toMatchObject({
      reason: 'not_a_pdf',
    });
    expect(issuesOf(await post({ recipients: [] })).at(0)).toBe('body.fields.0.recipient_index value_error');
    expectProblem(
      await post({ recipients: [{ ...people[0], auth_level: 'passkey' }], fields: [] }),
      'auth-level-unavailable',
    );
    const recipients = [{ ...people[0], signature_level: 'advanced' }];
    const level = 'body.recipients.0.signature_level value_error';
    expect(issuesOf(await post({ recipients, fields: [] }))).toEqual([level]);
    const fixed = { page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, recipient_index: 0, type: 'number' };
    const fields = [{ ...fixed, read_only: true, prefill_value: 'seven' }];
    expect(issuesOf(await post({ fields }))).toEqual(['body.fields.0.prefill_value decimal_parsing']);
    expect((await mine.live.get('/v1/templates')).body.total).toBe(before);
    const { id } = await create();
    expect(issuesOf(await mine.live.patch(`/v1/templates/${id}`, { fields }))).toEqual([
      'body.fields.0.prefill_value decimal_parsing',
    ]);
    expect(issuesOf(await mine.live.patch(`/v1/templates/${id}`, { recipients, fields: [] }))).toEqual([
      level,
    ]);
  });

  test('the verb refuses a PDF without bytes, and one over the limit', async () => {
    const ctx = { ...mine.ctx(), storage: api.storage };
    const input = newTemplate(definition());
    await expect(createTemplate(ctx, { ...input, pdf: new Uint8Array() })).rejects.toMatchObject({
      slug: 'validation',
      detail: [{ loc: ['body', 'pdf_base64'], type: 'string_too_short' }],
    });
    const withLimit = (maxPdfBytes: number) =>
      createTemplate({ ...ctx, settings: { ...ctx.settings, maxPdfBytes } }, input);
    await expect(withLimit(pdf.length - 1)).rejects.toMatchObject({
      slug: 'payload-too-large',
      members: { max_bytes: pdf.length - 1 },
    });
    expect(await withLimit(pdf.length)).toMatchObject({ name: 'Lease', version: 1 });
  });

  test('a body of more than 1 MiB is accepted', async () => {
    const attached = await PDFDocument.load(pdf);
    await attached.attach(randomBytes(1_500_000), 'noise.bin', { mimeType: 'application/octet-stream' });
    const large = Buffer.from(await attached.save());
    const answer = await mine.live.post('/v1/templates', {
      ...definition(),
      pdf_base64: large.toString('base64'),
    });
    expect(answer.status).toBe(201);
  });
});

describe('list, patch, delete, duplicate', () => {
  test('200: newest first, filtered by q, without deleted ones', async () => {
    const workspace = await api.createTestWorkspace();
    const [a, b] = [
      await create(workspace.live, { name: 'Alpha 100%' }),
      await create(workspace.live, { name: 'Beta' }),
    ];
    expect((await workspace.live.get('/v1/templates')).body.items.map((one: TemplateOut) => one.id)).toEqual([
      b.id,
      a.id,
    ]);
    expect(
      (await workspace.live.get('/v1/templates?q=0%25')).body.items.map((one: TemplateOut) => one.id),
    ).toEqual([a.id]);
    await workspace.live.delete(`/v1/templates/${a.id}`);
    expect((await workspace.live.get('/v1/templates')).body).toMatchObject({
      total: 1,
      limit: 50,
      offset: 0,
    });
    expect(issuesOf(await workspace.live.get('/v1/templates?limit=999'))).toEqual([
      'query.limit less_than_equal',
    ]);
  });

  test('200: a patch replaces the given parts and increases the version, also when concurrent', async () => {
    const made = await create();
    const patched = await mine.live.patch(`/v1/templates/${made.id}`, { name: 'New', fields: null });
    expect(patched.body).toMatchObject({
      name: 'New',
      version: 2,
      fields: made.fields,
      updated_at: expect.any(String),
    });
    await Promise.all(
      [1, 2, 3].map((count) => mine.live.patch(`/v1/templates/${made.id}`, { name: `N${count}` })),
    );
    expect((await mine.live.get(`/v1/templates/${made.id}`)).body.version).toBe(5);
    expect(issuesOf(await mine.live.patch(`/v1/templates/${made.id}`, { recipients: [] })).length).toBe(4);
    expectProblem(
      await mine.live.patch(`/v1/templates/${made.id}`, {
        recipients: [{ ...people[0], auth_level: 'account' }],
      }),
      'auth-level-unavailable',
    );
    expect((await mine.live.get(`/v1/templates/${made.id}`)).body.version).toBe(5);
  });

  test('201: a duplicate has version 1, the same PDF and definition', async () => {
    const made = await create();
    await mine.live.patch(`/v1/templates/${made.id}`, { name: 'Second version' });
    const copy = (await mine.live.post(`/v1/templates/${made.id}/duplicate`, { name: 'Copy' })).body;
    expect(copy).toMatchObject({
      name: 'Copy',
      version: 1,
      sha256: made.sha256,
      fields: made.fields,
      recipients: made.recipients,
    });
    expect((await mine.live.post(`/v1/templates/${made.id}/duplicate`)).body.name).toBe('Second version');
  });
});

describe('versions', () => {
  const versionsOf = async (id: string): Promise<TemplateVersionOut[]> => {
    const { status, body } = await mine.live.get(`/v1/templates/${id}/versions`);
    expect(status).toBe(200);
    return TemplateVersionOut.array().parse(body);
  };

  test('200: every change adds one, an earlier one can be read and restored, and the PDF stays', async () => {
    const made = await create();
    const path = `/v1/templates/${made.id}`;
    await mine.live.patch(path, { name: 'Lease 2027', recipients: [], fields: [] });
    expect(await versionsOf(made.id)).toEqual([
      expect.objectContaining({ version: 2, name: 'Lease 2027', recipient_count: 0, field_count: 0 }),
      {
        version: 1,
        name: 'Lease',
        saved_at: made.created_at,
        saved_by: { type: 'api_key', name: expect.any(String) },
        recipient_count: 2,
        field_count: 4,
      },
    ]);
    const first = await mine.live.get(`${path}/versions/1`);
    expect(first.body).toEqual({ ...made, updated_at: made.created_at });

    const restored = await mine.live.post(`${path}/versions/1/restore`);
    expect(restored.status).toBe(200);
    const { name, recipients, fields, sha256 } = made;
    expect(restored.body).toMatchObject({ name, recipients, fields, sha256, version: 3 });
    expect((await mine.live.get(path)).body).toEqual(restored.body);
    expect((await versionsOf(made.id)).map(({ version }) => version)).toEqual([3, 2, 1]);
    const copy = await mine.live.post(`${path}/duplicate`);
    expect((await versionsOf(copy.body.id)).map(({ version }) => version)).toEqual([1]);
  });

  test('200: concurrent changes and restorations each add one', async () => {
    const { id } = await create();
    const path = `/v1/templates/${id}`;
    await Promise.all([
      ...['A', 'B', 'C'].map((name) => mine.live.patch(path, { name })),
      ...[1, 2, 3].map(() => mine.live.post(`${path}/versions/1/restore`)),
    ]);
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test('404: a version that never existed, one that is not a number, and one that was removed', async () => {
    const { id } = await create();
    const path = `/v1/templates/${id}/versions`;
    for (const version of ['0', '2', '-1', '1.0', '99999999999', 'latest']) {
      expectProblem(await mine.live.get(`${path}/${version}`), 'not-found');
      expectProblem(await mine.live.post(`${path}/${version}/restore`), 'not-found');
    }
    for (let version = 2; version <= maxTemplateVersions + 2; version += 1)
      await mine.live.patch(`/v1/templates/${id}`, { name: `Version ${version}` });
    const kept = await versionsOf(id);
    expect(kept).toHaveLength(maxTemplateVersions);
    expect([kept[0]!.version, kept.at(-1)!.version]).toEqual([maxTemplateVersions + 2, 3]);
    expectProblem(await mine.live.get(`${path}/2`), 'not-found');
  });

  test('a deleted template keeps none, and names nobody', async () => {
    const { id } = await create();
    await mine.live.patch(`/v1/templates/${id}`, { external_id: 'ada-1', metadata: { person: 'Ada' } });
    await mine.live.delete(`/v1/templates/${id}`);
    const templateId = decodeTemplateId(id)!;
    expect(await api.deps.db.templateVersion.count({ where: { templateId } })).toBe(0);
    expect(await api.deps.db.template.findUniqueOrThrow({ where: { id: templateId } })).toMatchObject({
      recipients: [],
      fields: [],
      externalId: null,
      metadata: {},
    });
  });
});

describe('use', () => {
  test('201: a finalized draft with recipients by position and values by name or index; not sent, sharing the PDF', async () => {
    const made = await create();
    const used = await mine.test.post(`/v1/templates/${made.id}/use`, {
      recipients: people,
      title: 'Flat 3',
      display_timezone: 'Europe/Berlin',
      form_values: { city: 'Łódź', 2: '950' },
    });
    expect(used.status).toBe(201);
    const document = DocumentOut.parse(used.body);
    expect(document).toMatchObject({
      title: 'Flat 3',
      status: 'draft',
      mode: 'test',
      original_sha256: made.sha256,
      display_timezone: 'Europe/Berlin',
    });
    expect(document.source_template_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(document.recipients.map((one) => [one.name, one.role, one.signing_order, one.auth_level])).toEqual(
      [
        ['Ada', 'signer', 2, 'link'],
        ['Bob', 'approver', 1, 'otp'],
      ],
    );
    expect(document.fields.map((one) => one.prefill_value)).toEqual([null, 'Łódź', '950', 'Łódź']);
    expect((await mine.test.post(`/v1/documents/${document.id}/send`)).status).toBe(200);
    expect((await mine.live.post(`/v1/templates/${made.id}/use`, { recipients: people })).body.title).toBe(
      'Lease',
    );
    await mine.live.delete(`/v1/templates/${made.id}`);
    expect((await mine.test.get(`/v1/documents/${document.id}/download`)).status).toBe(200);
  });

  test('201 with send: the document is sent in the same request; if it cannot be sent, nothing is created', async () => {
    const { id } = await create();
    const used = await mine.test.post(`/v1/templates/${id}/use`, {
      recipients: people,
      message: 'Please sign by Friday.',
      form_values: { city: 'Paris', rent: '950' },
      send: true,
    });
    expect(used.status).toBe(201);
    expect(DocumentOut.parse(used.body)).toMatchObject({
      status: 'sent',
      message: 'Please sign by Friday.',
      recipients: [{ status: 'pending' }, { status: 'sent' }],
    });
    const bare = await create(mine.live, { fields: [] });
    const before = (await mine.test.get('/v1/documents')).body.total;
    expectProblem(
      await mine.test.post(`/v1/templates/${bare.id}/use`, { recipients: people, send: true }),
      'not-sendable',
    );
    expect((await mine.test.get('/v1/documents')).body.total).toBe(before);
  });

  test('422: too few or many recipients, unknown keys, invalid values, unavailable levels; nothing is created', async () => {
    const { id } = await create();
    const before = (await mine.live.get('/v1/documents')).body.total;
    const use = (body: object) => mine.live.post(`/v1/templates/${id}/use`, body);
    expect(issuesOf(await use({}))).toEqual(['body.recipients missing']);
    const one = await use({ recipients: [people[0]] });
    expect(issuesOf(one)).toEqual(['body.recipients too_short']);
    expect(one.body.detail[0].msg).toContain('the template has 2 placeholders, but 1 recipient was given');
    expect(issuesOf(await use({ recipients: [...people, people[0]] }))).toEqual(['body.recipients too_long']);
    const wrong = await use({
      recipients: people,
      form_values: { town: 'x', 9: 'x', city: 'x'.repeat(21), rent: 'much', 0: 'signed' },
    });
    expect(issuesOf(wrong).toSorted()).toEqual([
      'body.form_values.0 value_error',
      'body.form_values.9 value_error',
      'body.form_values.city string_too_long',
      expect.stringMatching(/^body.form_values.rent /),
      'body.form_values.town value_error',
    ]);
    // JSON can contain __proto__, which assigning to an object would lose.
    const inherited = await mine.live
      .post(`/v1/templates/${id}/use`)
      .set('Content-Type', 'application/json')
      .send(`{"recipients":${JSON.stringify(people)},"form_values":{"__proto__":"x"}}`);
    expect(issuesOf(inherited)).toEqual(['body.form_values.__proto__ value_error']);
    expectProblem(
      await use({ recipients: [people[0], { ...people[1], auth_level: 'account' }] }),
      'auth-level-unavailable',
    );
    expect((await mine.live.get('/v1/documents')).body.total).toBe(before);
  });
});

test('template operations take the UUID that documents have as source_template_id', async () => {
  const { id } = await create();
  const used = await mine.live.post(`/v1/templates/${id}/use`, { recipients: people });
  const uuid = used.body.source_template_id;
  expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
  const path = `/v1/templates/${uuid}`;
  expect((await mine.live.get(path)).body.id).toBe(id);
  expect((await mine.live.patch(path, { name: 'Renamed' })).body).toMatchObject({ id, version: 2 });
  expect((await mine.live.get(`${path}/bulk.csv`)).status).toBe(200);
  expect((await mine.live.post(`${path}/duplicate`)).status).toBe(201);
  const again = await mine.live.post(`${path}/use`, { recipients: people });
  expect(again.body.source_template_id).toBe(uuid);
  const bulk = await mine.live.post('/v1/bulk-sends', { template_id: uuid, rows: [{ recipients: people }] });
  expect(bulk.body.template_id).toBe(id);
  expectProblem(await other.live.get(path), 'not-found');
  expect((await mine.live.delete(path)).status).toBe(204);
  expectProblem(await mine.live.get(path), 'not-found');
});
