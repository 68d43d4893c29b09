/** Waits for the processes of a world and creates a workspace with a key and a webhook for all events. */
import { issueKey } from '@countersign/core/key/issue';
import { createWorkspace } from '@countersign/core/workspace/create';
import type { World } from './world.ts';

/** The id of the workspace, and the value of its live key. */
export async function settle(world: World): Promise<{ workspaceId: string; key: string }> {
  await untilReady(world);
  const now = () => new Date();
  const { workspaceId } = await createWorkspace(
    { db: world.db, now },
    { slug: 'chaos', name: 'Chaos', ownerEmail: 'owner@chaos.test' },
  );
  const { key } = await issueKey(world.db, { workspaceId, name: 'chaos', mode: 'live', now: now() });
  const made = await fetch(`${world.apis[0]}/v1/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: world.webhookUrl, events: [] }),
  });
  if (made.status !== 201) throw new Error(`the webhook was not created: ${await made.text()}`);
  return { workspaceId, key };
}

/** Waits until every API is ready. */
export async function untilReady({ apis }: World): Promise<void> {
  for (const end = Date.now() + 120_000; ; ) {
    const answers = await Promise.all(
      apis.map((url) =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    if (answers.every(Boolean)) return;
    if (Date.now() > end) throw new Error('the APIs did not become ready');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
