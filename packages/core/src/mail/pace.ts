/**
 * The arithmetic that limits how fast mails are sent: a rate per second and a quota per 24 hours. Pure; pace-store.ts keeps the state in
 * PostgreSQL, one row for the mail server and one for each workspace, and all workers share it (docs/BULK.md, Paced mail).
 *
 * Mails are spaced evenly, so no second has more than the rate. The quota counts every span of 24 hours, not calendar days, because
 * mail servers do so too. All times are milliseconds of PostgreSQL's clock.
 */
import type { MailLimits } from '../ctx.ts';

/** `urgent`: a person waits for the mail of one document. `bulk`: mails of bulk sends. */
export type MailClass = 'urgent' | 'bulk';

export type PaceLimits = MailLimits;

export interface PaceState {
  /** When the state was last read. */
  at: number;
  /** The earliest start of the next mail. */
  nextAt: number;
  /** From this time on, one bulk mail may start even if urgent mails use the whole rate. */
  bulkAt: number;
  /** No mail starts before this time, because the mail server said that mails come too fast. */
  pausedUntil: number;
  /** The length of the last pause; 0 once the server has accepted a mail after it. */
  pauseMs: number;
  /** Permits by period: number of the period, urgent, bulk. Only kept with a quota; oldest first. */
  periods: Array<[period: number, urgent: number, bulk: number]>;
}

export interface Grant {
  /** Number of mails that may be sent. */
  count: number;
  /** When the first may start, and the time between two of them. */
  startAt: number;
  spacingMs: number;
  /** The period in which they count. */
  period: number;
  /** The first mail after a pause: report with `recovered` that the server accepted it. */
  isProbe: boolean;
  /** If `count` is 0: the earliest time to ask again. */
  retryAt: number;
}

export const initialState: PaceState = {
  at: 0,
  nextAt: 0,
  bulkAt: 0,
  pausedUntil: 0,
  pauseMs: 0,
  periods: [],
};

export const dayMs = 86_400_000;
/** The quota is counted in periods of five minutes. A permit counts until its whole period is a day old. */
const periodMs = 300_000;
/** A mail starts at most this long after its permit was due (see pacer.ts). */
export const graceMs = 250;
/** How far ahead permits are given. Urgent mails get later ones than bulk mails, so they always find one within seconds. */
const aheadMs: Record<MailClass, number> = { urgent: 3000, bulk: 1000 };
/** Mails are spaced one percent wider than the rate demands, so that small delays do not put one too many into a second. */
const spacingMargin = 1.01;
/** At least one of this many mails may be a bulk mail. */
const bulkEvery = 10;
const probeSpacingMs = 1000;
const firstPauseMs = 2000;
const maxPauseMs = 900_000;

/** The time between two mails; 0 without a rate. */
export function spacingOf({ perSecond }: PaceLimits): number {
  return perSecond === null ? 0 : (1000 * spacingMargin) / perSecond;
}

/** Gives up to `count` permits at the time `now`, and returns the state that follows. */
export function take(
  before: PaceState,
  limits: PaceLimits,
  mails: MailClass,
  count: number,
  now: number,
): { state: PaceState; grant: Grant } {
  const state = atTime(before, limits, now);
  const isProbe = state.pauseMs > 0;
  const spacingMs = isProbe ? Math.max(probeSpacingMs, spacingOf(limits)) : spacingOf(limits);
  const startAt = Math.max(now, state.nextAt);
  const refused = (retryAt: number) => ({
    state,
    grant: { count: 0, startAt, spacingMs, period: 0, isProbe, retryAt: Math.max(retryAt, now + 1) },
  });
  if (now < state.pausedUntil) return refused(state.pausedUntil);
  const wanted = isProbe ? 1 : count;
  const ahead = isProbe ? 0 : aheadMs[mails];
  let byRate = spacingMs === 0 ? wanted : Math.floor((now + ahead - startAt) / spacingMs) + 1;
  const isBulkShare = mails === 'bulk' && byRate < 1 && now >= state.bulkAt && !isProbe;
  if (isBulkShare && startAt <= now + aheadMs.urgent + spacingMs) byRate = 1;
  if (byRate < 1) return refused(startAt - ahead);
  const byQuota = roomOf(state, limits, mails);
  if (byQuota < 1) return refused(roomAt(state, limits, mails, now));
  const given = Math.min(wanted, byRate, byQuota);
  const nextAt = startAt + given * spacingMs;
  // Counted when the last of them can start at the latest, so that none counts for less than a day.
  const period = Math.floor((nextAt + aheadMs.urgent) / periodMs);
  return {
    state: {
      ...state,
      nextAt,
      bulkAt: mails === 'bulk' ? now + bulkEvery * spacingMs : state.bulkAt,
      periods: limits.perDay === null ? [] : counted(state.periods, period, mails, given),
    },
    grant: { count: given, startAt, spacingMs, period, isProbe, retryAt: now },
  };
}

/** Stops counting unused permits of a period. The time reserved for them is lost. */
export function giveBack(state: PaceState, period: number, mails: MailClass, count: number): PaceState {
  return { ...state, periods: counted(state.periods, period, mails, -count) };
}

/** Pauses, because the mail server said that mails come too fast. Each further refusal doubles the pause, up to 15 minutes. */
export function slowDown(before: PaceState, limits: PaceLimits, now: number): PaceState {
  const state = atTime(before, limits, now);
  // This response is to a mail that was sent before the pause began.
  if (now < state.pausedUntil) return state;
  const pauseMs = state.pauseMs === 0 ? firstPauseMs : Math.min(maxPauseMs, 2 * state.pauseMs);
  const pausedUntil = now + pauseMs;
  return { ...state, pauseMs, pausedUntil, nextAt: Math.max(state.nextAt, pausedUntil) };
}

/** The server accepted the first mail after a pause. */
export function recovered(before: PaceState, limits: PaceLimits, now: number): PaceState {
  const state = atTime(before, limits, now);
  return now < state.pausedUntil ? state : { ...state, pauseMs: 0 };
}

/** The earliest time at which a mail can start; `now` if one can. */
export function opensAt(before: PaceState, limits: PaceLimits, mails: MailClass, now: number): number {
  const { grant } = take(before, limits, mails, 1, now);
  return grant.count > 0 ? now : grant.retryAt;
}

/** The state at `now`: periods older than a day are gone. If the clock was set back, waiting times keep their length. */
function atTime(state: PaceState, { perDay }: PaceLimits, now: number): PaceState {
  const back = Math.max(0, state.at - now);
  return {
    at: now,
    nextAt: state.nextAt - back,
    bulkAt: state.bulkAt - back,
    pausedUntil: state.pausedUntil - back,
    pauseMs: state.pauseMs,
    periods: perDay === null ? [] : state.periods.filter((one) => endOf(one[0]) > now),
  };
}

/** When the permits of a period stop counting. */
const endOf = (period: number): number => (period + 1) * periodMs + dayMs;

/**
 * The part of the quota that bulk sends leave to single documents: 10 % of a small quota or 1 % of a large one, at least 120 % of what
 * single documents used in the last 24 hours, and at most 90 %.
 */
function reserveOf(perDay: number, urgentUsed: number): number {
  const least = Math.max(perDay / 100, Math.min(100, perDay / 10));
  return Math.floor(Math.min(0.9 * perDay, Math.max(least, 1.2 * urgentUsed)));
}

/** What is left of the quota. */
function roomOf(state: Pick<PaceState, 'periods'>, { perDay }: PaceLimits, mails: MailClass): number {
  if (perDay === null) return Number.POSITIVE_INFINITY;
  let urgent = 0;
  let bulk = 0;
  for (const period of state.periods) {
    urgent += period[1];
    bulk += period[2];
  }
  const left = perDay - urgent - bulk;
  return mails === 'urgent' ? left : Math.min(left, perDay - reserveOf(perDay, urgent) - bulk);
}

/** When the quota next has room. */
function roomAt(state: PaceState, limits: PaceLimits, mails: MailClass, now: number): number {
  for (const [at, [period]] of state.periods.entries())
    if (roomOf({ periods: state.periods.slice(at + 1) }, limits, mails) >= 1) return endOf(period);
  return now + periodMs;
}

function counted(
  periods: PaceState['periods'],
  period: number,
  mails: MailClass,
  change: number,
): PaceState['periods'] {
  const [urgent, bulk] = mails === 'urgent' ? [change, 0] : [0, change];
  const found = periods.find((one) => one[0] === period);
  if (!found) {
    if (change <= 0) return periods;
    return [...periods, [period, urgent, bulk] as [number, number, number]].toSorted(([a], [b]) => a - b);
  }
  return periods.map((one) =>
    one === found ? [period, Math.max(0, one[1] + urgent), Math.max(0, one[2] + bulk)] : one,
  );
}

/** The maximum number of steps of a forecast. The rest is extrapolated. */
const maxForecastSteps = 5_000;

/** An interval of time in which mails may be sent or not. */
export interface WindowState {
  isOpen: boolean;
  /** When that changes. */
  until: number;
}

/**
 * The time at which the last of `count` bulk mails is sent if no other mails are sent; null without any limit. `windowAt` describes the
 * sending window at a time. Takes milliseconds, however many mails there are.
 */
export function forecast(
  before: PaceState,
  limits: PaceLimits,
  count: number,
  now: number,
  windowAt: (time: number) => WindowState = () => ({ isOpen: true, until: Number.POSITIVE_INFINITY }),
): number | null {
  if (limits.perSecond === null && limits.perDay === null) return null;
  const state = atTime(before, limits, now);
  const spacingMs = spacingOf(limits);
  let periods = state.periods;
  let left = count;
  let time = Math.max(now, state.pausedUntil, state.nextAt);
  let window = windowAt(time);
  for (let step = 0; left > 0; step += 1) {
    if (step === maxForecastSteps) return extrapolated(limits, { from: now, to: time, left, count });
    if (time >= window.until) window = windowAt(time);
    if (!window.isOpen) {
      time = window.until;
      continue;
    }
    periods = periods.filter((one) => endOf(one[0]) > time);
    const room = roomOf({ periods }, limits, 'bulk');
    if (room < 1) {
      time = Math.max(time + 1, roomAt({ ...state, periods }, limits, 'bulk', time));
      continue;
    }
    const until = Math.min((Math.floor(time / periodMs) + 1) * periodMs, window.until);
    const byRate = spacingMs === 0 ? left : Math.max(1, Math.floor((until - time) / spacingMs));
    const sent = Math.min(left, room, byRate);
    if (limits.perDay !== null) periods = counted(periods, Math.floor(time / periodMs), 'bulk', sent);
    left -= sent;
    time = left > 0 && sent === byRate ? Math.max(until, time + spacingMs) : time + sent * spacingMs;
  }
  return time;
}

/** Assumes that the remaining mails take as long, on average, as those so far. If there are none yet, the slower limit decides. */
function extrapolated(
  { perSecond, perDay }: PaceLimits,
  done: { from: number; to: number; left: number; count: number },
): number {
  const sent = done.count - done.left;
  const msPerMail =
    sent > 0 ? (done.to - done.from) / sent : Math.max(1000 / (perSecond ?? 1e9), dayMs / (perDay ?? 1e9));
  return done.to + done.left * msPerMail;
}
