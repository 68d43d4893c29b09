/**
 * API processes that are killed around a commit: a proxy in front of PostgreSQL sees an audit event or its commit, kills the process
 * (SIGKILL) and withholds the message. So the event is not committed, or it is committed and the process gets no confirmation. A proxy in
 * front of the API has the same address for all processes.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { EngineEventType } from '@countersign/contract/events';
import { type ServiceProcess, startProcess } from './processes.ts';

export interface KilledApi {
  /** The address that browsers use. */
  url: string;
  /**
   * From now on the next transaction with an event of this type kills its process, before it is committed or after. Another process takes
   * over at once.
   */
  arm(eventType: EngineEventType, when: 'before' | 'after'): void;
  /** How many processes were killed in this way. */
  kills(): number;
  close(): Promise<void>;
}

/** CommandComplete for COMMIT (PostgreSQL protocol, message formats). */
const committed = Buffer.from('COMMIT\0');
/** Starts a process and one in reserve. */
export async function startKilledApi(options: {
  databaseUrl: string;
  folder: string;
  secretKey: string;
}): Promise<KilledApi> {
  const sockets = new Set<Socket>();
  let armed: { event: Buffer; when: 'before' | 'after' } | null = null;
  let kills = 0;

  /** A server on a free port that joins each connection with one to `target()`. */
  async function forward(
    target: () => { host: string; port: number },
    pass: (from: 'client' | 'server', chunk: Buffer, connection: object) => boolean = () => true,
  ) {
    const server = createServer((near) => {
      const far = connect(target());
      const connection = {};
      const join = (from: Socket, to: Socket, side: 'client' | 'server') => {
        sockets.add(from);
        from.setNoDelay(true);
        from.on('data', (chunk: Buffer) => {
          if (pass(side, chunk, connection)) to.write(chunk);
        });
        from.on('error', () => {});
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      };
      join(near, far, 'client');
      join(far, near, 'server');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Do not keep the process alive for a test that failed before it closed this.
    server.unref();
    return { server, port: (server.address() as AddressInfo).port };
  }

  const database = new URL(options.databaseUrl);
  const postgres = { host: database.hostname, port: Number(database.port || 5432) };
  const writing = new WeakSet<object>();
  const db = await forward(
    () => postgres,
    (from, chunk, connection) => {
      if (!armed) return true;
      if (from === 'client') {
        if (!chunk.includes(armed.event)) return true;
        writing.add(connection);
        if (armed.when === 'after') return true;
      } else if (!writing.has(connection) || !chunk.includes(committed)) return true;
      armed = null;
      replace();
      return false;
    },
  );
  database.host = `127.0.0.1:${db.port}`;

  const start = async () => {
    const process = startProcess('apps/api/src/main.ts', {
      DATABASE_URL: database.href,
      DATA_DIR: options.folder,
      STORAGE_URL: `file:${options.folder}/blobs`,
      SECRET_KEY: options.secretKey,
      PUBLIC_URL: `http://127.0.0.1:${front.port}`,
      DATABASE_POOL: '4',
      PORT: '0',
    });
    const listening = await process.until((line) => line.message.includes('listening'));
    return { process, port: Number(listening.port) };
  };
  let current: { process: ServiceProcess; port: number };
  let reserve: ReturnType<typeof start>;
  const front = await forward(() => ({ host: '127.0.0.1', port: current.port }));

  /** Kills the process at once; connections go to the next one as soon as it runs. */
  function replace() {
    kills += 1;
    void current.process.kill();
    void reserve.then((next) => {
      current = next;
      reserve = start();
      // A start that fails is reported by the next kill, which waits for it.
      reserve.catch(() => {});
    });
  }

  [current, reserve] = [await start(), start()];
  reserve.catch(() => {});
  return {
    url: `http://127.0.0.1:${front.port}`,
    arm: (eventType, when) => {
      armed = { event: Buffer.from(eventType), when };
    },
    kills: () => kills,
    close: async () => {
      const last = await reserve.catch(() => null);
      await Promise.all([current.process.kill(), last?.process.kill()]);
      for (const socket of sockets) socket.destroy();
      for (const { server } of [front, db]) await new Promise((resolve) => server.close(resolve));
    },
  };
}
