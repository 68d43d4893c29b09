/** One document from create to sealed over HTTP, with the time that each step takes. */
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeId } from '@countersign/contract/ids';
import { linkToken } from '@countersign/core/recipient/link';
import type { Secrets } from '@countersign/core/secrets';
import type { Db } from '@countersign/db/client';
import { figure } from './table.ts';

export const stages = [
  'create',
  'upload',
  'finalize',
  'send',
  'sign',
  'invitation',
  'seal',
  'whole',
] as const;
export type Stage = (typeof stages)[number];
/** Milliseconds by stage, one for each document. */
export type Samples = Record<Stage, number[]>;

/** No samples yet. */
export const emptySamples = () =>
  Object.fromEntries(stages.map((stage) => [stage, []])) as unknown as Samples;

export interface Caller {
  db: Db;
  secrets: Secrets;
  key: string;
  /** Base URL for the next document: several API processes share the load. */
  nextApi(): string;
  /** Address of the recipient; the same for every document by default. */
  nextEmail?(): string;
  /** Sent with every request. */
  headers?: Record<string, string>;
}

/** A document: its internal id, the time of its start, and the milliseconds of its stages so far. */
export interface Journey {
  id: string;
  startedAt: Date;
  took: Partial<Record<Stage, number>>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const requestMs = 60_000;

/** Creates a document, uploads, finalizes, sends and signs it. Adds the times to `samples`; throws if a response is not 2xx. */
export async function journey(caller: Caller, pdf: Buffer, samples: Samples): Promise<Journey> {
  const startedAt = new Date();
  const took: Journey['took'] = {};
  const api = caller.nextApi();
  const timed = async <T>(stage: Stage, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    took[stage] = performance.now() - started;
    samples[stage].push(took[stage]);
    return result;
  };
  const call = (method: string, path: string, body?: unknown) => send(caller, api, method, path, body);
  const created = await timed('create', () =>
    call('POST', '/v1/documents', {
      title: 'Load',
      recipients: [{ name: 'Ada Lovelace', email: caller.nextEmail?.() ?? 'ada@example.test' }],
      fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.5, w: 0.3, h: 0.06, recipient_index: 0 }],
    }),
  );
  const publicId = String(created.id);
  await timed('upload', () => call('PUT', `/v1/documents/${publicId}/content`, pdf));
  await timed('finalize', () => call('POST', `/v1/documents/${publicId}/finalize`));
  await timed('send', () => call('POST', `/v1/documents/${publicId}/send`, {}));
  const id = decodeId('doc', publicId)!;
  const recipient = await caller.db.recipient.findFirstOrThrow({ where: { documentId: id } });
  const token = linkToken(caller.secrets, recipient);
  await timed('sign', async () => {
    await call('POST', `/v1/signing/${token}/open`);
    await call('POST', `/v1/signing/${token}/consent`);
    const { fields } = await call('GET', `/v1/signing/${token}`);
    const [field] = fields as Array<{ id: string }>;
    await call('POST', `/v1/signing/${token}/complete`, {
      values: { [field!.id]: { mode: 'type', text: 'Ada Lovelace' } },
    });
  });
  return { id, startedAt, took };
}

/**
 * Waits at most `longestMs` until the documents are sealed and no invitation waits to be sent, and adds the times of seals and emails to
 * `samples`. Returns the number of documents that are not sealed by then, and of sealed ones with a waiting invitation.
 */
export async function untilSealed(
  db: Db,
  journeys: readonly Journey[],
  samples: Samples,
  longestMs = 120_000,
): Promise<{ unsealed: number; unmailed: number }> {
  const ids = journeys.map(({ id }) => id);
  const deadline = performance.now() + longestMs;
  let open: { unsealed: number; unmailed: number };
  for (;;) {
    const [unsealed, unmailed] = await Promise.all([
      db.document.findMany({ where: { id: { in: ids }, sealedAt: null }, select: { id: true } }),
      db.mail.findMany({ where: { documentId: { in: ids }, kind: 'invitation', status: 'queued' } }),
    ]);
    const all = new Set([...unsealed.map(({ id }) => id), ...unmailed.map((mail) => mail.documentId)]);
    open = { unsealed: unsealed.length, unmailed: all.size - unsealed.length };
    if (all.size === 0 || performance.now() > deadline) break;
    await delay(50);
  }
  const byId = new Map(journeys.map((one) => [one.id, one]));
  const documents = await db.document.findMany({ where: { id: { in: ids }, sealedAt: { not: null } } });
  for (const { id, completedAt, sealedAt } of documents) {
    const { took, startedAt } = byId.get(id)!;
    took.seal = sealedAt!.getTime() - completedAt!.getTime();
    took.whole = sealedAt!.getTime() - startedAt.getTime();
    samples.seal.push(took.seal);
    samples.whole.push(took.whole);
  }
  const mails = await db.mail.findMany({
    where: { documentId: { in: ids }, kind: 'invitation', status: 'sent' },
  });
  for (const { createdAt, sentAt } of mails) samples.invitation.push(sentAt!.getTime() - createdAt.getTime());
  return open;
}

/** The slowest documents, each with its whole time and its slowest stage: `5,203 ms, of which seal 4,871`. */
export function slowestOf(journeys: readonly Journey[], count = 3): string[] {
  return journeys
    .filter(({ took }) => took.whole !== undefined)
    .toSorted((a, b) => b.took.whole! - a.took.whole!)
    .slice(0, count)
    .map(({ took }) => {
      const { whole, ...stagesOf } = took;
      const [[stage, ms]] = Object.entries(stagesOf).toSorted(([, a], [, b]) => b - a) as [[string, number]];
      return `${figure(whole!)} ms, of which ${stage} ${figure(ms)}`;
    });
}

function send(
  { key, headers }: Caller,
  api: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const isBytes = Buffer.isBuffer(body);
  const payload = body === undefined ? undefined : isBytes ? body : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      `${api}${path}`,
      {
        method,
        agent,
        timeout: requestMs,
        headers: {
          ...headers,
          Authorization: `Bearer ${key}`,
          'Content-Type': isBytes ? 'application/pdf' : 'application/json',
          'Content-Length': payload?.length ?? 0,
        },
      },
      async (response) => {
        try {
          const text = Buffer.concat(await response.toArray()).toString();
          if ((response.statusCode ?? 500) >= 300)
            reject(new Error(`${response.statusCode} ${text.slice(0, 200)}`));
          else resolve(text ? (JSON.parse(text) as Record<string, unknown>) : {});
        } catch (error) {
          reject(error);
        }
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} in ${requestMs} ms`)));
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}
