/** Options that say when a bulk send is sent. */
import type { DispatchIn } from '@countersign/client/generated/api';
import { UsageError } from '../exit-status.ts';
import { readTime } from './time.ts';

export const atText = 'start sending at this time: a date, a time, or 2d for two days from now';
export const windowText = 'hours in which emails go out, for example 09:00-17:00';
export const windowZoneText = 'time zone of these hours; by default that of this computer';

/** Like readTime; a date means its beginning. */
export function readStart(text: string): string {
  return readTime(text, /^\d{4}-\d\d-\d\d$/.test(text) ? 'past' : 'future');
}

/** Reads `09:00-17:00`. Throws an error with the reason. */
export function readHours(text: string): { from: string; until: string } {
  const [, from, until] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? [];
  if (!from || !until) throw new Error('It must have the form 09:00-17:00.');
  return { from, until };
}

export interface PlanOptions {
  at?: string | undefined;
  window?: { from: string; until: string } | undefined;
  timezone?: string | undefined;
}

/** The body of the dispatch. Throws UsageError for a time zone without hours. */
export function planOf({ at, window, timezone }: PlanOptions): DispatchIn {
  if (timezone !== undefined && !window) throw new UsageError('--timezone needs --window.');
  const time_zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    ...(at !== undefined && { dispatch_at: at }),
    ...(window && { sending_window: { ...window, time_zone } }),
  };
}
