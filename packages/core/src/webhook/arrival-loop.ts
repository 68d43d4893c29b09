/**
 * Finds endpoints with due deliveries. One loop creates deliveries of new events; the other looks for retries, pings, redeliveries and
 * deliveries that other workers left. Each waits for its signal, at most `pollMs` in case a signal was lost.
 */
import { signals } from '@countersign/queue/jobs';
import type { WakeUps } from '@countersign/queue/wake-ups';
import type { Base } from '../ctx.ts';
import { dueEndpoints, type Moment } from './claim.ts';
import { fanOut, rotationStart } from './fan-out.ts';
import { repeat } from './loop.ts';

export interface ArrivalOptions {
  pollMs: number;
  goesOn: () => boolean;
  moment: () => Moment;
  /** Called before each look for due endpoints. */
  beforeLook: () => Promise<void>;
  expect: (endpointId: string, workspaceId: string) => void;
  onFannedOut: () => void;
}

export class ArrivalLoop {
  /** Resolves when both loops have ended. */
  readonly ended: Promise<unknown>;
  /** A fan-out is running. */
  // Equal mutant "→ true": the constructor starts a fan-out at once.
  isFanningOut = false;
  /** The workspace whose events were fanned out last. */
  #after = rotationStart;
  readonly #base: Base;
  readonly #options: ArrivalOptions;
  readonly #newEvents: WakeUps;
  readonly #dueDeliveries: WakeUps;

  constructor(base: Base, options: ArrivalOptions) {
    this.#base = base;
    this.#options = options;
    this.#newEvents = base.queue.listen(signals.outboxEvent);
    this.#dueDeliveries = base.queue.listen(signals.webhookDelivery);
    const { goesOn } = options;
    const { log } = base;
    this.ended = Promise.all([
      repeat({ log, what: 'fan out events', goesOn }, () => this.#fanOut()),
      repeat({ log, what: 'look for due deliveries', goesOn }, () => this.#look()),
    ]);
  }

  /** Looks immediately, as after a signal. */
  wake(): void {
    this.#newEvents.wake();
    this.#dueDeliveries.wake();
  }

  close(): void {
    this.#newEvents.close();
    this.#dueDeliveries.close();
  }

  async #fanOut(): Promise<void> {
    const { moment, expect, onFannedOut, pollMs } = this.#options;
    this.isFanningOut = true;
    let next: string | null = null;
    try {
      const made = await fanOut(this.#base.db, moment(), { after: this.#after });
      next = made.next;
      // Equal mutant "→ next": null finds no events, and the rotation starts again then.
      this.#after = next ?? rotationStart;
      for (const { id, workspaceId } of made.endpoints) expect(id, workspaceId);
    } finally {
      this.isFanningOut = false;
      onFannedOut();
    }
    if (next === null) await this.#newEvents.next({ atMostMs: pollMs });
  }

  async #look(): Promise<void> {
    const { moment, expect, beforeLook, pollMs } = this.#options;
    await beforeLook();
    for (const { id, workspaceId } of await dueEndpoints(this.#base.db, moment())) expect(id, workspaceId);
    await this.#dueDeliveries.next({ atLeastMs: 10, atMostMs: pollMs });
  }
}
