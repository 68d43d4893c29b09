import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../words-context.ts';
import { type BoxSize, legible, lineHeight } from './field-layout.ts';

/** Halvings of the range of sizes: enough for steps of a tenth of a pixel. */
const halvings = 7;

/** Finds the largest size in pixels, up to `largest`, at which all of the text is inside; null if none is legible. */
function fittingSize(element: HTMLElement, height: number, largest: number): number | null {
  const fits = (size: number): boolean => {
    element.style.fontSize = `${size}px`;
    return element.scrollHeight <= Math.ceil(height) && element.scrollWidth <= element.clientWidth;
  };
  if (fits(largest)) return largest;
  let low = Math.min(legible, largest);
  if (!fits(low)) return null;
  let high = largest;
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The style of the text. One that does not fit shows only whole lines. */
function styleOf(fitted: number | null, height: number, largest: number) {
  const size = fitted ?? Math.min(legible, largest);
  const line = size * lineHeight;
  const lines = Math.max(1, Math.floor(height / line));
  return { fontSize: `${size}px`, maxHeight: fitted === null ? `${lines * line}px` : 'none' };
}

/**
 * The text of a field that cannot be changed. As in the sealed file it wraps, and is smaller if it is long. Where it would be too small to
 * read, the field is a button that opens all of it.
 */
export function FixedText({
  label,
  note,
  text,
  box,
  largest,
}: {
  label: string;
  note: string;
  text: string;
  box: BoxSize;
  /** The font size in pixels, if the text has room. */
  largest: number;
}) {
  const words = useWords();
  const element = useRef<HTMLSpanElement>(null);
  const [fitted, setFitted] = useState<number | null>(largest);
  const [isOpen, setOpen] = useState(false);
  const shown = text.trim();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text and the width change what fits
  useLayoutEffect(() => {
    const found = fittingSize(element.current!, box.height, largest);
    Object.assign(element.current!.style, styleOf(found, box.height, largest));
    setFitted(found);
  }, [shown, box.width, box.height, largest]);

  const content = (
    <>
      <span className="visually-hidden">{`${label} (${note}): `}</span>
      <span
        ref={element}
        className="field-fixed-text"
        dir="auto"
        style={styleOf(fitted, box.height, largest)}
      >
        {shown}
      </span>
    </>
  );
  if (shown === '' || (fitted !== null && fitted >= legible)) return content;
  return (
    <>
      <button
        type="button"
        className="field-button field-button-fixed"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {content}
        {fitted === null && (
          <span className="field-more" aria-hidden="true">
            …
          </span>
        )}
      </button>
      {isOpen &&
        // Outside the page, which is light in dark colors too.
        createPortal(
          <Dialog title={label} onClose={() => setOpen(false)}>
            <p className="hint">{note}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
            <section className="field-full-text" dir="auto" tabIndex={0} aria-label={label}>
              {shown}
            </section>
            <div className="button-row dialog-actions">
              <Button look="primary" onClick={() => setOpen(false)}>
                {words.close}
              </Button>
            </div>
          </Dialog>,
          element.current?.closest('main') ?? document.body,
        )}
    </>
  );
}
