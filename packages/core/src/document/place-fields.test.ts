import type { FieldSpec } from '@countersign/contract/field';
import type { ProblemError } from '@countersign/problem/problem-error';
import { expect, test } from '@jest/globals';
import { anchorQueries, placedFields } from './place-fields.ts';

const anchored = (anchor: object, given: object = {}) =>
  ({
    type: 'text',
    w: 0.2,
    h: 0.1,
    anchor: { text: 'Sign', occurrence: 1, dx: 0, dy: 0, ...anchor },
    ...given,
  }) as unknown as FieldSpec;
const placed = { type: 'text', page: 1, x: 0.1, y: 0.1, w: 0.1, h: 0.1 } as unknown as FieldSpec;
const at = (x: number, y: number, page = 1) => ({
  found: { page, x, y, w: 0.1, h: 0.02 },
  count: 1,
  nearest: null,
});

/** The issues as `location: message`, with the input. */
function issuesOf(specs: FieldSpec[], answers: object[]): Array<[string, unknown]> {
  try {
    placedFields(specs, answers as never, ['body', 'fields']);
  } catch (error) {
    const issues = (error as ProblemError).detail as Array<{ loc: unknown[]; msg: string; input: unknown }>;
    return issues.map(({ loc, msg, input }) => [`${loc.join('.')}: ${msg}`, input]);
  }
  return [];
}

test('anchored fields get the place of their text, moved by dx and dy; others keep theirs', () => {
  const specs = [placed, anchored({ dx: 0.1, dy: -0.05 }), anchored({ text: 'Date' }, { page: 2 })];
  expect(anchorQueries(specs)).toEqual([
    { text: 'Sign', occurrence: 1, page: null },
    { text: 'Date', occurrence: 1, page: 2 },
  ]);
  const found = placedFields(specs, [at(0.25, 0.5), at(0.5, 0.75, 2)] as never, []);
  expect(found[0]).toMatchObject({ page: 1, x: 0.1, y: 0.1 });
  expect(found[1]!.page).toBe(1);
  expect((found[1] as { anchor?: unknown }).anchor).toStrictEqual({
    text: 'Sign',
    occurrence: 1,
    dx: 0.1,
    dy: -0.05,
  });
  expect([found[1]!.x, found[1]!.y]).toEqual([expect.closeTo(0.35), expect.closeTo(0.45)]);
  expect(found[2]).toMatchObject({ page: 2, x: 0.5, y: 0.75, anchor: { text: 'Date', page: 2 } });
});

test('a text that is not found is an issue with its place in the list of fields', () => {
  const nearest = { text: 'Signed', page: 3 };
  const answers = [
    { found: null, count: 0, nearest: null },
    { found: null, count: 0, nearest },
    { found: null, count: 1, nearest: null },
    { found: null, count: 2, nearest: null },
  ];
  const specs = [
    placed,
    anchored({}),
    anchored({}, { page: 3 }),
    anchored({ occurrence: 2 }),
    anchored({ occurrence: 5 }),
  ];
  const loc = 'body.fields';
  expect(issuesOf(specs, answers)).toEqual([
    [`${loc}.1.anchor.text: Value error, the text "Sign" is not in the PDF`, 'Sign'],
    [
      `${loc}.2.anchor.text: Value error, the text "Sign" is not in page 3 of the PDF. The nearest text is "Signed" on page 3`,
      'Sign',
    ],
    [
      `${loc}.3.anchor.occurrence: Value error, the text "Sign" occurs 1 time in the PDF, so there is no occurrence 2`,
      2,
    ],
    [
      `${loc}.4.anchor.occurrence: Value error, the text "Sign" occurs 2 times in the PDF, so there is no occurrence 5`,
      5,
    ],
  ]);
});

test('a field that would extend beyond its page is an issue; one that rounding moves to the edge is not', () => {
  const faultsAt = (x: number, y: number) =>
    issuesOf([anchored({ dx: 0.5, dy: 0.25 })], [at(x - 0.5, y - 0.25)]).map(([text, input]) => [
      text.split(':')[0],
      input,
    ]);
  expect(faultsAt(0.8, 0.9)).toEqual([]);
  expect(faultsAt(0.8000001, 0.9000001)).toEqual([]);
  expect(faultsAt(-0.0000001, -0.0000001)).toEqual([]);
  expect(faultsAt(0.81, 0.5)).toEqual([['body.fields.0.anchor.dx', 0.5]]);
  expect(faultsAt(-0.01, 0.5)).toEqual([['body.fields.0.anchor.dx', 0.5]]);
  expect(faultsAt(0.5, 0.91)).toEqual([['body.fields.0.anchor.dy', 0.25]]);
  expect(faultsAt(0.5, -0.01)).toEqual([['body.fields.0.anchor.dy', 0.25]]);
  const [edge] = placedFields([anchored({})], [at(-0.0000001, 0)] as never, []);
  expect(edge!.x).toBe(0);
  const [[text]] = issuesOf([anchored({})], [at(0.91239, 0.5)]) as [[string, unknown]];
  expect(text).toContain('x would be 0.9124, y 0.5, w is 0.2, h 0.1');
});

test('at most a hundred issues are reported', () => {
  const specs = Array.from({ length: 101 }, () => anchored({}));
  const missing = { found: null, count: 0, nearest: null };
  expect(
    issuesOf(
      specs.slice(1),
      specs.slice(1).map(() => missing),
    ),
  ).toHaveLength(100);
  expect(
    issuesOf(
      specs,
      specs.map(() => missing),
    ),
  ).toHaveLength(100);
});
