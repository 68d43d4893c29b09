import type { FieldOut } from '@countersign/client/generated/api';
import type { FieldType } from '@countersign/contract/field';
import { describe, expect, test } from '@jest/globals';
import {
  fitsOnPage,
  hasRoomAbove,
  hasTextNear,
  isMultiline,
  labelPlace,
  messagePlace,
  textSize,
} from './field-layout.ts';

const field = (type: FieldType, more: Partial<FieldOut> = {}): FieldOut =>
  ({ id: 'one', type, x: 0.1, y: 0.1, w: 0.3, h: 0.03, settings: {}, ...more }) as FieldOut;

describe('whether a control fits on the page', () => {
  test('a line of text fits on a desktop page, but not on a phone', () => {
    expect(fitsOnPage(field('text'), { width: 260, height: 30, scale: 1.4 })).toBe(true);
    expect(fitsOnPage(field('text'), { width: 110, height: 14, scale: 0.6 })).toBe(false);
  });

  test('fields with letters too small to read, and boxes too small to tap, do not fit', () => {
    expect(fitsOnPage(field('text'), { width: 200, height: 40, scale: 0.6 })).toBe(false);
    expect(fitsOnPage(field('checkbox'), { width: 14, height: 14, scale: 1.4 })).toBe(true);
    expect(fitsOnPage(field('checkbox'), { width: 14, height: 14, scale: 0.6 })).toBe(false);
  });

  test('options of a radio field need room for each of them', () => {
    const radio = field('radio', { settings: { options: ['No pets', 'Cat', 'Dog'] } });
    expect(fitsOnPage(radio, { width: 270, height: 60, scale: 1.4 })).toBe(true);
    expect(fitsOnPage(radio, { width: 120, height: 30, scale: 1.4 })).toBe(false);
    expect(
      fitsOnPage(field('radio', { settings: { options: ['Yes'] } }), { width: 16, height: 16, scale: 1 }),
    ).toBe(true);
  });
});

test('text grows with the page, but stays inside its rectangle', () => {
  expect(textSize({ width: 200, height: 40, scale: 1 }, false)).toBe(11);
  expect(textSize({ width: 200, height: 15, scale: 1 }, false)).toBeCloseTo(9.9);
  expect(textSize({ width: 200, height: 60, scale: 2 }, true)).toBe(22);
});

test('only text fields that are high enough for two lines are multiline', () => {
  expect(isMultiline(field('text'), { width: 300, height: 80, scale: 2 })).toBe(true);
  expect(isMultiline(field('text'), { width: 300, height: 50, scale: 2 })).toBe(false);
  expect(isMultiline(field('name'), { width: 300, height: 80, scale: 2 })).toBe(false);
});

describe('the position of an error message', () => {
  const page = { width: 800, height: 1000 };

  test('it stays on the page', () => {
    const atEdge = field('text', { x: 0.9, w: 0.08 });
    expect(messagePlace(atEdge, 'Please fill this in.', [atEdge], page).alignsEnd).toBe(true);
    expect(messagePlace(field('text'), 'Please fill this in.', [], page).alignsEnd).toBe(false);
  });

  test('it has no room if another field is just below', () => {
    const own = field('text');
    const below = field('text', { id: 'two', y: 0.14 });
    const farBelow = field('text', { id: 'three', y: 0.2 });
    const neighbor = field('text', { id: 'four', x: 0.6, y: 0.14 });
    expect(messagePlace(own, 'Please fill this in.', [own, below], page).hasRoom).toBe(false);
    expect(messagePlace(own, 'Please fill this in.', [own, farBelow, neighbor], page).hasRoom).toBe(true);
  });

  test('it has no room if it would cover the label of another field', () => {
    const own = field('text');
    const below = field('text', { id: 'two', y: 0.17 });
    const text = 'Please fill this in.';
    expect(messagePlace(own, text, [own, below], page).hasRoom).toBe(true);
    expect(messagePlace(own, text, [own, below, labelPlace(page)(below)], page).hasRoom).toBe(false);
    expect(messagePlace(own, text, [own, labelPlace(page)(own)], page).hasRoom).toBe(true);
    // The label of a narrow field is wider than the field.
    const tick = field('checkbox', { id: 'three', x: 0.02, w: 0.02, y: 0.17 });
    expect(messagePlace(own, text, [own, tick, labelPlace(page)(tick)], page).hasRoom).toBe(false);
  });

  test('a long message needs room for several lines', () => {
    const own = field('text');
    const below = field('text', { id: 'two', y: 0.17 });
    const long = 'This does not match the format that the sender requires: [0-9]{5}';
    expect(messagePlace(own, long, [own, below], page).hasRoom).toBe(false);
  });
});

test('a field needs its label where the page has text, but none near the field', () => {
  const place = { x: 0.5, y: 0.5, w: 0.2, h: 0.03 } as FieldOut;
  const far = { x: 0.1, y: 0.1, w: 0.2, h: 0.02 };
  expect(hasTextNear(place, [far])).toBe(false);
  expect(hasTextNear(place, [far, { x: 0.3, y: 0.5, w: 0.1, h: 0.02 }])).toBe(true);
  expect(hasTextNear(place, [far, { x: 0.5, y: 0.47, w: 0.1, h: 0.02 }])).toBe(true);
  expect(hasTextNear(place, [far, { x: 0.72, y: 0.51, w: 0.1, h: 0.02 }])).toBe(true);
  // Without any text the page may be a scan.
  expect(hasTextNear(place, [])).toBe(true);
});

test('a label above a field never covers another field or leaves the page', () => {
  const place = { id: 'a', x: 0.5, y: 0.5, w: 0.2, h: 0.03 } as FieldOut;
  const page = { height: 1000 };
  expect(hasRoomAbove(place, [place], page)).toBe(true);
  expect(hasRoomAbove(place, [place, { ...place, id: 'b', y: 0.46 }], page)).toBe(false);
  expect(hasRoomAbove(place, [place, { ...place, id: 'b', y: 0.4 }], page)).toBe(true);
  expect(hasRoomAbove(place, [place, { ...place, id: 'b', x: 0.8, y: 0.47 }], page)).toBe(true);
  expect(hasRoomAbove({ ...place, y: 0.01 }, [], page)).toBe(false);
});
