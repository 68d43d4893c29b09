/**
 * `GET /v1/documents` by size: how long its verb takes for lists, searches and sorted pages. The documents are copies of one sent
 * document, with different titles, names and addresses. LISTS_BENCH_DOCUMENTS sets the sizes (default 1,100000,1000000).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocumentListQuery } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import type { Ctx } from '@countersign/core/ctx';
import { listDocuments } from '@countersign/core/document/list';
import { createWorkspace } from '@countersign/core/workspace/create';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import pg from 'pg';
import { sentDocument } from '../test/support/documents.ts';
import { figure, printTable } from './support/table.ts';
import { ctxOf, openBench } from './writers/prepare.ts';

export const title = 'Listing and searching documents';

// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const sizes = (process.env.LISTS_BENCH_DOCUMENTS ?? '1,100000,1000000').split(',').map(Number);
const repetitions = 5;

const queries: Record<string, object> = {
  'newest 25': { limit: 25 },
  'status sent': { limit: 25, status: ['sent'] },
  'status completed, none': { limit: 25, status: ['completed'] },
  'page 4,000': { limit: 25, offset: 100_000 },
  'after a document': { limit: 25, starting_after: '' },
  'not sent in bulk': { limit: 25, bulk_send_id: 'none' },
  'created before 2000': { limit: 25, created_before: '2000-01-01' },
  'search: one document': { limit: 25, search: 'person7777@' },
  'search: 1 in 100': { limit: 25, search: 'street 77' },
  'search: every document': { limit: 25, search: 'lease' },
  'search: none': { limit: 25, search: 'nowhere' },
  'search: two letters': { limit: 25, search: 'qx' },
  'part of the title': { limit: 25, q: 'street 77' },
  'by title': { limit: 25, sort: 'title' },
  'by expiry': { limit: 25, sort: 'expires_at' },
};

/** Prints the table. Filling a million documents takes more than fifteen minutes on two busy cores. */
export async function run(): Promise<void> {
  const server = await startThrowawayPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-lists-'));
  try {
    await migrateDatabase(server.url, { log: silentLog });
    const base = await openBench(server.url, folder);
    const made = await createWorkspace(base, {
      slug: 'large',
      name: 'Large',
      ownerEmail: 'owner@example.test',
    });
    const ctx = ctxOf(base, made);
    const { id } = await sentDocument(ctx);
    const columns: string[][] = [];
    for (let at = 0, count = 1; at < sizes.length; count = sizes[at]!, at += 1) {
      await copyDocuments(server.url, id, count, sizes[at]!);
      columns.push(await measure(ctx, encodeId('doc', id)));
    }
    const changes = await base.db.documentCountChange.count();
    console.log(`${changes} changes of counts wait for the sweep.\n`);
    printTable(
      ['ms (median)', ...sizes.map((size) => size.toLocaleString('en-US'))],
      Object.keys(queries).map((name, row) => [name, ...columns.map((column) => column[row]!)]),
    );
    await base.close();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(ctx: Ctx, middle: string): Promise<string[]> {
  const medians: string[] = [];
  for (const query of Object.values(queries)) {
    const parsed = DocumentListQuery.parse({
      ...query,
      ...('starting_after' in query && { starting_after: middle }),
    });
    const times: number[] = [];
    for (let one = 0; one < repetitions; one += 1) {
      const started = performance.now();
      await listDocuments(ctx, parsed);
      times.push(performance.now() - started);
    }
    medians.push(figure(times.sort((a, b) => a - b)[Math.floor(repetitions / 2)]!));
  }
  return medians;
}

/** Copies the document and its recipients, from number `made` to number `wanted`. Triggers write the search texts. */
async function copyDocuments(url: string, id: string, made: number, wanted: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const copied = (column: string) => `'${column}', md5(source.${column}::text || n)::uuid`;
  const parts = {
    document: [
      copied('id'),
      "'title', 'Lease of Street ' || n % 100 || ', flat ' || n",
      "'expires_at', now() + n * interval '1 minute'",
    ],
    recipient: [
      copied('id'),
      copied('document_id'),
      "'name', 'Person ' || n",
      "'email', 'person' || n || '@example.test'",
      "'email_normalized', 'person' || n || '@example.test'",
    ],
  };
  for (const [table, changed] of Object.entries(parts)) {
    const of = table === 'document' ? 'id' : 'document_id';
    await client.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(source, jsonb_build_object(${changed.join(', ')}))).*
      FROM ${table} source, generate_series(${made}, ${wanted - 1}) AS n WHERE source.${of} = $1`,
      [id],
    );
  }
  await client.query('VACUUM ANALYZE');
  await client.end();
}
