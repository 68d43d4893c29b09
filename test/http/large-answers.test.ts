/** Large answers are sent in parts, and count as several requests of the rate limit. */
import { encodeId } from '@countersign/contract/ids';
import { duplicateDocument } from '@countersign/core/document/duplicate';
import { findDocuments } from '@countersign/core/document/list';
import { linkToken } from '@countersign/core/recipient/link';
import { expect, test } from '@jest/globals';
import { startTestApi } from '../support/api.ts';
import { sentDocument, twoSigners } from '../support/documents.ts';
import { until } from '../support/until.ts';

/** More than a mebibyte of JSON. */
const fields = Array.from({ length: 1900 }, (_, at) => ({
  ...{ type: 'dropdown' as const, page: 1, x: 0.1, y: 0.1, w: 0.1, h: 0.02 },
  ...{ recipient_index: at % 2, settings: { options: [`${at} ${'long '.repeat(90)}`] } },
}));
const large = { ...twoSigners, fields };

test('a large list is the same as its documents one by one, and is read in groups', async () => {
  const api = await startTestApi();
  const mine = await api.createTestWorkspace();
  const ctx = { ...mine.ctx(), storage: api.storage };
  const small = await sentDocument(ctx);
  const first = await sentDocument(ctx, large);
  const second = await duplicateDocument(ctx, encodeId('doc', first.id), {});
  const third = await duplicateDocument(ctx, encodeId('doc', first.id), {});
  const ids = [small, first, second, third].map(({ id }) => encodeId('doc', id));
  const { groups } = await findDocuments(ctx, { limit: 4, offset: 0 });
  expect(groups.map((group) => group.length)).toEqual([1, 1, 1, 1]);
  const list = await mine.live.get('/v1/documents?limit=4');
  expect([list.status, list.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const alone = await Promise.all(ids.toReversed().map((id) => mine.live.get(`/v1/documents/${id}`)));
  expect(list.body).toEqual({ items: alone.map(({ body }) => body), total: 4, limit: 4, offset: 0 });
  const page = await mine.live.get('/v1/documents?limit=3');
  expect(page.body.items).toEqual(list.body.items.slice(0, 3));
  expect(page.headers.link).toContain(`starting_after=${ids[1]}`);
  const empty = await mine.live.get('/v1/documents?offset=4&limit=3');
  expect(empty.body).toEqual({ items: [], total: 4, limit: 3, offset: 4 });
});

test('a large answer takes tokens of the workspace and of the link after it was sent, so that others are served', async () => {
  const api = await startTestApi({
    settings: { rateSustainedRps: 0.001, rateBurstRps: 100 },
    edge: { linkSustainedRps: 0.001, linkBurstRps: 100 },
  });
  const mine = await api.createTestWorkspace();
  const ctx = { ...mine.ctx(), storage: api.storage };
  const document = await sentDocument(ctx, large);
  const link = `/v1/signing/${linkToken(api.deps.secrets, document.recipients[0]!)}`;
  const left = async (path: string, client = mine.live) =>
    Number((await client.get(path)).headers['ratelimit-remaining']);

  /** Waits until requests that cost one token show that the answer before them took several. */
  const counted = async (ask: () => Promise<number>) => {
    let expected = 99;
    await until(async () => {
      expected -= 1;
      return (await ask()) <= expected - 5;
    }, 'the large answer to be counted');
  };
  expect(await left(`/v1/documents/${encodeId('doc', document.id)}`)).toBe(99);
  await counted(() => left('/v1/me'));

  expect(await left(link, api.anonymous)).toBe(99);
  await counted(async () =>
    Number((await api.anonymous.post(`${link}/open`)).headers['ratelimit-remaining']),
  );
});
