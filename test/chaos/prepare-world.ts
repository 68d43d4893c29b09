/** Waits for the processes of a world and creates a workspace with a key and a webhook for all events. */
import { issueKey } from '@countersign/core/key/issue';
import { createWorkspace } from '@countersign/core/workspace/create';
import { until } from '../support/until.ts';
import { ownRoot } from './processes.ts';
import { runAdmin, type World } from './world.ts';

/** The id of the workspace, and the value of its live key. */
export async function createLoadWorkspace(world: World): Promise<{ workspaceId: string; key: string }> {
  await untilReady(world);
  const { workspaceId, key } = await (world.root === ownRoot
    ? createWithVerbs(world)
    : createWithCommands(world));
  const made = await fetch(`${world.apis[0]}/v1/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: world.webhookUrl, events: [] }),
  });
  if (made.status !== 201) throw new Error(`the webhook was not created: ${await made.text()}`);
  return { workspaceId, key };
}

async function createWithVerbs({ db }: World): Promise<{ workspaceId: string; key: string }> {
  const now = () => new Date();
  const { workspaceId } = await createWorkspace(
    { db, now },
    { slug: 'chaos', name: 'Chaos', ownerEmail: 'owner@chaos.test' },
  );
  const { key } = await issueKey(db, { workspaceId, name: 'chaos', mode: 'live', now: now() });
  return { workspaceId, key };
}

/** With the commands of another version, because the code of this one may need a newer schema. */
async function createWithCommands({ root, postgres }: World): Promise<{ workspaceId: string; key: string }> {
  const owner = ['--slug', 'chaos', '--owner', 'owner@chaos.test'];
  const workspaceId = await runAdmin(root, postgres.url, ['workspace', 'create', ...owner]);
  const options = ['--workspace', 'chaos', '--mode', 'live', '--name', 'chaos'];
  return { workspaceId, key: await runAdmin(root, postgres.url, ['key', 'create', ...options]) };
}

/** Waits until every API is ready. */
export async function untilReady({ processes, apis }: World): Promise<void> {
  await untilAllReady(processes.slice(0, apis.length));
}

/** Waits until these processes are ready: APIs for requests, workers for notifications of jobs. */
export async function untilAllReady(processes: World['processes']): Promise<void> {
  await until(
    async () =>
      (await Promise.all(processes.map((one) => one.readiness()))).every((status) => status === 200),
    `${processes.map(({ name }) => name).join(', ')} ready`,
  );
}

/** Waits until `count` more documents are sealed, also while the database is unavailable. */
export async function untilMoreSealed({ db }: World, count: number): Promise<void> {
  let known = 0;
  const sealed = async () => {
    known = await db.document.count({ where: { sealedAt: { not: null } } }).catch(() => known);
    return known;
  };
  const before = await sealed();
  await until(async () => (await sealed()) >= before + count, `${count} more seals`);
}
