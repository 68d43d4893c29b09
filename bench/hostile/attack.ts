/** The interface of attacks, and functions that they share. */
import { Agent, request as httpRequest } from 'node:http';
import type { Attacker, World } from './world.ts';

/** An attack by one workspace, one link, or one or many addresses. It ends with `target.signal`, and its concurrency is bounded. */
export interface Attack {
  name: string;
  /** One line for the table. */
  description: string;
  /** True if it makes the mail server pause the mail of all workspaces (docs/BULK.md, Paced mail). Waiting invitations are no errors then. */
  pausesMail?: boolean;
  /** Creates what the attack needs, before the measurement. `run` receives the result as JSON. */
  prepare?(world: World, attacker: Attacker, size: Size): Promise<Record<string, unknown>>;
  /** Runs in a separate process, so that it does not disturb the measurement. */
  run(target: Target): Promise<void>;
  /** Returns faults found after the attack, for example an email that counts as bounced. */
  faults?(world: World, attacker: Attacker, prepared: Record<string, unknown>): Promise<string[]>;
}

export interface Size {
  seconds: number;
  /** True for the short form that CI runs. */
  isShort: boolean;
}

export interface Target extends Attacker, Size {
  api: string;
  prepared: Record<string, unknown>;
  /** Aborts when the time is over. */
  signal: AbortSignal;
  /** Counts a response. */
  count(answer: string): void;
}

export interface Call {
  method?: string;
  path: string;
  /** The API key, if any. */
  key?: string;
  type?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** The caller's address, as a trusted reverse proxy reports it. */
  address?: string;
  /** Closes the connection this long after the request was sent. */
  hangUpMs?: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const answerMs = 60_000;

/** Sends a request, counts its status, and returns status and body. Never throws: a broken connection has the status 0. */
export async function send(target: Target, call: Call): Promise<{ status: number; body: string }> {
  const answer = await exchange(target, call);
  target.count(answer.status === 0 ? answer.body : String(answer.status));
  return answer;
}

function exchange(target: Target, call: Call): Promise<{ status: number; body: string }> {
  const { method = 'POST', path, key, type = 'application/json', body = '', address = '198.51.100.1' } = call;
  return new Promise((resolve) => {
    const fail = (reason: string) => resolve({ status: 0, body: reason });
    const outgoing = httpRequest(
      `${target.api}${path}`,
      {
        method,
        agent,
        timeout: answerMs,
        headers: {
          'X-Forwarded-For': address,
          ...(key && { Authorization: `Bearer ${key}` }),
          'Content-Type': type,
          'Content-Length': Buffer.byteLength(body),
          ...call.headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          if (text.length < 20_000) text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
        response.on('error', () => fail('cut off'));
      },
    );
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => fail(call.hangUpMs ? 'hung up' : 'cut off'));
    outgoing.end(body, () => {
      if (call.hangUpMs) setTimeout(() => outgoing.destroy(), call.hangUpMs);
    });
    const stop = () => outgoing.destroy();
    target.signal.addEventListener('abort', stop, { once: true });
    outgoing.once('close', () => target.signal.removeEventListener('abort', stop));
  });
}

/** Repeats `step` until the time is over, with `atOnce` concurrent calls. `number` counts all calls from 0. */
export async function repeat(
  target: Target,
  atOnce: number,
  step: (number: number) => Promise<unknown>,
): Promise<void> {
  let number = 0;
  const loops = Array.from({ length: atOnce }, async () => {
    while (!target.signal.aborted) await step(number++);
  });
  await Promise.all(loops);
}

/** Resolves when the time is over. */
export function untilOver({ signal }: Target): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The address of one of many callers, from the range for benchmarks (RFC 2544). */
export const addressOf = (number: number): string => `198.18.${(number >> 8) % 256}.${number % 256}`;
