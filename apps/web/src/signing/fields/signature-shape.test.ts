import { MAX_STROKE_POINTS, validateFieldValue } from '@countersign/contract/field-value';
import { describe, expect, test } from '@jest/globals';
import { initialsOf, inkBox, type Stroke, strokePath, strokePieces, withPoint } from './signature-shape.ts';

const surface = { width: 600, height: 240 };

describe('pressure', () => {
  test('of a pen is kept with its points, and a stroke without it stays one piece', () => {
    expect(withPoint([[]], [1, 2], surface, 0.333)).toEqual([[[1, 2, 0.33]]]);
    expect(withPoint([[]], [1, 2], surface)).toEqual([[[1, 2]]]);
    const plain = [
      [0, 0],
      [10, 0],
      [20, 5],
    ];
    expect(strokePieces(plain)).toEqual([{ path: strokePath(plain), width: 1 }]);
  });

  test('changes the width where it changes by a step, in pieces that meet', () => {
    const pieces = strokePieces([
      [0, 0, 0.5],
      [10, 0, 0.5],
      [20, 0, 1],
      [30, 0, 1],
    ]);
    expect(pieces.map(({ width }) => width)).toEqual([1, 1.5]);
    expect(pieces[0]!.path).toMatch(/L15 0$/);
    expect(pieces[1]!.path).toMatch(/^M15 0/);
  });
});

describe('drawing', () => {
  test('points outside the surface are put on its edge, so that the rules accept what was drawn', () => {
    let strokes: Stroke[] = [[]];
    for (const point of [
      [-20, 10],
      [300, 500],
      [900, 40],
    ] as const)
      strokes = withPoint(strokes, point, surface);
    expect(strokes).toEqual([
      [
        [0, 10],
        [300, 240],
        [600, 40],
      ],
    ]);
    const value = { mode: 'draw' as const, ...surface, strokes };
    expect(validateFieldValue({ type: 'signature', required: true, settings: {} }, value).ok).toBe(true);
  });

  test('a pointer that rests adds nothing', () => {
    const once = withPoint([[]], [10, 10], surface);
    expect(withPoint(once, [10.5, 10.5], surface)).toEqual(once);
  });

  test('no drawing grows past what the rules allow', () => {
    let strokes: Stroke[] = [[]];
    for (let index = 0; index < MAX_STROKE_POINTS + 50; index += 1) {
      strokes = withPoint(strokes, [(index * 7) % 600, (index * 3) % 240], surface);
    }
    expect(strokes.flat()).toHaveLength(MAX_STROKE_POINTS);
  });

  test('a stroke becomes a path, a tap becomes a dot', () => {
    expect(strokePath([[5, 5]])).toBe('M5 5l0.01 0');
    expect(
      strokePath([
        [0, 0],
        [10, 0],
        [10, 10],
      ]),
    ).toBe('M0 0Q10 0 10 5L10 10');
  });

  test('the box of the ink leaves out the empty surroundings', () => {
    expect(
      inkBox(
        {
          mode: 'draw',
          ...surface,
          strokes: [
            [
              [50, 60],
              [150, 100],
            ],
          ],
        },
        5,
      ),
    ).toEqual({ x: 45, y: 55, w: 110, h: 50 });
  });
});

test.each([
  ['Ada King Lovelace', 'AKL'],
  ['  jean-luc  picard ', 'JLP'],
  ['Łukasz Ćwik', 'ŁĆ'],
  ['王 小明', '王小'],
  ['', ''],
  ['(Dr) 1st', 'D1'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
