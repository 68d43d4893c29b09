import { type Stroke, strokePieces } from './signature-shape.ts';

/** One stroke of a drawing, broader where the pen was pressed harder; `pen` is its width in the drawing's units. */
export function StrokeInk({ stroke, pen, className }: { stroke: Stroke; pen: number; className?: string }) {
  return strokePieces(stroke).map(({ path, width }) => (
    <path key={path} className={className} d={path} style={{ strokeWidth: pen * width }} />
  ));
}
