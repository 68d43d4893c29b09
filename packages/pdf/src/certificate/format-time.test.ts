import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  formatInZone,
  formatOffset,
  formatUtc,
  knownZone,
  toZonedTime,
  withTimeOfDay,
} from './format-time.ts';

const moment = new Date('2026-07-04T22:05:09.500Z');

describe('a time in a zone', () => {
  test('is written after the pattern', () => {
    expect(formatInZone(moment, 'Europe/Berlin', 'YYYY-MM-DD HH:mm:ss')).toBe('2026-07-05 00:05:09');
    expect(formatInZone(moment, 'Europe/Berlin', 'D.M.YY H:m')).toBe('5.7.26 0:5');
    expect(formatInZone(moment, 'America/New_York', 'dddd, D MMMM yyyy [at] hh:mm a Z')).toBe(
      'Saturday, 4 July 2026 at 06:05 pm -04:00',
    );
    expect(formatInZone(moment, 'UTC', "ddd MMM dd 'o''clock' h A")).toBe('Sat Jul 04 oclock 10 PM');
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
    const shown = (time: number): string => formatInZone(new Date(time), zone, 'YYYY-MM-DD HH:mm:ss');
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
          expect(formatInZone(date, timeZone, 'dddd D MMMM YYYY HH:mm:ss')).toBe(shown(date));
          const [day, time] = date.toISOString().split('T');
          expect(formatUtc(date)).toBe(`${day} ${time!.slice(0, 8)} UTC`);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('is UTC where the zone is unknown', () => {
    expect(knownZone('Mars/Olympus')).toBe('UTC');
    expect(knownZone('Asia/Tokyo')).toBe('Asia/Tokyo');
  });

  test('has a time of day also where the pattern is a date alone', () => {
    expect(withTimeOfDay('DD.MM.YYYY')).toBe('DD.MM.YYYY HH:mm:ss');
    expect(withTimeOfDay('DD.MM.YYYY HH:mm')).toBe('DD.MM.YYYY HH:mm');
    expect(withTimeOfDay('[the] DD')).toBe('[the] DD HH:mm:ss');
  });

  test('stands in UTC beside it', () => {
    expect(formatUtc(moment)).toBe('2026-07-04 22:05:09 UTC');
  });
});
