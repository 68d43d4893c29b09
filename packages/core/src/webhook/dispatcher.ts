/**
 * Fans events out and delivers them, until stopped: what a worker of the queue `webhook` runs. Three loops over PostgreSQL: one
 * makes deliveries of new events, one takes due deliveries for free slots, one records what came of attempts, each in batches
 * that grow with the load.
 *
 * Of an endpoint's deliveries one worker at a time has all (claim.ts), and lanes.ts says how many of them are under way at once.
 * A worker gives an endpoint back when nothing of it is left to do, and after a turn when another worker has asked for it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@countersign/contract/ids';
import { signals } from '@countersign/queue/jobs';
import type { JobTrace } from '@countersign/queue/trace';
import type { WakeUps } from '@countersign/queue/wake-ups';
import type { Sender, SendResult, Stage } from '@countersign/webhooks/send';
import { deliveryHeaders } from '@countersign/webhooks/sign';
import type { Base } from '../ctx.ts';
import {
  beginWithinMs,
  type ClaimedDelivery,
  type ClaimedLane,
  claimDeliveries,
  type EndpointNews,
  endpointsDue,
  type Moment,
} from './claim.ts';
import { DatabaseClock } from './database-clock.ts';
import { fanOut, fanOutBatch, hasEventsToFanOut } from './fan-out.ts';
import { type Lane, Lanes, type Target, type Turn } from './lanes.ts';
import { type FinishedAttempt, outcomeOf, recordAttempts } from './record-attempts.ts';
import { EndpointKeys } from './secret.ts';

export interface DispatcherOptions {
  /** Attempts at once, of all endpoints together. */
  slots: number;
  /** How often to look for what nobody announced, such as retries; 1000 by default. */
  pollMs?: number;
  /** For how long an endpoint that another worker asks for is kept at least; 5000 by default. */
  turnMs?: number;
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

const defaultTurnMs = 5000;
const maxRecord = 500;
/** With so many attempts waiting to be recorded nothing more is taken: were they lost, they would all be made again. */
const maxUnrecorded = 4 * maxRecord;
const maxBegun = 50;
const maxBackoffMs = 5000;
interface Taken {
  lane: Lane;
  target: Target;
  delivery: ClaimedDelivery;
  /** In whose share of the slots it is. */
  wasSuspect: boolean;
  /** By performance.now(). */
  beginBy: number;
}

interface Finished extends FinishedAttempt {
  lane: Lane;
}

export class Dispatcher {
  readonly #base: Base;
  readonly #sender: Sender;
  readonly #options: DispatcherOptions;
  readonly #clock: DatabaseClock;
  /** Under which lanes are held. */
  readonly #id = newId();
  readonly #lanes: Lanes;
  /** Lanes that this worker has and perhaps need not keep. */
  readonly #mayGoBack = new Set<Lane>();
  /** Claimed, about to be sent. */
  #taken: Taken[] = [];
  readonly #finished: Finished[] = [];
  readonly #newEvents: WakeUps;
  readonly #dueDeliveries: WakeUps;
  readonly #claimBell = new Bell();
  readonly #recordBell = new Bell();
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
    this.#lanes = new Lanes(options.slots);
    this.#newEvents = base.queue.listen(signals.outboxEvent);
    this.#dueDeliveries = base.queue.listen(signals.webhookDelivery);
    const taking = () => !this.#stopping;
    this.#loops = Promise.all([
      this.#loop('fan out events', taking, () => this.#fanOut()),
      this.#loop('look for due deliveries', taking, () => this.#discover()),
      this.#loop('take deliveries', taking, () => this.#claim()),
      this.#loop(
        'record deliveries',
        () => !this.#stopped || this.#finished.length > 0 || this.#mayGoBack.size > 0,
        () => this.#record(),
      ),
    ]);
  }

  /** Attempts that run at this moment. */
  get active(): number {
    return this.#lanes.active;
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
    for (const lane of this.#lanes.stop()) this.#mayGoBack.add(lane);
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
    await this.#dueDeliveries.next({ atLeastMs: 10, atMostMs: this.#pollMs() });
  }

  async #claim(): Promise<void> {
    if (!this.#clock.known) await this.#clock.refresh();
    // What ends in the same turn of the event loop is refilled with one statement.
    await new Promise(setImmediate);
    const turns = this.#finished.length < maxUnrecorded ? this.#lanes.turns() : [];
    if (turns.length === 0) return this.#claimBell.heard();
    const asked = performance.now();
    this.#claiming = true;
    for (const { lane } of turns) lane.asking = true;
    try {
      const claimed = await this.#take(turns);
      for (const [at, turn] of turns.entries()) this.#taken.push(...this.#enlist(turn, claimed[at]!, asked));
    } catch (error) {
      for (const { lane } of turns) this.#putBack(lane);
      throw error;
    } finally {
      this.#claiming = false;
      for (const { lane } of turns) lane.asking = false;
    }
    setImmediate(this.#begin);
    if (this.#mayGoBack.size > 0) this.#recordBell.ring();
    this.#tellQuiet();
  }

  #take(turns: readonly Turn[]): Promise<ClaimedLane[]> {
    const claim = {
      worker: this.#id,
      lanes: turns.map(({ lane: { endpointId, target }, room }) => ({
        endpointId,
        room,
        version: target?.version ?? null,
      })),
      busy: turns.flatMap(({ lane }) => [...lane.busy]),
    };
    return claimDeliveries(this.#base.db, claim, this.#moment());
  }

  /** Gives what a lane brought its slots, and notes whether the lane need not be kept. */
  #enlist({ lane, room }: Turn, claimed: ClaimedLane, asked: number): Taken[] {
    const { held, wanted, news, deliveries } = claimed;
    if (!held) {
      lane.lost();
      this.#lanes.forgetIdle(lane);
      return [];
    }
    lane.heldSince ??= asked;
    lane.yields = wanted && asked - lane.heldSince > (this.#options.turnMs ?? defaultTurnMs);
    if (news) lane.target = this.#targetOf(lane.endpointId, news);
    // To the end of the line: there may be more.
    if (deliveries.length === room && !lane.yields && !this.#stopping) this.#lanes.again(lane);
    else this.#mayGoBack.add(lane);
    const wasSuspect = lane.standing === 'suspect';
    return deliveries.map((delivery) => {
      this.#lanes.count(lane, wasSuspect, 1);
      lane.busy.add(delivery.id);
      return { lane, target: lane.target!, delivery, wasSuspect, beginBy: asked + beginWithinMs };
    });
  }

  /** Begins some attempts. A few a turn of the event loop, so that answers and the next claim are not kept waiting. */
  readonly #begin = (): void => {
    for (const taken of this.#taken.splice(0, maxBegun)) {
      if (performance.now() < taken.beginBy) void this.#attempt(taken);
      else this.#drop(taken);
    }
    if (this.#taken.length > 0) setImmediate(this.#begin);
  };

  async #record(): Promise<void> {
    const batch = this.#finished.slice(0, maxRecord);
    const ending = this.#lanesThatEnd(batch);
    if (batch.length === 0 && ending.length === 0) return this.#recordBell.heard();
    for (const lane of ending) lane.asking = true;
    try {
      const { wanted } = await recordAttempts(this.#base.db, {
        worker: this.#id,
        finished: batch,
        givenBack: ending.map(({ endpointId }) => endpointId),
      });
      this.#finished.splice(0, batch.length);
      for (const { lane, delivery } of batch) lane.busy.delete(delivery.id);
      for (const lane of ending) lane.lost();
      if (wanted) this.#base.queue.notify([signals.webhookDelivery]);
    } catch (error) {
      for (const lane of ending) this.#mayGoBack.add(lane);
      throw error;
    } finally {
      for (const lane of ending) lane.asking = false;
    }
    for (const lane of ending) this.#lanes.forgetIdle(lane);
    if (this.#lanes.waiting > 0) this.#claimBell.ring();
    this.#tellQuiet();
  }

  /** Lanes of which nothing is left to do once these are recorded. */
  #lanesThatEnd(batch: readonly Finished[]): Lane[] {
    const recorded = new Map<Lane, number>();
    for (const { lane } of batch) recorded.set(lane, (recorded.get(lane) ?? 0) + 1);
    const lanes = new Set([...recorded.keys(), ...this.#mayGoBack]);
    this.#mayGoBack.clear();
    return [...lanes].filter(
      (lane) =>
        lane.heldSince !== null &&
        !lane.asking &&
        !this.#lanes.waits(lane) &&
        lane.busy.size === (recorded.get(lane) ?? 0),
    );
  }

  #targetOf(endpointId: string, news: EndpointNews): Target {
    const { version, url } = news;
    try {
      return { version, url, keys: new EndpointKeys(this.#base, endpointId, news) };
    } catch (error) {
      return { version, url, keys: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  /** Not begun in time, as after the process stood still: the lane may be another's by now. */
  #drop({ lane, delivery, wasSuspect }: Taken): void {
    this.#lanes.count(lane, wasSuspect, -1);
    lane.busy.delete(delivery.id);
    this.#putBack(lane);
    this.#claimBell.ring();
    this.#recordBell.ring();
    this.#tellQuiet();
  }

  /** There is more to take from the lane, now or, when the process ends, for another worker. */
  #putBack(lane: Lane): void {
    if (this.#stopping) this.#mayGoBack.add(lane);
    else this.#lanes.again(lane);
  }

  async #attempt({ lane, target, delivery, wasSuspect }: Taken): Promise<void> {
    const at = this.#now();
    const result = await this.#send(target, delivery, at);
    this.#lanes.count(lane, wasSuspect, -1);
    lane.judge(result);
    const finished = { lane, delivery, at, endedAt: this.#now(), result };
    this.#finished.push(finished);
    this.#report(finished);
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

  #report(finished: Finished & { delivery: ClaimedDelivery }): void {
    const { lane, delivery, result } = finished;
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
    this.#lanes.expect(endpointId, workspaceId);
    this.#claimBell.ring();
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
    const busy = this.#fanningOut || this.#claiming || this.#lanes.active > 0;
    return !busy && this.#lanes.waiting === 0 && this.#finished.length === 0;
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
