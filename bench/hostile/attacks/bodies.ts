/** Request bodies that are large, nested, compressed, or never complete. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { linkToken } from '@countersign/core/recipient/link';
import { sentDocument } from '../../../test/support/documents.ts';
import { ctxOf } from '../../writers/prepare.ts';
import { type Attack, addressOf, repeat, send, type Target } from '../attack.ts';

const mebibyte = 1024 * 1024;

/** JSON `{"x":[{},{},…]}` of this many bytes. Small objects take the longest to parse. */
const objects = (bytes: number): string => `{"x":[${'{},'.repeat(bytes / 3)}{}]}`;
const nested = (depth: number): string => `{"title":${'['.repeat(depth)}${']'.repeat(depth)}}`;

/** One API key sends JSON that is costly to parse, compressed and not, with and without an Idempotency-Key. */
export const jsonBodies: Attack = {
  name: 'json-bodies',
  description: 'JSON of 79 MiB of {} with and without gzip, 100,000 levels, with Idempotency-Key; 8 at once',
  run: async (target) => {
    const zipped = { 'Content-Encoding': 'gzip' };
    const huge = objects(79 * mebibyte);
    const bodies = [
      { path: '/v1/templates', body: gzipSync(huge), headers: zipped },
      { path: '/v1/templates', body: Buffer.from(huge) },
      { path: '/v1/bulk-sends', body: Buffer.from(objects(20 * mebibyte).replace('"x"', '"rows"')) },
      { path: '/v1/documents', body: Buffer.from(objects(mebibyte - 100)) },
      { path: '/v1/documents', body: Buffer.from(nested(100_000)) },
      { path: '/v1/documents', body: gzipSync(nested(100_000)), headers: zipped },
    ];
    await repeat(target, 8, async (number) => {
      const { headers = {}, ...call } = bodies[number % bodies.length]!;
      const repeated: Record<string, string> = number % 2 ? { 'Idempotency-Key': `attack-${number}` } : {};
      await send(target, { ...call, key: target.liveKey, headers: { ...headers, ...repeated } });
    });
  },
};

/** An anonymous caller opens connections and sends requests without their last byte. Closed connections are opened again. */
export const slowConnections: Attack = {
  name: 'slow-connections',
  description:
    '1,000 connections to sign-in, device and verify routes that withhold the last byte, from 250 addresses',
  run: async (target) => {
    const json = (length: number) => `{"email":"${'x'.repeat(length - 13)}"}`;
    const requests = [
      { path: '/v1/console/sign-in', type: 'application/json', body: Buffer.from(json(16_000)) },
      { path: '/v1/console/sign-in', type: 'application/json', body: gzipSync(json(mebibyte)), zipped: true },
      { path: '/v1/device/code', type: 'application/json', body: Buffer.from(json(1000)) },
      { path: '/verify', type: 'application/pdf', body: Buffer.alloc(64 * 1024, '%PDF-1.7\n') },
    ];
    await repeat(target, 1000, async (number) => {
      const { path, type, body, zipped } = requests[number % requests.length]!;
      const head = [
        `POST ${path} HTTP/1.1`,
        'Host: localhost',
        `X-Forwarded-For: ${addressOf(number % 250)}`,
        `Content-Type: ${type}`,
        ...(zipped ? ['Content-Encoding: gzip'] : []),
        `Content-Length: ${body.length}`,
      ];
      await holdOpen(
        target,
        Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body.subarray(0, -1)]),
      );
      // A pause, so that refused connections are not repeated thousands of times per second.
      await delay(1000, undefined, { signal: target.signal }).catch(() => undefined);
    });
  },
};

/** Sends the bytes and waits until the server closes the connection or the time is over. */
function holdOpen(target: Target, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(target.api).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer ||= part.slice(9, 12);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      target.count(answer || (target.signal.aborted ? 'held' : 'cut off'));
      target.signal.removeEventListener('abort', stop);
      resolve();
    });
    const stop = () => socket.destroy();
    target.signal.addEventListener('abort', stop, { once: true });
    socket.write(bytes);
  });
}

/** An anonymous caller with an IPv6 network of 65,536 subnetworks, each of which counts as another caller, asks for device codes. */
export const manyNetworks: Attack = {
  name: 'many-networks',
  description: 'device codes requested without a client, each from another IPv6 network, 1,000 at once',
  run: (target) =>
    repeat(target, 1000, async (number) => {
      const address = `2001:db8:0:${(number % 65_536).toString(16)}::1`;
      await send(target, { path: '/v1/device/code', body: '{}', address });
    }),
};

/** The holder of one signing link calls complete repeatedly with bodies of the largest allowed size. */
export const signingLink: Attack = {
  name: 'signing-link',
  description:
    'one signing link: /complete with 12 KB of gzip, 11 MiB of values and large images; 16 at once',
  prepare: async ({ base }, attacker) => {
    const document = await sentDocument(ctxOf(base, attacker));
    return { tokens: document.recipients.map((recipient) => linkToken(base.secrets, recipient)) };
  },
  run: async (target) => {
    const [token] = target.prepared.tokens as string[];
    const values = (count: number, value: unknown) =>
      JSON.stringify({
        values: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, value])),
      });
    const strokes = Array.from({ length: 1000 }, () => Array.from({ length: 5 }, (_, at) => [at, at]));
    const bodies: Array<{ body: string | Buffer; headers?: Record<string, string> }> = [
      { body: gzipSync(values(800_000, '')), headers: { 'Content-Encoding': 'gzip' } },
      { body: values(350_000, null) },
      { body: values(100, 'x'.repeat(100_000)) },
      { body: values(4, { mode: 'upload', image_base64: 'A'.repeat(2_700_000) }) },
      { body: values(50, { mode: 'draw', width: 1000, height: 1000, strokes }) },
    ];
    await repeat(target, 16, async (number) => {
      const { status } = await send(target, {
        path: `/v1/signing/${token}/complete`,
        ...bodies[number % bodies.length]!,
        address: addressOf(number),
      });
      if (status === 429) await delay(200, undefined, { signal: target.signal }).catch(() => undefined);
    });
  },
};
