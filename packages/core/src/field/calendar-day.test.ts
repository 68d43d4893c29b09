import { describe, expect, test } from '@jest/globals';
import { calendarDay, printDay } from './calendar-day.ts';

describe('calendar days', () => {
  test('the day is that of the zone, also across midnight and at the change of clocks', () => {
    expect(calendarDay(new Date('2026-12-31T23:30:00Z'), 'Europe/Berlin')).toBe('2027-01-01');
    expect(calendarDay(new Date('2026-12-31T23:30:00Z'), 'America/New_York')).toBe('2026-12-31');
    expect(calendarDay(new Date('2026-03-29T00:59:59Z'), 'Europe/Berlin')).toBe('2026-03-29');
    expect(calendarDay(new Date('2026-12-31T23:30:00Z'), null)).toBe('2026-12-31');
  });

  test.each([
    [null, '2026-02-09'],
    ['YYYY-MM-DD', '2026-02-09'],
    ['yyyy-MM-dd', '2026-02-09'],
    ['DD.MM.YYYY HH:mm', '09.02.2026'],
    ['D MMMM YYYY', '9 February 2026'],
    ['MM/DD/YY, hh:mm A', '02/09/26'],
    ['HH:mm', '2026-02-09'],
  ])('printed by %p it reads %s', (format, printed) => {
    expect(printDay('2026-02-09', format)).toBe(printed);
  });
});
