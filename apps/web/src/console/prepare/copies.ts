/** New fields of the editor, and copies of fields. Pure functions. */
import type { FieldType } from '@countersign/contract/field';
import { mapConditions } from './conditions.ts';
import type { Box, Draft } from './draft.ts';
import { newKey } from './draft-state.ts';
import { keepOnPage, offsetCopy } from './geometry.ts';

/** Example options of a new choice. */
export const firstOptions: readonly string[] = ['Option 1', 'Option 2'];

/** Whether fields of this type have options. */
export const hasOptions = (type: FieldType): boolean => type === 'radio' || type === 'dropdown';

/** A new field with the usual settings of its type. */
export function newBox({
  type,
  page,
  person,
  ...rect
}: Pick<Box, 'type' | 'page' | 'x' | 'y' | 'w' | 'h' | 'person'>): Box {
  const { x, y, w, h } = keepOnPage(rect);
  return {
    ...{ key: newKey(), type, page, x, y, w, h, person },
    name: '',
    required: type !== 'checkbox',
    read_only: false,
    prefill_value: '',
    settings: hasOptions(type) ? { options: [...firstOptions] } : {},
    visible_if: null,
    required_if: null,
  };
}

const isSamePlace = (one: Box, other: Box): boolean =>
  one.page === other.page && one.x === other.x && one.y === other.y;

/**
 * Copies of `copied` for `page`; fields of later pages go to the pages after it, as far as there are any. A copy does not cover a field
 * exactly. Fields of a person who was removed go to `person`. A condition between copied fields refers to the copies.
 */
export function pastedBoxes(
  { boxes, people }: Draft,
  copied: readonly Box[],
  { page, pageCount, person }: { page: number; pageCount: number; person: string },
): Box[] {
  const first = Math.min(...copied.map((box) => box.page));
  const keys = new Map(copied.map(({ key }) => [key, newKey()]));
  const pasted: Box[] = [];
  for (const box of copied) {
    const target = page + box.page - first;
    if (target > pageCount) continue;
    let copy: Box = { ...box, key: keys.get(box.key)!, page: target, name: '' };
    if (!people.some(({ key }) => key === box.person)) copy.person = person;
    for (let tries = 0; tries < maxShifts && boxes.some((one) => isSamePlace(one, copy)); tries += 1)
      copy = offsetCopy(copy);
    pasted.push(mapConditions(copy, (key) => keys.get(key) ?? key));
  }
  return pasted;
}

/** At the edge of the page a copy can no longer be shifted, so the search for a free place ends. */
const maxShifts = 50;

/** Copies of `selected` for every page that does not have the same field in the same place. */
export function copiesForEveryPage({ boxes }: Draft, selected: readonly Box[], pageCount: number): Box[] {
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1);
  return selected.flatMap((box) =>
    pages
      .map((page): Box => ({ ...box, key: newKey(), page, name: '' }))
      .filter(
        (copy) =>
          !boxes.some(
            (one) => isSamePlace(one, copy) && one.type === copy.type && one.person === copy.person,
          ),
      ),
  );
}
