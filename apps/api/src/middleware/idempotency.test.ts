import type { Ctx } from '@countersign/core/ctx';
import { closeDb, createDb } from '@countersign/db/client';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTcpProxy } from '../../../../test/chaos/tcp-proxy.ts';
import { startTestApi, type TestApi, type TestWorkspace } from '../../../../test/support/api.ts';
import { testClock } from '../../../../test/support/clock.ts';
import { testDatabase } from '../../../../test/support/database.ts';
import { person } from '../../../../test/support/people.ts';
import { expectProblem, issuesOf } from '../../../../test/support/problem.ts';
import { until } from '../../../../test/support/processes.ts';
import { samplePdf } from '../../../../test/support/sample-pdf.ts';

const clock = testClock();
let api: TestApi;
let mine: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi({ clock, settings: { workspaceCreation: 'anyone' } });
  mine = await api.createTestWorkspace();
});

let made = 0;
const freshKey = () => `key-${++made}`;
const create = (key: string, body: unknown = { name: 'Robot' }, workspace = mine) =>
  workspace.live.post('/v1/keys', body).set('Idempotency-Key', key);
const countKeys = (name: string) =>
  api.deps.db.apiKey.count({ where: { workspaceId: mine.workspaceId, name } });
const record = (key: string) =>
  api.deps.db.idempotencyRecord.findFirst({ where: { key, caller: mine.ctx('live').actor.id } });

describe('a repeated POST with the same Idempotency-Key', () => {
  test('gets the first response byte for byte, and runs nothing', async () => {
    const key = freshKey();
    const body = { name: `Once ${key}` };
    const first = await create(key, body);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    const second = await create(key, body);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'content-type': first.headers['content-type'],
    });
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await countKeys(body.name)).toBe(1);
  });

  test('also gets a 404 and a response without a body', async () => {
    const refusal = freshKey();
    const missing = '/v1/documents/doc_00000000000000000000000000/void';
    const refuse = () => mine.live.post(missing, { reason: 'x' }).set('Idempotency-Key', refusal);
    const first = await refuse();
    expectProblem(first, 'not-found');
    const again = await refuse();
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);

    const { id } = (await mine.live.post('/v1/keys', { name: 'To revoke' })).body;
    const empty = freshKey();
    for (const replayed of [undefined, 'true']) {
      const revoked = await mine.live.post(`/v1/keys/${id}/revoke`).set('Idempotency-Key', empty);
      expect([revoked.status, revoked.text, revoked.headers['idempotent-replayed']]).toEqual([
        204,
        '',
        replayed,
      ]);
    }
  });

  test('fails with another body, path or query, and runs nothing', async () => {
    const key = freshKey();
    await create(key, { name: 'First' });
    expectProblem(await create(key, { name: `Second ${key}` }), 'idempotency-key-reused');
    expectProblem(await create(key, { name: 'First', extra: 1 }), 'idempotency-key-reused');
    const elsewhere = await mine.live.post('/v1/folders', { name: 'First' }).set('Idempotency-Key', key);
    expectProblem(elsewhere, 'idempotency-key-reused');
    const queried = await mine.live.post('/v1/keys?x=1', { name: 'First' }).set('Idempotency-Key', key);
    expectProblem(queried, 'idempotency-key-reused');
    expect(await countKeys(`Second ${key}`)).toBe(0);
  });

  test('is the same request with another order of members, spacing or escaping', async () => {
    const key = freshKey();
    const send = (text: string) =>
      mine.live.post('/v1/documents').type('json').send(text).set('Idempotency-Key', key);
    const first = await send(
      '{"title":"Lease","message":"Hi","fields":[],"recipients":[{"name":"A","email":"a@b.test"}]}',
    );
    expect(first.status).toBe(201);
    const other = await send(
      '{ "recipients": [{"email": "a@b.test", "name": "\\u0041"}], "message": "Hi", "fields": [],\n "title": "Lease" }',
    );
    expect([other.text, other.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expectProblem(await send('{"title":"Lease","message":"Ho"}'), 'idempotency-key-reused');
  });

  test('compares large bodies by value too: fields, templates and rows', async () => {
    const filler = 'x'.repeat(70_000);
    const pdf_base64 = Buffer.from(await samplePdf()).toString('base64');
    const { id: template_id } = (
      await mine.live.post('/v1/templates', {
        name: 'T',
        pdf_base64,
        recipients: [{ name: 'A', email: 'a@b.test' }],
      })
    ).body;
    const rows = Array.from({ length: 600 }, (_, at) => ({
      recipients: [{ name: `Ada ${at}`, email: `ada-${at}@example.test`, note: 'y'.repeat(600) }],
    }));
    const turned = ({ recipients }: (typeof rows)[number]) => ({
      recipients: recipients.map(({ name, email, note }) => ({ note, email, name })),
    });
    const cases: Array<[string, object, object, object]> = [
      [
        '/v1/documents',
        { title: 'Large', ignored: filler },
        { ignored: filler, title: 'Large' },
        { title: 'Large', ignored: `${filler}y` },
      ],
      [
        '/v1/templates',
        { name: 'T', pdf_base64, ignored: filler },
        { ignored: filler, pdf_base64, name: 'T' },
        { name: 'T', pdf_base64: `${pdf_base64}AAAA`, ignored: filler },
      ],
      [
        '/v1/bulk-sends',
        { template_id, rows },
        { rows: rows.map(turned), template_id },
        { template_id, rows: rows.slice(1) },
      ],
    ];
    for (const [path, body, reordered, different] of cases) {
      const key = freshKey();
      const send = (value: object) => mine.live.post(path, value).set('Idempotency-Key', key);
      const first = await send(body);
      expect([path, first.status]).toEqual([path, 201]);
      const again = await send(reordered);
      expect([path, again.text === first.text, again.headers['idempotent-replayed']]).toEqual([
        path,
        true,
        'true',
      ]);
      expectProblem(await send(different), 'idempotency-key-reused');
    }
  });

  test('the key is free again after a 422', async () => {
    const key = freshKey();
    expect(issuesOf(await create(key, { name: '' }))).toEqual(['body.name string_too_short']);
    const corrected = await create(key, { name: `Corrected ${key}` });
    expect([corrected.status, corrected.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect((await create(key, { name: `Corrected ${key}` })).headers['idempotent-replayed']).toBe('true');
    expect(await countKeys(`Corrected ${key}`)).toBe(1);
  });

  test('works for a person, inside a workspace and outside of any', async () => {
    const owner = await person(api, mine, 'owner');
    const [inside, outside] = [freshKey(), freshKey()];
    const folder = () => owner.post('/v1/folders', { name: inside }).set('Idempotency-Key', inside);
    expect((await folder()).status).toBe(201);
    expect((await folder()).headers['idempotent-replayed']).toBe('true');
    const found = (name: string) =>
      owner.post('/v1/console/workspaces', { name }).set('Idempotency-Key', outside);
    const first = await found('Acme');
    expect(first.status).toBe(201);
    const again = await found('Acme');
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expectProblem(await found('Other'), 'idempotency-key-reused');
    expect(await api.deps.db.workspace.count({ where: { name: 'Acme' } })).toBe(1);
    // The transactions of the work mark their keys. Otherwise a process that dies before it responds would do the work twice.
    const records = await api.deps.db.idempotencyRecord.findMany({
      where: { key: { in: [inside, outside] } },
    });
    expect(records.map(({ committedAt }) => committedAt)).toEqual([clock.now(), clock.now()]);
  });

  test('runs again after 24 hours, and not a millisecond earlier', async () => {
    const key = freshKey();
    const body = { name: `Daily ${key}` };
    const first = await create(key, body);
    clock.advance(24 * 3600 * 1000 - 1);
    expect((await create(key, body)).text).toBe(first.text);
    clock.advance(1);
    const next = await create(key, body);
    expect([next.status, next.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(next.text).not.toBe(first.text);
    expect(await countKeys(body.name)).toBe(2);
  });
});

describe('concurrent requests with one key', () => {
  test('one of twenty runs; the others get 409 or its response', async () => {
    const key = freshKey();
    const body = { name: `Twin ${key}` };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, body)));
    const created = answers.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThanOrEqual(1);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectProblem(answer, 'idempotency-in-progress');
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect(await countKeys(body.name)).toBe(1);
  });

  test('the second is 409 while the first is in its transaction', async () => {
    const key = freshKey();
    const body = { name: `Slow ${key}` };
    // Locks the workspace's row, which inserting a key needs, so that the first request blocks.
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holder = api.deps.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${mine.workspaceId}::uuid FOR UPDATE`;
        held.resolve();
        await release.promise;
      },
      { timeout: 60_000 },
    );
    await held.promise;
    const first = create(key, body).then((answer) => answer);
    while ((await record(key)) === null) await new Promise(setImmediate);
    expectProblem(await create(key, body), 'idempotency-in-progress');
    expectProblem(await create(key, { name: 'Another' }), 'idempotency-key-reused');
    release.resolve();
    await holder;
    expect((await first).status).toBe(201);
    expect((await create(key, body)).headers['idempotent-replayed']).toBe('true');
    expect(await countKeys(body.name)).toBe(1);
  });
});

describe('a request whose process died', () => {
  const dead = async (key: string, facts: { committedAt?: Date } = {}) => {
    // A request that ran with this key and body and lost its response, as in a killed process.
    await create(key, { name: `Dead ${key}` });
    await api.deps.db.idempotencyRecord.updateMany({
      where: { key },
      data: { status: null, contentType: null, sealedBody: null, committedAt: facts.committedAt ?? null },
    });
  };

  test('never runs again after its commit: 409 until the key is a day old', async () => {
    const key = freshKey();
    await dead(key, { committedAt: clock.now() });
    clock.advance(120_000);
    expectProblem(await create(key, { name: `Dead ${key}` }), 'idempotency-in-progress');
    expect(await countKeys(`Dead ${key}`)).toBe(1);
  });

  test('runs again if it died before its commit, once its lock of 60 s has expired', async () => {
    const key = freshKey();
    await dead(key);
    clock.advance(59_999);
    expectProblem(await create(key, { name: `Dead ${key}` }), 'idempotency-in-progress');
    clock.advance(1);
    expectProblem(await create(key, { name: 'Another' }), 'idempotency-key-reused');
    expect((await create(key, { name: `Dead ${key}` })).status).toBe(201);
  });

  test('commits nothing if it continues after another request has taken its key', async () => {
    const key = freshKey();
    const body = { name: `Revenant ${key}` };
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holder = api.deps.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${mine.workspaceId}::uuid FOR UPDATE`;
        held.resolve();
        await release.promise;
      },
      { timeout: 60_000 },
    );
    await held.promise;
    const first = create(key, body).then((answer) => answer);
    while ((await record(key)) === null) await new Promise(setImmediate);
    const locked = (await record(key))?.lockedUntil;
    clock.advance(60_000);
    const second = create(key, body).then((answer) => answer);
    while ((await record(key))?.lockedUntil.getTime() === locked?.getTime()) await new Promise(setImmediate);
    release.resolve();
    await holder;
    expectProblem(await first, 'idempotency-in-progress');
    expect((await second).status).toBe(201);
    expect(await countKeys(body.name)).toBe(1);
  });
});

describe('a request during which PostgreSQL goes away', () => {
  /** An API whose connections to PostgreSQL can be cut. */
  const behindProxy = async () => {
    const { url, queue } = await testDatabase();
    const line = await startTcpProxy(Number(new URL(url).port));
    const proxied = new URL(url);
    proxied.port = String(line.port);
    const db = createDb(proxied.href, { max: 4 });
    const other = await startTestApi({ clock, database: { db, queue } });
    const close = async () => {
      line.setMode('pass');
      await other.close();
      await closeDb(db);
      await line.close();
    };
    return { line, other, live: other.as(mine.liveKey), close };
  };

  test('after the commit: a repetition gets the first response once PostgreSQL is back, and nothing runs twice', async () => {
    const { line, other, live, close } = await behindProxy();
    const { secrets } = other.deps;
    const encrypt = secrets.encrypt;
    // The response is encrypted between the commit and its storage.
    secrets.encrypt = (plain, context) => {
      if (context.startsWith('idempotency:')) line.setMode('refuse');
      return encrypt(plain, context);
    };
    const key = freshKey();
    const body = { name: `Outage ${key}` };
    const send = () => live.post('/v1/keys', body).set('Idempotency-Key', key);
    const first = await send();
    expect([first.status, (await record(key))?.status]).toEqual([201, null]);
    expectProblem(await send(), 'unavailable');
    line.setMode('pass');
    secrets.encrypt = encrypt;
    await until(async () => (await record(key))?.status === 201, 'the response to be stored');
    const second = await send();
    expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([
      201,
      first.text,
      'true',
    ]);
    expect(await countKeys(body.name)).toBe(1);
    await close();
  });

  test('before the commit: the key is free again as soon as PostgreSQL is back', async () => {
    const { line, other, live, close } = await behindProxy();
    const key = freshKey();
    const body = { name: `Cut ${key}` };
    const send = () => live.post('/v1/keys', body).set('Idempotency-Key', key);
    // Locks the workspace's row, which inserting a key needs, so that the request blocks in its transaction.
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const holder = api.deps.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${mine.workspaceId}::uuid FOR UPDATE`;
        hold();
        await released;
      },
      { timeout: 60_000 },
    );
    await held;
    const first = send().then((answer) => answer);
    while ((await record(key)) === null) await new Promise(setImmediate);
    line.setMode('refuse');
    expectProblem(await first, 'unavailable');
    release();
    await holder;
    line.setMode('pass');
    // The clock does not run, so the claim cannot expire.
    await until(async () => (await record(key)) === null, 'the key to be free');
    expect((await send()).status).toBe(201);
    expect(await countKeys(body.name)).toBe(1);
    expect(other.logged.filter(({ level }) => level === 'error')).toEqual([]);
    await close();
  });
});

describe('stored responses', () => {
  test('do not include 5xx: the next request with the key runs', async () => {
    const key = freshKey();
    const body = { name: `Failing ${key}` };
    // A renamed column makes the verb fail in the middle of its transaction.
    await api.deps.db.$executeRaw`ALTER TABLE api_key RENAME COLUMN display TO display_away`;
    const failed = await create(key, body);
    await api.deps.db.$executeRaw`ALTER TABLE api_key RENAME COLUMN display_away TO display`;
    const problem = expectProblem(failed, 'internal');
    expect(problem.request_id).toBe(failed.headers['x-request-id']);
    expect(failed.text).not.toMatch(/column|prisma|display/i);
    expect(await record(key)).toBeNull();
    expect((await create(key, body)).status).toBe(201);
  });

  test('are encrypted for their API key and Idempotency-Key', async () => {
    const key = freshKey();
    const created = await create(key, { name: 'Secretive' });
    const kept = await record(key);
    const bytes = Buffer.from(kept?.sealedBody ?? []);
    expect(bytes.length).toBeGreaterThan(50);
    expect(bytes.includes(created.body.key)).toBe(false);
    const { secrets, actor }: Ctx = mine.ctx();
    expect(JSON.parse(secrets.decrypt(bytes, `idempotency:${actor.id}:${key}`).toString()).key).toBe(
      created.body.key,
    );
    expect(() => secrets.decrypt(bytes, `idempotency:${actor.id}:other`)).toThrow();
  });

  test('are not shared between API keys', async () => {
    const key = freshKey();
    const other = await api.createTestWorkspace();
    const [one, two] = [await create(key), await create(key, { name: 'Robot' }, other)];
    expect(two.headers['idempotent-replayed']).toBeUndefined();
    expect(two.body.id).not.toBe(one.body.id);
  });

  test('GET, PUT, PATCH and DELETE ignore the header', async () => {
    const key = freshKey();
    expect((await mine.live.get('/v1/me').set('Idempotency-Key', key)).status).toBe(200);
    expect((await mine.live.get('/v1/keys').set('Idempotency-Key', key)).status).toBe(200);
    expect(await record(key)).toBeNull();
  });
});

describe('the header', () => {
  test('has 1 to 255 characters', async () => {
    expect((await create('x'.repeat(255), { name: 'Long' })).status).toBe(201);
    expect(issuesOf(await create('x'.repeat(256)))).toEqual(['header.Idempotency-Key string_too_long']);
    expect(issuesOf(await create(''))).toEqual(['header.Idempotency-Key string_too_short']);
  });
});
