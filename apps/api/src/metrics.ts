/** The metrics of the API for Prometheus: requests, the process, queues and backlogs (docs/OPERATIONS.md). */
import type { Base } from '@countersign/core/ctx';
import { readQueuedMails } from '@countersign/core/mail/inspect';
import type { RequestLog } from '@countersign/core/request-log/writer';
import { readUnsealedDocuments } from '@countersign/core/seal/inspect';
import { readDeadDeliveries, readDueDeliveries, readWaitingEvents } from '@countersign/core/webhook/inspect';
import { countLimit, inspectJobs, type JobStatus } from '@countersign/queue/inspect';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface RequestFacts {
  method: string;
  /** The path with named parameters, so that the number of values is bounded. */
  route: string;
  status: number;
  seconds: number;
}

export interface Metrics {
  observeRequest(facts: RequestFacts): void;
  /** The metrics as text. While the database is unavailable, gauges that need it are omitted and countersign_database_up is 0. */
  render(): Promise<{ contentType: string; text: string }>;
}

type MetricsBase = Pick<Base, 'db' | 'queue' | 'log' | 'now'> & { requestLog?: Pick<RequestLog, 'dropped'> };

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Creates the metrics of one process. */
export function createMetrics(base: MetricsBase): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'countersign_http_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'countersign_http_server_errors_total',
    help: 'Responses with status 5xx.',
    labelNames: ['route'],
    registers: [registry],
  });
  const { requestLog } = base;
  if (requestLog) {
    new Counter({
      name: 'countersign_request_log_dropped_total',
      help: 'Entries of the request log that were lost because the database was unavailable or slow.',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(requestLog.dropped());
      },
    });
  }
  const refresh = databaseGauges(registry, base);
  /** Concurrent scrapes share one query. */
  let refreshing: Promise<void> | null = null;
  return {
    observeRequest: ({ method, route, status, seconds }) => {
      durations.observe({ method: methods.has(method) ? method : 'other', route, status }, seconds);
      if (status >= 500) failures.inc({ route });
    },
    render: async () => {
      refreshing ??= refresh().finally(() => {
        refreshing = null;
      });
      await refreshing;
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function databaseGauges(registry: Registry, base: MetricsBase): () => Promise<void> {
  const { log, now } = base;
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('countersign_database_up', 'Whether the database answered: 1 or 0.');
  const flows = [
    {
      count: gauge('countersign_documents_unsealed', 'Completed documents that are not sealed yet.'),
      oldest: gauge(
        'countersign_documents_unsealed_oldest_seconds',
        'How long the oldest of them has waited for its seal.',
      ),
      read: readUnsealedDocuments,
    },
    {
      count: gauge('countersign_mails_queued', 'Emails that no mail server has accepted yet.'),
      oldest: gauge('countersign_mails_queued_oldest_seconds', 'How long the oldest of them has waited.'),
      read: readQueuedMails,
    },
    {
      count: gauge(
        'countersign_webhook_due',
        'Webhook deliveries that are due or under way, counted up to 10,000.',
      ),
      oldest: gauge('countersign_webhook_due_oldest_seconds', 'How long the oldest of them has been due.'),
      read: readDueDeliveries,
    },
    {
      count: gauge(
        'countersign_webhook_events_waiting',
        'Events without webhook deliveries yet, counted up to 10,000.',
      ),
      oldest: gauge('countersign_webhook_events_oldest_seconds', 'How long the oldest of them has waited.'),
      read: readWaitingEvents,
    },
    {
      count: gauge(
        'countersign_webhook_dead',
        'Webhook deliveries that failed for good, counted up to 10,000.',
      ),
      oldest: gauge('countersign_webhook_dead_oldest_seconds', 'How long ago the oldest of them was made.'),
      read: readDeadDeliveries,
    },
  ];
  const perJob = (name: string, help: string) => gauge(name, help, ['queue', 'job']);
  const jobGauges: Array<[Gauge, (status: JobStatus) => number]> = [
    [
      perJob('countersign_queue_ready', `Jobs that wait and are due, counted up to ${countLimit}.`),
      (s) => s.ready,
    ],
    [
      perJob('countersign_queue_oldest_ready_seconds', 'How long the oldest due job has been due.'),
      (s) => s.oldestReadySeconds ?? 0,
    ],
    [perJob('countersign_queue_active', 'Jobs that run.'), (s) => s.active],
    [perJob('countersign_queue_retrying', 'Jobs that failed and will be tried again.'), (s) => s.retrying],
    [perJob('countersign_queue_dead', 'Jobs that failed for good.'), (s) => s.dead],
  ];
  return async () => {
    try {
      const [statuses, ...waiting] = await Promise.all([
        inspectJobs(base.queue),
        ...flows.map(({ read }) => read(base.db)),
      ]);
      up.set(1);
      for (const [at, flow] of flows.entries()) {
        const { count, oldest } = waiting[at]!;
        flow.count.set(count);
        flow.oldest.set(oldest ? Math.max(0, (now().getTime() - oldest.getTime()) / 1000) : 0);
      }
      for (const status of statuses)
        for (const [target, read] of jobGauges)
          target.set({ queue: status.queue, job: status.job }, read(status));
    } catch (error) {
      log.warn('metrics without the database: it is unavailable', { error });
      up.set(0);
      for (const { count, oldest } of flows) for (const stale of [count, oldest]) stale.reset();
      for (const [stale] of jobGauges) stale.reset();
    }
  };
}
