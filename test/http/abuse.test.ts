/** Reports of abuse behind signing links: the operation by status, the mails that lead to it, and the operator's commands. */

import { readEnv } from '@countersign/config/env';
import { encodeId } from '@countersign/contract/ids';
import { deliverMail } from '@countersign/core/mail-delivery/deliver-mail';
import { linkToken } from '@countersign/core/recipient/link';
import type { OutgoingMail } from '@countersign/mail/mailer';
import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import type { AdminContext } from '../../apps/admin/src/command.ts';
import { abuseCommands } from '../../apps/admin/src/commands/abuse.ts';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { sentDocument, signAs, twoSigners } from '../support/documents.ts';
import { deliverAll, keepingMailer } from '../support/mails.ts';
import { person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
});

const signature = { type: 'signature', page: 1, x: 0.1, y: 0.7, w: 0.3, h: 0.06, recipient_index: 0 };
async function send(input: object = {}, workspace = mine) {
  const document = await sentDocument({ ...workspace.ctx('live'), storage: api.storage }, input);
  const tokens = document.recipients.map((one) => linkToken(api.deps.secrets, one));
  return { document, id: encodeId('doc', document.id), token: tokens[0]!, tokens };
}
const report = (token: string, body: object = { reason: 'fraud' }) =>
  api.anonymous.post(`/v1/signing/${token}/report`, body);
const stored = (documentId: string) =>
  api.deps.db.abuseReport.findMany({ where: { recipient: { documentId } }, orderBy: { id: 'asc' } });

/** Delivers the emails about this report. */
async function mailsAbout(reportId: string): Promise<OutgoingMail[]> {
  const mailer = keepingMailer();
  const mails = await api.deps.db.mail.findMany({ where: { kind: 'abuse-report' } });
  for (const mail of mails.filter(({ data }) => (data as { report_id: string }).report_id === reportId))
    await deliverMail(
      { ...api.deps, mailer, mailFrom: 'c@example.test' },
      { mailId: mail.id, requestId: 'r' },
    );
  return mailer.sent;
}

async function admin(...words: string[]): Promise<string> {
  const command = abuseCommands.find((one) => one.words.every((word, index) => words[index] === word));
  if (!command || !('run' in command)) throw new Error(`no command ${words.join(' ')}`);
  const printed: string[] = [];
  const context: AdminContext = {
    config: readEnv({ PUBLIC_URL: api.url }),
    print: (text) => void printed.push(text),
    hasColors: false,
    db: api.deps.db,
    databaseUrl: '',
    now: api.deps.now,
    queue: async () => api.deps.queue,
  };
  await command.run(context, words.slice(command.words.length));
  return printed.join('\n');
}

describe('POST /v1/signing/{token}/report', () => {
  test('202: the report is stored and mailed to operators; the sender sees nothing of it', async () => {
    const { email } = await person(api, mine, 'owner');
    await api.deps.db.user.update({ where: { email }, data: { operator: true } });
    const { document, id, token } = await send({ title: 'Prize <b>draw</b>' });
    const eventsBefore = (await mine.live.get(`/v1/documents/${id}/events`)).body;
    const before = (await mine.live.get(`/v1/documents/${id}`)).body;
    const answer = await report(token, { reason: 'unknown_sender', message: 'Never heard of them.' });
    expect([answer.status, answer.text]).toEqual([202, '']);
    const [kept] = await stored(document.id);
    expect(kept).toMatchObject({
      recipientId: document.recipients[0]!.id,
      reason: 'unknown_sender',
      message: 'Never heard of them.',
      resolvedAt: null,
    });
    expect((await mine.live.get(`/v1/documents/${id}/events`)).body).toEqual(eventsBefore);
    expect((await mine.live.get(`/v1/documents/${id}`)).body).toEqual(before);

    const mail = (await mailsAbout(kept!.id)).find((one) => one.to.address === email)!;
    expect(mail.subject).toBe('Reported: Prize <b>draw</b>');
    for (const part of [
      id,
      kept!.id,
      'I do not know the sender',
      'ada@example.test',
      '> Never heard of them.',
    ])
      expect(mail.text).toContain(part);
    expect(mail.html).not.toContain('<b>draw');
    await api.deps.db.user.update({ where: { email }, data: { operator: false } });
  });

  test('202 before the one-time code is entered, and after the document is completed, voided or erased', async () => {
    const [ada] = twoSigners.recipients;
    const otp = await send({ recipients: [{ ...ada!, auth_level: 'otp' }], fields: [signature] });
    expect((await report(otp.token)).status).toBe(202);

    const voided = await send();
    await mine.live.post(`/v1/documents/${voided.id}/void`, { reason: 'Caught' });
    expect((await report(voided.token)).status).toBe(202);
    const owner = await person(api, mine, 'owner');
    const erased = await owner.post(`/v1/console/documents/${voided.id}/erase`, { confirm: voided.id });
    expect(erased.status).toBe(200);
    expect(await stored(voided.document.id)).toHaveLength(1);

    const done = await send({ recipients: [ada!], fields: [signature] });
    await signAs({ ...api.deps, storage: api.storage }, done.document, done.document.recipients[0]!);
    expect((await report(done.token)).status).toBe(202);
  });

  test('429 after three reports with one link; another recipient of the document can still report it', async () => {
    const { document, tokens } = await send();
    const [first, second] = tokens;
    const answers = await Promise.all(Array.from({ length: 3 }, () => report(first!)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const refused = await report(first!);
    expectProblem(refused, 'rate-limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400 / 3);
    expect((await report(second!)).status).toBe(202);
    expect(await stored(document.id)).toHaveLength(4);
  });

  test('404 for unknown links, 422 for an unknown reason or an endless message; neither stores anything', async () => {
    const { document, token } = await send();
    expectProblem(await report('x'.repeat(48)), 'not-found');
    expectProblem(await report('x'), 'not-found');
    expect(issuesOf(await report(token, {}))).toEqual(['body.reason missing']);
    expect(issuesOf(await report(token, { reason: 'boring' }))).toEqual(['body.reason enum']);
    expect(issuesOf(await report(token, { reason: 'spam', message: 'x'.repeat(2001) }))).toEqual([
      'body.message string_too_long',
    ]);
    expect(await stored(document.id)).toEqual([]);
  });

  test('one workspace causes at most twenty emails a day; later reports are stored all the same', async () => {
    const busy = await api.createTestWorkspace();
    const { email } = await person(api, busy, 'owner');
    await api.deps.db.user.update({ where: { email }, data: { operator: true } });
    const { document } = await send({}, busy);
    await api.deps.db.$executeRaw`
      INSERT INTO rate_bucket (id, tokens, updated_at) VALUES (${`abuse-mail:${document.workspaceId}`}, 1, clock_timestamp())`;
    const tokens = document.recipients.map((one) => linkToken(api.deps.secrets, one));
    for (const token of tokens) expect((await report(token)).status).toBe(202);
    const [first, second] = await stored(document.id);
    expect((await mailsAbout(first!.id)).length).toBeGreaterThan(0);
    expect(await mailsAbout(second!.id)).toEqual([]);
    await api.deps.db.user.update({ where: { email }, data: { operator: false } });
  });
});

test('GET and HEAD of the page change nothing; an unknown link is 404', async () => {
  const { document, token } = await send();
  for (const method of ['get', 'head'] as const) {
    const answer = await request(api.url)[method](`/report/${token}`).set('Accept', 'text/html');
    // 503 while the pages are not built.
    expect([200, 503]).toContain(answer.status);
  }
  expectProblem(await api.anonymous.get(`/report/${'x'.repeat(48)}`), 'not-found');
  expect(await stored(document.id)).toEqual([]);
});

test('emails that bring a signing link have the address of the page, in the language of the recipient', async () => {
  const { document, token } = await send();
  const mailer = keepingMailer();
  await deliverAll(api.deps as never, document.id, mailer);
  const mail = mailer.sent.find(({ to }) => to.address === 'ada@example.test')!;
  expect(mail.text.trimEnd().split('\n').slice(-2)).toEqual([
    'You do not know the sender, or suspect fraud? Report it:',
    `${api.url}/report/${token}`,
  ]);
  expect(mail.html).toContain(`href="${api.url}/report/${token}"`);
});

test('an operator lists open reports, resolves one, and lists all; texts cannot control the terminal', async () => {
  const { document, token, id } = await send({ title: 'Lease' });
  await report(token, { reason: 'spam', message: 'line one\nline \u009b31m two' });
  const [kept] = await stored(document.id);
  const listed = await admin('abuse', 'list');
  expect(listed).toContain(`${kept!.id}  ${kept!.createdAt.toISOString()}  spam\n`);
  expect(listed).toContain(`document ${id} "Lease"`);
  expect(listed).toContain('"line one line  31m two"');
  expect(await admin('abuse', 'resolve', '--report', kept!.id)).toContain('is resolved');
  expect(await admin('abuse', 'resolve', '--report', kept!.id)).toContain('is resolved');
  expect(await admin('abuse', 'list')).not.toContain(kept!.id);
  expect(await admin('abuse', 'list', '--all')).toContain(`spam  resolved`);
  expect(await mailsAbout(kept!.id)).toEqual([]);
  await expect(admin('abuse', 'resolve', '--report', 'x')).rejects.toThrow('There is no report x.');
  const unknown = '01930b0e-0000-7000-8000-000000000000';
  await expect(admin('abuse', 'resolve', '--report', unknown)).rejects.toThrow('There is no report');
});

test('a report keeps what the sender changes later, until the document is erased', async () => {
  const own = await api.createTestWorkspace();
  const owner = await person(api, own, 'owner');
  await api.deps.db.user.update({ where: { email: owner.email }, data: { operator: true } });
  const { document, token, id } = await send({ title: 'You have won' }, own);
  await report(token);
  const [kept] = await stored(document.id);
  const bucket = await api.deps.db.rateBucket.findUniqueOrThrow({
    where: { id: `abuse-mail:${own.workspaceId}` },
  });
  expect(bucket.tokens).toBe(19);
  const recipient = document.recipients[0]!.id;
  const corrected = { name: 'Bob', email: 'bob@example.test' };
  expect((await own.live.patch(`/v1/documents/${id}/recipients/${recipient}`, corrected)).status).toBe(200);
  const { workspaceId } = own;
  await api.deps.db.workspace.update({ where: { id: workspaceId }, data: { name: 'Honest Ltd' } });
  await api.deps.db.document.update({ where: { id: document.id }, data: { title: 'Invoice' } });
  const facts = ['You have won', 'ada@example.test', kept!.workspaceName];
  const listed = async () =>
    (await admin('abuse', 'list')).split(/\n(?=[0-9a-f-]{36} )/).find((entry) => entry.startsWith(kept!.id))!;
  for (const text of [await listed(), (await mailsAbout(kept!.id))[0]!.text]) {
    for (const fact of facts) expect(text).toContain(fact);
    expect(text).not.toMatch(/bob@|Invoice|Honest/);
  }
  await own.live.post(`/v1/documents/${id}/void`, { reason: 'Caught' });
  expect((await owner.post(`/v1/console/documents/${id}/erase`, { confirm: id })).status).toBe(200);
  expect(await listed()).not.toMatch(/ada@|You have won/);
  expect(await stored(document.id)).toMatchObject([{ id: kept!.id, reason: 'fraud' }]);
  await api.deps.db.user.update({ where: { email: owner.email }, data: { operator: false } });
});

test('429 for an address after twenty requests, whatever they are', async () => {
  const { token } = await send();
  const statuses = new Set<number>();
  for (let sent = 0; sent < 21; sent++) statuses.add((await report(token, {})).status);
  expect(statuses).toEqual(new Set([422, 429]));
});
