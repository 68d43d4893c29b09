/** Requests that the server refuses before the application sees them. */
import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiServer, type ServerTimes } from './server.ts';

const servers: Server[] = [];
/** Ports of a server with the usual time limits and of one with short ones. */
let patient: number;
let impatient: number;
beforeAll(async () => {
  patient = await listening({ keepAliveMs: 200 });
  impatient = await listening({ headersMs: 300, requestMs: 600, checkEveryMs: 50 });
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const serve: RequestListener = (request, response) =>
  request.resume().once('end', () => response.end('served'));

async function listening(times: Partial<ServerTimes>, app = serve): Promise<number> {
  const server = createApiServer(app, { docsUrl: 'https://docs.test', times });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Everything that the server sends until it closes the connection. */
function talk(text: string, port = patient): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('the server', () => {
  test.each([
    ['400', 'what is no HTTP', 'GARBAGE\r\n\r\n', 'bad-request'],
    ['400', 'a header of bad characters', 'GET / HTTP/1.1\r\nHost: a\r\nX\u0000: b\r\n\r\n', 'bad-request'],
    ['400', 'a request for no host', 'GET / HTTP/1.1\r\n\r\n', 'bad-request'],
    ['400', 'a request for a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'bad-request'],
    [
      '400',
      'two lengths of one body',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'bad-request',
    ],
    [
      '431',
      'headers over 16 KiB',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      'headers-too-large',
    ],
    ['408', 'headers that never end', 'GET / HTTP/1.1\r\nHost: a\r\n', 'request-timeout'],
    [
      '408',
      'a body that never ends',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf',
      'request-timeout',
    ],
  ])('answers %s with a problem document to %s, and closes', async (status, _what, request, slug) => {
    const answer = await talk(request, status === '408' ? impatient : patient);
    const [head, body] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('Content-Type: application/problem+json');
    expect(head).toMatch(/X-Request-Id: [0-9a-f-]{36}/);
    expect(JSON.parse(body!)).toMatchObject({
      type: `/problems/${slug}`,
      status: Number(status),
      docs_url: `https://docs.test/errors/${slug}`,
    });
  });

  test('ignores an unknown expectation', async () => {
    const answer = await talk('GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 OK[\s\S]*served/);
  });

  test('disconnects a caller that does not read its response', async () => {
    const begun = Promise.withResolvers<ServerResponse>();
    const port = await listening({ unreadMs: 100 }, (_request, response) => {
      begun.resolve(response.end(Buffer.alloc(64 * 1024 * 1024)));
    });
    // Without a listener for its data, the socket reads nothing.
    const caller = connect(port, '127.0.0.1', () => caller.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    const response = await begun.promise;
    await once(response, 'close');
    expect(response.writableFinished).toBe(false);
    caller.destroy();
  });

  test('lets a caller wait for a response for longer than it may leave one unread', async () => {
    const port = await listening({ unreadMs: 50, keepAliveMs: 50 }, (_request, response) => {
      response.once('timeout', () => response.end('served'));
    });
    expect(await talk('GET / HTTP/1.1\r\nHost: a\r\n\r\n', port)).toMatch(/^HTTP\/1.1 200 OK[\s\S]*served/);
  });

  test('still serves requests after all that, and closes idle connections', async () => {
    const answer = await talk('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 OK[\s\S]*served/);
  });
});
