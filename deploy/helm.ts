/** deploy/helm/countersign: the parts of the chart that depend on the queues, the settings, the alerts and the dashboard. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { envSchema } from '@countersign/config/env';
import { type QueueName, queueNames } from '@countersign/contract/queues';
import { allJobs } from '@countersign/queue/jobs';
import { dump } from 'js-yaml';
import { queueDeployments } from './queues.ts';

const chart = 'deploy/helm/countersign';
const made = '# Made by `npm run deploy:files`.\n';
const begin = '# <workers: made by `npm run deploy:files` from deploy/queues.ts>\n';
const end = '# </workers>\n';

/** Set by the chart for each container. */
const setByChart = new Set([
  ...['HOST', 'PORT', 'DATA_DIR', 'QUEUES', 'CONCURRENCY', 'WORKER_PORT', 'DATABASE_POOL'],
  ...['MAILBOX_PORT', 'MAILBOX_SMTP_PORT'],
]);

/** The generated files, by path. */
export function chartFiles(root: string): Map<string, string> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const queries = Object.fromEntries(queueNames.map((queue) => [queue, { waiting: waiting(queue) }]));
  return new Map([
    [`${chart}/values.yaml`, withWorkers(read(`${chart}/values.yaml`))],
    [`${chart}/values.schema.json`, `${JSON.stringify(valuesSchema(), null, 2)}\n`],
    [`${chart}/files/queues.yaml`, made + dump(queries, { lineWidth: -1 })],
    [`${chart}/files/alerts.yaml`, made + read('deploy/prometheus/alerts.yaml')],
    [`${chart}/files/dashboard.json`, read('deploy/grafana/countersign.json')],
  ]);
}

/** Replaces the section `workers` of values.yaml. */
function withWorkers(values: string): string {
  const [before, rest] = values.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${chart}/values.yaml has lost the lines around the generated section`);
  const workers = Object.fromEntries(
    queueNames.map((queue) => {
      const { replicas, most, concurrency, perProcess, cpu, memory, memoryRequest } = queueDeployments[queue];
      const resources = { requests: { cpu, memory: memoryRequest ?? memory }, limits: { memory } };
      return [
        queue,
        { replicas, maxReplicas: most, concurrency, jobsPerReplica: perProcess, resources },
      ] as const;
    }),
  );
  return before + begin + dump({ workers }) + end + after;
}

/**
 * SQL that returns the number of waiting jobs of a queue. Each part counts at most 10,000 rows, using an index, however large the
 * backlog is.
 */
export function waiting(queue: QueueName): string {
  const names = allJobs.filter((job) => job.queue === queue).map((job) => `'${job.name}'`);
  const jobs = `(SELECT count(*) FROM (SELECT 1 FROM pgboss.job WHERE name IN (${names.join(', ')}) AND state < 'active' AND start_after <= now() LIMIT 10000) j)`;
  if (queue !== 'webhook') return `SELECT ${jobs}`;
  const deliveries =
    '(SELECT count(*) FROM (SELECT 1 FROM webhook_delivery WHERE due_at <= now() LIMIT 10000) d)';
  const events =
    '(SELECT count(*) FROM (SELECT 1 FROM outbox_event WHERE fanned_out_at IS NULL LIMIT 10000) e)';
  return `SELECT ${jobs} + ${deliveries} + ${events}`;
}

/** Whether the value of a setting must be in a Secret. */
export function isSecretSetting(name: string): boolean {
  return (
    /SECRET|PASSPHRASE|PASSWORD|TOKEN|_PIN$/.test(name) ||
    ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SMTP_URL'].includes(name)
  );
}

const text = { type: 'string' };
const flag = { type: 'boolean' };
const map = { type: 'object' };
const textMap = { type: 'object', additionalProperties: text };
const list = { type: 'array', items: { type: 'object' } };
const count = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });

/** An object without other members. */
const closed = (properties: Record<string, object>, more: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  ...more,
  properties,
});

/** JSON Schema of values.yaml. It refuses unknown values, so that no misspelled setting is ignored. */
function valuesSchema(): object {
  const settings = Object.entries(envSchema.shape)
    .filter(([name]) => !setByChart.has(name) && !isSecretSetting(name))
    .map(([name, { description }]) => [name, { ...text, description }] as const);
  const resources = closed({ requests: map, limits: map, claims: list });
  const account = closed({ create: flag, name: text, annotations: textMap });
  const worker = closed(
    {
      replicas: count(0, 1000),
      maxReplicas: count(1, 1000),
      concurrency: count(1, 999),
      jobsPerReplica: count(1, 1_000_000),
      resources,
      extraEnv: list,
      extraEnvFrom: list,
      extraVolumes: list,
      extraVolumeMounts: list,
      serviceAccount: account,
      podLabels: textMap,
    },
    { required: ['replicas', 'maxReplicas', 'concurrency', 'jobsPerReplica', 'resources'] },
  );
  const components = ['api', 'migrate', 'test', ...queueNames.map((queue) => `worker-${queue}`)];
  const port = count(1, 65_535);
  const from = closed({ from: list });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Countersign',
    definitions: { worker },
    ...closed({
      global: map,
      image: closed({
        repository: text,
        tag: text,
        digest: { ...text, pattern: '^(sha256:[0-9a-f]{64})?$' },
        pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
      }),
      imagePullSecrets: list,
      nameOverride: text,
      fullnameOverride: text,
      settings: closed(Object.fromEntries(settings)),
      existingSecret: text,
      secrets: { ...textMap, propertyNames: { pattern: '^[A-Z][A-Z0-9_]*$' } },
      sealSecret: text,
      extraEnv: list,
      extraEnvFrom: list,
      extraVolumes: list,
      extraVolumeMounts: list,
      serviceAccount: account,
      migration: closed({ enabled: flag, activeDeadlineSeconds: count(60, 604_800), resources }),
      api: closed({
        replicas: count(1, 1000),
        databasePool: count(1, 500),
        autoscaling: closed({
          enabled: flag,
          maxReplicas: count(1, 1000),
          targetCPUUtilizationPercentage: count(1, 100),
        }),
        resources,
        tmpSize: text,
        service: closed({
          type: { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
          port,
          annotations: textMap,
        }),
      }),
      workers: closed(
        Object.fromEntries(queueNames.map((queue) => [queue, { $ref: '#/definitions/worker' }])),
        {
          required: queueNames,
        },
      ),
      workerDatabasePool: count(1, 500),
      keda: closed({ enabled: flag, pollingInterval: count(1, 3600), cooldownPeriod: count(0, 86_400) }),
      ingress: closed({
        enabled: flag,
        className: text,
        host: text,
        tlsSecret: text,
        annotations: textMap,
      }),
      podDisruptionBudgets: closed({ enabled: flag }),
      networkPolicy: closed({
        enabled: flag,
        api: from,
        metrics: from,
        egress: {
          type: 'array',
          items: closed(
            {
              name: { ...text, pattern: '^[a-z0-9-]{1,15}$' },
              pods: { type: 'array', items: { enum: components } },
              ports: { type: 'array', items: port, minItems: 1 },
              to: list,
            },
            { required: ['name', 'ports'] },
          ),
        },
      }),
      serviceMonitor: closed({
        enabled: flag,
        interval: { ...text, pattern: '^[0-9]+(ms|s|m)$' },
        labels: textMap,
      }),
      prometheusRule: closed({ enabled: flag, labels: textMap }),
      dashboard: closed({ enabled: flag, labels: textMap }),
      podAnnotations: textMap,
      podLabels: textMap,
      nodeSelector: textMap,
      tolerations: list,
      affinity: map,
      priorityClassName: text,
    }),
  };
}
