import { expect, test } from '@jest/globals';
import { type Column, tableText } from './table.ts';
import { paintFor } from './text.ts';

interface Delivery {
  id: string;
  event: string;
  next: string;
  error: string;
}

const rows: Delivery[] = [
  { id: '7', event: 'document.completed', next: '-', error: '-' },
  { id: '12', event: 'document.sent', next: '10:05:00', error: 'no connection (ECONNREFUSED)' },
];
const columns: ReadonlyArray<Column<Delivery>> = [
  { title: 'DELIVERY', text: ({ id }) => id, align: 'right' },
  { title: 'EVENT', text: ({ event }) => event, isFlexible: true },
  { title: 'NEXT', text: ({ next }) => next, isBelow: true },
  { title: 'ERROR', text: ({ error }) => error, isBelow: true },
];
const shown = (width: number) =>
  tableText(rows, columns, { columns: width, paint: paintFor(false) }).split('\n');

test('with enough room, all columns are on one line', () => {
  const wide = [
    'DELIVERY  EVENT               NEXT      ERROR',
    '       7  document.completed  -         -',
    '      12  document.sent       10:05:00  no connection (ECONNREFUSED)',
  ];
  expect(shown(Number.POSITIVE_INFINITY)).toEqual(wide);
  expect(shown(68)).toEqual(wide);
});

test('on a narrow terminal, long cells are printed in full below their row, and dashes are omitted', () => {
  expect(shown(67)).toEqual([
    'DELIVERY  EVENT',
    '       7  document.completed',
    '      12  document.sent',
    '          NEXT 10:05:00  ERROR no connection (ECONNREFUSED)',
  ]);
  expect(shown(20)).toEqual([
    'DELIVERY  EVENT',
    '       7  document.…',
    '      12  document.…',
    '          NEXT 10:05:00  ERROR no connection (ECONNREFUSED)',
  ]);
});
