/** The pages of a PDF for reading, in a scrolling area. */
import { type ReactNode, useRef, useState } from 'react';
import type { PageBox } from '../../signing/pages/document-pages.tsx';
import { PageView } from '../../signing/pages/page-view.tsx';
import { useElementWidth } from '../../ui/use-element-width.ts';
import { Failure, Loading } from '../parts/page.tsx';
import { usePages } from '../parts/use-pages.ts';

/** Maximum width of a page, in CSS pixels. */
const comfortableWidth = 820;

/** The PDF at `url`. `renderOver` draws over each page. */
export function PdfPages({
  url,
  label,
  watermark,
  renderOver,
}: {
  url: string;
  label: string;
  watermark: string | null;
  renderOver: (page: PageBox) => ReactNode;
}) {
  const host = useRef<HTMLElement>(null);
  const room = useElementWidth(host);
  const [attempt, setAttempt] = useState(0);
  // The fragment opens the same file again.
  const pages = usePages(attempt === 0 ? url : `${url}#${attempt}`);
  const width = Math.min(comfortableWidth, room);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section ref={host} className="c-viewer-pages" tabIndex={0} aria-label={label}>
      {pages.state === 'opening' && <Loading label="Opening the PDF" lines={10} />}
      {pages.state === 'failed' && (
        <Failure error={new Error('The PDF cannot be shown.')} onRetry={() => setAttempt(attempt + 1)} />
      )}
      {pages.state === 'open' &&
        width > 0 &&
        pages.sheets.map((sheet, index) => (
          <PageView
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by their number
            key={index}
            source={pages.source}
            number={index + 1}
            total={pages.sheets.length}
            width={width}
            aspect={sheet.height / sheet.width}
            watermark={watermark}
          >
            {renderOver({
              number: index + 1,
              width,
              height: (width * sheet.height) / sheet.width,
              scale: width / sheet.width,
            })}
          </PageView>
        ))}
    </section>
  );
}

/** The place of a field over its page, as fractions of the page. */
export function PlacedField({
  field,
  color,
  title,
  children,
}: {
  field: { x: number; y: number; w: number; h: number };
  color: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <div
      className="c-placed"
      title={title}
      style={{
        left: `${field.x * 100}%`,
        top: `${field.y * 100}%`,
        width: `${field.w * 100}%`,
        height: `${field.h * 100}%`,
        ['--c' as string]: color,
      }}
    >
      {children}
    </div>
  );
}
