/** The files that run Countersign elsewhere, held to the code: queues, settings, metrics, and the questions that scale it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { envSchema } from '@countersign/config/env';
import { type QueueName, queueNames } from '@countersign/queue/jobs';
import { startStatusServer } from '@countersign/worker/status-server';
import { describe, expect, test } from '@jest/globals';
import { load, loadAll } from 'js-yaml';
import { generatedFiles } from '../deploy/generate.ts';
import { waiting } from '../deploy/kubernetes.ts';
import { queueDeployments } from '../deploy/queues.ts';
import { startTestApi } from './support/api.ts';
import { testDatabase } from './support/database.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
  image?: string;
  environment?: Record<string, string>;
  healthcheck?: object;
  ports?: string[];
  command?: string[];
  deploy?: { replicas: number };
}

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: never;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
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

describe('docker-compose.yml', () => {
  test('runs every queue as a service of its own, two APIs, and watches the health of all', () => {
    const workers = Object.entries(compose.services).filter(([name]) => name.startsWith('worker-'));
    expect(workers.map(([, { environment }]) => environment!.QUEUES)).toEqual([...queueNames]);
    for (const [, { environment, deploy }] of workers)
      expect(deploy!.replicas).toBe(queueDeployments[environment!.QUEUES as QueueName].replicas);
    expect(compose.services.api!.deploy!.replicas).toBe(2);
    for (const [name, service] of Object.entries(compose.services))
      if (name !== 'migrate') expect([name, service.healthcheck]).toEqual([name, expect.anything()]);
  });

  test('opens to the network what people need; the mails that let people in are for this machine alone', () => {
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
  test('has one Deployment a queue, and the kustomization names every file', () => {
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

  test.each(queueNames)('what KEDA asks for %s is a number that the database answers', async (queue) => {
    const { db } = await testDatabase();
    const rows = (await db.$queryRawUnsafe(waiting(queue))) as Array<Record<string, bigint>>;
    expect(rows.map((row) => Object.values(row).map(Number))).toEqual([[0]]);
  });
});

describe('the dashboard and the alerts', () => {
  test('ask only for metrics that the API or a worker has', async () => {
    const { queue } = await testDatabase();
    const api = await startTestApi();
    const status = await startStatusServer({ host: '127.0.0.1', port: 0, queue });
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
