import { validateFieldValue } from '@countersign/contract/field-value';
import { MAX_STROKE_POINTS } from '@countersign/contract/value-limits';
import { describe, expect, test } from '@jest/globals';
import {
  finishedStroke,
  initialsOf,
  inkBox,
  type Stroke,
  strokePath,
  strokePieces,
  withPoint,
} from './signature-shape.ts';

const surface = { width: 600, height: 240 };

describe('pressure', () => {
  test('of a pen is stored with its points, and a stroke without pressure stays one piece', () => {
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
  test('points outside the surface are moved to its edge, so that the drawing is accepted', () => {
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

  test('a resting pointer adds no points', () => {
    const once = withPoint([[]], [10, 10], surface);
    expect(withPoint(once, [10.5, 10.5], surface)).toEqual(once);
  });

  test('no drawing exceeds the limits', () => {
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

describe('a finished stroke', () => {
  /** A loop drawn slowly with a mouse: many points, each on a whole pixel. */
  const loop = Array.from({ length: 600 }, (_, index) => {
    const angle = (index / 600) * 2 * Math.PI;
    return [Math.round(300 + 120 * Math.cos(angle)), Math.round(120 + 60 * Math.sin(angle))];
  });

  test('has far fewer points, all of them close to the drawn line', () => {
    const kept = finishedStroke(loop);
    expect(kept.length).toBeLessThan(loop.length / 3);
    expect(kept.length).toBeGreaterThan(30);
    for (const [x, y] of kept) {
      const radius = Math.hypot((x! - 300) / 120, (y! - 120) / 60);
      expect(Math.abs(radius - 1) * 60).toBeLessThan(1);
    }
  });

  test('is smoother than it was drawn', () => {
    const turning = (stroke: Stroke) => {
      const directions = stroke.slice(1).map(([x, y], index) => {
        const [x0, y0] = stroke[index]!;
        return Math.atan2(y! - y0!, x! - x0!);
      });
      return directions.slice(1).reduce((sum, direction, index) => {
        const turn = Math.abs(direction - directions[index]!);
        return sum + Math.min(turn, 2 * Math.PI - turn);
      }, 0);
    };
    const points = loop.filter((point, index) => `${point}` !== `${loop[index - 1]}`);
    expect(turning(finishedStroke(points))).toBeLessThan(turning(points) / 4);
  });

  test('keeps its ends, its corners and the pressure of the pen', () => {
    const along = (from: number[], to: number[]) =>
      Array.from({ length: 50 }, (_, step) =>
        [0, 1, 2].map((axis) => from[axis]! + ((to[axis]! - from[axis]!) * step) / 50),
      );
    const stroke = [
      ...along([100, 100, 0.2], [300, 100, 0.9]),
      ...along([300, 100, 0.9], [300, 200, 0.2]),
      [300, 200, 0.2],
    ];
    const kept = finishedStroke(stroke);
    expect(kept.at(0)).toEqual([100, 100, 0.2]);
    expect(kept.at(-1)).toEqual([300, 200, 0.2]);
    expect(Math.min(...kept.map(([x, y]) => Math.hypot(x! - 300, y! - 100)))).toBeLessThan(3);
    expect(Math.max(...kept.map(([, , pressure]) => pressure!))).toBeGreaterThan(0.85);
    expect(kept.every((point) => point.length === 3)).toBe(true);
  });

  test.each([
    [[[5, 5]]],
    [
      [
        [5, 5],
        [5.2, 5],
      ],
    ],
  ])('of one or two points does not change: %j', (stroke) => {
    expect(finishedStroke(stroke)).toEqual(stroke);
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
