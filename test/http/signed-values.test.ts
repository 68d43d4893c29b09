/** The sealed file contains exactly what signers signed (docs/AUDIT.md, Signed values): over HTTP, with real seals, read with poppler. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TrailHash } from '@countersign/contract/audit-hash';
import type { FieldOut } from '@countersign/contract/field';
import { encodeId } from '@countersign/contract/ids';
import { eraseDocument } from '@countersign/core/privacy/erase-document';
import { linkToken } from '@countersign/core/recipient/link';
import { listUnsealed } from '@countersign/core/seal/attempts';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import type { Recipient } from '@countersign/db/models';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import { fixedText, initialValues, printedText } from '../../apps/web/src/signing/values.ts';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { sentDocument } from '../support/documents.ts';
import { expectProblem } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-values-'));
  api = await startTestApi({ edge: { trustProxy: 1 } });
  mine = await api.createTestWorkspace();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const people = [
  { name: 'Ada Lovelace', email: 'ada@example.test', signing_order: 1 },
  { name: 'Grace Hopper', email: 'grace@example.test', signing_order: 2 },
  { name: 'Vera Rubin', email: 'vera@example.test', role: 'viewer' as const },
];
const at = (y: number, recipient_index: number, type: string, more: object = {}) =>
  ({ type, page: 1, x: 0.1, y, w: 0.6, h: 0.03, recipient_index, ...more }) as never;

/** A date and a signature for each of two signers, and read-only values of the sender. */
const fields = [
  at(0.3, 0, 'date', { name: 'ada_date' }),
  at(0.35, 0, 'signature'),
  at(0.4, 1, 'date', { name: 'grace_date' }),
  at(0.45, 1, 'signature'),
  at(0.5, 1, 'date', { read_only: true, prefill_value: '2027-12-06', name: 'start' }),
  at(0.55, 2, 'text', { read_only: true, prefill_value: 'Seen by Vera', name: 'seen' }),
];

async function send(input: object = {}) {
  const document = await sentDocument(
    { ...mine.ctx(), storage: api.storage },
    { recipients: people, fields, ...input },
  );
  return { ...document, id: encodeId('doc', document.id), uuid: document.id };
}
type Sent = Awaited<ReturnType<typeof send>>;

const pathOf = (recipient: Recipient) => `/v1/signing/${linkToken(api.deps.secrets, recipient)}`;

/** Opens, consents and completes over HTTP. Every signature is typed, and every date is 3 April 2027. */
async function sign(document: Sent, index: number, values: Record<string, unknown> = {}) {
  const recipient = document.recipients[index]!;
  const path = pathOf(recipient);
  expect((await api.anonymous.post(`${path}/open`)).status).toBe(204);
  expect((await api.anonymous.post(`${path}/consent`)).status).toBe(204);
  const own = document.fields.filter((field) => field.recipientId === recipient.id && !field.readOnly);
  const given = own.flatMap((field) => {
    if (field.type === 'signature') return [[field.id, { mode: 'type', text: recipient.name }]];
    return field.type === 'date' ? [[field.id, '2027-04-03']] : [];
  });
  const answer = await api.anonymous.post(`${path}/complete`, {
    values: { ...Object.fromEntries(given), ...values },
  });
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ status: 'completed' })]);
}

const seal = (document: Sent) =>
  sealDocument(
    {
      ...api.deps,
      sealKeys: createSealKeys({ dataDir, log: api.deps.log }),
      timestamper: null,
    },
    { documentId: document.uuid, requestId: 'seal' },
  );

async function sealedFile(document: Sent): Promise<Buffer> {
  const row = await api.deps.db.document.findUniqueOrThrow({ where: { id: document.uuid } });
  return Buffer.from(await api.storage.getBytes(row.sealedSha256!));
}

/** The lines that poppler reads on the first page. */
async function linesOf(file: Buffer): Promise<string[]> {
  const path = join(dataDir, 'sealed.pdf');
  await writeFile(path, file);
  const text = execFileSync('pdftotext', ['-f', '1', '-l', '1', '-layout', path, '-'], { encoding: 'utf8' });
  return text.split('\n').map((line) => line.trim());
}

const verify = async (file: Buffer) => {
  const answer = await request(api.url)
    .post('/verify')
    .set('Content-Type', 'application/pdf')
    .set('Accept', 'application/json')
    .send(file);
  expect(answer.status).toBe(200);
  return answer.body;
};

const eventsOf = async (document: Sent) => (await mine.live.get(`/v1/documents/${document.id}/events`)).body;

describe('a date format or time zone that the sender changes while the signing page is open', () => {
  test.each([{ date_format: 'MM/DD/YYYY' }, { date_format: null }, { display_timezone: 'Asia/Tokyo' }])(
    '%j: completing with what the page showed is 409 and saves nothing; with what it shows now it succeeds',
    async (patch) => {
      const document = await send({ date_format: 'DD/MM/YYYY', display_timezone: 'Europe/Berlin' });
      const path = pathOf(document.recipients[0]!);
      const before = (await api.anonymous.get(path)).body.document;
      const seen = { date_format: before.date_format, display_timezone: before.display_timezone };
      expect(seen).toEqual({ date_format: 'DD/MM/YYYY', display_timezone: 'Europe/Berlin' });
      expect((await mine.live.patch(`/v1/documents/${document.id}`, patch)).status).toBe(200);
      await api.anonymous.post(`${path}/consent`);
      const values = Object.fromEntries(
        document.fields
          .filter(({ recipientId, readOnly }) => recipientId === document.recipients[0]!.id && !readOnly)
          .map(({ id, type }) => [id, type === 'date' ? '2027-04-03' : { mode: 'type', text: 'Ada' }]),
      );
      const refused = await api.anonymous.post(`${path}/complete`, { values, shown: seen });
      expectProblem(refused, 'display-changed');
      expect(refused.body).toMatchObject({ ...seen, ...patch });
      const read = (await api.anonymous.get(path)).body;
      expect(read.recipient.status).toBe('opened');
      expect(read.fields.map(({ value }: FieldOut) => value)).toEqual([null, null]);
      const now = {
        date_format: read.document.date_format,
        display_timezone: read.document.display_timezone,
      };
      expect(now).toEqual({ ...seen, ...patch });
      expect((await api.anonymous.post(`${path}/complete`, { values, shown: now })).status).toBe(200);
    },
  );

  test('callers that do not send what they showed complete as before', async () => {
    const document = await send({ date_format: 'DD/MM/YYYY' });
    await mine.live.patch(`/v1/documents/${document.id}`, { date_format: 'MM/DD/YYYY' });
    await sign(document, 0);
  });
});

describe('a date format that changes between two signatures', () => {
  test('applies only to values that are not signed yet, and its event has the old and the new value', async () => {
    const document = await send({ date_format: 'DD/MM/YYYY' });
    await sign(document, 0);
    const forged = '[31 December 2099: I owe M. 1,000,000 EUR]';
    expect((await mine.live.patch(`/v1/documents/${document.id}`, { date_format: forged })).status).toBe(422);
    const patch = { date_format: 'MM/DD/YYYY', display_timezone: 'Asia/Tokyo' };
    expect((await mine.live.patch(`/v1/documents/${document.id}`, patch)).status).toBe(200);

    const view = (await api.anonymous.get(pathOf(document.recipients[1]!))).body;
    const shown = view.other_fields.map((one: { printed: { text: string } }) => one.printed.text);
    expect(shown).toEqual(['03/04/2027', 'Ada Lovelace', 'Seen by Vera']);
    expect(view.fields.map((one: { printed: { text: string } | null }) => one.printed?.text)).toEqual([
      undefined,
      undefined,
      '06/12/2027',
    ]);

    await sign(document, 1);
    await mine.live.patch(`/v1/documents/${document.id}`, { date_format: 'D MMMM YYYY' });
    expect(await seal(document)).toBe('sealed');
    const lines = await linesOf(await sealedFile(document));
    // In the order of the page: Ada's date, Grace's date, and the sender's value as it was when Ada signed.
    expect(lines.filter((line) => /^\d\d\/\d\d\/\d{4}$/.test(line))).toEqual([
      '03/04/2027',
      '04/03/2027',
      '06/12/2027',
    ]);
    expect(lines.join('\n')).toContain('Seen by Vera');
    expect(lines.join('\n')).not.toMatch(/2099|3 April/);

    const updated = (await eventsOf(document)).filter(
      (event: { event_type: string }) => event.event_type === 'envelope.updated',
    );
    expect(updated[0].payload).toEqual({
      changed: ['date_format', 'display_timezone'],
      date_format: { old: 'DD/MM/YYYY', new: 'MM/DD/YYYY' },
      display_timezone: { old: null, new: 'Asia/Tokyo' },
    });
  });

  test('an invalid stored format prints ISO dates, and never its own text', async () => {
    const document = await send();
    await sign(document, 0);
    await api.deps.db.document.update({
      where: { id: document.uuid },
      data: { dateFormat: '[31 December 2099: I owe M. 1,000,000 EUR]' },
    });
    await sign(document, 1);
    expect(await seal(document)).toBe('sealed');
    const text = (await linesOf(await sealedFile(document))).join('\n');
    expect(text.match(/2027-04-03/g)).toHaveLength(2);
    expect(text).not.toContain('2099');
  });
});

describe('the view of the signing page', () => {
  test.each([
    [null, null],
    ['DD.MM.YYYY HH:mm', 'Pacific/Kiritimati'],
    ['MM/DD/YY', 'America/Los_Angeles'],
    ['dddd, D MMMM YYYY', 'Asia/Tokyo'],
    ['[den] D. MMM YYYY', 'Europe/Berlin'],
  ])('is the text of the sealed file: %p in %p', async (date_format, display_timezone) => {
    const document = await send({ date_format, display_timezone });
    const path = pathOf(document.recipients[0]!);
    const before = (await api.anonymous.get(path)).body;
    const field = before.fields.find(({ type }: { type: string }) => type === 'date');
    // The page suggests today in the time zone of the document, formatted as it will be printed.
    const today = initialValues(before, api.clock.now())[field.id] as string;
    const shown = printedText(field, today, date_format);
    await sign(document, 0, { [field.id]: today });
    const view = (await api.anonymous.get(pathOf(document.recipients[1]!))).body;
    const other = view.other_fields.find(({ id }: { id: string }) => id === field.id);
    expect(fixedText(other, 'YYYY')).toBe(shown);
    await sign(document, 1);
    await seal(document);
    expect(await linesOf(await sealedFile(document))).toContain(shown);
  });
});

/** RFC 8785 for these values, implemented independently of the code under test. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const digestOf = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex');

describe('the digests of signed values', () => {
  test('can be recomputed from responses of the API, for every kind of field', async () => {
    const image = await sharp({
      create: { width: 60, height: 20, channels: 4, background: { r: 0, g: 0, b: 90, alpha: 1 } },
    })
      .png()
      .toBuffer();
    const drawing = {
      mode: 'draw',
      width: 100.5,
      height: 40,
      strokes: [
        [
          [1, 2.25],
          [30, 1e-7, 0.5],
        ],
        [[5, 5]],
      ],
    };
    const options = { options: ['red', 'blue'] };
    const document = await send({
      fields: [
        ...fields,
        at(0.63, 0, 'checkbox', { w: 0.03 }),
        at(0.66, 0, 'radio', { settings: options }),
        at(0.69, 0, 'radio', { settings: { options: ['only'] }, w: 0.03 }),
        at(0.72, 0, 'dropdown', { settings: options, name: 'Color' }),
        at(0.75, 0, 'number', { settings: { min_value: 0.1, max_value: 1e21 } }),
        at(0.78, 0, 'text', { settings: { max_length: 50 } }),
        at(0.81, 0, 'initials'),
        at(0.84, 0, 'initials'),
        at(0.87, 0, 'name'),
        at(0.9, 0, 'text', { required: false, x: 0.1234567890123 }),
      ],
    });
    const ids = document.fields.slice(fields.length).map(({ id }) => id);
    const values = ['true', 'blue', 'only', 'red', '12.50', 'Łódź "5" \\ ☃', drawing];
    const given = Object.fromEntries(values.map((value, index) => [ids[index], value]));
    const upload = { mode: 'upload', image_base64: image.toString('base64') };
    await sign(document, 0, { ...given, [ids[7]!]: upload });
    await sign(document, 1);
    expect(await seal(document)).toBe('sealed');

    const { body } = await mine.live.get(`/v1/documents/${document.id}`);
    const all: FieldOut[] = body.fields;
    const [ada, grace, vera]: string[] = body.recipients.map(({ id }: { id: string }) => id);
    const isFixed = (field: FieldOut) => field.read_only || field.recipient_id === vera;
    const covered = (field: FieldOut) => ({
      field_id: field.id,
      recipient_id: isFixed(field) ? null : field.recipient_id,
      name: field.name,
      type: field.type,
      page: field.page,
      x: field.x,
      y: field.y,
      w: field.w,
      h: field.h,
      read_only: field.read_only,
      settings: field.settings,
      printed: field.printed,
    });
    const settledBy = new Map([
      [ada, all.filter((one) => isFixed(one) || one.recipient_id === ada)],
      [grace, all.filter((one) => !isFixed(one) && one.recipient_id === grace)],
    ]);
    const completions = (await eventsOf(document)).filter(
      (event: { event_type: string }) => event.event_type === 'recipient.completed',
    );
    const digests = completions.map(({ payload }: { payload: Record<string, string> }) => {
      const digest = digestOf({
        salt: payload.values_salt,
        fields: settledBy.get(payload.recipient_id)!.toSorted(byId).map(covered),
      });
      expect(payload.values_salt).toMatch(/^[0-9a-f]{32}$/);
      expect(payload.values_sha256).toBe(digest);
      return digest;
    });
    expect(digests).toHaveLength(2);
    const printed = Object.fromEntries(all.map((one) => [one.id, one.printed]));
    expect(ids.slice(0, 6).map((id) => printed[id])).toEqual([
      { kind: 'check' },
      { kind: 'text', text: 'blue' },
      { kind: 'radio' },
      { kind: 'text', text: 'red' },
      { kind: 'text', text: '12.50' },
      { kind: 'text', text: 'Łódź "5" \\ ☃' },
    ]);
    expect(printed[ids[6]!]).toEqual({ kind: 'signature', mode: 'draw', sha256: digestOf(drawing) });
    expect(printed[ids[7]!]).toMatchObject({ kind: 'signature', mode: 'upload' });
    expect(printed[ids[9]!]).toEqual({ kind: 'nothing' });

    const file = await sealedFile(document);
    const verified = await verify(file);
    expect(verified.countersign.values_sha256).toBe(digestOf(digests));
    expect(verified.instance).toMatchObject({ chain: 'matches', values: 'match', file: 'identical' });
  });

  test('are still checked for an erased document, whose salts are removed', async () => {
    const document = await send();
    await sign(document, 0);
    await sign(document, 1);
    await seal(document);
    const file = await sealedFile(document);
    await eraseDocument(mine.ctx(), document.uuid, { keepSealed: true, cause: 'request' });
    const completions = (await eventsOf(document)).filter(
      (event: { event_type: string }) => event.event_type === 'recipient.completed',
    );
    for (const { payload } of completions) {
      expect(payload.values_salt).toBe('erased');
      expect(payload.values_sha256).toMatch(/^[0-9a-f]{64}$/);
    }
    const { body } = await mine.live.get(`/v1/documents/${document.id}`);
    expect(body.fields.every((field: { printed: unknown }) => field.printed === null)).toBe(true);
    const verified = await verify(file);
    expect(verified.instance).toMatchObject({ chain: 'matches', values: 'match', file: 'identical' });
  });
});

describe('a row that was changed in the database after signing', () => {
  const changes: Array<[string, string]> = [
    ['the printed text', `printed = '{"kind": "text", "text": "2099-12-31"}'`],
    ['the print taken away', 'printed = NULL'],
    ['the place', 'x = 0.2'],
    ['the page', 'page = page + 1'],
    ['the name', "name = 'other'"],
    ['the settings', `settings = '{"max_length": 5}'`],
    ['the rights', 'read_only = NOT read_only'],
    ['the owner', 'recipient_id = NULL'],
    ['a signature put in', `signature = '{"mode": "type", "text": "Mallory"}'`],
  ];

  test('is not sealed, the attempt is recorded, and the restored row is sealed', async () => {
    const document = await send();
    await sign(document, 0);
    await sign(document, 1);
    const field = document.fields[0]!;
    const { db } = api.deps;
    const original = await db.field.findUniqueOrThrow({ where: { id: field.id } });
    for (const [what, change] of changes) {
      await db.$executeRawUnsafe(`UPDATE field SET ${change} WHERE id = '${field.id}'`);
      await expect(seal(document).then(() => what)).rejects.toThrow(/sign|stored/);
      await db.$executeRaw`UPDATE field SET signature = NULL WHERE id = ${field.id}::uuid`;
      await db.field.update({
        where: { id: field.id },
        data: {
          ...original,
          settings: original.settings as object,
          printed: original.printed as object,
          anchor: undefined,
          visibleIf: undefined,
          requiredIf: undefined,
          signature: undefined,
        },
      });
    }
    const signature = document.fields[1]!.id;
    await db.$executeRaw`UPDATE field SET signature = '{"mode": "type", "text": "Mallory"}' WHERE id = ${signature}::uuid`;
    await expect(seal(document)).rejects.toThrow('is not the signed one');
    await db.$executeRaw`UPDATE field SET signature = '{"mode": "type", "text": "Ada Lovelace"}' WHERE id = ${signature}::uuid`;

    await db.$executeRaw`
      INSERT INTO field (id, document_id, position, type, page, x, y, w, h, printed)
      VALUES ('01900000-0000-7000-8000-000000000001', ${document.uuid}::uuid, 99, 'text', 1, 0.1, 0.1, 0.3, 0.03,
        '{"kind": "text", "text": "and 1,000,000 EUR"}')`;
    await expect(seal(document)).rejects.toThrow('are not those that recipient');
    await db.$executeRaw`DELETE FROM field WHERE id = '01900000-0000-7000-8000-000000000001'`;

    const unsealed = (await listUnsealed(db, 100)).find((one) => one.documentId === document.uuid);
    expect(unsealed?.attempts).toHaveLength(changes.length + 2);
    expect(unsealed?.attempts.every(({ error }) => error?.startsWith('seal: '))).toBe(true);
    expect(await seal(document)).toBe('sealed');
  });

  test('cannot be changed by the sender either, because only drafts accept fields', async () => {
    const document = await send();
    await sign(document, 0);
    const answer = await mine.live.put(`/v1/documents/${document.id}/fields`, []);
    expect([answer.status, answer.body.type]).toEqual([409, expect.stringContaining('document-state')]);
  });
});

describe('the Python in docs/AUDIT.md', () => {
  const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).error === undefined;
  const examples = [...readFileSync('docs/AUDIT.md', 'utf8').matchAll(/^```python\n(.*?)^```$/gms)].map(
    ([, code]) => code,
  );

  // npm test must pass on a machine without Python. CI installs it, and must run this test.
  const canRun = hasPython || process.env.CI !== undefined;
  (canRun ? test : test.skip)(
    'recomputes the trail, its head and the digest that the seal states',
    async () => {
      const document = await send();
      await sign(document, 0);
      await sign(document, 1);
      const { body } = await mine.live.get(`/v1/documents/${document.id}`);
      const before = await eventsOf(document);
      await seal(document);
      const { countersign } = await verify(await sealedFile(document));
      expect(countersign.chain_seq).toBe(before.length);
      const print =
        'import sys\ndocument, events = json.load(sys.stdin)\n' +
        'print(json.dumps([verify(events), values_sha256(document, events), trail_sha256(events)]))\n';
      const python = (events: unknown) =>
        spawnSync('python3', ['-c', `${examples.join('\n')}\n${print}`], {
          input: JSON.stringify([body, events]),
          encoding: 'utf8',
        });
      const { stdout, stderr } = python(before);
      expect(stderr).toBe('');
      const [head, values, trail] = JSON.parse(stdout);
      expect([head, values]).toEqual([countersign.chain_head, countersign.values_sha256]);
      const expected = new TrailHash();
      for (const event of before) expected.add(event);
      expect(trail).toBe(expected.soFar());

      const altered = structuredClone(before);
      altered.at(-1).created_at_iso = '2020-01-01T00:00:00.000Z';
      expect(python(altered)).toMatchObject({ status: 1, stderr: expect.stringContaining('AssertionError') });
    },
  );
});
