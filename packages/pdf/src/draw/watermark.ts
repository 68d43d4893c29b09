/** The watermark of test mode: across the page from corner to corner, light enough to read through. */
import { layText } from '../text/layout.ts';
import { black, type Canvas } from './canvas.ts';

const OPACITY = 0.1;
const SHARE_OF_DIAGONAL = 0.62;
const LARGEST = 150;

/** Draws text along the diagonal of [0,width] x [0,height] points, upright as the page is displayed. */
export function drawWatermark(canvas: Canvas, text: string, width: number, height: number): void {
  const [line] = layText(canvas.drawing.session, text.replace(/\s+/g, ' '), { family: 'sans', weight: 700 });
  if (line === undefined || line.width === 0) return;
  const diagonal = Math.hypot(width, height);
  const size = Math.min((diagonal * SHARE_OF_DIAGONAL) / line.width, LARGEST, Math.min(width, height) * 0.4);
  const cosine = width / diagonal;
  const sine = height / diagonal;
  canvas.inMatrix([cosine, sine, -sine, cosine, width / 2, height / 2], () => {
    canvas
      .opacity(OPACITY)
      .fillColor(black)
      .text(line, (-line.width * size) / 2, -size * 0.357, size);
  });
}
