/** A receiver process: responds with 204 at once, or never for `/hang`. Counts requests and records the age of each event. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let received = 0;
let expected = Number.POSITIVE_INFINITY;
let latencies: number[] = [];

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    if (request.url?.startsWith('/hang')) return;
    response.writeHead(204).end();
    received += 1;
    const sent = /"created_at":"([^"]+)"/.exec(Buffer.concat(parts).toString())?.[1];
    if (sent) latencies.push(Date.now() - Date.parse(sent));
    if (received === expected) process.send?.({ done: true });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on('message', (message: { expect?: number; report?: true }) => {
  if (message.expect !== undefined) {
    received = 0;
    latencies = [];
    expected = message.expect;
  }
  if (message.report) process.send?.({ latencies, received });
});
process.on('disconnect', () => process.exit(0));
