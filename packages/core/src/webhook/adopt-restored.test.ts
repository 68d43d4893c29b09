/** A database that was restored from a dump into another PostgreSQL, whose transaction numbers start again. */
import { CreateDocumentReq } from '@countersign/contract/document';
import { EventFeedQuery } from '@countersign/contract/webhook';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { until } from '../../../../test/support/processes.ts';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { deliveriesOf, endpointAt, startDispatcher } from '../../../../test/support/webhooks.ts';
import { createDocument } from '../document/create.ts';
import { readEventFeed } from '../event/feed.ts';
import { adoptRestored } from './adopt-restored.ts';

test('after a restore, endpoints get new events, and the feed continues where its readers stopped', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const { url } = await startReceiver();
  const { endpoint } = await endpointAt(ctx, url);
  const dispatcher = startDispatcher(base);
  const make = (title: string) => createDocument(ctx, CreateDocumentReq.parse({ title }));
  const feed = async (after?: string) => {
    const { items } = await readEventFeed(ctx, EventFeedQuery.parse({ after }));
    return items.map(({ id }) => id);
  };
  // The feed waits for all running transactions of the server, also for those of other tests.
  const untilFeedHas = (count: number) =>
    until(async () => (await feed()).length === count, `${count} events in the feed`);
  await make('Before');
  await make('Before, too');
  await dispatcher.settled();
  await untilFeedHas(2);
  const [first, second] = await feed();
  expect(await adoptRestored(base)).toBe(false);

  // Like rows of another PostgreSQL with higher transaction numbers.
  const ahead = 1_000_000_000;
  const moveEvents = () =>
    base.db
      .$executeRaw`UPDATE outbox_event SET tx = tx + ${ahead} WHERE workspace_id = ${ctx.workspaceId}::uuid`;
  const moveEndpoint = () =>
    base.db.$executeRaw`
      UPDATE webhook_endpoint SET since_snapshot = ${`${ahead}:${ahead}:`} WHERE id = ${endpoint.id}::uuid`;
  // A backup can also have only one of the two.
  for (const moves of [[moveEvents], [moveEndpoint], [moveEvents, moveEndpoint]]) {
    for (const move of moves) await move();
    expect(await adoptRestored(base)).toBe(true);
    expect(await adoptRestored(base)).toBe(false);
  }

  await make('After');
  dispatcher.wake();
  await dispatcher.settled();
  expect((await deliveriesOf(base, endpoint.id)).map(({ status }) => status)).toEqual(
    Array(3).fill('success'),
  );
  await untilFeedHas(3);
  const all = await feed();
  expect(all.slice(0, 2)).toEqual([first, second]);
  expect(await feed(second)).toEqual([all[2]]);
  expect(await feed(first)).toEqual(all.slice(1));
});
