/**
 * Measures the complete work of one seal worker process: fetch jobs, read the file and the audit trail, seal, store durably, and commit
 * with event and emails. PostgreSQL has durability on, storage is a folder, and the worker is started as an operator starts it.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createWorkspace } from '@countersign/core/workspace/create';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { finalizedDraft, sentCopy, signAs } from '../../test/support/documents.ts';
import { type BenchBase, benchSecret, ctxOf, openBench } from '../writers/prepare.ts';
import { track } from './children.ts';

const DOCUMENTS = 400;
const AT_ONCE = 8;
/** The first documents are not counted, because they are sealed while the JIT compiler is still optimizing. */
const SHARE_OF_WARM_UP = 0.4;
const LONGEST_MS = 180_000;

export interface WorkerMeasurement {
  documents: number;
  /** Documents per second after the warm-up. */
  perSecond: number;
  /** Processor time of all threads of the worker process for the same documents; null if the system is not Linux. */
  cpuMs: number | null;
  /** Most memory that the worker process used, in MiB; null if the system is not Linux. */
  peakMib: number | null;
}

/**
 * Measures one worker process while it seals a backlog of documents with two signers, all made from this file. Takes about a minute. With
 * `keyMs`, the key takes this time for each signature.
 */
export async function measureSealWorker(
  pdf: Uint8Array,
  concurrency: number,
  keyMs: number | null = null,
): Promise<WorkerMeasurement> {
  const server = await startThrowawayPostgres({
    flags: ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'],
  });
  const folder = await mkdtemp(join(tmpdir(), 'countersign-seal-worker-'));
  try {
    await migrateDatabase(server.url, { log: silentLog });
    const base = await openBench(server.url, folder);
    try {
      await completeDocuments(base, pdf);
      const worker = startWorker(server.url, folder, concurrency, keyMs);
      const gone = once(worker, 'exit');
      try {
        return { ...(await watch(base, worker.pid!)), peakMib: peakMibOf(worker.pid!) };
      } finally {
        worker.kill('SIGTERM');
        await gone;
      }
    } finally {
      await base.close();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function completeDocuments(base: BenchBase, pdf: Uint8Array): Promise<void> {
  const made = await createWorkspace(base, {
    slug: 'seals',
    name: 'Seals',
    ownerEmail: 'owner@example.test',
  });
  const ctx = ctxOf(base, made);
  const source = await finalizedDraft(ctx, {}, pdf);
  let left = DOCUMENTS;
  const loops = Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0) {
      const document = await sentCopy(ctx, source);
      for (const recipient of document.recipients) await signAs(base, document, recipient);
    }
  });
  await Promise.all(loops);
}

function startWorker(databaseUrl: string, folder: string, concurrency: number, keyMs: number | null) {
  const slowSigner = join(import.meta.dirname, 'slow-signer.ts');
  return track(
    fork(join(import.meta.dirname, '../../apps/worker/src/main.ts'), [], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        STORAGE_URL: `file:${join(folder, 'blobs')}`,
        DATA_DIR: folder,
        SECRET_KEY: benchSecret,
        QUEUES: 'seal',
        CONCURRENCY: `seal=${concurrency}`,
        LOG_LEVEL: 'error',
        ...(keyMs !== null && { SEAL_KEY: `module:${slowSigner}?milliseconds=${keyMs}` }),
      },
    }),
  );
}

/** Waits until everything is sealed and reads the rate from the times of the seals. */
async function watch(base: BenchBase, pid: number): Promise<Omit<WorkerMeasurement, 'peakMib'>> {
  const deadline = performance.now() + LONGEST_MS;
  let warm: { unsealed: number; cpuMs: number | null } | null = null;
  let ended: number | null = null;
  for (;;) {
    const unsealed = await base.db.document.count({ where: { status: 'completed', sealedAt: null } });
    if (unsealed <= DOCUMENTS * (1 - SHARE_OF_WARM_UP)) warm ??= { unsealed, cpuMs: cpuMsOf(pid) };
    if (unsealed === 0) {
      ended = cpuMsOf(pid);
      break;
    }
    if (performance.now() > deadline) throw new Error(`${unsealed} documents are not sealed yet`);
    await delay(200);
  }
  const sealed = await base.db.document.findMany({
    where: { sealedAt: { not: null } },
    orderBy: { sealedAt: 'asc' },
    select: { sealedAt: true },
  });
  const first = Math.floor(sealed.length * SHARE_OF_WARM_UP);
  const span = sealed.at(-1)!.sealedAt!.getTime() - sealed[first]!.sealedAt!.getTime();
  const cpuMs = warm?.cpuMs && ended ? (ended - warm.cpuMs) / warm.unsealed : null;
  return { documents: sealed.length, perSecond: ((sealed.length - 1 - first) * 1000) / span, cpuMs };
}

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/** User and system time that a process has used. */
function cpuMsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return null;
  }
}

/** The peak of the resident memory of a process. */
function peakMibOf(pid: number): number | null {
  try {
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kib === undefined ? null : Math.round(Number(kib) / 1024);
  } catch {
    return null;
  }
}
