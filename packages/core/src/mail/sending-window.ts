/** The hours in which mails of a bulk send may go out, by the clocks of a time zone. Pure. */
import type { SendingWindow } from '@countersign/contract/bulk-send';
import { toZonedTime } from '@countersign/contract/zoned-time';
import type { WindowState } from './pace.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;

/**
 * Whether the window is open at `time`, and when that changes. A window whose end is before its start passes midnight. When clocks are
 * set forward or back, the window follows what they show.
 */
export function windowAt(window: SendingWindow, time: number): WindowState {
  const isOpen = isOpenAt(window, time);
  const { hour, minute, offsetMinutes } = toZonedTime(new Date(time), window.time_zone);
  const limit = minutesOf(isOpen ? window.until : window.from);
  const ahead = (limit - (hour * 60 + minute) + dayMinutes) % dayMinutes || dayMinutes;
  const thisMinute = Math.floor(time / minuteMs) * minuteMs;
  const next = thisMinute + ahead * minuteMs;
  if (toZonedTime(new Date(next), window.time_zone).offsetMinutes === offsetMinutes)
    return { isOpen, until: next };
  // The clocks change before that. Check every minute of two days, because the change may skip the whole window.
  for (let minutes = 1; minutes <= 2 * dayMinutes; minutes += 1) {
    const until = thisMinute + minutes * minuteMs;
    if (isOpenAt(window, until) !== isOpen) return { isOpen, until };
  }
  return { isOpen, until: next };
}

function isOpenAt({ from, until, time_zone: timeZone }: SendingWindow, time: number): boolean {
  const { hour, minute } = toZonedTime(new Date(time), timeZone);
  const now = hour * 60 + minute;
  const [opens, closes] = [minutesOf(from), minutesOf(until)];
  return opens < closes ? now >= opens && now < closes : now >= opens || now < closes;
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
