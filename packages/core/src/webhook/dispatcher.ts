/**
 * Fans events out and delivers them, until stopped: what a worker of the queue `webhook` runs. Three loops over PostgreSQL: one
 * makes deliveries of new events, one takes due deliveries for free slots, one records what came of attempts, each in batches
 * that grow with the load.
 *
 * Isolation. An endpoint has so many attempts at once and no more: few until it has answered, more once it answers quickly,
 * fewest after it let an attempt run into its time limit. Endpoints of that last kind share a quarter of the slots, those of one
 * workspace half. So whatever hangs, slots are left for those that answer, and turns go round by endpoint.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { signals } from '@countersign/queue/jobs';
import type { JobTrace } from '@countersign/queue/trace';
import type { WakeUps } from '@countersign/queue/wake-ups';
import type { Sender, SendResult, Stage } from '@countersign/webhooks/send';
import { deliveryHeaders } from '@countersign/webhooks/sign';
import type { Base } from '../ctx.ts';
import {
  type ClaimedDelivery,
  type ClaimedLane,
  claimDeliveries,
  type EndpointNews,
  endpointsDue,
  type Moment,
} from './claim.ts';
import { DatabaseClock } from './database-clock.ts';
import { fanOut, fanOutBatch, hasEventsToFanOut } from './fan-out.ts';
import { type FinishedAttempt, outcomeOf, recordAttempts } from './record-attempts.ts';
import { EndpointKeys } from './secret.ts';

export interface DispatcherOptions {
  /** Attempts at once, of all endpoints together. */
  slots: number;
  /** How often to look for what nobody announced, such as retries; 1000 by default. */
  pollMs?: number;
  onAttempt?: (report: AttemptReport) => void;
  /** What time it is, for tests that move it; PostgreSQL's clock by default. */
  now?: () => Date;
}

export interface AttemptReport {
  /** `ours`: this machine failed; not counted, tried again. */
  outcome: 'success' | 'failed' | 'dead' | 'ours';
  stage: Stage;
  durationMs: number;
}

/** Attempts at once for one endpoint: before it ever answered, while it answers, and after a time-out. */
const laneLimits = { unknown: 4, proven: 10, suspect: 2 } as const;
/** An answer that comes sooner makes an endpoint proven. */
const promptMs = 2000;
const maxClaim = 200;
const maxRecord = 500;
const maxBegun = 50;
const maxBackoffMs = 5000;
/** Endpoints remembered beyond those at work. */
const maxLanes = 20_000;

interface Lane {
  endpointId: string;
  workspaceId: string;
  standing: keyof typeof laneLimits;
  active: number;
  /** As of the last claim that brought anything. */
  target: Target | null;
}

/** Where deliveries of an endpoint go, and how they are signed. */
interface Target {
  version: string;
  url: string;
  /** Why there are no keys, if so. */
  keys: EndpointKeys | Error;
}

interface Taken {
  lane: Lane;
  target: Target;
  delivery: ClaimedDelivery;
  /** In whose share of the slots it is. */
  wasSuspect: boolean;
}

export class Dispatcher {
  readonly #base: Base;
  readonly #sender: Sender;
  readonly #options: DispatcherOptions;
  readonly #clock: DatabaseClock;
  readonly #lanes = new Map<string, Lane>();
  /** Lanes that may have something due, those whose turn is next first. */
  readonly #waiting = new Set<Lane>();
  readonly #activeOf = new Map<string, number>();
  /** Claimed, about to be sent. */
  #taken: Taken[] = [];
  readonly #finished: FinishedAttempt[] = [];
  readonly #newEvents: WakeUps;
  readonly #dueDeliveries: WakeUps;
  readonly #claimBell = new Bell();
  readonly #recordBell = new Bell();
  #active = 0;
  #activeSuspects = 0;
  #claiming = false;
  #fanningOut = false;
  /** Nothing new is taken. */
  #stopping = false;
  /** The last attempt has been waited for. */
  #stopped = false;
  #loops: Promise<unknown>;
  #whenQuiet: Array<() => void> = [];

  constructor(base: Base, sender: Sender, options: DispatcherOptions) {
    this.#base = base;
    this.#sender = sender;
    this.#options = options;
    this.#clock = new DatabaseClock(base.db);
    this.#newEvents = base.queue.listen(signals.outboxEvent);
    this.#dueDeliveries = base.queue.listen(signals.webhookDelivery);
    const taking = () => !this.#stopping;
    this.#loops = Promise.all([
      this.#loop('fan out events', taking, () => this.#fanOut()),
      this.#loop('look for due deliveries', taking, () => this.#discover()),
      this.#loop('take deliveries', taking, () => this.#claim()),
      this.#loop(
        'record deliveries',
        () => !this.#stopped || this.#finished.length > 0,
        () => this.#record(),
      ),
    ]);
  }

  /** Attempts that run at this moment. */
  get active(): number {
    return this.#active;
  }

  /** Looks at once, as after a signal. */
  wake(): void {
    this.#newEvents.wake();
    this.#dueDeliveries.wake();
  }

  /** Resolves when no event is left to fan out, nothing is due, and every attempt is recorded. */
  async settled(): Promise<void> {
    for (;;) {
      await this.#quiet();
      const { events } = await fanOut(this.#base.db, this.#moment());
      const due = await endpointsDue(this.#base.db, this.#moment());
      for (const { id, workspaceId } of due) this.#expect(id, workspaceId);
      // Events that another worker is fanning out at this moment are locked, so that ours saw none: they are not settled yet.
      const unsettled = events > 0 || due.length > 0 || (await hasEventsToFanOut(this.#base));
      if (!unsettled && this.#isQuiet()) return;
    }
  }

  /** Takes no more, waits up to `graceSeconds` for running attempts, and records them. Attempts cut off come again elsewhere. */
  async stop({ graceSeconds = 15 }: { graceSeconds?: number } = {}): Promise<void> {
    this.#stopping = true;
    this.#waiting.clear();
    this.wake();
    this.#claimBell.ring();
    const timeout = new AbortController();
    const grace = delay(graceSeconds * 1000, undefined, { signal: timeout.signal }).catch(() => undefined);
    await Promise.race([this.#quiet(), grace]);
    this.#stopped = true;
    this.#recordBell.ring();
    await Promise.race([this.#loops, grace.then(() => delay(5000, undefined, { ref: false }))]);
    timeout.abort();
    this.#newEvents.close();
    this.#dueDeliveries.close();
  }

  /** Repeats a step while it goes on; a failing one waits, longer and longer, and is told once. */
  async #loop(what: string, goesOn: () => boolean, step: () => Promise<void>): Promise<void> {
    let failures = 0;
    while (goesOn()) {
      try {
        await step();
        if (failures > 0) this.#base.log.info(`webhooks: can ${what} again`);
        failures = 0;
      } catch (error) {
        if (failures === 0) this.#base.log.warn(`webhooks: cannot ${what}`, { error: String(error) });
        failures += 1;
        await delay(Math.min(maxBackoffMs, 50 * 2 ** failures));
      }
    }
  }

  async #fanOut(): Promise<void> {
    this.#fanningOut = true;
    let events = 0;
    try {
      const made = await fanOut(this.#base.db, this.#moment());
      events = made.events;
      for (const { id, workspaceId } of made.endpoints) this.#expect(id, workspaceId);
    } finally {
      this.#fanningOut = false;
      this.#tellQuiet();
    }
    if (events < fanOutBatch) await this.#newEvents.next({ atMostMs: this.#pollMs() });
  }

  /** Retries, pings, redeliveries, and what other workers left. */
  async #discover(): Promise<void> {
    await this.#clock.refresh();
    for (const { id, workspaceId } of await endpointsDue(this.#base.db, this.#moment()))
      this.#expect(id, workspaceId);
    await this.#dueDeliveries.next({ atLeastMs: 5, atMostMs: this.#pollMs() });
  }

  async #claim(): Promise<void> {
    if (!this.#clock.known) await this.#clock.refresh();
    // What ends in the same turn of the event loop is refilled with one statement.
    await new Promise(setImmediate);
    const turns = this.#nextTurns();
    if (turns.length === 0) return this.#claimBell.heard();
    for (const { lane } of turns) this.#waiting.delete(lane);
    let claimed: ClaimedLane[] = [];
    this.#claiming = true;
    try {
      claimed = await claimDeliveries(
        this.#base.db,
        turns.map(({ lane: { endpointId, target }, room }) => ({
          endpointId,
          room,
          version: target?.version ?? null,
        })),
        this.#moment(),
      );
    } catch (error) {
      for (const { lane } of turns) this.#waiting.add(lane);
      throw error;
    } finally {
      this.#claiming = false;
    }
    for (const [at, { lane, room }] of turns.entries()) {
      const { news, deliveries } = claimed[at]!;
      if (news) lane.target = this.#targetOf(lane.endpointId, news);
      // To the end of the line: there may be more.
      if (deliveries.length === room && !this.#stopping) this.#waiting.add(lane);
      for (const delivery of deliveries) this.#enlist(lane, delivery);
      this.#forgetIdle(lane);
    }
    if (claimed.length > 0) setImmediate(this.#begin);
    this.#tellQuiet();
  }

  /** Gives the delivery its slot. */
  #enlist(lane: Lane, delivery: ClaimedDelivery): void {
    const wasSuspect = lane.standing === 'suspect';
    this.#count(lane, wasSuspect, 1);
    this.#taken.push({ lane, target: lane.target!, delivery, wasSuspect });
  }

  /** Begins some attempts. A few a turn of the event loop, so that answers and the next claim are not kept waiting. */
  readonly #begin = (): void => {
    for (const taken of this.#taken.splice(0, maxBegun)) void this.#attempt(taken);
    if (this.#taken.length > 0) setImmediate(this.#begin);
  };

  async #record(): Promise<void> {
    if (this.#finished.length === 0) return this.#recordBell.heard();
    const batch = this.#finished.slice(0, maxRecord);
    await recordAttempts(this.#base.db, batch);
    this.#finished.splice(0, batch.length);
    this.#tellQuiet();
  }

  /** Which lanes may take how many now, in the order of their turns. */
  #nextTurns(): Array<{ lane: Lane; room: number }> {
    const { slots } = this.#options;
    const turns: Array<{ lane: Lane; room: number }> = [];
    let free = Math.min(maxClaim, slots - this.#active);
    let freeSuspects = Math.max(1, Math.floor(slots / 4)) - this.#activeSuspects;
    const taken = new Map<string, number>();
    for (const lane of this.#waiting) {
      if (free <= 0) break;
      const ofWorkspace = (this.#activeOf.get(lane.workspaceId) ?? 0) + (taken.get(lane.workspaceId) ?? 0);
      const room = Math.min(
        free,
        laneLimits[lane.standing] - lane.active,
        Math.max(1, Math.ceil(slots / 2)) - ofWorkspace,
        lane.standing === 'suspect' ? freeSuspects : free,
      );
      if (room <= 0) continue;
      free -= room;
      if (lane.standing === 'suspect') freeSuspects -= room;
      taken.set(lane.workspaceId, (taken.get(lane.workspaceId) ?? 0) + room);
      turns.push({ lane, room });
    }
    return turns;
  }

  #targetOf(endpointId: string, news: EndpointNews): Target {
    const { version, url } = news;
    try {
      return { version, url, keys: new EndpointKeys(this.#base, endpointId, news) };
    } catch (error) {
      return { version, url, keys: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  async #attempt({ lane, target, delivery, wasSuspect }: Taken): Promise<void> {
    const at = this.#now();
    const result = await this.#send(target, delivery, at);
    this.#count(lane, wasSuspect, -1);
    if (result.stage === 'timeout') lane.standing = 'suspect';
    else if (result.stage === 'answered' && result.durationMs < promptMs) lane.standing = 'proven';
    else if (lane.standing === 'suspect' && result.stage !== 'ours') lane.standing = 'unknown';
    const finished: FinishedAttempt = { delivery, at, endedAt: this.#now(), result };
    this.#finished.push(finished);
    this.#report(lane, delivery, finished);
    this.#recordBell.ring();
    this.#claimBell.ring();
  }

  async #send({ url, keys }: Target, delivery: ClaimedDelivery, now: Date): Promise<SendResult> {
    try {
      if (keys instanceof Error) throw keys;
      const { body, eventId: id, eventType: type } = delivery;
      const headers = deliveryHeaders({ id, type, body, keys: keys.live(now), now });
      const { trace } = this.#base.queue;
      const send = () => this.#sender.send({ url, headers, body });
      return await (trace ? traced(trace, delivery, send) : send());
    } catch (error) {
      return { ok: false, stage: 'ours', responseCode: null, error: String(error), durationMs: 0 };
    }
  }

  #report(lane: Lane, delivery: ClaimedDelivery, finished: FinishedAttempt): void {
    const { result } = finished;
    const { status, nextRetryAt } = outcomeOf(finished);
    const outcome = status === 'queued' ? 'failed' : status;
    this.#options.onAttempt?.({ outcome, stage: result.stage, durationMs: result.durationMs });
    if (result.ok) return;
    this.#base.log.warn('a webhook delivery failed', {
      delivery: Number(delivery.id),
      endpoint: lane.endpointId,
      event: delivery.eventId,
      attempt: delivery.attempt + 1,
      outcome,
      stage: result.stage,
      response_code: result.responseCode,
      next_retry_at: nextRetryAt?.toISOString() ?? null,
    });
  }

  /** Puts the endpoint in the line. */
  #expect(endpointId: string, workspaceId: string): void {
    if (this.#stopping) return;
    const lane = this.#lanes.get(endpointId) ?? {
      endpointId,
      workspaceId,
      standing: 'unknown' as const,
      active: 0,
      target: null,
    };
    this.#lanes.set(endpointId, lane);
    this.#waiting.add(lane);
    this.#claimBell.ring();
  }

  #count(lane: Lane, suspect: boolean, change: 1 | -1): void {
    lane.active += change;
    this.#active += change;
    if (suspect) this.#activeSuspects += change;
    const ofWorkspace = (this.#activeOf.get(lane.workspaceId) ?? 0) + change;
    if (ofWorkspace > 0) this.#activeOf.set(lane.workspaceId, ofWorkspace);
    else this.#activeOf.delete(lane.workspaceId);
  }

  /** What is known of an endpoint may go when there is too much of it. */
  #forgetIdle(lane: Lane): void {
    if (this.#lanes.size > maxLanes && lane.active === 0 && !this.#waiting.has(lane))
      this.#lanes.delete(lane.endpointId);
  }

  #now(): Date {
    return this.#options.now?.() ?? this.#clock.now();
  }

  #moment(): Moment {
    return this.#options.now?.() ?? null;
  }

  #pollMs(): number {
    return this.#options.pollMs ?? 1000;
  }

  #isQuiet(): boolean {
    const busy = this.#fanningOut || this.#claiming || this.#active > 0;
    return !busy && this.#waiting.size === 0 && this.#finished.length === 0;
  }

  #quiet(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenQuiet.push(resolve);
      this.#tellQuiet();
    });
  }

  #tellQuiet(): void {
    if (!this.#isQuiet()) return;
    for (const resolve of this.#whenQuiet.splice(0)) resolve();
  }
}

/** Sends in a span below the change that the delivery tells of; nothing of address or content goes into it. */
function traced(
  trace: JobTrace,
  delivery: ClaimedDelivery,
  send: () => Promise<SendResult>,
): Promise<SendResult> {
  const attributes = {
    'webhook.event.id': delivery.eventId,
    'webhook.event.type': delivery.eventType,
    'webhook.attempt': delivery.attempt + 1,
  };
  const carried = delivery.trace === null ? null : { traceparent: delivery.trace };
  return trace.inSpan('webhook send', { kind: 'client', carried, attributes }, async (span) => {
    const result = await send();
    span.describe({
      'webhook.ok': result.ok,
      'webhook.stage': result.stage,
      ...(result.responseCode !== null && { 'http.response.status_code': result.responseCode }),
    });
    return result;
  });
}

/** Rung by whoever has work, heard by one loop; a ring while nobody listens is heard at once. */
class Bell {
  #rung = false;
  #hear: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#hear?.();
  }

  async heard(): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        this.#hear = resolve;
      });
      this.#hear = null;
    }
    this.#rung = false;
  }
}
