/** Checks the alerts and the dashboard against the metrics, docs/RUNBOOK.md and the unit tests of the alerts. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorkerMetrics } from '@countersign/worker/metrics';
import { startStatusServer } from '@countersign/worker/status-server';
import { describe, expect, test } from '@jest/globals';
import { parser as promql } from '@prometheus-io/lezer-promql';
import { load } from 'js-yaml';
import { startTestApi } from './support/api.ts';
import { testDatabase } from './support/database.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the dashboard and the alerts', () => {
  const { groups } = load(read('deploy/prometheus/alerts.yaml')) as {
    groups: Array<{ rules: Array<{ alert: string; expr: string; annotations: object }> }>;
  };
  const alerts = groups.flatMap(({ rules }) => rules);
  const isPromql = (expr: string) => {
    let isValid = true;
    promql.parse(expr).iterate({
      enter: ({ type }) => {
        if (type.isError) isValid = false;
      },
    });
    return isValid;
  };

  test('use only metrics that the API or a worker exports', async () => {
    const { queue } = await testDatabase();
    const api = await startTestApi({ requestLog: true });
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

  test('every expression of the alerts and the dashboard is PromQL', () => {
    const dashboard = JSON.parse(read('deploy/grafana/countersign.json')) as {
      panels: Array<{ targets?: Array<{ expr: string }> }>;
    };
    const expressions = [
      ...alerts.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ].map((expr) => expr.replaceAll(/\$__(rate_interval|range)/g, '5m'));
    expect(expressions.length).toBeGreaterThan(50);
    expect(expressions.filter((expr) => !isPromql(expr))).toEqual([]);
    expect(isPromql('sum(rate(a_total[5m]) / 2')).toBe(false);
  });

  test('every alert has its entry in docs/RUNBOOK.md, which its annotation names, and a unit test', () => {
    const headings = [...read('docs/RUNBOOK.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(alerts.map(({ alert }) => alert));
    const tested = read('deploy/prometheus/alerts.test.yaml');
    for (const { alert, annotations } of alerts) {
      expect(annotations).toMatchObject({
        summary: expect.any(String),
        runbook: `docs/RUNBOOK.md#${alert.toLowerCase()}`,
      });
      expect(tested).toMatch(new RegExp(`alertname(: |=")${alert}\\b`));
    }
  });

  test('the buckets of the metrics have the limits that alerts and dashboard compare with', async () => {
    const { queue } = await testDatabase();
    const metrics = createWorkerMetrics(queue);
    metrics.recordSeal('sealed', new Date());
    metrics.recordMail('urgent', new Date());
    metrics.recordDelivery({ outcome: 'success', stage: 'answered', durationMs: 1, lagMs: 1 });
    const { text } = await metrics.render();
    const compared = ['deploy/grafana/countersign.json', 'deploy/prometheus/alerts.yaml'].flatMap((path) => [
      ...read(path)
        .replaceAll('\\"', '"')
        .matchAll(/(\w+_bucket)\{[^}]*le="(\d+)"/g),
    ]);
    expect(compared.length).toBeGreaterThanOrEqual(9);
    for (const [, name, le] of compared) expect(text).toMatch(new RegExp(`^${name}\\{le="${le}"`, 'm'));
  });

  test('seals below the level and archive timestamps are counted, with zeros from the start', async () => {
    const { queue } = await testDatabase();
    const metrics = createWorkerMetrics(queue);
    const counted = async () =>
      (await metrics.render()).text.match(/^countersign_(?:seals_below|archive)\w+(?:\{.*\})? \d+$/gm);
    expect(await counted()).toEqual([
      'countersign_seals_below_level_total 0',
      'countersign_archive_renewals_total{outcome="renewed"} 0',
      'countersign_archive_renewals_total{outcome="failed"} 0',
      'countersign_archive_renewals_total{outcome="waiting"} 0',
    ]);
    metrics.recordSeal('sealed', new Date());
    metrics.recordSeal('sealed below level', new Date());
    metrics.recordArchives({ renewed: 3, failed: 2, waiting: 1 });
    expect(await counted()).toEqual([
      'countersign_seals_below_level_total 1',
      'countersign_archive_renewals_total{outcome="renewed"} 3',
      'countersign_archive_renewals_total{outcome="failed"} 2',
      'countersign_archive_renewals_total{outcome="waiting"} 1',
    ]);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  (hasPromtool ? test : test.skip)('pass the unit tests of promtool', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], {
      cwd: join(root, 'deploy/prometheus'),
      encoding: 'utf8',
    });
    expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
  });
});
