import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../test/support/properties.ts';
import { calendarDay } from './calendar-day.ts';
import { formatOffset, formatUtc, knownZone, toZonedTime } from './zoned-time.ts';

const dayNames = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const monthNames =
  'January February March April May June July August September October November December'.split(' ');

const moment = new Date('2026-07-04T22:05:09.500Z');

describe('a time in a zone', () => {
  test('gives the calendar day of the zone, across midnight and when clocks change', () => {
    expect(calendarDay(new Date('2026-12-31T23:30:00Z'), 'Europe/Berlin')).toBe('2027-01-01');
    expect(calendarDay(new Date('2026-12-31T23:30:00Z'), 'America/New_York')).toBe('2026-12-31');
    expect(calendarDay(new Date('2026-03-29T00:59:59Z'), 'Europe/Berlin')).toBe('2026-03-29');
    expect(calendarDay(new Date('2026-01-01T00:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-01-01');
    expect(calendarDay(new Date('2026-12-31T23:30:00Z'), null)).toBe('2026-12-31');
  });

  test('knows offsets that are not whole hours, and daylight saving time', () => {
    const offset = (date: Date, zone: string): string => formatOffset(toZonedTime(date, zone).offsetMinutes);
    expect(offset(moment, 'Asia/Kathmandu')).toBe('+05:45');
    expect(offset(moment, 'America/St_Johns')).toBe('-02:30');
    expect(offset(moment, 'Europe/Berlin')).toBe('+02:00');
    expect(offset(new Date('2026-12-01T00:00:00Z'), 'Europe/Berlin')).toBe('+01:00');
  });

  test.each([
    ['America/St_Johns', '2006-04-02T03:31:00Z'],
    ['America/Moncton', '2006-10-29T03:01:00Z'],
    ['Asia/Gaza', '2010-03-26T22:01:00Z'],
    ['Antarctica/Casey', '2022-10-01T16:01:00Z'],
  ])('is right on both sides of a change at a minute past the hour: %s', (zone, change) => {
    const at = new Date(change).getTime();
    const shown = (time: number): string => {
      const { hour, minute, second } = toZonedTime(new Date(time), zone);
      const clockText = [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
      return `${calendarDay(new Date(time), zone)} ${clockText}`;
    };
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    for (const time of [at - 1000, at, at - 1000]) expect(shown(time)).toBe(clock.format(time));
  });

  test('is what the clocks of the zone show, in whatever order it is asked for', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Pacific/Apia',
      'Australia/Lord_Howe',
    ];
    const dates = fc.date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('2099-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    const steps = fc.array(fc.integer({ min: -90_000_000, max: 90_000_000 }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), dates, steps, (timeZone, first, others) => {
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'medium' });
        const shown = (date: Date): string => clock.format(date).replace(/,| at/g, '');
        for (const date of [first, ...others.map((step) => new Date(first.getTime() + step))]) {
          const { weekday, day: dayOfMonth, month, year, hour, minute, second } = toZonedTime(date, timeZone);
          const clockText = [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
          expect(`${dayNames[weekday]} ${dayOfMonth} ${monthNames[month - 1]} ${year} ${clockText}`).toBe(
            shown(date),
          );
          const [day, time] = date.toISOString().split('T');
          expect(formatUtc(date)).toBe(`${day} ${time!.slice(0, 8)} UTC`);
        }
      }),
      runs(500),
    );
  });

  test('is UTC where the zone is unknown', () => {
    expect(knownZone('Mars/Olympus')).toBe('UTC');
    expect(knownZone('Asia/Tokyo')).toBe('Asia/Tokyo');
  });

  test('is also formatted in UTC', () => {
    expect(formatUtc(moment)).toBe('2026-07-04 22:05:09 UTC');
  });
});
