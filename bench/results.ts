/**
 * Getting the results of a large bulk send: `answers.csv`, and `evidence.tar` next to `cp -r` of the same files. Documents are copies of a
 * sealed document with two signers, each with a sealed file of its own. RESULTS_BENCH_ROWS and RESULTS_BENCH_FILES set the sizes
 * (default 100000 and 20000). Files are written and read while they are in the memory of the operating system.
 */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { issueKey } from '@countersign/core/key/issue';
import { createWorkspace } from '@countersign/core/workspace/create';
import { inTransaction } from '@countersign/db/transaction';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import pg from 'pg';
import { sealedDocument } from '../test/support/sealed-files.ts';
import { copyDocuments } from './support/copy-documents.ts';
import { resetPeak, type Service, startService } from './support/service.ts';
import { figure, printTable } from './support/table.ts';
import { ctxOf, openBench } from './writers/prepare.ts';

export const title = 'Results of a bulk send';

// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const rows = Number(process.env.RESULTS_BENCH_ROWS ?? 100_000);
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const files = Number(process.env.RESULTS_BENCH_FILES ?? 20_000);
const repetitions = 3;
const secretKey = 'a-secret-for-benchmarks-of-thirty-two-characters-and-more';

interface Place {
  url: string;
  folder: string;
  key: string;
  bulkSendId: string;
}

/** Prints the tables; about five minutes and 5 GB of disk at full size on two cores. */
export async function run(): Promise<void> {
  const server = await startThrowawayPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-results-'));
  try {
    await migrateDatabase(server.url, { log: silentLog });
    const place = await prepare(server.url, folder);
    const api = await startService('api', {
      DATABASE_URL: server.url,
      DATA_DIR: folder,
      STORAGE_URL: `file:${join(folder, 'blobs')}`,
      SECRET_KEY: secretKey,
      PORT: '0',
    });
    await measureAnswers(place, api);
    await measureEvidence(place, api);
    await api.stop();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a bulk send of which every row was completed. The first rows have a sealed file. */
async function prepare(url: string, folder: string): Promise<Place> {
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
  const bulkSendId = randomUUID();
  await base.db.bulkSend.create({
    data: {
      id: bulkSendId,
      workspaceId: made.workspaceId,
      teamId: made.teamId,
      mode: 'live',
      status: 'done',
      templateId: randomUUID(),
      template: { version: 1, name: 'Lease', fields: [field], recipients: [] },
      rowCount: rows,
      sentCount: rows,
      createdBy: {},
      createdAt: new Date(),
      dispatchedAt: new Date(),
      finishedAt: new Date(),
    },
  });
  await base.close();
  await copyDocuments(url, document.id, 1, rows, {
    bulk_send_id: `'${bulkSendId}'`,
    external_id: "'row-' || n + 1",
    ...Object.fromEntries(
      ['sealed_at', 'sealed_sha256', 'sealed_bytes', 'seal_profile', 'certificate_sha256'].map((column) => [
        column,
        `CASE WHEN n < ${files} THEN source.${column} END`,
      ]),
    ),
  });
  const hashes: string[] = [];
  for (let number = 0; number < files; number += 1) {
    const bytes = Buffer.concat([sealed, Buffer.from(`% ${String(number).padStart(8, '0')}\n`)]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const parent = join(folder, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4));
    await mkdir(parent, { recursive: true });
    await writeFile(join(parent, sha256), bytes);
    hashes.push(sha256);
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    const changes = `bulk_send_id = '${bulkSendId}', external_id = 'row-1'`;
    await client.query(`UPDATE document SET ${changes} WHERE id = $1`, [document.id]);
    await client.query(
      `UPDATE document SET sealed_sha256 = h.sha256, sealed_bytes = $2
      FROM unnest($1::text[]) WITH ORDINALITY AS h(sha256, number) WHERE external_id = 'row-' || h.number`,
      [hashes, sealed.length + 11],
    );
    await client.query(
      `INSERT INTO bulk_row (bulk_send_id, row_no, status, recipients, form_values, document_id, external_id, sent_at)
      SELECT bulk_send_id, substr(external_id, 5)::int, 'sent', '[]', '{}', id, external_id, now() FROM document`,
    );
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
  await rm(
    join(
      folder,
      'blobs',
      document.sealedSha256!.slice(0, 2),
      document.sealedSha256!.slice(2, 4),
      document.sealedSha256!,
    ),
  );
  return { url, folder, key, bulkSendId };
}

const pathOf = ({ bulkSendId }: Place, file: string) => `/v1/bulk-sends/${bulkSendId}/${file}`;

/** Downloads to a file. Resolves with the seconds that it took. */
async function download(place: Place, api: Service, path: string, out: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${api.port}${path}`, {
    headers: { Authorization: `Bearer ${place.key}` },
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  await pipeline(Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>), createWriteStream(out));
  return (performance.now() - began) / 1000;
}

async function measureAnswers(place: Place, api: Service): Promise<void> {
  const out = join(place.folder, 'answers.csv');
  await resetPeak(api.pid);
  const seconds = await download(place, api, pathOf(place, 'answers.csv'), out);
  const lines = (await readFile(out, 'utf8')).trimEnd().split('\r\n').slice(1);
  const found = new Set(lines.map((line) => line.split(',', 2)[1]));
  let lost = 0;
  for (let number = 1; number <= rows; number += 1) if (!found.has(`row-${number}`)) lost += 1;
  printTable(
    ['answers.csv', 'rows', 'lost in a join', 'time, s', 'most memory of the API, MiB'],
    [['', figure(lines.length), figure(lost), figure(seconds), figure(await api.peakMebibytes())]],
  );
}

async function measureEvidence(place: Place, api: Service): Promise<void> {
  const run = promisify(execFile);
  const copy = join(place.folder, 'copy');
  const out = join(place.folder, 'evidence.tar');
  const table: string[][] = [];
  await resetPeak(api.pid);
  for (let turn = 1; turn <= repetitions; turn += 1) {
    const began = performance.now();
    await run('cp', ['--recursive', join(place.folder, 'blobs'), copy]);
    const raw = (performance.now() - began) / 1000;
    await rm(copy, { recursive: true });
    const archive = await download(place, api, pathOf(place, 'evidence.tar'), out);
    table.push([String(turn), figure(raw), figure(archive), (raw / archive).toFixed(2)]);
  }
  await run('tar', ['--extract', `--file=${out}`, `--directory=${place.folder}`, 'SHA256SUMS']);
  const sums = (await readFile(join(place.folder, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n').length;
  console.log(`\n${figure(sums)} files, most memory of the API ${figure(await api.peakMebibytes())} MiB\n`);
  printTable(['evidence.tar', 'cp -r, s', 'archive, s', 'ratio'], table);
}
