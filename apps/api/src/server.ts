/**
 * The HTTP server with its time limits, and problem documents for requests that are refused before the application sees them
 * (RFC 9112; RFC 9457). By default Node responds to those with an empty body.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProblemSlug } from '@countersign/problem/catalogue';
import { ProblemError } from '@countersign/problem/problem-error';
import { toProblemJson } from '@countersign/problem/to-problem-json';

export interface ServerTimes {
  /** From the connection, or the first byte of a later request on it, to the end of the headers. */
  headersMs: number;
  /** From the same moment to the end of the body. A last resort: body/pace.ts ends slow bodies long before. */
  requestMs: number;
  /** For how long a caller may read nothing of a response. send-stream.ts also disconnects callers that read large files slowly. */
  unreadMs: number;
  /** Longer than the idle timeout of common load balancers, so that they close first and no request is sent on a closing connection. */
  keepAliveMs: number;
  /** Interval at which the first two are enforced. */
  checkEveryMs: number;
}

const usualTimes: ServerTimes = {
  headersMs: 10_000,
  requestMs: 6 * 3_600_000,
  unreadMs: 120_000,
  keepAliveMs: 65_000,
  checkEveryMs: 2000,
};
/** Connections are closed after this many requests, so that a load balancer can distribute them again. */
const maxRequestsPerSocket = 10_000;
/** Maximum number of connections; further ones are closed at once. memory-need.ts has the memory that they take. */
export const maxConnections = 5000;

const refusals: Record<string, { slug: ProblemSlug; detail: string }> = {
  HPE_HEADER_OVERFLOW: { slug: 'headers-too-large', detail: 'The headers are over 16 KiB.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    slug: 'payload-too-large',
    detail: 'The extensions of a chunk are over 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { slug: 'request-timeout', detail: 'The request did not arrive in time.' },
};

/** Creates the server. It does not listen yet. */
export function createApiServer(
  app: RequestListener,
  options: { docsUrl: string; times?: Partial<ServerTimes> },
): Server {
  const times = { ...usualTimes, ...options.times };
  const serve: RequestListener = (request, response) => {
    // The connection was idle. In a long poll or while the application works, nothing waits to be read.
    response.setTimeout(times.unreadMs, () => response.writableLength > 0 && response.destroy());
    if (request.headers.host === undefined && request.httpVersion !== '1.0')
      answer(request.socket, 'bad-request', 'The request has no Host header.', options.docsUrl);
    else app(request, response);
  };
  const server = createServer(
    {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      keepAliveTimeout: times.keepAliveMs,
      connectionsCheckingInterval: times.checkEveryMs,
      requireHostHeader: false,
    },
    serve,
  );
  server.maxRequestsPerSocket = maxRequestsPerSocket;
  server.maxConnections = maxConnections;
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', serve);
  server.on('connect', (_request, socket) =>
    answer(socket, 'bad-request', 'CONNECT is for proxies.', options.docsUrl),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, options.docsUrl));
  return server;
}

/** Responds once and closes. If a response has already begun, the connection is closed without another one. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, docsUrl: string): void {
  const { _httpMessage: underway } = socket as Duplex & { _httpMessage?: { headersSent: boolean } | null };
  if (error.code === 'ECONNRESET' || !socket.writable || underway?.headersSent) {
    socket.destroy();
    return;
  }
  const { slug, detail } = refusals[error.code ?? ''] ?? {
    slug: 'bad-request' as const,
    detail: 'The request is not valid HTTP.',
  };
  answer(socket, slug, detail, docsUrl);
}

/** Writes a problem document to the socket and closes it. */
function answer(socket: Duplex, slug: ProblemSlug, detail: string, docsUrl: string): void {
  const problem = new ProblemError(slug, { detail });
  // The path is unknown, because such a request cannot be parsed.
  const body = JSON.stringify(toProblemJson(problem, { path: '/', docsUrl }));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
