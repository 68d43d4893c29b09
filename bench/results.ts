/**
 * Getting the results of a large bulk send: `answers.csv`, and `evidence.tar` compared with copies of the same files by `cp`, which copies
 * inside the kernel, and by a bare HTTP server (support/raw-files.ts). Documents are copies of a sealed document with two signers, each
 * with a sealed file of its own; a few have large files. All files are in the memory of the operating system, and nothing waits for a
 * disk. The three ways alternate, and medians are compared. RESULTS_BENCH_ROWS, RESULTS_BENCH_FILES and RESULTS_BENCH_LARGE_FILES set the
 * sizes (default 100000, 8000 and 60), RESULTS_BENCH_NODE_OPTIONS the options of the API's Node (by default those of the Dockerfile).
 */
import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { issueKey } from '@countersign/core/key/issue';
import { createWorkspace } from '@countersign/core/workspace/create';
import { inTransaction } from '@countersign/db/transaction';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import pg from 'pg';
import { sealedDocument } from '../test/support/sealed-files.ts';
import { track } from './support/children.ts';
import { copyDocuments } from './support/copy-documents.ts';
import { resetPeak, type Service, startService } from './support/service.ts';
import { percentile } from './support/stats.ts';
import { figure, printTable } from './support/table.ts';
import { benchSecret, ctxOf, openBench } from './writers/prepare.ts';

export const title = 'Results of a bulk send';

// biome-ignore-start lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const rows = Number(process.env.RESULTS_BENCH_ROWS ?? 100_000);
const files = Number(process.env.RESULTS_BENCH_FILES ?? 8000);
const largeFiles = Number(process.env.RESULTS_BENCH_LARGE_FILES ?? 60);
const nodeOptions = (process.env.RESULTS_BENCH_NODE_OPTIONS ?? '--max-semi-space-size=8')
  .split(' ')
  .filter(Boolean);
// biome-ignore-end lint/suspicious/noUndeclaredEnvVars: as above
const largeBytes = 16 * 1024 * 1024;
const repetitions = 5;
const goalMebibytes = 350;
const execute = promisify(execFile);

interface Place {
  url: string;
  folder: string;
  key: string;
}

/** A bulk send, and the sealed files of its documents. */
interface Send {
  name: string;
  id: string;
  paths: string[];
}

/** Prints the tables; about four minutes and 6 GB of disk at full size on two cores. */
export async function run(): Promise<void> {
  const server = await startThrowawayPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-results-'));
  try {
    await migrateDatabase(server.url, { log: silentLog });
    const { place, small, large } = await prepare(server.url, folder);
    const settings = {
      DATABASE_URL: server.url,
      DATA_DIR: folder,
      STORAGE_URL: `file:${join(folder, 'blobs')}`,
      SECRET_KEY: benchSecret,
      PORT: '0',
    };
    const api = await startService('api', settings, nodeOptions);
    const load = loadavg()[0]!.toFixed(1);
    console.log(
      `${availableParallelism()} processors for PostgreSQL, the API and its caller; load average ${load}\n`,
    );
    await measureAnswers(place, api, small);
    await measureEvidence(place, api, [small, large]);
    await api.stop();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a bulk send whose rows are all completed, the first ones with a sealed file, and a bulk send with large files. */
async function prepare(url: string, folder: string): Promise<{ place: Place; small: Send; large: Send }> {
  const base = await openBench(url, folder);
  const made = await createWorkspace(base, {
    slug: 'large',
    name: 'Large',
    ownerEmail: 'owner@example.test',
  });
  const { key } = await inTransaction(base.db, ({ tx }) =>
    issueKey(tx, { workspaceId: made.workspaceId, name: 'bench', mode: 'live', now: new Date() }),
  );
  const { document, sealed } = await sealedDocument(ctxOf(base, made), folder);
  await base.db.field.updateMany({
    where: { documentId: document.id },
    data: { name: 'city', type: 'text', value: 'London' },
  });
  const field = { type: 'text', name: 'city', recipient_index: 0 };
  const bulkSendOf = async (rowCount: number): Promise<string> => {
    const id = randomUUID();
    await base.db.bulkSend.create({
      data: {
        id,
        workspaceId: made.workspaceId,
        teamId: made.teamId,
        mode: 'live',
        status: 'done',
        templateId: randomUUID(),
        template: { version: 1, name: 'Lease', fields: [field], recipients: [] },
        rowCount,
        sentCount: rowCount,
        createdBy: {},
        createdAt: new Date(),
        dispatchedAt: new Date(),
        finishedAt: new Date(),
      },
    });
    return id;
  };
  const smallId = await bulkSendOf(rows);
  const largeId = await bulkSendOf(largeFiles);
  await base.close();
  const sealedColumns = ['sealed_at', 'sealed_sha256', 'sealed_bytes', 'seal_profile', 'certificate_sha256'];
  await copyDocuments(url, document.id, 1, rows, {
    bulk_send_id: `'${smallId}'`,
    external_id: "'row-' || n + 1",
    ...Object.fromEntries(
      sealedColumns.map((column) => [column, `CASE WHEN n < ${files} THEN source.${column} END`]),
    ),
  });
  await copyDocuments(url, document.id, rows, rows + largeFiles, {
    bulk_send_id: `'${largeId}'`,
    external_id: `'large-' || n - ${rows} + 1`,
  });
  const hashes = new Map<string, string[]>();
  const paths: Record<'row' | 'large', string[]> = { row: [], large: [] };
  for (const [kind, count] of [
    ['row', files],
    ['large', largeFiles],
  ] as const) {
    const filling = kind === 'large' ? randomBytes(largeBytes - sealed.length) : Buffer.alloc(0);
    for (let number = 0; number < count; number += 1) {
      const bytes = Buffer.concat([sealed, filling, Buffer.from(`% ${String(number).padStart(8, '0')}\n`)]);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const parent = join(folder, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4));
      await mkdir(parent, { recursive: true });
      await writeFile(join(parent, sha256), bytes);
      paths[kind].push(join(parent, sha256));
      hashes.set(kind, [...(hashes.get(kind) ?? []), sha256]);
    }
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    const changes = `bulk_send_id = '${smallId}', external_id = 'row-1'`;
    await client.query(`UPDATE document SET ${changes} WHERE id = $1`, [document.id]);
    for (const [kind, list] of hashes)
      await client.query(
        `UPDATE document SET sealed_sha256 = h.sha256, sealed_bytes = $2
        FROM unnest($1::text[]) WITH ORDINALITY AS h(sha256, number) WHERE external_id = $3 || '-' || h.number`,
        [list, kind === 'large' ? largeBytes + 11 : sealed.length + 11, kind],
      );
    await client.query(
      `INSERT INTO bulk_row (bulk_send_id, row_no, status, recipients, form_values, document_id, external_id, sent_at)
      SELECT bulk_send_id, substring(external_id FROM '\\d+$')::int, 'sent', '[]', '{}', id, external_id, now() FROM document`,
    );
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
  const digits = document.sealedSha256!;
  await rm(join(folder, 'blobs', digits.slice(0, 2), digits.slice(2, 4), digits));
  return {
    place: { url, folder, key },
    small: { name: `${figure(sealed.length / 1024)} KiB each`, id: smallId, paths: paths.row },
    large: { name: `${figure(largeBytes / 1024 / 1024)} MiB each`, id: largeId, paths: paths.large },
  };
}

/** Downloads to a file. Resolves with the seconds that it took. */
async function download(url: string, out: string, headers: readonly string[] = []): Promise<number> {
  const { stdout } = await execute('curl', [
    ...['--silent', '--show-error', '--fail', '--output', out, '--write-out', '%{time_total}'],
    ...headers.flatMap((header) => ['--header', header]),
    url,
  ]);
  return Number(stdout);
}

const fromApi = (place: Place, api: Service, send: Send, file: string, out: string) =>
  download(`http://127.0.0.1:${api.port}/v1/bulk-sends/${send.id}/${file}`, out, [
    `Authorization: Bearer ${place.key}`,
  ]);

async function measureAnswers(place: Place, api: Service, send: Send): Promise<void> {
  const out = join(place.folder, 'answers.csv');
  await resetPeak(api.pid);
  const before = await api.peakMebibytes();
  const seconds = await fromApi(place, api, send, 'answers.csv', out);
  const lines = (await readFile(out, 'utf8')).trimEnd().split('\r\n').slice(1);
  const found = new Set(lines.map((line) => line.split(',', 2)[1]));
  let lost = 0;
  for (let number = 1; number <= rows; number += 1) if (!found.has(`row-${number}`)) lost += 1;
  printTable(
    [
      'answers.csv',
      'rows',
      'lost in a join',
      'time, s',
      'memory of the API before, MiB',
      `at most (goal: under ${goalMebibytes})`,
    ],
    [
      [
        '',
        figure(lines.length),
        figure(lost),
        figure(seconds),
        figure(before),
        figure(await api.peakMebibytes()),
      ],
    ],
  );
}

async function measureEvidence(place: Place, api: Service, sends: readonly Send[]): Promise<void> {
  const table: string[][] = [];
  for (const send of sends) table.push(await evidenceRow(place, api, send));
  console.log();
  printTable(
    [
      'evidence.tar, files',
      'MiB',
      'cp, s',
      'bare HTTP, s',
      'archive, s',
      'speed against cp',
      'against bare HTTP (goal: 0.8)',
      'processor of the API, s',
      `its memory at most, MiB (goal: under ${goalMebibytes})`,
    ],
    table,
  );
}

async function evidenceRow(place: Place, api: Service, send: Send): Promise<string[]> {
  const out = join(place.folder, 'received');
  const list = join(place.folder, 'paths');
  await writeFile(list, `${send.paths.join('\n')}\n`);
  const bare = await startRawFiles(list, send.paths.length < 1000);
  const ways = {
    copy: () => copyFiles(place, list),
    bare: () => download(`http://127.0.0.1:${bare.port}/`, out),
    archive: () => fromApi(place, api, send, 'evidence.tar', out),
  };
  const times = { copy: [] as number[], bare: [] as number[], archive: [] as number[] };
  // The first round fills the memory of the operating system and is not counted.
  for (const way of Object.values(ways)) await way();
  await resetPeak(api.pid);
  let cpu = 0;
  for (let turn = 1; turn <= repetitions; turn += 1) {
    for (const way of ['copy', 'bare', 'archive'] as const) {
      const before = await api.cpuSeconds();
      times[way].push(await ways[way]());
      if (way === 'archive') cpu += (await api.cpuSeconds()) - before;
    }
  }
  await bare.stop();
  await execute('tar', ['--extract', `--file=${out}`, `--directory=${place.folder}`, 'SHA256SUMS']);
  const sums = (await readFile(join(place.folder, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n').length;
  if (sums !== 2 * send.paths.length) throw new Error(`the archive has ${sums} files`);
  await rm(out);
  const [copied, served, archived] = [times.copy, times.bare, times.archive].map(median) as number[];
  const sizes = await Promise.all(send.paths.map(async (path) => (await stat(path)).size));
  return [
    `${figure(send.paths.length)} of ${send.name}`,
    figure(sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024),
    copied!.toFixed(2),
    served!.toFixed(2),
    archived!.toFixed(2),
    (copied! / archived!).toFixed(2),
    (served! / archived!).toFixed(2),
    (cpu / repetitions).toFixed(2),
    figure(await api.peakMebibytes()),
  ];
}

/** Copies the files of the list into one folder and removes them again. Resolves with the seconds that the copy took. */
async function copyFiles(place: Place, list: string): Promise<number> {
  const copy = join(place.folder, 'copy');
  await mkdir(copy);
  const began = performance.now();
  await execute('xargs', [`--arg-file=${list}`, 'cp', `--target-directory=${copy}`]);
  const seconds = (performance.now() - began) / 1000;
  await rm(copy, { recursive: true });
  return seconds;
}

/** Starts support/raw-files.ts. */
async function startRawFiles(
  list: string,
  areLarge: boolean,
): Promise<{ port: string; stop(): Promise<void> }> {
  const script = join(import.meta.dirname, 'support/raw-files.ts');
  const child = track(
    spawn(process.execPath, [script, list, areLarge ? '1048576' : '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const gone = once(child, 'close');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: line.toString().trim(),
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

const median = (samples: readonly number[]) => percentile(samples, 0.5);
