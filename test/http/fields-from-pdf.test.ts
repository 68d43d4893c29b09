/** Fields that the PDF places: anchors, text tags and form fields (docs/spec/decisions.md, section 3, Fields). */
import { encodeId } from '@countersign/contract/ids';
import { documentUuid } from '@countersign/core/document/lock';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import type { Response } from 'supertest';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem } from '../support/problem.ts';

/** The errors of a validation problem. */
const issuesOf = (answer: Response): Array<{ loc: Array<string | number>; msg: string }> =>
  answer.body.detail;

let api: TestApi;
let mine: TestWorkspace;
let other: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  other = await api.createTestWorkspace();
});

const width = 600;
const height = 800;
/** Where pdftotext sees the top of Helvetica text, as a multiple of its size. */
const ascent = 0.718;

interface Line {
  page?: number;
  text: string;
  x: number;
  /** From the bottom of the page. */
  y: number;
}

/** Two pages with these lines in Helvetica at 12 points. */
async function pdfWith(lines: readonly Line[], rotate = 0): Promise<Buffer> {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.Helvetica);
  const pages = [file.addPage([width, height]), file.addPage([width, height])];
  for (const page of pages) page.setRotation(degrees(rotate));
  for (const { page = 1, text, x, y } of lines) pages[page - 1]!.drawText(text, { x, y, size: 12, font });
  return Buffer.from(await file.save());
}

const people = [
  { name: 'Tenant', email: 'tenant@example.test' },
  { name: 'Landlord', email: 'landlord@example.test', role: 'approver' },
];
const box = { type: 'signature', w: 0.2, h: 0.05, recipient_index: 0 };

async function draft(pdf: Buffer, fields: object[], recipients: object[] = people): Promise<string> {
  const created = await mine.live.post('/v1/documents', { title: 'Lease', recipients, fields });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const put = await mine.live
    .put(`/v1/documents/${id}/content`)
    .set('Content-Type', 'application/pdf')
    .send(pdf);
  expect(put.status).toBe(204);
  return id;
}
const finalize = (id: string, body?: object, client: Client = mine.live) =>
  client.post(`/v1/documents/${id}/finalize`, body);

describe('a field with an anchor', () => {
  const lines = [
    { text: 'Sign here: ________', x: 60, y: 700 },
    { text: 'Sign here: ________', x: 60, y: 600 },
    { page: 2, text: 'Sign here: ________', x: 90, y: 500 },
  ];

  test('is answered with its anchor until finalize, then also with its place', async () => {
    const anchor = { text: 'Sign here:', occurrence: 2, dx: 0.1, dy: 0.01 };
    const id = await draft(await pdfWith(lines), [{ ...box, anchor }]);
    const listed = await mine.live.put(`/v1/documents/${id}/fields`, [{ ...box, anchor }]);
    expect(listed.status).toBe(200);
    expect(listed.body.fields[0]).toMatchObject({ anchor, page: null, x: null, y: null });
    const finalized = await finalize(id);
    expect(finalized.status).toBe(200);
    const [field] = finalized.body.fields;
    expect(field).toMatchObject({ anchor, page: 1, w: 0.2, h: 0.05 });
    expect(field.x * width).toBeCloseTo(60 + 0.1 * width, 1);
    expect(field.y * height).toBeCloseTo(height - 600 - ascent * 12 + 0.01 * height, 1);
    const again = await finalize(id);
    expect(again.body.fields).toEqual(finalized.body.fields);
  });

  test('is found over pages, on one page only, and whatever the white space', async () => {
    const id = await draft(await pdfWith(lines), [
      { ...box, anchor: { text: 'Sign here:', occurrence: 3 } },
      { ...box, page: 2, anchor: { text: '  Sign\nhere:' } },
      { ...box, page: 1, x: 0.5, y: 0.5 },
    ]);
    const { status, body } = await finalize(id);
    expect(status).toBe(200);
    expect(body.fields[0].page).toBe(2);
    expect(body.fields[1]).toMatchObject({ page: 2, x: body.fields[0].x, y: body.fields[0].y });
    expect(body.fields[2]).toMatchObject({ page: 1, x: 0.5, y: 0.5, anchor: null });
  });

  test('is placed on the page as displayed if the page is rotated', async () => {
    const id = await draft(await pdfWith([{ text: 'Initial', x: 60, y: 700 }], 90), [
      { ...box, w: 0.1, anchor: { text: 'Initial' } },
    ]);
    const { body } = await finalize(id);
    // Turned clockwise, the page is 800 points wide, and the text runs down with its top to the right.
    expect(body.fields[0].x * height).toBeCloseTo(700 - 0.207 * 12, 1);
    expect(body.fields[0].y * width).toBeCloseTo(60, 1);
  });

  test('422 at finalize: every text that is missing, with the nearest one; the document stays a draft', async () => {
    const id = await draft(await pdfWith(lines), [
      { ...box, anchor: { text: 'Sign heer:' } },
      { ...box, anchor: { text: 'Sign here:', occurrence: 4 } },
      { ...box, anchor: { text: 'Sign here:', dx: 0.9 } },
    ]);
    const answer = await finalize(id);
    expectProblem(answer, 'validation');
    const issues = issuesOf(answer);
    expect(issues.map(({ loc }) => loc)).toEqual([
      ['body', 'fields', 0, 'anchor', 'text'],
      ['body', 'fields', 1, 'anchor', 'occurrence'],
      ['body', 'fields', 2, 'anchor', 'dx'],
    ]);
    expect(issues[0]!.msg).toContain('The nearest text is "Sign here:" on page 1');
    expect(issues[1]!.msg).toContain('occurs 3 times');
    expect((await mine.live.get(`/v1/documents/${id}`)).body.status).toBe('awaiting_upload');
    await mine.live.put(`/v1/documents/${id}/fields`, [{ ...box, anchor: { text: 'Sign here:' } }]);
    expect((await finalize(id)).status).toBe(200);
  });

  test('422 with both forms, with neither, and with members out of bounds', async () => {
    const anchor = { text: 'Sign here:' };
    const refused: Array<[object, Array<string | number>]> = [
      [{ ...box, page: 1, x: 0.1, y: 0.1, anchor }, ['x']],
      [{ ...box, page: 1, y: 0.1 }, ['x']],
      [{ ...box, x: 0.1, y: 0.1 }, ['page']],
      [{ ...box, anchor: { text: ' ' } }, ['anchor', 'text']],
      [{ ...box, anchor: { text: 'x'.repeat(201) } }, ['anchor', 'text']],
      [{ ...box, anchor: { ...anchor, occurrence: 0 } }, ['anchor', 'occurrence']],
      [{ ...box, anchor: { ...anchor, dx: 2 } }, ['anchor', 'dx']],
    ];
    for (const [field, place] of refused) {
      const answer = await mine.live.post('/v1/documents', {
        title: 'Lease',
        recipients: people,
        fields: [field],
      });
      expectProblem(answer, 'validation');
      expect(issuesOf(answer)[0]!.loc).toEqual(['body', 'fields', 0, ...place]);
    }
  });

  test('PUT fields finds it at once if the PDF is finalized', async () => {
    const id = await draft(await pdfWith(lines), []);
    await finalize(id);
    const path = `/v1/documents/${id}/fields`;
    const put = await mine.live.put(path, [{ ...box, anchor: { text: 'Sign here:' } }]);
    expect(put.body.fields[0]).toMatchObject({ page: 1, anchor: { text: 'Sign here:' } });
    const refused = await mine.live.put(path, [{ ...box, anchor: { text: 'Nothing alike 12345' } }]);
    expectProblem(refused, 'validation');
    expect(issuesOf(refused)[0]!.loc).toEqual(['body', 0, 'anchor', 'text']);
    expectProblem(await other.live.put(path, [{ ...box, anchor: { text: 'Sign here:' } }]), 'not-found');
  });

  test('one request with the PDF finds it, and a missing text leaves nothing behind', async () => {
    const pdf = await pdfWith(lines);
    const send = (text: string) =>
      mine.live
        .post('/v1/documents')
        .field(
          'document',
          JSON.stringify({
            title: 'At once',
            recipients: people,
            fields: [{ ...box, anchor: { text } }],
            finalize: true,
          }),
        )
        .attach('file', pdf, { filename: 'lease.pdf', contentType: 'application/pdf' });
    const created = await send('Sign here:');
    expect(created.status).toBe(201);
    expect(created.body.fields[0]).toMatchObject({ page: 1, x: 0.1, anchor: { text: 'Sign here:' } });
    expectProblem(await send('Sing hare:'), 'validation');
    expect((await mine.live.get('/v1/documents?q=At+once')).body.total).toBe(1);
  });

  test('a template replaces it by its place, so documents from the template have it', async () => {
    const fields = [{ ...box, anchor: { text: 'Sign here:', occurrence: 2 } }];
    const definition = {
      name: 'Lease',
      pdf_base64: (await pdfWith(lines)).toString('base64'),
      recipients: people,
      fields,
    };
    const created = await mine.live.post('/v1/templates', definition);
    expect(created.status).toBe(201);
    expect(created.body.fields[0]).toMatchObject({ page: 1, x: 0.1 });
    const path = `/v1/templates/${created.body.id}`;
    const patched = await mine.live.patch(path, {
      fields: [{ ...box, page: 2, anchor: { text: 'Sign here:' } }],
    });
    expect(patched.body.fields[0]).toMatchObject({ page: 2, x: 0.15 });
    expect((await mine.live.patch(path, { fields: patched.body.fields })).status).toBe(200);
    const used = await mine.live.post(`${path}/use`, {
      recipients: people.map(({ role: _, ...one }) => one),
    });
    expect(used.status).toBe(201);
    expect(used.body.fields[0]).toMatchObject({ page: 2, x: 0.15 });
    const missing = await mine.live.patch(path, { fields: [{ ...box, anchor: { text: 'Siign heere' } }] });
    expect(issuesOf(missing).map(({ loc }) => loc)).toEqual([['body', 'fields', 0, 'anchor', 'text']]);
  });
});

describe('finalize with fields_from: tags', () => {
  test('adds a field for each tag and paints the tags over in the PDF that is signed', async () => {
    const pdf = await pdfWith([
      { text: '{{signature role=Tenant required}}', x: 60, y: 700 },
      {
        text: '{{ text role=Landlord name=city optional max_length=20 width=30% height=0.04 }}',
        x: 60,
        y: 600,
      },
      {
        page: 2,
        text: '{{dropdown role="tenant@example.test" label="Your plan" options=A|B}}',
        x: 60,
        y: 500,
      },
      { text: 'Here is other text.', x: 60, y: 400 },
    ]);
    const id = await draft(pdf, [{ ...box, anchor: { text: 'other text.' } }]);
    const { status, body } = await finalize(id, { fields_from: 'tags' });
    expect(status).toBe(200);
    const [tenant, landlord] = body.recipients;
    expect(body.fields).toHaveLength(4);
    expect(body.fields[1]).toMatchObject({
      type: 'signature',
      required: true,
      recipient_id: tenant.id,
      page: 1,
      x: 0.1,
    });
    expect(body.fields[1].y * height).toBeCloseTo(height - 700 - ascent * 12, 1);
    expect(body.fields[2]).toMatchObject({
      ...{ type: 'text', name: 'city', required: false, recipient_id: landlord.id, w: 0.3, h: 0.04 },
      settings: { max_length: 20 },
    });
    expect(body.fields[3]).toMatchObject({
      type: 'dropdown',
      name: 'Your_plan',
      page: 2,
      settings: { options: ['A', 'B'] },
    });
    const original = await mine.live.get(`/v1/documents/${id}/download?version=original`);
    expect(original.status).toBe(200);
    const row = await api.deps.db.document.findFirstOrThrow({
      where: { originalSha256: body.original_sha256, workspaceId: mine.ctx().workspaceId },
    });
    expect(encodeId('doc', row.id)).toBe(id);
    const signed = Buffer.from(await api.storage.getBytes(row.preparedSha256!));
    // The original is the beginning of what is signed, so the seal covers it byte for byte.
    expect(signed.subarray(0, pdf.length).equals(pdf)).toBe(true);
  });

  test('leaves the PDF as it is with hide_tags: false', async () => {
    const id = await draft(await pdfWith([{ text: '{{initials role=1}}', x: 60, y: 700 }]), []);
    const { body } = await finalize(id, { fields_from: 'tags', hide_tags: false });
    expect(body.fields[0]).toMatchObject({ type: 'initials', recipient_id: body.recipients[0].id });
    const { preparedSha256 } = await api.deps.db.document.findFirstOrThrow({
      where: { originalSha256: body.original_sha256, workspaceId: mine.ctx().workspaceId },
    });
    expect(preparedSha256).toBeNull();
  });

  test('maps roles of the PDF with `roles`', async () => {
    const id = await draft(await pdfWith([{ text: '{{signature role=Buyer}}', x: 60, y: 700 }]), []);
    const { body } = await finalize(id, { fields_from: 'tags', roles: { buyer: 1 } });
    expect(body.fields[0].recipient_id).toBe(body.recipients[1].id);
  });

  test('takes conditions from tags, on fields of tags and of the document', async () => {
    const lines = [
      '{{dropdown role=Tenant name=kind options="Cat|Dog|Other"}}',
      '{{text role=Tenant name=which visible_if=kind=Other}}',
      '{{text role=Tenant name=a visible_if="kind = Cat|Dog"}}',
      '{{text role=Tenant name=b visible_if=city required_if="kind!=Cat"}}',
    ].map((text, at) => ({ text, x: 30, y: 700 - at * 40 }));
    const id = await draft(await pdfWith(lines), [
      { ...box, type: 'text', page: 1, x: 0.5, y: 0.9, name: 'city' },
    ]);
    const { status, body } = await finalize(id, { fields_from: 'tags' });
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(
      body.fields.slice(2).map((one: Record<string, unknown>) => [one.visible_if, one.required_if]),
    ).toEqual([
      [{ field: 'kind', equals: 'Other' }, null],
      [{ field: 'kind', in: ['Cat', 'Dog'] }, null],
      [
        { field: 'city', filled: true },
        { field: 'kind', not_equals: 'Cat' },
      ],
    ]);
  });

  test('422 for a tag that repeats a name to which a condition of the document refers', async () => {
    const id = await draft(await pdfWith([{ text: '{{text role=Tenant name=city}}', x: 60, y: 700 }]), [
      { ...box, type: 'text', page: 1, x: 0.5, y: 0.9, name: 'city' },
      {
        ...box,
        type: 'text',
        page: 1,
        x: 0.5,
        y: 0.8,
        name: 'street',
        visible_if: { field: 'city', filled: true },
      },
    ]);
    const answer = await finalize(id, { fields_from: 'tags' });
    expectProblem(answer, 'validation');
    expect(issuesOf(answer)[0]!.msg).toContain('the field "street": 2 fields have the name "city"');
  });

  test('422 for a tag that would be field 2,001 of the document', async () => {
    const pdf = await pdfWith([{ text: '{{text role=Tenant}}', x: 60, y: 700 }]);
    const finalizedWith = async (count: number) => {
      const fields = Array.from({ length: count }, () => ({ ...box, page: 1, x: 0.5, y: 0.8 }));
      return finalize(await draft(pdf, fields), { fields_from: 'tags' });
    };
    const refused = await finalizedWith(2000);
    expectProblem(refused, 'validation');
    expect(issuesOf(refused)[0]!.msg).toContain('more than 2000 fields');
    const { status, body } = await finalizedWith(1999);
    expect([status, body.fields.length]).toEqual([200, 2000]);
  });

  test.each([
    ['{{text role=Tenant visible_if=kind}}', 'no field has the name "kind"'],
    ['{{text role=Tenant visible_if="=x"}}', 'visible_if is a field name'],
    ['{{signature role=Nobody}}', 'no recipient has the role "Nobody"'],
    ['{{signature}}', 'the document has several signers'],
    ['{{signatur role=Tenant}}', '"signatur" is not a field type'],
    ['{{text role=Tenant color=red}}', '"color" is not a member'],
    ['{{text role=Tenant name=1a}}', 'name'],
    ['{{dropdown role=Tenant}}', 'needs at least one option'],
    ['no tag at all', 'has no text tags'],
  ])('422 for %s', async (text, words) => {
    const id = await draft(await pdfWith([{ text, x: 60, y: 700 }]), []);
    const answer = await finalize(id, { fields_from: 'tags' });
    expectProblem(answer, 'validation');
    expect(issuesOf(answer)[0]).toMatchObject({ loc: ['body', 'fields_from'] });
    expect(issuesOf(answer)[0]!.msg).toContain(words);
    expect((await mine.live.get(`/v1/documents/${id}`)).body.status).toBe('awaiting_upload');
  });
});

describe('fields_from in other requests', () => {
  const tagged = () =>
    pdfWith([
      { text: '{{signature role=Tenant}}', x: 60, y: 700 },
      { text: '{{text role=Buyer name=city}}', x: 60, y: 600 },
    ]);
  const members = { fields_from: 'tags', roles: { Buyer: 1 } };

  test('one request with the PDF adds the fields, and they are painted over', async () => {
    const pdf = await tagged();
    const document = { title: 'Lease', recipients: people, send: true, ...members };
    const sent = await mine.live
      .post('/v1/documents')
      .field('document', JSON.stringify(document))
      .attach('file', pdf, 'lease.pdf');
    expect([sent.status, sent.body.status]).toEqual([201, 'sent']);
    const [tenant, landlord] = sent.body.recipients;
    expect(sent.body.fields).toMatchObject([
      { type: 'signature', recipient_id: tenant.id, page: 1 },
      { type: 'text', name: 'city', recipient_id: landlord.id },
    ]);
    const pdf_base64 = pdf.toString('base64');
    const plain = { ...document, send: false, finalize: true, hide_tags: false, pdf_base64 };
    const made = await mine.live.post('/v1/documents', plain);
    expect([made.status, made.body.fields.length]).toEqual([201, 2]);
    const prepared = async (id: string) =>
      (await api.deps.db.document.findUniqueOrThrow({ where: { id: documentUuid(id) } })).preparedSha256;
    expect([await prepared(sent.body.id), await prepared(made.body.id)]).toEqual([expect.any(String), null]);
  });

  test('422 in the step finalize for an unknown role, and without finalize; nothing is created', async () => {
    const { total } = (await mine.live.get('/v1/documents')).body;
    const pdf_base64 = (await tagged()).toString('base64');
    const document = { title: 'Lease', recipients: people, pdf_base64, fields_from: 'tags' };
    const unknown = await mine.live.post('/v1/documents', { ...document, finalize: true });
    expect(expectProblem(unknown, 'validation')).toMatchObject({ step: 'finalize' });
    expect(issuesOf(unknown)[0]!.msg).toContain('no recipient has the role "Buyer"');
    const alone = await mine.live.post('/v1/documents', document);
    expect(expectProblem(alone, 'validation')).toMatchObject({ step: 'create' });
    const { pdf_base64: _, ...withoutPdf } = document;
    for (const answer of [alone, await mine.live.post('/v1/documents', withoutPdf)])
      expect(issuesOf(answer)[0]!.loc).toEqual(['body', 'fields_from']);
    expect((await mine.live.get('/v1/documents')).body.total).toBe(total);
  });

  test('a template keeps the fields of its tags or its form, so documents from it have them', async () => {
    const pdf_base64 = (await tagged()).toString('base64');
    const body = { name: 'Lease', recipients: people, pdf_base64, fields: [{ ...box, page: 2, x: 0, y: 0 }] };
    const made = await mine.live.post('/v1/templates', { ...body, ...members });
    expect(made.status).toBe(201);
    expect(made.body.fields).toMatchObject([
      { page: 2 },
      { type: 'signature', recipient_index: 0, page: 1, x: 0.1 },
      { type: 'text', name: 'city', recipient_index: 1 },
    ]);
    const used = await mine.live.post(`/v1/templates/${made.body.id}/use`, { recipients: people });
    expect([used.status, used.body.fields.length]).toEqual([201, 3]);
    const row = await api.deps.db.document.findUniqueOrThrow({ where: { id: documentUuid(used.body.id) } });
    expect(row.preparedSha256).not.toBeNull();
    const unknown = await mine.live.post('/v1/templates', { ...body, fields_from: 'tags' });
    expect(issuesOf(unknown)[0]).toMatchObject({ loc: ['body', 'fields_from'] });
    const formless = await mine.live.post('/v1/templates', { ...body, fields_from: 'form' });
    expect(issuesOf(formless)[0]!.msg).toContain('has no form fields');
  });

  test('422: a template with a tag whose condition does not fit, and one that would have more than 2,000 fields', async () => {
    const create = (pdf: Buffer, count: number) =>
      mine.live.post('/v1/templates', {
        ...{ name: 'Lease', recipients: people, pdf_base64: pdf.toString('base64'), ...members },
        fields: Array.from({ length: count }, () => ({ ...box, page: 2, x: 0, y: 0 })),
      });
    const text = '{{text role=Tenant visible_if=kind}}';
    const broken = await create(await pdfWith([{ text, x: 60, y: 700 }]), 0);
    expectProblem(broken, 'validation');
    expect(issuesOf(broken)[0]!.msg).toContain('no field has the name "kind"');
    const pdf = await tagged();
    const over = await create(pdf, 1999);
    expectProblem(over, 'validation');
    expect(issuesOf(over)[0]).toMatchObject({
      loc: ['body', 'fields_from'],
      msg: 'Value error, the template would have more than 2000 fields',
    });
    expect((await create(pdf, 1998)).body.fields).toHaveLength(2000);
  });
});

describe('finalize with fields_from: form', () => {
  /** A form as pdf-lib writes it. */
  async function formPdf(): Promise<Buffer> {
    const file = await PDFDocument.create();
    const page = file.addPage([width, height]);
    const form = file.getForm();
    const city = form.createTextField('Landlord.City of birth');
    city.addToPage(page, { x: 60, y: 700, width: 200, height: 20 });
    city.setMaxLength(30);
    city.enableRequired();
    const phone = form.createTextField('Tenant.phone');
    phone.setText('+44 20');
    phone.addToPage(page, { x: 60, y: 660, width: 200, height: 20 });
    form.createCheckBox('Tenant.agree').addToPage(page, { x: 60, y: 620, width: 20, height: 20 });
    const plan = form.createDropdown('Tenant.plan');
    plan.addOptions(['Small', 'Large']);
    plan.addToPage(page, { x: 60, y: 580, width: 100, height: 20 });
    const pay = form.createRadioGroup('Tenant.pay');
    pay.addOptionToPage('Monthly', page, { x: 60, y: 540, width: 20, height: 20 });
    pay.addOptionToPage('Yearly', page, { x: 100, y: 540, width: 20, height: 20 });
    const fixed = form.createTextField('Tenant.fixed');
    fixed.enableReadOnly();
    fixed.addToPage(page, { x: 60, y: 500, width: 100, height: 20 });
    return Buffer.from(await file.save());
  }

  test('adds the fields that can be filled in, with their values, settings and places', async () => {
    const id = await draft(await formPdf(), []);
    const { status, body } = await finalize(id, { fields_from: 'form' });
    expect(status).toBe(200);
    const [tenant, landlord] = body.recipients;
    expect(body.fields.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
      ['Landlord.City_of_birth', 'text'],
      ['Tenant.phone', 'text'],
      ['Tenant.agree', 'checkbox'],
      ['Tenant.plan', 'dropdown'],
      ['Tenant.pay', 'radio'],
    ]);
    const [city, phone, agree, plan, pay] = body.fields;
    expect(city).toMatchObject({ required: true, recipient_id: landlord.id, settings: { max_length: 30 } });
    // pdf-lib draws the border of a widget around its rectangle.
    expect(city.x * width).toBeCloseTo(59.5, 1);
    expect(city.y * height).toBeCloseTo(height - 720.5, 1);
    expect(phone).toMatchObject({ required: false, recipient_id: tenant.id, prefill_value: '+44 20' });
    expect(agree).toMatchObject({ recipient_id: tenant.id });
    expect(plan.settings.options).toEqual(['Small', 'Large']);
    expect(pay.settings.options).toHaveLength(2);
    expect(pay.w * width).toBeCloseTo(61, 1);
  });

  test('the document can be sent, signed and completed', async () => {
    const id = await draft(
      await formPdf(),
      [{ ...box, page: 1, x: 0.5, y: 0.8, recipient_index: 0 }],
      [people[0]!],
    );
    const finalized = await finalize(id, { fields_from: 'form' });
    expect(finalized.status).toBe(200);
    expect((await mine.live.post(`/v1/documents/${id}/send`)).status).toBe(200);
    expect((await mine.live.get(`/v1/documents/${id}`)).body.status).toBe('sent');
  });

  test('422 if the PDF has no form, and for an unknown source', async () => {
    const id = await draft(await pdfWith([]), []);
    const answer = await finalize(id, { fields_from: 'form' });
    expectProblem(answer, 'validation');
    expect(issuesOf(answer)[0]!.msg).toContain('has no form fields');
    expectProblem(await finalize(id, { fields_from: 'somewhere' }), 'validation');
    expectProblem(await finalize(id, { fields_from: 'form' }, other.live), 'not-found');
    expectProblem(await finalize(id, { fields_from: 'form' }, api.anonymous), 'unauthenticated');
  });
});
