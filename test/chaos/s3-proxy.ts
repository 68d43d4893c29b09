/** An HTTP proxy in front of an S3 server that can be slow, return errors, or lose half of a body. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * `error` responds 500 without forwarding. `error-after` forwards and responds 500. `cut` sends half of the body and closes the
 * connection. `short` sends half of the body as the whole one. `half-up` forwards half of an upload and does not respond. `slow` sends
 * bodies in pieces with pauses.
 */
export type S3Fault = 'error' | 'error-after' | 'cut' | 'short' | 'half-up' | 'slow';

export interface S3Proxy {
  port: number;
  /** Sets the fault; null removes it. */
  setFault(fault: S3Fault | null): void;
  /** Number of requests affected by the current or last fault. */
  hits(): number;
  /** Sizes of the bodies of all PUT requests. */
  uploadSizes(): number[];
  close(): Promise<void>;
}

const slowPieces = 8;
const slowPauseMs = 100;

/** Starts a proxy in front of a local port. It keeps whole bodies in memory, so it is only for small files. */
export async function startS3Proxy(targetPort: number): Promise<S3Proxy> {
  let fault: S3Fault | null = null;
  let hits = 0;
  const uploadSizes: number[] = [];
  const server = createServer((incoming, answer) => {
    const met = fault !== null && isAffected(fault, incoming) ? fault : null;
    if (met) hits += 1;
    if (incoming.method === 'PUT') uploadSizes.push(Number(incoming.headers['content-length']));
    serve(targetPort, incoming, answer, met).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setFault: (next) => {
      if (next !== null) hits = 0;
      fault = next;
    },
    hits: () => hits,
    uploadSizes: () => uploadSizes,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** True when the fault can affect the request: half of a body can be lost only from a response to GET, or from an upload. */
function isAffected(fault: S3Fault, { method }: IncomingMessage): boolean {
  if (fault === 'half-up') return method === 'PUT';
  return fault === 'cut' || fault === 'short' ? method === 'GET' : true;
}

async function serve(
  port: number,
  incoming: IncomingMessage,
  answer: ServerResponse,
  fault: S3Fault | null,
): Promise<void> {
  const body = await buffer(incoming);
  if (fault === 'error') return refuse(answer);
  const { status, headers, body: whole } = await ask(port, incoming, fault === 'half-up' ? half(body) : body);
  if (fault === 'error-after') return refuse(answer);
  if (fault === 'short') {
    answer.writeHead(status, { ...headers, 'content-length': half(whole).length }).end(half(whole));
    return;
  }
  answer.writeHead(status, headers);
  if (fault === 'cut') {
    answer.write(half(whole), () => answer.socket?.resetAndDestroy());
    return;
  }
  if (fault === 'slow') await sendSlowly(answer, whole);
  answer.end(fault === 'slow' ? undefined : whole);
}

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);

function refuse(answer: ServerResponse): void {
  const says = '<Error><Code>InternalError</Code><Message>We failed. Please try again.</Message></Error>';
  answer.writeHead(500, { 'Content-Type': 'application/xml' }).end(says);
}

async function sendSlowly(answer: ServerResponse, body: Buffer): Promise<void> {
  const size = Math.ceil(body.length / slowPieces) || 1;
  for (let at = 0; at < body.length && !answer.destroyed; at += size) {
    answer.write(body.subarray(at, at + size));
    await new Promise((resolve) => setTimeout(resolve, slowPauseMs));
  }
}

/** Forwards a request with unchanged headers, including the signed `Host`, and returns the server's response. */
function ask(
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<{ status: number; headers: OutgoingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
      buffer(reply).then((whole) => {
        const { 'transfer-encoding': _, ...kept } = reply.headers;
        resolve({ status: reply.statusCode ?? 502, headers: kept, body: whole });
      }, reject);
    });
    outgoing.once('error', reject);
    const expected = Number(headers['content-length'] ?? 0);
    if (body.length < expected) {
      outgoing.write(body, () => outgoing.destroy(new Error('disconnected in the middle of the upload')));
      return;
    }
    outgoing.end(body);
  });
}
