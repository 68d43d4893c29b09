/** `admin workspace export` as an operator runs it, with less memory than the size of its output. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { encodeId, newId } from '@countersign/contract/ids';
import { withTransaction } from '@countersign/core/ctx';
import { appendEvents } from '@countersign/core/event/append';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../support/base.ts';
import { compileCache } from '../support/cache.ts';
import { copyRows, finalizedDraft } from '../support/documents.ts';

const admin = fileURLToPath(new URL('../../apps/admin/src/main.ts', import.meta.url));
const heapMegabytes = 80;
/** With a small space for new objects, because several threads clean a large one, which takes three times the processor time here. */
const heapFlags = [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=2'];
/** The rows alone and the audit trail alone are larger than the heap. */
const documents = 350;
const messageBytes = 250_000;
const rounds = 9;
const eventsAtOnce = 1000;
const payloadBytes = 10_000;

test(`rows of more than ${heapMegabytes} MB, and an audit trail of the same size, are exported with a heap of ${heapMegabytes} MB`, async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const first = await finalizedDraft(ctx);
  await copyRows(base, first, Array.from({ length: documents - 1 }, newId));
  const where = { workspaceId: ctx.workspaceId };
  await base.db.document.updateMany({ where, data: { message: 'm'.repeat(messageBytes) } });
  const event = { type: 'envelope.updated' as const, payload: { changed: 'c'.repeat(payloadBytes) } };
  const many = Array.from({ length: eventsAtOnce }, () => event);
  for (let round = 0; round < rounds; round += 1)
    await withTransaction(ctx, (tx) => appendEvents(tx, first.id, many));

  const { slug } = await base.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
  const out = join(base.folder, 'export');
  const words = ['workspace', 'export', '--workspace', slug, '--out', out];
  const env = {
    PATH: process.env.PATH ?? '',
    ...compileCache,
    DATABASE_URL: base.databaseUrl,
    DATA_DIR: base.folder,
    STORAGE_URL: `file:${join(base.folder, 'blobs')}`,
  };
  await promisify(execFile)(process.execPath, [...heapFlags, admin, ...words], {
    env,
  });
  const { counts, missing, bytes } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'));
  expect([counts, missing]).toMatchObject([{ documents, blobs: documents }, []]);
  const trailBytes = rounds * eventsAtOnce * payloadBytes;
  expect(Math.min(documents * messageBytes, trailBytes)).toBeGreaterThan(heapMegabytes * 2 ** 20);
  expect(bytes).toBeGreaterThan(documents * messageBytes + trailBytes);

  const folder = join(out, 'documents', first.createdAt.toISOString().slice(0, 7), encodeId('doc', first.id));
  const trail = JSON.parse(await readFile(join(folder, 'events.json'), 'utf8')) as Array<{ seq: number }>;
  expect(trail.map(({ seq }) => seq)).toEqual(Array.from({ length: counts.events }, (_none, at) => at + 1));
});
