/**
 * One HTTP attempt of a delivery (docs/spec/interface.md, Delivery and retries; docs/spec/decisions.md, section 6): a POST to a judged address, no
 * redirect followed, over within 10 s whatever the other side does. Knows nothing of retries and of the database.
 */
import { STATUS_CODES } from 'node:http';
import { Answer } from './answer.ts';
import { type Connection, Connections, type Exchange, type Origin } from './connections.ts';
import { AddressRefused, type Guard } from './guard.ts';

/**
 * How far an attempt came. `answered`: there is a status. `ours`: this machine could not try (no sockets, no memory); it says
 * nothing about the endpoint.
 */
export type Stage = 'answered' | 'refused' | 'dns' | 'connect' | 'tls' | 'connection' | 'timeout' | 'ours';

export interface SendResult {
  /** A 2xx in time. */
  ok: boolean;
  stage: Stage;
  responseCode: number | null;
  /** At most 1 KiB; null when ok. */
  error: string | null;
  durationMs: number;
}

export interface SendRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Sender {
  /** Never rejects; resolves after at most `timeoutMs`. */
  send(request: SendRequest): Promise<SendResult>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** From the first lookup to the last byte of the answer. */
export const sendTimeoutMs = 10_000;
const maxReadBytes = 65_536;
const maxErrorLength = 1024;
const maxSnippetBytes = 512;
/** URLs remembered. */
const maxTargets = 20_000;

/** Errors of this machine. */
const ourCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ERR_OUT_OF_MEMORY']);
/** From getaddrinfo and from c-ares. */
const dnsCodes =
  /^(ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EREFUSED|ETIMEOUT|EBADRESP|EFORMERR|ENONAME|EBADNAME|ECANCELLED)$/;

/** Makes a sender. Connections are kept for a few seconds, per origin, and go only to addresses that the guard let through. */
export function createSender(options: { guard: Guard; timeoutMs?: number }): Sender {
  const { guard, timeoutMs = sendTimeoutMs } = options;
  const connections = new Connections(guard.lookup);
  const targets = new Map<string, Target>();
  const targetOf = (url: string): Target => {
    const known = targets.get(url);
    if (known) return known;
    const target = readTarget(url, guard);
    if (targets.size >= maxTargets) targets.clear();
    targets.set(url, target);
    return target;
  };
  return {
    send: (request) =>
      new Promise((resolve) => {
        const target = targetOf(request.url);
        const attempt = new Attempt(connections, target, request, timeoutMs, resolve);
        if (typeof target === 'string') attempt.refuse(target);
        else attempt.begin(target);
      }),
    close: async () => connections.close(),
  };
}

/** Where a URL leads, or why nothing is sent there. */
type Target = { origin: Origin; path: string; host: string } | string;

function readTarget(text: string, guard: Guard): Target {
  const url = URL.parse(text);
  const refusal = url ? guard.literalRefusalOf(url) : 'The address is not a URL.';
  if (!url || refusal) return `refused: ${refusal}`;
  const tls = url.protocol === 'https:';
  const hostname = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  const port = url.port ? Number(url.port) : tls ? 443 : 80;
  return {
    origin: { key: url.origin, tls, hostname, port },
    path: url.pathname + url.search,
    host: url.host,
  };
}

type Outcome = Omit<SendResult, 'durationMs'>;

/** Follows one attempt to its end, which is its time limit at the latest. */
class Attempt implements Exchange {
  readonly #connections: Connections;
  readonly #target: Target;
  readonly #request: SendRequest;
  readonly #resolve: (result: SendResult) => void;
  readonly #started = performance.now();
  readonly #timeoutMs: number;
  readonly #timer: NodeJS.Timeout;
  #answer = new Answer(maxSnippetBytes);
  #connection: Connection | null = null;
  #isConnected = false;
  #retried = false;
  #over = false;

  constructor(
    connections: Connections,
    target: Target,
    request: SendRequest,
    timeoutMs: number,
    resolve: (result: SendResult) => void,
  ) {
    this.#connections = connections;
    this.#target = target;
    this.#request = request;
    this.#resolve = resolve;
    this.#timeoutMs = timeoutMs;
    this.#timer = setTimeout(() => this.#timeOut(), timeoutMs);
  }

  refuse(why: string): void {
    this.#end(failure('refused', why));
  }

  begin({ origin }: { origin: Origin }): void {
    try {
      const connection = this.#connections.take(origin, this, { fresh: this.#retried });
      // Over within `take` when an idle connection refused the bytes.
      if (!this.#over) this.#connection = connection;
    } catch (error) {
      this.failed(error as Error);
    }
  }

  connected(connection: Connection): void {
    this.#connection = connection;
    // The connection was made when nobody waits any more: nothing may be sent over it.
    if (performance.now() - this.#started >= this.#timeoutMs) {
      this.#timeOut();
      return;
    }
    this.#isConnected = true;
    connection.socket.write(this.#bytes());
  }

  data(arrived: Buffer): void {
    const answer = this.#answer;
    try {
      answer.feed(arrived);
    } catch (error) {
      this.failed(error as Error);
      return;
    }
    if (answer.done || answer.read > maxReadBytes) this.#answered();
  }

  ended(): void {
    if (this.#answer.end()) this.#answered();
    else this.failed(new Error('the other side closed it'));
  }

  failed(error: Error): void {
    if (this.#over) return;
    // A kept connection that the other side was just closing: the request was never looked at.
    const isStale = this.#connection?.used === true && !this.#answer.begun && !this.#retried;
    if (isStale && typeof this.#target !== 'string') {
      this.#leave();
      this.#retried = true;
      this.#isConnected = false;
      this.begin(this.#target);
      return;
    }
    this.#end(
      this.#retried && !this.#answer.begun && this.#isConnected
        ? failure('connection', 'the connection was closed without an answer')
        : failureOf(error, this.#answer.status),
    );
  }

  #bytes(): string {
    const { path, host } = this.#target as Exclude<Target, string>;
    const { headers, body } = this.#request;
    let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
    for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
    return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  }

  #answered(): void {
    const { status: responseCode, snippet, location } = this.#answer;
    if (responseCode !== null && responseCode >= 200 && responseCode < 300) {
      this.#end({ ok: true, stage: 'answered', responseCode, error: null });
      return;
    }
    const name = STATUS_CODES[responseCode ?? 0];
    const text = Buffer.concat(snippet)
      .toString('utf8')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim();
    const redirect =
      location && responseCode !== null && responseCode < 400
        ? ` (to ${location.slice(0, 200)}; redirects are not followed)`
        : '';
    this.#end({
      ok: false,
      stage: 'answered',
      responseCode,
      error: `answered ${responseCode}${name ? ` ${name}` : ''}${redirect}${text ? `: ${text}` : ''}`,
    });
  }

  #timeOut(): void {
    const { status } = this.#answer;
    const what = this.#isConnected
      ? status === null
        ? 'no answer'
        : 'the answer did not end'
      : 'no connection';
    const error = `${what} within ${sendTimeoutMs / 1000} s`;
    this.#end({ ...failure('timeout', error), responseCode: status });
  }

  #end(outcome: Outcome): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#leave();
    this.#resolve({
      ...outcome,
      error: outcome.error === null ? null : textOf(outcome.error),
      durationMs: Math.round(performance.now() - this.#started),
    });
  }

  /** Of the connection, which may serve again when the whole answer came. */
  #leave(): void {
    const connection = this.#connection;
    if (!connection) return;
    this.#connection = null;
    const { done, keepAlive, keepAliveSeconds } = this.#answer;
    if (done && keepAlive) this.#connections.giveBack(connection, keepAliveSeconds);
    else this.#connections.drop(connection);
  }
}

/** What PostgreSQL takes as text: no NUL, no half of a character. */
function textOf(error: string): string {
  return error.slice(0, maxErrorLength).replaceAll('\0', '').toWellFormed();
}

function failure(stage: Stage, error: string): Outcome {
  return { ok: false, stage, responseCode: null, error };
}

/** What was looked up, if that failed. */
function hostOf(error: Error): string {
  return (error as { hostname?: string }).hostname ?? '';
}

function failureOf(error: Error, status: number | null): Outcome {
  const { code = '', message } = deepest(error);
  const fail = (stage: Stage, text: string) => ({ ...failure(stage, text), responseCode: status });
  if (error instanceof AddressRefused) return fail('refused', `refused: ${message}`);
  if (ourCodes.has(code)) return fail('ours', `${code}: ${message}`);
  if (dnsCodes.test(code) || (error as { syscall?: string }).syscall?.startsWith('query'))
    return fail('dns', `the host ${hostOf(error)} could not be resolved (${code})`);
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(code))
    return fail('connect', `no connection (${code})`);
  if (/^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code))
    return fail('tls', `TLS: ${reasonOf(error) ?? message} (${code})`);
  return fail('connection', `the connection failed: ${message}${code ? ` (${code})` : ''}`);
}

/** What OpenSSL says without its numbers and file names: `wrong version number`. */
function reasonOf(error: Error): string | undefined {
  return (error as { reason?: string }).reason;
}

/** The first of several failed addresses, or the cause. */
function deepest(error: Error & { code?: string; errors?: Error[] }): Error & { code?: string } {
  return error.errors?.[0] ?? error;
}
