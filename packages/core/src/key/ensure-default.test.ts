import { closeDb, createDb } from '@countersign/db/client';
import { ProblemError } from '@countersign/problem/problem-error';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { createWorkspace } from '../workspace/create.ts';
import { ensureDefaultWorkspace } from './ensure-default.ts';
import { hashKey, modeOfKey } from './format.ts';

let database: TestDatabase;
const now = () => new Date('2027-01-01T00:00:00Z');
beforeEach(async () => {
  database = await testDatabase();
  await database.db.workspace.deleteMany();
  await database.db.user.deleteMany();
});

describe('the first start', () => {
  test('creates the workspace, its team and owner, and a test key that is shown once', async () => {
    const first = await ensureDefaultWorkspace(
      { db: database.db, now },
      { ownerEmail: ' Owner@Example.test ' },
    );
    expect(modeOfKey(first!.testKey)).toBe('test');
    const workspace = await database.db.workspace.findUniqueOrThrow({
      where: { slug: 'default' },
      include: { teams: true, keys: true, memberships: { include: { user: true } } },
    });
    expect(workspace).toMatchObject({ id: first!.workspaceId, teams: [{ id: first!.teamId }] });
    expect(workspace.memberships).toMatchObject([
      { role: 'owner', user: { email: 'owner@example.test', operator: true } },
    ]);
    expect(workspace.keys.map(({ keySha256 }) => [...keySha256])).toEqual([[...hashKey(first!.testKey)]]);
    expect(
      await ensureDefaultWorkspace({ db: database.db, now }, { ownerEmail: 'other@example.test' }),
    ).toBeNull();
  });

  test('creates one workspace and shows one key, with ten processes at once', async () => {
    const pools = Array.from({ length: 10 }, () => createDb(database.url, { max: 1 }));
    const outcomes = await Promise.all(
      pools.map((db) => ensureDefaultWorkspace({ db, now }, { ownerEmail: 'owner@example.test' })),
    );
    await Promise.all(pools.map(closeDb));
    expect(outcomes.filter((one) => one !== null)).toHaveLength(1);
    expect([await database.db.workspace.count(), await database.db.apiKey.count()]).toEqual([1, 1]);
  });
});

describe('creating a workspace', () => {
  const create = (slug: string, ownerEmail = 'owner@example.test') =>
    createWorkspace({ db: database.db, now }, { slug, name: 'Name', ownerEmail });

  test('lets one person own several workspaces', async () => {
    const [one, two] = [await create('one'), await create('two', 'OWNER@example.test')];
    expect(one.ownerId).toBe(two.ownerId);
  });

  test.each(['', 'Upper', 'two--hyphens', '-edge', 'a b', 'x'.repeat(64), 'ü'])(
    'refuses the slug %j',
    async (slug) => {
      await expect(create(slug)).rejects.toBeInstanceOf(ProblemError);
      expect(await database.db.workspace.count()).toBe(0);
    },
  );

  test('refuses a taken slug, and an owner without an email address', async () => {
    await create('taken');
    await expect(create('taken')).rejects.toMatchObject({ slug: 'validation' });
    await expect(create('free', 'nobody')).rejects.toMatchObject({ slug: 'validation' });
    expect(await database.db.workspace.count()).toBe(1);
  });
});
