/** /v1/test/documents/{id}: operations of test mode by status, and reminders and expiry across month ends and time zones. */
import { verifyChain } from '@countersign/contract/audit-chain';
import { encodeId } from '@countersign/contract/ids';
import { AdvanceClockOut } from '@countersign/contract/test-mode';
import { expireDueDocuments } from '@countersign/core/document/expire';
import { remindDueRecipients } from '@countersign/core/document/remind';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { sentDocument, twoSigners } from '../support/documents.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
});

const day = 86_400;

async function send(input: Parameters<typeof sentDocument>[1] = {}, mode: 'live' | 'test' = 'test') {
  const document = await sentDocument({ ...mine.ctx(mode), storage: api.storage }, input);
  const id = encodeId('doc', document.id);
  return { document, id, path: `/v1/test/documents/${id}` };
}
const advance = (path: string, seconds: number) => mine.test.post(`${path}/advance-clock`, { seconds });
const eventsOf = async (id: string): Promise<Array<{ event_type: string; created_at_iso: string }>> =>
  (await mine.test.get(`/v1/documents/${id}/events`)).body;
const inDays = (days: number) => new Date(api.clock.now().getTime() + days * day * 1000).toISOString();

describe('test keys only', () => {
  test('404: a live key, a live document, another workspace, an unknown document or recipient', async () => {
    const live = await send({}, 'live');
    const other = await api.createTestWorkspace();
    const { path, document } = await send();
    const nobody = '00000000-0000-7000-8000-000000000000';
    for (const call of ['advance-clock', `sign-as/${nobody}`, `bounce/${nobody}`]) {
      const body = { seconds: 60 };
      expectProblem(await mine.live.post(`${live.path}/${call}`, body), 'not-found');
      expectProblem(await mine.test.post(`${live.path}/${call}`, body), 'not-found');
      expectProblem(await mine.live.post(`${path}/${call}`, body), 'not-found');
      expectProblem(await other.test.post(`${path}/${call}`, body), 'not-found');
      expectProblem(await mine.test.post(`/v1/test/documents/doc_x/${call}`, body), 'not-found');
      expectProblem(await api.anonymous.post(`${path}/${call}`, body), 'unauthenticated');
    }
    for (const call of ['sign-as', 'bounce'])
      for (const recipient of [nobody, 'x'])
        expectProblem(await mine.test.post(`${path}/${call}/${recipient}`), 'not-found');
    expect((await mine.test.get(`/v1/documents/${encodeId('doc', document.id)}`)).body.status).toBe('sent');
  });

  test('the database refuses to advance the clock of a live document', async () => {
    const { document } = await send({}, 'live');
    await expect(
      api.deps.db.document.update({ where: { id: document.id }, data: { clockOffsetSeconds: 1 } }),
    ).rejects.toThrow(/document_clock_test_only/);
  });
});

describe('advance-clock', () => {
  test('each recipient gets one reminder however far the clock advances, and then the document expires', async () => {
    const { id, path, document } = await send({ reminder_cadence_days: 1, expires_at: inDays(300) });
    const sentAt = api.clock.now().getTime();
    const answer = await advance(path, 366 * day);
    expect(answer.status).toBe(200);
    const out = AdvanceClockOut.parse(answer.body);
    expect(out).toMatchObject({ reminders: 2, expired: true, document: { id, status: 'expired' } });
    expect(new Date(out.now).getTime() - sentAt).toBe(366 * day * 1000);
    const events = await eventsOf(id);
    const days = events
      .filter((one) => ['recipient.reminded', 'envelope.expired'].includes(one.event_type))
      .map((one) => [one.event_type, Math.round((Date.parse(one.created_at_iso) - sentAt) / (day * 1000))]);
    expect(days).toEqual([
      ['recipient.reminded', 300],
      ['recipient.reminded', 300],
      ['envelope.expired', 300],
    ]);
    expect(verifyChain(events as never)).toMatchObject({ ok: true });
    const mails = await api.deps.db.mail.groupBy({
      by: ['kind'],
      where: { documentId: document.id },
      _count: true,
      orderBy: { kind: 'asc' },
    });
    expect(Object.fromEntries(mails.map((one) => [one.kind, one._count]))).toEqual({
      invitation: 2,
      reminder: 2,
      expired: 3,
    });
  });

  test('several calls send several reminders, each at its time', async () => {
    const { id, path } = await send({ reminder_cadence_days: 3 });
    const sentAt = api.clock.now().getTime();
    for (const reminders of [2, 2]) expect((await advance(path, 3 * day)).body).toMatchObject({ reminders });
    expect((await advance(path, 2 * day)).body).toMatchObject({ reminders: 0 });
    const reminded = (await eventsOf(id)).filter((one) => one.event_type === 'recipient.reminded');
    const days = reminded.map((one) => Math.round((Date.parse(one.created_at_iso) - sentAt) / (day * 1000)));
    expect(days).toEqual([3, 3, 6, 6]);
  });

  test('calls add up, and the document keeps its advanced clock', async () => {
    const { id, path, document } = await send({
      expires_at: inDays(5),
      display_timezone: 'Pacific/Auckland',
    });
    expect((await advance(path, 2 * day)).body).toMatchObject({ reminders: 0, expired: false });
    const [ada, grace] = document.recipients;
    expect((await mine.test.post(`${path}/sign-as/${ada!.id}`)).body).toEqual({
      status: 'completed',
      document_status: 'partially_signed',
    });
    const signed = (await eventsOf(id)).find((one) => one.event_type === 'recipient.completed')!;
    expect(Date.parse(signed.created_at_iso)).toBe(api.clock.now().getTime() + 2 * day * 1000);
    expect((await advance(path, 3 * day)).body).toMatchObject({ expired: true });
    expectProblem(await mine.test.post(`${path}/sign-as/${grace!.id}`), 'document-state');
  });

  test('sweeps repeat nothing for a document with an advanced clock', async () => {
    const { id, path } = await send({ reminder_cadence_days: 1, expires_at: inDays(2) });
    await advance(path, day);
    const before = await eventsOf(id);
    await remindDueRecipients(api.deps, 'sweep');
    await expireDueDocuments(api.deps, 'sweep');
    expect(await eventsOf(id)).toEqual(before);
  });

  test('a draft has no effect but its time; a completed document gets no reminders', async () => {
    const draft = await mine.test.post('/v1/documents', { title: 'Awaited' });
    const path = `/v1/test/documents/${draft.body.id}`;
    expect((await advance(path, 30 * day)).body).toMatchObject({
      reminders: 0,
      expired: false,
      document: { status: 'awaiting_upload' },
    });
    const { path: sentPath, document } = await send({ reminder_cadence_days: 1 });
    for (const { id } of document.recipients) await mine.test.post(`${sentPath}/sign-as/${id}`);
    expect((await advance(sentPath, 30 * day)).body).toMatchObject({ reminders: 0 });
  });

  test('422: missing, zero, negative and fractional seconds, more than a year at once, more than ten in total', async () => {
    const { path } = await send();
    expect(issuesOf(await mine.test.post(`${path}/advance-clock`, {}))).toEqual(['body.seconds missing']);
    expect(issuesOf(await advance(path, 0))).toEqual(['body.seconds greater_than_equal']);
    expect(issuesOf(await advance(path, -5))).toEqual(['body.seconds greater_than_equal']);
    expect(issuesOf(await advance(path, 1.5))).toEqual(['body.seconds int_from_float']);
    expect(issuesOf(await advance(path, 367 * day))).toEqual(['body.seconds less_than_equal']);
    for (let year = 0; year < 9; year += 1) expect((await advance(path, 366 * day)).status).toBe(200);
    expect((await advance(path, 359 * day)).status).toBe(200);
    expect(issuesOf(await advance(path, 1))).toEqual(['body.seconds less_than_equal']);
  });
});

describe('sign-as', () => {
  test('signs every kind of field with valid values, and the document completes', async () => {
    const at = (number: number) => ({
      page: 1,
      x: 0.05,
      y: 0.05 * number,
      w: 0.4,
      h: 0.04,
      recipient_index: 0,
    });
    const { id, path, document } = await send({
      recipients: [{ name: 'Ada King Lovelace', email: 'ada@example.test', auth_level: 'otp' }],
      fields: [
        { type: 'signature', ...at(1), settings: { input_modes: ['upload'] } },
        { type: 'signature', ...at(2), settings: { input_modes: ['draw'] } },
        { type: 'initials', ...at(3) },
        { type: 'name', ...at(4) },
        { type: 'email', ...at(5) },
        { type: 'date', ...at(6) },
        { type: 'text', ...at(7), settings: { pattern: '[0-9]{4}', max_length: 4 } },
        { type: 'number', ...at(8), settings: { min_value: 7.5 } },
        { type: 'checkbox', ...at(9) },
        { type: 'radio', ...at(10), settings: { options: ['red', 'green'] } },
        { type: 'dropdown', ...at(11), settings: { options: ['one', 'two'] } },
        { type: 'text', ...at(12), required: false },
      ],
    });
    const signed = await mine.test.post(`${path}/sign-as/${document.recipients[0]!.id}`);
    expect([signed.status, signed.body]).toEqual([
      200,
      { status: 'completed', document_status: 'completed' },
    ]);
    const { fields } = (await mine.test.get(`/v1/documents/${id}`)).body;
    expect(fields.map((one: { value: string }) => one.value)).toEqual([
      'uploaded',
      'drawn',
      'AKL',
      'Ada King Lovelace',
      'ada@example.test',
      api.clock.now().toISOString().slice(0, 10),
      '1234',
      '7.5',
      'true',
      'red',
      'one',
      null,
    ]);
  });

  test('given values are used; 422 for a field whose pattern no sample matches, and nothing is saved', async () => {
    const { path, document } = await send({
      recipients: twoSigners.recipients.slice(0, 1),
      fields: [
        { type: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.1, recipient_index: 0 },
        {
          type: 'text',
          page: 1,
          x: 0.1,
          y: 0.3,
          w: 0.2,
          h: 0.1,
          recipient_index: 0,
          settings: { pattern: 'IBAN [A-Z]{9}' },
        },
      ],
    });
    const call = `${path}/sign-as/${document.recipients[0]!.id}`;
    const text = document.fields[1]!.id;
    // A repetition with the same Idempotency-Key gets the same errors, although the consent is saved.
    for (const _ of [1, 2])
      expect(issuesOf(await mine.test.post(call).set('Idempotency-Key', text))).toEqual([
        `body.values.${text} missing`,
      ]);
    expect((await mine.test.post(call, { values: { [text]: 'IBAN ABCDEFGHI' } })).status).toBe(200);
    expectProblem(await mine.test.post(call), 'document-state');
  });

  test('409: before the turn, and for recipients who do not sign', async () => {
    const { path, document } = await send({
      recipients: [
        { name: 'First', email: 'first@example.test' },
        { name: 'Second', email: 'second@example.test', signing_order: 2 },
        { name: 'Copy', email: 'copy@example.test', role: 'cc' },
      ],
      fields: twoSigners.fields,
    });
    const [first, second, copy] = document.recipients;
    expectProblem(await mine.test.post(`${path}/sign-as/${second!.id}`), 'document-state');
    expectProblem(await mine.test.post(`${path}/sign-as/${copy!.id}`), 'document-state');
    expect((await mine.test.post(`${path}/sign-as/${first!.id}`)).status).toBe(200);
    expect((await mine.test.post(`${path}/sign-as/${second!.id}`)).body.document_status).toBe('completed');
  });
});

describe('bounce', () => {
  test('sets delivery_problem, appends the event once, and resending clears it', async () => {
    const { id, path, document } = await send();
    const call = `${path}/bounce/${document.recipients[0]!.id}`;
    for (const _ of [1, 2]) {
      const bounced = await mine.test.post(call);
      expect([bounced.status, bounced.body.delivery_problem]).toEqual([200, true]);
    }
    const types = (await eventsOf(id)).map((one) => one.event_type);
    expect(types.filter((type) => type === 'recipient.bounced')).toHaveLength(1);
    const told = await api.deps.db.outboxEvent.count({
      where: { documentId: document.id, type: 'document.bounced' },
    });
    expect(told).toBe(1);
    await mine.test.post(`/v1/documents/${id}/send`);
    expect((await mine.test.get(`/v1/documents/${id}`)).body.delivery_problem).toBe(false);
  });

  test('uses the clock of the document', async () => {
    const { id, path, document } = await send();
    await advance(path, 3 * day);
    await mine.test.post(`${path}/bounce/${document.recipients[0]!.id}`);
    const bounced = (await eventsOf(id)).at(-1)!;
    expect(bounced.event_type).toBe('recipient.bounced');
    expect(Date.parse(bounced.created_at_iso)).toBe(api.clock.now().getTime() + 3 * day * 1000);
  });

  test('409: before any email was sent, and for a closed document', async () => {
    const { id, path, document } = await send({
      recipients: [
        { name: 'First', email: 'first@example.test' },
        { name: 'Second', email: 'second@example.test', signing_order: 2 },
      ],
    });
    const [first, second] = document.recipients;
    const early = expectProblem(await mine.test.post(`${path}/bounce/${second!.id}`), 'document-state');
    expect(early.detail).toBe('No email was sent to this recipient yet.');
    await mine.test.post(`/v1/documents/${id}/void`, { reason: 'Over' });
    const late = expectProblem(await mine.test.post(`${path}/bounce/${first!.id}`), 'document-state');
    expect(late.detail).toContain('The document is voided');
  });
});

describe('an advanced clock across month ends and time zones', () => {
  test('the day of signing is the day in the time zone of the document', async () => {
    const own = await startTestApi();
    const workspace = await own.createTestWorkspace();
    own.clock.set('2027-02-28T11:30:00Z');
    const days: Record<string, string> = {};
    for (const zone of ['Pacific/Kiritimati', 'Europe/Berlin', 'Pacific/Niue']) {
      const document = await sentDocument(
        { ...workspace.ctx('test'), storage: own.storage },
        {
          display_timezone: zone,
          recipients: twoSigners.recipients.slice(0, 1),
          fields: [{ type: 'date', page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.1, recipient_index: 0 }],
        },
      );
      const id = encodeId('doc', document.id);
      const signed = await workspace.test.post(
        `/v1/test/documents/${id}/sign-as/${document.recipients[0]!.id}`,
      );
      expect(signed.status).toBe(200);
      days[zone] = (await workspace.test.get(`/v1/documents/${id}`)).body.fields[0].value;
    }
    expect(days).toEqual({
      'Pacific/Kiritimati': '2027-03-01',
      'Europe/Berlin': '2027-02-28',
      'Pacific/Niue': '2027-02-28',
    });
    await own.close();
  });

  test('a cadence counts days of 24 hours across the ends of months, years and daylight saving time', async () => {
    const own = await startTestApi();
    const workspace = await own.createTestWorkspace();
    // Across the end of daylight saving time in Europe, and the end of February in a leap year.
    for (const start of [
      '2027-10-29T08:00:00.000Z',
      '2028-02-27T23:30:00.000Z',
      '2027-12-30T12:00:00.000Z',
    ]) {
      own.clock.set(start);
      const document = await sentDocument(
        { ...workspace.ctx('test'), storage: own.storage },
        { reminder_cadence_days: 2, display_timezone: 'Europe/Berlin' },
      );
      const id = encodeId('doc', document.id);
      for (const days of [2, 1, 1, 1])
        await workspace.test.post(`/v1/test/documents/${id}/advance-clock`, { seconds: days * day });
      const events = (await workspace.test.get(`/v1/documents/${id}/events`)).body;
      const times = events
        .filter((one: { event_type: string }) => one.event_type === 'recipient.reminded')
        .map(
          (one: { created_at_iso: string }) => (Date.parse(one.created_at_iso) - Date.parse(start)) / 1000,
        );
      expect(times).toEqual([2 * day, 2 * day, 4 * day, 4 * day]);
    }
    await own.close();
  });

  test('the allowance resets at midnight UTC on the first of the month, whatever the time zone of the document', async () => {
    const own = await startTestApi({ settings: { envelopeAllowance: 1 } });
    const workspace = await own.createTestWorkspace();
    own.clock.set('2027-01-31T23:59:00Z');
    const send = async () => {
      const context = { ...workspace.ctx('live'), storage: own.storage };
      const document = await sentDocument(context, { display_timezone: 'Pacific/Kiritimati' });
      return document.status;
    };
    const usage = async () => (await workspace.live.get('/v1/usage')).body.envelopes;
    expect(await send()).toBe('sent');
    expect(await usage()).toEqual({ allowance: 1, used: 1, remaining: 0, resets_on: '2027-02-01' });
    await expect(send()).rejects.toMatchObject({ slug: 'allowance-exhausted' });
    own.clock.set('2027-02-01T00:00:00Z');
    expect(await usage()).toEqual({ allowance: 1, used: 0, remaining: 1, resets_on: '2027-03-01' });
    expect(await send()).toBe('sent');
    await expect(send()).rejects.toMatchObject({ slug: 'allowance-exhausted' });
    own.clock.set('2027-12-31T23:59:59.999Z');
    expect(await usage()).toMatchObject({ used: 0, resets_on: '2028-01-01' });
    await own.close();
  });

  test('a document is expired at its expires_at, and not a moment before', async () => {
    const expiry = '2028-03-01T00:00:00.000Z';
    const own = await startTestApi();
    const workspace = await own.createTestWorkspace();
    own.clock.set('2028-02-28T00:00:00Z');
    const document = await sentDocument(
      { ...workspace.ctx('live'), storage: own.storage },
      { expires_at: '2028-03-01T13:00:00+13:00' },
    );
    const get = async () => (await workspace.live.get(`/v1/documents/${encodeId('doc', document.id)}`)).body;
    expect((await get()).expires_at).toBe(expiry);
    own.clock.set('2028-02-29T23:59:59.999Z');
    await expireDueDocuments(own.deps, 'sweep');
    expect((await get()).status).toBe('sent');
    own.clock.set(expiry);
    await expireDueDocuments(own.deps, 'sweep');
    expect((await get()).status).toBe('expired');
    await own.close();
  });
});
