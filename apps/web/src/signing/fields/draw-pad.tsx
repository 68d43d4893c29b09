import { MAX_STROKE_POINTS } from '@countersign/contract/value-limits';
import { type PointerEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../words-context.ts';
import { type Drawing, finishedStroke, type Stroke, withPoint } from './signature-shape.ts';
import { StrokeInk } from './stroke-ink.tsx';

/** The size of the surface in its own units. Its aspect ratio is the same on every screen. */
const surface = { width: 600, height: 240 };

/** An area to draw in with mouse, finger or pen; its value is the strokes as vectors, or null when it is empty. */
export function DrawPad({
  value,
  onChange,
  canType,
}: {
  value: Drawing | null;
  onChange: (value: Drawing | null) => void;
  canType: boolean;
}) {
  const words = useWords().signature;
  const area = useRef<SVGSVGElement>(null);
  const strokes: readonly Stroke[] = value?.strokes ?? [];
  /** The strokes after the last event. Several events can occur before the next render. */
  const latest = useRef(strokes);
  latest.current = strokes;
  const points = strokes.reduce((sum, stroke) => sum + stroke.length, 0);

  function change(next: readonly Stroke[]) {
    latest.current = next;
    onChange(next.length === 0 ? null : { mode: 'draw', ...surface, strokes: [...next] });
  }

  function add(event: PointerEvent<SVGSVGElement>, from: readonly Stroke[]) {
    const box = area.current!.getBoundingClientRect();
    const native = event.nativeEvent;
    const all = native.getCoalescedEvents?.() ?? [];
    let next = from;
    for (const one of all.length > 0 ? all : [native]) {
      const x = ((one.clientX - box.left) / box.width) * surface.width;
      const y = ((one.clientY - box.top) / box.height) * surface.height;
      // Only pens measure pressure. A mouse always reports one half, and values for a finger are not reliable.
      const pressure = native.pointerType === 'pen' && one.pressure > 0 ? one.pressure : null;
      next = withPoint(next, [x, y], surface, pressure);
    }
    change(next.filter((stroke) => stroke.length > 0));
  }

  return (
    <div>
      <p className="hint">{words.drawLabel}</p>
      <svg
        ref={area}
        className="draw-pad"
        viewBox={`0 0 ${surface.width} ${surface.height}`}
        role="img"
        aria-label={words.drawState(strokes.length)}
        onPointerDown={(event) => {
          if (event.button !== 0 || points >= MAX_STROKE_POINTS) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          add(event, [...latest.current, []]);
        }}
        onLostPointerCapture={() => {
          const last = latest.current.at(-1);
          if (last) change([...latest.current.slice(0, -1), finishedStroke(last)]);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) add(event, latest.current);
        }}
      >
        <path className="draw-line" d={`M40 ${surface.height - 44}H${surface.width - 40}`} />
        {strokes.map((stroke, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no id other than their index
          <StrokeInk key={index} className="draw-ink" stroke={stroke} pen={3.5} />
        ))}
      </svg>
      <div className="button-row">
        <Button onClick={() => change(strokes.slice(0, -1))} disabled={strokes.length === 0}>
          {words.undo}
        </Button>
        <Button onClick={() => change([])} disabled={strokes.length === 0}>
          {words.clear}
        </Button>
        {points >= MAX_STROKE_POINTS && <p className="error-text">{words.drawFull}</p>}
      </div>
      {canType && <p className="hint">{words.drawKeyboard}</p>}
    </div>
  );
}
