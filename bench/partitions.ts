/**
 * What partitions would save and cost: deleting expired webhook deliveries and events in batches, as the sweep does, next to dropping a
 * partition with the same rows; and the SQL of docs/OPERATIONS.md, Growth, that divides the audit trail by document.
 * PARTITIONS_BENCH_ROWS sets the rows of each table (default 1000000, about 3 GB).
 */
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { sweepWebhooks } from '@countersign/core/webhook/sweep';
import { closeDb, createDb } from '@countersign/db/client';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import pg from 'pg';
import { figure, printTable } from './support/table.ts';

export const title = 'Deleting by retention, and dividing the audit trail';
export const isByHand = true;

// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const rows = Number(process.env.PARTITIONS_BENCH_ROWS ?? 1_000_000);
const webhookRetentionSeconds = 30 * 86_400;

/** Prints the table; some minutes. */
export async function run(): Promise<void> {
  const server = await startThrowawayPostgres({
    flags: ['shared_buffers=1GB', 'max_wal_size=8GB', 'maintenance_work_mem=512MB', 'autovacuum=off'],
  });
  const client = new pg.Client({ connectionString: server.url });
  try {
    await migrateDatabase(server.url, { log: silentLog });
    await client.connect();
    console.log(`Load of the machine: ${loadavg()[0]!.toFixed(1)}\n`);
    const measured: string[][] = [];
    const measure = async (name: string, work: () => Promise<unknown>) => {
      const before = await walOf(client);
      const started = performance.now();
      await work();
      const seconds = (performance.now() - started) / 1000;
      measured.push([name, seconds.toFixed(3), figure(((await walOf(client)) - before) / 2 ** 20)]);
    };
    await fill(client);
    await divideByDay(client);
    const db = createDb(server.url, { max: 2 });
    await measure('sweep: delete deliveries and events', () =>
      sweepWebhooks({ db, now: () => new Date(), settings: { webhookRetentionSeconds } as never }),
    );
    await closeDb(db);
    await measure('vacuum afterwards', () => client.query('VACUUM webhook_delivery, outbox_event'));
    await measure('drop partitions of the same rows', () =>
      client.query('DROP TABLE delivery_old, outbox_old'),
    );
    await measure('divide the audit trail into 32 partitions', async () =>
      client.query(await sqlOfTheDocs()),
    );
    printTable([`${rows.toLocaleString('en')} rows in each table`, 's', 'WAL, MiB'], measured);
  } finally {
    await client.end();
    await server.stop();
  }
}

async function walOf(client: pg.Client): Promise<number> {
  const { rows: found } = await client.query<{ bytes: string }>(
    "SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes",
  );
  return Number(found[0]!.bytes);
}

/** Expired deliveries and events, and a trail of ten events for each document. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`
    SET session_replication_role = 'replica';
    INSERT INTO workspace (id, slug, name) VALUES (gen_random_uuid(), 'large', 'Large');
    INSERT INTO webhook_endpoint (id, workspace_id, url, events, sealed_secret, created_at)
    SELECT gen_random_uuid(), id, 'https://hooks.example.test/', '{}', '\\x00', now() FROM workspace;
    INSERT INTO outbox_event (workspace_id, document_id, mode, type, seq, engine_event_type, actor, created_at, fanned_out_at)
    SELECT w.id, gen_random_uuid(), 'live', 'document.sent', 1, 'envelope.sent', 'api_key', now() - interval '31 days', now() - interval '31 days'
    FROM workspace w, generate_series(1, ${rows});
    INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, document_id, body, status, attempt, attempts, response_code, created_at, delivered_at)
    SELECT e.id, 'evt_outbox_' || n, 'document.sent', gen_random_uuid(), repeat('{"document_id": "of a delivery"}', 12), 'success', 1,
      '[{"at": "2026-01-01T00:00:00.000Z", "response_code": 200, "duration_ms": 12}]', 200, now() - interval '31 days', now() - interval '31 days'
    FROM webhook_endpoint e, generate_series(1, ${rows}) AS n;
    INSERT INTO event (document_id, seq, event_type, actor, payload, payload_hash, created_at_iso, ip, user_agent, prev_hash, hash)
    SELECT md5((n / 10)::text)::uuid, 1 + n % 10, 'recipient.opened', '{"type": "recipient", "name": "Ada Lovelace"}', '{"recipient_id": "r"}',
      repeat('a', 64), '2026-01-01T00:00:00.000Z', '198.51.100.7', 'Browser', repeat('a', 64), repeat('a', 64)
    FROM generate_series(0, ${rows - 1}) AS n`);
  await client.query('VACUUM ANALYZE');
}

/** The same deliveries and events in a partition each, with the same indexes. */
async function divideByDay(client: pg.Client): Promise<void> {
  for (const [name, table] of [
    ['delivery', 'webhook_delivery'],
    ['outbox', 'outbox_event'],
  ] as const)
    await client.query(`
      CREATE TABLE ${name}_parted (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (id);
      CREATE TABLE ${name}_old (LIKE ${table} INCLUDING ALL);
      INSERT INTO ${name}_old SELECT * FROM ${table};
      ALTER TABLE ${name}_parted ATTACH PARTITION ${name}_old FOR VALUES FROM (MINVALUE) TO (${rows * 2})`);
}

/** The block of SQL that makes the partitions of the audit trail. */
async function sqlOfTheDocs(): Promise<string> {
  const page = await readFile(new URL('../docs/OPERATIONS.md', import.meta.url), 'utf8');
  return /```sql\n([\s\S]+?)\n```/.exec(page.slice(page.indexOf('\n## Growth\n')))![1]!;
}
