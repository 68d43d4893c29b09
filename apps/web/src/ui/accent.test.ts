import { expect, test } from '@jest/globals';
import { accentOf, contrast, darkSurface, defaultAccent, white } from './accent.ts';

const rgbOf = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as readonly [
    number,
    number,
    number,
  ];

test.each(['#ffffff', '#ffd400', '#0f766e', '#000', '#7cf', '#1d4ed8'])(
  'the forms of %s can be read: white text on one, the other as text on a dark surface',
  (color) => {
    const { strong, onDark } = accentOf(color);
    expect(contrast(rgbOf(strong), white)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgbOf(onDark), darkSurface)).toBeGreaterThanOrEqual(4.5);
  },
);

test('a color with enough contrast does not change', () => {
  expect(accentOf('#0F766E')).toMatchObject({ color: '#0f766e', strong: '#0f766e' });
  expect(accentOf('#FFD400')).toMatchObject({ color: '#ffd400', onDark: '#ffd400' });
});

test.each([null, undefined, '', 'red', '#12', 'url(x)', '#1d4ed8; background: red'])(
  '%j gives the default',
  (text) => {
    expect(accentOf(text)).toBe(defaultAccent);
  },
);
