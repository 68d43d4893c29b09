/** A piece of text on a page, in fractions of the page from its top left corner. */
export interface TextPlace {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The most pieces to read. A page of print has a few hundred. */
const maxPieces = 5000;

/** Where a page has words, from its text layer. Lines of dots and underscores do not count. */
export function textPlaces(layer: HTMLElement): TextPlace[] {
  const page = layer.getBoundingClientRect();
  if (page.width === 0 || page.height === 0) return [];
  return [...layer.querySelectorAll('span:not(.markedContent)')].slice(0, maxPieces).flatMap((span) => {
    if (!/\p{L}/u.test(span.textContent)) return [];
    const { left, top, width, height } = span.getBoundingClientRect();
    return [
      {
        x: (left - page.left) / page.width,
        y: (top - page.top) / page.height,
        w: width / page.width,
        h: height / page.height,
      },
    ];
  });
}
