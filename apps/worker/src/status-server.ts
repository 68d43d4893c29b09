/** The worker's /healthz, /readyz and /metrics, for operators and orchestrators. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Queue } from '@countersign/queue/queue';
import type { WorkerMetrics } from './metrics.ts';

export interface StatusServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens on the port (0 = any free one). /healthz is 200 while the process runs, even while the database is unavailable, because a
 * restart would not help: the worker reconnects by itself. /readyz is 200 while the worker listens for new jobs, otherwise 503.
 */
export async function startStatusServer(options: {
  host: string;
  port: number;
  queue: Pick<Queue, 'listening'>;
  metrics: Pick<WorkerMetrics, 'render'>;
}): Promise<StatusServer> {
  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') {
      const { contentType, text } = await options.metrics.render();
      response.setHeader('Content-Type', contentType);
      response.end(text);
    } else if (request.url === '/healthz') {
      answer(response, 200, 'ok');
    } else if (request.url === '/readyz') {
      if (options.queue.listening) answer(response, 200, 'ready');
      else answer(response, 503, 'database away');
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, statusCode: number, status: string): void {
  response.writeHead(statusCode, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ status }));
}
