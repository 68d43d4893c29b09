/**
 * One HTTP attempt of a delivery (docs/spec/interface.md, Delivery and retries; docs/spec/decisions.md, section 6): a POST to an
 * address that the guard has checked. Redirects are not followed, and the attempt ends after 10 s in any case. Retries and the
 * database are the caller's concern.
 */
import { STATUS_CODES } from 'node:http';
import type { IncomingHttpHeaders } from 'undici/types/header.js';
import { Connections, type Exchange } from './connections.ts';
import { failureOf } from './failure.ts';
import type { Guard } from './guard.ts';
import type { Stage } from './stage.ts';

export interface SendResult {
  /** True for a 2xx status within the time limit. */
  ok: boolean;
  stage: Stage;
  responseCode: number | null;
  /** At most 1,024 characters; null when ok. */
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
  /** Closes the connections. Attempts that still run fail. */
  close(): Promise<void>;
}

/** Covers everything from the DNS lookup to the last byte of the response. */
export const sendTimeoutMs = 10_000;
/** The most bytes of a response that are read. */
const maxReadBytes = 65_536;
/** The most bytes of the response body that an error contains. */
const maxSnippetBytes = 512;
const maxErrorLength = 1024;
/** Codes of a connection that the other side has closed. */
const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Creates a sender. Connections are kept for a few seconds per origin. */
export function createSender(options: { guard: Guard; timeoutMs?: number }): Sender {
  const { guard, timeoutMs = sendTimeoutMs } = options;
  const connections = new Connections(guard, timeoutMs);
  return {
    send: (request) =>
      new Promise((resolve) => {
        new Attempt(connections, request, timeoutMs, resolve).begin(guard);
      }),
    close: () => connections.close(),
  };
}

/** The result of an attempt, without the duration, which is added at its end. */
type Outcome = Omit<SendResult, 'durationMs'>;

class Attempt implements Exchange {
  readonly #connections: Connections;
  readonly #request: SendRequest;
  readonly #timeoutMs: number;
  readonly #resolve: (result: SendResult) => void;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #url: URL | null = null;
  /** Aborts the exchange; null while there is no connection. */
  #abort: (() => void) | null = null;
  #status: number | null = null;
  #location: string | null = null;
  #snippet: Buffer[] = [];
  #readBytes = 0;
  #hasRetried = false;
  #isOver = false;

  constructor(
    connections: Connections,
    request: SendRequest,
    timeoutMs: number,
    resolve: (result: SendResult) => void,
  ) {
    this.#connections = connections;
    this.#request = request;
    this.#timeoutMs = timeoutMs;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.#timeOut(), timeoutMs);
  }

  begin(guard: Guard): void {
    const url = URL.parse(this.#request.url);
    const refusal = url ? guard.literalRefusalOf(url) : 'The address is not a URL.';
    if (!url || refusal) {
      this.#end({ ok: false, stage: 'refused', responseCode: null, error: `refused: ${refusal}` });
      return;
    }
    this.#url = url;
    this.#post(url);
  }

  #post(url: URL): void {
    const { headers, body } = this.#request;
    try {
      this.#connections.post(url, { headers, body, fresh: this.#hasRetried }, this);
    } catch (error) {
      this.failed(error as Error, { wasUsed: false });
    }
  }

  started(abort: () => void): void {
    this.#abort = abort;
    // Checked here too, because a blocked event loop may process the connection before the timer.
    if (performance.now() - this.#startedAt >= this.#timeoutMs) this.#timeOut();
    if (this.#isOver) abort();
  }

  answered(status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    const { location } = headers;
    this.#location = typeof location === 'string' ? location : null;
  }

  data(part: Buffer): void {
    const wanted = maxSnippetBytes - this.#readBytes;
    if (wanted > 0) this.#snippet.push(part.subarray(0, wanted));
    this.#readBytes += part.length;
    if (this.#readBytes > maxReadBytes) this.ended();
  }

  ended(): void {
    const status = this.#status ?? 0;
    if (status >= 200 && status < 300)
      this.#end({ ok: true, stage: 'answered', responseCode: status, error: null });
    else
      this.#end({ ok: false, stage: 'answered', responseCode: status, error: `answered ${this.#answer()}` });
  }

  failed(error: Error, { wasUsed }: { wasUsed: boolean }): void {
    if (this.#isOver) return;
    // Usually the endpoint has closed the idle connection. If it did receive the request, it gets it twice, with the same `webhook-id`.
    const isClosed = closedCodes.has((error as NodeJS.ErrnoException).code ?? '');
    if (wasUsed && isClosed && this.#status === null && !this.#hasRetried && this.#url) {
      this.#hasRetried = true;
      this.#abort = null;
      this.#post(this.#url);
      return;
    }
    this.#end({ ok: false, ...failureOf(error, this.#status), responseCode: this.#status });
  }

  /** `404 Not Found: no such hook` */
  #answer(): string {
    const status = this.#status ?? 0;
    const name = STATUS_CODES[status];
    const redirect =
      this.#location && status < 400
        ? ` (to ${this.#location.slice(0, 200)}; redirects are not followed)`
        : '';
    const text = Buffer.concat(this.#snippet)
      .toString('utf8')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim();
    return `${status}${name ? ` ${name}` : ''}${redirect}${text ? `: ${text}` : ''}`;
  }

  #timeOut(): void {
    const what = this.#abort
      ? this.#status === null
        ? 'no answer'
        : 'the answer did not end'
      : 'no connection';
    const error = `${what} within ${sendTimeoutMs / 1000} s`;
    this.#end({ ok: false, stage: 'timeout', responseCode: this.#status, error });
  }

  #end(outcome: Outcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#resolve({
      ...outcome,
      error: outcome.error === null ? null : storableText(outcome.error),
      durationMs: Math.round(performance.now() - this.#startedAt),
    });
    // Has no effect if the response is complete.
    this.#abort?.();
  }
}

/** Truncates the error, and removes what PostgreSQL does not accept as text: NUL and halves of surrogate pairs. */
function storableText(error: string): string {
  return error.slice(0, maxErrorLength).replaceAll('\0', '').toWellFormed();
}
