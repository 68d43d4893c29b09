import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '../words-context.ts';
import { drawPage } from './draw-page.ts';
import type { PdfSource } from './pdf-source.ts';
import { type TextPlace, textPlaces } from './text-places.ts';

/** Distance from the window at which a page is drawn. */
const margin = '900px 200px';
/** After the size has changed, a page is drawn again when it has kept its size for this time. */
const redrawDelayMs = 120;

/** Removes the drawing. Some browsers keep the memory of a canvas until its size is zero. */
function release(host: HTMLElement | null): void {
  for (const canvas of host?.querySelectorAll('canvas') ?? []) canvas.width = canvas.height = 0;
  host?.replaceChildren();
}

/** One page at a width in CSS pixels, drawn while it is near the window; `children` are placed over it. */
export function PageView({
  source,
  number,
  total,
  width,
  aspect,
  watermark,
  printedImage,
  children,
}: {
  source: PdfSource | null;
  number: number;
  total: number;
  width: number;
  /** Height over width. */
  aspect: number;
  watermark: string | null;
  /** The address of an image of the page, while the document is being printed. */
  printedImage?: string;
  /** A function gets where the page has text, once that is known. */
  children: ReactNode | ((texts: readonly TextPlace[]) => ReactNode);
}) {
  const words = useWords();
  const pageRef = useRef<HTMLElement>(null);
  const canvasHost = useRef<HTMLDivElement>(null);
  const textHost = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [texts, setTexts] = useState<readonly TextPlace[]>([]);
  const [look, setLook] = useState<'waiting' | 'drawn' | 'failed'>('waiting');

  useEffect(() => {
    // A busy browser reports several changes at once, the newest last.
    const observer = new IntersectionObserver((changes) => setNear(changes.at(-1)!.isIntersecting), {
      rootMargin: margin,
    });
    observer.observe(pageRef.current!);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!near || !source || width === 0) return;
    const abort = new AbortController();
    const draw = () =>
      drawPage(source, number, width, textHost.current!, abort.signal).then(
        (canvas) => {
          // The page may have been left, or resized, while the drawing was completed. React removes elements before it runs this
          // effect's clean-up, which aborts.
          const text = textHost.current;
          if (abort.signal.aborted || !text) return;
          canvas.setAttribute('aria-hidden', 'true');
          release(canvasHost.current);
          canvasHost.current?.replaceChildren(canvas);
          setLook('drawn');
          setTexts(textPlaces(text));
        },
        (error: unknown) => {
          if (abort.signal.aborted || source.signal.aborted) return;
          console.error(`page ${number} cannot be drawn`, error);
          release(canvasHost.current);
          setLook('failed');
        },
      );
    // While the size is changing, the old drawing is stretched. The page is drawn again when the size is stable.
    const timer = canvasHost.current?.firstChild ? setTimeout(() => void draw(), redrawDelayMs) : null;
    if (timer === null) void draw();
    return () => {
      if (timer !== null) clearTimeout(timer);
      abort.abort();
    };
  }, [near, source, number, width]);

  useEffect(() => {
    if (near) return;
    release(canvasHost.current);
    textHost.current?.replaceChildren();
    delete textHost.current?.dataset.width;
    setLook('waiting');
  }, [near]);

  return (
    <section
      ref={pageRef}
      className="page"
      // When printed, a page is as wide as the paper, and its height follows from `aspectRatio`.
      style={{ width, height: width * aspect, aspectRatio: 1 / aspect }}
      aria-label={words.pages.page(number, total)}
    >
      <div ref={canvasHost} className="page-canvas" />
      {printedImage && <img className="page-printed" src={printedImage} alt="" />}
      {look === 'waiting' && !printedImage && (
        <>
          <p className="page-waiting">{words.pages.drawing}</p>
          <p className="page-waiting page-not-printed">{words.pages.notPrinted}</p>
        </>
      )}
      {look === 'failed' && (
        <p className="page-waiting page-failed" role="alert">
          {words.pages.pageFailed}
        </p>
      )}
      <div ref={textHost} className="textLayer" />
      {watermark && (
        <div className="page-watermark" aria-hidden="true">
          <span style={{ fontSize: width * 0.22 }}>{watermark}</span>
        </div>
      )}
      <div className="page-fields">{typeof children === 'function' ? children(texts) : children}</div>
    </section>
  );
}
