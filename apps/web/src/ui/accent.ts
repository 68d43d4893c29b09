/** The accent color of a workspace, adjusted for readable contrast (WCAG 2.2, 1.4.3 and 1.4.11). Pure. */

export interface Accent {
  /** The given color, for surfaces without text. */
  colour: string;
  /** The color, darkened until its contrast with white is 4.5:1. */
  strong: string;
}

export const defaultAccent: Accent = { colour: '#1d4ed8', strong: '#1d4ed8' };

type Rgb = readonly [number, number, number];

/** Accepts #rgb or #rrggbb; returns the default for anything else. */
export function accentOf(text: string | null | undefined): Accent {
  const rgb = parseHex(text ?? '');
  if (!rgb) return defaultAccent;
  let strong = rgb;
  while (contrastWithWhite(strong) < 4.5) {
    strong = strong.map((channel) => Math.floor(channel * 0.94)) as unknown as Rgb;
  }
  return { colour: toHex(rgb), strong: toHex(strong) };
}

/** The contrast of a color with white, 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function contrastWithWhite(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
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
