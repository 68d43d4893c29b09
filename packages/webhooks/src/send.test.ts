import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import forge from 'node-forge';
import { startNameServer } from '../../../test/support/name-server.ts';
import { type Receiver, startReceiver } from '../../../test/support/receiver.ts';
import { createGuard } from './guard.ts';
import { createSender, type Sender, type SendResult, sendTimeoutMs } from './send.ts';

const open = createGuard({ allowPrivate: true });
const senders: Sender[] = [];
function sender(options: Partial<Parameters<typeof createSender>[0]> = {}): Sender {
  const made = createSender({ guard: open, ...options });
  senders.push(made);
  return made;
}

let receiver: Receiver;
/** A server that accepts connections and sends nothing, so a TLS handshake never ends. */
let silent: { port: number; close(): void };

beforeAll(async () => {
  receiver = await startReceiver();
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  silent = {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
});

afterAll(async () => {
  silent.close();
  for (const one of senders) await one.close();
});

const post = (to: Sender, url: string): Promise<SendResult> =>
  to.send({ url, headers: { 'content-type': 'application/json' }, body: '{}' });

/** A self-signed certificate. */
function certificateFor(name: string): { key: string; cert: string } {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.validity.notBefore = new Date(Date.now() - 60_000);
  certificate.validity.notAfter = new Date(Date.now() + 3_600_000);
  certificate.setSubject([{ name: 'commonName', value: name }]);
  certificate.setIssuer([{ name: 'commonName', value: name }]);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
  ]);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  return { key: forge.pki.privateKeyToPem(keys.privateKey), cert: forge.pki.certificateToPem(certificate) };
}

/** Repeats `write` with pauses until the socket is closed. */
function drip(socket: Socket, write: () => void): void {
  const timer = setInterval(write, 50);
  socket.once('close', () => clearInterval(timer));
}

describe('time', () => {
  test('an attempt ends after 10 s: without a connection, without a response, or during a slow response', async () => {
    receiver.behave('/never', () => undefined);
    receiver.behave('/drips', (response, { socket }) => {
      response.writeHead(200);
      drip(socket, () => response.write('x'));
    });
    receiver.behave('/drips-head', (_response, { socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, () => socket.write('X'));
    });
    const to = sender();
    const results = await Promise.all([
      post(to, `https://127.0.0.1:${silent.port}/`),
      post(to, `${receiver.url}/never`),
      post(to, `${receiver.url}/drips`),
      post(to, `${receiver.url}/drips-head`),
    ]);
    expect(results.map(({ ok, stage, error, responseCode }) => [ok, stage, error, responseCode])).toEqual([
      [false, 'timeout', 'no connection within 10 s', null],
      [false, 'timeout', 'no answer within 10 s', null],
      [false, 'timeout', 'the answer did not end within 10 s', 200],
      [false, 'timeout', 'no answer within 10 s', null],
    ]);
    expect(sendTimeoutMs).toBe(10_000);
    for (const { durationMs } of results) {
      expect(durationMs).toBeGreaterThanOrEqual(9_999);
      // The timer fires late on a busy machine. If each step had its own limit, it would be 20 s.
      expect(durationMs).toBeLessThan(19_000);
    }
  });

  test('a request whose connection comes too late is not sent', async () => {
    const to = sender({ timeoutMs: 1 });
    // The connection is made, but the event loop processes that after the time limit.
    const sent = post(to, `${receiver.url}/too-late`);
    for (const end = Date.now() + 30; Date.now() < end; );
    expect(await sent).toMatchObject({ ok: false, stage: 'timeout' });
    await post(sender(), `${receiver.url}/barrier`);
    expect(receiver.at('/too-late')).toHaveLength(0);
  });
});

describe('answers', () => {
  test('any 2xx is success, and its body is not stored', async () => {
    for (const status of [200, 201, 202, 204, 299]) {
      receiver.behave('/status', status);
      expect(await post(sender(), `${receiver.url}/status`)).toMatchObject({
        ok: true,
        stage: 'answered',
        responseCode: status,
        error: null,
      });
    }
  });

  test('a redirect is a failure and is not followed', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.behave(
        '/redirects',
        (response) => void response.writeHead(status, { Location: `${receiver.url}/inside` }).end(),
      );
      const result = await post(sender(), `${receiver.url}/redirects`);
      expect(result).toMatchObject({ ok: false, stage: 'answered', responseCode: status });
      expect(result.error).toContain('redirects are not followed');
    }
    expect(receiver.at('/inside')).toHaveLength(0);
  });

  test('at most 64 KiB of a response is read, and at most 1 KiB of an error is stored', async () => {
    let written = 0;
    const flood = (status: number) => (response: import('node:http').ServerResponse) => {
      response.writeHead(status);
      const more = () => {
        while (!response.destroyed && response.write('y'.repeat(16_384))) written += 16_384;
      };
      response.on('drain', more);
      more();
    };
    receiver.behave('/flood', flood(200));
    expect(await post(sender(), `${receiver.url}/flood`)).toMatchObject({ ok: true, responseCode: 200 });
    receiver.behave('/flood', flood(500));
    const failed = await post(sender(), `${receiver.url}/flood`);
    expect(failed).toMatchObject({ ok: false, responseCode: 500 });
    expect(failed.error!.length).toBeLessThanOrEqual(1024);
    expect(written).toBeLessThan(50_000_000);
  });

  test('failures before a response report the stage that the attempt reached', async () => {
    receiver.behave('/resets', (_response, { socket }) => void socket.resetAndDestroy());
    receiver.behave('/hangs-up', (_response, { socket }) => void socket.destroy());
    const closed = await startReceiver();
    await closed.close();
    const stage = async (url: string) => (await post(sender(), url)).stage;
    expect(await stage(`${receiver.url}/resets`)).toBe('connection');
    expect(await stage(`${receiver.url}/hangs-up`)).toBe('connection');
    expect(await stage(closed.url)).toBe('connect');
    expect(await post(sender(), receiver.url.replace('http:', 'https:'))).toMatchObject({
      stage: 'tls',
      error: 'TLS: wrong version number (ERR_SSL_WRONG_VERSION_NUMBER)',
    });
    expect(await stage('no url')).toBe('refused');
  });
});

describe('malformed answers', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'],
    ['a header without a colon', `${ok}no header\r\n\r\n`],
    ['two lengths', `${ok}Content-Length: 3\r\nContent-Length: 4\r\n\r\n`],
    ['a length and chunks', `${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a negative length', `${ok}Content-Length: -1\r\n\r\n`],
    ['a head without an end', `${ok}A: ${'x'.repeat(20_000)}`],
    ['a chunk without a size', `${ok}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
    ['a chunk longer than its size', `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n`],
  ])('%s fails the attempt, and the connection is not used again', async (_what, text) => {
    const own = await startReceiver();
    own.behave('/malformed', (_response, { socket }) => void socket.write(text));
    const to = sender();
    expect(await post(to, `${own.url}/malformed`)).toMatchObject({ ok: false, stage: 'connection' });
    expect(await post(to, own.url)).toMatchObject({ ok: true });
    expect([own.received.length, own.connections()]).toEqual([2, 2]);
  });

  test('a chunked response with extensions and trailers, after an early hint, is read', async () => {
    const own = await startReceiver();
    own.behave('/', (_response, { socket }) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n');
      socket.write('HTTP/1.1 409 Conflict\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.write('5;a=b\r\nhello\r\nA\r\n, world, 1\r\n0\r\nX-Sum: 1\r\n\r\n');
    });
    expect(await post(sender(), own.url)).toMatchObject({
      ok: false,
      stage: 'answered',
      error: 'answered 409 Conflict: hello, world, 1',
    });
  });
});

describe('connections', () => {
  test('are kept: consecutive deliveries share them', async () => {
    const own = await startReceiver();
    const to = sender();
    for (let count = 0; count < 20; count += 1) await post(to, own.url);
    expect(own.received).toHaveLength(20);
    // A connection is free one turn of the event loop after its response, and the next delivery may start before that.
    expect(own.connections()).toBeLessThanOrEqual(2);
  });

  test('a kept connection that the endpoint closed costs no attempt', async () => {
    const own = await startReceiver();
    const to = sender();
    for (let count = 0; count < 4; count += 1) await post(to, own.url);
    const before = own.connections();
    // The connection is closed when the next request arrives.
    own.behave('/', (_response, { socket }) => {
      own.behave('/', 204);
      socket.destroy();
    });
    expect(await post(to, own.url)).toMatchObject({ ok: true, responseCode: 204 });
    expect(own.received).toHaveLength(6);
    expect(own.connections()).toBeLessThanOrEqual(before + 1);
  });

  test('a request that got an invalid answer on a kept connection is not sent again', async () => {
    const own = await startReceiver();
    const to = sender();
    for (let count = 0; count < 4; count += 1) await post(to, own.url);
    const before = own.connections();
    own.behave('/', (_response, { socket }) => void socket.write('HELLO\r\n'));
    expect(await post(to, own.url)).toMatchObject({ ok: false, stage: 'connection' });
    expect(own.connections()).toBe(before);
    expect(own.received).toHaveLength(5);
  });

  test('a connection with unrequested data, or with a response that is not HTTP, is not used again', async () => {
    const own = await startReceiver();
    own.behave('/talks', (_response, { socket }) => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    own.behave('/babbles', (_response, { socket }) => void socket.write('HELLO\r\n'));
    const to = sender();
    expect(await post(to, `${own.url}/talks`)).toMatchObject({ ok: true, responseCode: 204 });
    expect(await post(to, `${own.url}/babbles`)).toMatchObject({
      ok: false,
      stage: 'connection',
      error: 'the connection failed: the answer is not valid HTTP/1.1',
    });
    expect(await post(to, own.url)).toMatchObject({ ok: true });
    expect(own.received.map(({ path }) => path)).toEqual(['/talks', '/babbles', '/']);
  });

  test('a response without a length ends with the connection; an incomplete one is a failure', async () => {
    const own = await startReceiver();
    const raw =
      (text: string) =>
      (_response: unknown, { socket }: { socket: Socket }) =>
        void socket.end(text);
    own.behave('/open', raw('HTTP/1.1 400 Bad Request\r\n\r\nno such thing'));
    own.behave('/cut', raw('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'));
    expect(await post(sender(), `${own.url}/open`)).toMatchObject({
      ok: false,
      stage: 'answered',
      responseCode: 400,
      error: 'answered 400 Bad Request: no such thing',
    });
    expect(await post(sender(), `${own.url}/cut`)).toMatchObject({
      ok: false,
      stage: 'connection',
      responseCode: 200,
    });
  });
});

describe('TLS', () => {
  test('a certificate must be trusted and match the host name; otherwise connections work as without TLS', async () => {
    const { key, cert } = certificateFor('localhost');
    let received = 0;
    let connections = 0;
    const server = createTlsServer({ key, cert }, (request, response) => {
      received += 1;
      request.resume().on('end', () => response.writeHead(200).end('thanks'));
    }).on('secureConnection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const authorities = getCACertificates('default');
    try {
      expect(await post(sender(), `https://localhost:${port}/`)).toMatchObject({ ok: false, stage: 'tls' });
      setDefaultCACertificates([...authorities, cert]);
      const to = sender();
      for (let count = 0; count < 5; count += 1)
        expect(await post(to, `https://localhost:${port}/`)).toMatchObject({ ok: true, responseCode: 200 });
      expect(received).toBe(5);
      // A connection is free one turn of the event loop after its response, and the next delivery may start before that.
      expect(connections).toBeLessThanOrEqual(2);
      server.closeAllConnections();
      expect(await post(to, `https://localhost:${port}/`)).toMatchObject({ ok: true });
      const misnamed = await post(to, `https://127.0.0.1:${port}/`);
      expect(misnamed).toMatchObject({ ok: false, stage: 'tls' });
      expect(misnamed.error).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
      expect(received).toBe(6);
    } finally {
      setDefaultCACertificates(authorities);
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('addresses', () => {
  test('a name with a private address at the time of connecting is refused, even if it passed an earlier check', async () => {
    const names = await startNameServer();
    const port = new URL(receiver.url).port;
    const guard = createGuard({ allowPrivate: false, dnsServers: [names.address], ports: [Number(port)] });
    names.answer('rebinds.example.test', ['1.2.3.4'], ['127.0.0.1']);
    const url = `https://rebinds.example.test:${port}/rebound`;
    expect(await guard.refusalOf(url)).toBeNull();
    const before = receiver.connections();
    expect(await post(sender({ guard }), url)).toMatchObject({ ok: false, stage: 'refused' });
    expect(receiver.connections()).toBe(before);
    expect(names.questions.filter((one) => one.endsWith(' A'))).toHaveLength(2);
  });

  test('a name is refused if one of its addresses is private, also for IPv6', async () => {
    const names = await startNameServer();
    const guard = createGuard({ allowPrivate: false, dnsServers: [names.address] });
    names.answer('mixed.example.test', ['1.2.3.4', '10.0.0.1']);
    names.answer('mapped.example.test', ['1.2.3.4', '::ffff:7f00:1']);
    names.answer('fine.example.test', ['1.2.3.4', '2606:4700::1111']);
    for (const name of ['mixed', 'mapped']) {
      expect(await guard.refusalOf(`https://${name}.example.test/`)).toMatch(/private/);
      expect((await post(sender({ guard }), `https://${name}.example.test/`)).stage).toBe('refused');
    }
    expect(await guard.refusalOf('https://fine.example.test/')).toBeNull();
  });

  test('a name without addresses is accepted, and attempts fail until it has one', async () => {
    const names = await startNameServer();
    const guard = createGuard({ allowPrivate: false, dnsServers: [names.address] });
    names.answer('later.example.test', []);
    expect(await guard.refusalOf('https://later.example.test/')).toBeNull();
    expect(await post(sender({ guard }), 'https://later.example.test/')).toMatchObject({ stage: 'dns' });
  });

  test('an address in the URL itself is checked at every attempt', async () => {
    const port = new URL(receiver.url).port;
    const guard = createGuard({ allowPrivate: false, ports: [Number(port)] });
    const before = receiver.connections();
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]'])
      expect((await post(sender({ guard }), `https://${host}:${port}/`)).stage).toBe('refused');
    expect((await post(sender({ guard }), receiver.url)).stage).toBe('refused');
    expect(receiver.connections()).toBe(before);
  });
});
