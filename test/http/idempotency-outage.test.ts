/** An Idempotency-Key whose call failed because the database went away in the middle of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDb, createDb } from '@countersign/db/client';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, expect, test } from '@jest/globals';
import { startTcpProxy } from '../chaos/tcp-proxy.ts';
import { startTestApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { until } from '../support/processes.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const closers: Array<() => Promise<unknown>> = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

test('the key is free again once the database is back, long before the claim counts as dead', async () => {
  const { url, queue } = await testDatabase();
  const line = await startTcpProxy(Number(new URL(url).port));
  closers.push(() => line.close());
  const proxied = new URL(url);
  proxied.port = String(line.port);
  const db = createDb(proxied.href, { max: 4 });
  closers.push(() => closeDb(db));
  const folder = await mkdtemp(join(tmpdir(), 'countersign-outage-'));
  closers.push(() => rm(folder, { recursive: true }));
  const files = createFileStorage({ root: folder });
  let whileReading = () => {};
  const storage: typeof files = {
    ...files,
    getBytes: (sha256, options) => {
      whileReading();
      return files.getBytes(sha256, options);
    },
  };
  // The API's clock stands still, so the claim cannot expire.
  const api = await startTestApi({ database: { db, queue }, storage });
  const { live } = await api.createTestWorkspace();
  const created = await live.post('/v1/documents', { title: 'Lease' });
  const path = `/v1/documents/${created.body.id}`;
  const pdf = Buffer.from(await samplePdf(1, 'Lease'));
  await live.put(`${path}/content`).set('Content-Type', 'application/pdf').send(pdf);

  const finalize = () => live.post(`${path}/finalize`).set('Idempotency-Key', 'finalize once');
  whileReading = () => {
    line.setMode('refuse');
    line.cut();
  };
  expect((await finalize()).status).toBe(503);
  whileReading = () => {};
  line.setMode('pass');
  await until(async () => (await finalize()).status === 200, 'the key to be free');
  expect((await live.get(path)).body.status).toBe('draft');
});
