/**
 * Bulk sends: reading a CSV compared with a raw COPY of the same rows, sending compared with a plain loop that writes the same rows in
 * the same batches, a PDF per row, operations on all documents, memory by size, and the latency of other callers of the API. Uses real
 * API and worker processes on one PostgreSQL with durability on. BULK_BENCH_ROWS (100,000) and BULK_BENCH_MOST (1,000,000) set the sizes,
 * BULK_BENCH_PARTS (ingest, dispatch, pdfs, operations, latency, memory) selects tables. BULK_BENCH_PDFS (10,000) is the number of rows
 * with PDFs of their own.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeId } from '@countersign/contract/ids';
import { issueKey } from '@countersign/core/key/issue';
import { createTemplate } from '@countersign/core/template/create';
import { createWorkspace } from '@countersign/core/workspace/create';
import { EncodedRows } from '@countersign/db/copy';
import { inSqlTransaction } from '@countersign/db/sql';
import { inTransaction } from '@countersign/db/transaction';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { PDFDocument } from 'pdf-lib';
import pg from 'pg';
import { newTemplate } from '../test/support/template-input.ts';
import { writeBare } from './support/bare-bulk.ts';
import { pdfMaker, zipOfPdfs } from './support/own-pdfs.ts';
import { databaseProcesses, type Service, startService } from './support/service.ts';
import { percentile } from './support/stats.ts';
import { figure, printTable } from './support/table.ts';
import { type BenchBase, benchSecret, ctxOf, openBench } from './writers/prepare.ts';

export const title = 'Bulk sends';

// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const rows = Number(process.env.BULK_BENCH_ROWS ?? 100_000);
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const mostRows = Number(process.env.BULK_BENCH_MOST ?? 1_000_000);
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const parts = process.env.BULK_BENCH_PARTS?.split(',');
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const pdfRows = Number(process.env.BULK_BENCH_PDFS ?? 10_000);
const isWanted = (part: string) => parts?.includes(part) ?? true;
const bareRows = Math.min(rows, 20_000);
const latencySamples = 300;

interface Place {
  base: BenchBase;
  url: string;
  env: Record<string, string>;
  key: string;
  otherKey: string;
  templateId: string;
}

/** Prints the tables; about ten minutes at full size on two cores. */
export async function run(): Promise<void> {
  const server = await startThrowawayPostgres({
    flags: ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'max_connections=200'],
  });
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-bulk-'));
  try {
    await migrateDatabase(server.url, { log: silentLog });
    const place = await prepare(server.url, folder);
    const api = await startService('api', { ...place.env, PORT: '0' });
    if (isWanted('ingest')) await measureIngest(place, api);
    if (isWanted('dispatch')) await measureDispatch(place, api);
    if (isWanted('pdfs')) await measurePdfs(place);
    if (isWanted('operations')) await measureOperations(place, api);
    if (isWanted('latency')) await measureLatency(place, api);
    await api.stop();
    if (isWanted('memory')) await measureMemory(place);
    await place.base.close();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(url: string, folder: string): Promise<Place> {
  const base = await openBench(url, folder);
  const keyOf = async (slug: string) => {
    const made = await createWorkspace(base, { slug, name: slug, ownerEmail: `owner@${slug}.test` });
    const { key } = await inTransaction(base.db, ({ tx }) =>
      issueKey(tx, { workspaceId: made.workspaceId, name: 'bench', mode: 'live', now: new Date() }),
    );
    return { ...made, key };
  };
  const [bulk, other] = [await keyOf('bulk'), await keyOf('other')];
  const pdf = await PDFDocument.create();
  pdf.addPage([595, 842]);
  const field = { page: 1, x: 0.1, w: 0.3, h: 0.05, recipient_index: 0 };
  const input = newTemplate({
    name: 'Letter',
    pdf_base64: Buffer.from(await pdf.save()).toString('base64'),
    recipients: [{ name: 'Reader', email: 'reader@example.test' }],
    fields: [
      { ...field, type: 'signature', y: 0.1 },
      { ...field, type: 'text', name: 'city', y: 0.2 },
      { ...field, type: 'number', name: 'fee', y: 0.3 },
    ],
  });
  const template = await createTemplate(ctxOf(base, bulk), input);
  return {
    base,
    url,
    key: bulk.key,
    otherKey: other.key,
    templateId: encodeId('tpl', template.id),
    env: {
      DATABASE_URL: url,
      DATA_DIR: folder,
      STORAGE_URL: `file:${join(folder, 'blobs')}`,
      SECRET_KEY: benchSecret,
      ENVELOPE_ALLOWANCE: '2000000000',
      RATE_SUSTAINED_RPS: '1000000',
      RATE_BURST_RPS: '1000000',
      LOG_LEVEL: 'info',
    },
  };
}

const worker = (place: Place, jobsAtOnce?: number) =>
  startService('worker', {
    ...place.env,
    QUEUES: 'bulk',
    ...(jobsAtOnce && { CONCURRENCY: `bulk=${jobsAtOnce}` }),
  });

function* csv(count: number): Generator<string> {
  yield 'name,email,city,fee\n';
  for (let start = 0; start < count; start += 1000) {
    let text = '';
    for (let at = start; at < Math.min(count, start + 1000); at += 1)
      text += `Person ${at},person${at}@example.test,"Porto, PT",${at % 1000}\n`;
    yield text;
  }
}

async function call<T>(
  api: Service,
  key: string,
  method: string,
  path: string,
  body?: BodyInit,
  type?: string,
): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${api.port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(type && { 'Content-Type': type }) },
    ...(body !== undefined && { body, duplex: 'half' }),
  } as RequestInit);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

interface Status {
  id: string;
  status: string;
  sent_count: number;
  row_count: number;
}

const upload = (place: Place, api: Service, count: number) =>
  call<Status>(
    api,
    place.key,
    'POST',
    `/v1/bulk-sends?template_id=${place.templateId}`,
    Readable.toWeb(
      Readable.from(csv(count), { objectMode: true }).map((text: string) => Buffer.from(text)),
    ) as never,
    'text/csv',
  );

async function untilStatus(place: Place, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { status } = await place.base.db.bulkSend.findUniqueOrThrow({
      where: { id },
      select: { status: true },
    });
    if (status === wanted) return;
    if (status === 'invalid' || status === 'failed') throw new Error(`the bulk send is ${status}`);
    await delay(20);
  }
}

/** Idle time of all processors together. */
const idleSeconds = () => cpus().reduce((sum, { times }) => sum + times.idle / 1000, 0);

const perSecond = (count: number, since: number) => count / ((performance.now() - since) / 1000);

async function measureIngest(place: Place, api: Service): Promise<void> {
  const results: Array<{ ours: number; copy: number }> = [];
  for (let round = 0; round < 3; round += 1) {
    const { id } = await upload(place, api, rows);
    const reader = await worker(place);
    await untilStatus(place, id, 'ready');
    const ours = rows / ((await reader.jobMilliseconds('bulk-send.ingest')) / 1000);
    await reader.stop();
    results.push({ ours, copy: await rawCopy(place, id) });
  }
  results.sort((a, b) => a.ours / a.copy - b.ours / b.copy);
  const { ours, copy } = results[1]!;
  printTable(
    [`a CSV of ${figure(rows)} rows, median of 3`, 'rows/s', 'of COPY'],
    [
      ['read, checked and stored by a worker', figure(ours), (ours / copy).toFixed(2)],
      ['raw COPY of the same rows', figure(copy), '1.00'],
    ],
  );
}

/** Writes the rows of the bulk send again, into an identical table, as fast as the driver can. */
async function rawCopy(place: Place, id: string): Promise<number> {
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await client.query('CREATE TABLE bare_row (LIKE bulk_row INCLUDING ALL)');
  const { rows: given } = await client.query(
    'SELECT * FROM bulk_row WHERE bulk_send_id = $1 ORDER BY row_no',
    [id],
  );
  const columns = ['bulk_send_id', 'row_no', 'status', 'recipients', 'form_values', 'line', 'error'];
  const begin = performance.now();
  const encoded = new EncodedRows();
  for (const row of given)
    encoded.add([id, row.row_no, row.status, row.recipients, row.form_values, row.line, row.error]);
  await inSqlTransaction(place.base.db, ({ tx }) => tx.copy('bare_row', columns, encoded));
  const rate = perSecond(given.length, begin);
  await client.query('DROP TABLE bare_row');
  await client.end();
  return rate;
}

async function measureDispatch(place: Place, api: Service): Promise<void> {
  const table: string[][] = [];
  let sample = '';
  const database = await databaseProcesses(place.url);
  const cpuOf = async (services: Service[]) =>
    (await Promise.all(services.map((one) => one.cpuSeconds()))).reduce((sum, one) => sum + one, 0);
  for (const processes of [1, 2, 4]) {
    const { id } = await upload(place, api, rows);
    sample ||= id;
    const workers = await Promise.all(Array.from({ length: processes }, () => worker(place)));
    await untilStatus(place, id, 'ready');
    await place.base.db.$executeRawUnsafe('VACUUM ANALYZE bulk_row');
    await call(api, place.key, 'POST', `/v1/bulk-sends/${id}/dispatch`);
    const before = {
      workers: await cpuOf(workers),
      database: await database.cpuSeconds(),
      idle: idleSeconds(),
    };
    const begin = performance.now();
    await untilStatus(place, id, 'done');
    const rate = perSecond(rows, begin);
    const seconds = rows / rate;
    const cores = {
      workers: (await cpuOf(workers)) - before.workers,
      database: (await database.cpuSeconds()) - before.database,
      idle: idleSeconds() - before.idle,
    };
    await Promise.all(workers.map((one) => one.stop()));
    table.push([
      `${processes} worker process${processes === 1 ? '' : 'es'}`,
      figure(rate),
      (cores.workers / seconds).toFixed(2),
      (cores.database / seconds).toFixed(2),
      (cores.idle / seconds).toFixed(2),
    ]);
    process.stderr.write(`${table.at(-1)!.join(' | ')}\n`);
  }
  const bare = await writeBare(place.url, sample, bareRows);
  printTable(
    [
      `${figure(rows)} rows sent: document, recipient, 3 fields, 4 events, mail, jobs`,
      'rows/s',
      'cores of the workers',
      'of PostgreSQL',
      `idle of ${cpus().length}`,
      'of the loop',
    ],
    [
      ...table.map((line) => [...line, (Number(line[1]!.replaceAll(',', '')) / bare).toFixed(2)]),
      [
        `bare driver loop, one connection, the same rows in the same batches (${figure(bareRows)})`,
        figure(bare),
        '',
        '',
        '',
        '1.00',
      ],
    ],
  );
}

/** Rows with a PDF each, from the upload to the last document. Every document must have the file of its row. */
async function measurePdfs(place: Place): Promise<void> {
  const make = await pdfMaker();
  const files = Array.from({ length: pdfRows }, (_, at) => make(at));
  const hashes = files.map((file) => createHash('sha256').update(file).digest('hex'));
  const zip = zipOfPdfs(files);
  const lines = files.map((_, at) => `Person ${at},person${at}@example.test,Porto,${at},${at}.pdf\n`);
  const form = new FormData();
  form.set('rows', new Blob(['name,email,city,fee,pdf\n', ...lines], { type: 'text/csv' }));
  form.set('pdfs', new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' }));
  const api = await startService('api', { ...place.env, PORT: '0' });
  const reader = await worker(place);
  const begin = performance.now();
  const since = (start: number) => (performance.now() - start) / 1000;
  const { id } = await call<Status>(
    api,
    place.key,
    'POST',
    `/v1/bulk-sends?template_id=${place.templateId}`,
    form,
  );
  const uploaded = since(begin);
  const stored = performance.now();
  await untilStatus(place, id, 'ready');
  const checked = since(stored);
  const dispatched = performance.now();
  await call(api, place.key, 'POST', `/v1/bulk-sends/${id}/dispatch`);
  await untilStatus(place, id, 'done');
  const sent = since(dispatched);
  const made = await place.base.db.$queryRaw<Array<{ sha256: string }>>`
    SELECT d.original_sha256 AS sha256 FROM bulk_row r JOIN document d ON d.id = r.document_id
    WHERE r.bulk_send_id = ${id}::uuid ORDER BY r.row_no`;
  if (made.length !== pdfRows || made.some(({ sha256 }, at) => sha256 !== hashes[at]))
    throw new Error('a document does not have the PDF of its row');
  printTable(
    [
      `${figure(pdfRows)} rows with a PDF each, ZIP of ${figure(zip.length / 1024 ** 2)} MiB`,
      's',
      'per second',
    ],
    [
      ['upload, until 201', uploaded.toFixed(1), figure(pdfRows / uploaded)],
      ['inspected and stored, until ready', checked.toFixed(1), figure(pdfRows / checked)],
      ['sent', sent.toFixed(1), figure(pdfRows / sent)],
    ],
  );
  printTable(
    ['process', 'peak MiB'],
    [
      ['API', figure(await api.peakMebibytes())],
      ['worker', figure(await reader.peakMebibytes())],
    ],
  );
  await Promise.all([api.stop(), reader.stop()]);
}

/** Corrections of a tenth of the rows, then the operations on all documents, from the request to the end. */
async function measureOperations(place: Place, api: Service): Promise<void> {
  const { id } = await upload(place, api, rows);
  const workers = [await worker(place), await worker(place)];
  await untilStatus(place, id, 'ready');
  await call(api, place.key, 'POST', `/v1/bulk-sends/${id}/dispatch`);
  await untilStatus(place, id, 'done');
  const corrected = Math.ceil(rows / 10);
  const lines = Array.from({ length: corrected }, (_, at) => `${at * 10 + 1},repaired${at}@example.test\n`);
  const operations: Array<[action: string, body: string, type: string, count: number]> = [
    ['corrections', `row_no,email\n${lines.join('')}`, 'text/csv', corrected],
    [
      'extend',
      JSON.stringify({ expires_at: '2099-01-01T00:00:00Z', also_without_expiry: true }),
      'application/json',
      rows,
    ],
    ['remind-open', '{}', 'application/json', 0],
    ['void-open', JSON.stringify({ reason: 'measured' }), 'application/json', rows],
  ];
  const table: string[][] = [];
  for (const [action, body, type, count] of operations) {
    const begin = performance.now();
    const { operation } = await call<{ operation: { id: string } }>(
      api,
      place.key,
      'POST',
      `/v1/bulk-sends/${id}/${action}`,
      body,
      type,
    );
    const ended = await untilDone(place, operation.id);
    const seconds = (performance.now() - begin) / 1000;
    if (ended.done !== count) throw new Error(`${action}: ${ended.done} of ${count}`);
    table.push([
      action,
      figure(ended.total),
      figure(count),
      seconds.toFixed(1),
      figure(ended.total / seconds),
    ]);
    process.stderr.write(`${table.at(-1)!.join(' | ')}\n`);
  }
  await Promise.all(workers.map((one) => one.stop()));
  printTable(
    [`operations on ${figure(rows)} documents, 2 worker processes`, 'visited', 'changed', 's', 'visited/s'],
    table,
  );
}

async function untilDone(place: Place, operationId: string): Promise<{ total: number; done: number }> {
  for (;;) {
    const found = await place.base.db.bulkOperation.findUniqueOrThrow({ where: { id: operationId } });
    if (found.error) throw new Error(found.error);
    if (found.status === 'done') return found;
    await delay(20);
  }
}

async function measureLatency(place: Place, api: Service): Promise<void> {
  const sample = async () => {
    const times: number[] = [];
    for (let at = 0; at < latencySamples; at += 1) {
      const begin = performance.now();
      await call(
        api,
        place.otherKey,
        'POST',
        '/v1/documents',
        JSON.stringify({ title: 'Other' }),
        'application/json',
      );
      times.push(performance.now() - begin);
      await delay(5);
    }
    return times;
  };
  await sample();
  const idle = await sample();
  const whileSending = async (jobsAtOnce?: number) => {
    const { id } = await upload(place, api, rows);
    const workers = await Promise.all([worker(place, jobsAtOnce), worker(place, jobsAtOnce)]);
    await untilStatus(place, id, 'ready');
    await call(api, place.key, 'POST', `/v1/bulk-sends/${id}/dispatch`);
    const begin = performance.now();
    const times = await sample();
    const { sentCount } = await place.base.db.bulkSend.findUniqueOrThrow({ where: { id } });
    const rate = perSecond(sentCount, begin);
    await call(api, place.key, 'POST', `/v1/bulk-sends/${id}/cancel`).catch(() => undefined);
    await Promise.all(workers.map((one) => one.stop()));
    return { times, rate };
  };
  const usual = await whileSending();
  const gentle = await whileSending(1);
  const line = (name: string, times: number[]) => [
    name,
    figure(percentile(times, 0.5)),
    figure(percentile(times, 0.99)),
  ];
  printTable(
    ['POST /v1/documents of another workspace', 'p50 ms', 'p99 ms'],
    [
      line('idle', idle),
      line(`while 2 worker processes send ${figure(usual.rate)} rows/s`, usual.times),
      line(`the same with CONCURRENCY=bulk=1, ${figure(gentle.rate)} rows/s`, gentle.times),
    ],
  );
}

async function measureMemory(place: Place): Promise<void> {
  const table: string[][] = [];
  for (const count of [10_000, 100_000, 1_000_000].filter((one) => one <= mostRows)) {
    const api = await startService('api', { ...place.env, PORT: '0' });
    const reader = await worker(place);
    const { id } = await upload(place, api, count);
    const begin = performance.now();
    await untilStatus(place, id, 'ready');
    const seconds = (performance.now() - begin) / 1000;
    table.push([
      figure(count),
      figure(await api.peakMebibytes()),
      figure(await reader.peakMebibytes()),
      figure(seconds),
    ]);
    await Promise.all([api.stop(), reader.stop()]);
  }
  printTable(['rows of the CSV', 'API peak MiB', 'worker peak MiB', 'seconds from 201 to ready'], table);
}
