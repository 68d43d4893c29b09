/** A document is expired from the moment of `expires_at`, by its own clock and before any sweep (docs/spec/decisions.md, section 3). */

import { expireDueDocuments } from '@countersign/core/document/expire';
import { documentUuid } from '@countersign/core/document/lock';
import { linkToken } from '@countersign/core/recipient/link';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { person } from '../support/people.ts';
import { expectProblem } from '../support/problem.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const hourMs = 3_600_000;
let api: TestApi;
let pdf: Buffer;
beforeAll(async () => {
  api = await startTestApi();
  pdf = Buffer.from(await samplePdf());
});

/** Sends a document that expires an hour from now; returns its id. */
async function sent({ live }: TestWorkspace): Promise<string> {
  const { body: draft } = await live.post('/v1/documents', {
    title: 'Lease',
    recipients: [{ name: 'Ada', email: 'ada@example.test' }],
    fields: [{ type: 'text', page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.05, recipient_index: 0 }],
    expires_at: new Date(api.clock.now().getTime() + hourMs).toISOString(),
  });
  await live.put(`/v1/documents/${draft.id}/content`).type('application/pdf').send(pdf).expect(204);
  await live.post(`/v1/documents/${draft.id}/finalize`).expect(200);
  await live.post(`/v1/documents/${draft.id}/send`).expect(200);
  return draft.id;
}

describe('a document past its expires_at that no sweep has seen', () => {
  test('is reported as expired by GET, lists, totals and the summary from that moment on', async () => {
    const mine = await api.createTestWorkspace();
    const console = await person(api, mine, 'owner');
    const id = await sent(mine);
    const ids = async (query: string) => {
      const { items, total } = (await mine.live.get(`/v1/documents?${query}`)).body;
      expect(total).toBe(items.length);
      return items.map((one: { id: string; status: string }) => [one.id, one.status]);
    };
    api.clock.advance(hourMs - 1);
    expect((await mine.live.get(`/v1/documents/${id}`)).body.status).toBe('sent');
    expect(await ids('status=sent')).toEqual([[id, 'sent']]);
    expect(await ids('status=expired')).toEqual([]);
    api.clock.advance(1);
    expect((await mine.live.get(`/v1/documents/${id}`)).body.status).toBe('expired');
    expect(await ids('status=sent')).toEqual([]);
    expect(await ids('status=expired')).toEqual([[id, 'expired']]);
    expect(await ids('status=partially_signed,expired')).toEqual([[id, 'expired']]);
    expect(await ids('')).toEqual([[id, 'expired']]);
    const { documents } = (await console.get('/v1/console/summary')).body;
    expect(documents).toMatchObject({ sent: 0, expired: 1 });
    expect((await mine.live.patch(`/v1/documents/${id}`, {})).body.status).toBe('expired');
  });

  test('409 for every operation that needs an open document', async () => {
    const mine = await api.createTestWorkspace();
    const id = await sent(mine);
    const recipient = await api.deps.db.recipient.findFirstOrThrow({
      where: { documentId: documentUuid(id) },
    });
    const link = `/v1/signing/${linkToken(api.deps.secrets, recipient)}`;
    api.clock.advance(hourMs);
    const path = `/v1/documents/${id}`;
    for (const call of [
      mine.live.post(`${path}/void`, { reason: 'late' }),
      mine.live.post(`${path}/send`),
      mine.live.put(`${path}/recipients`, []),
      mine.live.put(`${path}/fields`, []),
      mine.live.post(`${path}/finalize`),
      api.anonymous.post(`${link}/open`),
      api.anonymous.post(`${link}/consent`),
      api.anonymous.post(`${link}/complete`, { values: {} }),
      api.anonymous.post(`${link}/reject`, { reason: 'late' }),
      api.anonymous.post(`${link}/reassign`, { name: 'Bob', email: 'bob@example.test' }),
      api.anonymous.get(`${link}/content`),
    ])
      expect(expectProblem(await call, 'document-state')).toMatchObject({ current: 'expired' });
    expect((await api.anonymous.get(link)).body.document.status).toBe('expired');
  });

  test('gets its event and emails once, from the sweep; erasing it first records the expiry', async () => {
    const mine = await api.createTestWorkspace();
    const [swept, erased] = [await sent(mine), await sent(mine)];
    api.clock.advance(hourMs);
    const console = await person(api, mine, 'owner');
    await console.post(`/v1/console/documents/${erased}/erase`, { confirm: erased }).expect(200);
    await expireDueDocuments(api.deps, 'test');
    await expireDueDocuments(api.deps, 'test');
    for (const id of [swept, erased]) {
      const events = (await mine.live.get(`/v1/documents/${id}/events`)).body;
      const types = events.map((event: { event_type: string }) => event.event_type);
      expect(types.filter((type: string) => type === 'envelope.expired')).toHaveLength(1);
    }
  });
});
