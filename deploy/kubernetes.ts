/** deploy/kubernetes: a kustomize base with one Deployment per queue. KEDA scales them by the jobs that wait in the database. */
import { queueNames } from '@countersign/contract/queues';
import { allJobs } from '@countersign/queue/jobs';
import { type QueueDeployment, queueDeployments } from './queues.ts';

type Queue = (typeof queueNames)[number];

const folder = 'deploy/kubernetes';
const made = '# Made by `npm run deploy:files` from deploy/queues.ts.\n';

/** The files that depend on the list of queues, by path. */
export function kubernetesFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const queue of queueNames) files.set(`${folder}/worker-${queue}.yaml`, made + worker(queue));
  files.set(`${folder}/kustomization.yaml`, made + kustomization());
  return files;
}

function kustomization(): string {
  const resources = [
    'namespace.yaml',
    'settings.yaml',
    'migrate.yaml',
    'api.yaml',
    ...queueNames.map((queue) => `worker-${queue}.yaml`),
  ];
  return `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: countersign
resources:
${resources.map((name) => `  - ${name}`).join('\n')}
images:
  - name: countersign
    newName: registry.example.com/countersign
    newTag: "0.1.0"
`;
}

function worker(queue: Queue): string {
  const deployment = queueDeployments[queue];
  const parts = [deploymentOf(queue, deployment)];
  if (deployment.replicas > 1) parts.push(budgetOf(queue));
  if (deployment.most > deployment.replicas) parts.push(scalerOf(queue, deployment));
  return parts.join('---\n');
}

function deploymentOf(queue: Queue, deployment: QueueDeployment): string {
  const { replicas, most, concurrency, cpu, memory, memoryRequest = memory } = deployment;
  // No replicas here if KEDA scales the Deployment.
  const count = most > replicas ? '' : `  replicas: ${replicas}\n`;
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker-${queue}
  labels: {app.kubernetes.io/name: countersign, app.kubernetes.io/component: worker-${queue}}
spec:
${count}  selector:
    matchLabels: {app.kubernetes.io/name: countersign, app.kubernetes.io/component: worker-${queue}}
  template:
    metadata:
      labels: {app.kubernetes.io/name: countersign, app.kubernetes.io/component: worker-${queue}}
      annotations: {prometheus.io/scrape: "true", prometheus.io/port: "9090", prometheus.io/path: /metrics}
    spec:
      terminationGracePeriodSeconds: 35
      automountServiceAccountToken: false
      securityContext: {runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, seccompProfile: {type: RuntimeDefault}}
      containers:
        - name: worker
          image: countersign
          command: [node, apps/worker/src/main.ts]
          env:
            - {name: QUEUES, value: "${queue}"}
            - {name: CONCURRENCY, value: "${concurrency}"}
            - {name: WORKER_PORT, value: "9090"}
            - {name: DATABASE_POOL, value: "6"}
          envFrom:
            - configMapRef: {name: countersign}
            - secretRef: {name: countersign}
          ports:
            - {name: status, containerPort: 9090}
          startupProbe:
            httpGet: {path: /healthz, port: status}
            periodSeconds: 2
            failureThreshold: 60
          readinessProbe:
            httpGet: {path: /readyz, port: status}
            periodSeconds: 10
          # Not /readyz: while the database is down, a worker waits for it and needs no restart.
          livenessProbe:
            httpGet: {path: /healthz, port: status}
            periodSeconds: 20
            timeoutSeconds: 10
            failureThreshold: 6
          resources:
            requests: {cpu: "${cpu}", memory: ${memoryRequest}}
            limits: {memory: ${memory}}
          securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
          volumeMounts:
            - {name: tmp, mountPath: /tmp}
            - {name: data, mountPath: /data}
            - {name: seal, mountPath: /seal, readOnly: true}
      volumes:
        - {name: tmp, emptyDir: {}}
        - {name: data, emptyDir: {}}
        - name: seal
          secret: {secretName: countersign-seal, optional: true}
`;
}

function budgetOf(queue: Queue): string {
  return `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: worker-${queue}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {app.kubernetes.io/name: countersign, app.kubernetes.io/component: worker-${queue}}
`;
}

/** Counts at most 10,000 rows, using an index, however large the backlog is. */
function scalerOf(queue: Queue, { replicas, most, perProcess }: QueueDeployment): string {
  return `apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: worker-${queue}
spec:
  scaleTargetRef: {name: worker-${queue}}
  minReplicaCount: ${replicas}
  maxReplicaCount: ${most}
  pollingInterval: 10
  cooldownPeriod: 120
  advanced:
    horizontalPodAutoscalerConfig:
      behavior:
        scaleDown: {stabilizationWindowSeconds: 120}
  triggers:
    - type: postgresql
      metadata:
        # KEDA prepares statements by name, which a pooler in transaction mode may not pass on.
        connectionFromEnv: DATABASE_DIRECT_URL
        targetQueryValue: "${perProcess}"
        query: >-
          ${waiting(queue)}
`;
}

/** The number of waiting jobs of a queue. test/deploy.test.ts runs these queries on a real database. */
export function waiting(queue: Queue): string {
  const names = allJobs.filter((job) => job.queue === queue).map((job) => `'${job.name}'`);
  const jobs = `(SELECT count(*) FROM (SELECT 1 FROM pgboss.job WHERE name IN (${names.join(', ')}) AND state < 'active' AND start_after <= now() LIMIT 10000) j)`;
  if (queue !== 'webhook') return `SELECT ${jobs}`;
  const deliveries =
    '(SELECT count(*) FROM (SELECT 1 FROM webhook_delivery WHERE due_at <= now() LIMIT 10000) d)';
  const events =
    '(SELECT count(*) FROM (SELECT 1 FROM outbox_event WHERE fanned_out_at IS NULL LIMIT 10000) e)';
  return `SELECT ${jobs} + ${deliveries} + ${events}`;
}
