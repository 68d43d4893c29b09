/**
 * Decides which endpoints may take how many deliveries next. An endpoint has a limit of attempts at once: small until it has
 * answered, larger while it answers quickly, smallest after an attempt timed out. Endpoints of that last kind share a quarter of the
 * slots, and a workspace may use half of them. So whatever hangs, slots are left for endpoints that answer, and all take turns.
 */
import type { SendResult } from '@countersign/webhooks/send';
import type { EndpointKeys } from './secret.ts';

/** Attempts at once for one endpoint: before it has answered, while it answers quickly, and after a time-out. */
const attemptLimits = { unknown: 4, proven: 10, suspect: 2 } as const;
/** An answer that comes sooner makes an endpoint proven. */
const promptMs = 2000;
/** Deliveries of one claim. */
const maxClaim = 200;
/** Endpoints kept in memory besides those at work. */
const maxRemembered = 20_000;
/** After a lease was left to another worker: the time in which that worker can take it. */
const yieldMs = 250;

/** Where deliveries of an endpoint go, and how they are signed. */
export interface Target {
  version: string;
  url: string;
  /** An error when the secret cannot be decrypted. */
  keys: EndpointKeys | Error;
}

/** What this worker knows of an endpoint and does for it. */
export class EndpointSchedule {
  readonly id: string;
  readonly workspaceId: string;
  standing: keyof typeof attemptLimits = 'unknown';
  /** Attempts under way or about to begin. */
  active = 0;
  /** From the last claim that returned deliveries. */
  target: Target | null = null;
  /** Deliveries that were claimed and are not recorded yet. */
  readonly busy = new Set<string>();
  /** Since when this worker holds the lease, by performance.now(); null when it does not. */
  leasedSince: number | null = null;
  /** A statement that claims from it or ends its lease is running. */
  inStatement = false;
  /** Nothing more is claimed, because another worker wants the lease. */
  yields = false;
  #yieldsUntil = 0;

  constructor(id: string, workspaceId: string) {
    this.id = id;
    this.workspaceId = workspaceId;
  }

  /** Whether another worker should have the lease now. */
  get isYielding(): boolean {
    return this.yields || performance.now() < this.#yieldsUntil;
  }

  /** This worker no longer holds the lease. */
  leaseEnded(): void {
    if (this.yields) this.#yieldsUntil = performance.now() + yieldMs;
    this.leasedSince = null;
    this.yields = false;
  }

  /** Changes the standing by the result of an attempt. */
  judge({ stage, durationMs }: Pick<SendResult, 'stage' | 'durationMs'>): void {
    if (stage === 'timeout') this.standing = 'suspect';
    else if (stage === 'answered' && durationMs < promptMs) this.standing = 'proven';
    else if (this.standing === 'suspect' && stage !== 'ours') this.standing = 'unknown';
  }
}

export interface Turn {
  endpoint: EndpointSchedule;
  /** How many deliveries it may claim. */
  room: number;
}

export class Scheduler {
  /** Attempts under way or about to begin, of all endpoints. */
  active = 0;
  readonly #slots: number;
  readonly #known = new Map<string, EndpointSchedule>();
  /** Endpoints that may have something due, in the order of their turns. */
  readonly #waiting = new Set<EndpointSchedule>();
  readonly #activeByWorkspace = new Map<string, number>();
  #activeSuspects = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** How many endpoints wait for a turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Lets the endpoint wait for a turn, unless another worker should have it now. */
  expect(id: string, workspaceId: string): void {
    const endpoint = this.#known.get(id) ?? new EndpointSchedule(id, workspaceId);
    this.#known.set(id, endpoint);
    if (!endpoint.isYielding) this.#waiting.add(endpoint);
  }

  /** Lets the endpoint wait for another turn. */
  again(endpoint: EndpointSchedule): void {
    this.#known.set(endpoint.id, endpoint);
    this.#waiting.add(endpoint);
  }

  isWaiting(endpoint: EndpointSchedule): boolean {
    return this.#waiting.has(endpoint);
  }

  /** Ends all waiting. Returns the endpoints that this worker has a lease on. */
  stop(): EndpointSchedule[] {
    this.#waiting.clear();
    return [...this.#known.values()].filter(({ leasedSince }) => leasedSince !== null);
  }

  /** Chooses who may claim how many deliveries now, in the order of their turns. They no longer wait. */
  turns(): Turn[] {
    const turns: Turn[] = [];
    let free = Math.min(maxClaim, this.#slots - this.active);
    let freeForSuspects = Math.max(1, Math.floor(this.#slots / 4)) - this.#activeSuspects;
    const granted = new Map<string, number>();
    for (const endpoint of this.#waiting) {
      if (free <= 0) break;
      if (endpoint.inStatement) continue;
      const { standing, workspaceId } = endpoint;
      const usedByWorkspace =
        (this.#activeByWorkspace.get(workspaceId) ?? 0) + (granted.get(workspaceId) ?? 0);
      const room = Math.min(
        free,
        attemptLimits[standing] - endpoint.active,
        Math.max(1, Math.ceil(this.#slots / 2)) - usedByWorkspace,
        standing === 'suspect' ? freeForSuspects : free,
      );
      if (room <= 0) continue;
      free -= room;
      if (standing === 'suspect') freeForSuspects -= room;
      granted.set(workspaceId, (granted.get(workspaceId) ?? 0) + room);
      turns.push({ endpoint, room });
    }
    for (const { endpoint } of turns) this.#waiting.delete(endpoint);
    return turns;
  }

  /** Counts an attempt that takes a slot (1) or frees it (-1); `isSuspect` as when it took the slot. */
  count(endpoint: EndpointSchedule, isSuspect: boolean, change: 1 | -1): void {
    endpoint.active += change;
    this.active += change;
    if (isSuspect) this.#activeSuspects += change;
    const used = (this.#activeByWorkspace.get(endpoint.workspaceId) ?? 0) + change;
    if (used > 0) this.#activeByWorkspace.set(endpoint.workspaceId, used);
    else this.#activeByWorkspace.delete(endpoint.workspaceId);
  }

  /** Forgets an idle endpoint when too many are remembered. */
  forgetIdle(endpoint: EndpointSchedule): void {
    const isIdle = endpoint.busy.size === 0 && endpoint.leasedSince === null && !this.#waiting.has(endpoint);
    if (this.#known.size > maxRemembered && isIdle) this.#known.delete(endpoint.id);
  }
}
