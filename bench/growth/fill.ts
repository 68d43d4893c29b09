/**
 * Fills a database with many documents in SQL: copies of documents in every state that the verbs made, spread over workspaces, a year,
 * bulk sends and folders, with their recipients, fields, events, mails, webhook deliveries, requests and anchors. Rows that retention
 * would have removed are not created: mails older than 90 days, and outbox events, deliveries and requests older than 30 days.
 */

import { createHash } from 'node:crypto';
import { CreateDocumentReq } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { createBulkSend } from '@countersign/core/bulk-send/create';
import { createDocument } from '@countersign/core/document/create';
import { duplicateDocument } from '@countersign/core/document/duplicate';
import { expireDueDocuments } from '@countersign/core/document/expire';
import { voidDocument } from '@countersign/core/document/void';
import { createFolder } from '@countersign/core/folder/create';
import { rejectDocument } from '@countersign/core/signing/reject';
import { createTemplate } from '@countersign/core/template/create';
import { fanOut } from '@countersign/core/webhook/fan-out';
import { createWorkspace } from '@countersign/core/workspace/create';
import pg from 'pg';
import { ready, sentCopy, signAs } from '../../test/support/documents.ts';
import { samplePdf } from '../../test/support/sample-pdf.ts';
import { sealedDocument } from '../../test/support/sealed-files.ts';
import { newTemplate } from '../../test/support/template-input.ts';
import { type Copy, copyRows } from '../support/copy-rows.ts';
import { type BenchBase, ctxOf, openBench } from '../writers/prepare.ts';

/** Workspaces besides the large one. They share a tenth of the documents. */
const smallWorkspaces = 50;
const folders = 20;
const dayMs = 86_400_000;

const kinds = [
  'sealed',
  'sent',
  'partially_signed',
  'draft',
  'awaiting_upload',
  'voided',
  'rejected',
  'expired',
] as const;
type Kind = (typeof kinds)[number];

/**
 * Fills an empty, migrated database with `count` documents. The newest is three days old, so that what happens daily is not more work in
 * a large database. A fill that was interrupted goes on after the steps that ended. Without `allEvents`, only documents of the last 30 days
 * have events, and those around the one that is read (`openWorld`). `progress` gets the name of each step.
 */
export async function fill(
  url: string,
  folder: string,
  { count, allEvents }: { count: number; allEvents: boolean },
  progress: (step: string) => void,
): Promise<void> {
  const clients = await Promise.all([connect(url), connect(url)]);
  const client = clients[0];
  try {
    if (!(await isUnfinished(client))) {
      progress('originals');
      await makeOriginals(url, folder, client);
      progress('plan');
      await planDocuments(client, count);
    }
    const { rows: dropped } = await client.query<{ name: string; definition: string }>(
      'SELECT name, definition FROM dropped ORDER BY no',
    );
    const groups: Step[][] = [
      copies(count, allEvents).map(({ name, ...copy }) => ({ name, run: (own) => copyRows(own, copy) })),
      Object.entries(statements).map(([name, sql]) => query(name, sql)),
      dropped.map(({ name, definition }) => query(name, definition)),
    ];
    for (const group of groups) await inParallel(clients, group, progress);
    await vacuum(clients, progress);
    await client.query(`DROP TABLE ${[...helpers, ...originalTables.map((name) => `original_${name}`)].join(', ')};
      DROP FUNCTION part_id`);
  } finally {
    for (const own of clients) await own.end();
  }
}

/** Whether a fill of this database was planned and has not ended. */
export async function isUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ unfinished: boolean }>(
    "SELECT to_regclass('finished_step') IS NOT NULL AS unfinished",
  );
  return rows[0]!.unfinished;
}

/** Tables that exist while a database is filled, besides the copies of the originals. */
const helpers = ['copied', 'original', 'dropped', 'finished_step'];

/** Work on one of the connections, in a transaction of its own. */
interface Step {
  name: string;
  run(client: pg.Client): Promise<unknown>;
}

const query = (name: string, sql: string): Step => ({ name, run: (own) => own.query(sql) });

/** Runs the steps that have not ended in an earlier fill, in their order, one on each connection at a time. */
async function inParallel(
  clients: readonly pg.Client[],
  steps: readonly Step[],
  progress: (step: string) => void,
): Promise<void> {
  const { rows } = await clients[0]!.query<{ name: string }>('SELECT name FROM finished_step');
  const finished = new Set(rows.map(({ name }) => name));
  const waiting = steps.filter(({ name }) => !finished.has(name));
  const work = async (own: pg.Client) => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      progress(step.name);
      await own.query('BEGIN');
      await step.run(own);
      await own.query('INSERT INTO finished_step VALUES ($1)', [step.name]);
      await own.query('COMMIT');
    }
  };
  await Promise.all(clients.map(work));
}

/** Vacuums all tables, which cannot be done in a transaction and is quick for a table that already was. */
async function vacuum(clients: readonly pg.Client[], progress: (step: string) => void): Promise<void> {
  const waiting = await tablesOf(clients[0]!);
  const work = async (own: pg.Client) => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      progress(`vacuum ${name}`);
      await own.query(`VACUUM ANALYZE ${name}`);
    }
  };
  await Promise.all(clients.map(work));
}

/** Without triggers: they would refuse copied chains. Counts and search texts are written at the end for all documents at once. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "SET session_replication_role = 'replica'; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'",
  );
  return client;
}

/** All tables, with the largest first. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    ORDER BY pg_table_size(oid) DESC`,
  );
  return rows.map(({ name }) => name);
}

/** One document of each kind, in the large workspace, with a template, a bulk send, folders and a webhook endpoint. */
async function makeOriginals(url: string, folder: string, client: pg.Client): Promise<void> {
  const base = await openBench(url, folder);
  try {
    await makeWith(base, folder, client);
  } finally {
    await base.close();
  }
}

async function makeWith(base: BenchBase, folder: string, client: pg.Client): Promise<void> {
  const made = await createWorkspace(base, {
    slug: 'large',
    name: 'Large',
    ownerEmail: 'owner@large.test',
  });
  const ctx = ctxOf(base, made);
  for (let number = 0; number < folders; number += 1)
    await createFolder(ctx, { name: `Folder ${number}`, parent_id: null });
  for (let number = 0; number < smallWorkspaces; number += 1)
    await createWorkspace(base, {
      slug: `small-${number}`,
      name: `Small ${number}`,
      ownerEmail: `owner@small-${number}.test`,
    });
  await client.query(
    `INSERT INTO webhook_endpoint (id, workspace_id, url, events, sealed_secret, created_at)
    VALUES (gen_random_uuid(), $1, 'https://hooks.example.test/', '{}', '\\x00', now())`,
    [made.workspaceId],
  );
  const { document: sealed } = await sealedDocument(ctx, folder);
  const copy = () => sentCopy(ctx, sealed);
  const expired = await copy();
  await base.db.document.update({
    where: { id: expired.id },
    data: { expiresAt: new Date(Date.now() + dayMs) },
  });
  await expireDueDocuments({ ...base, now: () => new Date(Date.now() + 2 * dayMs) }, 'fill');
  const partially = await copy();
  await signAs(base, partially, partially.recipients[0]!);
  const voided = await copy();
  await voidDocument(ctx, encodeId('doc', voided.id), { reason: 'No longer needed' });
  const rejected = await copy();
  await rejectDocument(base, await ready(base, rejected.recipients[0]!), { reason: 'The rent is wrong' });
  const originals: Record<Kind, string> = {
    sealed: sealed.id,
    sent: (await copy()).id,
    partially_signed: partially.id,
    draft: (await duplicateDocument(ctx, encodeId('doc', sealed.id), {})).id,
    awaiting_upload: (await createDocument(ctx, CreateDocumentReq.parse({ title: 'Without PDF' }))).id,
    voided: voided.id,
    rejected: rejected.id,
    expired: expired.id,
  };
  const template = await createTemplate(
    ctx,
    newTemplate({
      name: 'Lease',
      pdf_base64: Buffer.from(await samplePdf(1, 'growth')).toString('base64'),
      recipients: [{ name: 'Tenant', email: 'tenant@example.test' }],
      fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.04, recipient_index: 0 }],
    }),
  );
  await createBulkSend(ctx, {
    templateId: encodeId('tpl', template.id),
    sourceFilename: null,
    rows: [{ recipients: [{ name: 'Ada Lovelace', email: 'ada@example.test' }], form_values: {} }] as never,
  });
  while ((await fanOut(base.db, null)).events > 0);
  await client.query(`
    UPDATE webhook_delivery SET status = 'success', attempt = 1, response_code = 200, due_at = NULL, delivered_at = created_at;
    UPDATE mail SET status = 'sent', sent_at = created_at;
    UPDATE bulk_send SET status = 'done', dispatched_by = '{"actor": {"type": "api_key"}}', dispatched_at = created_at,
      finished_at = created_at, completed_at = created_at, sent_count = row_count;
    UPDATE bulk_row SET status = 'sent', sent_at = now(), document_id = '${originals.sealed}';
    DELETE FROM pgboss.job`);
  await client.query('CREATE TABLE original AS SELECT * FROM unnest($1::text[], $2::uuid[]) AS o(kind, id)', [
    Object.keys(originals),
    Object.values(originals),
  ]);
}

/**
 * Drops the indexes, checks, primary keys and unique constraints of the large tables, except those that foreign keys need: creating them
 * at the end takes a third of the time. The table `dropped` keeps them. The checks are not made again for the rows that were copied.
 */
async function dropIndexesAndChecks(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE dropped AS
    WITH filled AS (
      SELECT unnest('{${[...originalTables, 'document_search', 'document_anchor', 'api_request', 'admin_event']}}'::regclass[]) AS id
    ), found AS (
      SELECT conname::text AS name, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS removal,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', conrelid::regclass, conname, pg_get_constraintdef(oid),
          CASE WHEN contype = 'c' THEN ' NOT VALID' END) AS definition
      FROM pg_constraint k JOIN filled ON id = conrelid
      WHERE contype = 'c'
        OR contype IN ('p', 'u') AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = k.conindid)
      UNION ALL
      SELECT c.relname, format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN filled ON id = i.indrelid
      WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
    )
    -- The index of search texts takes longest.
    SELECT row_number() OVER (ORDER BY definition NOT LIKE '% gin %', name <> 'event_pkey') AS no, * FROM found`);
  const { rows } = await client.query<{ removal: string }>('SELECT removal FROM dropped');
  await client.query(rows.map(({ removal }) => removal).join(';'));
}

/** Decides for each copy when it was created, in which workspace and bulk send it is, and which document it is a copy of. */
async function planDocuments(client: pg.Client, count: number): Promise<void> {
  // Numbers are used for times, and intervals have no days, because PostgreSQL looks up time zones for the others.
  const newestMs = Date.now() - 3 * dayMs;
  const stepMs = (362 * dayMs) / count;
  const msOf = (n: string) => `(${newestMs} - (${count} - ${n}) * ${stepMs}::float8)::bigint`;
  const isNewerThan = (days: number) => `n > ${count - Math.floor(((days - 3) * dayMs) / stepMs)}`;
  await client.query('BEGIN');
  await dropIndexesAndChecks(client);
  await client.query(`
    CREATE FUNCTION part_id(document uuid, part uuid) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
      SELECT (left(document::text, 24) || right(part::text, 12))::uuid
    $$;
    CREATE TABLE copied AS
    WITH team AS (
      SELECT w.id AS workspace_id, t.id AS team_id, row_number() OVER (ORDER BY w.slug = 'large', w.id) AS no
      FROM workspace w JOIN team t ON t.workspace_id = w.id
    ), source AS MATERIALIZED (
      SELECT o.kind, o.id, (extract(epoch FROM d.created_at) * 1000)::bigint AS ms FROM original o JOIN document d USING (id)
    ), aged AS (
      SELECT n, n::bigint * 7919 % 100 AS share, n % 20 = 7 AS is_test, n % 10 <> 3 AS is_large,
        CASE WHEN n % 10 = 3 THEN 1 + n / 10 % ${smallWorkspaces} ELSE ${smallWorkspaces + 1} END AS team_no,
        ${msOf('n')} AS ms, ${isNewerThan(30)} AS is_recent
      FROM generate_series(1, ${count}) AS n
    ), kinded AS (
      SELECT *, CASE
          WHEN is_recent AND share < 50 THEN 'sealed' WHEN is_recent AND share < 80 THEN 'sent'
          WHEN is_recent AND share < 85 THEN 'partially_signed'
          WHEN share >= 98 AND ${isNewerThan(6)} THEN 'awaiting_upload'
          WHEN share < 80 THEN 'sealed' WHEN share < 85 THEN 'expired' WHEN share < 89 THEN 'voided' WHEN share < 93 THEN 'rejected'
          WHEN share < 96 AND NOT is_recent THEN 'sent' ELSE 'draft' END AS kind
      FROM aged
    ), identified AS (
      SELECT k.*, team.workspace_id, team.team_id, source.id AS original_id, (k.ms - source.ms) * interval '1 millisecond' AS shift,
        to_timestamp(k.ms / 1000::float8) AS created_at, ${idAt('k.ms', 'n')} AS id,
        k.is_large AND NOT is_test AND n % 1000 < 500 AND k.kind NOT IN ('draft', 'awaiting_upload')
          AND (is_recent OR k.kind <> 'sent') AS is_in_bulk
      FROM kinded k JOIN source USING (kind) JOIN team ON team.no = k.team_no
    )
    -- A bulk send for each thousand consecutive documents.
    SELECT *, CASE WHEN is_in_bulk THEN ${idAt(msOf('(n - n % 1000)'), 'n / 1000')} END AS bulk_send_id
    FROM identified;
    ${originalTables.map((name) => `CREATE TABLE original_${name} AS TABLE ${name};`).join('\n')}
    ALTER TABLE copied ADD PRIMARY KEY (n);
    CREATE TABLE finished_step (name text PRIMARY KEY);
    COMMIT;
    ANALYZE`);
}

/** Eight hexadecimal digits, different for each of 2^32 numbers and spread like those of a hash, which would take longer to compute. */
const spread = (n: string) => `lpad(to_hex((${n})::bigint * 2654435761 % 4294967296), 8, '0')`;
const hash = (salt: string) =>
  `${spread('n')} || '${createHash('sha256').update(salt).digest('hex').slice(8)}'`;
/** A UUID of version 7 of this time in milliseconds. */
const idAt = (ms: string, n: string) =>
  `(lpad(to_hex(${ms}), 12, '0') || '7' || left(${spread(n)}, 3) || '8' || ${spread(n)} || '0000000')::uuid`;
/** The hash of a file of its own, where the original has a file. */
const ownFile = (column: string, salt: string) =>
  `CASE WHEN source.${column} IS NOT NULL THEN ${hash(salt)} END`;
const names = `(ARRAY['Ada','Grace','Alan','Edsger','Barbara','Donald','Radia','Ken','Margaret','Niklaus'])[1 + n % 10] || ' '
  || (ARRAY['Lovelace','Hopper','Turing','Dijkstra','Liskov','Knuth','Perlman','Thompson','Hamilton','Wirth','Curie'])[1 + n % 11]`;
const emailOf = (recipient: string) => `'person' || n || '.' || ${recipient}.position || '@example.test'`;
const title = `'Lease of Street ' || n % 100 || ', flat ' || n`;
const ownId = `part_id(copied.id, source.id)`;

/** The tables that are copied from the originals, with the largest first. */
const originalTables = [
  'event',
  'document',
  'recipient',
  'field',
  'mail',
  'outbox_event',
  'webhook_delivery',
  'bulk_send',
  'bulk_row',
] as const;

/** Documents whose copies are one step, so that an interruption loses little. */
const stepSize = 500_000;

/** The steps that copy these tables. The few bulk sends and their rows are one step each. */
function copies(count: number, allEvents: boolean): Array<Copy & { name: string }> {
  const starts = Array.from({ length: Math.ceil(count / stepSize) }, (_, step) => step * stepSize);
  return allCopies(count, allEvents).flatMap((copy) =>
    copy.table.startsWith('bulk_')
      ? [{ ...copy, name: copy.table }]
      : starts.map((start) => ({
          ...copy,
          name: `${copy.table} after ${start}`,
          from: `${copy.from} AND n > ${start} AND n <= ${start + stepSize}`,
        })),
  );
}

function allCopies(count: number, allEvents: boolean): Copy[] {
  const of = (table: string, condition = 'true') =>
    `copied JOIN ${table} source ON source.document_id = copied.original_id WHERE ${condition}`;
  const recently = (days: number) => `copied.created_at > now() - interval '${days} days'`;
  return [
    {
      table: 'event',
      from: of(
        '(SELECT *, created_at_iso::timestamptz AS happened_at FROM original_event OFFSET 0)',
        allEvents ? 'true' : `(is_recent OR n BETWEEN ${0.33 * count} AND ${0.38 * count})`,
      ),
      shift: 'copied.shift',
      changes: {
        document_id: 'copied.id',
        created_at_iso: `to_char((source.happened_at + copied.shift) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      },
    },
    {
      table: 'document',
      from: 'copied JOIN original_document source ON source.id = copied.original_id WHERE true',
      shift: 'copied.shift',
      changes: {
        id: 'copied.id',
        workspace_id: 'copied.workspace_id',
        team_id: 'copied.team_id',
        mode: `(CASE WHEN is_test THEN 'test' ELSE 'live' END)::mode`,
        visibility: `(CASE WHEN n % 50 = 9 THEN 'managers' ELSE 'everyone' END)::visibility`,
        title,
        external_id: `CASE WHEN n % 3 = 0 THEN 'order-' || n END`,
        folder_id: `CASE WHEN is_large AND n % 2 = 1 THEN (SELECT array_agg(id ORDER BY id) FROM folder)[1 + n / 2 % ${folders}] END`,
        bulk_send_id: 'copied.bulk_send_id',
        delivery_problem: `kind = 'sent' AND n % 1000 = 1`,
        content_sha256: ownFile('content_sha256', 'content'),
        original_sha256: ownFile('original_sha256', 'content'),
        sealed_sha256: ownFile('sealed_sha256', 'sealed'),
        certificate_sha256: ownFile('certificate_sha256', 'certificate'),
        // Nothing is due in the week after the fill.
        expires_at: `CASE WHEN kind IN ('sent', 'partially_signed')
          THEN CASE WHEN is_recent THEN now() + interval '7 days' + n % 86400 * interval '30 seconds' END ELSE CASE WHEN n % 4 < 2 THEN copied.created_at + interval '30 days' END END`,
        reminder_cadence_days: `3`,
        remind_from: `now() + interval '7 days' + n % 86400 * interval '3 seconds'`,
        archive_due_at: `CASE WHEN source.sealed_at IS NOT NULL THEN now() + interval '7 days' + n % 1000 * interval '1 day' END`,
      },
    },
    {
      table: 'recipient',
      from: of('original_recipient'),
      shift: 'copied.shift',
      changes: {
        id: ownId,
        document_id: 'copied.id',
        name: names,
        email: emailOf('source'),
        email_normalized: emailOf('source'),
      },
    },
    {
      table: 'field',
      from: of('original_field'),
      shift: 'copied.shift',
      changes: {
        id: ownId,
        document_id: 'copied.id',
        recipient_id: 'part_id(copied.id, source.recipient_id)',
      },
    },
    {
      table: 'mail',
      from: of('original_mail', recently(90)),
      shift: 'copied.shift',
      changes: {
        id: ownId,
        workspace_id: 'copied.workspace_id',
        document_id: 'copied.id',
        recipient_id: 'part_id(copied.id, source.recipient_id)',
        bulk_send_id: 'copied.bulk_send_id',
      },
    },
    {
      table: 'outbox_event',
      from: of('original_outbox_event', recently(30)),
      shift: 'copied.shift',
      changes: {
        id: null,
        workspace_id: 'copied.workspace_id',
        document_id: 'copied.id',
        mode: `(CASE WHEN is_test THEN 'test' ELSE 'live' END)::mode`,
      },
    },
    {
      table: 'webhook_delivery',
      from: of('original_webhook_delivery', `copied.is_large AND ${recently(30)}`),
      shift: 'copied.shift',
      changes: {
        id: null,
        document_id: 'copied.id',
        status: `(CASE WHEN n % 500 = 1 THEN 'dead' ELSE 'success' END)::delivery_status`,
        delivered_at: `CASE WHEN n % 500 <> 1 THEN source.delivered_at + copied.shift END`,
      },
    },
    {
      table: 'bulk_send',
      from: `(SELECT bulk_send_id AS copy_id, min(created_at) AS copied_at, count(*)::int AS documents,
          bool_or(kind IN ('sent', 'partially_signed')) AS is_open FROM copied WHERE bulk_send_id IS NOT NULL GROUP BY 1) AS copied, original_bulk_send source`,
      changes: {
        id: 'copy_id',
        row_count: 'documents',
        sent_count: 'documents',
        created_at: 'copied_at',
        dispatched_at: 'copied_at',
        finished_at: 'copied_at',
        completed_at: 'CASE WHEN NOT is_open THEN copied_at END',
      },
    },
    {
      table: 'bulk_row',
      from: 'copied, original_bulk_row source WHERE copied.bulk_send_id IS NOT NULL',
      changes: {
        bulk_send_id: 'copied.bulk_send_id',
        row_no: '(row_number() OVER (PARTITION BY copied.bulk_send_id ORDER BY n))::int',
        document_id: 'copied.id',
        sent_at: 'copied.created_at',
      },
    },
  ];
}

/** Statements that write the rows that are not copies, by step. */
const statements = {
  document_search: `
    INSERT INTO document_search (document_id, workspace_id, title, text)
    SELECT id, workspace_id, lower(${title}), lower(concat_ws(E'\\n', ${title}, (
      SELECT string_agg(${names} || E'\\n' || ${emailOf('r')}, E'\\n' ORDER BY r.position)
      FROM original_recipient r WHERE r.document_id = copied.original_id)))
    FROM copied`,
  document_count: `
    TRUNCATE document_count_change, document_count;
    INSERT INTO document_count SELECT workspace_id, mode, visibility, counted_status(status, finalized_at, removed_at), count(*)
    FROM document GROUP BY 1, 2, 3, 4`,
  anchor: `
    INSERT INTO anchor (date, collected_at, root, previous_date, previous_hash, hash, created_at, part_roots)
    SELECT day, day, repeat('0', 64), day - 1, repeat('0', 64), repeat('0', 64), day, '\\x00'
    FROM generate_series(current_date - 365, current_date - 1, interval '1 day') AS g(at), date(at) AS day`,
  document_anchor: `
    INSERT INTO document_anchor (document_id, date, seq, position, hash)
    SELECT d.id, date(c.created_at) + 1, d.chain_seq,
      (row_number() OVER (PARTITION BY date(c.created_at) ORDER BY d.id))::int - 1, decode(${hash('leaf')}, 'hex')
    FROM copied c JOIN document d ON d.id = c.id WHERE NOT is_test`,
  api_request: `
    INSERT INTO api_request (id, workspace_id, mode, key_id, request_id, created_at, method, route, path, status, duration_ms, document_id,
      has_idempotency_key, is_replay)
    SELECT part_id(c.id, md5(step::text)::uuid), c.workspace_id, (CASE WHEN is_test THEN 'test' ELSE 'live' END)::mode, md5('key')::uuid,
      'req-' || n || '-' || step, c.created_at, CASE WHEN step < 5 THEN 'GET' ELSE 'POST' END, '/v1/documents/:id', '/v1/documents/' || c.id,
      CASE WHEN n % 5000 = 1 THEN 500 ELSE 200 END, 12, c.id, false, false
    FROM copied c, generate_series(1, 8) AS step WHERE c.created_at > now() - interval '30 days'`,
  admin_event: `
    INSERT INTO admin_event (workspace_id, seq, event_type, actor, target, details, created_at, prev_hash, hash)
    SELECT c.workspace_id, 1000 + row_number() OVER (PARTITION BY c.workspace_id ORDER BY n),
      CASE WHEN n % 10000 = 1 THEN 'key.created' ELSE 'document.erased' END,
      jsonb_build_object('type', 'api_key', 'id', md5('key')::uuid), jsonb_build_object('type', 'document', 'id', c.id), '{}', c.created_at, repeat('0', 64), repeat('0', 64)
    FROM copied c WHERE n % 4 = 1;
    UPDATE admin_chain a SET seq = m.seq FROM (SELECT workspace_id, max(seq) AS seq FROM admin_event GROUP BY 1) m
    WHERE m.workspace_id = a.workspace_id`,
  retention: `UPDATE workspace SET retention_days = 400 WHERE slug = 'large'`,
} satisfies Record<string, string>;
