/** Tables whose rows are large: they are read and sent in parts, and a workspace downloads two at once. */
import { answersAsCsv } from '@countersign/core/bulk-send/answers-csv';
import { findRows, getBulkSend } from '@countersign/core/bulk-send/find';
import { rowsAsCsv } from '@countersign/core/bulk-send/rows-csv';
import type { Ctx } from '@countersign/core/ctx';
import { FairQueue } from '@countersign/core/fair-queue';
import { openTemplateAnswers, templateAnswersAsCsv } from '@countersign/core/results/template-answers';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { makeTemplate, rowsFor, startBulkWorker, untilStatus } from '../support/bulk.ts';
import { expectProblem } from '../support/problem.ts';
import { until } from '../support/processes.ts';

const rowCount = 12;
const large = 1_000_000;
const mebibyte = 1024 * 1024;

let api: TestApi;
let mine: TestWorkspace;
let template: string;
let id: string;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  template = await makeTemplate(mine.test);
  await startBulkWorker(api.deps);
  const made = await mine.test.post('/v1/bulk-sends', { template_id: template, rows: rowsFor(rowCount) });
  id = made.body.id;
  await mine.test.post(`/v1/bulk-sends/${id}/dispatch`).expect(202);
  await untilStatus(mine.test, id, 'done');
  const { db } = api.deps;
  await db.$executeRaw`
    UPDATE bulk_row SET form_values = json_build_object('city', repeat('v', ${large}), 'rent', '1') WHERE bulk_send_id = ${id}::uuid`;
  await db.$executeRaw`
    UPDATE field SET value = repeat('a', ${large}) WHERE name = 'city' AND document_id IN (SELECT id FROM document WHERE bulk_send_id = ${id}::uuid)`;
});

/** The context of a key, and the size of everything that its statements have returned. */
function measured(): { ctx: Ctx; sizes: number[] } {
  const ctx = mine.ctx('test');
  const sizes: number[] = [];
  const db = new Proxy(ctx.db, {
    get: (target, name) =>
      name === '$queryRaw'
        ? async (...call: Parameters<typeof target.$queryRaw>) => {
            const found = await target.$queryRaw(...call);
            sizes.push(JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? 0 : value)).length);
            return found;
          }
        : Reflect.get(target, name),
  });
  return { ctx: { ...ctx, role: 'owner', db }, sizes };
}

const present = ({ rowNo }: { rowNo: number }) => ({ row_no: rowNo, status: 'sent' });
const tables: Array<[string, () => string, (ctx: Ctx) => Promise<AsyncGenerator<string>>]> = [
  [
    'rows.csv',
    () => `/v1/bulk-sends/${id}/rows.csv`,
    async (ctx) => rowsAsCsv(ctx, await getBulkSend(ctx, id), present),
  ],
  [
    'answers.csv of a bulk send',
    () => `/v1/bulk-sends/${id}/answers.csv`,
    async (ctx) => answersAsCsv(ctx, await getBulkSend(ctx, id), 0),
  ],
  [
    'answers.csv of a template',
    () => `/v1/templates/${template}/answers.csv`,
    async (ctx) =>
      templateAnswersAsCsv(ctx, await openTemplateAnswers(ctx, template, { from: null, to: null }), null),
  ],
];

describe.each(tables)('%s', (_name, path, open) => {
  test('no statement reads, and no piece has, much more than its limit', async () => {
    const { ctx, sizes } = measured();
    const pieces: number[] = [];
    for await (const piece of await open(ctx)) pieces.push(piece.length);
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(rowCount * large);
    expect(Math.max(...pieces)).toBeLessThan(large + 128 * 1024);
    // A page ends with the row that reaches 1 MiB.
    expect(Math.max(...sizes)).toBeLessThan(mebibyte + large + 64 * 1024);
  });

  test('200: all lines', async () => {
    const { text } = await mine.test.get(path()).expect(200);
    const [, ...lines] = text.trim().split('\r\n');
    expect(lines.map(({ length }) => length > large)).toEqual(Array(rowCount).fill(true));
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(rowCount);
  });
});

test('GET /v1/bulk-sends/{id} reads no values, and ends its rows early when they are large', async () => {
  const url = `/v1/bulk-sends/${id}`;
  const { ctx, sizes } = measured();
  const send = await getBulkSend(ctx, id);
  expect(await findRows(ctx, send, { after: 0, limit: 1000 })).toHaveLength(rowCount);
  expect(Math.max(...sizes)).toBeLessThan(large);

  await api.deps.db.$executeRaw`
    UPDATE bulk_row SET recipients = json_build_array(json_build_object('name', repeat('n', ${large}), 'email', 'a@example.test'))
    WHERE bulk_send_id = ${id}::uuid`;
  const numbers: number[] = [];
  const counts: number[] = [];
  for (;;) {
    const after = numbers.at(-1) ?? 0;
    const { rows } = (await mine.test.get(`${url}?rows_limit=1000&rows_after=${after}`).expect(200)).body;
    if (rows.length === 0) break;
    counts.push(rows.length);
    numbers.push(...rows.map((row: { row_no: number }) => row.row_no));
  }
  expect(numbers).toEqual(Array.from({ length: rowCount }, (_, at) => at + 1));
  // A page ends with the row that reaches 8 MiB.
  expect(counts).toEqual([9, 3]);
});

test('a workspace downloads two tables at once, and 20 wait; others have their own slots', async () => {
  const run = jest.spyOn(FairQueue.prototype, 'run');
  const leave = new AbortController();
  const path = `/v1/bulk-sends/${id}/answers.csv`;
  const headers = { authorization: `Bearer ${mine.testKey}` };
  // Callers that do not read what they get, so their downloads do not end.
  const calls = Array.from({ length: 22 }, () =>
    fetch(`${api.url}${path}`, { headers, signal: leave.signal }).catch(() => null),
  );
  const queueOf = () =>
    (run.mock.contexts as FairQueue[]).find(({ load }) => load.running === 2 && load.waiting === 20);
  await until(async () => queueOf() !== undefined, 'two downloads to begin and the others to wait');
  const queue = queueOf()!;
  run.mockRestore();
  expectProblem(await mine.test.get(path), 'unavailable');
  const other = await api.createTestWorkspace();
  const theirs = await makeTemplate(other.test);
  expect((await other.test.get(`/v1/templates/${theirs}/answers.csv`)).status).toBe(200);
  leave.abort();
  await Promise.all(calls);
  await until(async () => queue.load.running + queue.load.waiting === 0, 'the slots to be free');
  expect((await mine.test.get(path)).status).toBe(200);
});
