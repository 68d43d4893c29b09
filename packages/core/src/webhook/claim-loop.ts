/** Claims due deliveries for free slots, and begins their attempts. */
import type { Base } from '../ctx.ts';
import {
  type Claimed,
  type ClaimedDelivery,
  claimDeliveries,
  type EndpointDetails,
  type Moment,
} from './claim.ts';
import { beginWithinMs } from './leases.ts';
import { repeat, Wake } from './loop.ts';
import type { EndpointSchedule, Grant, Scheduler, Target } from './scheduler.ts';
import { EndpointKeys } from './secret.ts';

/** The most attempts started in one turn of the event loop. More would delay responses and the next claim. */
const maxBegun = 50;

/** A delivery that has a slot and is about to be sent. */
export interface Ready {
  endpoint: EndpointSchedule;
  target: Target;
  delivery: ClaimedDelivery;
  /** Whether it uses one of the slots for endpoints after a timeout. */
  isAfterTimeout: boolean;
  /** The latest time to start the attempt, by performance.now(). */
  beginBy: number;
}

export interface ClaimOptions {
  worker: string;
  scheduler: Scheduler;
  /** The shortest time to keep a lease that another worker wants. */
  minLeaseMs: number;
  goesOn: () => boolean;
  moment: () => Moment;
  /** Called before each claim. */
  beforeClaim: () => Promise<void>;
  /** Whether more may be claimed, regardless of free slots. */
  hasRoom: () => boolean;
  begin: (ready: Ready) => void;
  /** Called when the endpoint has nothing more to claim now. */
  release: (endpoint: EndpointSchedule) => void;
  onClaimed: () => void;
}

export class ClaimLoop {
  readonly ended: Promise<void>;
  /** A claim is running. */
  isClaiming = false;
  readonly #base: Base;
  readonly #options: ClaimOptions;
  readonly #wake = new Wake();
  #ready: Ready[] = [];

  constructor(base: Base, options: ClaimOptions) {
    this.#base = base;
    this.#options = options;
    const { goesOn } = options;
    this.ended = repeat({ log: base.log, what: 'claim deliveries', goesOn }, () => this.#claim());
  }

  /** Call it when there may be something to claim or a slot to fill. */
  wake(): void {
    this.#wake.now();
  }

  async #claim(): Promise<void> {
    const { scheduler, hasRoom, beforeClaim, onClaimed } = this.#options;
    await beforeClaim();
    // Slots that become free in the same turn of the event loop are filled by one claim.
    await new Promise(setImmediate);
    const grants = hasRoom() ? scheduler.grantSlots() : [];
    if (grants.length === 0) return this.#wake.wait();
    const askedAt = performance.now();
    this.isClaiming = true;
    for (const { endpoint } of grants) endpoint.inStatement = true;
    try {
      const claimed = await this.#read(grants);
      for (const [at, grant] of grants.entries())
        this.#ready.push(...this.#admit(grant, claimed[at]!, askedAt));
    } catch (error) {
      for (const { endpoint } of grants) this.#putBack(endpoint);
      throw error;
    } finally {
      this.isClaiming = false;
      for (const { endpoint } of grants) endpoint.inStatement = false;
    }
    setImmediate(this.#begin);
    onClaimed();
  }

  #read(grants: readonly Grant[]): Promise<Claimed[]> {
    const { worker, moment } = this.#options;
    const endpoints = grants.map(({ endpoint: { id, target }, slots }) => ({
      id,
      slots,
      version: target?.version ?? null,
    }));
    const busy = grants.flatMap(({ endpoint }) => [...endpoint.busy]);
    return claimDeliveries(this.#base.db, { worker, endpoints, busy }, moment());
  }

  /** Gives the deliveries of one endpoint their slots, and decides whether it stays in the rotation. */
  #admit({ endpoint, slots }: Grant, claimed: Claimed, askedAt: number): Ready[] {
    const { held, wanted, details, deliveries } = claimed;
    const { scheduler, minLeaseMs, goesOn, release } = this.#options;
    if (!held) {
      endpoint.leaseEnded();
      scheduler.forgetIdle(endpoint);
      return [];
    }
    endpoint.leasedSince ??= askedAt;
    endpoint.isReleasing = wanted && askedAt - endpoint.leasedSince > minLeaseMs;
    if (details) endpoint.target = this.#targetOf(endpoint.id, details);
    // If all slots were used, there may be more deliveries.
    if (deliveries.length === slots && !endpoint.isReleasing && goesOn()) scheduler.again(endpoint);
    else release(endpoint);
    const isAfterTimeout = endpoint.health === 'timedOut';
    return deliveries.map((delivery) => {
      scheduler.count(endpoint, isAfterTimeout, 1);
      endpoint.busy.add(delivery.id);
      return {
        endpoint,
        target: endpoint.target!,
        delivery,
        isAfterTimeout,
        beginBy: askedAt + beginWithinMs,
      };
    });
  }

  #targetOf(endpointId: string, details: EndpointDetails): Target {
    const { version, url } = details;
    try {
      return { version, url, keys: new EndpointKeys(this.#base, endpointId, details) };
    } catch (error) {
      return { version, url, keys: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  readonly #begin = (): void => {
    for (const ready of this.#ready.splice(0, maxBegun)) {
      if (performance.now() < ready.beginBy) this.#options.begin(ready);
      else this.#drop(ready);
    }
    if (this.#ready.length > 0) setImmediate(this.#begin);
  };

  /** Drops a delivery if the process was suspended since the claim, because another worker may have the lease by now. */
  #drop({ endpoint, delivery, isAfterTimeout }: Ready): void {
    this.#options.scheduler.count(endpoint, isAfterTimeout, -1);
    endpoint.busy.delete(delivery.id);
    this.#putBack(endpoint);
    this.wake();
    this.#options.onClaimed();
  }

  /** Lets the endpoint be claimed again: by this worker or, if it is stopping, by another one. */
  #putBack(endpoint: EndpointSchedule): void {
    if (this.#options.goesOn()) this.#options.scheduler.again(endpoint);
    else this.#options.release(endpoint);
  }
}
