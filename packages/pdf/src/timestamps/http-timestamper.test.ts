import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { integer, readDer, sequence } from '../cms/der.ts';
import { makeDevelopmentCertificate } from '../development/certificate.ts';
import { answerTimestampQuery } from '../development/timestamp-authority.ts';
import { signerFromPem } from '../keys/local.ts';
import { TimestampError } from '../ports/errors.ts';
import { httpTimestamper } from './http-timestamper.ts';
import { readTimestampToken } from './token.ts';

const validFrom = new Date('2026-11-20T00:00:00Z');
const clock = makeDevelopmentCertificate({ commonName: 'Clock', purpose: 'timestamping', now: validFrom });
const authority = signerFromPem(clock.keyPem, clock.certificatePem);
const digest = createHash('sha256').update('a signature value').digest();
const stampedAt = new Date('2026-11-20T10:00:00Z');

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

type Answer = (query: Buffer, request: IncomingMessage, response: ServerResponse) => Promise<Buffer | null>;

/** Starts an authority that answers every request with `answer`; returns its URL. */
async function listen(answer: Answer): Promise<string> {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = await answer(Buffer.concat(chunks), request, response);
    if (bytes) response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`;
}

describe('requesting a timestamp', () => {
  test('returns a token over the digest with the time of the authority', async () => {
    const url = await listen((query) => answerTimestampQuery(query, authority, stampedAt));
    const token = readTimestampToken(await httpTimestamper(url).stamp(digest));
    expect(token.time).toEqual(stampedAt);
    expect(token.imprint).toEqual(digest);
    expect(token.signedData.valid).toBe(true);
  });

  test('sends a new nonce each time, requests the certificate, and sends the credentials of the URL', async () => {
    const queries: Buffer[] = [];
    const seen: Array<string | undefined> = [];
    const url = await listen((query, request) => {
      queries.push(query);
      seen.push(request.headers.authorization, request.headers['content-type']);
      return answerTimestampQuery(query, authority, stampedAt);
    });
    const { stamp } = httpTimestamper(url.replace('http://', 'http://user:p%40ss@'));
    await stamp(digest);
    await stamp(digest);
    const [first, second] = queries.map((query) => readDer(query).children);
    expect(first![2]!.raw.equals(second![2]!.raw)).toBe(false);
    expect(first![3]!.raw).toEqual(Buffer.of(1, 1, 255));
    expect(seen.slice(0, 2)).toEqual([
      `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
      'application/timestamp-query',
    ]);
  });

  test.each<[string, Answer]>([
    ['a refusal', async () => sequence(sequence(integer(2)))],
    [
      'an unsuccessful status',
      async (_, __, response) => {
        response.writeHead(503);
        return Buffer.from('busy');
      },
    ],
    [
      'a redirect',
      async (_, __, response) => {
        response.writeHead(302, { location: '/else' });
        return Buffer.alloc(0);
      },
    ],
    ['nonsense', async () => Buffer.from('<html>')],
    ['far too much', async () => Buffer.alloc(1 << 20)],
    ['no token', async () => sequence(sequence(integer(0)))],
    [
      'a token for another digest',
      async () => answerTimestampQuery(queryFor(Buffer.alloc(32)), authority, stampedAt),
    ],
    ['a token for another request', async () => answerTimestampQuery(queryFor(digest), authority, stampedAt)],
    [
      'a token from a certificate without the timestamping purpose',
      async (query) => {
        const other = makeDevelopmentCertificate({ commonName: 'Seal', now: validFrom });
        return answerTimestampQuery(query, signerFromPem(other.keyPem, other.certificatePem), stampedAt);
      },
    ],
    [
      'a token with a broken signature',
      async (query) => {
        const answer = await answerTimestampQuery(query, authority, stampedAt);
        answer[answer.length - 1]! ^= 1;
        return answer;
      },
    ],
  ])('%s is a TimestampError', async (_, answer) => {
    const url = await listen(answer);
    await expect(httpTimestamper(url).stamp(digest)).rejects.toThrow(TimestampError);
  });

  test('the connection of a refused request is closed, although the answer has not ended', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await listen(async (_, __, response) => {
      response.once('close', closed.resolve);
      response.writeHead(503).write('busy');
      return null;
    });
    const { stamp } = httpTimestamper(url, { timeoutMs: 600_000 });
    await expect(stamp(digest)).rejects.toThrow('the timestamp authority answered 503');
    await closed.promise;
  });

  test('an authority that does not answer is abandoned after the timeout', async () => {
    const url = await listen(async () => null);
    await expect(httpTimestamper(url, { timeoutMs: 50 }).stamp(digest)).rejects.toThrow(TimestampError);
  });

  test('an unreachable authority throws a TimestampError', async () => {
    const url = await listen(async () => null);
    await new Promise((resolve) => server.close(resolve));
    await expect(httpTimestamper(url).stamp(digest)).rejects.toThrow('cannot be reached');
    server = createServer().listen(0);
  });
});

/** A request without a nonce. */
function queryFor(bytes: Buffer): Buffer {
  const imprint = sequence(
    sequence(Buffer.from('0609608648016503040201', 'hex')),
    Buffer.concat([Buffer.of(4, 32), bytes]),
  );
  return sequence(integer(1), imprint);
}
