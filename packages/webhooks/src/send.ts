/**
 * One HTTP attempt of a delivery (interface.md, Delivery and retries; decisions.md, section 6): a POST to a judged address, no
 * redirect followed, over within 10 s whatever the other side does. Knows nothing of retries and of the database.
 */
import { STATUS_CODES } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
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

/** Errors of this machine. */
const ourCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ERR_OUT_OF_MEMORY']);
/** From getaddrinfo and from c-ares. */
const dnsCodes =
  /^(ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EREFUSED|ETIMEOUT|EBADRESP|EFORMERR|ENONAME|EBADNAME|ECANCELLED)$/;

/** Makes a sender. Connections are kept for a few seconds, per origin, and go only to addresses that the guard let through. */
export function createSender(options: { guard: Guard; timeoutMs?: number }): Sender {
  const { guard, timeoutMs = sendTimeoutMs } = options;
  const agent = new Agent({
    connect: { lookup: guard.lookup, timeout: timeoutMs, autoSelectFamily: true },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: 16_384,
    pipelining: 1,
  });
  return {
    send: async (request) => {
      const started = performance.now();
      const finish = (result: Omit<SendResult, 'durationMs'>): SendResult => ({
        ...result,
        error: result.error?.slice(0, maxErrorLength) ?? null,
        durationMs: Math.round(performance.now() - started),
      });
      const url = URL.parse(request.url);
      const refusal = url ? guard.literalRefusalOf(url) : 'The address is not a URL.';
      if (!url || refusal) return finish(failure('refused', `refused: ${refusal}`));
      const left = () => timeoutMs - (performance.now() - started);
      const first = await attempt(agent, url, request, left());
      // A kept connection that the other side was just closing: the request was never looked at.
      return finish(first === 'stale' ? ended(await attempt(agent, url, request, left())) : first);
    },
    close: () => agent.destroy(),
  };
}

type Attempt = Omit<SendResult, 'durationMs'>;

function ended(outcome: Attempt | 'stale'): Attempt {
  return outcome === 'stale' ? failure('connection', 'the connection was closed without an answer') : outcome;
}

function attempt(agent: Agent, url: URL, request: SendRequest, ms: number): Promise<Attempt | 'stale'> {
  return new Promise((resolve) => {
    const exchange = new Exchange(ms, resolve);
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'POST',
          headers: request.headers,
          body: request.body,
        },
        exchange,
      );
    } catch (error) {
      exchange.onResponseError(null, error as Error);
    }
  });
}

/** Follows one exchange to its end, which is its time limit at the latest. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #timer: NodeJS.Timeout;
  readonly #deadline: number;
  readonly #resolve: (outcome: Attempt | 'stale') => void;
  #controller: Dispatcher.DispatchController | null = null;
  #over = false;
  #status: number | null = null;
  #location: string | undefined;
  #read = 0;
  #snippet: Buffer[] = [];

  constructor(ms: number, resolve: (outcome: Attempt | 'stale') => void) {
    this.#resolve = resolve;
    this.#deadline = performance.now() + ms;
    this.#timer = setTimeout(() => this.#timeOut(), Math.max(0, ms));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The connection was made when nobody waits any more: nothing may be sent over it.
    if (!this.#over && performance.now() >= this.#deadline) this.#timeOut();
    if (this.#over) controller.abort(new Error('too late'));
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#location = String(headers.location ?? '');
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return;
    if (!this.#isSuccess() && this.#read < maxSnippetBytes)
      this.#snippet.push(chunk.subarray(0, maxSnippetBytes - this.#read));
    this.#read += chunk.length;
    if (this.#read <= maxReadBytes) return;
    this.#end(this.#answered());
    controller.abort(new Error('read enough'));
  }

  onResponseEnd(): void {
    this.#end(this.#answered());
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#end(isStale(error) && this.#status === null ? 'stale' : failureOf(error, this.#status));
  }

  #isSuccess(): boolean {
    return this.#status !== null && this.#status >= 200 && this.#status < 300;
  }

  #answered(): Attempt {
    const responseCode = this.#status;
    if (this.#isSuccess()) return { ok: true, stage: 'answered', responseCode, error: null };
    const name = STATUS_CODES[responseCode ?? 0];
    const text = Buffer.concat(this.#snippet)
      .toString('utf8')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim();
    const redirect =
      this.#location && responseCode !== null && responseCode < 400
        ? ` (to ${this.#location.slice(0, 200)}; redirects are not followed)`
        : '';
    return {
      ok: false,
      stage: 'answered',
      responseCode,
      error: `answered ${responseCode}${name ? ` ${name}` : ''}${redirect}${text ? `: ${text}` : ''}`,
    };
  }

  #timeOut(): void {
    const seconds = sendTimeoutMs / 1000;
    const stage = this.#controller
      ? this.#status === null
        ? 'no answer'
        : 'the answer did not end'
      : 'no connection';
    this.#end({ ...failure('timeout', `${stage} within ${seconds} s`), responseCode: this.#status });
    this.#controller?.abort(new Error('timed out'));
  }

  #end(outcome: Attempt | 'stale'): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#resolve(outcome);
  }
}

/** Whether a connection that had served before was closed under the request. */
function isStale(error: Error): boolean {
  const { code, socket } = error as { code?: string; socket?: { bytesRead?: number } };
  return code === 'UND_ERR_SOCKET' && (socket?.bytesRead ?? 0) > 0;
}

function failure(stage: Stage, error: string): Attempt {
  return { ok: false, stage, responseCode: null, error };
}

/** What was looked up, if that failed. */
function hostOf(error: Error): string {
  return (error as { hostname?: string }).hostname ?? '';
}

function failureOf(error: Error, status: number | null): Attempt {
  const { code = '', message } = deepest(error);
  const fail = (stage: Stage, text: string) => ({ ...failure(stage, text), responseCode: status });
  if (error instanceof AddressRefused) return fail('refused', `refused: ${message}`);
  if (ourCodes.has(code)) return fail('ours', `${code}: ${message}`);
  if (dnsCodes.test(code) || (error as { syscall?: string }).syscall?.startsWith('query'))
    return fail('dns', `the host ${hostOf(error)} could not be resolved (${code})`);
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(code))
    return fail('connect', `no connection (${code})`);
  if (/^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code))
    return fail('tls', `TLS: ${message} (${code})`);
  return fail('connection', `the connection failed: ${message}${code ? ` (${code})` : ''}`);
}

/** The first of several failed addresses, or the cause. */
function deepest(error: Error & { code?: string; errors?: Error[] }): Error & { code?: string } {
  return error.errors?.[0] ?? error;
}
