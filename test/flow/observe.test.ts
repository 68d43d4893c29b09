/** One request can be followed through its jobs: by its id in the log, by its trace, and in the metrics. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '@countersign/core/key/issue';
import { createWorkspace } from '@countersign/core/workspace/create';
import { startMailbox } from '@countersign/mailbox/mailbox';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess, startWorker, until } from '../support/processes.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { samplePdf } from '../support/sample-pdf.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Array<{ key: string; value: Record<string, unknown> }>;
}

const closers: Array<() => Promise<unknown>> = [];
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const spans: Span[] = [];
const secretKey = 'a-secret-for-tests-of-thirty-two-characters-and-more';
const requestId = 'observe-send-1';
const callerTrace = '0af7651916cd43dd8448eb211c80319c';
let api: ServiceProcess;
let worker: ServiceProcess;
let url: string;
let receiver: Receiver;

async function startCollector(): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceSpans: Array<{ scopeSpans: Array<{ spans: Span[] }> }>;
    };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const { url: databaseUrl, db } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-observe-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
  closers.push(() => mailbox.close());
  const env = {
    SMTP_URL: mailbox.smtpUrl,
    SECRET_KEY: secretKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(),
  };
  api = startProcess('apps/api/src/main.ts', {
    ...env,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '3',
    DATA_DIR: folder,
    STORAGE_URL: `file:${folder}/blobs`,
  });
  const [listening, started] = await Promise.all([
    api.until((line) => line.message === 'listening'),
    startWorker({
      queues: 'mail,seal,webhook',
      databaseUrl,
      folder,
      env: { ...env, WEBHOOK_ALLOW_PRIVATE: 'true' },
    }),
  ]);
  worker = started;
  url = `http://127.0.0.1:${listening.port}`;
  const now = () => new Date();
  const { workspaceId } = await createWorkspace(
    { db, now },
    { slug: 'observe', name: 'Observe', ownerEmail: 'owner@observe.test' },
  );
  const { key } = await issueKey(db, { workspaceId, name: 'k', mode: 'live', now: now() });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined
        ? {}
        : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return response.status === 204 ? null : ((await response.json()) as { id: string });
  };
  receiver = await startReceiver();
  await call('POST', '/v1/webhooks', { url: `${receiver.url}/hook`, events: ['document.sent'] });
  const draft = await call('POST', '/v1/documents', {
    title: 'Observed',
    recipients: [{ name: 'Ada', email: 'ada@example.test' }],
    fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.5, w: 0.3, h: 0.06, recipient_index: 0 }],
  });
  await call('PUT', `/v1/documents/${draft!.id}/content`, await samplePdf(), {
    'Content-Type': 'application/pdf',
  });
  await call('POST', `/v1/documents/${draft!.id}/finalize`);
  await call(
    'POST',
    `/v1/documents/${draft!.id}/send`,
    {},
    {
      'X-Request-Id': requestId,
      traceparent: `00-${callerTrace}-b7ad6b7169203331-01`,
    },
  );
});

describe('a request that enqueues a job', () => {
  test('has its id in every log line of its own and of its jobs', async () => {
    const done = await worker.until((line) => line.message === 'job done' && line.job === 'mail.send');
    expect(done).toMatchObject({ request_id: requestId, trace_id: callerTrace, outcome: 'sent' });
    const lines = [...api.lines, ...worker.lines].filter((line) => line.trace_id === callerTrace);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) expect(line.request_id).toBe(requestId);
  });

  test('continues its trace from the caller through the job to the mail server', async () => {
    const named = (name: string) => spans.find((span) => span.name === name && span.traceId === callerTrace);
    await until(
      async () => named('smtp send') !== undefined && named('job mail.send') !== undefined,
      'the spans',
    );
    await until(async () => named('POST /v1/documents/{doc_id}/send') !== undefined, "the request's span");
    const request = named('POST /v1/documents/{doc_id}/send')!;
    const job = named('job mail.send')!;
    const smtp = named('smtp send')!;
    expect(request.parentSpanId).toBe('b7ad6b7169203331');
    expect(job.parentSpanId).toBe(request.spanId);
    expect(smtp.parentSpanId).toBe(job.spanId);
    expect(JSON.stringify(spans)).not.toContain('example.test');
  });

  test('continues its trace to every webhook that receives the event', async () => {
    const [delivery] = await receiver.until(({ event }) => event.type === 'document.sent');
    const named = (name: string) => spans.find((span) => span.name === name && span.traceId === callerTrace);
    await until(async () => named('webhook send') !== undefined, "the delivery's span");
    await until(async () => named('POST /v1/documents/{doc_id}/send') !== undefined, "the request's span");
    const sent = named('webhook send')!;
    expect(sent.parentSpanId).toBe(named('POST /v1/documents/{doc_id}/send')!.spanId);
    const attributes = Object.fromEntries(
      sent.attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
    );
    expect(attributes).toEqual({
      'webhook.event.id': delivery!.event.id,
      'webhook.event.type': 'document.sent',
      'webhook.attempt': 1,
      'webhook.ok': true,
      'webhook.stage': 'answered',
      'http.response.status_code': 204,
    });
    // No other member contains the address. Ids and times are excluded, because they may contain any digits by chance.
    const chance = { traceId: '', spanId: '', parentSpanId: '', startTimeUnixNano: '', endTimeUnixNano: '' };
    expect(JSON.stringify({ ...sent, ...chance })).not.toContain(new URL(receiver.url).port);
  });

  test('is counted in the metrics of the API and of the worker', async () => {
    const [ofApi, ofWorker] = await Promise.all(
      [
        url,
        `http://127.0.0.1:${(await worker.until((line) => line.message === 'worker ready')).status_port}`,
      ].map(async (base) => (await fetch(`${base}/metrics`)).text()),
    );
    expect(ofApi).toContain('countersign_queue_ready{queue="mail",job="mail.send"} 0');
    expect(ofApi).toContain('countersign_mails_queued 0');
    expect(ofApi).toMatch(
      /countersign_http_request_duration_seconds_count\{method="POST",route="\/v1\/documents\/\{doc_id\}\/send",status="200"\} 1/,
    );
    expect(ofWorker).toContain('countersign_job_runs_total{queue="mail",job="mail.send",outcome="done"} 1');
    expect(ofWorker).toContain('countersign_job_wait_seconds_count{queue="mail",job="mail.send"} 1');
    expect(ofWorker).toContain('countersign_worker_listening 1');
    expect(ofWorker).toContain('countersign_mail_lag_seconds_count{class="urgent"} 1');
    // One webhook of a change in live mode.
    expect(ofWorker).toContain('countersign_webhook_lag_seconds_count 1');
    expect(ofWorker).toContain('countersign_seal_lag_seconds_count 0');
    expect(ofWorker).toMatch(/^countersign_seal_certificate_end_timestamp_seconds\{mode="live"\} \d{10}$/m);
  });
});
