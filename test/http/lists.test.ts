/** What all lists have in common: `starting_after`, `offset`, the header `Link`, and filters (docs/spec/decisions.md, section 1). */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let mine: TestWorkspace;
let owner: Client;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  owner = await person(api, mine, 'owner');
});

interface List {
  name: string;
  path(): Promise<string>;
  client(): Client;
  /** Makes one more item. */
  add(at: number): Promise<unknown>;
  idOf?: 'user_id';
  /** True when new items come first. */
  newestFirst: boolean;
  badId: string;
}

let webhook: string;
let template: string;
const lists: List[] = [
  {
    name: 'documents',
    path: async () => '/v1/documents',
    client: () => mine.live,
    add: (at) => mine.live.post('/v1/documents', { title: `Document ${at}` }).expect(201),
    newestFirst: true,
    badId: 'tpl_00000000000000000000000000',
  },
  {
    name: 'templates',
    path: async () => '/v1/templates',
    client: () => mine.live,
    add: async (at) => {
      const pdf_base64 = Buffer.from(await samplePdf()).toString('base64');
      const made = await mine.live.post('/v1/templates', { name: `Template ${at}`, pdf_base64 });
      expect(made.status).toBe(201);
      template = made.body.id;
    },
    newestFirst: true,
    badId: 'doc_00000000000000000000000000',
  },
  {
    name: 'bulk sends',
    path: async () => '/v1/bulk-sends',
    client: () => mine.live,
    add: () =>
      mine.live.post('/v1/bulk-sends', { template_id: template, rows: [{ recipients: [] }] }).expect(201),
    newestFirst: true,
    badId: 'x',
  },
  {
    name: 'deliveries',
    path: async () => {
      webhook ??= (await mine.live.post('/v1/webhooks', { url: 'https://hooks.example.test/' })).body.id;
      return `/v1/webhooks/${webhook}/deliveries`;
    },
    client: () => mine.live,
    add: () => mine.live.post(`/v1/webhooks/${webhook}/ping`).expect(202),
    newestFirst: true,
    badId: 'x',
  },
  {
    name: 'members',
    path: async () => '/v1/console/members',
    client: () => owner,
    add: () => person(api, mine, 'member'),
    idOf: 'user_id',
    newestFirst: false,
    badId: 'x',
  },
];

/** The address in `Link`, or null. */
const nextOf = (answer: { headers: Record<string, string> }) =>
  /^<([^>]+)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1] ?? null;

describe.each(lists)('the list of $name', ({ path, client, add, idOf = 'id', newestFirst, badId }) => {
  const itemsOf = (body: unknown) => (Array.isArray(body) ? body : (body as { items: unknown[] }).items);
  const idsOf = (body: unknown) =>
    itemsOf(body).map((item) => (item as Record<string, string | number>)[idOf]!);

  test('is read without repetitions or gaps through Link while items are added', async () => {
    const start = await path();
    for (let at = 0; at < 5; at += 1) await add(at);
    const whole = idsOf((await client().get(`${start}?limit=200`)).body);
    const seen: Array<string | number> = [];
    let next: string | null = `${start}?limit=2`;
    for (let pages = 0; next; pages += 1) {
      expect(pages).toBeLessThan(20);
      const answer: { status: number; body: unknown; headers: Record<string, string> } =
        await client().get(next);
      expect(answer.status).toBe(200);
      seen.push(...idsOf(answer.body));
      const link = nextOf(answer);
      if (link) expect(link.startsWith(`${api.url}${start}?`)).toBe(true);
      next = link?.slice(api.url.length) ?? null;
      if (newestFirst) await add(100 + pages);
    }
    expect(seen).toEqual(whole);
  });

  test('starts after the item named, counts `offset` from there, and keeps the total', async () => {
    const start = await path();
    const { body } = await client().get(`${start}?limit=200`);
    const ids = idsOf(body);
    const after = (await client().get(`${start}?limit=200&starting_after=${ids[1]}`)).body;
    expect(idsOf(after)).toEqual(ids.slice(2));
    const skipped = (await client().get(`${start}?limit=1&offset=1&starting_after=${ids[1]}`)).body;
    expect(idsOf(skipped)).toEqual(ids.slice(3, 4));
    if (!Array.isArray(body)) expect([after.total, skipped.total]).toEqual([body.total, body.total]);
    const last = await client().get(`${start}?starting_after=${ids.at(-1)}`);
    expect([idsOf(last.body), nextOf(last)]).toEqual([[], null]);
  });

  test('422 for an id of another kind', async () => {
    const refused = await client().get(`${await path()}?starting_after=${badId}`);
    expect(issuesOf(refused)).toEqual(['query.starting_after value_error']);
  });
});

describe('filters of the list of documents', () => {
  test('take dates, lower-case times, and statuses separated by commas or repeated', async () => {
    const { live } = await api.createTestWorkspace();
    api.clock.set('2026-05-05T12:00:00Z');
    const { id } = (await live.post('/v1/documents', { title: 'In May' })).body;
    const found = async (query: string) =>
      (await live.get(`/v1/documents?${query}`)).body.items.map((one: { id: string }) => one.id);
    expect(await found('created_after=2026-05-05&created_before=2026-05-06')).toEqual([id]);
    expect(await found('created_after=2026-05-06')).toEqual([]);
    expect(await found('created_before=2026-05-05')).toEqual([]);
    expect(await found('created_after=2026-05-05t11:59:59z')).toEqual([id]);
    expect(await found('created_after=2026-05-05t12:00:01z')).toEqual([]);
    expect(await found('status=sent,awaiting_upload')).toEqual([id]);
    expect(await found('status=sent,voided&status=awaiting_upload')).toEqual([id]);
    expect(await found('status=sent,voided')).toEqual([]);
  });

  test('422: names the invalid status among several, and refuses an invalid date', async () => {
    const issues = async (query: string) => issuesOf(await mine.live.get(`/v1/documents?${query}`));
    expect(await issues('status=sent,gone')).toEqual(['query.status.1 enum']);
    expect(await issues('status=sent,void,x&status=draft')).toEqual([
      'query.status.1 enum',
      'query.status.2 enum',
    ]);
    for (const text of ['2026-13-01', '2026-02-30', '2026-1-1', 'yesterday', '2026'])
      expect(await issues(`created_after=${text}`)).toEqual(['query.created_after datetime_parsing']);
  });

  test('a lower-case timestamp in a body is taken too', async () => {
    const { body } = await mine.live.post('/v1/documents', {
      title: 'x',
      expires_at: '2099-01-01t00:00:00z',
    });
    const got = await api.deps.db.document.findFirstOrThrow({
      where: { title: 'x', workspaceId: mine.workspaceId },
    });
    expect([body.status, got.expiresAt?.toISOString()]).toEqual([
      'awaiting_upload',
      '2099-01-01T00:00:00.000Z',
    ]);
  });
});

test('lists of one workspace that take long leave room for those of others; too many waiting are refused', async () => {
  const other = await api.createTestWorkspace();
  const { db } = api.deps;
  const locked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  // Searches wait for this lock, other lists do not.
  const holding = db.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE document_search IN ACCESS EXCLUSIVE MODE`;
      locked.resolve();
      await gate.promise;
    },
    { timeout: 60_000 },
  );
  await locked.promise;
  const responses: Array<{ status: number; headers: Record<string, string> }> = [];
  const search = () =>
    mine.live.get('/v1/documents?search=lease').then((response) => responses.push(response as never));
  const searches = Array.from({ length: 203 }, search);
  await until(async () => responses.length > 0, 'a refused search');
  expect(expectProblem(responses[0] as never, 'unavailable').detail).toMatch(/Too many lists/);
  expect((await other.live.get('/v1/documents')).status).toBe(200);
  gate.resolve();
  await Promise.all([holding, ...searches]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(202).fill(200), 503]);
});
