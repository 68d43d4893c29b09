/** Facts on which the database and the code must agree. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signInOutcomes } from '@countersign/contract/console';
import { engineEventTypes } from '@countersign/contract/events';
import { accountMailKinds, mailKinds } from '@countersign/mail/templates/mail-data';
import { expect, test } from '@jest/globals';
import { schemaPage } from '../prisma/schema-page.ts';

const root = join(import.meta.dirname, '..');

test('docs/SCHEMA.md shows the schema; if not, run npm run docs:schema', async () => {
  const page = await schemaPage(join(root, 'prisma', 'schema'));
  expect(page).toContain('document ||--o{ recipient : "document_id, on delete restrict"');
  expect(await readFile(join(root, 'docs', 'SCHEMA.md'), 'utf8')).toBe(page);
});

test.each([
  ['mail_kind_is_known', [...mailKinds, ...accountMailKinds]],
  ['sign_in_outcome_is_known', signInOutcomes],
  ['event_type_is_known', engineEventTypes],
])('the check %s allows what the code writes, and nothing else', async (constraint, values) => {
  const migrations = join(root, 'prisma', 'migrations');
  const folders = (await readdir(migrations)).filter((name) => !name.endsWith('.toml'));
  const sql = await Promise.all(
    folders.map((name) => readFile(join(migrations, name, 'migration.sql'), 'utf8')),
  );
  const list = new RegExp(`CONSTRAINT ${constraint} CHECK \\(\\w+ IN \\(([^)]*)\\)`).exec(
    sql.join('\n'),
  )?.[1];
  expect([...(list ?? '').matchAll(/'([^']+)'/g)].map(([, value]) => value).sort()).toEqual(
    [...values].sort(),
  );
});
