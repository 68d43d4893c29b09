import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metricsGuard } from '@countersign/api/metrics-callers';
import { allOperations } from '@countersign/api/openapi/all';
import { closeDb, createDb } from '@countersign/db/client';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { createQueue } from '@countersign/queue/queue';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';

let api: TestApi;
let mine: TestWorkspace;
let webDist: string;
const mailEventsSecret = 'the shared secret of mail events';
beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'countersign-web-'));
  api = await startTestApi({ edge: { mailEventsSecret, webDist } });
  mine = await api.createTestWorkspace();
});
afterAll(() => rm(webDist, { recursive: true, force: true }));

describe('probes', () => {
  test('/healthz is 200 while the process is up, /readyz while database and storage are available', async () => {
    expect((await api.anonymous.get('/healthz')).body).toEqual({ status: 'ok' });
    const ready = await api.anonymous.get('/readyz');
    expect([ready.status, ready.body]).toEqual([
      200,
      { status: 'ready', checks: { database: 'ok', storage: 'ok' } },
    ]);
  });

  test('/readyz is 503 and names the storage while it is unavailable, and recovers by itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-away-'));
    const root = join(folder, 'blobs');
    const storage = createFileStorage({ root });
    await storage.check();
    const own = await startTestApi({ storage });
    await rename(root, `${root}.away`);
    await writeFile(root, 'no folder');
    const refused = await own.anonymous.get('/readyz');
    expect(expectProblem(refused, 'unavailable')).toMatchObject({
      checks: { database: 'ok', storage: 'away' },
    });
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    await rm(root);
    await rename(`${root}.away`, root);
    expect((await own.anonymous.get('/readyz')).status).toBe(200);
    await own.close();
    await rm(folder, { recursive: true });
  });
});

describe('while the database is unavailable', () => {
  let server: ThrowawayPostgres;
  const closers: Array<() => Promise<void>> = [];
  beforeAll(async () => {
    server = await startThrowawayPostgres();
    await migrateDatabase(server.url, { log: silentLog });
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await server.stop();
  });

  test('requests are 503 with Retry-After, the process keeps running, and everything works afterwards', async () => {
    const db = createDb(server.url);
    const queue = createQueue({ url: server.url, log: silentLog });
    await queue.start();
    const own = await startTestApi({ database: { db, queue } });
    closers.push(
      () => own.close(),
      () => queue.stop(),
      () => closeDb(db),
    );
    const workspace = await own.createTestWorkspace();
    expect((await workspace.live.get('/v1/me')).status).toBe(200);

    await server.halt('fast');
    for (const path of ['/v1/me', '/v1/documents', '/v1/keys']) {
      const refused = await workspace.live.get(path);
      expectProblem(refused, 'unavailable');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expectProblem(await own.anonymous.get('/readyz'), 'unavailable');
    expect((await own.anonymous.get('/healthz')).status).toBe(200);
    const metrics = await own.anonymous.get('/metrics');
    expect([metrics.status, /^countersign_database_up 0$/m.test(metrics.text)]).toEqual([200, true]);
    const mistyped = await own.as('cs_live_00000000000000000000000000000000000000').get('/v1/me');
    expectProblem(mistyped, 'unauthenticated');

    await server.resume();
    expect((await workspace.live.get('/v1/me')).status).toBe(200);
    const created = await workspace.live.post('/v1/documents', { title: 'After the outage' });
    expect(created.status).toBe(201);
    expect((await own.anonymous.get('/readyz')).status).toBe(200);
  });
});

describe('/metrics', () => {
  test.each([
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'Forwarded',
    'X-Real-IP',
    'Via',
    'CF-Connecting-IP',
    'True-Client-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'X-Envoy-External-Address',
    'X-Amzn-Trace-Id',
    'Fastly-Client-IP',
    'CDN-Loop',
  ])('404 for a request that a proxy marked with %s', async (header) => {
    const response = await fetch(`${api.url}/metrics`, { headers: { [header]: '203.0.113.7' } });
    expect(response.status).toBe(404);
  });

  test('can be read only by direct requests from private or allowed networks', () => {
    const guard = (options: { publicUrl?: string; networks?: string[] } = {}) => {
      const may = metricsGuard({ publicUrl: 'https://sign.example.org', networks: [], ...options });
      return (remoteAddress: string, host = '10.0.0.5:3000', httpVersion = '1.1') =>
        may({ httpVersion, headers: { host }, socket: { remoteAddress } } as IncomingMessage);
    };
    const may = guard();
    for (const peer of [
      '127.0.0.1',
      '::1',
      '::ffff:10.1.2.3',
      '172.20.0.4',
      '192.168.1.9',
      '100.64.3.3',
      'fd00::7',
    ])
      expect([peer, may(peer)]).toEqual([peer, true]);
    for (const peer of ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111', '172.32.0.1', ''])
      expect([peer, may(peer)]).toEqual([peer, false]);
    expect(guard({ networks: ['8.8.8.0/24', '2606:4700::1111'] })('8.8.8.8')).toBe(true);
    expect(guard({ networks: ['8.8.8.0/24', '2606:4700::1111'] })('2606:4700::1111')).toBe(true);
    expect(guard({ networks: ['8.8.8.8'] })('8.8.8.9')).toBe(false);
    // A proxy that forwards the public host, or uses HTTP/1.0, and adds no header.
    expect(may('127.0.0.1', 'sign.example.org')).toBe(false);
    expect(may('127.0.0.1', 'SIGN.example.org:443')).toBe(false);
    expect(may('127.0.0.1', '10.0.0.5:3000', '1.0')).toBe(false);
    expect(guard({ publicUrl: 'http://localhost:3000' })('127.0.0.1', 'localhost:3000')).toBe(true);
  });

  test('measure requests by route, without ids, and count documents that wait for their seal', async () => {
    await mine.live.get('/v1/documents/doc_00000000000000000000000000');
    await api.anonymous.get('/v1/nothing/here');
    const { text, headers } = await api.anonymous.get('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain('route="/v1/documents/{doc_id}",status="404"');
    expect(text).toContain('route="unknown",status="404"');
    expect(text).not.toContain('doc_0000');
    expect(text).not.toContain('/nothing');
    expect(text).toMatch(/^countersign_documents_unsealed 0$/m);
    expect(text).toMatch(/^countersign_documents_unsealed_oldest_seconds 0$/m);
    expect(text).toMatch(/^countersign_queue_ready\{queue="seal",job="document.seal"\} 0$/m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  });
});

describe('every response', () => {
  test("has X-Request-Id, the caller's if safe, otherwise a new one; the log has it too", async () => {
    for (const id of ['abc-1_2.Z', 'x'.repeat(128)]) {
      expect((await mine.live.get('/v1/me').set('X-Request-Id', id)).headers['x-request-id']).toBe(id);
      expect(api.logged.some(({ fields }) => fields.request_id === id)).toBe(true);
    }
    for (const id of ['', 'x'.repeat(129), 'a b', 'ä', '"quoted"']) {
      const answered = (
        await api.anonymous.get('/healthz').set('X-Request-Id', Buffer.from(id).toString('latin1'))
      ).headers['x-request-id'];
      expect(answered).not.toBe(id);
      expect(answered).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('does not identify the server and forbids caching, sniffing, framing and cross-origin reads', async () => {
    const { headers } = await mine.live.get('/v1/me').set('Origin', 'https://elsewhere.example');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  test('writes one log line without keys, tokens, ids or addresses', async () => {
    const before = api.logged.length;
    await mine.live.get('/v1/documents?recipient=ada@example.org');
    await api.anonymous.get('/v1/signing/a-secret-token');
    await api.anonymous.get('/sign/a-secret-token').set('Accept', 'text/html');
    const lines = api.logged.slice(before).filter(({ message }) => message === 'request');
    expect(lines.map(({ fields }) => [fields.method, fields.route, fields.status])).toEqual([
      ['GET', '/v1/documents', 200],
      ['GET', '/v1/signing/{token}', 404],
      ['GET', '/sign/{token}', 503],
    ]);
    expect(lines[0]?.fields).toMatchObject({ workspace: mine.workspaceId, ms: expect.any(Number) });
    expect(JSON.stringify(lines)).not.toMatch(/secret-token|example\.org|cs_live/);
  });
});

describe('paths and methods', () => {
  test('404: unknown paths, also without a key, and paths that cannot be decoded', async () => {
    for (const path of [
      '/v1/nothing',
      '/nothing',
      '/v1',
      '/v1/keys/',
      '/v1/documents/%ff',
      '/v1/documents/%zz',
    ])
      expectProblem(await mine.live.get(path), 'not-found');
    expectProblem(await api.anonymous.get('/v1/nothing'), 'not-found');
  });

  test('404: a malformed id, even with an invalid body', async () => {
    const withIds = allOperations.filter(({ path }) => /^\/v1\/[a-z-]+\/\{\w+_id\}/.test(path));
    expect(withIds.length).toBeGreaterThan(30);
    for (const { method, path } of withIds) {
      const call = mine.live[method](path.replaceAll(/\{\w+\}/g, 'doc_x'));
      const odd = call.set('Content-Type', 'application/json').serialize((body) => body as string);
      expect(expectProblem(await odd.send('{"half'), 'not-found').detail).toMatch(/^No such /);
    }
  });

  test('405: a known path with another method, with Allow', async () => {
    const refused = await mine.live.delete('/v1/documents');
    expectProblem(refused, 'method-not-allowed');
    expect(refused.headers.allow).toBe('GET, HEAD, POST');
    expect((await mine.live.post('/v1/keys/x')).status).toBe(404);
    expect((await mine.live.get('/v1/keys/x/revoke')).headers.allow).toBe('POST');
    expect((await api.anonymous.post('/healthz')).headers.allow).toBe('GET, HEAD');
  });
});

describe('JSON bodies', () => {
  const raw = (body: string | Buffer, type = 'application/json') =>
    mine.live
      .post('/v1/folders')
      .set('Content-Type', type)
      .serialize(() => body as string)
      .send({});

  test('422 json_invalid: malformed, incomplete, not UTF-8, or with half a surrogate pair; the body is not repeated', async () => {
    for (const body of [
      '{"name": secret}',
      '{"name":',
      Buffer.from([0x22, 0xff, 0x22]),
      '{"name":"\\ud800"}',
    ]) {
      const refused = await raw(body);
      expect(issuesOf(refused)).toEqual(['body json_invalid']);
      expect(refused.text).not.toContain('secret');
    }
    expect((await raw('{"name":"\\ud83d\\ude00"}')).status).toBe(201);
  });

  test('415: a body with a content encoding', async () => {
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd'])
      expectProblem(await raw('no such thing').set('Content-Encoding', encoding), 'unsupported-media-type');
    expect((await raw('{"name":"Plain"}').set('Content-Encoding', 'identity')).status).toBe(201);
  });

  test('413: over 1 MiB by Content-Length or by received bytes', async () => {
    const refused = await raw(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }));
    expect(expectProblem(refused, 'payload-too-large')).toMatchObject({ max_bytes: 1_048_576 });
    const { status, text } = await rawRequest(api.url, [
      'POST /v1/folders HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${mine.liveKey}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Connection: close',
      '',
      ...Array.from({ length: 20 }, () => `${(65536).toString(16)}\r\n${'x'.repeat(65536)}`),
      '0',
      '',
      '',
    ]);
    expect([status, text.includes('payload-too-large')]).toEqual([413, true]);
  });

  test('415: another media type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expectProblem(await raw('{"name":"x"}', type), 'unsupported-media-type');
    expect((await raw('{"name":"x"}', 'application/json; charset=utf-8')).status).toBe(201);
  });

  test('unknown members are ignored', async () => {
    expect((await mine.live.post('/v1/folders', { name: 'x', color: 'red' })).status).toBe(201);
  });
});

describe('POST /internal/mail-events', () => {
  const tell = (body: unknown, secret: string | null = mailEventsSecret) => {
    const call = api.anonymous.post('/internal/mail-events', body);
    return secret === null ? call : call.set('Authorization', `Bearer ${secret}`);
  };
  const bounce = {
    type: 'bounce',
    permanent: true,
    mail_id: '0190aaaa-0000-7000-8000-000000000000',
    detail: '550',
  };

  test('401: without the secret, with a wrong one, with an API key, and always if none is configured', async () => {
    for (const secret of [null, 'another', mine.liveKey])
      expect(expectProblem(await tell(bounce, secret), 'unauthenticated').detail).toContain(
        'MAIL_EVENTS_SECRET',
      );
    const open = await startTestApi();
    const refused = await open.anonymous
      .post('/internal/mail-events', bounce)
      .set('Authorization', 'Bearer null');
    expectProblem(refused, 'unauthenticated');
  });

  test('422: reports missing members', async () => {
    expect(issuesOf(await tell({ type: 'spam' }))).toEqual([
      'body.type literal_error',
      'body.permanent missing',
    ]);
    expect(issuesOf(await tell({ type: 'bounce', permanent: true, recipient_email: 'a@b.test' }))).toEqual([
      'body.mail_id value_error',
    ]);
  });

  test('204: an unknown email changes nothing; a permanent bounce marks recipient and document', async () => {
    expect((await tell(bounce)).status).toBe(204);
    const draft = await mine.live.post('/v1/documents', {
      title: 'Bounces',
      recipients: [{ name: 'Ada', email: 'Ada@Bounce.test' }],
    });
    await api.deps.db.recipient.updateMany({
      where: { emailNormalized: 'ada@bounce.test' },
      data: { linkIssuedAt: api.clock.now() },
    });
    const event = {
      type: 'bounce',
      document_id: draft.body.id,
      recipient_email: 'ada@bounce.test',
      detail: '550 no such user',
    };
    expect((await tell({ ...event, permanent: false })).status).toBe(204);
    const engineEvents = async () =>
      (await mine.live.get(`/v1/documents/${draft.body.id}/events`)).body.map(
        ({ event_type }: { event_type: string }) => event_type,
      );
    expect(await engineEvents()).toEqual(['envelope.created']);
    for (const repeated of [1, 2])
      expect([repeated, (await tell({ ...event, permanent: true })).status]).toEqual([repeated, 204]);
    expect(await engineEvents()).toEqual(['envelope.created', 'recipient.bounced']);
  });
});

/** Sends raw bytes and reads until the connection closes. */
async function rawRequest(url: string, lines: string[]): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(lines.join('\r\n'));
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket) chunks.push(chunk as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  const text = Buffer.concat(chunks).toString();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
}
