/** /v1/signing/{token}: every operation by status (docs/spec/decisions.md, section 9). */

import { encodeId } from '@countersign/contract/ids';
import { SigningOut } from '@countersign/contract/signing';
import { expireDueDocuments } from '@countersign/core/document/expire';
import { collectGarbage } from '@countersign/core/housekeeping/collect-garbage';
import { codeContext } from '@countersign/core/mail/queue-mail';
import { linkToken } from '@countersign/core/recipient/link';
import { consentIn } from '@countersign/core/signing/consent-text';
import type { Recipient } from '@countersign/db/models';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { sentDocument } from '../support/documents.ts';
import { containsCode } from '../support/mails.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
let page: Client;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  page = api.anonymous;
});

const field = (recipient_index: number, extra: object = {}) => ({
  type: 'signature' as const,
  page: 1,
  x: 0.1,
  y: 0.1 + 0.1 * recipient_index,
  w: 0.2,
  h: 0.05,
  recipient_index,
  ...extra,
});

async function send(input: object = {}, mode: 'live' | 'test' = 'live') {
  const document = await sentDocument({ ...mine.ctx(mode), storage: api.storage }, input);
  const path = (recipient: Recipient) => `/v1/signing/${linkToken(api.deps.secrets, recipient)}`;
  return { document, id: encodeId('doc', document.id), paths: document.recipients.map(path), path };
}
const one = { recipients: [{ name: 'Ada', email: 'ada@example.test' }], fields: [field(0)] };
const typed = { mode: 'type', text: 'Ada Lovelace' };

async function agree(path: string): Promise<void> {
  expect((await page.post(`${path}/open`)).status).toBe(204);
  expect((await page.post(`${path}/consent`)).status).toBe(204);
}

describe('GET', () => {
  test('200: the whole view, with Cache-Control: no-store', async () => {
    const { paths, document, id } = await send({ message: 'Please', display_timezone: 'Europe/Berlin' });
    const got = await page.get(paths[0]!);
    expect(got.status).toBe(200);
    expect(got.headers['cache-control']).toBe('no-store');
    const view = SigningOut.parse(got.body);
    expect(view).toMatchObject({
      document: {
        id,
        title: 'Agreement',
        message: 'Please',
        status: 'sent',
        mode: 'live',
        page_count: 1,
        display_timezone: 'Europe/Berlin',
        sealed: false,
      },
      recipient: {
        id: document.recipients[0]!.id,
        name: 'Ada Lovelace',
        role: 'signer',
        status: 'sent',
        auth_level: 'link',
      },
      auth: { required: false, satisfied: true },
      consent: { accepted_at: null },
      turn: true,
      other_fields: [],
    });
    expect(view.document.pages).toEqual([{ width: 595.28, height: 841.89, rotate: 0 }]);
    expect(view.fields!.map((one) => one.recipient_id)).toEqual([document.recipients[0]!.id]);
    expect(JSON.stringify(got.body)).not.toContain('grace@example.test');
  });

  test('200: the consent text in the language of ?lang, of Accept-Language, or in English; then the accepted text', async () => {
    const { paths, id, document } = await send();
    const path = paths[0]!;
    const shown = async (query: string, header?: string) => {
      const call = page.get(`${path}${query}`);
      const got = await (header === undefined ? call : call.set('Accept-Language', header));
      const { language, text, version } = SigningOut.parse(got.body).consent!;
      expect(text).toBe(consentIn(language, version).text);
      return language;
    };
    expect(await shown('')).toBe('en');
    expect(await shown('', 'de-AT,de;q=0.9,en;q=0.8')).toBe('de');
    expect(await shown('', 'sv, es;q=0.3, fr;q=0.7')).toBe('fr');
    expect(await shown('', 'en;q=0, sv')).toBe('en');
    expect(await shown('?lang=ar-EG', 'de')).toBe('ar');
    expect(await shown('?lang=tlh', 'de')).toBe('de');
    expect(issuesOf(await page.post(`${path}/consent`, { language: 'tlh' }))).toEqual(['body.language enum']);
    const replaced = await page.post(`${path}/consent`, { language: 'es', version: '2026-10' });
    expect([replaced.status, replaced.body.type]).toEqual([409, '/problems/consent-required']);
    const { version } = consentIn('es');
    expect((await page.post(`${path}/consent`, { language: 'es', version })).status).toBe(204);
    expect((await page.post(`${path}/consent`, { language: 'fr' })).status).toBe(204);
    expect(await shown('?lang=de')).toBe('es');
    // Without a body, the text that this caller would see is accepted.
    await page.post(`${paths[1]}/consent`).set('Accept-Language', 'de-CH').expect(204);
    const events = (await mine.live.get(`/v1/documents/${id}/events`)).body as {
      event_type: string;
      payload: object;
    }[];
    const payloads = events
      .filter((one) => one.event_type === 'recipient.consented')
      .map((one) => one.payload);
    expect(payloads).toEqual(
      (['es', 'de'] as const).map((language, index) => ({
        recipient_id: document.recipients[index]!.id,
        consent_version: consentIn(language).version,
        consent_language: language,
        consent_sha256: consentIn(language).sha256,
      })),
    );
  });

  test('values of other recipients are shown once they have completed', async () => {
    const { paths, document } = await send();
    await agree(paths[0]!);
    await page.post(`${paths[0]}/complete`, { values: { [document.fields[0]!.id]: typed } });
    const view = (await page.get(paths[1]!)).body;
    expect(view.other_fields).toMatchObject([{ value: 'Ada Lovelace', type: 'signature' }]);
    expect(view.document.status).toBe('partially_signed');
  });

  test('404: unknown, malformed and invalidated tokens', async () => {
    const { paths } = await send();
    const mistyped = paths[0]!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const path of ['/v1/signing/x', mistyped, `/v1/signing/${'A'.repeat(48)}`]) {
      expectProblem(await page.get(path), 'not-found');
      expectProblem(await page.post(`${path}/open`), 'not-found');
    }
  });

  test('a closed document shows its status and reason, and every write is 409', async () => {
    const { paths, id } = await send();
    await mine.live.post(`/v1/documents/${id}/void`, { reason: 'Wrong version' });
    expect((await page.get(paths[0]!)).body.document).toMatchObject({
      status: 'voided',
      close_reason: 'Wrong version',
    });
    for (const [call, body] of [
      ['open'],
      ['consent'],
      ['complete', { values: {} }],
      ['reject', { reason: 'x' }],
      ['reassign', { name: 'N', email: 'n@example.test' }],
    ] as const)
      expect(expectProblem(await page.post(`${paths[0]}/${call}`, body), 'document-state')).toMatchObject({
        current: 'voided',
        allowed: ['sent', 'partially_signed'],
      });
    expectProblem(await page.get(`${paths[0]}/content`), 'document-state');
    expectProblem(await page.get(`${paths[0]}/copy`), 'not-sealed');
  });
});

describe('content', () => {
  test('200 with ranges, shown inline', async () => {
    const { paths } = await send();
    const got = await page.get(`${paths[0]}/content`).buffer();
    expect([got.status, got.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(got.headers['content-disposition']).toMatch(/^inline/);
    expect((await page.get(`${paths[0]}/content`).set('Range', 'bytes=0-9').buffer()).status).toBe(206);
  });

  test('409 before the turn of the recipient, also with a link from before', async () => {
    const { document, path } = await send({
      recipients: [
        { name: 'First', email: 'f@example.test', signing_order: 1 },
        { name: 'Second', email: 's@example.test', signing_order: 2 },
      ],
      fields: [field(0), field(1)],
    });
    const second = path(document.recipients[1]!);
    expect((await page.get(second)).body).toMatchObject({ turn: false, recipient: { status: 'pending' } });
    expectProblem(await page.get(`${second}/content`), 'document-state');
    expectProblem(await page.post(`${second}/consent`), 'document-state');
    expectProblem(await page.post(`${second}/complete`, { values: {} }), 'document-state');
    expectProblem(
      await page.post(`${second}/reassign`, { name: 'N', email: 'n@example.test' }),
      'document-state',
    );
  });
});

describe('complete', () => {
  test('200: with open and consent before; the last one completes the document', async () => {
    const { paths, document, id } = await send(one);
    await agree(paths[0]!);
    const done = await page.post(`${paths[0]}/complete`, { values: { [document.fields[0]!.id]: typed } });
    expect([done.status, done.body]).toEqual([200, { status: 'completed', document_status: 'completed' }]);
    const after = (await mine.live.get(`/v1/documents/${id}`)).body;
    expect(after).toMatchObject({
      status: 'completed',
      fields: [{ value: 'Ada Lovelace', completed_at: expect.any(String) }],
    });
    expect(after.recipients[0]).toMatchObject({
      status: 'completed',
      consent_at: expect.any(String),
      completed_at: expect.any(String),
    });
    expectProblem(await page.post(`${paths[0]}/complete`, { values: {} }), 'document-state');
  });

  test('200: all ten types, drawn and uploaded; name, email and date by default', async () => {
    const types = [
      'signature',
      'initials',
      'name',
      'email',
      'date',
      'text',
      'number',
      'checkbox',
      'radio',
      'dropdown',
    ];
    const { paths, document } = await send({
      recipients: one.recipients,
      display_timezone: 'Pacific/Kiritimati',
      fields: types.map((type, index) => ({
        ...field(0),
        type,
        y: 0.05 + index * 0.09,
        settings: ['radio', 'dropdown'].includes(type) ? { options: ['red', 'blue'] } : {},
      })),
    });
    await agree(paths[0]!);
    const image = await sharp({
      create: { width: 300, height: 100, channels: 4, background: { r: 0, g: 0, b: 90, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const given: Record<string, unknown> = {
      signature: {
        mode: 'draw',
        width: 300,
        height: 100,
        strokes: [
          [
            [10, 10],
            [50, 60, 0.5],
            [90, 20],
          ],
        ],
      },
      initials: { mode: 'upload', image_base64: image.toString('base64') },
      text: 'ελληνικά, العربية, 日本語, ไทย, हिन्दी, 🙂',
      number: '12.5',
      checkbox: 'true',
      radio: 'red',
      dropdown: 'blue',
    };
    const values = Object.fromEntries(
      document.fields.filter((one) => given[one.type] !== undefined).map((one) => [one.id, given[one.type]]),
    );
    const done = await page.post(`${paths[0]}/complete`, { values });
    expect(done.body).toEqual({ status: 'completed', document_status: 'completed' });
    const stored = (await page.get(paths[0]!)).body.fields.map((one: { value: string }) => one.value);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(api.deps.now());
    expect(stored).toEqual([
      'drawn',
      'uploaded',
      'Ada',
      'ada@example.test',
      today,
      given.text,
      '12.5',
      'true',
      'red',
      'blue',
    ]);
  });

  test('422: invalid images and decompression bombs, with the field in loc', async () => {
    const { paths, document } = await send(one);
    await agree(paths[0]!);
    const bomb = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    for (const bytes of [Buffer.from('not an image'), bomb]) {
      const refused = await page.post(`${paths[0]}/complete`, {
        values: { [document.fields[0]!.id]: { mode: 'upload', image_base64: bytes.toString('base64') } },
      });
      expect(issuesOf(refused)).toEqual([`body.values.${document.fields[0]!.id} value_error`]);
    }
  });

  test('422: a field of another recipient and a malformed value; nothing is saved', async () => {
    const { paths, document, id } = await send();
    await agree(paths[0]!);
    const [own, others] = document.fields;
    expect(
      issuesOf(
        await page.post(`${paths[0]}/complete`, { values: { [own!.id]: typed, [others!.id]: typed } }),
      ),
    ).toEqual([`body.values.${others!.id} value_error`]);
    expect(
      (await page.post(`${paths[0]}/complete`, { values: { [own!.id]: { mode: 'stamp' } } })).status,
    ).toBe(422);
    expect((await page.post(`${paths[0]}/complete`, { values: 5 })).status).toBe(422);
    expect(issuesOf(await page.post(`${paths[0]}/complete`, { values: {} }))).toEqual([
      `body.values.${own!.id} missing`,
    ]);
    expect(
      (await mine.live.get(`/v1/documents/${id}`)).body.fields.map((one: { value: null }) => one.value),
    ).toEqual([null, null]);
  });

  test('422: every faulty value at once and only once, whether its shape or its field refuses it', async () => {
    const types = ['checkbox', 'dropdown', 'date', 'signature', 'text', 'initials', 'number'] as const;
    const fields = types.map((type, at) => ({
      ...field(0, { type, y: 0.1 * at }),
      ...(type === 'dropdown' && { settings: { options: ['Cat', 'Dog'] } }),
    }));
    const { paths, document } = await send({ ...one, fields });
    await agree(paths[0]!);
    const idOf = (type: string) => document.fields.find((own) => own.type === type)!.id;
    const given = {
      checkbox: 'yes',
      dropdown: 'Bird',
      date: '31.12.2026',
      signature: { mode: 'type', text: '' },
      text: 5,
      initials: 7,
      number: typed,
    };
    const values = {
      ...Object.fromEntries(Object.entries(given).map(([type, value]) => [idOf(type), value])),
      unknown: 'x',
      alien: 5,
    };
    const refused = await page.post(`${paths[0]}/complete`, { values });
    expect(issuesOf(refused).sort()).toEqual(
      [
        `body.values.${idOf('checkbox')} enum`,
        `body.values.${idOf('dropdown')} enum`,
        `body.values.${idOf('date')} date_parsing`,
        `body.values.${idOf('signature')} string_too_short`,
        `body.values.${idOf('text')} string_type`,
        `body.values.${idOf('initials')} model_attributes_type`,
        `body.values.${idOf('number')} string_type`,
        'body.values.unknown value_error',
        'body.values.alien value_error',
      ].sort(),
    );
    expect(refused.body.detail).toContainEqual({
      loc: ['body', 'values', idOf('signature')],
      type: 'string_too_short',
      msg: 'text: String should have at least 1 character',
      ctx: { min_length: 1 },
      input: '',
    });
    const wide = await page.post(`${paths[0]}/complete`, {
      values: {
        [idOf('text')]: 'x'.repeat(10_001),
        [idOf('signature')]: { mode: 'upload', image_base64: 'aGVsbG8=' },
      },
    });
    expect(issuesOf(wide)).toEqual(
      expect.arrayContaining([
        `body.values.${idOf('text')} string_too_long`,
        `body.values.${idOf('signature')} value_error`,
      ]),
    );
  });

  test('422: an unknown key, also __proto__', async () => {
    const { paths, document } = await send(one);
    await agree(paths[0]!);
    const body = `{"values":{"${document.fields[0]!.id}":${JSON.stringify(typed)},"__proto__":"x"}}`;
    const refused = await page
      .post(`${paths[0]}/complete`)
      .set('Content-Type', 'application/json')
      .send(body);
    expect(issuesOf(refused)).toEqual(['body.values.__proto__ value_error']);
    for (const key of ['constructor', 'toString', 'x']) {
      const values = { [document.fields[0]!.id]: typed, [key]: 'x' };
      expect(issuesOf(await page.post(`${paths[0]}/complete`, { values }))).toEqual([
        `body.values.${key} value_error`,
      ]);
    }
  });

  test('200: typed in a chosen font, which is stored; 422: an unknown font', async () => {
    const { paths, document } = await send(one);
    await agree(paths[0]!);
    const id = document.fields[0]!.id;
    const complete = (font: unknown) =>
      page.post(`${paths[0]}/complete`, { values: { [id]: { ...typed, font } } });
    expect(issuesOf(await complete('comic-sans'))).toEqual([`body.values.${id} enum`]);
    expect(issuesOf(await complete(7))).toEqual([`body.values.${id} enum`]);
    expect((await complete('great-vibes')).status).toBe(200);
    const { signature } = await api.deps.db.field.findUniqueOrThrow({ where: { id } });
    expect(signature).toEqual({ mode: 'type', text: 'Ada Lovelace', font: 'great-vibes' });
  });

  test('422: an invisible signature', async () => {
    const { paths, document } = await send(one);
    await agree(paths[0]!);
    const id = document.fields[0]!.id;
    for (const text of [' ', '\u200b\u2060', '\u3164']) {
      const values = { [id]: { mode: 'type', text } };
      expect(issuesOf(await page.post(`${paths[0]}/complete`, { values }))).toEqual([
        `body.values.${id} missing`,
      ]);
    }
  });

  test('409: without consent', async () => {
    const { paths, document } = await send(one);
    const refused = await page.post(`${paths[0]}/complete`, { values: { [document.fields[0]!.id]: typed } });
    expectProblem(refused, 'consent-required');
    // Reported before errors of values.
    expectProblem(await page.post(`${paths[0]}/complete`, { values: {} }), 'consent-required');
  });
});

describe('draft', () => {
  const text = { ...field(0), type: 'text' as const, y: 0.5 };
  const twoFields = { ...one, fields: [field(0), text] };
  const idsOf = (document: Awaited<ReturnType<typeof send>>['document']) =>
    document.fields.map(({ id }) => id) as [string, string];

  test('200: another device reads what one saved, the last save of a field wins, and null removes', async () => {
    const { paths, document, id } = await send(twoFields);
    const draft = `${paths[0]}/draft`;
    expect((await page.get(draft)).body).toEqual({ revision: 0, saved_at: null, values: {}, signatures: {} });
    const [signature, note] = idsOf(document);
    const first = { values: { [note]: 'a\u0000b' }, signatures: { unused: typed } };
    expectProblem(await page.patch(draft, first), 'consent-required');
    await agree(paths[0]!);
    expect((await page.patch(draft, first)).body).toMatchObject({ revision: 1 });
    const second = { values: { [signature]: { signature: 's1' } }, signatures: { s1: typed } };
    expect((await page.patch(draft, second)).body).toMatchObject({ revision: 2 });
    const read = await page.get(draft);
    expect(read.headers['cache-control']).toBe('no-store');
    expect(read.body).toEqual({
      revision: 2,
      saved_at: expect.any(String),
      values: { [note]: 'a\u0000b', [signature]: { signature: 's1' } },
      signatures: { s1: typed },
    });
    // A stored signature can be named again without sending it.
    await page.patch(draft, { values: { [note]: 'Berlin', [signature]: { signature: 's1' } } });
    expect((await page.get(draft)).body).toMatchObject({
      values: { [note]: 'Berlin' },
      signatures: { s1: typed },
    });
    await page.patch(draft, { values: { [signature]: null } });
    expect((await page.get(draft)).body).toMatchObject({
      revision: 4,
      values: { [note]: 'Berlin' },
      signatures: {},
    });

    // It counts nowhere as signed, and the sender cannot see it.
    const asked = JSON.stringify([
      (await mine.live.get(`/v1/documents/${id}`)).body,
      (await mine.live.get(`/v1/documents/${id}/events`)).body,
      (await page.get(paths[0]!)).body,
    ]);
    expect(asked).not.toContain('Berlin');
    expect(JSON.stringify(api.logged)).not.toContain('Berlin');
  });

  test('401 before the code, 404 with another token, 422 for fields of others and for values of another kind', async () => {
    const { paths, document } = await send({
      recipients: [
        { name: 'Ada', email: 'ada@example.test' },
        { name: 'Grace', email: 'grace@example.test', auth_level: 'otp' },
      ],
      fields: [field(0), { ...text, read_only: true, prefill_value: 'x' }, field(1)],
    });
    const [own, fixed, other] = document.fields.map(({ id }) => id) as [string, string, string];
    const draft = `${paths[0]}/draft`;
    await agree(paths[0]!);
    expectProblem(await page.get(`${paths[1]}/draft`), 'unauthenticated');
    expectProblem(await page.patch(`${paths[1]}/draft`, { values: {} }), 'unauthenticated');
    expectProblem(await page.patch(`/v1/signing/${'A'.repeat(48)}/draft`, { values: {} }), 'not-found');
    const faulty = { [own]: 'a text', [fixed]: 'y', [other]: { signature: 's' }, nothing: 'x' };
    expect(issuesOf(await page.patch(draft, { values: faulty, signatures: { s: typed } })).sort()).toEqual(
      [own, fixed, other, 'nothing'].map((id) => `body.values.${id} value_error`).sort(),
    );
    expect(issuesOf(await page.patch(draft, { values: { [own]: { signature: 'none' } } }))).toEqual([
      `body.values.${own} value_error`,
    ]);
    expect((await page.get(draft)).body).toMatchObject({ revision: 0 });
  });

  test('413 for a draft that would be larger than 1 MiB as a whole, and then what was saved stays', async () => {
    const { paths, document } = await send({
      ...one,
      fields: [field(0), { ...field(0), y: 0.4, type: 'initials' as const }],
    });
    const [first, second] = idsOf(document);
    await agree(paths[0]!);
    const draft = `${paths[0]}/draft`;
    const picture = { mode: 'upload', image_base64: 'A'.repeat(600_000) };
    const saved = await page.patch(draft, {
      values: { [first]: { signature: 'p' } },
      signatures: { p: picture },
    });
    expect(saved.body).toMatchObject({ revision: 1 });
    // The same picture in two fields is stored once; two pictures are too large.
    expect((await page.patch(draft, { values: { [second]: { signature: 'p' } } })).status).toBe(200);
    const another = { values: { [second]: { signature: 'q' } }, signatures: { q: picture } };
    expect(expectProblem(await page.patch(draft, another), 'payload-too-large')).toMatchObject({
      max_bytes: 1048576,
    });
    expect((await page.get(draft)).body).toMatchObject({
      revision: 2,
      values: { [second]: { signature: 'p' } },
    });
  });

  test('is deleted when the recipient completes, declines, reassigns or is corrected, and when the document is voided', async () => {
    const { db } = api.deps;
    const endings: Array<[string, (it: Awaited<ReturnType<typeof send>>) => Promise<{ status: number }>]> = [
      [
        'completes',
        ({ paths, document }) =>
          page.post(`${paths[0]}/complete`, {
            values: { [document.fields[0]!.id]: typed, [document.fields[1]!.id]: 'x' },
          }),
      ],
      ['declines', ({ paths }) => page.post(`${paths[0]}/reject`, { reason: 'No' })],
      [
        'reassigns',
        ({ paths }) => page.post(`${paths[0]}/reassign`, { name: 'Bo', email: 'bo@example.test' }),
      ],
      [
        'is corrected',
        ({ id, document }) =>
          mine.live.patch(`/v1/documents/${id}/recipients/${document.recipients[0]!.id}`, { name: 'Bo' }),
      ],
      ['is voided', ({ id }) => mine.live.post(`/v1/documents/${id}/void`, { reason: 'No' })],
    ];
    for (const [name, end] of endings) {
      const it = await send(twoFields);
      await agree(it.paths[0]!);
      await page.patch(`${it.paths[0]}/draft`, { values: { [idsOf(it.document)[1]]: 'x' } });
      const where = { recipient: { documentId: it.document.id } };
      expect([name, await db.signingDraft.count({ where })]).toEqual([name, 1]);
      expect([name, (await end(it)).status]).toEqual([name, expect.any(Number)]);
      expect([name, await db.signingDraft.count({ where })]).toEqual([name, 0]);
    }
  });

  test('409 once the document is overdue, which its sweep deletes; housekeeping deletes drafts of 60 days ago', async () => {
    const { db } = api.deps;
    const it = await send(twoFields);
    await agree(it.paths[0]!);
    const draft = `${it.paths[0]}/draft`;
    await page.patch(draft, { values: { [idsOf(it.document)[1]]: 'x' } });
    await db.document.update({
      where: { id: it.document.id },
      data: { expiresAt: new Date(api.deps.now().getTime() - 1000) },
    });
    expectProblem(await page.get(draft), 'document-state');
    expectProblem(await page.patch(draft, { values: {} }), 'document-state');
    const where = { recipientId: it.document.recipients[0]!.id };
    await expireDueDocuments(api.deps, 'test');
    expect(await db.signingDraft.count({ where })).toBe(0);

    const old = await send(twoFields);
    await agree(old.paths[0]!);
    await page.patch(`${old.paths[0]}/draft`, { values: { [idsOf(old.document)[1]]: 'x' } });
    const recipientId = old.document.recipients[0]!.id;
    const daysAgo = (days: number) => new Date(api.deps.now().getTime() - days * 86_400_000);
    await db.signingDraft.update({ where: { recipientId }, data: { savedAt: daysAgo(59) } });
    await collectGarbage(api.deps);
    expect(await db.signingDraft.count({ where: { recipientId } })).toBe(1);
    await db.signingDraft.update({ where: { recipientId }, data: { savedAt: daysAgo(61) } });
    await collectGarbage(api.deps);
    expect(await db.signingDraft.count({ where: { recipientId } })).toBe(0);
  });
});

describe('reject and reassign', () => {
  test('200 and 409 and 422', async () => {
    const { paths, id } = await send();
    expect(issuesOf(await page.post(`${paths[0]}/reject`, { reason: '' }))).toEqual([
      'body.reason string_too_short',
    ]);
    expect(issuesOf(await page.post(`${paths[0]}/reject`, { reason: ' \u200b\n' }))).toEqual([
      'body.reason value_error',
    ]);
    expect((await page.post(`${paths[0]}/reject`, { reason: 'Too dear' })).body).toEqual({
      status: 'rejected',
    });
    expect((await mine.live.get(`/v1/documents/${id}`)).body).toMatchObject({
      status: 'rejected',
      recipients: [{ status: 'rejected', reject_reason: 'Too dear' }, {}],
    });
    expectProblem(await page.post(`${paths[1]}/reject`, { reason: 'x' }), 'document-state');
  });

  test('reassigning invalidates the old link', async () => {
    const { paths, id } = await send();
    expect(issuesOf(await page.post(`${paths[0]}/reassign`, { name: 'K', email: 'nobody' }))).toEqual([
      'body.email value_error',
    ]);
    expect(issuesOf(await page.post(`${paths[0]}/reassign`, { name: ' ', email: 'k@example.test' }))).toEqual(
      ['body.name value_error'],
    );
    expect((await page.post(`${paths[0]}/reassign`, { name: 'K', email: 'k@example.test' })).body).toEqual({
      status: 'reassigned',
    });
    expectProblem(await page.get(paths[0]!), 'not-found');
    const { recipients } = (await mine.live.get(`/v1/documents/${id}`)).body;
    expect(
      recipients.map((one: { name: string; status: string }) => [one.name, one.status]).toSorted(),
    ).toEqual([
      ['Ada Lovelace', 'reassigned'],
      ['Grace Hopper', 'sent'],
      ['K', 'sent'],
    ]);
  });
});

describe('reassign and other recipients', () => {
  test('gives the same response for a participant and a stranger, and refuses the own address', async () => {
    const { paths } = await send();
    const own = { name: 'Ada', email: one.recipients[0]!.email.toUpperCase() };
    expect(issuesOf(await page.post(`${paths[0]}/reassign`, own))).toEqual(['body.email value_error']);
    const participant = { name: 'Grace', email: 'grace@example.test' };
    const answers = [await page.post(`${paths[0]}/reassign`, participant)];
    const other = await send();
    answers.push(await page.post(`${other.paths[0]}/reassign`, { name: 'S', email: 's@example.test' }));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(2).fill([200, { status: 'reassigned' }]),
    );
  });

  test('429 after five attempts with one link, before the body is read; other links are not affected', async () => {
    const { paths } = await send();
    const attempt = (path: string) => page.post(`${path}/reassign`, { name: 'K', email: 'nobody' });
    for (let count = 0; count < 5; count += 1)
      expect(issuesOf(await attempt(paths[0]!))).toEqual(['body.email value_error']);
    const refused = await attempt(paths[0]!);
    expectProblem(refused, 'rate-limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(issuesOf(await attempt(paths[1]!))).toEqual(['body.email value_error']);
  });
});

describe('one-time codes', () => {
  test('202, 204 with a cookie, 422 with attempts_left; before that only title, mode, sender and state', async () => {
    const { paths, document } = await send({
      recipients: [{ ...one.recipients[0], auth_level: 'otp' }],
      fields: one.fields,
    });
    const path = paths[0]!;
    expect((await page.get(path)).body).toEqual({
      document: {
        title: 'Agreement',
        mode: 'live',
        sender: expect.any(String),
        accent_color: expect.stringMatching(/^#/),
        logo: null,
      },
      recipient: { auth_level: 'otp' },
      auth: { required: true, satisfied: false },
    });
    expectProblem(await page.get(`${path}/content`), 'unauthenticated');
    expectProblem(await page.post(`${path}/open`), 'unauthenticated');
    expect((await page.post(`${path}/otp`)).status).toBe(202);
    const mail = await api.deps.db.mail.findFirstOrThrow({ where: { documentId: document.id, kind: 'otp' } });
    const code = api.deps.secrets.decrypt(mail.sealedCode!, codeContext(mail.id)).toString();
    // A malformed code is refused before it is compared and uses no attempt.
    for (const malformed of ['', '12345', '1234567', '12345x', '１２３４５６'])
      expect(issuesOf(await page.post(`${path}/otp/verify`, { code: malformed }))).toEqual([
        'body.code string_pattern_mismatch',
      ]);
    const wrong = await page.post(`${path}/otp/verify`, { code: code === '111111' ? '222222' : '111111' });
    expect(expectProblem(wrong, 'validation')).toMatchObject({ attempts_left: 4 });
    const right = await page.post(`${path}/otp/verify`, { code });
    expect(right.status).toBe(204);
    const cookie = right.headers['set-cookie']![0]!;
    expect(cookie).toMatch(/^cs_signing_[0-9a-f]{32}=/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Max-Age=7200/);
    const inside = await page.get(path).set('Cookie', cookie.split(';')[0]!);
    expect(inside.body).toMatchObject({ auth: { required: true, satisfied: true }, turn: true });
    expect(containsCode(JSON.stringify(api.logged), code)).toBe(false);
  });

  test('409 when no code is needed', async () => {
    expectProblem(await page.post(`${(await send(one)).paths[0]}/otp`), 'document-state');
  });
});

test('tokens and keys stay out of the log', async () => {
  const { paths } = await send();
  await page.get(paths[0]!);
  const written = JSON.stringify(api.logged);
  expect(written).not.toContain(paths[0]!.slice('/v1/signing/'.length));
  expect(written).not.toContain(mine.liveKey);
});
