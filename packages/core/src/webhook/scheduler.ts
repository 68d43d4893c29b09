/**
 * Decides which endpoints may claim how many deliveries next. The number of concurrent attempts of an endpoint is limited: a low limit
 * until it has responded, a higher one while it responds quickly, the lowest one after a timeout. All endpoints after a timeout
 * together get a quarter of the slots, and one workspace gets at most half of all slots. So some slots remain for endpoints that respond,
 * and all endpoints are served in rotation.
 */
import type { SendResult } from '@countersign/webhooks/send';
import type { EndpointKeys } from './secret.ts';

/** Concurrent attempts of one endpoint: before it has responded, while it responds quickly, and after a timeout. */
const attemptLimits = { unknown: 4, responsive: 10, timedOut: 2 } as const;
/** A response within this time makes an endpoint `responsive`. */
const promptMs = 2000;
/** The most deliveries of one claim. */
const maxClaim = 200;
/** The most idle endpoints kept in memory. */
const maxRemembered = 20_000;
/** After a lease was released for another worker, the time in which that worker can take it. */
const takeoverMs = 250;

/** The URL of an endpoint, and the keys that sign its deliveries. */
export interface Target {
  version: string;
  url: string;
  /** An error if the secret cannot be decrypted. */
  keys: EndpointKeys | Error;
}

/** The state of one endpoint in this worker. */
export class EndpointSchedule {
  readonly id: string;
  readonly workspaceId: string;
  health: keyof typeof attemptLimits = 'unknown';
  /** Number of attempts that run or are about to start. */
  active = 0;
  /** As returned by the last claim with deliveries. */
  target: Target | null = null;
  /** Deliveries that were claimed and are not recorded yet. */
  readonly busy = new Set<string>();
  /** When this worker took the lease, by performance.now(); null if it does not hold it. */
  leasedSince: number | null = null;
  /** True while a statement runs that claims from it or ends its lease. */
  inStatement = false;
  /** True if nothing more is claimed because another worker wants the lease. */
  isReleasing = false;
  #leftToOthersUntil = 0;

  constructor(id: string, workspaceId: string) {
    this.id = id;
    this.workspaceId = workspaceId;
  }

  /** Whether another worker should have the lease now. */
  get isLeftToOthers(): boolean {
    return this.isReleasing || performance.now() < this.#leftToOthersUntil;
  }

  /** Call it when this worker no longer holds the lease. */
  leaseEnded(): void {
    if (this.isReleasing) this.#leftToOthersUntil = performance.now() + takeoverMs;
    this.leasedSince = null;
    this.isReleasing = false;
  }

  /** Updates `health`, and with it the limit of attempts, after an attempt. */
  updateHealth({ stage, durationMs }: Pick<SendResult, 'stage' | 'durationMs'>): void {
    if (stage === 'timeout') this.health = 'timedOut';
    else if (stage === 'answered' && durationMs < promptMs) this.health = 'responsive';
    else if (this.health === 'timedOut' && stage !== 'ours') this.health = 'unknown';
  }
}

/** Slots for the next claim of an endpoint. */
export interface Grant {
  endpoint: EndpointSchedule;
  /** The number of deliveries that it may claim. */
  slots: number;
}

export class Scheduler {
  /** Number of attempts of all endpoints that run or are about to start. */
  active = 0;
  readonly #slots: number;
  readonly #known = new Map<string, EndpointSchedule>();
  /** Endpoints that may have due deliveries, in the order of the rotation. */
  readonly #waiting = new Set<EndpointSchedule>();
  readonly #activeByWorkspace = new Map<string, number>();
  #activeAfterTimeout = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Number of endpoints that wait to be served. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Adds the endpoint to the rotation, unless another worker should have it now. */
  expect(id: string, workspaceId: string): void {
    const endpoint = this.#known.get(id) ?? new EndpointSchedule(id, workspaceId);
    this.#known.set(id, endpoint);
    if (!endpoint.isLeftToOthers) this.#waiting.add(endpoint);
  }

  /** Adds the endpoint to the rotation again. */
  again(endpoint: EndpointSchedule): void {
    this.#known.set(endpoint.id, endpoint);
    this.#waiting.add(endpoint);
  }

  isWaiting(endpoint: EndpointSchedule): boolean {
    return this.#waiting.has(endpoint);
  }

  /** Empties the rotation. Returns the endpoints on which this worker has a lease. */
  stop(): EndpointSchedule[] {
    this.#waiting.clear();
    return [...this.#known.values()].filter(({ leasedSince }) => leasedSince !== null);
  }

  /** Chooses the next endpoints of the rotation and the number of deliveries that each may claim, and removes them from the rotation. */
  grantSlots(): Grant[] {
    const grants: Grant[] = [];
    let free = Math.min(maxClaim, this.#slots - this.active);
    let freeAfterTimeout = Math.max(1, Math.floor(this.#slots / 4)) - this.#activeAfterTimeout;
    const grantedTo = new Map<string, number>();
    for (const endpoint of this.#waiting) {
      if (free <= 0) break;
      if (endpoint.inStatement) continue;
      const { health, workspaceId } = endpoint;
      const usedByWorkspace =
        (this.#activeByWorkspace.get(workspaceId) ?? 0) + (grantedTo.get(workspaceId) ?? 0);
      const slots = Math.min(
        free,
        attemptLimits[health] - endpoint.active,
        Math.max(1, Math.ceil(this.#slots / 2)) - usedByWorkspace,
        health === 'timedOut' ? freeAfterTimeout : free,
      );
      if (slots <= 0) continue;
      free -= slots;
      if (health === 'timedOut') freeAfterTimeout -= slots;
      grantedTo.set(workspaceId, (grantedTo.get(workspaceId) ?? 0) + slots);
      grants.push({ endpoint, slots });
    }
    for (const { endpoint } of grants) this.#waiting.delete(endpoint);
    return grants;
  }

  /** Counts an attempt that takes a slot (1) or frees it (-1); `isAfterTimeout` as when it took the slot. */
  count(endpoint: EndpointSchedule, isAfterTimeout: boolean, change: 1 | -1): void {
    endpoint.active += change;
    this.active += change;
    if (isAfterTimeout) this.#activeAfterTimeout += change;
    const used = (this.#activeByWorkspace.get(endpoint.workspaceId) ?? 0) + change;
    if (used > 0) this.#activeByWorkspace.set(endpoint.workspaceId, used);
    else this.#activeByWorkspace.delete(endpoint.workspaceId);
  }

  /** Removes an idle endpoint from memory if there are too many. */
  forgetIdle(endpoint: EndpointSchedule): void {
    const isIdle = endpoint.busy.size === 0 && endpoint.leasedSince === null && !this.#waiting.has(endpoint);
    if (this.#known.size > maxRemembered && isIdle) this.#known.delete(endpoint.id);
  }
}
