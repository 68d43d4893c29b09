/**
 * Who may be sent to next: one lane an endpoint. A lane has so many attempts at once and no more: few until the endpoint has
 * answered, more once it answers quickly, fewest after it let an attempt run into its time limit. Lanes of that last kind share a
 * quarter of the slots, those of one workspace half. So whatever hangs, slots are left for those that answer, and turns go round.
 */
import type { SendResult } from '@countersign/webhooks/send';
import type { EndpointKeys } from './secret.ts';

/** Attempts at once for one endpoint: before it ever answered, while it answers, and after a time-out. */
const laneLimits = { unknown: 4, proven: 10, suspect: 2 } as const;
/** An answer that comes sooner makes an endpoint proven. */
const promptMs = 2000;
const maxClaim = 200;
/** Endpoints remembered beyond those at work. */
const maxLanes = 20_000;
/** After a lane was left to another worker, the time in which that one may take it. */
const yieldMs = 250;

/** Where deliveries of an endpoint go, and how they are signed. */
export interface Target {
  version: string;
  url: string;
  /** Why there are no keys, if so. */
  keys: EndpointKeys | Error;
}

export class Lane {
  readonly endpointId: string;
  readonly workspaceId: string;
  standing: keyof typeof laneLimits = 'unknown';
  active = 0;
  /** As of the last claim that brought anything. */
  target: Target | null = null;
  /** Deliveries that were taken and are not recorded yet. */
  readonly busy = new Set<string>();
  /** Since when this worker has it, by performance.now(). */
  heldSince: number | null = null;
  /** A statement that takes from it or gives it back is under way. */
  asking = false;
  /** Nothing more is taken: another worker wants it. */
  yields = false;
  #restsUntil = 0;

  constructor(endpointId: string, workspaceId: string) {
    this.endpointId = endpointId;
    this.workspaceId = workspaceId;
  }

  /** Whether another worker has the next turn. */
  get rests(): boolean {
    return this.yields || performance.now() < this.#restsUntil;
  }

  /** It is no longer this worker's. */
  lost(): void {
    if (this.yields) this.#restsUntil = performance.now() + yieldMs;
    this.heldSince = null;
    this.yields = false;
  }

  /** What an attempt says of the endpoint. */
  judge({ stage, durationMs }: Pick<SendResult, 'stage' | 'durationMs'>): void {
    if (stage === 'timeout') this.standing = 'suspect';
    else if (stage === 'answered' && durationMs < promptMs) this.standing = 'proven';
    else if (this.standing === 'suspect' && stage !== 'ours') this.standing = 'unknown';
  }
}

export interface Turn {
  lane: Lane;
  /** How many it may take. */
  room: number;
}

export class Lanes {
  /** Attempts that run or are about to. */
  active = 0;
  readonly #slots: number;
  readonly #all = new Map<string, Lane>();
  /** Those that may have something due, those whose turn is next first. */
  readonly #waiting = new Set<Lane>();
  readonly #activeOf = new Map<string, number>();
  #activeSuspects = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** How many stand in the line. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Puts the endpoint at the end of the line, unless another worker is to have its lane now. */
  expect(endpointId: string, workspaceId: string): void {
    const lane = this.#all.get(endpointId) ?? new Lane(endpointId, workspaceId);
    this.#all.set(endpointId, lane);
    if (!lane.rests) this.#waiting.add(lane);
  }

  /** Puts the lane back at the end of the line. */
  again(lane: Lane): void {
    this.#all.set(lane.endpointId, lane);
    this.#waiting.add(lane);
  }

  waits(lane: Lane): boolean {
    return this.#waiting.has(lane);
  }

  /** Nobody stands in the line any more. Returns the lanes that this worker has. */
  stop(): Lane[] {
    this.#waiting.clear();
    return [...this.#all.values()].filter(({ heldSince }) => heldSince !== null);
  }

  /** Takes from the line who may take how many now, in the order of their turns. */
  turns(): Turn[] {
    const turns: Turn[] = [];
    let free = Math.min(maxClaim, this.#slots - this.active);
    let freeSuspects = Math.max(1, Math.floor(this.#slots / 4)) - this.#activeSuspects;
    const taken = new Map<string, number>();
    for (const lane of this.#waiting) {
      if (free <= 0) break;
      if (lane.asking) continue;
      const ofWorkspace = (this.#activeOf.get(lane.workspaceId) ?? 0) + (taken.get(lane.workspaceId) ?? 0);
      const room = Math.min(
        free,
        laneLimits[lane.standing] - lane.active,
        Math.max(1, Math.ceil(this.#slots / 2)) - ofWorkspace,
        lane.standing === 'suspect' ? freeSuspects : free,
      );
      if (room <= 0) continue;
      free -= room;
      if (lane.standing === 'suspect') freeSuspects -= room;
      taken.set(lane.workspaceId, (taken.get(lane.workspaceId) ?? 0) + room);
      turns.push({ lane, room });
    }
    for (const { lane } of turns) this.#waiting.delete(lane);
    return turns;
  }

  /** An attempt takes a slot or leaves it. */
  count(lane: Lane, suspect: boolean, change: 1 | -1): void {
    lane.active += change;
    this.active += change;
    if (suspect) this.#activeSuspects += change;
    const ofWorkspace = (this.#activeOf.get(lane.workspaceId) ?? 0) + change;
    if (ofWorkspace > 0) this.#activeOf.set(lane.workspaceId, ofWorkspace);
    else this.#activeOf.delete(lane.workspaceId);
  }

  /** What is known of an endpoint may go when there is too much of it. */
  forgetIdle(lane: Lane): void {
    const idle = lane.busy.size === 0 && lane.heldSince === null && !this.#waiting.has(lane);
    if (this.#all.size > maxLanes && idle) this.#all.delete(lane.endpointId);
  }
}
