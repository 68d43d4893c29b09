/**
 * Paces the mails of one worker process within the limits that all workers share (pace.ts). Permits are claimed in batches for about the
 * next second, so that a million mails take far fewer updates of the shared row. Permits of a process that dies are lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { HeldJobs } from '@countersign/queue/handler';
import { RetryAfter } from '@countersign/queue/outcomes';
import type { Base } from '../ctx.ts';
import { type Grant, giveBack, graceMs, type MailClass, recovered, slowDown, take } from './pace.ts';
import { changePace, isLimited, limitsOf, serverPace, workspacePace } from './pace-store.ts';

/** A job waits this long for a permit; after that it goes back to the queue and frees its slot. */
const permitTimeoutMs = 1000;
/** Permits are requested again after this time at the latest, so that a raised limit takes effect. */
const longestHoldMs = 600_000;
const maxClaim = 1000;
/** At most this many workspaces are excluded from a fetch. Mails of further workspaces are fetched and postponed. */
const maxHeld = 200;
/** The next batch is claimed this long before the last permit of the current one is due. */
const claimAheadMs = 100;
/** How long permits without spacing can be used. */
const unspacedMs = 1000;

/** The right to send one mail now. */
export interface MailPermit {
  isProbe: boolean;
}

type PacerBase = Pick<Base, 'db' | 'settings' | 'log'>;

export class Pacer {
  readonly #base: PacerBase;
  readonly #permitQueues = new Map<string, PermitQueue>();

  constructor(base: PacerBase) {
    this.#base = base;
  }

  /**
   * Resolves when a mail may be sent. Throws RetryAfter, which counts as no attempt, if that takes longer than a second. Mails without a
   * workspace, to people who sign in, have only the limits of the mail server.
   */
  async permit(mails: MailClass, workspaceId: string | null): Promise<MailPermit> {
    const server = this.#permitQueue(serverPace, mails);
    // Equal mutant "workspaceId === null || !isLimited(this.#base.settings.mailPace.works… → false": without limits it only takes longer.
    if (workspaceId === null || !isLimited(this.#base.settings.mailPace.workspace)) return server.acquire();
    const workspace = this.#permitQueue(workspacePace(workspaceId), mails);
    const own = await workspace.acquire();
    try {
      return await server.acquire();
    } catch (error) {
      workspace.giveBack(own.period, 1);
      throw error;
    }
  }

  /**
   * Call this when the mail server says that mails come too fast: it pauses all workers. Returns the length of the pause, and whether the
   * server had accepted a mail since the last one.
   */
  async slowDown(): Promise<{ pauseMs: number; wasAccepting: boolean }> {
    const limits = limitsOf(this.#base.settings, serverPace);
    const pause = await this.#change(serverPace, (before, now) => {
      const state = slowDown(before, limits, now);
      return { state, result: { pauseMs: state.pausedUntil - now, wasAccepting: before.pauseMs === 0 } };
    });
    for (const mails of ['urgent', 'bulk'] as const)
      this.#permitQueue(serverPace, mails).close(pause.pauseMs);
    return pause;
  }

  /** Call this when the mail server has accepted a mail. */
  async accepted({ isProbe }: MailPermit): Promise<void> {
    const limits = limitsOf(this.#base.settings, serverPace);
    if (isProbe)
      await this.#change(serverPace, (state, now) => ({
        state: recovered(state, limits, now),
        result: undefined,
      }));
  }

  /** The jobs of this class that cannot run now, so that the queue does not fetch them. */
  held(mails: MailClass): HeldJobs {
    const workspaces: string[] = [];
    for (const [key, permits] of this.#permitQueues) {
      if (permits.isIdle) this.#permitQueues.delete(key);
      else if (
        permits.workspaceId !== null &&
        permits.mails === mails &&
        permits.heldMs > 0 &&
        workspaces.length < maxHeld
      )
        workspaces.push(permits.workspaceId);
    }
    return { ms: this.#permitQueues.get(`${mails} ${serverPace}`)?.heldMs ?? 0, workspaces };
  }

  #permitQueue(id: string, mails: MailClass): PermitQueue {
    const key = `${mails} ${id}`;
    let permits = this.#permitQueues.get(key);
    if (!permits) {
      permits = new PermitQueue(id, mails, {
        log: this.#base.log,
        change: (change) => this.#change(id, change),
        limits: limitsOf(this.#base.settings, id),
      });
      this.#permitQueues.set(key, permits);
    }
    return permits;
  }

  #change<T>(id: string, change: Parameters<typeof changePace<T>>[2]): Promise<T> {
    return changePace(this.#base, id, change);
  }
}

interface PermitPorts {
  log: Base['log'];
  limits: ReturnType<typeof limitsOf>;
  change<T>(change: Parameters<typeof changePace<T>>[2]): Promise<T>;
}

/** Permits that were claimed together. `startAt` is by performance.now(). */
type Batch = Grant & { retryInMs: number };
type ClaimedPermit = MailPermit & { period: number };

/** The mails of one class that wait for permits of the mail server, or of one workspace. */
class PermitQueue {
  readonly mails: MailClass;
  readonly workspaceId: string | null;
  readonly #ports: PermitPorts;
  #waiting: Array<PromiseWithResolvers<ClaimedPermit>> = [];
  #arrived: (() => void) | null = null;
  #isRunning = false;
  #closedUntil = 0;
  /** When the last permit was used. */
  #last = 0;
  /** How many permits to claim next, from the number of mails in the last batch. */
  #expected = 0;

  constructor(id: string, mails: MailClass, ports: PermitPorts) {
    this.mails = mails;
    this.workspaceId = id === serverPace ? null : id.slice(workspacePace('').length);
    this.#ports = ports;
  }

  get heldMs(): number {
    return Math.max(0, this.#closedUntil - performance.now());
  }

  get isIdle(): boolean {
    return !this.#isRunning && this.heldMs === 0;
  }

  acquire(): Promise<ClaimedPermit> {
    if (this.heldMs > 0) return Promise.reject(this.#later());
    const waiter = Promise.withResolvers<ClaimedPermit>();
    this.#waiting.push(waiter);
    this.#arrived?.();
    if (!this.#isRunning) void this.#run();
    return waiter.promise;
  }

  /** Sends nothing for this time, at most for longestHoldMs. Jobs that wait go back to the queue. */
  close(ms: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + Math.min(ms, longestHoldMs));
    for (const waiter of this.#waiting.splice(0)) waiter.reject(this.#later());
  }

  giveBack(period: number, count: number): void {
    if (this.#ports.limits.perDay === null || count === 0) return;
    this.#ports
      .change((state) => ({ state: giveBack(state, period, this.mails, count), result: undefined }))
      .catch((error: unknown) =>
        this.#ports.log.warn('unused permits for mails are lost', { count, error: String(error) }),
      );
  }

  #later(): RetryAfter {
    const seconds = Math.ceil(this.heldMs / 1000);
    const limited = this.workspaceId === null ? 'the mail server' : 'the workspace';
    return new RetryAfter(this.heldMs, `the limits of ${limited} allow no more mails for ${seconds} s`);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let next: Promise<Batch> | null = null;
    try {
      while (this.#waiting.length > 0 || next) {
        const batch: Batch = await (next ?? this.#claim());
        next = null;
        if (batch.count > 0) ({ next } = await this.#use(batch));
        else if (batch.retryInMs > permitTimeoutMs) this.close(batch.retryInMs);
        else await delay(batch.retryInMs);
      }
    } catch (error) {
      for (const waiter of this.#waiting.splice(0)) waiter.reject(error);
    }
    this.#isRunning = false;
  }

  async #claim(): Promise<Batch> {
    // Without limits, permits are not counted, so one claim is enough for all mails of its second.
    const expected = isLimited(this.#ports.limits) ? this.#expected : maxClaim;
    const wanted = Math.min(maxClaim, Math.max(1, this.#waiting.length, expected));
    return this.#ports.change((before, now) => {
      const { state, grant } = take(before, this.#ports.limits, this.mails, wanted, now);
      const offset = performance.now() - now;
      return {
        state,
        result: { ...grant, startAt: grant.startAt + offset, retryInMs: grant.retryAt - now },
      };
    });
  }

  /** Gives the permits to waiting mails, each at its time. Returns the claim for the next batch if mails wait at the end. */
  async #use(batch: Batch): Promise<{ next: Promise<Batch> | null }> {
    const { count, startAt, spacingMs, isProbe, period } = batch;
    const usableMs = spacingMs === 0 ? unspacedMs : graceMs;
    const lastAt = startAt + (count - 1) * spacingMs;
    let next: Promise<Batch> | null = null;
    let used = 0;
    for (let at = 0; at < count; at += 1) {
      const due = startAt + at * spacingMs;
      // A late mail delays those after it, so that two never come closer than they should.
      await sleepUntil(Math.max(due, this.#last + spacingMs));
      if (this.#waiting.length === 0) await this.#arrival(due + usableMs);
      const isUsable = performance.now() <= due + usableMs;
      if (!isUsable && spacingMs === 0) break;
      const waiter = isUsable ? this.#waiting.shift() : undefined;
      if (!waiter) continue;
      used += 1;
      this.#last = performance.now();
      waiter.resolve({ isProbe, period });
      const endsSoon = spacingMs === 0 ? at === count - 1 : lastAt - this.#last < claimAheadMs;
      if (!next && this.#waiting.length > 0 && endsSoon && this.heldMs === 0) {
        this.#expected = 2 * used;
        next = this.#claim();
        next.catch(() => undefined);
      }
    }
    this.#expected = used;
    this.giveBack(period, count - used);
    return { next };
  }

  /** Resolves when a mail waits, at the latest at the time `until`. */
  async #arrival(until: number): Promise<void> {
    const wait = new AbortController();
    this.#arrived = () => wait.abort();
    await delay(Math.max(0, until - performance.now()), undefined, { signal: wait.signal }).catch(
      () => undefined,
    );
    this.#arrived = null;
  }
}

async function sleepUntil(time: number): Promise<void> {
  const ms = time - performance.now();
  if (ms > 0) await delay(ms);
}
