/** The needs of each queue, for docker-compose.yml and the Helm chart. Add a line here for a new queue (`npm run deploy:files`). */
import type { QueueName } from '@countersign/contract/queues';

export interface QueueDeployment {
  /** Processes that always run. */
  replicas: number;
  /** Processes under load. Housekeeping does not benefit from more than one. */
  most: number;
  /** Concurrent jobs in each process (CONCURRENCY). */
  concurrency: number;
  /** KEDA's target of due jobs per process: what one process completes in about ten seconds. */
  perProcess: number;
  cpu: string;
  /** What a process usually needs, in Kubernetes; the limit if absent. */
  memoryRequest?: string;
  /** Memory limit of a process. */
  memory: string;
}

export const queueDeployments: Record<QueueName, QueueDeployment> = {
  mail: { replicas: 2, most: 10, concurrency: 10, perProcess: 200, cpu: '250m', memory: '512Mi' },
  // Three seals at once, each at its limits: two, and one of another workspace (packages/queue/src/slots.ts).
  seal: {
    replicas: 2,
    most: 20,
    concurrency: 2,
    perProcess: 100,
    cpu: '1',
    memoryRequest: '512Mi',
    memory: '3328Mi',
  },
  // Four Excel files at once, each with as many texts as it may have (bulk-send/shared-strings.ts), or two PDFs of rows at their limits.
  bulk: {
    replicas: 2,
    most: 6,
    concurrency: 4,
    perProcess: 4,
    cpu: '500m',
    memoryRequest: '512Mi',
    memory: '2304Mi',
  },
  webhook: { replicas: 2, most: 6, concurrency: 500, perProcess: 2000, cpu: '500m', memory: '512Mi' },
  expiry: { replicas: 1, most: 4, concurrency: 2, perProcess: 3, cpu: '100m', memory: '384Mi' },
  reminder: { replicas: 1, most: 4, concurrency: 2, perProcess: 3, cpu: '100m', memory: '384Mi' },
  housekeeping: { replicas: 1, most: 1, concurrency: 1, perProcess: 1, cpu: '100m', memory: '384Mi' },
};
