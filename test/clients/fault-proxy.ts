/** A proxy that disturbs every second request, in the same order for every client. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

type Fault = (incoming: IncomingMessage, outgoing: ServerResponse, target: string) => Promise<void>;

export interface FaultProxy {
  url: string;
  /** Number of requests that reached the proxy. */
  requests(): number;
  close(): void;
}

/** Starts a proxy in front of `target`. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    const fault = faults[count++ % faults.length]!;
    fault(incoming, outgoing, target).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => count,
    close: () => server.close().closeAllConnections(),
  };
}

async function ask(incoming: IncomingMessage, target: string): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = incoming.headers;
  return fetch(`${target}${incoming.url}`, {
    method: incoming.method!,
    headers: headers as Record<string, string>,
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
}

function writeHead(outgoing: ServerResponse, response: Response): void {
  const headers = Object.fromEntries(response.headers);
  delete headers['content-encoding'];
  delete headers['transfer-encoding'];
  outgoing.writeHead(response.status, headers);
}

const pass: Fault = async (incoming, outgoing, target) => {
  const response = await ask(incoming, target);
  const body = Buffer.from(await response.arrayBuffer());
  writeHead(outgoing, response);
  outgoing.end(body);
};

const answerWith =
  (status: number, type: string, body: string): Fault =>
  async (incoming, outgoing) => {
    await pipeline(incoming, async (body) => {
      for await (const _ of body);
    });
    outgoing.writeHead(status, { 'Content-Type': type, 'Retry-After': '0' }).end(body);
  };

/** The service never sees the request. */
const cutBefore: Fault = async (_, outgoing) => void outgoing.destroy();

/** The service has done what was asked, and the answer is lost. */
const cutAfter: Fault = async (incoming, outgoing, target) => {
  await (await ask(incoming, target)).arrayBuffer();
  outgoing.destroy();
};

/** The answer breaks off in its middle. */
const cutWithin: Fault = async (incoming, outgoing, target) => {
  const response = await ask(incoming, target);
  const body = Buffer.from(await response.arrayBuffer());
  writeHead(outgoing, response);
  if (body.length > 1) outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
  else outgoing.end(body);
};

const problem = (slug: string, title: string) =>
  JSON.stringify({ type: `/problems/${slug}`, title, instance: '/' });

const faults: readonly Fault[] = [
  pass,
  answerWith(429, 'application/problem+json', problem('rate-limited', 'Too many requests')),
  pass,
  cutAfter,
  pass,
  answerWith(503, 'application/problem+json', problem('unavailable', 'Unavailable')),
  pass,
  cutWithin,
  pass,
  answerWith(502, 'text/html', '<h1>Bad gateway</h1>'),
  pass,
  cutBefore,
];
