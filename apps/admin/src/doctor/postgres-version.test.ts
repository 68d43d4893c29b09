/** The oldest version of PostgreSQL, in the doctor and in the documentation. */
import { readFileSync } from 'node:fs';
import { oldestPostgres } from '@countersign/db/postgres-version';
import { expect, test } from '@jest/globals';
import { versionFault } from './postgres-version.ts';

test('PostgreSQL 14 is too old, 15 and later are not', () => {
  expect(versionFault(140_023)).toBe('upgrade PostgreSQL: Countersign needs version 15 or later');
  expect([150_000, 150_018, 180_004].map(versionFault)).toEqual([null, null, null]);
});

test('README.md and docs/OPERATIONS.md name the same version', () => {
  for (const path of ['README.md', 'docs/OPERATIONS.md']) {
    const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
    const named = [...text.matchAll(/PostgreSQL (\d+) or later/g)].map(([, version]) => Number(version));
    expect({ path, named }).toEqual({ path, named: [oldestPostgres] });
  }
});
