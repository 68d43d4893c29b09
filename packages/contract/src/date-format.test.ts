import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../test/support/properties.ts';
import { findDateFormatFault, printDay, printTime } from './date-format.ts';
import { toZonedTime } from './zoned-time.ts';

describe('date fields', () => {
  test.each([
    [null, '2026-02-09'],
    ['YYYY-MM-DD', '2026-02-09'],
    ['yyyy-MM-dd', '2026-02-09'],
    ['DD.MM.YYYY HH:mm', '09.02.2026'],
    ['HH:mm:ss, DD.MM.YYYY', '09.02.2026'],
    ['D MMMM YYYY', '9 February 2026'],
    ['EEEE, D. MMM YYYY', 'Monday, 9. Feb 2026'],
    ['MM/DD/YY, hh:mm A', '02/09/26'],
    ['YYYYMMDD', '20260209'],
    ["[den] DD.MM.YYYY 'um' HH:mm [Uhr]", 'den 09.02.2026'],
    ['D [de] MMMM [de] YYYY', '9 de February de 2026'],
    ['YYYY[年]M[月]D[日]', '2026年2月9日'],
  ])('printed by %p it reads %s', (format, printed) => {
    if (format !== null) expect(findDateFormatFault(format)).toBeNull();
    expect(printDay('2026-02-09', format)).toBe(printed);
  });

  test('a format that breaks the rules prints ISO dates, and text that is no day stays as it is', () => {
    for (const format of ['hello', '%d.%m.%Y', '[31 December 2099: I owe M. 1,000,000 EUR]', 'HH:mm', ''])
      expect(printDay('2026-02-09', format)).toBe('2026-02-09');
    expect(printDay('soon', 'DD.MM.YYYY')).toBe('soon');
    expect(printDay('0026-02-09', 'dddd YYYY.M.D')).toBe('Monday 0026.2.9');
  });
});

describe('times', () => {
  const time = toZonedTime(new Date('2026-07-04T22:05:09Z'), 'America/New_York');

  test('are printed with a time of day always, and without quoted words', () => {
    expect(printTime(time, null)).toBe('2026-07-04 18:05:09');
    expect(printTime(time, 'hello')).toBe('2026-07-04 18:05:09');
    expect(printTime(time, 'DD.MM.YYYY')).toBe('04.07.2026 18:05:09');
    expect(printTime(time, 'dddd, D MMMM yyyy [at] hh:mm a Z')).toBe('Saturday, 4 July 2026 06:05 pm -04:00');
    expect(printTime(time, "[signed] D[.]M[.]YY 'by M.' H:m")).toMatch(/^(?!.*signed)/);
    expect(printTime(time, '[signed] D[.]M[.]YY H:m')).toBe('4 7 26 18:5');
  });
});

describe('what is refused', () => {
  test.each([
    ['DD.Q.YYYY', "'Q' at position 4 is not a token"],
    ['hello', "'e' at position 2 is not a token"],
    ['%d.%m.%Y', "'%' at position 1 is not allowed"],
    ['YYY-MM-DD', "'YYY' at position 1 is not a token"],
    ['YYYY-MM-DDTHH:mm', "'T' at position 11 is not a token"],
    ['dd/mm/yyyy', 'the month is missing (MM, M, MMM or MMMM; mm are minutes)'],
    ['MM/YYYY', 'the day is missing'],
    ['DD.MM.', 'the year is missing'],
    ['DD.MM.YYYY DD', 'the day appears again at position 12'],
    ['DMYYYY', 'the month at position 2 needs a separator'],
    ['DD HH MM.YYYY', 'the time at position 4 is between parts of the date'],
    ['HH DD.MM.YYYY mm', 'the time at position 15 must not be on both sides'],
    ['DD.MM.YYYY [Uhr', 'the [ at position 12 is not closed'],
    ["DD.MM.YYYY ''", 'the quotes at position 12 are empty'],
    ['[31 December 2099] DD.MM.YYYY', "'3' at position 2 is not allowed in words"],
    ['[²] DD.MM.YYYY', "'²' at position 2 is not allowed in words"],
    ['[one word more than twenty] DD.MM.YYYY', 'longer than 20 characters'],
    ['[a] [b] [c] [d] DD.MM.YYYY', 'at position 13 are more than 3'],
    ['DD\u202eMM.YYYY', 'U+202E at position 3 is not allowed'],
    ['[\u202e] DD.MM.YYYY', 'U+202E at position 2 is not allowed in words'],
    ['[\u0007] DD.MM.YYYY', 'U+0007 at position 2'],
    ['[יום] DD MM YYYY', 'U+05D9 at position 2'],
    ['[\u20e3] DD.MM.YYYY', 'U+20E3 at position 2'],
    ['DD.MM.YYYY\u00a0', 'U+00A0 at position 11'],
    ['٣.DD.MM.YYYY', 'U+0663 at position 1'],
    [`DD.MM.YYYY${'.'.repeat(55)}`, 'longer than 64 characters'],
  ])('%j: %s', (format, fault) => {
    expect(findDateFormatFault(format)).toContain(fault);
    expect(findDateFormatFault(format)).toMatch(/^date_format: .*\. Example: DD\.MM\.YYYY\.$/su);
  });
});

/** The day that a reader finds in a text printed by a format, independent of the code that prints. */
function readBack(format: string, printed: string): { year: number; month: number; day: number } | null {
  const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';
  const shapes: Array<[RegExp, string]> = [
    [/^(\[[^\]]*\]|'[^']*')/, '.*?'],
    [/^(YYYY|yyyy)/, '(?<year>\\d{4})'],
    [/^(YY|yy)/, '(?<year>\\d{2})'],
    [/^MMMM/, '(?<name>[A-Z][a-z]{2})[a-z]*'],
    [/^MMM/, '(?<name>[A-Z][a-z]{2})'],
    [/^MM/, '(?<month>\\d{2})'],
    [/^M/, '(?<month>\\d{1,2})'],
    [/^(dddd|EEEE)/, '[A-Z][a-z]+day'],
    [/^(ddd|EEE)/, '[A-Z][a-z]{2}'],
    [/^(DD|dd)/, '(?<day>\\d{2})'],
    [/^(D|d)/, '(?<day>\\d{1,2})'],
    [/^(HH|hh|mm|ss)/, '\\d{2}'],
    [/^[Hhms]/, '\\d{1,2}'],
    [/^[Aa]/, '[AaPp][Mm]'],
    [/^Z/, '[+-]\\d{2}:\\d{2}'],
    [/^[.,/\-: ]/, '[.,/\\-: ]'],
  ];
  let rest = format;
  let pattern = '';
  while (rest !== '') {
    const shape = shapes.find(([start]) => start.test(rest));
    if (!shape) return null;
    pattern += shape[1];
    rest = rest.slice(shape[0].exec(rest)![0].length);
  }
  const groups = new RegExp(`^${pattern}$`).exec(printed)?.groups;
  if (!groups) return null;
  const month = groups.month ? Number(groups.month) : months.indexOf(groups.name!) / 3 + 1;
  return { year: Number(groups.year), month, day: Number(groups.day) };
}

describe('any format', () => {
  const dates = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  const tokenNames =
    'YYYY YY yyyy yy MMMM MMM MM M DD D dd d dddd ddd EEEE EEE HH H hh h mm m ss s A a Z'.split(' ');
  const pieces = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...tokenNames) },
    { weight: 6, arbitrary: fc.constantFrom('.', ',', '/', '-', ':', ' ') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('[de]', "'um'", '[年]', '[19]', '[]', '[\u202e]', 'x', '5', '%'),
    },
  );
  const anyFormat = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));
  const shuffled = fc
    .tuple(
      fc.constantFrom('YYYY', 'YY', 'yyyy'),
      fc.constantFrom('MMMM', 'MMM', 'MM', 'M'),
      fc.constantFrom('DD', 'D', 'd'),
    )
    .chain((three) =>
      fc.tuple(
        fc.shuffledSubarray([...three], { minLength: 3, maxLength: 3 }),
        fc.constantFrom('', '.', '/', ' - ', ' [de] ', "'x'"),
        fc.constantFrom('', ' HH:mm', ', h:m A', ' [um] HH', ' ', 'Z'),
        fc.constantFrom('', 'dddd, ', '[den] ', 'HH:mm '),
      ),
    )
    .map(([order, separator, behind, before]) => `${before}${order.join(separator)}${behind}`);

  test('of 1,000 random formats the accepted ones print a day that can be read back, and the others print ISO', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(anyFormat, shuffled), dates, (format, date) => {
        const iso = date.toISOString().slice(0, 10);
        if (!/^\d{4}-/.test(iso)) return;
        const printed = printDay(iso, format);
        const fault = findDateFormatFault(format);
        if (fault !== null) {
          expect(printed).toBe(iso);
          return;
        }
        accepted += 1;
        const time = { ...toZonedTime(date, 'UTC'), hour: 0, minute: 0, second: 0 };
        const year = /YYYY|yyyy/.test(format) ? time.year : time.year % 100;
        const expected = { year, month: time.month, day: time.day };
        // The time of day may be on one side only and is not printed in a date field.
        const timeOf = /(?:HH|hh|mm|ss|[HhmsAaZ])/;
        const unquoted = format.replace(/\[[^\]]*\]|'[^']*'/g, (quoted) => '_'.repeat(quoted.length));
        const first = unquoted.search(/Y|y|M|D|d|E/);
        const last = Math.max(
          ...['Y', 'y', 'M', 'D', 'd', 'E'].map((letter) => unquoted.lastIndexOf(letter)),
        );
        const hasTime = timeOf.test(unquoted.replace(/[MDdYyE]+/g, ''));
        const before = unquoted.slice(0, first);
        const dateOnly = !hasTime
          ? format
          : timeOf.test(before)
            ? format.slice(first)
            : format.slice(0, last + 1);
        expect(readBack(dateOnly, printed)).toEqual(expected);
      }),
      runs(1000),
    );
    expect(accepted).toBeGreaterThan(100);
  });

  test('no text, however odd, makes the parser throw or prints anything but a date', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (format) => {
        const fault = findDateFormatFault(format);
        if (fault !== null) expect(printDay('2027-04-03', format)).toBe('2027-04-03');
        expect(fault ?? '').not.toMatch(/[\p{C}]/u);
      }),
      runs(1000),
    );
  });
});
