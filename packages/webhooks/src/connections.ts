/**
 * Connections to endpoints with undici, kept for the next delivery to the same origin. A connection is used by one exchange at a time.
 * The guard checks the address of every connection when it is made.
 */
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici';
import type { IncomingHttpHeaders } from 'undici/types/header.js';
import type { Guard } from './guard.ts';

/** What happens during an exchange; `ended` or `failed` comes last. */
export interface Exchange {
  /** The connection is ready and the request is about to be sent. Calling `abort` now prevents that. */
  started(abort: () => void): void;
  /** Status and headers of the response have arrived. */
  answered(status: number, headers: IncomingHttpHeaders): void;
  data(part: Buffer): void;
  ended(): void;
  /** `wasUsed`: the connection had carried another exchange before. */
  failed(error: Error, connection: { wasUsed: boolean }): void;
}

export interface Post {
  headers: Record<string, string>;
  body: string;
  /** Uses a new connection and closes it afterwards. */
  fresh: boolean;
}

const keepAliveMs = 4000;
/** The longest time to keep an idle connection, even if the endpoint offers more. */
const maxKeepAliveMs = 60_000;
/** We close an idle connection this long before the endpoint would close it. */
const keepAliveMarginMs = 1000;
/** The largest number of TLS sessions kept for resumption, one for each host. */
const maxTlsSessions = 1000;

/** Made once, because every exchange ends with an abort, and a stack trace takes a tenth of the time of a delivery. */
const attemptIsOver = new Error('the attempt is over');

export class Connections {
  readonly #agent: Agent;
  readonly #fresh: Agent;

  /** `timeoutMs` is the time limit for making a connection. */
  constructor(guard: Guard, timeoutMs: number) {
    const connect = buildConnector({
      lookup: guard.lookup,
      autoSelectFamily: true,
      timeout: timeoutMs,
      maxCachedSessions: maxTlsSessions,
    });
    const options = {
      connect,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: maxKeepAliveMs,
      keepAliveTimeoutThreshold: keepAliveMarginMs,
      // The caller enforces one time limit for the whole attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    const factory = (origin: string | URL, given: object) =>
      new Pool(origin, {
        ...given,
        factory: (to: URL, clientOptions: object) => new Connection(to, clientOptions),
      });
    this.#agent = new Agent({ ...options, factory });
    this.#fresh = new Agent({ ...options, pipelining: 0 });
  }

  /** Sends the request and reports to the exchange, possibly before this returns. May throw before anything is sent. */
  post(url: URL, { headers, body, fresh }: Post, exchange: Exchange): void {
    const agent = fresh ? this.#fresh : this.#agent;
    const handler = new ExchangeHandler(exchange);
    const options: ExchangeOptions = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body,
      handler,
    };
    agent.dispatch(options, handler);
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#fresh.destroy()]);
  }
}

interface ExchangeOptions extends Dispatcher.DispatchOptions {
  /** The pool wraps handlers but passes options on unchanged, so the connection takes the handler from here. */
  handler?: ExchangeHandler;
}

/** A connection of a pool, which reconnects if it was closed. Reports to each exchange whether an earlier one used the same connection. */
class Connection extends Client {
  #isOpen = false;

  constructor(origin: URL, options: Client.Options) {
    super(origin, options);
    this.on('connect', () => {
      this.#isOpen = true;
    });
    this.on('disconnect', () => {
      this.#isOpen = false;
    });
  }

  override dispatch(options: ExchangeOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (options.handler) options.handler.connectionWasUsed = this.#isOpen;
    return super.dispatch(options, handler);
  }
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  connectionWasUsed = false;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#exchange.started(() => controller.abort(attemptIsOver));
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    // Informational responses (1xx) precede the final one.
    if (status >= 200) this.#exchange.answered(status, headers);
  }

  onResponseData(_controller: unknown, part: Buffer): void {
    this.#exchange.data(part);
  }

  onResponseEnd(): void {
    this.#exchange.ended();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#exchange.failed(error, { wasUsed: this.connectionWasUsed });
  }
}
