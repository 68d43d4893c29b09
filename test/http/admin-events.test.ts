/** The admin log: every administrative operation writes an event, in one chain for each workspace. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyCommands } from '@countersign/admin/commands/key';
import { workspaceCommands } from '@countersign/admin/commands/workspace';
import { allOperations } from '@countersign/api/openapi/all';
import { readEnv } from '@countersign/config/env';
import { adminEventHash } from '@countersign/contract/admin-chain';
import type { AdminEventOut } from '@countersign/contract/admin-event';
import type { AdminEventType } from '@countersign/contract/admin-event-types';
import { encodeId } from '@countersign/contract/ids';
import { recordExport } from '@countersign/core/admin-event/record-export';
import { sweepAdminLog } from '@countersign/core/admin-event/sweep';
import { verifyAdminLog } from '@countersign/core/admin-event/verify';
import { voidDocument } from '@countersign/core/document/void';
import { codeContext } from '@countersign/core/mail/queue-mail';
import type { Db } from '@countersign/db/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { makeTemplate, rowsFor } from '../support/bulk.ts';
import { runCommandHere } from '../support/command-here.ts';
import { sentDocument } from '../support/documents.ts';
import { browser, type Person, person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

let api: TestApi;
let workspace: TestWorkspace;
let owner: Person;
let folder: string;
beforeAll(async () => {
  [api, folder] = await Promise.all([startTestApi(), mkdtemp(join(tmpdir(), 'countersign-admin-'))]);
  workspace = await api.createTestWorkspace();
  owner = await person(api, workspace, 'owner');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const eventsOf = async (query = ''): Promise<AdminEventOut[]> =>
  (await owner.get(`/v1/admin-events?limit=200${query}`)).body.items;
/** One transparent pixel. */
const samplePng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const hookUrl = 'https://93.184.215.14/hook';
const hook = async () => (await workspace.live.post('/v1/webhooks', { url: hookUrl })).body.id as string;
const aKey = async () => (await workspace.live.post('/v1/keys', { name: 'CRM' })).body.id as string;
const invited = async () => {
  const email = `guest-${Math.random().toString(36).slice(2)}@example.test`;
  return (await owner.post('/v1/console/invitations', { email, role: 'member' })).body.id as string;
};
const bulkSend = async () => {
  const template_id = await makeTemplate(workspace.live);
  return (await workspace.live.post('/v1/bulk-sends', { template_id, rows: rowsFor(1) })).body.id as string;
};

/** The body as text, whatever its type. */
const textOf = (asked: Test) =>
  asked.buffer(true).parse((response, done) => {
    let text = '';
    response.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    response.on('end', () => done(null, text));
  });

/** The secret of the newest account mail. */
async function mailedToken(): Promise<string> {
  const mail = await api.deps.db.mail.findFirstOrThrow({
    where: { workspaceId: workspace.workspaceId, kind: 'team-invitation' },
    orderBy: { id: 'desc' },
  });
  return api.deps.secrets.decrypt(mail.sealedCode!, codeContext(mail.id)).toString();
}

/** Administrative operations: the event that each writes, and a call. Add every new one here. */
const administrative: Record<string, [AdminEventType, () => Test | Promise<unknown>]> = {
  createKey: ['key.created', () => workspace.live.post('/v1/keys', { name: 'CRM' })],
  revokeKey: ['key.revoked', async () => workspace.live.post(`/v1/keys/${await aKey()}/revoke`)],
  exchangeDeviceCode: [
    'key.created',
    async () => {
      const device = (await api.anonymous.post('/v1/device/code', { client: 'countersign' })).body;
      const where = { workspace: workspace.slug };
      await owner.post(`/v1/console/device/${device.user_code}/approve`, where).expect(204);
      return api.anonymous.post('/v1/device/token', { device_code: device.device_code }).expect(200);
    },
  ],
  createWebhook: ['webhook.created', () => workspace.live.post('/v1/webhooks', { url: hookUrl })],
  patchWebhook: [
    'webhook.changed',
    async () => workspace.live.patch(`/v1/webhooks/${await hook()}`, { events: ['document.sent'] }),
  ],
  disableWebhook: [
    'webhook.disabled',
    async () => workspace.live.post(`/v1/webhooks/${await hook()}/disable`),
  ],
  deleteWebhook: ['webhook.deleted', async () => workspace.live.delete(`/v1/webhooks/${await hook()}`)],
  rotateWebhookSecret: [
    'webhook.secret_rotated',
    async () => workspace.live.post(`/v1/webhooks/${await hook()}/rotate-secret`),
  ],
  patchOwnWorkspace: [
    'workspace.changed',
    () => workspace.live.patch('/v1/workspace', { embed_origins: ['https://app.example'] }),
  ],
  patchWorkspace: ['workspace.changed', () => owner.patch('/v1/console/workspace', { retention_days: 365 })],
  putLogo: ['logo.changed', () => owner.put('/v1/console/workspace/logo', { image_base64: samplePng })],
  deleteLogo: ['logo.removed', () => owner.delete('/v1/console/workspace/logo')],
  putSingleSignOn: [
    'workspace.single_sign_on_changed',
    () =>
      owner.put('/v1/console/workspace/single-sign-on', {
        required: false,
        groups: [{ group: 'staff', role: 'member' }],
      }),
  ],
  createInvitation: ['member.invited', invited],
  withdrawInvitation: [
    'member.invitation_withdrawn',
    async () => owner.delete(`/v1/console/invitations/${await invited()}`),
  ],
  acceptInvitation: [
    'member.joined',
    async () => {
      await invited();
      const token = await mailedToken();
      const path = `/v1/console/invitations/by-token/${token}/accept`;
      return browser(api, '').post(path, { name: 'Guest' }).expect(200);
    },
  ],
  changeMemberRole: [
    'member.role_changed',
    async () =>
      owner.patch(`/v1/console/members/${(await person(api, workspace, 'member')).userId}`, {
        role: 'manager',
      }),
  ],
  removeMember: [
    'member.removed',
    async () => owner.delete(`/v1/console/members/${(await person(api, workspace, 'member')).userId}`),
  ],
  eraseDocument: [
    'document.erased',
    async () => {
      const ctx = { ...workspace.ctx(), storage: api.storage };
      const { id } = await sentDocument(ctx, { title: 'Old' });
      await voidDocument(ctx, encodeId('doc', id), { reason: 'test' });
      return owner.post(`/v1/console/documents/${encodeId('doc', id)}/erase`, { confirm: 'Old' }).expect(200);
    },
  ],
  downloadBulkRows: [
    'rows.exported',
    async () => workspace.live.get(`/v1/bulk-sends/${await bulkSend()}/rows.csv`),
  ],
  downloadBulkAnswers: [
    'answers.exported',
    async () => workspace.live.get(`/v1/bulk-sends/${await bulkSend()}/answers.csv`),
  ],
  downloadTemplateAnswers: [
    'answers.exported',
    async () => workspace.live.get(`/v1/templates/${await makeTemplate(workspace.live)}/answers.csv`),
  ],
  downloadBulkCorrections: [
    'rows.exported',
    async () => workspace.live.get(`/v1/bulk-sends/${await bulkSend()}/corrections.csv`),
  ],
  downloadBulkEvidence: [
    'evidence.exported',
    async () => workspace.live.get(`/v1/bulk-sends/${await bulkSend()}/evidence.tar`),
  ],
  downloadEvidence: ['evidence.exported', () => workspace.live.get('/v1/documents/evidence.tar')],
  exportAdminEvents: ['admin_log.exported', () => owner.get('/v1/admin-events/export')],
};

/** Operations that change or download something else. Documents have their own audit trails. */
const everyday = [
  ...['createDocument', 'patchDocument', 'uploadContent', 'addFiles', 'orderFiles', 'removeFile'],
  ...['finalizeDocument', 'setRecipients', 'correctRecipient', 'setFields', 'sendDocument', 'voidDocument'],
  ...['duplicateDocument', 'createSigningSession', 'patchDraft', 'advanceClock', 'signAs', 'bounceRecipient'],
  ...['createTemplate', 'patchTemplate', 'deleteTemplate', 'duplicateTemplate', 'useTemplate'],
  'restoreTemplateVersion',
  ...['createDirectLink', 'disableDirectLink', 'downloadBulkHeader'],
  ...['createBulkSend', 'patchBulkSend', 'dispatchBulkSend', 'cancelBulkSend', 'retryFailedRows'],
  ...['voidOpenDocuments', 'remindOpenDocuments', 'extendOpenDocuments', 'correctBulkRows'],
  ...['archiveBulkSend', 'unarchiveBulkSend', 'createPreparationSession'],
  ...['createFolder', 'patchFolder', 'deleteFolder'],
  // Deliveries are listed with their attempts.
  ...['pingWebhook', 'sendTestEvent', 'redeliver', 'redeliverDead'],
  // A person's own sign-ins have a history of their own; these belong to no workspace.
  ...['requestSignIn', 'createSession', 'signOut', 'signOutEverywhere', 'patchUser', 'startDevice'],
  'startSingleSignOn',
  ...['startPasskeySignIn', 'finishPasskeySignIn', 'startPasskeyRegistration', 'createPasskey'],
  ...['renamePasskey', 'removePasskey'],
  // What it changes in memberships is tested in single-sign-on.test.ts.
  'finishSingleSignOn',
  // The key is recorded once the client has collected it.
  ...['approveDevice', 'denyDevice'],
  // Of the installation.
  ...['redriveQueue'],
];

describe('every operation that changes or downloads', () => {
  test('is listed here as administrative or not', () => {
    const isFile = ({ answers }: (typeof allOperations)[number]) =>
      ['text/csv', 'application/x-tar'].includes(answers[200]?.contentType ?? '');
    const wanted = allOperations
      .filter((one) => one.method !== 'get' || isFile(one))
      // Recipients act on documents.
      .filter(({ tag }) => tag !== 'signing' && tag !== 'verify' && tag !== 'platform')
      .map(({ operationId }) => operationId);
    const listed = new Set([...Object.keys(administrative), ...everyday, 'createWorkspace']);
    expect(wanted.filter((id) => !listed.has(id))).toEqual([]);
    expect([...listed].filter((id) => !wanted.includes(id))).toEqual([]);
  });

  test.each(Object.entries(administrative).map(([id, [type, call]]) => [id, type, call] as const))(
    '%s writes %s',
    async (_id, type, call) => {
      const before = (await eventsOf(`&type=${type}`)).length;
      const answer = (await call()) as { status?: number; body?: unknown };
      if (answer?.status !== undefined && answer.status >= 300)
        throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
      expect(await eventsOf(`&type=${type}`)).toHaveLength(before + 1);
    },
  );

  test('createWorkspace writes workspace.created, with the person who did it', async () => {
    await api.deps.db.user.update({ where: { id: owner.userId }, data: { operator: true } });
    const made = await owner.post('/v1/console/workspaces', { name: 'Second' });
    const [event] = (await browser(api, owner.cookie, made.body.slug).get('/v1/admin-events')).body.items;
    expect(event).toMatchObject({
      seq: 1,
      type: 'workspace.created',
      actor: { type: 'user', id: owner.userId },
    });
  });

  test('what operators do on the command line is in it too', async () => {
    const { db, now } = api.deps;
    const context = { config: readEnv({ PUBLIC_URL: api.url }), db, now, print: () => undefined } as never;
    const run = (words: string, ...options: string[]) => {
      const command = [...workspaceCommands, ...keyCommands].find((one) => one.words.join(' ') === words)!;
      if (!('run' in command)) throw new Error(words);
      return command.run(context, options);
    };
    const email = `new@${workspace.slug}.test`;
    await run('user add', '--workspace', workspace.slug, '--email', email);
    await run('user add', '--workspace', workspace.slug, '--email', email, '--role', 'manager');
    await run('user sign-in-link', '--email', email);
    await run('user disconnect', '--email', email);
    await run('key create', '--workspace', workspace.slug, '--mode', 'live', '--name', 'By an operator');
    const operator = { type: 'system', id: 'admin' };
    expect((await eventsOf()).slice(0, 5).map(({ type, actor }) => [type, actor])).toEqual([
      ['key.created', operator],
      ['member.disconnected', operator],
      ['member.sign_in_link_issued', operator],
      ['member.role_changed', operator],
      ['member.added', operator],
    ]);
  });
});

describe('GET /v1/admin-events', () => {
  test('200: names of the actor and the target as they are now; pages; filters', async () => {
    const mine = await api.createTestWorkspace();
    const boss = await person(api, mine, 'owner');
    const { id } = (await boss.post('/v1/keys', { name: 'CRM' })).body;
    await mine.live.post(`/v1/keys/${id}/revoke`);
    const page = await boss.get('/v1/admin-events?limit=1');
    expect(page.body).toMatchObject({
      limit: 1,
      next_before: 4,
      items: [
        {
          seq: 4,
          type: 'key.revoked',
          actor: { type: 'api_key', name: 'First live key' },
          target: { type: 'api_key', id, name: 'CRM' },
        },
      ],
    });
    const next = await boss.get(page.headers.link!.match(/<[^>]*(\/v1[^>]*)>/)![1]!);
    expect(next.body.items[0]).toMatchObject({
      seq: 3,
      type: 'key.created',
      actor: { type: 'user', id: boss.userId, name: expect.stringContaining(boss.email) },
      details: { mode: 'live' },
      ip: '127.0.0.1',
    });
    expect(page.headers.link).toContain('limit=1&starting_after=4');
    const older = await boss.get('/v1/admin-events?limit=1&before=3');
    expect((await boss.get('/v1/admin-events?limit=1&starting_after=3')).body).toEqual(older.body);
    expect(older.body.items[0].seq).toBe(2);
    expect(older.headers.link).not.toContain('before=');
    for (const [query, issue] of [
      ['starting_after=bogus', 'int_parsing'],
      ['starting_after=0', 'greater_than_equal'],
      ['starting_after=3&before=3', 'value_error'],
    ])
      expect(issuesOf(await boss.get(`/v1/admin-events?${query}`))).toEqual([
        `query.starting_after ${issue}`,
      ]);
    const [created] = (await boss.get('/v1/admin-events?type=workspace.created')).body.items;
    expect(created.details.owner_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(created.detail_names).toEqual({ owner_id: expect.stringContaining(`@${mine.slug}.test`) });
    const dated = await boss.get(`/v1/admin-events?created_before=2000-01-01`);
    expect(dated.body).toMatchObject({ items: [], next_before: null });
    expect(issuesOf(await boss.get('/v1/admin-events?type=unknown'))).toEqual(['query.type enum']);
    // Nothing that could not be erased is kept in the log itself.
    const rows = await api.deps.db.adminEvent.findMany({ where: { workspaceId: mine.workspaceId } });
    expect(JSON.stringify(rows)).not.toMatch(/CRM|@/);
  });

  test('200: events from created_after on and before created_before; the last page has no next one', async () => {
    const own = await startTestApi();
    const mine = await own.createTestWorkspace();
    const times: string[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      own.clock.advance(30 * 60_000);
      times.push(own.clock.now().toISOString());
      await mine.live.post('/v1/keys', { name });
    }
    const seqsOf = async (query: string) =>
      (await mine.live.get(`/v1/admin-events?${query}`)).body.items.map(({ seq }: AdminEventOut) => seq);
    expect(await seqsOf(`created_after=${times[1]}`)).toEqual([4, 3]);
    expect(await seqsOf(`created_before=${times[2]}`)).toEqual([3, 2, 1]);
    expect(await seqsOf(`created_after=${times[1]}&created_before=${times[2]}`)).toEqual([3]);
    expect(await seqsOf('created_after=2100-01-01')).toEqual([]);
    expect(await seqsOf('created_after=0001-01-01')).toEqual([4, 3, 2, 1]);
    const whole = await mine.live.get('/v1/admin-events?limit=4');
    expect([whole.body.items.length, whole.body.next_before]).toEqual([4, null]);
    await own.close();
  });

  test('200: downloads from a template and from a bulk send name the template', async () => {
    const mine = await api.createTestWorkspace();
    const template_id = await makeTemplate(mine.live);
    const bulk = await mine.live.post('/v1/bulk-sends', { template_id, rows: rowsFor(1) });
    await mine.live.get(`/v1/templates/${template_id}/answers.csv`).expect(200);
    await mine.live.get(`/v1/bulk-sends/${bulk.body.id}/rows.csv`).expect(200);
    const { items } = (await mine.live.get('/v1/admin-events?limit=2')).body;
    expect(items.map(({ target }: AdminEventOut) => target)).toEqual([
      { type: 'bulk_send', id: bulk.body.id, name: 'Lease' },
      { type: 'template', id: template_id, name: 'Lease' },
    ]);
  });

  test('200: downloads of documents that were not sent in bulk', async () => {
    const mine = await api.createTestWorkspace();
    await mine.live.get('/v1/documents/evidence.tar?bulk_send_id=none').expect(200);
    // As events before were recorded.
    const ctx = mine.ctx('live');
    const target = { type: 'bulk_send', id: 'none' };
    await recordExport(ctx, { type: 'evidence.exported', target });
    const { items } = (await mine.live.get('/v1/admin-events?limit=2').expect(200)).body;
    expect(items).toMatchObject([
      { target },
      { target: { type: 'workspace', id: mine.workspaceId }, details: { bulk_send_id: 'none' } },
    ]);
    await mine.live.get('/v1/admin-events/export').expect(200);
  });

  test('403 for members and test keys, 401 without a key', async () => {
    const member = await person(api, workspace, 'member');
    for (const path of ['', '/export', '/verification']) {
      expectProblem(await member.get(`/v1/admin-events${path}`), 'forbidden');
      expectProblem(await workspace.test.get(`/v1/admin-events${path}`), 'mode-forbidden');
      expectProblem(await api.anonymous.get(`/v1/admin-events${path}`), 'unauthenticated');
    }
  });

  test('a change that fails writes no event; changes at once get numbers without gaps', async () => {
    const mine = await api.createTestWorkspace();
    const count = () => api.deps.db.adminEvent.count({ where: { workspaceId: mine.workspaceId } });
    const before = await count();
    expectProblem(await mine.live.post('/v1/webhooks', { url: 'https://127.0.0.1/' }), 'webhook-url-refused');
    expectProblem(await mine.live.post(`/v1/keys/${mine.workspaceId}/revoke`), 'not-found');
    expect(await count()).toBe(before);
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) => mine.live.post('/v1/keys', { name: `Key ${at}` })),
    );
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect((await mine.live.get('/v1/admin-events/verification')).body).toMatchObject({
      ok: true,
      count: before + 8,
    });
  });
});

describe('the chain', () => {
  test('is verified; a changed, a missing and a cut off event are found; the database refuses changes', async () => {
    const mine = await api.createTestWorkspace();
    for (const name of ['One', 'Two', 'Three']) await mine.live.post('/v1/keys', { name });
    const verify = async () => (await mine.live.get('/v1/admin-events/verification')).body;
    const { db } = api.deps;
    const where = { workspaceId: mine.workspaceId };
    expect(await verify()).toMatchObject({ ok: true, count: 4, first_seq: 1, broken_at_seq: null });
    await expect(db.adminEvent.updateMany({ where, data: { eventType: 'key.revoked' } })).rejects.toThrow(
      'append-only',
    );
    await expect(db.adminEvent.deleteMany({ where })).rejects.toThrow('append-only');

    /** Changes rows as somebody could who owns the database. */
    const tamper = (statement: string) =>
      db.$transaction([
        db.$executeRawUnsafe(`SET LOCAL session_replication_role = 'replica'`),
        db.$executeRawUnsafe(`${statement} AND workspace_id = '${mine.workspaceId}'`),
      ]);
    await tamper(`UPDATE admin_event SET details = '{"mode": "test"}' WHERE seq = 3`);
    expect(await verify()).toMatchObject({
      ok: false,
      broken_at_seq: 3,
      reason: 'hash does not match the event',
    });
    // The changed event has the hash of what it says now. The next one contradicts it.
    const { hash, ...event } = await db.adminEvent.findFirstOrThrow({ where: { ...where, seq: 3 } });
    const { workspaceId: workspace_id, seq, eventType: type, prevHash: prev_hash } = event;
    const { actor, target, details } = event;
    const created_at = event.createdAt.toISOString();
    const forged = adminEventHash({
      ...{ workspace_id, seq, type, actor, target, details, created_at, prev_hash },
    });
    await tamper(`UPDATE admin_event SET hash = '${forged}' WHERE seq = 3`);
    expect(await verify()).toMatchObject({
      ok: false,
      broken_at_seq: 4,
      reason: 'prev_hash is not the hash of the event before',
    });
    await tamper(`UPDATE admin_event SET details = '{"mode": "live"}', hash = '${hash}' WHERE seq = 3`);
    expect(await verify()).toMatchObject({ ok: true });
    const { hash: end } = await db.adminChain.findUniqueOrThrow({ where });
    await tamper(`UPDATE admin_chain SET hash = repeat('0', 64) WHERE seq = 4`);
    const other = { ok: false, broken_at_seq: 5, reason: 'the log does not end with the stored hash' };
    expect(await verify()).toMatchObject(other);
    await tamper(`UPDATE admin_chain SET hash = '${end}' WHERE seq = 4`);
    expect(await verify()).toMatchObject({ ok: true });
    await tamper('DELETE FROM admin_event WHERE seq = 4');
    expect(await verify()).toMatchObject({ ok: false, broken_at_seq: 4 });
    await tamper('DELETE FROM admin_event WHERE seq = 2');
    expect(await verify()).toMatchObject({ ok: false, broken_at_seq: 2, reason: 'the event is missing' });
    await tamper('DELETE FROM admin_event WHERE seq < 3');
    expect(await verify()).toMatchObject({ ok: false, broken_at_seq: 1, reason: 'the event is missing' });
    await tamper('DELETE FROM admin_event WHERE seq > 0');
    expect(await verify()).toMatchObject({ ok: false, broken_at_seq: 1, reason: 'the log has no events' });
    await tamper('DELETE FROM admin_chain WHERE seq > 0');
    expect(await verify()).toMatchObject({ ok: false, broken_at_seq: 1, reason: 'the log has no events' });
  });

  test('is intact while retention removes events during the check', async () => {
    const own = await startTestApi();
    const mine = await own.createTestWorkspace();
    const { workspaceId } = mine;
    const { db } = own.deps;
    // More than one page of events.
    const rows = [];
    let { seq, hash } = await db.adminChain.findUniqueOrThrow({ where: { workspaceId } });
    while (rows.length < 600) {
      const link = {
        seq: seq + 1,
        prev_hash: hash,
        type: 'key.created',
        created_at: '2026-01-01T00:00:00.000Z',
      };
      const parts = { actor: { type: 'system', id: 'x' }, target: { type: 'api_key', id: 'x' }, details: {} };
      hash = adminEventHash({ workspace_id: workspaceId, ...link, ...parts });
      seq = link.seq;
      rows.push({
        workspaceId,
        seq,
        hash,
        prevHash: link.prev_hash,
        eventType: link.type,
        createdAt: new Date(link.created_at),
        ...parts,
      });
    }
    await db.adminEvent.createMany({ data: rows });
    await db.adminChain.update({ where: { workspaceId }, data: { seq, hash } });
    own.clock.advance(100 * 86_400_000);
    const base = { ...own.deps, settings: { ...own.deps.settings, adminLogDays: 30 } };
    let removed = -1;
    const ctx = mine.ctx('live');
    const found = await verifyAdminLog({
      ...ctx,
      db: afterFirstPage(ctx.db, async () => (removed = await sweepAdminLog(base))),
    });
    // Other workspaces have expired events too.
    expect(removed).toBeGreaterThan(rows.length);
    expect(found).toMatchObject({ ok: true, count: rows.length + 1, first_seq: 1 });
    expect((await mine.live.get('/v1/admin-events/verification')).body).toMatchObject({
      ok: true,
      count: 1,
      first_seq: seq + 1,
    });
  });

  test('can be recomputed from the export by the documented rule', async () => {
    const mine = await api.createTestWorkspace();
    await mine.live.post('/v1/keys', { name: '=1+1' });
    const answer = await textOf(mine.live.get('/v1/admin-events/export?format=jsonl'));
    expect(answer.headers['content-disposition']).toContain('admin log.jsonl');
    const events = (answer.body as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AdminEventOut);
    expect(events.map(({ type }) => type)).toEqual([
      'workspace.created',
      'key.created',
      'admin_log.exported',
    ]);
    let previous = '0'.repeat(64);
    for (const { seq, type, actor, target, details, created_at, prev_hash, hash } of events) {
      const party = ({ type, id }: AdminEventOut['actor']) => ({ id, type });
      // The members in the order of RFC 8785. These details have one level.
      const sorted = Object.fromEntries(Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      const text = JSON.stringify({
        ...{ actor: party(actor), created_at, details: sorted, prev_hash: previous },
        ...{ seq, target: party(target), type, workspace_id: mine.workspaceId },
      });
      expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
      expect(prev_hash).toBe(previous);
      previous = hash;
    }
    const table = await mine.live.get('/v1/admin-events/export?after=1');
    const [head, first] = table.text.split('\r\n');
    expect(head).toMatch(/^seq,created_at,type,actor_type,/);
    expect(first).toContain(`,'=1+1,`);
  });

  test('retention removes addresses after 90 days and old events from the beginning; the rest stays one chain', async () => {
    const own = await startTestApi();
    const mine = await own.createTestWorkspace();
    await mine.live.post('/v1/keys', { name: 'Old' });
    const base = { ...own.deps, settings: { ...own.deps.settings, adminLogDays: 95 } };
    const rows = () =>
      own.deps.db.adminEvent.findMany({ where: { workspaceId: mine.workspaceId }, orderBy: { seq: 'asc' } });
    own.clock.advance(90 * 86_400_000);
    for (const ip of ['127.0.0.1', null]) {
      await sweepAdminLog({ ...base, settings: { ...base.settings, adminLogDays: 0 } });
      expect((await rows()).map((row) => row.ip)).toEqual([null, ip]);
      own.clock.advance(1);
    }
    own.clock.advance(10 * 86_400_000);
    await mine.live.post('/v1/keys', { name: 'New' });
    await sweepAdminLog({ ...base, settings: { ...base.settings, adminLogDays: 0 } });
    expect((await rows()).map(({ ip }) => ip)).toEqual([null, null, '127.0.0.1']);
    await sweepAdminLog(base);
    const [kept, removal, ...others] = await rows();
    expect([kept!.seq, removal!.eventType, removal!.details, others]).toEqual([
      3,
      'admin_log.expired',
      { through_seq: 2, through_hash: kept!.prevHash, events: 2, retention_days: 95 },
      [],
    ]);
    const verify = async () => (await mine.live.get('/v1/admin-events/verification')).body;
    expect(await verify()).toMatchObject({ ok: true, count: 2, first_seq: 3 });

    // Nothing has expired since, and the record of a removal causes no further one.
    const seqsAfterSweep = async () => {
      await sweepAdminLog(base);
      return (await rows()).map(({ seq }) => seq);
    };
    expect(await seqsAfterSweep()).toEqual([3, 4]);
    own.clock.advance(100 * 86_400_000);
    expect(await seqsAfterSweep()).toEqual([4, 5]);
    own.clock.advance(100 * 86_400_000);
    expect(await seqsAfterSweep()).toEqual([4, 5]);
    expect(await verify()).toMatchObject({ ok: true, count: 2, first_seq: 4 });

    // A deletion by hand is not what the chain records.
    await own.deps.db.$transaction([
      own.deps.db.$executeRaw`SET LOCAL session_replication_role = 'replica'`,
      own.deps.db
        .$executeRaw`DELETE FROM admin_event WHERE workspace_id = ${mine.workspaceId}::uuid AND seq = 4`,
    ]);
    expect(await verify()).toMatchObject({ ok: false, broken_at_seq: 4, reason: 'the event is missing' });
  });

  test('has real times, also about a test document whose clock is ahead', async () => {
    const mine = await api.createTestWorkspace();
    const boss = await person(api, mine, 'owner', 'test');
    const document = await sentDocument({ ...mine.ctx('test'), storage: api.storage });
    const id = encodeId('doc', document.id);
    await mine.test.post(`/v1/test/documents/${id}/advance-clock`, { seconds: 30 * 86_400 }).expect(200);
    await mine.test.post(`/v1/documents/${id}/void`, { reason: 'Wrong' }).expect(200);
    expect((await boss.post(`/v1/console/documents/${id}/erase`, { confirm: id })).status).toBe(200);
    const [latest] = (await boss.get('/v1/admin-events?limit=1')).body.items as AdminEventOut[];
    expect(latest).toMatchObject({ type: 'document.erased', created_at: api.clock.now().toISOString() });
  });
});

/** A database that calls `hook` after the first page of events was read, in a transaction or not. */
function afterFirstPage(db: Db, hook: () => Promise<unknown>): Db {
  let isFirst = true;
  const watched = <Client extends Pick<Db, 'adminEvent'>>(client: Client): Client =>
    new Proxy(client, {
      get: (target, name) => {
        if (name === '$transaction')
          return (work: (tx: Client) => unknown, options: object) =>
            (target as never as Db).$transaction((tx) => work(watched(tx as never)) as never, options);
        if (name !== 'adminEvent') return Reflect.get(target, name);
        return {
          findFirst: target.adminEvent.findFirst,
          findMany: async (query: never) => {
            const page = await target.adminEvent.findMany(query);
            if (isFirst) {
              isFirst = false;
              await hook();
            }
            return page;
          },
        };
      },
    });
  return watched(db);
}

test('countersign admin-events lists, exports and verifies', async () => {
  const mine = await api.createTestWorkspace();
  const env = { COUNTERSIGN_API_KEY: mine.liveKey, COUNTERSIGN_URL: api.url };
  const call = (...words: string[]) => runCommandHere(['admin-events', ...words], env);
  await mine.live.post('/v1/keys', { name: 'CRM' });
  const listed = await call('list', '--type', 'key.created', '--json');
  expect(JSON.parse(listed.out)).toMatchObject([{ seq: 2, type: 'key.created', target: { name: 'CRM' } }]);
  expect((await call('list', '--limit', '2')).out).toMatch(
    /SEQ +TIME +TYPE.*\n +2 .* key\.created .*CRM.*\n +1 /,
  );
  expect(await call('list', '--type', 'unknown')).toMatchObject({ status: 2 });

  const path = join(folder, 'log.jsonl');
  expect((await call('export', '--after', '1', '--output', path)).out).toBe(`Saved ${path}\n`);
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).type)).toEqual(['key.created', 'admin_log.exported']);
  expect(await call('export', '--output', path)).toMatchObject({ status: 8 });
  expect((await call('export', '--format', 'csv')).out).toMatch(/^seq,created_at,type,/);

  const intact = await call('verify');
  expect([intact.status, intact.out]).toEqual([
    0,
    expect.stringMatching(/intact[\s\S]*head +[0-9a-f]{64}\n$/),
  ]);
  await api.deps.db.adminChain.update({ where: { workspaceId: mine.workspaceId }, data: { seq: 9 } });
  const broken = await call('verify', '--json');
  expect([broken.status, JSON.parse(broken.out)]).toMatchObject([1, { ok: false, broken_at_seq: 5 }]);
});

describe('countersign admin-events export --append and verify --file', () => {
  const commandOf = async () => {
    const mine = await api.createTestWorkspace();
    const env = { COUNTERSIGN_API_KEY: mine.liveKey, COUNTERSIGN_URL: api.url };
    const own = await mkdtemp(join(folder, 'log-'));
    const path = join(own, 'admin-log.jsonl');
    return {
      mine,
      path,
      append: (more: Record<string, string> = {}) =>
        runCommandHere(['admin-events', 'export', '--append', '--output', path], { ...env, ...more }),
      text: () => readFile(path, 'utf8'),
      files: () => readdir(own),
    };
  };
  /** Without a service and a key. */
  const check = (path: string, ...words: string[]) =>
    runCommandHere(['admin-events', 'verify', '--file', path, ...words]);

  test('continue a file by the events that it does not have, and check it offline', async () => {
    const { mine, path, append, text, files } = await commandOf();
    expect(await append()).toMatchObject({ status: 0, out: `Added 2 events to ${path}, up to event 2\n` });
    const first = await text();
    // Names have no hash, and a line separator in them ends no line.
    await mine.live.post('/v1/keys', { name: 'CRM\u2028two' });
    expect(await append()).toMatchObject({ status: 0, out: `Added 2 events to ${path}, up to event 4\n` });
    expect((await text()).startsWith(first)).toBe(true);
    const seqs = (await text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).seq);
    expect(seqs).toEqual([1, 2, 3, 4]);
    expect(await files()).toEqual(['admin-log.jsonl']);
    const { head } = (await mine.live.get('/v1/admin-events/verification')).body;
    const checked = await check(path, '--json');
    expect([checked.status, JSON.parse(checked.out)]).toEqual([
      0,
      { ok: true, count: 4, first_seq: 1, last_seq: 4, head, broken_at_seq: null, reason: null },
    ]);
    expect((await check(path)).out).toMatch(/^chain +intact\n[\s\S]*head +[0-9a-f]{64}\n$/);
  });

  test.each<[string, (lines: string[]) => string[], object]>([
    [
      'a changed event',
      (lines) => lines.with(1, lines[1]!.replace('"live"', '"test"')),
      { broken_at_seq: 2, reason: 'hash does not match the event' },
    ],
    [
      'a missing event',
      (lines) => lines.toSpliced(1, 1),
      { broken_at_seq: 2, reason: 'the event is missing' },
    ],
    [
      'an event that is there twice',
      (lines) => [...lines, lines[1]!],
      { broken_at_seq: 2, reason: 'event 4 should follow instead' },
    ],
    [
      'another beginning',
      (lines) => lines.with(0, lines[0]!.replace('"prev_hash":"0', '"prev_hash":"1')),
      { broken_at_seq: 1, reason: 'prev_hash is not the hash of the event before' },
    ],
  ])('find %s, and add nothing to such a file', async (_what, change, fault) => {
    const { mine, path, append, text } = await commandOf();
    await mine.live.post('/v1/keys', { name: 'CRM' });
    await append();
    const changed = `${change((await text()).trimEnd().split('\n')).join('\n')}\n`;
    expect(changed).not.toBe(await text());
    await writeFile(path, changed);
    const checked = await check(path, '--json');
    expect([checked.status, JSON.parse(checked.out)]).toMatchObject([1, { ok: false, ...fault }]);
    expect(await append()).toMatchObject({ status: 1, err: expect.stringContaining('Nothing was added.') });
    expect(await text()).toBe(changed);
  });

  test('check a file that begins later from its first event', async () => {
    const { mine, path, append, text } = await commandOf();
    await mine.live.post('/v1/keys', { name: 'CRM' });
    await append();
    await writeFile(path, (await text()).split('\n').slice(1).join('\n'));
    expect(JSON.parse((await check(path, '--json')).out)).toMatchObject({ ok: true, count: 2, first_seq: 2 });
  });

  test('add nothing if the log of the service is another one, has lost events, or the download is cut off', async () => {
    const { mine, path, append, text, files } = await commandOf();
    await mine.live.post('/v1/keys', { name: 'CRM' });
    await append();
    const before = await text();
    const other = await api.createTestWorkspace();
    for (const name of ['One', 'Two', 'Three']) await other.live.post('/v1/keys', { name });
    expect(await append({ COUNTERSIGN_API_KEY: other.liveKey })).toMatchObject({
      status: 1,
      err: expect.stringContaining(
        'does not continue it at event 4: prev_hash is not the hash of the event before',
      ),
    });
    const shorter = await api.createTestWorkspace();
    expect(await append({ COUNTERSIGN_API_KEY: shorter.liveKey })).toMatchObject({
      status: 1,
      err: expect.stringContaining('ends before event 4'),
    });
    // Ends in the middle of a line.
    const cut = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/jsonl' });
      response.write(before.slice(0, 400), () => response.destroy());
    });
    await new Promise<void>((resolve) => cut.listen(0, '127.0.0.1', resolve));
    const { port } = cut.address() as AddressInfo;
    expect((await append({ COUNTERSIGN_URL: `http://127.0.0.1:${port}` })).status).not.toBe(0);
    cut.close();
    expect([await text(), await files()]).toEqual([before, ['admin-log.jsonl']]);
    await writeFile(path, before.slice(0, -5));
    expect(await append()).toMatchObject({
      status: 8,
      err: expect.stringContaining('last line is not complete'),
    });
    expect(await text()).toBe(before.slice(0, -5));
  });

  test('refuse files that are no log, and options that contradict --append', async () => {
    const path = join(folder, 'no-log.jsonl');
    await writeFile(path, 'seq,created_at\n');
    expect(await check(path)).toMatchObject({
      status: 8,
      err: expect.stringContaining('line 1 is not an event'),
    });
    expect(await check(join(folder, 'absent'))).toMatchObject({ status: 8 });
    for (const words of [
      ['--output', path, '--after', '1'],
      ['--output', path, '--force'],
      ['--output', path, '--format', 'csv'],
      [],
    ])
      expect(await runCommandHere(['admin-events', 'export', '--append', ...words])).toMatchObject({
        status: 2,
      });
  });
});
