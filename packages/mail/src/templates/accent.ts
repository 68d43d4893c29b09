/** The workspace's color in a mail, made legible (WCAG 2.2, success criteria 1.4.3 and 1.4.11). */

const defaultAccent = '#1f4f8f';

export interface Accent {
  background: string;
  /** White or nearly black, whichever has more contrast on `background`. */
  foreground: string;
  /** Visible against white, even where the accent is pale. */
  border: string;
}

/** Colors for a button; anything but `#rrggbb` counts as the default blue. */
export function accentOf(color: string): Accent {
  const background = /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : defaultAccent;
  const luminance = luminanceOf(background);
  const onWhite = contrast(luminance, 1);
  return {
    background,
    foreground: onWhite >= 4.5 ? '#ffffff' : '#16191d',
    border: onWhite >= 3 ? background : '#6b7280',
  };
}

/** Relative luminance, 0 to 1. */
function luminanceOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
