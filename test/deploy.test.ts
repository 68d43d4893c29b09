/** The files that run Countersign elsewhere, held to the code: queues, settings, metrics, and the questions that scale it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryNeed, sumOf } from '@countersign/api/memory-need';
import { envSchema, readEnv } from '@countersign/config/env';
import { type QueueName, queueNames } from '@countersign/contract/queues';
import { inspectionSlots } from '@countersign/core/document/inspect-content';
import { sealingBytes } from '@countersign/core/seal/seal-document';
import { createWorkerMetrics } from '@countersign/worker/metrics';
import { startStatusServer } from '@countersign/worker/status-server';
import { describe, expect, test } from '@jest/globals';
import { load, loadAll } from 'js-yaml';
import { generatedFiles } from '../deploy/generate.ts';
import { waiting } from '../deploy/kubernetes.ts';
import { queueDeployments } from '../deploy/queues.ts';
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
  deploy?: { replicas: number; resources?: { limits: { memory: string } } };
}

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: never;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

interface Deployment extends Omit<Resource, 'spec'> {
  spec: {
    template: {
      spec: {
        containers: Array<
          {
            command: string[];
            env: Array<{ name: string; value: string }>;
            envFrom: object[];
            resources: { limits: { memory: string } };
            ports: Array<{ containerPort: number }>;
          } & Record<
            'startupProbe' | 'readinessProbe' | 'livenessProbe',
            { httpGet: { path: string; port: string } }
          >
        >;
      };
    };
  };
}

interface Scaler extends Omit<Resource, 'spec'> {
  spec: { scaleTargetRef: object; triggers: object[] };
}

const secrets = {
  POSTGRES_PASSWORD: 'p',
  S3_SECRET: 's',
  SECRET_KEY: 'k',
  PATH: process.env.PATH ?? '',
};
const compose = load(read('docker-compose.yml')) as { services: Record<string, Service> };
const manifests = readdirSync(join(root, 'deploy/kubernetes'))
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => loadAll(read(`deploy/kubernetes/${name}`)) as Resource[]);
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
    const deployment = manifests.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === name,
    ) as unknown as Deployment;
    return [
      compose.services[name]!.deploy!.resources!.limits.memory,
      deployment.spec.template.spec.containers[0]!.resources.limits.memory,
    ].map(mebibytesOf);
  };
  /** The settings that decide, as the deployed process reads them. */
  const settingsOf = (name: string) => {
    const { MAX_BODIES_BYTES, MAX_PDF_BYTES, CONCURRENCY } = compose.services[name]!.environment!;
    return readEnv({ MAX_BODIES_BYTES, MAX_PDF_BYTES, CONCURRENCY });
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
    const need = processMebibytes + (seals * sealingBytes(MAX_PDF_BYTES)) / mebibyte;
    for (const limit of limitsOf('worker-seal')) expect(need).toBeLessThanOrEqual(limit);
  });
});

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

describe('deploy/kubernetes', () => {
  test('has one Deployment for each queue, and the kustomization names every file', () => {
    const workers = manifests.filter(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name !== 'api',
    );
    expect(workers.map(({ metadata }) => metadata.name).sort()).toEqual(
      queueNames.map((queue) => `worker-${queue}`).sort(),
    );
    const { resources } = load(read('deploy/kubernetes/kustomization.yaml')) as { resources: string[] };
    expect([...resources, 'kustomization.yaml'].sort()).toEqual(
      readdirSync(join(root, 'deploy/kubernetes')).sort(),
    );
    for (const { apiVersion, kind, metadata } of manifests)
      expect([apiVersion, kind, metadata.name]).toEqual([
        expect.stringMatching(/^(v1|[a-z.0-9]+\/v\w+)$/),
        expect.stringMatching(/^[A-Z]\w+$/),
        expect.stringMatching(/^[a-z0-9-]+$/),
      ]);
  });

  test('uses settings that exist', () => {
    const given = manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }));
    expect(given.length).toBeGreaterThan(10);
    expect(given.filter((name) => !known.has(name))).toEqual([]);
  });

  test('fits the schemas of Kubernetes 1.3x and KEDA 2: no unknown member, wrong type or pattern', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-manifests-'));
    try {
      const sources: string[] = [];
      for (const [at, manifest] of manifests.entries()) {
        const { apiVersion, kind } = manifest;
        const family = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
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

  test('runs each process by the command and the settings of docker-compose.yml', () => {
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment') as unknown as Deployment[];
    expect(deployments.length).toBe(queueNames.length + 1);
    for (const { metadata, spec } of deployments) {
      const { command, environment = {} } = compose.services[metadata.name]!;
      const [container] = spec.template.spec.containers;
      const own = ['QUEUES', 'CONCURRENCY', 'WORKER_PORT', 'PORT', 'DATABASE_POOL'];
      expect({
        name: metadata.name,
        command: container!.command,
        env: Object.fromEntries(container!.env.map(({ name, value }) => [name, value])),
      }).toEqual({
        name: metadata.name,
        command,
        env: Object.fromEntries(Object.entries(environment).filter(([name]) => own.includes(name))),
      });
      expect(container!.ports.map(({ containerPort }) => String(containerPort))).toEqual([
        environment.PORT ?? environment.WORKER_PORT,
      ]);
      expect(container!.envFrom).toEqual([
        { configMapRef: { name: 'countersign' } },
        { secretRef: { name: 'countersign' } },
      ]);
    }
    const given = new Set(
      manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData })),
    );
    // What the compose file sets for all, a cluster gets by its ConfigMap and Secret; what may be empty may be absent.
    const forAll = Object.entries(compose.services.migrate!.environment!)
      .filter(([, value]) => !/^\$\{\w+:-\}$/.test(value))
      .map(([name]) => name);
    expect(forAll.length).toBeGreaterThan(8);
    expect(forAll.filter((name) => !given.has(name))).toEqual([]);
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
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment') as unknown as Deployment[];
    for (const { metadata, spec } of deployments) {
      const [container] = spec.template.spec.containers;
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
        const { path } = container![probe].httpGet;
        const base = metadata.name === 'api' ? api.url : `http://127.0.0.1:${status.port}`;
        const answer = await fetch(`${base}${path}`);
        await answer.arrayBuffer();
        // A worker is ready while it hears of jobs, which this status server alone cannot.
        const expected = metadata.name !== 'api' && path === '/readyz' ? [200, 503] : [200];
        expect({ name: metadata.name, probe, path, isRight: expected.includes(answer.status) }).toMatchObject(
          {
            isRight: true,
          },
        );
      }
    }
    await status.close();
  });

  test('liveness probes do not depend on the database; readiness probes do', () => {
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment') as unknown as Deployment[];
    for (const { spec } of deployments) {
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
    expect(readFileSync(new URL('../deploy/compose/haproxy.cfg', import.meta.url), 'utf8')).toMatch(
      /option httpchk GET \/readyz/,
    );
  });

  test('KEDA scales existing Deployments, with members of its PostgreSQL scaler and the direct connection', () => {
    const scalers = manifests.filter(({ kind }) => kind === 'ScaledObject') as unknown as Scaler[];
    expect(scalers.map(({ metadata }) => metadata.name).sort()).toEqual(
      queueNames
        .filter((name) => queueDeployments[name].most > queueDeployments[name].replicas)
        .map((name) => `worker-${name}`)
        .sort(),
    );
    const secret = manifests.find(({ kind }) => kind === 'Secret')!;
    for (const { metadata, spec } of scalers) {
      expect(spec.scaleTargetRef).toEqual({ name: metadata.name });
      expect(spec.triggers).toEqual([
        {
          type: 'postgresql',
          metadata: {
            connectionFromEnv: 'DATABASE_DIRECT_URL',
            targetQueryValue: String(
              queueDeployments[metadata.name.replace('worker-', '') as QueueName].perProcess,
            ),
            query: expect.stringMatching(/^SELECT /),
          },
        },
      ]);
      expect(secret.stringData).toHaveProperty('DATABASE_DIRECT_URL');
    }
  });

  test.each(queueNames)('the query of KEDA for %s returns a number', async (queue) => {
    const { db } = await testDatabase();
    const rows = (await db.$queryRawUnsafe(waiting(queue))) as Array<Record<string, bigint>>;
    expect(rows.map((row) => Object.values(row).map(Number))).toEqual([[0]]);
  });
});

describe('the dashboard and the alerts', () => {
  test('use only metrics that the API or a worker exports', async () => {
    const { queue } = await testDatabase();
    const api = await startTestApi();
    const status = await startStatusServer({
      host: '127.0.0.1',
      port: 0,
      queue,
      metrics: createWorkerMetrics(queue),
    });
    const texts = await Promise.all(
      [`${api.url}/metrics`, `http://127.0.0.1:${status.port}/metrics`].map(async (url) =>
        (await fetch(url)).text(),
      ),
    );
    await status.close();
    const exposed = new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
          type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
        ),
      ),
    );
    const asked = ['deploy/grafana/countersign.json', 'deploy/prometheus/alerts.yaml'].flatMap((path) => [
      ...read(path).matchAll(/\b(?:countersign|nodejs|process)_[a-z0-9_]+/g),
    ]);
    expect(asked.length).toBeGreaterThan(25);
    expect([...new Set(asked.map(([name]) => name))].filter((name) => !exposed.has(name))).toEqual([]);
  });

  test('every alert is explained in docs/OPERATIONS.md', () => {
    const { groups } = load(read('deploy/prometheus/alerts.yaml')) as {
      groups: Array<{ rules: Array<{ alert: string }> }>;
    };
    const manual = existsSync(join(root, 'docs/OPERATIONS.md')) ? read('docs/OPERATIONS.md') : '';
    for (const { alert } of groups.flatMap(({ rules }) => rules)) expect(manual).toContain(`\`${alert}\``);
  });
});
