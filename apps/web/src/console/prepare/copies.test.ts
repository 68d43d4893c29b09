import { describe, expect, test } from '@jest/globals';
import { copiesForEveryPage, newBox, pastedBoxes } from './copies.ts';
import type { Box, Draft, Person } from './draft.ts';

const ada: Person = {
  key: 'ada',
  name: 'Ada',
  email: 'ada@example.test',
  role: 'signer',
  signing_order: 1,
  auth_level: 'link',
  delivery: 'email',
  signature_level: null,
};
const box = (page: number, rest: Partial<Box> = {}): Box => ({
  ...newBox({ type: 'initials', page, x: 0.8, y: 0.9, w: 0.1, h: 0.05, person: 'ada' }),
  name: 'paraph',
  ...rest,
});
const draftOf = (...boxes: Box[]): Draft => ({ people: [ada], boxes });
const places = (boxes: readonly Box[]) => boxes.map(({ page, x, y }) => [page, x, y]);

describe('a pasted field', () => {
  test('takes the same place on another page, without the name', () => {
    const one = box(1);
    const [copy, ...others] = pastedBoxes(draftOf(one), [one], { page: 3, pageCount: 3, person: 'ada' });
    expect(others).toEqual([]);
    expect(copy).toEqual({ ...one, key: copy!.key, page: 3, name: '' });
    expect(copy!.key).not.toBe(one.key);
  });

  test('is moved where it would cover its original, and the next one further', () => {
    const one = box(1, { x: 0.1, y: 0.1 });
    const paste = (...boxes: Box[]) =>
      pastedBoxes(draftOf(...boxes), [one], { page: 1, pageCount: 1, person: 'ada' })[0]!;
    const first = paste(one);
    const second = paste(one, first);
    expect([first.x, first.y]).toEqual([expect.closeTo(0.12), expect.closeTo(0.12)]);
    expect([second.x, second.y]).toEqual([expect.closeTo(0.14), expect.closeTo(0.14)]);
    const corner = box(1, { x: 0.9, y: 0.95 });
    const inCorner = pastedBoxes(draftOf(corner), [corner], { page: 1, pageCount: 1, person: 'ada' });
    expect(places(inCorner)).toEqual([[1, 0.9, 0.95]]);
  });

  test('keeps the distance in pages to the others, and is left out behind the last page', () => {
    const boxes = [box(1), box(2), box(4)];
    const pasted = pastedBoxes(draftOf(...boxes), boxes, { page: 3, pageCount: 4, person: 'ada' });
    expect(pasted.map(({ page }) => page)).toEqual([3, 4]);
  });

  test('goes to the chosen person when its own was removed', () => {
    const [copy] = pastedBoxes(draftOf(), [box(1, { person: 'gone' })], {
      page: 1,
      pageCount: 1,
      person: 'ada',
    });
    expect(copy!.person).toBe('ada');
  });

  test('refers to a copied field by its condition, and otherwise to the same field as before', () => {
    const tick = box(1, { type: 'checkbox' });
    const text = box(1, { x: 0.2, visible_if: { field: tick.key, equals: 'true' } });
    const paste = (copied: Box[]) =>
      pastedBoxes(draftOf(tick, text), copied, { page: 1, pageCount: 1, person: 'ada' });
    const [newTick, newText] = paste([tick, text]);
    expect(newText!.visible_if).toEqual({ field: newTick!.key, equals: 'true' });
    expect(paste([text])[0]!.visible_if).toEqual({ field: tick.key, equals: 'true' });
  });
});

test('a field is placed on every page once, however often it is asked for', () => {
  const [one, other] = [box(2), box(3)];
  const copies = copiesForEveryPage(draftOf(one, other), [one], 4);
  expect(places(copies)).toEqual([
    [1, 0.8, 0.9],
    [4, 0.8, 0.9],
  ]);
  expect(new Set(copies.map(({ key }) => key)).size).toBe(2);
  expect(copiesForEveryPage(draftOf(one, other, ...copies), [one], 4)).toEqual([]);
});
