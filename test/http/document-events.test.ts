/** GET /v1/documents/{doc_id}/events: pages, which the client joins to a whole audit trail. */
import { createClient } from '@countersign/client/client';
import { readTrail } from '@countersign/client/trail';
import { verifyChain } from '@countersign/contract/audit-chain';
import { type EventOut, maxEvents } from '@countersign/contract/event';
import { encodeId } from '@countersign/contract/ids';
import { withTransaction } from '@countersign/core/ctx';
import { appendEvents } from '@countersign/core/event/append';
import { eraseDocument } from '@countersign/core/privacy/erase-document';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { runCommand } from '../support/command-line.ts';
import { sentDocument } from '../support/documents.ts';
import { issuesOf } from '../support/problem.ts';
import { until } from '../support/until.ts';

let api: TestApi;
let mine: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
});

const ctx = () => ({ ...mine.ctx(), storage: api.storage });
const pathOf = (id: string) => `/v1/documents/${encodeId('doc', id)}/events`;

/** A document with this many events: repeated downloads. */
async function documentWith(count: number): Promise<{ id: string; publicId: string; head: string }> {
  const { id, chainSeq } = await sentDocument(ctx());
  await withTransaction(ctx(), async (tx) => {
    const fetched = { type: 'envelope.downloaded' as const, payload: { version: 'original' } };
    await appendEvents(
      tx,
      id,
      Array.from({ length: count - chainSeq }, () => fetched),
    );
  });
  const { chainHead } = await api.deps.db.document.findUniqueOrThrow({ where: { id } });
  return { id, publicId: encodeId('doc', id), head: chainHead };
}

describe('GET /v1/documents/{doc_id}/events', () => {
  test('200: a response is bounded, Link leads through all pages, and together they are the whole chain', async () => {
    const count = maxEvents + 5;
    const { id, publicId, head } = await documentWith(count);
    const first = await mine.live.get(pathOf(id));
    expect([first.status, first.body.length]).toEqual([200, maxEvents]);
    const next = /^<([^>]+\/events\?after=\d+&limit=\d+)>; rel="next"$/.exec(first.headers.link ?? '')?.[1];
    const second = await mine.live.get(next!.slice(api.url.length));
    expect([second.body.length, second.headers.link]).toEqual([5, undefined]);
    const sound = { ok: true, count, head };
    expect(verifyChain([...first.body, ...second.body])).toMatchObject(sound);

    const env = { COUNTERSIGN_API_KEY: mine.liveKey, COUNTERSIGN_URL: api.url };
    const { out } = await runCommand(['documents', 'events', publicId, '--json'], { env });
    expect(verifyChain(JSON.parse(out))).toMatchObject(sound);
  });

  test('200: the whole trail without a query, otherwise the requested part; 422 for an invalid query', async () => {
    const { id } = await documentWith(20);
    const whole = await mine.live.get(pathOf(id));
    expect([whole.body.length, whole.headers.link]).toEqual([20, undefined]);
    const part = await mine.live.get(`${pathOf(id)}?after=5&limit=3`);
    expect(part.body).toEqual(whole.body.slice(5, 8));
    expect(part.headers.link).toBe(`<${api.url}${pathOf(id)}?after=8&limit=3>; rel="next"`);
    const end = await mine.live.get(`${pathOf(id)}?after=20`);
    expect([end.status, end.body, end.headers.link]).toEqual([200, [], undefined]);
    expect(issuesOf(await mine.live.get(`${pathOf(id)}?limit=${maxEvents + 1}`))).toEqual([
      'query.limit less_than_equal',
    ]);
    expect(issuesOf(await mine.live.get(`${pathOf(id)}?limit=0&after=-1`)).toSorted()).toEqual([
      'query.after greater_than_equal',
      'query.limit greater_than_equal',
    ]);
  });

  test('an erasure while the events are sent never makes a sound chain seem broken: the connection is closed', async () => {
    const { id, publicId } = await documentWith(5000);
    await mine.live.post(`/v1/documents/${publicId}/void`, { reason: 'Enough' });
    const headers = { Authorization: `Bearer ${mine.liveKey}` };
    let isErased = false;
    const trails: EventOut[][] = [];
    /** Repeats until an answer began after the erasure. */
    const reading = async () => {
      for (let isLast = false; !isLast; ) {
        isLast = isErased;
        await fetch(api.url + pathOf(id), { headers })
          .then((response) => response.json())
          .then(
            (trail: EventOut[]) => void trails.push(trail),
            () => undefined,
          );
      }
    };
    const readers = [reading(), reading(), reading()];
    await until(async () => trails.length >= 3, 'whole trails before the erasure');
    await eraseDocument(ctx(), id, { keepSealed: false, cause: 'request' });
    isErased = true;
    await Promise.all(readers);
    expect(trails.filter((trail) => !verifyChain(trail).ok)).toEqual([]);
    expect(trails.at(-1)!.at(-1)!.event_type).toBe('envelope.erased');
  });

  test('the client joins pages to one consistent trail, even when an erasure happens between two of them', async () => {
    const { id, publicId } = await documentWith(2500);
    await mine.live.post(`/v1/documents/${publicId}/void`, { reason: 'Enough' });
    let asked = 0;
    const client = createClient({
      baseUrl: api.url,
      apiKey: mine.liveKey,
      fetch: async (request) => {
        asked += 1;
        if (asked === 2) await eraseDocument(ctx(), id, { keepSealed: false, cause: 'request' });
        return fetch(request);
      },
    });
    const trail = await readTrail(client, publicId);
    expect(verifyChain(trail)).toMatchObject({ ok: true, count: trail.length, erasure: { events: 2501 } });
    expect(asked).toBe(6);
    const behind = await readTrail(client, publicId, { after: trail.length - 2 });
    expect(behind.map(({ event_type }) => event_type)).toEqual(['envelope.voided', 'envelope.erased']);
  });
});
