/** Well-behaved callers: they retry with the same idempotency key and record every response. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeId } from '@countersign/contract/ids';
import { linkToken } from '@countersign/core/recipient/link';
import { samplePdf } from '../support/sample-pdf.ts';
import type { World } from './world.ts';

/** What a response stated about a document. */
export type Promised = 'created' | 'sent' | 'voided' | 'completed';

export interface Load {
  /** By document id (uuid). */
  promises: Map<string, Promised>;
  journeys: number;
  /** Number of repeated requests. */
  repeats: number;
  /** Number of 503 responses, each with Retry-After. */
  unavailable: number;
  /** Successful requests that write, in the order of their responses; times of performance.now(). */
  writes: Array<{ sentMs: number; doneMs: number }>;
  /** Unexpected responses. */
  faults: string[];
}

class Unfinished extends Error {}

const callMs = 15_000;

export function emptyLoad(): Load {
  return { promises: new Map(), journeys: 0, repeats: 0, unavailable: 0, writes: [], faults: [] };
}

/**
 * Runs `callers` concurrent journeys until the signal; unfinished ones are abandoned. `load` always has the current state.
 */
export async function runLoad(
  world: World,
  key: string,
  callers: number,
  signal: AbortSignal,
  load: Load,
): Promise<void> {
  const pdf = Buffer.from(await samplePdf(2, 'chaos'));
  const one = async () => {
    while (!signal.aborted) {
      try {
        await journey(world, key, pdf, load, signal);
        load.journeys += 1;
      } catch (error) {
        if (!(error instanceof Unfinished))
          load.faults.push(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, one));
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function journey(
  world: World,
  key: string,
  pdf: Buffer,
  load: Load,
  signal: AbortSignal,
): Promise<void> {
  const call = caller(world, key, load, signal);
  const created = await call('POST', '/v1/documents', {
    title: 'Chaos',
    recipients: [
      { name: 'Ada', email: 'ada@example.test' },
      { name: 'Grace', email: 'grace@example.test' },
    ],
    fields: [0, 1].map((index) => ({
      type: 'signature',
      page: 1,
      x: 0.1,
      y: 0.2 + 0.2 * index,
      w: 0.3,
      h: 0.06,
      recipient_index: index,
    })),
  });
  expect(created, 201);
  const publicId = String(created.body.id);
  const id = decodeId('doc', publicId)!;
  load.promises.set(id, 'created');
  const uploadUrl = new URL(String(created.body.uploadUrl));
  // The host of PUBLIC_URL does not resolve here.
  const target = uploadUrl.hostname === 'countersign.test' ? uploadUrl.pathname : uploadUrl.href;
  expect(await call('PUT', target, pdf), 200, 204);
  expect(await call('POST', `/v1/documents/${publicId}/finalize`), 200);
  expect(await call('POST', `/v1/documents/${publicId}/send`, {}), 200);
  load.promises.set(id, 'sent');
  if (Math.random() < 0.1) {
    expect(await call('POST', `/v1/documents/${publicId}/void`, { reason: 'chaos' }), 200);
    load.promises.set(id, 'voided');
    return;
  }
  const recipients = await ask(signal, () => world.db.recipient.findMany({ where: { documentId: id } }));
  const ends = await Promise.allSettled(
    recipients.map((recipient) => sign(call, linkToken(world.secrets, recipient))),
  );
  // Only after both have ended: otherwise the request of one could still be underway when everything is checked.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  load.promises.set(id, 'completed');
}

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

async function sign(call: Call, token: string): Promise<void> {
  expect(await call('POST', `/v1/signing/${token}/open`), 204);
  expect(await call('POST', `/v1/signing/${token}/consent`), 204);
  const seen = await call('GET', `/v1/signing/${token}`);
  expect(seen, 200);
  const fields = seen.body.fields as Array<{ id: string }>;
  const values = Object.fromEntries(fields.map(({ id }) => [id, { mode: 'type', text: 'Signed in chaos' }]));
  const completed = await call('POST', `/v1/signing/${token}/complete`, { values });
  if (completed.status === 200) return;
  // If the response to an earlier attempt was lost, that attempt must have taken effect.
  const { body } = await call('GET', `/v1/signing/${token}`);
  const { status } = body.recipient as { status: string };
  if (status !== 'completed')
    throw new Error(`complete answered ${completed.status}, and the recipient is ${status}`);
}

function expect(answer: Answer, ...statuses: number[]): void {
  if (statuses.includes(answer.status)) return;
  throw new Error(
    `expected ${statuses.join(' or ')}, got ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`,
  );
}

/** Sends a request until it succeeds or the caller is at fault, alternating between APIs, with one idempotency key. */
function caller(world: World, key: string, load: Load, signal: AbortSignal): Call {
  let turn = Math.floor(Math.random() * world.apis.length);
  return async (method, path, body) => {
    const own = {
      Authorization: `Bearer ${key}`,
      ...(method === 'POST' && { 'Idempotency-Key': randomUUID() }),
    };
    for (let tried = 1; ; tried += 1) {
      if (signal.aborted) throw new Unfinished();
      turn += 1;
      const isElsewhere = path.startsWith('http');
      const url = isElsewhere ? path : `${world.apis[turn % world.apis.length]}${path}`;
      const sentMs = performance.now();
      try {
        const response = await fetch(url, requestOf(method, body, isElsewhere ? {} : own));
        const text = await response.text();
        if (!isElsewhere)
          note(load, `${method} ${path.replace(/\/[^/]{20,}/g, '/…')}`, { response, text, sentMs });
        if (!isToRepeat(response, text))
          return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
      } catch {
        // The connection failed, before or after the work was done.
      }
      load.repeats += 1;
      await delay(Math.min(1000, 50 * 2 ** tried)).catch(() => undefined);
    }
  };
}

function requestOf(method: string, body: unknown, headers: Record<string, string>): RequestInit {
  const isBytes = Buffer.isBuffer(body);
  return {
    method,
    signal: AbortSignal.timeout(callMs),
    headers: { ...headers, 'Content-Type': isBytes ? 'application/pdf' : 'application/json' },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  };
}

function isToRepeat({ status }: Response, text: string): boolean {
  return status >= 500 || status === 429 || text.includes('/problems/idempotency-in-progress');
}

interface Received {
  response: Response;
  text: string;
  sentMs: number;
}

/** Records successful writes, counts 503, and notes what no fault may cause: 500, and 503 without Retry-After. */
function note(load: Load, operation: string, { response, text, sentMs }: Received): void {
  const { status, headers, ok } = response;
  if (ok && operation.startsWith('POST')) load.writes.push({ sentMs, doneMs: performance.now() });
  if (status === 503) {
    load.unavailable += 1;
    if (!/^\d+$/.test(headers.get('retry-after') ?? ''))
      load.faults.push(`503 without Retry-After: ${text.slice(0, 300)}`);
  }
  if (status === 500) load.faults.push(`500 of ${operation}: ${text.slice(0, 300)}`);
}

/** Repeats a query of the test itself while the database is unavailable. */
async function ask<T>(signal: AbortSignal, question: () => Promise<T>): Promise<T> {
  for (;;) {
    if (signal.aborted) throw new Unfinished();
    try {
      return await question();
    } catch {
      await delay(200);
    }
  }
}
