/** What Prometheus reads at /metrics: requests, the process, the queues, and completed documents that still await their seal. */
import type { Base } from '@countersign/core/ctx';
import { inspectJobs, type JobStatus } from '@countersign/queue/inspect';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface RequestFacts {
  method: string;
  /** With its parameters named: a bounded set. */
  route: string;
  status: number;
  seconds: number;
}

export interface Metrics {
  observeRequest(facts: RequestFacts): void;
  /** The text format. Gauges that need the database are left out while it is away, and countersign_database_up is 0. */
  render(): Promise<{ contentType: string; text: string }>;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Metrics of one process. */
export function createMetrics(base: Pick<Base, 'db' | 'queue' | 'log' | 'now'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'countersign_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'countersign_http_server_errors_total',
    help: 'Answers with status 5xx.',
    labelNames: ['route'],
    registers: [registry],
  });
  const database = databaseGauges(registry);
  return {
    observeRequest: ({ method, route, status, seconds }) => {
      durations.observe({ method: methods.has(method) ? method : 'other', route, status }, seconds);
      if (status >= 500) failures.inc({ route });
    },
    render: async () => {
      await database.refresh(base);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function databaseGauges(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('countersign_database_up', 'Whether the database answered: 1 or 0.');
  const unsealed = gauge('countersign_documents_unsealed', 'Completed documents that are not sealed yet.');
  const oldest = gauge(
    'countersign_documents_unsealed_oldest_seconds',
    'How long the oldest of them has waited for its seal.',
  );
  const jobGauges: Array<[Gauge, (status: JobStatus) => number]> = [
    [
      gauge('countersign_queue_ready', 'Jobs that wait and are due, counted up to 10,000.', ['job']),
      (s) => s.ready,
    ],
    [
      gauge('countersign_queue_oldest_ready_seconds', 'How long the oldest due job has been due.', ['job']),
      (s) => s.oldestReadySeconds ?? 0,
    ],
    [gauge('countersign_queue_active', 'Jobs that run.', ['job']), (s) => s.active],
    [
      gauge('countersign_queue_retrying', 'Jobs that failed and will be tried again.', ['job']),
      (s) => s.retrying,
    ],
    [gauge('countersign_queue_dead', 'Jobs that gave up.', ['job']), (s) => s.dead],
  ];
  return {
    refresh: async ({ db, queue, log, now }: Pick<Base, 'db' | 'queue' | 'log' | 'now'>) => {
      try {
        const [facts] = await readUnsealed(db);
        up.set(1);
        unsealed.set(facts?.count ?? 0);
        oldest.set(facts?.oldest ? Math.max(0, (now().getTime() - facts.oldest.getTime()) / 1000) : 0);
        for (const status of await inspectJobs(queue))
          for (const [target, read] of jobGauges) target.set({ job: status.job }, read(status));
      } catch (error) {
        log.warn('metrics without the database', { error });
        up.set(0);
        for (const stale of [unsealed, oldest, ...jobGauges.map(([target]) => target)]) stale.reset();
      }
    },
  };
}

/** By the partial index document_unsealed; counts up to 10,000. */
function readUnsealed(db: Base['db']): Promise<Array<{ count: number; oldest: Date | null }>> {
  return db.$queryRaw`
    SELECT
      (SELECT count(*)::int FROM (
        SELECT 1 FROM document WHERE status = 'completed' AND sealed_at IS NULL LIMIT 10000) unsealed) AS count,
      (SELECT completed_at FROM document WHERE status = 'completed' AND sealed_at IS NULL
        ORDER BY completed_at LIMIT 1) AS oldest`;
}
