/** Small pictures of all pages with their fields. Pressing one shows the page. */
import { memo, useEffect, useRef, useState } from 'react';
import { drawThumbnail } from '../../signing/pages/draw-page.ts';
import type { PdfSource } from '../../signing/pages/pdf-source.ts';
import { counted } from '../parts/moments.ts';
import { colorOf } from '../parts/person-color.ts';
import type { Sheet } from '../parts/use-pages.ts';
import type { Box, Person } from './draft.ts';

/** Width in CSS pixels. */
const width = 80;
/** Pictures are drawn while they are this close to the visible part of the list. */
const margin = '200px';

/** `current` is the page that is in view in the editor. */
export function Thumbnails({
  source,
  sheets,
  boxes,
  people,
  current,
  onChoose,
}: {
  source: PdfSource;
  sheets: readonly Sheet[];
  boxes: readonly Box[];
  people: readonly Person[];
  current: number;
  onChoose: (page: number) => void;
}) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = list.current?.querySelector<HTMLElement>(`[data-thumbnail="${current}"]`);
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav ref={list} className="c-thumbnails c-panel-pages" aria-label="Pages">
      <ol>
        {sheets.map((sheet, index) => (
          <Thumbnail
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by their number
            key={index}
            source={source}
            number={index + 1}
            height={Math.min(width * 2.5, Math.round((width * sheet.height) / sheet.width))}
            boxes={boxes.filter(({ page }) => page === index + 1)}
            people={people}
            isCurrent={current === index + 1}
            onChoose={onChoose}
          />
        ))}
      </ol>
    </nav>
  );
}

interface ThumbnailProps {
  source: PdfSource;
  number: number;
  height: number;
  boxes: readonly Box[];
  people: readonly Person[];
  isCurrent: boolean;
  onChoose: (page: number) => void;
}

const Thumbnail = memo(
  function Thumbnail({ source, number, height, boxes, people, isCurrent, onChoose }: ThumbnailProps) {
    const host = useRef<HTMLSpanElement>(null);
    const [isNear, setNear] = useState(false);

    useEffect(() => {
      const observer = new IntersectionObserver((changes) => setNear(changes.at(-1)!.isIntersecting), {
        rootMargin: margin,
      });
      observer.observe(host.current!);
      return () => observer.disconnect();
    }, []);

    useEffect(() => {
      if (!isNear) return;
      const abort = new AbortController();
      const element = host.current!;
      drawThumbnail(source, number, width, abort.signal).then(
        (canvas) => {
          canvas.setAttribute('aria-hidden', 'true');
          element.replaceChildren(canvas);
        },
        () => {
          // The page itself reports that it cannot be drawn.
        },
      );
      return () => {
        abort.abort();
        // Some browsers keep the memory of a canvas until its size is zero.
        for (const canvas of element.querySelectorAll('canvas')) canvas.width = canvas.height = 0;
        element.replaceChildren();
      };
    }, [isNear, source, number]);

    return (
      <li>
        <button
          type="button"
          className="c-thumbnail"
          data-thumbnail={number}
          aria-current={isCurrent ? 'page' : undefined}
          aria-label={`Page ${number}${boxes.length > 0 ? `, ${counted(boxes.length, 'field')}` : ''}`}
          onClick={() => onChoose(number)}
        >
          <span className="c-thumbnail-page" style={{ width, height }}>
            <span ref={host} />
            {boxes.map((box) => (
              <i
                key={box.key}
                style={{
                  left: `${box.x * 100}%`,
                  top: `${box.y * 100}%`,
                  width: `${box.w * 100}%`,
                  height: `${box.h * 100}%`,
                  ['--c' as string]: colorOf(people.findIndex(({ key }) => key === box.person)),
                }}
              />
            ))}
          </span>
          <span aria-hidden="true">{number}</span>
        </button>
      </li>
    );
  },
  (one, other) =>
    one.source === other.source &&
    one.isCurrent === other.isCurrent &&
    one.people === other.people &&
    one.onChoose === other.onChoose &&
    one.boxes.length === other.boxes.length &&
    one.boxes.every((box, index) => box === other.boxes[index]),
);
