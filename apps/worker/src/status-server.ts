/** The worker's /healthz, /readyz and /metrics, for operators and orchestrators. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeliveryReport } from '@countersign/core/webhook/attempt';
import type { JobAttempt } from '@countersign/queue/handler';
import { allJobs } from '@countersign/queue/jobs';
import type { Queue } from '@countersign/queue/queue';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface StatusServer {
  port: number;
  /** Counts one attempt of a job. */
  record(attempt: JobAttempt): void;
  /** Counts one attempt of a webhook delivery. */
  recordDelivery(report: DeliveryReport): void;
  close(): Promise<void>;
}

/**
 * Listens on the port (0 = any free one). /healthz is 200 while the process runs, even while the database is unavailable, because a
 * restart would not help: the worker reconnects by itself. /readyz is 200 while the worker listens for new jobs, otherwise 503.
 */
export async function startStatusServer(options: {
  host: string;
  port: number;
  queue: Queue;
}): Promise<StatusServer> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const runs = new Counter({
    name: 'countersign_job_runs_total',
    help: 'Attempts of jobs by outcome: done, retry, later, dead, timed-out, stopped or lost.',
    labelNames: ['queue', 'job', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'countersign_job_run_seconds',
    help: 'How long attempts of jobs took.',
    labelNames: ['queue', 'job'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
    registers: [registry],
  });
  const waits = new Histogram({
    name: 'countersign_job_wait_seconds',
    help: 'How long jobs were due before their first attempt began.',
    labelNames: ['queue', 'job'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300, 3600],
    registers: [registry],
  });
  new Gauge({
    name: 'countersign_worker_listening',
    help: 'Whether the process is notified of new jobs (1) or only polls (0).',
    registers: [registry],
    collect() {
      this.set(options.queue.listening ? 1 : 0);
    },
  });
  const queueOf = new Map(allJobs.map((job) => [job.name, job.queue]));

  const deliveries = new Counter({
    name: 'countersign_webhook_attempts_total',
    help: 'Attempts of webhook deliveries by outcome and by the stage that they reached.',
    labelNames: ['outcome', 'stage'],
    registers: [registry],
  });
  const deliverySeconds = new Histogram({
    name: 'countersign_webhook_attempt_seconds',
    help: 'How long attempts of webhook deliveries took.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });

  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') {
      response.setHeader('Content-Type', registry.contentType);
      response.end(await registry.metrics());
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
    record: (report) => {
      const labels = { queue: queueOf.get(report.job) ?? '', job: report.job };
      runs.inc({ ...labels, outcome: report.outcome });
      seconds.observe(labels, report.durationMs / 1000);
      if (report.attempt === 1) waits.observe(labels, report.waitedMs / 1000);
    },
    recordDelivery: ({ outcome, stage, durationMs }) => {
      deliveries.inc({ outcome, stage });
      deliverySeconds.observe({ outcome }, durationMs / 1000);
    },
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
