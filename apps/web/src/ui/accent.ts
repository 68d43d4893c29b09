/** The accent color of a workspace, adjusted for readable contrast (WCAG 2.2, 1.4.3 and 1.4.11). Pure. */

export interface Accent {
  /** The given color, for surfaces without text. */
  color: string;
  /** The color, darkened until its contrast with white is 4.5:1. */
  strong: string;
  /** The color, lightened until its contrast with dark surfaces is 4.5:1. */
  onDark: string;
}

export const defaultAccent: Accent = { color: '#1d4ed8', strong: '#1d4ed8', onDark: '#8fb0ff' };

/** The custom properties that set the color for an element and everything in it. styles.css uses them. */
export function accentStyle(text: string | null | undefined): Record<`--${string}`, string> {
  const { color, strong, onDark } = accentOf(text);
  return { '--accent': color, '--accent-strong': strong, '--accent-on-dark': onDark };
}

type Rgb = readonly [number, number, number];

export const white: Rgb = [255, 255, 255];
/** The lightest surface of the dark scheme with accent-colored text: --hover in styles.css. */
export const darkSurface: Rgb = [0x22, 0x28, 0x35];

/** Accepts #rgb or #rrggbb; returns the default for anything else. */
export function accentOf(text: string | null | undefined): Accent {
  const rgb = parseHex(text ?? '');
  if (!rgb) return defaultAccent;
  let strong = rgb;
  while (contrast(strong, white) < 4.5) {
    strong = strong.map((channel) => Math.floor(channel * 0.94)) as unknown as Rgb;
  }
  let onDark = rgb;
  while (contrast(onDark, darkSurface) < 4.5) {
    onDark = onDark.map((channel) => Math.ceil(255 - (255 - channel) * 0.94)) as unknown as Rgb;
  }
  return { color: toHex(rgb), strong: toHex(strong), onDark: toHex(onDark) };
}

/** The contrast of two colors, 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function contrast(one: Rgb, other: Rgb): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function parseHex(text: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  const parts = long?.slice(1) ?? short?.slice(1).map((digit) => digit + digit);
  return parts ? (parts.map((part) => Number.parseInt(part, 16)) as unknown as Rgb) : null;
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
