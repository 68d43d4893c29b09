/** Complete journeys with real parts: API, worker processes, a real SMTP server, links and codes read from the mails. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailbox } from '@countersign/mailbox/mailbox';
import { verifyPdf } from '@countersign/pdf/verify';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, expect, test } from '@jest/globals';
import { startTestApi, testSecretKey } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { startWorker, until } from '../support/processes.ts';
import { samplePdf } from '../support/sample-pdf.ts';

interface Message {
  id: string;
  subject: string;
  text: string;
  links: string[];
}

const closers: Array<() => Promise<unknown>> = [];
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function place() {
  const { url } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-journey-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
  closers.push(() => mailbox.close());
  const api = await startTestApi({ storage: createFileStorage({ root: join(folder, 'blobs') }) });
  const worker = await startWorker({
    queues: 'mail,seal,expiry',
    databaseUrl: url,
    folder,
    env: { SMTP_URL: mailbox.smtpUrl, PUBLIC_URL: api.url, SECRET_KEY: testSecretKey },
  });
  const mailTo = async (to: string, subject: string): Promise<Message> => {
    const query = new URLSearchParams({ to, subject, timeout_ms: '100000' });
    const response = await fetch(`${mailbox.url}/api/messages/wait?${query}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Message;
  };
  return { api, worker, mailTo, workspace: await api.createTestWorkspace() };
}

const tokenIn = (mail: Message) => mail.links.find((link) => link.includes('/sign/'))!.split('/sign/')[1]!;

test('from PDF to sealed copy: invitation, code, signature, approval, seal, completion mails to everybody', async () => {
  const { api, worker, mailTo, workspace } = await place();
  const created = await workspace.live.post('/v1/documents', {
    title: 'Whole story',
    recipients: [
      { name: 'Otto', email: 'otto@example.test', auth_level: 'otp', signing_order: 1 },
      { name: 'Approver', email: 'approver@example.test', role: 'approver', signing_order: 2 },
      { name: 'Copy', email: 'copy@example.test', role: 'cc' },
    ],
    fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.5, w: 0.3, h: 0.06, recipient_index: 0 }],
  });
  const id = created.body.id;
  await workspace.live
    .put(`/v1/documents/${id}/content`)
    .set('Content-Type', 'application/pdf')
    .send(Buffer.from(await samplePdf(2)));
  expect((await workspace.live.post(`/v1/documents/${id}/finalize`)).status).toBe(200);
  expect((await workspace.live.post(`/v1/documents/${id}/send`)).status).toBe(200);

  const first = `/v1/signing/${tokenIn(await mailTo('otto@example.test', 'Please sign'))}`;
  expect((await api.anonymous.post(`${first}/otp`)).status).toBe(202);
  const code = /\b\d{6}\b/.exec((await mailTo('otto@example.test', 'code')).text)![0];
  const verified = await api.anonymous.post(`${first}/otp/verify`, { code });
  const cookie = verified.headers['set-cookie']![0]!.split(';')[0]!;
  const view = (await api.anonymous.get(first).set('Cookie', cookie)).body;
  for (const call of ['open', 'consent'])
    expect((await api.anonymous.post(`${first}/${call}`).set('Cookie', cookie)).status).toBe(204);
  const values = { [view.fields[0].id]: { mode: 'type', text: 'Otto' } };
  expect(
    (await api.anonymous.post(`${first}/complete`, { values }).set('Cookie', cookie)).body.document_status,
  ).toBe('partially_signed');

  const second = `/v1/signing/${tokenIn(await mailTo('approver@example.test', 'approve'))}`;
  for (const call of ['open', 'consent']) await api.anonymous.post(`${second}/${call}`);
  expect((await api.anonymous.post(`${second}/complete`, { values: {} })).body.document_status).toBe(
    'completed',
  );

  const copy = `/v1/signing/${tokenIn(await mailTo('copy@example.test', 'Whole story'))}`;
  const sealed = await api.anonymous.get(`${copy}/copy`).buffer();
  expect(sealed.status).toBe(200);
  expect(await verifyPdf(sealed.body)).toMatchObject({ intact: true, countersign: { documentId: id } });
  await mailTo('otto@example.test', 'Completed');
  const types = (await workspace.live.get(`/v1/documents/${id}/events`)).body.map(
    (event: { event_type: string }) => event.event_type,
  );
  expect(types.slice(-2)).toEqual(['envelope.completed', 'envelope.sealed']);
  const { status_port: port } = await worker.until((line) => line.message === 'worker ready');
  await until(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return metrics.includes('countersign_seal_lag_seconds_count 1');
  }, 'the seal in the metrics');
  expect(await worker.stop()).toBe(0);
});

test('a refused address bounces: delivery_problem, document.bounced, and the other signer can continue', async () => {
  const { workspace, mailTo, worker } = await place();
  const created = await workspace.live.post('/v1/documents', {
    title: 'Bouncing',
    recipients: [
      { name: 'Gone', email: 'gone@bounce.test' },
      { name: 'Here', email: 'here@example.test' },
    ],
    fields: [0, 1].map((recipient_index) => ({
      type: 'signature',
      page: 1,
      x: 0.1,
      y: 0.1 + recipient_index / 5,
      w: 0.3,
      h: 0.06,
      recipient_index,
    })),
  });
  const id = created.body.id;
  await workspace.live
    .put(`/v1/documents/${id}/content`)
    .set('Content-Type', 'application/pdf')
    .send(Buffer.from(await samplePdf()));
  await workspace.live.post(`/v1/documents/${id}/finalize`);
  await workspace.live.post(`/v1/documents/${id}/send`);
  await mailTo('here@example.test', 'Bouncing');
  await until(
    async () => (await workspace.live.get(`/v1/documents/${id}`)).body.delivery_problem === true,
    'the bounce',
  );
  const events = (await workspace.live.get(`/v1/documents/${id}/events`)).body;
  const bounces = events.filter((event: { event_type: string }) => event.event_type === 'recipient.bounced');
  expect(bounces).toMatchObject([{ payload: { email: 'gone@bounce.test' } }]);
  expect(JSON.stringify(worker.lines)).not.toContain('gone@bounce.test');
});

test('a document past its expiry is expired by the worker', async () => {
  const { api, workspace } = await place();
  api.clock.advance(-3_600_000);
  const created = await workspace.live.post('/v1/documents', {
    title: 'Short',
    recipients: [{ name: 'Late', email: 'late@example.test', role: 'approver' }],
    // The worker's clock is an hour ahead of the API's, so to the worker this has passed.
    expires_at: new Date(Date.now() - 1_800_000).toISOString(),
  });
  const id = created.body.id;
  await workspace.live
    .put(`/v1/documents/${id}/content`)
    .set('Content-Type', 'application/pdf')
    .send(Buffer.from(await samplePdf()));
  await workspace.live.post(`/v1/documents/${id}/finalize`);
  expect((await workspace.live.post(`/v1/documents/${id}/send`)).status).toBe(200);
  await until(
    async () => (await workspace.live.get(`/v1/documents/${id}`)).body.status === 'expired',
    'the expiry',
  );
});
