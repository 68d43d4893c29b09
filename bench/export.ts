/**
 * `admin workspace export` by size: memory, processor time and duration. Documents are copies of a sealed document with two signers: one
 * page, its events and three files each. EXPORT_BENCH_DOCUMENTS sets the sizes (default 1000,10000,50000), EXPORT_BENCH_NODE_OPTIONS the
 * options of the command's Node.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createWorkspace } from '@countersign/core/workspace/create';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { sealedDocument } from '../test/support/sealed-files.ts';
import { track } from './support/children.ts';
import { copyDocuments } from './support/copy-documents.ts';
import { usedBy } from './support/service.ts';
import { figure, printTable } from './support/table.ts';
import { benchSecret, ctxOf, openBench } from './writers/prepare.ts';

export const title = 'Exporting a workspace';

// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const sizes = (process.env.EXPORT_BENCH_DOCUMENTS ?? '1000,10000,50000').split(',').map(Number);
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const nodeOptions = process.env.EXPORT_BENCH_NODE_OPTIONS;
const admin = fileURLToPath(new URL('../apps/admin/src/main.ts', import.meta.url));

/** Prints the table; about ten minutes at full size on two cores. */
export async function run(): Promise<void> {
  const server = await startThrowawayPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-export-'));
  try {
    await migrateDatabase(server.url, { log: silentLog });
    const id = await prepare(server.url, folder);
    const rows: string[][] = [];
    for (let at = 0, made = 1; at < sizes.length; made = sizes[at]!, at += 1) {
      await copyDocuments(server.url, id, made, sizes[at]!);
      const out = join(folder, 'export');
      const used = await runExport(server.url, folder, out);
      rows.push([
        String(sizes[at]),
        figure(used.peakMebibytes),
        figure(used.cpuSeconds),
        figure(used.seconds),
      ]);
      await rm(out, { recursive: true });
    }
    printTable(['documents', 'most memory, MiB', 'processor, s', 'time, s'], rows);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates the original document. Resolves with its id. */
async function prepare(url: string, folder: string): Promise<string> {
  const base = await openBench(url, folder);
  const made = await createWorkspace(base, {
    slug: 'large',
    name: 'Large',
    ownerEmail: 'owner@example.test',
  });
  const { document } = await sealedDocument(ctxOf(base, made), folder);
  await base.close();
  return document.id;
}

/** Runs the command and measures it until it ends. */
async function runExport(url: string, folder: string, out: string) {
  const started = performance.now();
  const child = track(
    spawn(process.execPath, [admin, 'workspace', 'export', '--workspace', 'large', '--out', out], {
      env: {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: url,
        DATA_DIR: folder,
        STORAGE_URL: `file:${join(folder, 'blobs')}`,
        SECRET_KEY: benchSecret,
        ...(nodeOptions && { NODE_OPTIONS: nodeOptions }),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const ended = once(child, 'close');
  let used = await usedBy(child.pid!);
  while (child.exitCode === null && child.signalCode === null) {
    const now = await usedBy(child.pid!);
    if (now.peakMebibytes > 0) used = now;
    await Promise.race([ended, delay(20)]);
  }
  if (child.exitCode !== 0) throw new Error(`the export ended with ${child.exitCode ?? child.signalCode}`);
  return { ...used, seconds: (performance.now() - started) / 1000 };
}
