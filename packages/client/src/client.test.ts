/** The client against real HTTP servers that answer as each test configures them. */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deliveryHeaders, newSecret, signingKey } from '@countersign/webhooks/sign';
import { afterAll, describe, expect, test } from '@jest/globals';
import { addressOf, createCalls } from './calls.ts';
import { createClient } from './client.ts';
import { ApiError, retryAfterSeconds, UnreachableError } from './errors.ts';
import { verifyWebhook } from './webhook.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const servers = new Set<Server>();
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

type Script = (response: ServerResponse, seen: Seen) => void;

/** A server that sends one answer after the other, and then always the last one. */
async function play(...script: Script[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks) });
    script[Math.min(seen.length, script.length) - 1]!(response, seen.at(-1)!);
  });
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Script =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const problem = (status: number, slug: string, more: object = {}, headers: Record<string, string> = {}) =>
  json(
    status,
    {
      type: `/problems/${slug}`,
      title: 'No',
      status,
      instance: '/',
      docs_url: `http://d/errors/${slug}`,
      ...more,
    },
    headers,
  );
const hangUp: Script = (response) => void response.destroy();

describe('a call', () => {
  test('sends the key, path, query and body, and returns the body of the response', async () => {
    const { url, seen } = await play(
      json(200, { items: [], total: 0, limit: 5, offset: 0 }),
      json(201, { id: 'doc_1' }),
    );
    const client = createClient({ baseUrl: `${url}/`, apiKey: 'cs_test_x', userAgent: 'mine/1' });
    const page = await client.get('/v1/documents', {
      params: { query: { limit: 5, status: ['sent', 'draft'] } },
    });
    expect(page.total).toBe(0);
    const draft = await client.post('/v1/documents', { body: { title: 'Lease' } });
    expect(draft.id).toBe('doc_1');
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/v1/documents?limit=5&status=sent&status=draft' });
    expect(seen[0]!.headers).toMatchObject({
      authorization: 'Bearer cs_test_x',
      'user-agent': 'mine/1 countersign-client',
    });
    expect(seen[0]!.headers['idempotency-key']).toBeUndefined();
    expect(JSON.parse(seen[1]!.body.toString())).toEqual({ title: 'Lease' });
  });

  test('cannot leave its path by an id', async () => {
    const { url, seen } = await play(json(200, {}));
    await createClient({ baseUrl: url }).get('/v1/documents/{doc_id}', {
      params: { path: { doc_id: 'a/../b?c#d' } },
    });
    expect(seen[0]!.url).toBe('/v1/documents/a%2F..%2Fb%3Fc%23d');
  });

  test('a problem is an ApiError with its slug, members and request id, and is not repeated', async () => {
    const { url, seen } = await play(
      problem(409, 'document-state', { current: 'voided', detail: 'Too late.' }, { 'X-Request-Id': 'r1' }),
    );
    const call = createClient({ baseUrl: url }).post('/v1/documents/{doc_id}/finalize', {
      params: { path: { doc_id: 'd' } },
    });
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      slug: 'document-state',
      requestId: 'r1',
      message: 'No: Too late. (request id r1)',
    });
    expect((error as ApiError).members.current).toBe('voided');
    expect(seen).toHaveLength(1);
  });

  test('a validation problem lists its errors; a page of a proxy is an ApiError without a slug', async () => {
    const errors = [{ loc: ['body', 'title'], msg: 'Field required', type: 'missing' }];
    const ofProxy = { detail: ['quota exceeded', { msg: 'a' }, { loc: 'body', msg: 'a' }, null] };
    const { url } = await play(
      problem(422, 'validation', { detail: errors }),
      (response) => response.writeHead(403, { 'Content-Type': 'text/html' }).end('<h1>Forbidden</h1>'),
      (response) => response.writeHead(404).end(JSON.stringify(ofProxy)),
    );
    const client = createClient({ baseUrl: url });
    await expect(client.get('/v1/me')).rejects.toMatchObject({
      slug: 'validation',
      errors,
      detail: null,
      message: 'No: body.title: Field required',
    });
    await expect(client.get('/v1/me')).rejects.toMatchObject({ slug: null, status: 403, title: 'Forbidden' });
    await expect(client.get('/v1/me')).rejects.toMatchObject({
      ...{ status: 404, errors: [], message: 'Not Found', members: ofProxy },
    });
  });

  test('the message names the first three errors of a request, and says how many more there are', async () => {
    const errors = [0, 1, 2, 3, 4].map((at) => ({ loc: ['body', 'rows', at], msg: 'No', type: 'x' }));
    const { url } = await play(problem(422, 'validation', { detail: errors }, { 'X-Request-Id': 'r2' }));
    await expect(createClient({ baseUrl: url }).get('/v1/me')).rejects.toThrow(
      'No: body.rows.0: No; body.rows.1: No; body.rows.2: No (+2 more) (request id r2)',
    );
  });
});

describe('calls without a client around them, as pages make them', () => {
  const callsOf = (url: string) =>
    createCalls({
      baseUrl: url,
      headers: { 'X-Mode': 'test' },
      transport: { fetch: (request) => fetch(request), retries: 0, timeoutSeconds: null },
    });

  test('are not retried, so a POST has no Idempotency-Key', async () => {
    const { url, seen } = await play(problem(503, 'unavailable'), json(202, { id: 'doc_1' }));
    const send = () =>
      callsOf(url).post('/v1/documents/{doc_id}/send', {
        params: { path: { doc_id: 'doc_1' } },
        body: { message: 'Hello' },
      });
    await expect(send()).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(1);
    expect(seen[0]!.headers['idempotency-key']).toBeUndefined();
    expect(seen[0]!.headers['x-mode']).toBe('test');
    expect(seen[0]!.body.toString()).toBe('{"message":"Hello"}');
    await expect(send()).resolves.toEqual({ id: 'doc_1' });
  });

  test('an answer that is incomplete or not JSON counts as no answer', async () => {
    const { url } = await play(
      (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
        response.write('{"items": [', () => response.destroy());
      },
      (response) => response.end('<h1>A proxy</h1>'),
    );
    await expect(callsOf(url).get('/v1/documents')).rejects.toBeInstanceOf(UnreachableError);
    await expect(callsOf(url).get('/v1/documents')).rejects.toBeInstanceOf(UnreachableError);
  });

  test('the address of an operation has its parameters, escaped', () => {
    const query = { status: ['sent' as const, 'draft' as const], q: 'a&b', limit: 5 };
    expect(addressOf('get', '/v1/documents', { query })).toBe(
      '/v1/documents?status=sent&status=draft&q=a%26b&limit=5',
    );
    expect(addressOf('get', '/v1/documents/{doc_id}', { path: { doc_id: 'a/{b}?' } })).toBe(
      '/v1/documents/a%2F%7Bb%7D%3F',
    );
    expect(addressOf('get', '/v1/folders')).toBe('/v1/folders');
  });
});

describe('retries', () => {
  test('follow 429 and 503 at the time of Retry-After, with one Idempotency-Key', async () => {
    const { url, seen } = await play(
      problem(429, 'rate-limited', {}, { 'Retry-After': '0' }),
      problem(503, 'unavailable', {}, { 'Retry-After': '0' }),
      problem(409, 'idempotency-in-progress', {}, { 'Retry-After': '0' }),
      json(201, { id: 'doc_1' }),
    );
    const retries: Array<number | null> = [];
    const client = createClient({ baseUrl: url, onRetry: ({ status }) => retries.push(status) });
    await client.post('/v1/documents', { body: { title: 'Lease' } });
    expect(retries).toEqual([429, 503, 409]);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(seen.every(({ body }) => body.toString() === '{"title":"Lease"}')).toBe(true);
    expect(seen[0]!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('keep the key of the caller', async () => {
    const { url, seen } = await play(json(201, {}));
    await createClient({ baseUrl: url }).post('/v1/keys', {
      body: { name: 'k' },
      headers: { 'Idempotency-Key': 'mine' },
    });
    expect(seen[0]!.headers['idempotency-key']).toBe('mine');
  });

  test('follow a broken connection', async () => {
    const { url, seen } = await play(hangUp, json(200, { workspace: {} }));
    await createClient({ baseUrl: url }).get('/v1/me');
    expect(seen).toHaveLength(2);
  });

  test('end after the maximum number of attempts, and at once when Retry-After is too long', async () => {
    const away = await play(hangUp);
    const few = createClient({ baseUrl: away.url, retries: 1 });
    const error = await few.get('/v1/me').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreachableError);
    expect((error as Error).message).toContain(away.url);
    expect(away.seen).toHaveLength(2);

    const busy = await play(problem(429, 'rate-limited', {}, { 'Retry-After': '3600' }));
    await expect(createClient({ baseUrl: busy.url }).get('/v1/me')).rejects.toMatchObject({
      retryAfterSeconds: 3600,
    });
    expect(busy.seen).toHaveLength(1);
  });

  test('end after the time limit when the service does not answer, and with the reason of an aborted signal', async () => {
    const silent = await play(() => {});
    const client = createClient({ baseUrl: silent.url, retries: 0, timeoutSeconds: 0.05 });
    await expect(client.get('/v1/me')).rejects.toThrow('no answer within 0.05 s');

    const busy = await play(problem(503, 'unavailable', {}, { 'Retry-After': '50' }));
    const stop = new AbortController();
    const waiting = createClient({ baseUrl: busy.url, onRetry: () => stop.abort(new Error('enough')) });
    await expect(waiting.get('/v1/me', { signal: stop.signal })).rejects.toThrow('enough');
  });

  test('read Retry-After as seconds or as a date', () => {
    const at = Date.parse('Sat, 21 Nov 2026 06:00:00 GMT');
    const read = (value: string) => retryAfterSeconds(new Headers({ 'Retry-After': value }), at);
    expect(read('7')).toBe(7);
    expect(read('Sat, 21 Nov 2026 06:00:30 GMT')).toBe(30);
    expect(read('Sat, 21 Nov 2026 05:00:30 GMT')).toBe(0);
    expect(read('soon')).toBeNull();
  });
});

describe('streams', () => {
  const content = Buffer.alloc(300_000, 'abc');
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let at = 0; at < content.length; at += 70_000)
          controller.enqueue(content.subarray(at, at + 70_000));
        controller.close();
      },
    });

  test('an upload states its size and is sent again from its beginning on a retry', async () => {
    const { url, seen } = await play(
      problem(503, 'unavailable', {}, { 'Retry-After': '0' }),
      json(204, null),
    );
    let opened = 0;
    const open = () => {
      opened += 1;
      return stream();
    };
    const body = { open, sizeBytes: content.length, contentType: 'application/pdf' };
    await createClient({ baseUrl: url, apiKey: 'k' }).upload('PUT', `${url}/v1/documents/d/content`, body);
    expect(opened).toBe(2);
    expect(seen[1]!.body.equals(content)).toBe(true);
    expect(seen[1]!.headers).toMatchObject({
      'content-length': String(content.length),
      'content-type': 'application/pdf',
      authorization: 'Bearer k',
    });
  });

  test('the key does not go to another host', async () => {
    const [service, storage] = [await play(json(200, {})), await play(json(200, {}))];
    const body = { open: stream, sizeBytes: content.length, contentType: 'application/pdf' };
    await createClient({ baseUrl: service.url, apiKey: 'k' }).upload(
      'PUT',
      `${storage.url}/bucket/key?sig=1`,
      body,
    );
    expect(storage.seen[0]!.headers.authorization).toBeUndefined();
  });

  test('a download is streamed and has a size and a name', async () => {
    const { url } = await play((response) =>
      response
        .writeHead(200, {
          'Content-Type': 'application/pdf',
          'Content-Length': content.length,
          'Content-Disposition': `attachment; filename="Vertr_g.pdf"; filename*=UTF-8''Vertr%C3%A4g.pdf`,
        })
        .end(content),
    );
    const file = await createClient({ baseUrl: url }).download('/v1/documents/d/download');
    expect(file).toMatchObject({
      sizeBytes: content.length,
      filename: 'Verträg.pdf',
      contentType: 'application/pdf',
    });
    expect(Buffer.from(await new Response(file.body).arrayBuffer()).equals(content)).toBe(true);
  });
});

describe('verifyWebhook', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"id":"evt_outbox_7","type":"document.sent","mode":"test"}';
  const signatureBy = (key: string) => `v1=${createHmac('sha256', key).update(body).digest('hex')}`;
  const at = Date.parse('2026-11-21T06:00:00Z');
  const verify = (signature: string, timestamp = at / 1000) =>
    verifyWebhook(
      body,
      { 'x-service-signature': signature, 'webhook-timestamp': String(timestamp) },
      secret,
      at,
    );

  test('returns the event when one of the signatures is right', async () => {
    expect(await verify(signatureBy(secret))).toMatchObject({ id: 'evt_outbox_7' });
    expect(await verify(`${signatureBy('new')},${signatureBy(secret)}`)).toMatchObject({
      id: 'evt_outbox_7',
    });
    const headers = new Headers({ 'X-Service-Signature': signatureBy(secret) });
    expect(await verifyWebhook(Buffer.from(body), headers, secret)).toMatchObject({ type: 'document.sent' });
  });

  test('returns null for another secret or body, no signature, and an old delivery', async () => {
    expect(await verify(signatureBy('other'))).toBeNull();
    expect(await verify('')).toBeNull();
    expect(await verify('v1=xyz')).toBeNull();
    expect(await verify(signatureBy(secret), at / 1000 - 301)).toBeNull();
    expect(await verify(signatureBy(secret), Number.NaN)).toBeNull();
    const changed = { 'x-service-signature': signatureBy(secret) };
    expect(await verifyWebhook(`${body} `, changed, secret)).toBeNull();
  });

  test('verifies webhook-signature, which covers id and time, if it is there', async () => {
    const sent = deliveryHeaders({
      ...{ id: 'evt_outbox_7', type: 'document.sent', body, now: new Date(at) },
      keys: [newSecret(), secret].map(signingKey),
    });
    const { 'x-service-signature': own, ...standard } = sent;
    const accepts = async (headers: Record<string, string>, signed = body) =>
      (await verifyWebhook(signed, headers, secret, at)) !== null;
    expect(await accepts(sent)).toBe(true);
    expect(await accepts(standard)).toBe(true);
    expect(await accepts(standard, `${body} `)).toBe(false);
    expect(await accepts({ ...sent, 'webhook-timestamp': String(at / 1000 + 60) })).toBe(false);
    expect(await accepts({ ...sent, 'webhook-id': 'evt_outbox_8' })).toBe(false);
    expect(await accepts({ ...sent, 'webhook-signature': 'v1,no' })).toBe(false);
    expect(await verifyWebhook(body, standard, newSecret(), at)).toBeNull();
    expect(await verifyWebhook(body, standard, 'whsec_', at)).toBeNull();
  });
});

test('the generated operations and shapes are those of the OpenAPI document; else npm run generate:client', async () => {
  const script = fileURLToPath(new URL('../generate.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script, '--check']);
});
