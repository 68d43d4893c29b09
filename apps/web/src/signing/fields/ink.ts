/** Finds the ink of a photographed or scanned signature. Pure: works on RGBA bytes, as a canvas gives them. */

export interface Pixels {
  width: number;
  height: number;
  /** RGBA, 8 bits a channel, row by row. */
  data: Uint8ClampedArray;
}

export interface InkBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Share of the pixels at the edge that must have about the same brightness, so that the background counts as plain. */
const plainShare = 0.85;
/** How much the brightness of paper may vary under uneven light; brightness is 0 to 255. */
const paperSpread = 48;
/** How much darker than the paper a pixel must be to count partly, and to count fully, as ink. */
const inkFrom = 30;
const inkFull = 90;

const brightness = (data: Uint8ClampedArray, at: number): number =>
  0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;

/** The brightness of the paper if the picture has a plain light background at all edges, otherwise null, as for a transparent picture. */
export function paperOf({ width, height, data }: Pixels): number | null {
  const edge: number[] = [];
  const take = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    if (data[at + 3]! < 250) return false;
    edge.push(brightness(data, at));
    return true;
  };
  for (let x = 0; x < width; x += 1) if (!take(x, 0) || !take(x, height - 1)) return null;
  for (let y = 0; y < height; y += 1) if (!take(0, y) || !take(width - 1, y)) return null;
  edge.sort((a, b) => a - b);
  const paper = edge[Math.floor(edge.length / 2)]!;
  const alike = edge.filter((one) => Math.abs(one - paper) <= paperSpread).length;
  return paper >= 110 && alike / edge.length >= plainShare ? paper : null;
}

/** Makes paper of this brightness transparent and keeps the color of the ink; returns new pixels. */
export function removePaper(pixels: Pixels, paper: number): Pixels {
  const data = new Uint8ClampedArray(pixels.data);
  for (let at = 0; at < data.length; at += 4) {
    const darkness = paper - brightness(data, at);
    const share = Math.min(1, Math.max(0, (darkness - inkFrom) / (inkFull - inkFrom)));
    data[at + 3] = Math.round(data[at + 3]! * share);
  }
  return { width: pixels.width, height: pixels.height, data };
}

/** The box around everything visible except paper, with a margin that stays inside the picture; null if nothing is visible. */
export function inkBounds(
  { width, height, data }: Pixels,
  paper: number | null,
  margin: number,
): InkBox | null {
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const isSeen = data[at + 3]! > 24 && (paper === null || paper - brightness(data, at) > inkFrom);
      if (isSeen) {
        rows[y]! += 1;
        columns[x]! += 1;
      }
    }
  }
  // Ignore specks of dust: a row or column needs at least two pixels of ink.
  const top = rows.findIndex((count) => count > 1);
  const left = columns.findIndex((count) => count > 1);
  if (top < 0 || left < 0) return null;
  const bottom = rows.findLastIndex((count) => count > 1);
  const right = columns.findLastIndex((count) => count > 1);
  const x = Math.max(0, left - margin);
  const y = Math.max(0, top - margin);
  return {
    x,
    y,
    width: Math.min(width, right + margin + 1) - x,
    height: Math.min(height, bottom + margin + 1) - y,
  };
}
