import { expect, test } from '@jest/globals';
import { accentOf, contrastWithWhite, defaultAccent } from './accent.ts';

const rgbOf = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as readonly [
    number,
    number,
    number,
  ];

test.each(['#ffffff', '#ffd400', '#0f766e', '#000', '#7cf', '#1d4ed8'])(
  'white text on the strong form of %s can be read',
  (colour) => {
    expect(contrastWithWhite(rgbOf(accentOf(colour).strong))).toBeGreaterThanOrEqual(4.5);
  },
);

test('a color with enough contrast does not change', () => {
  expect(accentOf('#0F766E')).toEqual({ colour: '#0f766e', strong: '#0f766e' });
});

test.each([null, undefined, '', 'red', '#12', 'url(x)', '#1d4ed8; background: red'])(
  '%j gives the default',
  (text) => {
    expect(accentOf(text)).toBe(defaultAccent);
  },
);
