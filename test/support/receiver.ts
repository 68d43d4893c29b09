/** A real HTTP server that receives deliveries. Each path behaves as configured, and requests are kept. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll } from '@jest/globals';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body, parsed. */
  event: { id: string; type: string; [member: string]: unknown };
  socket: Socket;
}

/** Answers a request, or lets it hang. */
export type Behavior = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  url: string;
  received: Received[];
  at(path: string): Received[];
  /** Sets the behavior from now on; the default is 204. */
  behave(path: string, behavior: Behavior | number): void;
  /** Resolves with matching past and future requests as soon as there are `count`. */
  until(fits: (received: Received) => boolean, count?: number): Promise<Received[]>;
  /** Connections opened so far. */
  connections(): number;
  close(): Promise<void>;
}

const running = new Set<Receiver>();
afterAll(async () => {
  for (const receiver of [...running]) await receiver.close();
});

/** Starts a receiver on a free port of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const behaviors = new Map<string, Behavior>();
  const waiting = new Set<() => void>();
  let connections = 0;
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const path = request.url ?? '';
      const one = { path, headers: request.headers, body, event: JSON.parse(body), socket: request.socket };
      received.push(one);
      (behaviors.get(path) ?? answer(204))(response, one);
      for (const check of waiting) check();
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    behave: (path, behavior) =>
      void behaviors.set(path, typeof behavior === 'number' ? answer(behavior) : behavior),
    until: (fits, count = 1) =>
      new Promise((resolve) => {
        const check = () => {
          const found = received.filter(fits);
          if (found.length < count) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    connections: () => connections,
    close: async () => {
      running.delete(receiver);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
  running.add(receiver);
  return receiver;
}

function answer(status: number): Behavior {
  return (response) => void response.writeHead(status).end();
}
