/** The SQL of docs/OPERATIONS.md, Growth: the audit trail in partitions by document. Distributed PostgreSQL divides it in the same way. */
import { readFile } from 'node:fs/promises';
import { verifyChain } from '@countersign/contract/audit-chain';
import { listEvents } from '@countersign/core/event/list';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { testBase, testCtx } from '../support/base.ts';
import { sentCopy, sentDocument, signAs } from '../support/documents.ts';

test('a trail in partitions keeps its events, is continued, stays append-only, and is read from one partition', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const before = await sentDocument(ctx);
  const events = await listEvents(base.db, before.id);
  const client = new pg.Client({ connectionString: base.databaseUrl });
  await client.connect();
  try {
    await client.query(await sqlOfTheDocs());
    expect(await listEvents(base.db, before.id)).toEqual(events);

    for (const document of [before, await sentCopy(ctx, before)]) {
      for (const recipient of document.recipients) await signAs(base, document, recipient);
      const trail = await listEvents(base.db, document.id);
      expect(trail.at(-1)?.event_type).toBe('envelope.completed');
      expect(trail.map(({ seq }) => seq)).toEqual(trail.map((_, at) => at + 1));
      expect(verifyChain(trail)).toMatchObject({ ok: true, count: trail.length });
    }

    const own = `document_id = '${before.id}'`;
    const copied = `INSERT INTO event SELECT * FROM event WHERE ${own} AND seq = 2`;
    await expect(client.query(copied)).rejects.toThrow(/duplicate key .*"event_p\d+_pkey/);
    for (const refused of [
      `UPDATE event SET actor = '{}' WHERE ${own}`,
      `DELETE FROM event WHERE ${own}`,
      'TRUNCATE event',
    ])
      await expect(client.query(refused)).rejects.toThrow('append-only');
    const { rows: partitions } = await client.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'event'::regclass",
    );
    expect(partitions).toHaveLength(32);
    // PostgreSQL does not pass triggers of statements on to partitions.
    for (const { name } of partitions)
      await expect(client.query(`TRUNCATE ${name}`)).rejects.toThrow('append-only');
    const plan = JSON.stringify(
      (await client.query(`EXPLAIN SELECT * FROM event WHERE ${own} ORDER BY seq`)).rows,
    );
    expect(plan.match(/event_p\d+(?!\d*_)/g)).toHaveLength(1);
  } finally {
    await client.end();
  }
});

/** The block of SQL that makes the partitions. */
async function sqlOfTheDocs(): Promise<string> {
  const page = await readFile(new URL('../../docs/OPERATIONS.md', import.meta.url), 'utf8');
  const growth = page.slice(page.indexOf('\n## Growth\n'));
  return /```sql\n([\s\S]+?)\n```/.exec(growth)![1]!;
}
