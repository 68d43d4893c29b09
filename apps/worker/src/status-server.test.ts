import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { createWorkerQueue } from '@countersign/queue/queue';
import { expect, test } from '@jest/globals';
import { until } from '../../../test/support/processes.ts';
import { createWorkerMetrics } from './metrics.ts';
import { startStatusServer } from './status-server.ts';

test('a worker is unready but alive while the database is unavailable, and becomes ready again by itself', async () => {
  const server = await startThrowawayPostgres();
  await migrateDatabase(server.url, { log: silentLog });
  const queue = createWorkerQueue({ url: server.url, log: silentLog });
  await queue.start();
  const status = await startStatusServer({
    host: '127.0.0.1',
    port: 0,
    queue,
    metrics: createWorkerMetrics(queue),
  });
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${status.port}${path}`);
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };
  const untilReady = async (expected: number) => {
    let answer = await ask('/readyz');
    await until(async () => {
      answer = await ask('/readyz');
      return answer[0] === expected;
    }, `readiness ${expected}`);
    return answer[1];
  };
  try {
    expect(await untilReady(200)).toBe('ready');
    await server.halt('fast');
    expect(await untilReady(503)).toBe('database away');
    expect(await ask('/healthz')).toEqual([200, 'ok']);
    await server.resume();
    expect(await untilReady(200)).toBe('ready');
    expect(await ask('/healthz')).toEqual([200, 'ok']);
  } finally {
    await status.close();
    await queue.stop();
    await server.stop();
  }
});
