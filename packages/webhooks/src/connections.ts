/**
 * Connections to endpoints, kept for the next delivery to the same origin. One exchange at a time goes over a connection; an idle
 * one that says anything, or ends, is closed.
 */
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Where a request goes, taken from its URL once. */
export interface Origin {
  /** `https://host:port`: what connections are shared by. */
  key: string;
  tls: boolean;
  /** Without the brackets of IPv6. */
  hostname: string;
  port: number;
}

/** What happens on a connection during an exchange. */
export interface Exchange {
  /** The connection is there, to be written to. */
  connected(connection: Connection): void;
  /** What arrived; it stands there during the call only. */
  data(arrived: Buffer): void;
  /** The other side will send no more. */
  ended(): void;
  /** The connection failed, or is gone. */
  failed(error: Error): void;
}

const idleMs = 4000;
const maxIdleMs = 60_000;
/** Before the other side closes it. */
const idleMarginMs = 1000;
const sweepMs = 1000;
/** Read at once; longer answers take several reads. */
const readBytes = 4096;
/** TLS sessions remembered, by origin. */
const maxSessions = 1000;

export class Connection {
  /** Whether it has carried an exchange before. */
  used = false;
  idleUntil = 0;
  exchange: Exchange | null = null;
  readonly socket: Socket;
  readonly origin: Origin;

  constructor(origin: Origin, socket: Socket) {
    this.origin = origin;
    this.socket = socket;
  }
}

export class Connections {
  readonly #lookup: LookupFunction;
  readonly #idle = new Map<string, Connection[]>();
  readonly #all = new Set<Connection>();
  readonly #sessions = new Map<string, Buffer>();
  readonly #sweep: NodeJS.Timeout;

  /** Names are resolved by `lookup`, for every connection that is made. */
  constructor(lookup: LookupFunction) {
    this.#lookup = lookup;
    this.#sweep = setInterval(() => this.#closeIdle(performance.now()), sweepMs).unref();
  }

  /** Gives the exchange a connection: `connected` is called at once for an idle one, else when it is made. */
  take(origin: Origin, exchange: Exchange, options: { fresh: boolean }): Connection {
    const known = options.fresh ? undefined : this.#idle.get(origin.key);
    for (let idle = known?.pop(); idle; idle = known?.pop()) {
      if (idle.socket.destroyed || !idle.socket.writable) continue;
      idle.exchange = exchange;
      exchange.connected(idle);
      return idle;
    }
    return this.#connect(origin, exchange);
  }

  /** The exchange is over and the connection as good as before. */
  giveBack(connection: Connection, keepAliveSeconds: number | null): void {
    connection.exchange = null;
    connection.used = true;
    const saidMs = keepAliveSeconds === null ? idleMs : keepAliveSeconds * 1000 - idleMarginMs;
    if (saidMs <= 0 || connection.socket.destroyed) {
      this.drop(connection);
      return;
    }
    connection.idleUntil = performance.now() + Math.min(saidMs, maxIdleMs);
    const idle = this.#idle.get(connection.origin.key);
    if (idle) idle.push(connection);
    else this.#idle.set(connection.origin.key, [connection]);
  }

  /** Closes the connection without a word. */
  drop(connection: Connection): void {
    connection.exchange = null;
    this.#all.delete(connection);
    connection.socket.destroy();
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const connection of [...this.#all]) {
      const { exchange } = connection;
      this.drop(connection);
      exchange?.failed(new Error('the sender was closed'));
    }
    this.#idle.clear();
  }

  #connect(origin: Origin, exchange: Exchange): Connection {
    const { hostname: host, port, tls } = origin;
    // One buffer a connection, instead of a stream that allocates one for every read.
    const onread = {
      buffer: Buffer.allocUnsafeSlow(readBytes),
      callback: (length: number, buffer: Uint8Array) => {
        const arrived = (buffer as Buffer).subarray(0, length);
        if (connection.exchange) connection.exchange.data(arrived);
        else this.drop(connection);
        return true;
      },
    };
    const common = { host, port, lookup: this.#lookup, autoSelectFamily: true, noDelay: true, onread };
    const session = this.#sessions.get(origin.key);
    const socket = tls
      ? connectTls({
          ...common,
          servername: isIP(host) ? '' : host,
          ALPNProtocols: ['http/1.1'],
          ...(session && { session }),
        }).on('session', (fresh) => this.#remember(origin.key, fresh))
      : connectTcp(common);
    const connection = new Connection(origin, socket);
    connection.exchange = exchange;
    this.#all.add(connection);
    socket.once(tls ? 'secureConnect' : 'connect', () => connection.exchange?.connected(connection));
    socket.on('end', () => {
      if (connection.exchange) connection.exchange.ended();
      else this.drop(connection);
    });
    socket.on('error', (error) => this.#lose(connection, error));
    socket.on('close', () => this.#lose(connection, new Error('the other side closed it')));
    return connection;
  }

  #lose(connection: Connection, error: Error): void {
    const { exchange } = connection;
    if (connection.origin.tls && !connection.used) this.#sessions.delete(connection.origin.key);
    this.drop(connection);
    exchange?.failed(error);
  }

  #remember(key: string, session: Buffer): void {
    if (this.#sessions.size >= maxSessions) this.#sessions.clear();
    this.#sessions.set(key, session);
  }

  #closeIdle(now: number): void {
    for (const [key, idle] of this.#idle) {
      const kept = idle.filter((connection) => {
        const keep = connection.idleUntil > now && !connection.socket.destroyed;
        if (!keep) this.drop(connection);
        return keep;
      });
      if (kept.length > 0) this.#idle.set(key, kept);
      else this.#idle.delete(key);
    }
  }
}
