/** Conditional fields over HTTP: `visible_if` and `required_if` (docs/guides/conditional-fields.md). */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FieldOut } from '@countersign/contract/field';
import type { FieldCondition } from '@countersign/contract/field-condition';
import { decodeId } from '@countersign/contract/ids';
import { linkToken } from '@countersign/core/recipient/link';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let folder: string;
let api: TestApi;
let mine: TestWorkspace;
let pdf: string;
/** Runs when the service stores an image that a recipient uploaded. */
let onStored: () => Promise<unknown> = async () => {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-conditions-'));
  const files = createFileStorage({ root: join(folder, 'blobs') });
  const storage: typeof files = Object.assign(Object.create(files), {
    putBytes: async (bytes: Uint8Array) => {
      await onStored();
      return files.putBytes(bytes);
    },
  });
  api = await startTestApi({ storage });
  mine = await api.createTestWorkspace();
  pdf = Buffer.from(await samplePdf(1, 'conditions')).toString('base64');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ada = { name: 'Ada Lovelace', email: 'ada@example.test', signing_order: 1 };
const grace = { name: 'Grace Hopper', email: 'grace@example.test', signing_order: 2 };
const at = (row: number, type: string, name: string | null, more: object = {}) => ({
  ...{ type, page: 1, x: 0.1, y: 0.1 + row * 0.05, w: 0.5, h: 0.04, recipient_index: 0, name },
  ...more,
});
const isMarried = { field: 'married', equals: 'true' };

/** Ada says whether she is married; then the name and signature of her spouse are asked for, and a sentence of the sender is shown. */
const marriage = [
  at(0, 'checkbox', 'married', { required: false }),
  at(1, 'text', 'spouse', { visible_if: isMarried }),
  at(2, 'signature', 'spouse_signature', { visible_if: isMarried }),
  at(3, 'text', 'clause', { read_only: true, prefill_value: 'Both spouses consent.', visible_if: isMarried }),
  at(4, 'text', 'reason', { required_if: { field: 'married', filled: false } }),
  at(5, 'signature', 'signature'),
];

const create = (fields: object[], more: object = {}, client: Client = mine.live) =>
  client.post('/v1/documents', { title: 'Form', recipients: [ada], fields, pdf_base64: pdf, ...more });

/** Creates, finalizes and sends in one request. */
async function send(
  fields: object[],
  recipients: object[] = [ada],
  client: Client = mine.live,
): Promise<string> {
  const answer = await create(fields, { recipients, send: true }, client);
  expect([answer.status, answer.body.status, answer.body.detail]).toEqual([201, 'sent', undefined]);
  return answer.body.id;
}

const read = async (id: string) => (await mine.live.get(`/v1/documents/${id}`)).body;
const fieldsOf = async (id: string) =>
  Object.fromEntries(((await read(id)).fields as FieldOut[]).map((field) => [field.name, field]));

/** The signing path of a recipient by position, after consent. */
async function signer(id: string, position = 0): Promise<string> {
  const recipient = await api.deps.db.recipient.findFirstOrThrow({
    where: { documentId: decodeId('doc', id)!, position, status: { not: 'reassigned' } },
  });
  const path = `/v1/signing/${linkToken(api.deps.secrets, recipient)}`;
  expect((await api.anonymous.post(`${path}/consent`)).status).toBe(204);
  return path;
}

/** Completes with values by field name. */
async function complete(path: string, values: Record<string, unknown>) {
  const view = (await api.anonymous.get(path)).body as { fields: FieldOut[] };
  const ids = new Map(view.fields.map(({ name, id }) => [name, id]));
  const byId = Object.entries(values).map(([name, value]) => [ids.get(name) ?? name, value]);
  return api.anonymous.post(`${path}/complete`, { values: Object.fromEntries(byId) });
}

/** The names of the fields with errors, with the types of the errors. */
async function errorsOf(path: string, values: Record<string, unknown>): Promise<string[]> {
  const view = (await api.anonymous.get(path)).body as { fields: FieldOut[] };
  const names = new Map(view.fields.map(({ name, id }) => [id, name]));
  const answer = await complete(path, values);
  expectProblem(answer, 'validation');
  return answer.body.detail.map(
    ({ loc, type }: { loc: string[]; type: string }) => `${names.get(loc[2]!)} ${type}`,
  );
}

const typed = { mode: 'type', text: 'Ada Lovelace' };

async function sealedText(id: string): Promise<string> {
  const documentId = decodeId('doc', id)!;
  const sealKeys = createSealKeys({ dataDir: folder, log: api.deps.log });
  const ports = { storage: api.storage, sealKeys, timestamper: null };
  expect(await sealDocument({ ...api.deps, ...ports }, { documentId, requestId: 'seal' })).toBe('sealed');
  const { body } = await mine.live.get(`/v1/documents/${id}/download?version=sealed`).buffer(true);
  const path = join(folder, `${id}.pdf`);
  await writeFile(path, body);
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
}

describe('a hidden field', () => {
  test('is not asked for; a value that is sent for it is neither stored nor drawn', async () => {
    const id = await send(marriage);
    const path = await signer(id);
    const given = { spouse: 'William', spouse_signature: typed, clause: 'Both spouses consent.' };
    const answer = await complete(path, { married: 'false', reason: 'single', signature: typed, ...given });
    expect([answer.status, answer.body]).toEqual([
      200,
      { status: 'completed', document_status: 'completed' },
    ]);
    const fields = await fieldsOf(id);
    for (const name of ['spouse', 'spouse_signature', 'clause'])
      expect(fields[name]).toMatchObject({ value: null, completed_at: null, printed: { kind: 'nothing' } });
    const rows = await api.deps.db.field.findMany({ where: { documentId: decodeId('doc', id)! } });
    expect(rows.filter(({ signature }) => signature !== null).map(({ name }) => name)).toEqual(['signature']);
    const { body: events } = await mine.live.get(`/v1/documents/${id}/events`);
    const completed = events.find(
      (event: { event_type: string }) => event.event_type === 'recipient.completed',
    );
    expect(completed.payload.fields).toBe(3);
    const text = await sealedText(id);
    expect(text).toContain('single');
    expect(text).not.toMatch(/William|Both spouses/);
  });

  test('is asked for, checked and drawn once its condition holds', async () => {
    const id = await send(marriage);
    const path = await signer(id);
    expect(await errorsOf(path, { married: 'true' })).toEqual([
      'spouse missing',
      'spouse_signature missing',
      'signature missing',
    ]);
    const answer = await complete(path, {
      ...{ married: 'true', spouse: 'William', signature: typed },
      spouse_signature: { mode: 'type', text: 'W. King' },
    });
    expect(answer.status).toBe(200);
    const fields = await fieldsOf(id);
    expect(fields.reason).toMatchObject({ value: null, printed: { kind: 'nothing' } });
    expect(fields.clause).toMatchObject({ value: 'Both spouses consent.', printed: { kind: 'text' } });
    const text = await sealedText(id);
    expect(text).toContain('William');
    expect(text).toContain('Both spouses consent.');
  });

  test('counts as empty for other conditions, whatever is sent for it', async () => {
    const id = await send([
      at(0, 'checkbox', 'married', { required: false }),
      at(1, 'text', 'spouse', { required: false, visible_if: isMarried }),
      at(2, 'text', 'town', { visible_if: { field: 'spouse', filled: true } }),
      at(3, 'text', 'alone', { required: false, required_if: { field: 'spouse', not_equals: 'William' } }),
    ]);
    const path = await signer(id);
    expect(await errorsOf(path, { spouse: 'William', town: '' })).toEqual(['alone missing']);
    expect(await errorsOf(path, { married: 'true', spouse: 'William' })).toEqual(['town missing']);
    expect((await complete(path, { spouse: 'William', alone: 'yes' })).status).toBe(200);
  });

  test('with an invalid value blocks nothing; the same value in a visible field does', async () => {
    const id = await send([
      at(0, 'checkbox', 'married', { required: false }),
      at(1, 'date', 'wedding', { visible_if: isMarried }),
    ]);
    const path = await signer(id);
    expect(await errorsOf(path, { married: 'true', wedding: 'yesterday' })).toEqual(['wedding date_parsing']);
    expect((await complete(path, { wedding: 'yesterday' })).status).toBe(200);
    expect((await fieldsOf(id)).wedding).toMatchObject({ value: null });
  });

  test('cannot be made of a required one with odd values of the field that decides', async () => {
    const id = await send([
      at(0, 'number', 'children'),
      at(1, 'text', 'names', { visible_if: { field: 'children', in: ['1', '2'] } }),
      at(2, 'dropdown', 'plan', { settings: { options: ['Basic', 'Full'] } }),
      at(3, 'text', 'account', { visible_if: { field: 'plan', not_equals: 'Basic' } }),
    ]);
    const path = await signer(id);
    for (const children of ['2', '2.0', '+2', ' 02 ', '2.'])
      expect(await errorsOf(path, { children, plan: 'Full', account: 'x' })).toEqual(['names missing']);
    for (const plan of ['basic', ' Basic', ['Basic'], 'Basic\u200b'])
      expect((await complete(path, { children: '0', plan })).status).toBe(422);
    for (const children of ['2e0', 'two', { mode: 'type', text: '2' }, null])
      expect((await complete(path, { children, plan: 'Basic' })).status).toBe(422);
  });
});

describe('conditions on fields of earlier recipients', () => {
  const fields = [
    at(0, 'checkbox', 'pets', { required: false }),
    at(1, 'number', 'rent'),
    at(2, 'text', 'pet_rules', {
      recipient_index: 1,
      visible_if: {
        all: [
          { field: 'pets', equals: 'true' },
          { field: 'rent', filled: true },
        ],
      },
    }),
    at(3, 'text', 'note', {
      recipient_index: 1,
      read_only: true,
      prefill_value: 'No pets.',
      visible_if: { field: 'pets', equals: 'false' },
    }),
    at(4, 'signature', 'landlord', { recipient_index: 1 }),
  ];

  test('are judged by what was signed; the page gets these values, also of fields without one', async () => {
    const id = await send(fields, [ada, grace]);
    const first = await signer(id);
    const before = (await api.anonymous.get(first)).body;
    expect([before.earlier_fields, before.other_fields]).toEqual([[], []]);
    expect((await complete(first, { rent: '900', pets: null })).status).toBe(200);
    const second = await signer(id, 1);
    const view = (await api.anonymous.get(second)).body;
    expect(view.earlier_fields).toEqual([
      { name: 'pets', type: 'checkbox', value: null },
      { name: 'rent', type: 'number', value: '900' },
    ]);
    expect(view.other_fields).toMatchObject([{ name: 'rent', visible_if: null }]);
    expect((await complete(second, { pet_rules: 'hidden', landlord: typed })).status).toBe(200);
    expect(await fieldsOf(id)).toMatchObject({ pet_rules: { value: null }, note: { value: 'No pets.' } });
    const text = await sealedText(id);
    expect(text).toContain('No pets.');
  });

  test('a sentence of the sender that is shown to the second signer only is signed by the second', async () => {
    const id = await send(fields, [ada, grace]);
    expect((await complete(await signer(id), { rent: '900', pets: 'true' })).status).toBe(200);
    expect((await fieldsOf(id)).note).toMatchObject({ printed: null });
    const second = await signer(id, 1);
    expect(await errorsOf(second, { landlord: typed })).toEqual(['pet_rules missing']);
    expect((await complete(second, { pet_rules: 'One cat', landlord: typed })).status).toBe(200);
    expect((await fieldsOf(id)).note).toMatchObject({ value: null, printed: { kind: 'nothing' } });
    expect(await sealedText(id)).not.toContain('No pets.');
  });

  test('409: a value that changes after the check and before the lock; nothing is saved', async () => {
    const sent = await send(fields, [ada, grace]);
    expect((await complete(await signer(sent), { rent: '900', pets: 'false' })).status).toBe(200);
    const second = await signer(sent, 1);
    const image = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'navy' } })
      .png()
      .toBuffer();
    const upload = { mode: 'upload', image_base64: image.toString('base64') };
    onStored = () =>
      api.deps.db.field.updateMany({
        where: { documentId: decodeId('doc', sent)!, name: 'pets' },
        data: { value: 'true' },
      });
    const answer = await complete(second, { landlord: upload });
    onStored = async () => {};
    expectProblem(answer, 'document-state');
    expect((await fieldsOf(sent)).landlord).toMatchObject({ value: null, printed: null });
    expect(await errorsOf(second, { landlord: upload })).toEqual(['pet_rules missing']);
  });

  test('422: PATCH of a signing order that would make an earlier recipient a later one', async () => {
    const id = await send(fields, [ada, grace]);
    const [{ id: first }, { id: second }] = (await read(id)).recipients;
    for (const [recipient, order] of [
      [first, 2],
      [first, 3],
      [second, 1],
    ]) {
      const answer = await mine.live.patch(`/v1/documents/${id}/recipients/${recipient}`, {
        signing_order: order,
      });
      expect(issuesOf(answer)[0]).toBe('body.signing_order value_error');
      expect(answer.body.detail[0].msg).toContain('condition of the field "pet_rules"');
    }
    const later = await mine.live.patch(`/v1/documents/${id}/recipients/${second}`, { signing_order: 5 });
    expect(later.status).toBe(200);
  });

  test('422 not-sendable: recipients that PUT recipients brought into another order', async () => {
    const draft = await create(fields, { recipients: [ada, grace], finalize: true });
    const { id } = draft.body;
    const swapped = [
      { ...ada, signing_order: 2 },
      { ...grace, signing_order: 1 },
    ];
    // Nothing is final in a draft.
    const first = `/v1/documents/${id}/recipients/${(await read(id)).recipients[0].id}`;
    expect((await mine.live.patch(first, { signing_order: 3 })).status).toBe(200);
    expect((await mine.live.put(`/v1/documents/${id}/recipients`, swapped)).status).toBe(200);
    const refused = await mine.live.post(`/v1/documents/${id}/send`);
    expectProblem(refused, 'not-sendable');
    expect(refused.body.problems[0]).toMatchObject({
      code: 'broken_condition',
      field_id: expect.any(String),
      message: expect.stringContaining('does not sign earlier'),
    });
    await mine.live.put(`/v1/documents/${id}/recipients`, [ada, grace]);
    expect((await mine.live.post(`/v1/documents/${id}/send`)).status).toBe(200);
  });
});

describe('422: conditions that are refused when fields are placed', () => {
  const visible = (condition: unknown, more: object = {}) => [
    at(0, 'checkbox', 'married'),
    at(1, 'text', 'spouse', { visible_if: condition, ...more }),
    at(2, 'text', 'later', { recipient_index: 1 }),
    at(3, 'text', 'twin'),
    at(4, 'text', 'twin'),
  ];
  test.each<[string, unknown, string, RegExp]>([
    ['an unknown field', { field: 'x', filled: true }, '1.visible_if', /no field has the name "x"/],
    ['the field itself', { field: 'spouse', filled: true }, '1.visible_if', /the field itself/],
    ['a later recipient', { field: 'later', filled: true }, '1.visible_if', /lower signing_order/],
    ['two fields of one name', { field: 'twin', filled: true }, '1.visible_if', /2 fields have the name/],
    ['a value that never occurs', { field: 'married', equals: 'yes' }, '1.visible_if', /"true" or "false"/],
    ['no comparison', { field: 'married' }, '1.visible_if', /a condition is/],
    ['two comparisons', { field: 'married', equals: 'true', in: ['true'] }, '1.visible_if', /a condition is/],
    ['a misspelled member', { field: 'married', equal: 'true' }, '1.visible_if.equal', /not permitted/],
    ['an empty list', { all: [] }, '1.visible_if.all', /at least 1 item/],
    [
      'a part of a list',
      { any: [isMarried, { field: 'x', filled: true }] },
      '1.visible_if.any.1',
      /no field/,
    ],
    ['a long value', { field: 'twin', equals: 'x'.repeat(501) }, '1.visible_if.equals', /at most 500 char/],
    ['a text', 'married', '1.visible_if', /object/],
  ])('%s', async (_name, condition, loc, message) => {
    const recipients = [ada, grace];
    const created = await create(visible(condition), { recipients });
    const [issue] = (
      expectProblem(created, 'validation') as { detail: Array<{ loc: unknown[]; msg: string }> }
    ).detail;
    expect(issue!.loc.join('.')).toBe(`body.fields.${loc}`);
    expect(issue!.msg).toMatch(message);
    const draft = await create([], { recipients });
    const put = await mine.live.put(`/v1/documents/${draft.body.id}/fields`, visible(condition));
    expect(issuesOf(put)[0]).toMatch(new RegExp(`^body.${loc.replaceAll('.', '\\.')} `));
    const template = { name: 'Form', pdf_base64: pdf, recipients, fields: visible(condition) };
    expect(issuesOf(await mine.live.post('/v1/templates', template))[0]).toMatch(/^body\.fields\.1/);
  });

  test('a cycle, with its fields; a group of the same signing order; a field of a cc', async () => {
    const sees = (row: number, name: string, other: string) =>
      at(row, 'text', name, { visible_if: { field: other, filled: true } });
    const cycle = await create([sees(0, 'a', 'b'), sees(1, 'b', 'c'), sees(2, 'c', 'a')]);
    expectProblem(cycle, 'validation');
    expect(cycle.body.detail.map(({ msg }: { msg: string }) => msg)).toEqual([
      'Value error, the conditions form a cycle: a → b → c → a',
    ]);
    const parallel = { recipients: [ada, { ...grace, signing_order: 1 }] };
    expect(
      issuesOf(
        await create(
          [...visible(isMarried), at(5, 'text', null, { recipient_index: 1, visible_if: isMarried })],
          parallel,
        ),
      ),
    ).toEqual(['body.fields.5.visible_if value_error']);
    const cc = { recipients: [ada, { ...grace, role: 'cc' }] };
    const ofCc = at(1, 'text', 'x', {
      recipient_index: 1,
      read_only: true,
      prefill_value: 'x',
      visible_if: isMarried,
    });
    expect(issuesOf(await create([at(0, 'checkbox', 'married'), ofCc], cc))).toEqual([
      'body.fields.1.visible_if value_error',
    ]);
  });

  test('huge ones are refused quickly: deep, wide, and many', async () => {
    const deep = (depth: number): FieldCondition =>
      Array.from({ length: depth }).reduce<FieldCondition>((inner) => ({ all: [inner] }), isMarried);
    expect(issuesOf(await create(visible(deep(5))))[0]).toBe('body.fields.1.visible_if value_error');
    expect((await create(visible(deep(60)))).status).toBe(422);
    const wide = { any: Array.from({ length: 51 }, () => isMarried) };
    expect(issuesOf(await create(visible(wide)))[0]).toBe('body.fields.1.visible_if.any too_long');
    const values = Array.from({ length: 50 }, (_, index) => `value ${index}`);
    const many = Array.from({ length: 101 }, (_, row) =>
      at(row % 10, 'text', null, { visible_if: { field: 'a', in: values } }),
    );
    expect(issuesOf(await create([at(0, 'text', 'a'), ...many]))).toEqual([
      'body.fields.101.visible_if value_error',
    ]);
    const most = await create([at(0, 'text', 'a'), ...many.slice(1)]);
    expect(most.status).toBe(201);
  });
});

describe('conditions are carried through', () => {
  const conditionsOf = (fields: Array<Partial<FieldOut>>) =>
    fields.map(({ visible_if, required_if }) => [visible_if ?? null, required_if ?? null]);
  const wanted = conditionsOf(marriage as Array<Partial<FieldOut>>);

  test('from create and PUT fields to GET, and to a duplicate', async () => {
    const draft = await create([], { finalize: true });
    const put = await mine.live.put(`/v1/documents/${draft.body.id}/fields`, marriage);
    expect(conditionsOf(put.body.fields)).toEqual(wanted);
    const copy = await mine.live.post(`/v1/documents/${draft.body.id}/duplicate`);
    expect(conditionsOf(copy.body.fields)).toEqual(wanted);
    expect(conditionsOf((await read(copy.body.id)).fields)).toEqual(wanted);
  });

  test('by templates, with prefilled values, duplicates and bulk sends', async () => {
    const made = await mine.live.post('/v1/templates', {
      ...{ name: 'Form', pdf_base64: pdf, recipients: [ada], fields: marriage },
    });
    expect(made.status).toBe(201);
    const id = made.body.id;
    const again = await mine.live.patch(`/v1/templates/${id}`, { fields: made.body.fields });
    expect(conditionsOf(again.body.fields)).toEqual(wanted);
    const copy = await mine.live.post(`/v1/templates/${id}/duplicate`);
    expect(conditionsOf(copy.body.fields)).toEqual(wanted);
    const used = await mine.live.post(`/v1/templates/${id}/use`, {
      recipients: [ada],
      form_values: { spouse: 'William', married: 'true' },
    });
    expect(conditionsOf(used.body.fields)).toEqual(wanted);
    await mine.live.post(`/v1/documents/${used.body.id}/send`);
    const path = await signer(used.body.id);
    expect(await errorsOf(path, {})).toEqual(['spouse_signature missing', 'signature missing']);
    expect((await complete(path, { married: 'false', reason: 'x', signature: typed })).status).toBe(200);
    expect((await fieldsOf(used.body.id)).spouse).toMatchObject({ prefill_value: 'William', value: null });
    const bulk = await mine.live.post('/v1/bulk-sends', {
      template_id: id,
      rows: [{ recipients: [ada], form_values: { married: 'true' } }],
    });
    expect([bulk.status, bulk.body.status]).toEqual([201, 'ready']);
  });

  test('422: PATCH of a template whose placeholders no longer fit its conditions', async () => {
    const fields = [
      at(0, 'checkbox', 'pets'),
      at(1, 'text', 'x', { recipient_index: 1, visible_if: { field: 'pets', filled: true } }),
    ];
    const made = await mine.live.post('/v1/templates', {
      name: 'T',
      pdf_base64: pdf,
      recipients: [ada, grace],
      fields,
    });
    const swapped = [{ ...ada, signing_order: 3 }, grace];
    const refused = await mine.live.patch(`/v1/templates/${made.body.id}`, { recipients: swapped });
    expect(issuesOf(refused)).toEqual(['body.fields.1.visible_if value_error']);
  });

  test('sign-as fills in what is required under a condition', async () => {
    const id = await send(marriage, [ada], mine.test);
    const { body } = await mine.test.get(`/v1/documents/${id}`);
    const signed = await mine.test.post(`/v1/test/documents/${id}/sign-as/${body.recipients[0].id}`, {
      values: { [body.fields[0].id]: 'true' },
    });
    expect([signed.status, signed.body.document_status]).toEqual([200, 'completed']);
    const after = (await mine.test.get(`/v1/documents/${id}`)).body.fields as FieldOut[];
    expect(after.find(({ name }) => name === 'spouse')!.value).not.toBeNull();
  });

  test('erasure removes them with the other data', async () => {
    const id = await send(marriage);
    expect((await complete(await signer(id), { reason: 'x', signature: typed })).status).toBe(200);
    await sealedText(id);
    const erased = await mine.live.post(`/v1/console/documents/${id}/erase`, { confirm: 'Form' });
    expect(erased.status).toBe(200);
    const fields = (await read(id)).fields as FieldOut[];
    expect(conditionsOf(fields)).toEqual(fields.map(() => [null, null]));
  });
});
