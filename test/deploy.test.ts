/** Checks the files that run Countersign elsewhere against the code: docker-compose.yml and the Helm chart. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryNeed, sumOf } from '@countersign/api/memory-need';
import { envSchema, readEnv } from '@countersign/config/env';
import { type QueueName, queueNames } from '@countersign/contract/queues';
import { inspectionSlots } from '@countersign/core/document/inspect-content';
import { sealingBytes, sealingSlots, waitingBytes } from '@countersign/core/seal/sealing-queue';
import { allJobs } from '@countersign/queue/jobs';
import { createWorkerMetrics } from '@countersign/worker/metrics';
import { startStatusServer } from '@countersign/worker/status-server';
import { describe, expect, test } from '@jest/globals';
import { load, loadAll } from 'js-yaml';
import { generatedFiles } from '../deploy/generate.ts';
import { waiting } from '../deploy/helm.ts';
import { queueDeployments } from '../deploy/queues.ts';
import { findHelm } from '../deploy/release/helm.ts';
import { startTestApi } from './support/api.ts';
import { testDatabase } from './support/database.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
  image?: string;
  environment?: Record<string, string>;
  healthcheck?: object;
  ports?: string[];
  command?: string[];
  volumes?: string[];
  tmpfs?: string[];
  deploy?: { replicas: number; resources?: { limits: { memory: string } } };
}

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: never;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: Array<{ key: string; values: string[] }>;
}

type Probe = Record<
  'startupProbe' | 'readinessProbe' | 'livenessProbe',
  { httpGet: { path: string; port: string } }
>;

interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken: boolean;
  volumes: Array<{ name: string; emptyDir?: { sizeLimit?: string } }>;
  securityContext: object;
  containers: Array<
    {
      image: string;
      command: string[];
      env: Array<{ name: string; value: string }>;
      envFrom: object[];
      resources: { limits: { memory: string } };
      ports: Array<{ name: string; containerPort: number }>;
      securityContext: object;
    } & Probe
  >;
}

interface Deployment extends Omit<Resource, 'spec'> {
  spec: {
    replicas?: number;
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string>; annotations: Record<string, string> };
      spec: PodSpec;
    };
  };
}

interface Scaler extends Omit<Resource, 'spec'> {
  spec: { scaleTargetRef: object; triggers: object[] };
}

interface Policy extends Omit<Resource, 'spec'> {
  spec: { podSelector: Selector; egress?: Array<{ ports: Array<{ port: number }> }> };
}

const secrets = {
  POSTGRES_PASSWORD: 'p',
  S3_SECRET: 's',
  SECRET_KEY: 'k',
  PATH: process.env.PATH ?? '',
};
const compose = load(read('docker-compose.yml')) as { services: Record<string, Service> };
const helm = await findHelm();
const chart = join(root, 'deploy/helm/countersign');
const template = (release: string) => [
  'template',
  release,
  '--namespace',
  'signing',
  '--kube-version',
  '1.33',
];
const parsed = (text: string) => (loadAll(text) as Array<Resource | null>).filter((one) => one !== null);
/** What the chart makes of these values. */
const rendered = (values: object) =>
  parsed(helm.run([...template('prod'), chart, '--values', '-'], JSON.stringify(values)));
const deploymentsOf = (manifests: Resource[]) =>
  manifests.filter(({ kind }) => kind === 'Deployment') as unknown as Deployment[];
/** The pod of a Deployment, Job or Pod; nothing for other kinds. */
const podOf = ({ kind, spec }: Resource): PodSpec[] => {
  if (kind === 'Pod') return [spec];
  return kind === 'Deployment' || kind === 'Job' ? [(spec as Deployment['spec']).template.spec] : [];
};

const least = {
  image: { repository: 'registry.example.com/countersign' },
  existingSecret: 'countersign-secrets',
  settings: { PUBLIC_URL: 'https://sign.example.com', STORAGE_URL: 's3://countersign?region=eu-central-1' },
};
/** Everything that can be switched on. */
const all = {
  image: { ...least.image, digest: `sha256:${'0'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  settings: {
    ...least.settings,
    MAIL_FROM: 'Signing <sign@example.com>',
    SEAL_KEY: 'file:/seal/seal.p12',
    TSA_URL: 'https://tsa.example.com',
    MAX_CSV_BYTES: '10737418240',
  },
  secrets: {
    DATABASE_URL: 'postgresql://countersign:p@pgbouncer:6432/countersign',
    DATABASE_DIRECT_URL: 'postgresql://countersign:p@postgres:5432/countersign',
    SECRET_KEY: 'a key: with "quotes" and $signs',
    SMTP_URL: 'smtps://user:p@mail.example.com',
  },
  sealSecret: 'my-seal-key',
  extraEnv: [{ name: 'AWS_REGION', value: 'eu-central-1' }],
  extraEnvFrom: [{ secretRef: { name: 'key-service' } }],
  extraVolumes: [{ name: 'trust', configMap: { name: 'trust' } }],
  extraVolumeMounts: [{ name: 'trust', mountPath: '/trust', readOnly: true }],
  serviceAccount: { create: true, annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/sign' } },
  workers: {
    seal: {
      extraEnv: [{ name: 'VAULT_NAMESPACE', value: 'own-of-seal' }],
      extraEnvFrom: [{ secretRef: { name: 'own-of-seal' } }],
      extraVolumes: [{ name: 'pkcs11', secret: { secretName: 'own-of-seal' } }],
      extraVolumeMounts: [{ name: 'pkcs11', mountPath: '/own-of-seal', readOnly: true }],
      serviceAccount: { create: true, annotations: { 'eks.amazonaws.com/role-arn': 'own-of-seal' } },
      podLabels: { 'azure.workload.identity/use': 'own-of-seal', team: 'sealing' },
    },
    bulk: { serviceAccount: { name: 'own-of-bulk' } },
  },
  keda: { enabled: true },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'sign-tls' },
  networkPolicy: {
    api: { from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }] },
    metrics: { from: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }] },
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
  dashboard: { enabled: true },
  podAnnotations: { team: 'signing' },
  podLabels: { team: 'signing' },
  nodeSelector: { pool: 'signing' },
  tolerations: [{ key: 'signing', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'high',
};
const [minimal, complete] = [rendered(least), rendered(all)];
/** Where the schemas of an API group are. */
const families: Array<[RegExp, string]> = [
  [/^keda\.sh\//, '@kubernetes-models/keda'],
  [/^monitoring\.coreos\.com\//, '@kubernetes-models/prometheus-operator'],
  [/./, 'kubernetes-models'],
];
const known = new Set([...Object.keys(envSchema.shape), 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);

test('the generated files are up to date: npm run deploy:files', () => {
  for (const [path, text] of generatedFiles()) expect(`${path}\n${read(path)}`).toBe(`${path}\n${text}`);
});

describe('memory', () => {
  const mebibyte = 1024 * 1024;
  const mebibytesOf = (size: string) => {
    const [, count, unit] = /^(\d+)([MG])i?$/.exec(size)!;
    return Number(count) * (unit === 'G' ? 1024 : 1);
  };
  /** The limits of a process in docker-compose.yml and in the cluster. */
  const limitsOf = (name: string) => {
    const deployment = deploymentsOf(minimal).find(({ metadata }) => metadata.name.endsWith(`-${name}`));
    return [
      compose.services[name]!.deploy!.resources!.limits.memory,
      deployment!.spec.template.spec.containers[0]!.resources.limits.memory,
    ].map(mebibytesOf);
  };
  /** The settings that decide, as the deployed process reads them. */
  const settingsOf = (name: string) => {
    const { MAX_BODIES_BYTES, MAX_PDF_BYTES, CONCURRENCY } = compose.services[name]!.environment!;
    const unset = (value = '') => value.replace(/^\$\{\w+:-(.*)\}$/, '$1');
    return readEnv({
      MAX_BODIES_BYTES: unset(MAX_BODIES_BYTES),
      MAX_PDF_BYTES: unset(MAX_PDF_BYTES),
      CONCURRENCY: unset(CONCURRENCY),
    });
  };

  test('all limits of an API together are below the memory of its container', () => {
    const { MAX_BODIES_BYTES: maxBodiesBytes, MAX_PDF_BYTES: maxPdfBytes } = settingsOf('api');
    for (const limit of limitsOf('api')) {
      const pdfSlots = inspectionSlots(64, limit * mebibyte, maxPdfBytes);
      const parts = memoryNeed({ maxBodiesBytes, maxPdfBytes, pdfSlots });
      expect(sumOf(parts) / mebibyte).toBeLessThanOrEqual(limit);
      // Not far below, or docker-compose.yml would ask for memory that is never used.
      expect(sumOf(parts) / mebibyte).toBeGreaterThan(0.9 * limit);
    }
  });

  test('docs/OPERATIONS.md lists the limits of an API with their sizes', () => {
    const { MAX_BODIES_BYTES: maxBodiesBytes, MAX_PDF_BYTES: maxPdfBytes } = settingsOf('api');
    const parts = memoryNeed({ maxBodiesBytes, maxPdfBytes, pdfSlots: 2 });
    const rows = [...parts, { name: 'all of it', bytes: sumOf(parts) }].map(
      ({ name, bytes }) => `| ${name} | ${Math.round(bytes / mebibyte).toLocaleString('en')} MiB |`,
    );
    expect(read('docs/OPERATIONS.md')).toContain(rows.join('\n'));
  });

  test('all seals of a worker at their limits are below the memory of its container', () => {
    const { MAX_PDF_BYTES, CONCURRENCY } = settingsOf('worker-seal');
    // Measured: 280 MB after the start, and garbage.
    const processMebibytes = 400;
    const seals = CONCURRENCY.seal + Math.max(1, Math.floor(CONCURRENCY.seal / 2));
    for (const limit of limitsOf('worker-seal')) {
      const inThreads = Math.min(seals, sealingSlots(64, limit * mebibyte, MAX_PDF_BYTES));
      const bytes =
        inThreads * sealingBytes(MAX_PDF_BYTES) + (seals - inThreads) * waitingBytes(MAX_PDF_BYTES);
      expect(processMebibytes + bytes / mebibyte).toBeLessThanOrEqual(limit);
    }
  });
});

const sealSettings = [
  'SEAL_KEY',
  'SEAL_CERTIFICATE',
  'SEAL_KEY_SECRET',
  'SEAL_P12_FILE',
  'SEAL_P12_PASSPHRASE',
  'SEAL_KEY_PLACES',
];

describe('docker-compose.yml', () => {
  test('runs each queue as a separate service and two APIs, all with health checks', () => {
    const workers = Object.entries(compose.services).filter(([name]) => name.startsWith('worker-'));
    expect(workers.map(([, { environment }]) => environment!.QUEUES)).toEqual([...queueNames]);
    for (const [, { environment, deploy }] of workers)
      expect(deploy!.replicas).toBe(queueDeployments[environment!.QUEUES as QueueName].replicas);
    expect(compose.services.api!.deploy!.replicas).toBe(2);
    for (const [name, service] of Object.entries(compose.services))
      if (name !== 'migrate') expect([name, service.healthcheck]).toEqual([name, expect.anything()]);
  });

  test('publishes only the ports that people need; sign-in and signing emails can be read on this machine only', () => {
    const open = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(open).toEqual(['s3 8333:8333', 'mailpit 127.0.0.1:8025:8025', 'proxy 3000:8080']);
  });

  test('uses settings that exist', () => {
    const used = Object.entries(compose.services)
      .filter(([, { command }]) => command?.some((word) => word.includes('apps/')))
      .flatMap(([, { environment }]) => Object.keys(environment ?? {}));
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  test('keeps temporary files of every process on a disk, not in the memory of its container', () => {
    const ours = Object.entries(compose.services).filter(([, { command }]) =>
      command?.some((word) => word.includes('apps/')),
    );
    expect(ours.length).toBe(2 + queueNames.length);
    for (const [name, { tmpfs = [], volumes }] of ours)
      expect([name, tmpfs, volumes]).toEqual([name, [], expect.arrayContaining(['/tmp'])]);
  });

  test('gives only seal workers the seal key, its settings and its volume', () => {
    const withKey = Object.entries(compose.services).filter(
      ([, { environment, volumes = [] }]) =>
        Object.keys(environment ?? {}).some((name) => sealSettings.includes(name)) ||
        volumes.some((volume) => volume.startsWith('seal:')),
    );
    expect(withKey.map(([name]) => name)).toEqual(['worker-seal']);
    // Operators run `admin doctor` there, which also checks the files of the API.
    expect(compose.services['worker-seal']!.volumes).toEqual(['/tmp', 'seal:/data', 'files:/files']);
  });

  test('gives every process every other setting, so that none in .env is ignored', () => {
    const ofOneProcess = ['PORT', 'DATABASE_POOL', 'QUEUES', 'CONCURRENCY', 'WORKER_PORT'];
    const ofNpmStart = ['MAILBOX_PORT', 'MAILBOX_SMTP_PORT', 'OWNER_EMAIL'];
    // Without a pooler, it is DATABASE_URL.
    const other = new Set([...ofOneProcess, ...ofNpmStart, 'DATABASE_DIRECT_URL']);
    for (const name of ['migrate', 'api', ...queueNames.map((queue) => `worker-${queue}`)]) {
      const given = new Set(Object.keys(compose.services[name]!.environment ?? {}));
      const isOther = (one: string) =>
        other.has(one) || (name !== 'worker-seal' && sealSettings.includes(one));
      const missing = Object.keys(envSchema.shape).filter((one) => !given.has(one) && !isOther(one));
      expect([name, missing]).toEqual([name, []]);
    }
  });

  const hasCompose = spawnSync('docker-compose', ['--version']).status === 0;
  (hasCompose ? test : test.skip)('is valid to Docker Compose itself', () => {
    const printed = execFileSync('docker-compose', ['-f', 'docker-compose.yml', 'config', '--services'], {
      cwd: root,
      encoding: 'utf8',
      env: secrets,
    });
    expect(printed.trim().split('\n').sort()).toEqual(Object.keys(compose.services).sort());
  });
});

describe('the Helm chart', () => {
  test('is accepted by helm lint, with the least and with all values', () => {
    for (const values of [least, all])
      expect(helm.run(['lint', '--strict', chart, '--values', '-'], JSON.stringify(values))).toContain(
        '1 chart(s) linted, 0 chart(s) failed',
      );
  });

  test.each<[string, object, RegExp]>([
    ['an unknown value', { ...least, replicas: 2 }, /replicas/],
    ['an unknown setting', { ...least, settings: { ...least.settings, MAIL_FORM: 'x' } }, /MAIL_FORM/],
    // Helm reads numbers as floats and would print 10737418240 as 1.073741824e+10.
    [
      'a number as a setting',
      { ...least, settings: { ...least.settings, MAX_CSV_BYTES: 10_737_418_240 } },
      /MAX_CSV_BYTES/,
    ],
    ['a secret among the settings', { ...least, settings: { ...least.settings, SMTP_URL: 'x' } }, /SMTP_URL/],
    ['an unknown value of a queue', { ...least, workers: { seal: { envFrom: [] } } }, /envFrom/],
    ['an unknown queue', { ...least, workers: { seals: { replicas: 1 } } }, /seals/],
    ['no image', { ...least, image: {} }, /set image.repository/],
    ['no public address', { ...least, settings: { STORAGE_URL: 's3://b' } }, /settings.PUBLIC_URL/],
    ['no storage', { ...least, settings: { PUBLIC_URL: 'https://c.example' } }, /settings.STORAGE_URL/],
    [
      'no database',
      { ...least, existingSecret: '', secrets: { SECRET_KEY: 'k' } },
      /set existingSecret, or secrets.DATABASE_URL/,
    ],
  ])('refuses %s', (_what, values, expected) => {
    expect(() => rendered(values)).toThrow(expected);
  });

  test('has one Deployment for each queue, and the API', () => {
    for (const manifests of [minimal, complete])
      expect(
        deploymentsOf(manifests)
          .map(({ metadata }) => metadata.name)
          .sort(),
      ).toEqual(
        ['api', ...queueNames.map((queue) => `worker-${queue}`)]
          .map((name) => `prod-countersign-${name}`)
          .sort(),
      );
  });

  test('runs as many processes as deploy/queues.ts says, unless KEDA decides', () => {
    for (const queue of queueNames) {
      const { replicas, most } = queueDeployments[queue];
      const find = (manifests: Resource[]) =>
        deploymentsOf(manifests).find(({ metadata }) => metadata.name.endsWith(`worker-${queue}`))!;
      expect({ queue, replicas: find(minimal).spec.replicas }).toEqual({ queue, replicas });
      expect({ queue, replicas: find(complete).spec.replicas }).toEqual({
        queue,
        replicas: most > replicas ? undefined : replicas,
      });
    }
  });

  test('can be installed twice: names of two releases differ, and pods belong to their own release', () => {
    const other = parsed(helm.run([...template('test'), chart, '--values', '-'], JSON.stringify(all)));
    const key = ({ kind, metadata }: Resource) => `${kind} ${metadata.name}`;
    const names = new Set(complete.map(key));
    expect(other.map(key).filter((name) => names.has(name))).toEqual([]);
    for (const { spec } of deploymentsOf(complete))
      expect(spec.selector.matchLabels).toMatchObject({ 'app.kubernetes.io/instance': 'prod' });
  });

  test('uses settings that exist', () => {
    const given = complete.flatMap(({ data, stringData, kind, metadata }) =>
      kind === 'ConfigMap' && metadata.name.endsWith('-dashboard')
        ? []
        : Object.keys({ ...data, ...stringData }),
    );
    expect(given.length).toBeGreaterThan(10);
    expect(given.filter((name) => !known.has(name))).toEqual([]);
  });

  test('fits the schemas of Kubernetes, KEDA 2 and the Prometheus operator: no unknown member, wrong type or pattern', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-manifests-'));
    try {
      const sources: string[] = [];
      for (const [at, manifest] of complete.entries()) {
        const { apiVersion, kind } = manifest;
        const family = families.find(([pattern]) => pattern.test(apiVersion))![1];
        const path = `${family}/${apiVersion}/${kind}`;
        const model = (await import(path)) as Record<string, new (data: unknown) => { validate(): void }>;
        expect(() => new model[kind]!(manifest).validate()).not.toThrow();
        // The compiled schemas let unknown members pass; the types do not.
        sources.push(
          `import type { I${kind} as Kind${at} } from '${path}';`,
          `export const manifest${at}: Kind${at} = ${JSON.stringify(manifest, null, 1)};`,
        );
      }
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
      await writeFile(join(folder, 'manifests.ts'), sources.join('\n'));
      const compiler = join(root, 'node_modules/.bin/tsc');
      const flags = '--noEmit --strict --skipLibCheck --types node --module nodenext --target es2024'.split(
        ' ',
      );
      const { status, stdout } = spawnSync(compiler, [...flags, join(folder, 'manifests.ts')], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('every container is unprivileged, has a read-only root file system, limits of memory and no token of the cluster', () => {
    const pods = complete.flatMap(podOf);
    expect(pods.length).toBe(queueNames.length + 3);
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
        expect(container.image).toBe(`registry.example.com/countersign@sha256:${'0'.repeat(64)}`);
      }
    }
  });

  test('only seal workers and the test of the installation get the seal key', () => {
    const named = complete.filter((manifest) => JSON.stringify(manifest).includes('my-seal-key'));
    expect(named.map(({ metadata }) => metadata.name).sort()).toEqual([
      'prod-countersign-doctor',
      'prod-countersign-worker-seal',
    ]);
  });

  test("variables, files, account and labels of a queue reach only that queue's processes, and those of seal also the test", () => {
    const named = complete.filter((manifest) => JSON.stringify(manifest).includes('own-of-seal'));
    expect(named.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
      'Deployment prod-countersign-worker-seal',
      'Pod prod-countersign-doctor',
      'ServiceAccount prod-countersign-worker-seal',
    ]);
    for (const pod of named.flatMap(podOf)) {
      const [container] = pod.containers;
      expect(container!.env).toContainEqual({ name: 'VAULT_NAMESPACE', value: 'own-of-seal' });
      // Last, because the last source of a name wins.
      expect(container!.envFrom.at(-1)).toEqual({ secretRef: { name: 'own-of-seal' } });
      expect(JSON.stringify(container)).toContain('"mountPath":"/own-of-seal"');
      expect(JSON.stringify(pod)).toContain('{"name":"pkcs11","secret":{"secretName":"own-of-seal"}}');
    }
  });

  test('a queue can have its own ServiceAccount; the migration has none', () => {
    const accounts = (manifests: Resource[]) =>
      manifests
        .filter((one) => podOf(one).length > 0)
        .map((one) => [
          one.metadata.name.replace('prod-countersign-', ''),
          podOf(one)[0]!.serviceAccountName,
        ]);
    const common = 'prod-countersign';
    expect(Object.fromEntries(accounts(complete))).toEqual({
      ...Object.fromEntries(queueNames.map((queue) => [`worker-${queue}`, common])),
      api: common,
      'worker-bulk': 'own-of-bulk',
      'worker-seal': 'prod-countersign-worker-seal',
      doctor: 'prod-countersign-worker-seal',
      migrate: undefined,
    });
    expect(accounts(minimal).filter(([, account]) => account !== undefined)).toEqual([]);
    const named = { create: true, name: 'sealer' };
    const renamed = rendered({ ...least, workers: { seal: { serviceAccount: named } } });
    expect(Object.fromEntries(accounts(renamed).filter(([, account]) => account !== undefined))).toEqual({
      'worker-seal': 'sealer',
      doctor: 'sealer',
    });
    expect(
      renamed.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name),
    ).toEqual(['sealer']);
  });

  test('runs each process by the command and the settings of docker-compose.yml', () => {
    for (const { metadata, spec } of deploymentsOf(complete)) {
      const { command, environment = {} } = compose.services[metadata.name.replace('prod-countersign-', '')]!;
      const [container] = spec.template.spec.containers;
      const own = ['QUEUES', 'CONCURRENCY', 'WORKER_PORT', 'PORT', 'DATABASE_POOL'];
      expect({
        name: metadata.name,
        command: container!.command,
        env: Object.fromEntries(container!.env.map(({ name, value }) => [name, value])),
      }).toEqual({
        name: metadata.name,
        command,
        env: {
          ...Object.fromEntries(Object.entries(environment).filter(([name]) => own.includes(name))),
          AWS_REGION: 'eu-central-1',
          ...(metadata.name.endsWith('-seal') && { VAULT_NAMESPACE: 'own-of-seal' }),
        },
      });
      expect(container!.ports.map(({ containerPort }) => String(containerPort))).toEqual([
        environment.PORT ?? environment.WORKER_PORT,
      ]);
      expect(container!.envFrom).toEqual([
        { configMapRef: { name: 'prod-countersign' } },
        { secretRef: { name: 'prod-countersign' } },
        { secretRef: { name: 'key-service' } },
        ...(metadata.name.endsWith('-seal') ? [{ secretRef: { name: 'own-of-seal' } }] : []),
      ]);
    }
    // An existing Secret is used by every process, and none is created.
    const existing = minimal.flatMap(podOf).flatMap(({ containers }) => containers);
    for (const { envFrom } of existing)
      expect(envFrom).toContainEqual({ secretRef: { name: 'countersign-secrets' } });
    expect(minimal.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  test('the migration runs before everything else, with its own copy of the settings and without a pooler', () => {
    const hooks = complete.filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade',
    );
    const weights = hooks.map(({ kind, metadata }) => [kind, metadata.annotations!['helm.sh/hook-weight']]);
    expect(weights.sort()).toEqual([
      ['ConfigMap', '-2'],
      ['Job', '-1'],
      ['Secret', '-2'],
    ]);
    const [job] = hooks.filter(({ kind }) => kind === 'Job').flatMap(podOf);
    expect(job!.containers[0]).toMatchObject({
      command: ['sh', '-c', expect.stringMatching(/^DATABASE_URL="\$\{DATABASE_DIRECT_URL:-.* migrate$/)],
      envFrom: [
        { configMapRef: { name: 'prod-countersign-migrate' } },
        { secretRef: { name: 'prod-countersign-migrate' } },
        { secretRef: { name: 'key-service' } },
      ],
    });
    const dataOf = (kind: string, name: string) => {
      const { data, stringData } = complete.find((one) => one.kind === kind && one.metadata.name === name)!;
      return data ?? stringData;
    };
    for (const kind of ['ConfigMap', 'Secret'])
      expect(dataOf(kind, 'prod-countersign-migrate')).toEqual(dataOf(kind, 'prod-countersign'));
  });

  test('a change of a setting or of a created secret replaces the pods', () => {
    const sumsOf = (manifests: Resource[]) =>
      deploymentsOf(manifests).map(({ spec }) => spec.template.metadata.annotations);
    const before = sumsOf(complete);
    for (const changed of [
      { ...all, settings: { ...all.settings, TRUST_PROXY: '2' } },
      { ...all, secrets: { ...all.secrets, SECRET_KEY: 'another' } },
    ])
      for (const [at, sums] of sumsOf(rendered(changed)).entries()) expect(sums).not.toEqual(before[at]);
  });

  test('every selector finds pods of the chart, and every port is open', () => {
    const templates = complete.flatMap((manifest) => {
      const pod = podOf(manifest)[0];
      if (!pod) return [];
      const { metadata, spec } = manifest as unknown as Deployment;
      return [{ labels: spec.template?.metadata.labels ?? metadata.labels!, pod }];
    });
    const found = (selector: Selector) =>
      templates.filter(({ labels }) => {
        const { matchLabels = {}, matchExpressions = [] } = selector;
        return (
          Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
          matchExpressions.every(({ key, values }) => values.includes(labels[key]!))
        );
      });
    for (const { kind, metadata, spec } of complete as unknown as Deployment[]) {
      const { selector, podSelector } = (spec ?? {}) as { selector?: Selector; podSelector?: Selector };
      if (kind === 'ServiceMonitor' || !(selector || podSelector)) continue;
      const chosen = found(
        kind === 'Service' ? { matchLabels: selector as never } : (selector ?? podSelector)!,
      );
      expect({ name: metadata.name, pods: chosen.length > 0 }).toEqual({ name: metadata.name, pods: true });
      if (kind !== 'Service') continue;
      for (const { pod } of chosen)
        for (const { targetPort } of (spec as unknown as { ports: Array<{ targetPort: string }> }).ports)
          expect(pod.containers[0]!.ports.map(({ name }) => name)).toContain(targetPort);
    }
    const services = complete.filter(({ kind }) => kind === 'Service');
    const monitors = complete.filter(({ kind }) => kind === 'ServiceMonitor') as unknown as Deployment[];
    expect(monitors.length).toBe(2);
    for (const { spec } of monitors)
      expect(
        services.filter(({ metadata }) =>
          Object.entries(spec.selector.matchLabels).every(
            ([name, value]) => metadata.labels![name] === value,
          ),
        ).length,
      ).toBe(1);
  });

  test('the policies deny everything else, let only mail workers reach mail servers, and only what needs it port 80', () => {
    const policies = complete.filter(({ kind }) => kind === 'NetworkPolicy') as unknown as Policy[];
    const { spec: deny } = policies.find(({ metadata }) => metadata.name.endsWith('-deny'))!;
    expect(deny).toEqual({
      podSelector: {
        matchLabels: { 'app.kubernetes.io/name': 'countersign', 'app.kubernetes.io/instance': 'prod' },
      },
      policyTypes: ['Ingress', 'Egress'],
    });
    const reaching = (port: number) =>
      policies
        .filter(({ spec }) => spec.egress?.some(({ ports }) => ports.some((one) => one.port === port)))
        .map(({ spec }) => spec.podSelector.matchExpressions?.[0]?.values ?? 'all');
    expect(reaching(5432)).toEqual(['all']);
    expect(reaching(443)).toEqual(['all']);
    expect(reaching(587)).toEqual([['worker-mail', 'test']]);
    expect(reaching(80)).toEqual([['api', 'worker-seal', 'worker-webhook', 'worker-housekeeping', 'test']]);
    expect(rendered({ ...all, networkPolicy: { enabled: false } }).map(({ kind }) => kind)).not.toContain(
      'NetworkPolicy',
    );
  });

  test('keeps at most one process of each part from running while nodes are drained', () => {
    const budgets = complete.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets.map(({ metadata }) => metadata.name).sort()).toEqual(
      [
        'api',
        ...queueNames
          .filter((queue) => queueDeployments[queue].replicas > 1)
          .map((queue) => `worker-${queue}`),
      ]
        .map((name) => `prod-countersign-${name}`)
        .sort(),
    );
    for (const { spec } of budgets) expect(spec).toMatchObject({ maxUnavailable: 1 });
  });

  test('every probe requests a path that its process serves', async () => {
    const { queue } = await testDatabase();
    const api = await startTestApi();
    const status = await startStatusServer({
      host: '127.0.0.1',
      port: 0,
      queue,
      metrics: createWorkerMetrics(queue),
    });
    for (const { metadata, spec } of deploymentsOf(complete)) {
      const [container] = spec.template.spec.containers;
      const isApi = metadata.name.endsWith('-api');
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
        const { path, port } = container![probe].httpGet;
        expect(container!.ports.map(({ name }) => name)).toContain(port);
        const answer = await fetch(`${isApi ? api.url : `http://127.0.0.1:${status.port}`}${path}`);
        await answer.arrayBuffer();
        // A worker is ready while it is notified of jobs, which this status server alone cannot be.
        const expected = !isApi && path === '/readyz' ? [200, 503] : [200];
        expect({ name: metadata.name, probe, path, isRight: expected.includes(answer.status) }).toMatchObject(
          { isRight: true },
        );
      }
    }
    await status.close();
  });

  test('liveness probes do not depend on the database; readiness probes do', () => {
    for (const { spec } of deploymentsOf(complete)) {
      const [container] = spec.template.spec.containers;
      const { startupProbe, readinessProbe, livenessProbe } = container!;
      expect([startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        '/healthz',
        '/readyz',
        '/healthz',
      ]);
    }
    const ours = Object.values(compose.services).filter(({ command }) =>
      /apps\/(api|worker)/.test(String(command)),
    );
    expect(ours.length).toBe(queueNames.length + 1);
    for (const { healthcheck } of ours) expect(JSON.stringify(healthcheck)).toMatch(/:\d+\/healthz'/);
    expect(read('deploy/compose/haproxy.cfg')).toMatch(/option httpchk GET \/readyz/);
  });

  test('HAProxy repeats only GET and HEAD after a connection that ended without a response', () => {
    expect(read('deploy/compose/haproxy.cfg')).toMatch(
      /^ {2}http-request disable-l7-retry unless METH_GET$/m,
    );
  });

  test('KEDA scales existing Deployments, with members of its PostgreSQL scaler and the direct connection', () => {
    const scalers = complete.filter(({ kind }) => kind === 'ScaledObject') as unknown as Scaler[];
    expect(scalers.map(({ metadata }) => metadata.name).sort()).toEqual(
      queueNames
        .filter((name) => queueDeployments[name].most > queueDeployments[name].replicas)
        .map((name) => `prod-countersign-worker-${name}`)
        .sort(),
    );
    for (const { metadata, spec } of scalers) {
      const queue = metadata.name.replace('prod-countersign-worker-', '') as QueueName;
      const { replicas, most, perProcess } = queueDeployments[queue];
      expect(spec).toMatchObject({
        scaleTargetRef: { name: metadata.name },
        minReplicaCount: replicas,
        maxReplicaCount: most,
        triggers: [
          {
            type: 'postgresql',
            metadata: {
              connectionFromEnv: 'DATABASE_DIRECT_URL',
              targetQueryValue: String(perProcess),
              query: waiting(queue),
            },
          },
        ],
      });
    }
    expect(minimal.map(({ kind }) => kind)).not.toContain('ScaledObject');
    const sleeping = rendered({ ...all, workers: { expiry: { replicas: 0 } } });
    const isExpiry = ({ kind, metadata }: Resource) =>
      kind === 'ScaledObject' && metadata.name.endsWith('-expiry');
    expect(sleeping.find(isExpiry)!.spec).toMatchObject({ minReplicaCount: 1 });
  });

  test('the disk for temporary files of an API holds two of the largest uploads', () => {
    const api = deploymentsOf(minimal).find(({ metadata }) => metadata.name.endsWith('-api'))!;
    const { sizeLimit } = api.spec.template.spec.volumes.find(({ name }) => name === 'tmp')!.emptyDir!;
    const [, gibibytes] = /^(\d+)Gi$/.exec(sizeLimit!)!;
    expect(Number(gibibytes) * 1024 ** 3).toBeGreaterThanOrEqual(2 * readEnv({}).MAX_ZIP_BYTES);
  });

  test('the query of KEDA names every job of its queue, and returns a number', async () => {
    const { db } = await testDatabase();
    for (const queue of queueNames) {
      const rows = (await db.$queryRawUnsafe(waiting(queue))) as Array<Record<string, bigint>>;
      expect(rows.map((row) => Object.values(row).map(Number))).toEqual([[0]]);
      for (const job of allJobs) expect(waiting(queue).includes(`'${job.name}'`)).toBe(job.queue === queue);
    }
  });

  test('brings the rules and the dashboard of the repository unchanged', () => {
    const rule = complete.find(({ kind }) => kind === 'PrometheusRule')!;
    expect(rule.spec).toEqual(load(read('deploy/prometheus/alerts.yaml')));
    const dashboard = complete.find(({ metadata }) => metadata.name.endsWith('-dashboard'))!;
    expect(dashboard.data!['countersign.json']).toBe(read('deploy/grafana/countersign.json'));
  });
});
