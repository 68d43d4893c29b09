/**
 * PostgreSQL may run a prepared statement with a generic plan, which does not know the values: a partial index or a limit that is a
 * parameter can then be out of reach. Collects every prepared statement of journeys, lists, feeds and sweeps, and checks its
 * generic plan.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeId } from '@countersign/contract/ids';
import { expireMovedClocks, expirySweep, removeStaleDrafts } from '@countersign/core/document/expire';
import { reminderSweep } from '@countersign/core/document/remind';
import { sweepDue } from '@countersign/core/document/sweep';
import { collectGarbage } from '@countersign/core/housekeeping/collect-garbage';
import { deliverMail } from '@countersign/core/mail-delivery/deliver-mail';
import { eraseWhatIsDue } from '@countersign/core/privacy/retention';
import { linkToken } from '@countersign/core/recipient/link';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import { afterAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { keepingMailer } from '../support/mails.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const query = jest.spyOn(pg.Client.prototype, 'query');
const folder = await mkdtemp(join(tmpdir(), 'countersign-plans-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Housekeeping reads all of these tables. Buckets are few and small; changes of counts are removed by reading them. */
const readWhole = new Set(['rate_bucket', 'document_count_change']);

test('every repeated statement finds its rows by an index, whatever its values', async () => {
  const api = await startTestApi();
  const workspace = await api.createTestWorkspace();
  const pdf = Buffer.from(await samplePdf(1));
  // A connection prepares a statement at its second use.
  for (let time = 0; time < 4; time += 1) {
    await signedDocument(api, workspace, pdf);
    await lists(workspace);
    await sweeps(api);
  }
  const texts = preparedTexts();
  expect(texts.length).toBeGreaterThan(60);
  expect(await textsWithoutIndex(texts)).toEqual([]);
});

/** A document from create to sealed, with all its mails. */
async function signedDocument(api: TestApi, { live }: TestWorkspace, pdf: Buffer): Promise<void> {
  const created = await live.post('/v1/documents', {
    title: 'Plans',
    recipients: [{ name: 'Ada', email: 'ada@example.test' }],
    fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.5, w: 0.3, h: 0.06, recipient_index: 0 }],
  });
  const path = `/v1/documents/${created.body.id}`;
  await live.put(`${path}/content`).set('Content-Type', 'application/pdf').send(pdf);
  await live.post(`${path}/finalize`);
  expect((await live.post(`${path}/send`)).status).toBe(200);
  const documentId = decodeId('doc', created.body.id)!;
  const recipient = await api.deps.db.recipient.findFirstOrThrow({ where: { documentId } });
  const link = `/v1/signing/${linkToken(api.deps.secrets, recipient)}`;
  for (const call of ['open', 'consent']) await api.anonymous.post(`${link}/${call}`);
  const { fields } = (await api.anonymous.get(link)).body;
  const values = { [fields[0].id]: { mode: 'type', text: 'Ada' } };
  expect((await api.anonymous.post(`${link}/complete`, { values })).body.document_status).toBe('completed');
  const sealKeys = createSealKeys({ dataDir: folder, log: api.deps.log });
  const sealed = await sealDocument(
    { ...api.deps, sealKeys, timestamper: null },
    { documentId, requestId: 'plans' },
  );
  expect(sealed).toBe('sealed');
  const ports = { ...api.deps, mailer: keepingMailer(), mailFrom: 'plans@example.test' };
  for (const { id } of await api.deps.db.mail.findMany({ where: { documentId } }))
    await deliverMail(ports, { mailId: id, requestId: 'plans', isLastAttempt: false });
  for (const part of ['', '/events', '/audit', '/download']) await live.get(`${path}${part}`);
}

async function lists({ live }: TestWorkspace): Promise<void> {
  const paths = [
    'documents',
    'documents?status=sent',
    'events',
    'folders',
    'templates',
    'webhooks',
    'bulk-sends',
    'keys',
  ];
  for (const path of [...paths, 'usage']) await live.get(`/v1/${path}`);
}

async function sweeps({ deps }: TestApi): Promise<void> {
  const run = { requestId: 'plans' };
  await sweepDue(deps, expirySweep, run);
  await sweepDue(deps, reminderSweep, run);
  await expireMovedClocks(deps, run);
  await removeStaleDrafts(deps);
  await collectGarbage(deps);
  await eraseWhatIsDue(deps, 'plans');
}

/** Statements that a connection has prepared by name. */
function preparedTexts(): string[] {
  const configs = query.mock.calls.map(([config]) => config as unknown as { name?: string; text: string });
  return [...new Set(configs.flatMap(({ name, text }) => (name?.startsWith('cs_') ? [text] : [])))];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** The statements whose generic plan reads a whole table although sequential scans are discouraged. */
async function textsWithoutIndex(texts: readonly string[]): Promise<string[]> {
  const { url } = await testDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query('SET enable_seqscan = off');
    const partial = await client.query<{ name: string }>(
      'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL',
    );
    const partialIndexes = new Set(partial.rows.map(({ name }) => name));
    const found: string[] = [];
    for (const text of texts) {
      const scans = wholeReads(await genericPlan(client, text), partialIndexes);
      if (scans.length > 0) found.push(`${scans.join(', ')}: ${text}`);
    }
    return found;
  } finally {
    await client.end();
  }
}

async function genericPlan(client: pg.Client, text: string): Promise<PlanNode> {
  await client.query(`PREPARE checked AS ${text}`);
  const { rows } = await client.query<{ count: number }>(
    `SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = 'checked'`,
  );
  const nulls = Array.from({ length: rows[0]!.count }, () => 'NULL').join(', ');
  const explained = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (FORMAT JSON) EXECUTE checked${nulls && ` (${nulls})`}`,
  );
  await client.query('DEALLOCATE checked');
  return explained.rows[0]!['QUERY PLAN'][0].Plan;
}

/** The tables that a plan reads from one end to the other: directly, or through an index of all rows without a condition. */
function wholeReads(node: PlanNode, partialIndexes: ReadonlySet<string>): string[] {
  const table = node['Relation Name'];
  const index = node['Index Name'];
  const isWhole =
    node['Node Type'] === 'Seq Scan' ||
    (index !== undefined && !node['Index Cond'] && !partialIndexes.has(index));
  const own =
    isWhole && table !== undefined && !readWhole.has(table) ? [`${table} (${index ?? 'no index'})`] : [];
  return [...own, ...(node.Plans ?? []).flatMap((part) => wholeReads(part, partialIndexes))];
}
