/** GET /v1/events: no event is missed when transactions overlap, and waiting requests are woken. */
import { type EventFeed as Feed, WebhookEvent } from '@countersign/contract/webhook';
import { inTransaction } from '@countersign/db/transaction';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';

/** The feed of workspaces without bulk sends. */
type EventFeed = Omit<Feed, 'items'> & { items: WebhookEvent[] };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});

const create = async (workspace: TestWorkspace, mode: 'live' | 'test' = 'live'): Promise<string> =>
  (await workspace[mode].post('/v1/documents', { title: 'Told' })).body.id;

/** Repeats a query until it returns this many events, because open transactions of other tests delay events briefly. */
async function readUntil(workspace: TestWorkspace, query: string, count: number): Promise<EventFeed> {
  let feed: EventFeed = { items: [], next_after: null, has_more: false };
  await until(async () => {
    feed = (await workspace.live.get(`/v1/events${query}`)).body;
    return feed.items.length >= count;
  }, `${count} events`);
  return feed;
}

describe('GET /v1/events', () => {
  test('200: the events of the mode in order, in consecutive pages', async () => {
    const mine = await api.createTestWorkspace();
    await create(await api.createTestWorkspace());
    const documents = [await create(mine), await create(mine), await create(mine)];
    await create(mine, 'test');
    const all = await readUntil(mine, '', 3);
    expect(all.items.map(({ document }) => document)).toEqual(documents);
    for (const item of all.items)
      expect(WebhookEvent.parse(item)).toMatchObject({ type: 'document.created', mode: 'live' });
    expect(all).toMatchObject({ has_more: false, next_after: all.items[2]!.id });

    const first = await readUntil(mine, '?limit=2', 2);
    expect(first).toEqual({
      items: all.items.slice(0, 2),
      has_more: true,
      next_after: all.items[1]!.id,
    });
    const second = await readUntil(mine, `?limit=2&after=${first.next_after}`, 1);
    expect(second).toEqual({ items: all.items.slice(2), has_more: false, next_after: all.items[2]!.id });
    const end = (await mine.live.get(`/v1/events?after=${second.next_after}`)).body;
    expect(end).toEqual({ items: [], has_more: false, next_after: all.items[2]!.id });
    expect((await mine.live.get('/v1/events?after=latest')).body).toEqual(end);
  });

  test('200: an empty workspace has an empty feed', async () => {
    const mine = await api.createTestWorkspace();
    for (const query of ['', '?after=latest'])
      expect((await mine.live.get(`/v1/events${query}`)).body).toEqual({
        items: [],
        next_after: null,
        has_more: false,
      });
  });

  test('an open transaction delays later events, so that none is missed', async () => {
    const mine = await api.createTestWorkspace();
    const { db } = api.deps;
    const insert = (tx: Pick<typeof db, '$executeRaw'>, seq: number) => tx.$executeRaw`
      INSERT INTO outbox_event (workspace_id, document_id, mode, type, seq, engine_event_type, actor, created_at)
      VALUES (${mine.workspaceId}::uuid, gen_random_uuid(), 'live', 'document.sent', ${seq}, 'envelope.sent', 'system:test', now())`;
    const seqs = async (query = '') => {
      const feed: EventFeed = (await mine.live.get(`/v1/events${query}`)).body;
      return feed.items.map(({ data }) => data.seq);
    };
    await insert(db, 1);
    await readUntil(mine, '', 1);
    await inTransaction(db, async ({ tx }) => {
      // This transaction takes its number first and commits last.
      await insert(tx, 2);
      await insert(db, 3);
      expect(await seqs()).toEqual([1]);
    });
    const feed = await readUntil(mine, '', 3);
    expect(feed.items.map(({ data }) => data.seq).sort()).toEqual([1, 2, 3]);

    // The reverse: the older transaction takes its number later.
    await inTransaction(db, async ({ tx }) => {
      await tx.$executeRaw`SELECT pg_current_xact_id()`;
      await insert(db, 5);
      await insert(tx, 4);
      expect(await seqs(`?after=${feed.next_after}`)).toEqual([]);
    });
    const rest = await readUntil(mine, `?after=${feed.next_after}`, 2);
    expect(rest.items.map(({ data }) => data.seq)).toEqual([4, 5]);
  });

  test('a reader sees each event once while many writers run', async () => {
    const mine = await api.createTestWorkspace();
    const writers = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let count = 0; count < 10; count += 1) await create(mine);
      }),
    );
    const seen: string[] = [];
    let after = '';
    await until(async () => {
      const feed: EventFeed = (await mine.live.get(`/v1/events?limit=7${after}`)).body;
      seen.push(...feed.items.map(({ document }) => document));
      if (feed.next_after) after = `&after=${feed.next_after}`;
      return seen.length >= 40;
    }, '40 events');
    await writers;
    expect(new Set(seen).size).toBe(40);
    expect(seen).toHaveLength(40);
  });

  test('a waiting request ends as soon as there is an event, or empty after its time', async () => {
    let [mine, told] = [await api.createTestWorkspace(), null as EventFeed | null];
    // Repeated, because open transactions of other tests delay the event, sometimes for longer than the request waits.
    await until(async () => {
      mine = await api.createTestWorkspace();
      const waiting = mine.live.get('/v1/events?wait=30').then((response) => response);
      await until(async () => api.deps.queue.listeners('outbox-event') > 0, 'the call to wait');
      const created = Date.now();
      const document = await create(mine);
      told = (await waiting).body as EventFeed;
      expect(api.deps.queue.listeners('outbox-event')).toBe(0);
      return told.items[0]?.document === document && Date.now() - created < 25_000;
    }, 'a response before the end of its time');
    expect(told!.items).toMatchObject([{ type: 'document.created' }]);

    const nothing = await mine.live.get(`/v1/events?wait=1&after=${told!.next_after}`);
    expect(nothing.body).toEqual({ items: [], has_more: false, next_after: told!.next_after });
  });

  test('a workspace can have ten waiting requests; further ones return at once, and other workspaces can still wait', async () => {
    const [mine, other] = [await api.createTestWorkspace(), await api.createTestWorkspace()];
    const hangUp = new AbortController();
    const waitWith = (key: string, { signal } = hangUp) =>
      fetch(`${api.url}/v1/events?wait=30`, { headers: { Authorization: `Bearer ${key}` }, signal }).then(
        () => 'answered',
        () => 'aborted',
      );
    const hearers = (count: number) =>
      until(async () => api.deps.queue.listeners('outbox-event') === count, `${count} calls to wait`);
    await hearers(0);
    const waiting = Array.from({ length: 10 }, (_, at) => waitWith(at % 2 ? mine.liveKey : mine.testKey));
    await hearers(10);
    const eleventh = mine.live.get('/v1/events?wait=30').then(({ body }) => body);
    expect(await Promise.race([eleventh, ...waiting])).toEqual({
      items: [],
      next_after: null,
      has_more: false,
    });
    const others = waitWith(other.liveKey);
    await hearers(11);
    hangUp.abort();
    expect(await Promise.all([...waiting, others])).toEqual(Array(11).fill('aborted'));
    await hearers(0);
    // All ten places are free again.
    const again = new AbortController();
    const second = Array.from({ length: 10 }, () => waitWith(mine.liveKey, again));
    await hearers(10);
    again.abort();
    expect(await Promise.all(second)).toEqual(Array(10).fill('aborted'));
    await hearers(0);
  });

  test('a waiting request that has ended makes room for one other of its workspace', async () => {
    const mine = await api.createTestWorkspace();
    const hearers = (count: number) =>
      until(async () => api.deps.queue.listeners('outbox-event') === count, `${count} calls to wait`);
    await hearers(0);
    const wait = ({ signal }: AbortController) =>
      fetch(`${api.url}/v1/events?wait=30`, {
        headers: { Authorization: `Bearer ${mine.liveKey}` },
        signal,
      }).then(
        () => 'answered',
        () => 'aborted',
      );
    const [one, others] = [new AbortController(), new AbortController()];
    const ended = wait(one);
    const waiting = Array.from({ length: 9 }, () => wait(others));
    await hearers(10);
    one.abort();
    expect(await ended).toBe('aborted');
    await hearers(9);
    waiting.push(wait(others));
    await hearers(10);
    const further = mine.live.get('/v1/events?wait=30').then(({ body }) => body.items);
    expect(await Promise.race([further, ...waiting])).toEqual([]);
    others.abort();
    expect(await Promise.all(waiting)).toEqual(Array(10).fill('aborted'));
    await hearers(0);
  });

  test('a process can have a hundred waiting requests; a further one of any workspace returns at once', async () => {
    const workspaces = await Promise.all(Array.from({ length: 11 }, () => api.createTestWorkspace()));
    const last = workspaces.pop()!;
    const hearers = (count: number) =>
      until(async () => api.deps.queue.listeners('outbox-event') === count, `${count} calls to wait`);
    await hearers(0);
    const hangUp = new AbortController();
    const waiting = workspaces.flatMap(({ liveKey }) =>
      Array.from({ length: 10 }, () =>
        fetch(`${api.url}/v1/events?wait=30`, {
          headers: { Authorization: `Bearer ${liveKey}` },
          signal: hangUp.signal,
        }).then(
          () => 'answered',
          () => 'aborted',
        ),
      ),
    );
    await hearers(100);
    const further = last.live.get('/v1/events?wait=30').then(({ body }) => body);
    expect(await Promise.race([further, ...waiting])).toEqual({
      items: [],
      next_after: null,
      has_more: false,
    });
    hangUp.abort();
    expect(await Promise.all(waiting)).toEqual(Array(100).fill('aborted'));
    await hearers(0);
  });

  test('404: an event of another workspace, and one that was deleted', async () => {
    const [mine, other] = [await api.createTestWorkspace(), await api.createTestWorkspace()];
    await create(other);
    const foreign = (await readUntil(other, '', 1)).next_after;
    for (const after of [foreign, 'evt_outbox_999999999'])
      expectProblem(await mine.live.get(`/v1/events?after=${after}`), 'not-found');
  });

  test('starting_after reads on as after does; 422 for both together', async () => {
    const mine = await api.createTestWorkspace();
    for (let count = 0; count < 2; count += 1) await create(mine);
    const all = await readUntil(mine, '', 2);
    const id = all.items[0]!.id;
    const rest = (await mine.live.get(`/v1/events?starting_after=${id}`)).body;
    expect(rest).toEqual({ items: all.items.slice(1), has_more: false, next_after: all.next_after });
    expect((await mine.live.get('/v1/events?starting_after=latest')).body.next_after).toBe(all.next_after);
    expectProblem(await mine.live.get('/v1/events?starting_after=evt_outbox_999999999'), 'not-found');
    expect(issuesOf(await mine.live.get(`/v1/events?after=${id}&starting_after=${id}`))).toEqual([
      'query.starting_after value_error',
    ]);
  });

  test('422: a malformed event id, and limits and waits out of range', async () => {
    const mine = await api.createTestWorkspace();
    for (const [query, issue] of [
      ['after=7', 'query.after string_pattern_mismatch'],
      ['after=evt_ping_00', 'query.after string_pattern_mismatch'],
      ['starting_after=bogus', 'query.starting_after string_pattern_mismatch'],
      ['limit=0', 'query.limit greater_than_equal'],
      ['limit=201', 'query.limit less_than_equal'],
      ['wait=31', 'query.wait less_than_equal'],
    ])
      expect(issuesOf(await mine.live.get(`/v1/events?${query}`))).toEqual([issue]);
  });
});
