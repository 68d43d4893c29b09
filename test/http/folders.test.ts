import { FolderOut } from '@countersign/contract/folder';
import { newId } from '@countersign/contract/ids';
import { MAX_FOLDERS } from '@countersign/core/folder/create';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';

let api: TestApi;
let mine: TestWorkspace;
let other: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  other = await api.createTestWorkspace();
});

const create = async (name: string, parent?: string | null, workspace = mine): Promise<FolderOut> => {
  const response = await workspace.live.post('/v1/folders', { name, parent_id: parent });
  expect(response.status).toBe(201);
  return FolderOut.parse(response.body);
};

/** Nested folders, the first one at the root. */
const chain = async (length: number, workspace = mine): Promise<FolderOut[]> => {
  const folders: FolderOut[] = [];
  for (let level = 1; level <= length; level += 1)
    folders.push(await create(`Level ${level}`, folders.at(-1)?.id, workspace));
  return folders;
};

const depthOf = async (id: string) => {
  const folders: FolderOut[] = (await mine.live.get('/v1/folders')).body;
  return folders.find((folder) => folder.id === id)?.depth;
};

describe('POST /v1/folders', () => {
  test('201: at the root and inside another, at most five deep', async () => {
    const folders = await chain(5);
    expect(folders.map(({ depth }) => depth)).toEqual([1, 2, 3, 4, 5]);
    expect(folders.map(({ parent_id }) => parent_id)).toEqual([
      null,
      ...folders.slice(0, 4).map(({ id }) => id),
    ]);
    expectProblem(
      await mine.live.post('/v1/folders', { name: 'Six', parent_id: folders[4]!.id }),
      'folder-depth',
    );
  });

  test('422: a workspace has at most ten thousand folders, also with concurrent requests', async () => {
    expect(MAX_FOLDERS).toBe(10_000);
    const full = await api.createTestWorkspace();
    const { id } = await create('First', null, full);
    const { workspaceId } = await api.deps.db.folder.findUniqueOrThrow({ where: { id } });
    await api.deps.db.folder.createMany({
      data: Array.from({ length: MAX_FOLDERS - 1 }, (_, at) => ({
        id: newId(),
        workspaceId,
        name: `Folder ${at}`,
        depth: 1,
      })),
    });
    expect(issuesOf(await full.live.post('/v1/folders', { name: 'One more' }))).toEqual([
      'body.name value_error',
    ]);
    expect((await full.live.delete(`/v1/folders/${id}`)).status).toBe(204);
    const answers = await Promise.all(
      [1, 2, 3].map((count) => full.live.post('/v1/folders', { name: `More ${count}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  });

  test('404: a parent of another workspace, and an unknown one', async () => {
    const foreign = await create('Theirs', null, other);
    for (const parent_id of [foreign.id, newId()])
      expectProblem(await mine.live.post('/v1/folders', { name: 'x', parent_id }), 'not-found');
  });

  test('422: name and parent are checked', async () => {
    expect(issuesOf(await mine.live.post('/v1/folders', { name: '', parent_id: 'x' }))).toEqual([
      'body.name string_too_short',
      'body.parent_id uuid_parsing',
    ]);
    expect(issuesOf(await mine.live.post('/v1/folders', { name: 'x'.repeat(121) }))).toEqual([
      'body.name string_too_long',
    ]);
  });

  test('401: without a key', async () => {
    expectProblem(await api.anonymous.post('/v1/folders', { name: 'x' }), 'unauthenticated');
  });
});

describe('GET /v1/folders', () => {
  test('200: both modes see the same folders, other workspaces see none of them', async () => {
    const folder = await create('Shared');
    const ids = async (client: TestWorkspace['live']) =>
      (await client.get('/v1/folders')).body.map(({ id }: FolderOut) => id);
    expect(await ids(mine.live)).toContain(folder.id);
    expect(await ids(mine.test)).toEqual(await ids(mine.live));
    expect(await ids(other.live)).not.toContain(folder.id);
  });

  test('200: parents come before their children', async () => {
    const depths = (await mine.live.get('/v1/folders')).body.map(({ depth }: FolderOut) => depth);
    expect(depths).toEqual([...depths].sort((a, b) => a - b));
  });
});

describe('PATCH /v1/folders/{folder_id}', () => {
  test('200: renames, and leaves absent members unchanged', async () => {
    const [root, child] = await chain(2);
    const renamed = await mine.live.patch(`/v1/folders/${child!.id}`, { name: 'Renamed', parent_id: null });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toEqual({ ...child, name: 'Renamed' });
    const path = `/v1/folders/${root!.id}`;
    expect((await mine.live.patch(path, {})).body).toEqual(root);
    expect((await mine.live.patch(path, { name: null, parent_id: null })).body).toEqual(root);
  });

  test('200: a folder is moved with its subtree, and every depth is updated', async () => {
    const [, second, third] = await chain(3);
    const target = await create('Target');
    const moved = await mine.live.patch(`/v1/folders/${second!.id}`, { parent_id: target.id });
    expect(moved.body).toMatchObject({ parent_id: target.id, depth: 2 });
    const toRoot = await mine.live.patch(`/v1/folders/${second!.id}`, { move_to_root: true });
    expect(toRoot.body).toMatchObject({ parent_id: null, depth: 1 });
    expect(await depthOf(third!.id)).toBe(2);
    await mine.live.patch(`/v1/folders/${second!.id}`, { parent_id: target.id }).expect(200);
    expect([await depthOf(second!.id), await depthOf(third!.id)]).toEqual([2, 3]);
  });

  test('422: a move that would put any folder below the fifth level changes nothing', async () => {
    const four = await chain(4);
    const two = await chain(2);
    const refused = await mine.live.patch(`/v1/folders/${two[0]!.id}`, {
      parent_id: four[3]!.id,
      name: 'New',
    });
    expectProblem(refused, 'folder-depth');
    const folders: FolderOut[] = (await mine.live.get('/v1/folders')).body;
    expect(folders.find(({ id }) => id === two[0]!.id)).toEqual(two[0]);
    expect((await mine.live.patch(`/v1/folders/${two[0]!.id}`, { parent_id: four[2]!.id })).body.depth).toBe(
      4,
    );
  });

  test('422: a folder cannot be moved into itself or its subtree', async () => {
    const [first, second, third] = await chain(3);
    for (const parent of [first, second, third])
      expectProblem(
        await mine.live.patch(`/v1/folders/${first!.id}`, { parent_id: parent!.id }),
        'folder-cycle',
      );
  });

  test('two concurrent moves never make a cycle or a sixth level', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await create('A'), await create('B')];
      const outcomes = await Promise.all([
        mine.live.patch(`/v1/folders/${a.id}`, { parent_id: b.id }),
        mine.live.patch(`/v1/folders/${b.id}`, { parent_id: a.id }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  test('422: a parent together with move_to_root', async () => {
    const [first, second] = await chain(2);
    const refused = await mine.live.patch(`/v1/folders/${second!.id}`, {
      parent_id: first!.id,
      move_to_root: true,
    });
    expect(issuesOf(refused)).toEqual(['body.move_to_root value_error']);
  });

  test('404: folders and parents of other workspaces, unknown and malformed ids', async () => {
    const foreign = await create('Theirs', null, other);
    const own = await create('Own');
    for (const id of [foreign.id, newId(), 'nonsense'])
      expectProblem(await mine.live.patch(`/v1/folders/${id}`, { name: 'x' }), 'not-found');
    expectProblem(await mine.live.patch(`/v1/folders/${own.id}`, { parent_id: foreign.id }), 'not-found');
  });

  test('401: without a key', async () => {
    expectProblem(await api.anonymous.patch(`/v1/folders/${newId()}`, { name: 'x' }), 'unauthenticated');
  });
});

describe('DELETE /v1/folders/{folder_id}', () => {
  test('204: an empty folder is deleted', async () => {
    const { id } = await create('Empty');
    const deleted = await mine.live.delete(`/v1/folders/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expectProblem(await mine.live.delete(`/v1/folders/${id}`), 'not-found');
    expect(await depthOf(id)).toBeUndefined();
  });

  test('409: a folder that contains a folder, or a document of either mode', async () => {
    const [root] = await chain(2);
    const parent = expectProblem(await mine.live.delete(`/v1/folders/${root!.id}`), 'folder-not-empty');
    expect(parent.detail).toBe('The folder contains 1 folder and 0 documents.');
    const folder = await create('With document');
    const draft = await mine.test.post('/v1/documents', { title: 'Lies in it' });
    await mine.test.patch(`/v1/documents/${draft.body.id}`, { folder_id: folder.id });
    const refused = expectProblem(await mine.live.delete(`/v1/folders/${folder.id}`), 'folder-not-empty');
    expect(refused).toMatchObject({ folders: 0, documents: 1 });
    await mine.test.patch(`/v1/documents/${draft.body.id}`, { clear_folder: true });
    expect((await mine.live.delete(`/v1/folders/${folder.id}`)).status).toBe(204);
  });

  test('409: a folder into which a transaction that has not ended moves a document', async () => {
    const folder = await create('Soon with a document');
    await mine.live.post('/v1/documents', { title: 'On its way' }).expect(201);
    const { db } = api.deps;
    const { answer } = await db.$transaction(
      async (tx) => {
        await tx.document.updateMany({
          where: { workspaceId: mine.workspaceId, title: 'On its way' },
          data: { folderId: folder.id },
        });
        const deletion = mine.live.delete(`/v1/folders/${folder.id}`).then((response) => response);
        await until(async () => {
          const [waiting] = await db.$queryRaw<[{ count: number }]>`
            SELECT count(*)::int AS count FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return waiting.count > 0;
        }, 'the deletion to wait');
        return { answer: deletion };
      },
      { timeout: 60_000 },
    );
    expect(expectProblem(await answer, 'folder-not-empty')).toMatchObject({ folders: 0, documents: 1 });
  });

  test('204: removed drafts do not prevent the deletion', async () => {
    const folder = await create('With removed draft');
    const draft = await mine.live.post('/v1/documents', { title: 'Never finalized' });
    await mine.live.patch(`/v1/documents/${draft.body.id}`, { folder_id: folder.id });
    await api.deps.db.document.updateMany({
      where: { folderId: folder.id },
      data: { removedAt: api.clock.now() },
    });
    expect((await mine.live.delete(`/v1/folders/${folder.id}`)).status).toBe(204);
  });

  test('404: folders of other workspaces are not deleted', async () => {
    const foreign = await create('Theirs', null, other);
    expectProblem(await mine.live.delete(`/v1/folders/${foreign.id}`), 'not-found');
    expect((await other.live.delete(`/v1/folders/${foreign.id}`)).status).toBe(204);
  });

  test('401: without a key', async () => {
    expectProblem(await api.anonymous.delete(`/v1/folders/${newId()}`), 'unauthenticated');
  });
});
