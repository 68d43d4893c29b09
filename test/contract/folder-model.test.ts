/**
 * Random sequences of requests for folders, compared with a model tree (docs/spec/interface.md, Folder: depth 1 to 5;
 * docs/spec/decisions.md, section 2).
 */
import { MAX_FOLDER_DEPTH } from '@countersign/contract/folder';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { runs } from '../support/properties.ts';

interface Node {
  /** The number of the folder in order of creation. */
  key: number;
  name: string;
  parent: number | null;
}

/** The state that the specification requires. */
class Tree {
  readonly nodes = new Map<number, Node>();
  readonly deleted = new Set<number>();

  depth(key: number | null): number {
    return key === null ? 0 : 1 + this.depth(this.nodes.get(key)!.parent);
  }

  children(key: number): Node[] {
    return [...this.nodes.values()].filter((one) => one.parent === key);
  }

  height(key: number): number {
    return 1 + Math.max(0, ...this.children(key).map((one) => this.height(one.key)));
  }

  isWithin(key: number | null, root: number): boolean {
    return key !== null && (key === root || this.isWithin(this.nodes.get(key)!.parent, root));
  }
}

type Step =
  | { call: 'create'; parent: number | null }
  | { call: 'rename'; folder: number }
  | { call: 'move'; folder: number; parent: number | null }
  | { call: 'delete'; folder: number };

/** Applies the step to the tree and returns the expected response: a status, and the problem if there is one. */
function expectedOf(tree: Tree, step: Step, key: number): string {
  const gone = (one: number | null) => one !== null && !tree.nodes.has(one);
  switch (step.call) {
    case 'create':
      if (gone(step.parent)) return '404 not-found';
      if (tree.depth(step.parent) >= MAX_FOLDER_DEPTH) return '422 folder-depth';
      tree.nodes.set(key, { key, name: `Folder ${key}`, parent: step.parent });
      return '201';
    case 'rename':
      if (gone(step.folder)) return '404 not-found';
      tree.nodes.get(step.folder)!.name = `Renamed ${key}`;
      return '200';
    case 'move':
      if (gone(step.folder) || gone(step.parent)) return '404 not-found';
      if (tree.isWithin(step.parent, step.folder)) return '422 folder-cycle';
      if (tree.depth(step.parent) + tree.height(step.folder) > MAX_FOLDER_DEPTH) return '422 folder-depth';
      tree.nodes.get(step.folder)!.parent = step.parent;
      return '200';
    case 'delete':
      if (gone(step.folder)) return '404 not-found';
      if (tree.children(step.folder).length > 0) return '409 folder-not-empty';
      tree.nodes.delete(step.folder);
      return '204';
  }
}

const folder = fc.nat({ max: 11 });
const parent = fc.option(folder, { freq: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ call: fc.constant('create' as const), parent }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('rename' as const), folder }) },
  { weight: 5, arbitrary: fc.record({ call: fc.constant('move' as const), folder, parent }) },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('delete' as const), folder }) },
);

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
const nowhere = '00000000-0000-7000-8000-000000000000';

async function perform(
  mine: TestWorkspace,
  ids: Map<number, string>,
  step: Step,
  key: number,
): Promise<string> {
  const idOf = (one: number | null) => (one === null ? null : (ids.get(one) ?? nowhere));
  const answer = await (() => {
    switch (step.call) {
      case 'create':
        return mine.live.post('/v1/folders', { name: `Folder ${key}`, parent_id: idOf(step.parent) });
      case 'rename':
        return mine.live.patch(`/v1/folders/${idOf(step.folder)}`, { name: `Renamed ${key}` });
      case 'move': {
        const target = step.parent === null ? { move_to_root: true } : { parent_id: idOf(step.parent) };
        return mine.live.patch(`/v1/folders/${idOf(step.folder)}`, target);
      }
      case 'delete':
        return mine.live.delete(`/v1/folders/${idOf(step.folder)}`);
    }
  })();
  if (answer.status === 201) ids.set(key, answer.body.id);
  const problem = answer.body.type?.replace('/problems/', '');
  return problem ? `${answer.status} ${problem}` : String(answer.status);
}

async function expectTree(mine: TestWorkspace, tree: Tree, ids: Map<number, string>): Promise<void> {
  const idOf = (key: number | null) => (key === null ? null : ids.get(key)!);
  const wanted = [...tree.nodes.values()].map(({ key, name, parent }) => ({
    id: idOf(key),
    name,
    depth: tree.depth(key),
    parent_id: idOf(parent),
  }));
  const byId = (a: { id?: unknown }, b: { id?: unknown }) => String(a.id).localeCompare(String(b.id));
  expect((await mine.live.get('/v1/folders')).body.sort(byId)).toEqual(wanted.sort(byId));
}

describe('folders', () => {
  test('are a tree of at most five levels after any sequence of requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
        const mine = await api.createTestWorkspace();
        const tree = new Tree();
        const ids = new Map<number, string>();
        const history: string[] = [];
        for (const [key, one] of steps.entries()) {
          const expected = expectedOf(tree, one, key);
          const answer = await perform(mine, ids, one, key);
          history.push(`${JSON.stringify(one)}: ${answer}`);
          expect({ history, answer }).toEqual({ history, answer: expected });
        }
        await expectTree(mine, tree, ids);
      }),
      { ...runs(20, 20_261_121), endOnFailure: true },
    );
  });

  test('two concurrent moves never make a cycle or a sixth level', async () => {
    for (let round = 0; round < 10; round += 1) {
      const mine = await api.createTestWorkspace();
      const make = async (parent_id: string | null) =>
        (await mine.live.post('/v1/folders', { name: 'Folder', parent_id })).body.id as string;
      const [a, b] = [await make(null), await make(null)];
      const [c, d] = [await make(a), await make(b)];
      const answers = await Promise.all([
        mine.live.patch(`/v1/folders/${a}`, { parent_id: d }),
        mine.live.patch(`/v1/folders/${b}`, { parent_id: c }),
      ]);
      expect(answers.map((one) => one.status).sort()).toEqual([200, 422]);
      const folders: Array<{ id: string; depth: number; parent_id: string | null }> = (
        await mine.live.get('/v1/folders')
      ).body;
      expect(folders.map((one) => one.depth).sort()).toEqual([1, 2, 3, 4]);
      // A chain of three below the deepest folder: the first fits, the others do not.
      const deepest = folders.find((one) => one.depth === 4)!.id;
      const made = await Promise.all(
        [1, 2].map(() => mine.live.post('/v1/folders', { name: 'Deeper', parent_id: deepest })),
      );
      expect(made.map((one) => one.body.depth)).toEqual([5, 5]);
      const refused = await mine.live.post('/v1/folders', { name: 'Too deep', parent_id: made[0]!.body.id });
      expect(refused.status).toBe(422);
    }
  });
});
