import type { FieldOut, SigningOut } from '@countersign/client/generated/api';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FieldMarkers } from './field-markers.tsx';
import { DocumentPages, type PageBox } from './pages/document-pages.tsx';
import type { RemoteFile } from './pages/fetch-part.ts';
import type { TextPlace } from './pages/text-places.ts';
import { useCurrentPage } from './use-current-page.ts';
import type { PageSize } from './use-page-size.ts';
import { useWords } from './words-context.ts';

const zoomLevels = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** The pages with their fields. Above them are the zoom buttons and, if there are several pages, a list to go to another page. */
export function DocumentView({
  size,
  content,
  shown,
  waiting,
  onShown,
  onGoTo,
  renderOver,
}: {
  size: PageSize;
  content: RemoteFile;
  shown: SigningOut['document'];
  /** The fields that are still to be filled in. */
  waiting: readonly FieldOut[];
  /** Called when the PDF was opened. */
  onShown: () => void;
  /** Scrolls to a field and moves the focus there. */
  onGoTo: (field: FieldOut) => void;
  renderOver: (page: PageBox, texts: readonly TextPlace[]) => ReactNode;
}) {
  const words = useWords();
  const { zoom, setZoom } = size;
  const smaller = zoomLevels.findLast((level) => level < zoom);
  const larger = zoomLevels.find((level) => level > zoom);
  const total = shown.pages?.length ?? 0;
  const current = useCurrentPage(size.hostRef, total, size.pageWidth);
  const optionFor = (page: number) => {
    const count = waiting.filter((field) => field.page === page).length;
    const text = words.pages.page(page, total);
    return count === 0 ? text : `${text} · ${words.pages.left(count)}`;
  };
  const jump = (page: number) =>
    size.hostRef.current?.querySelectorAll('.page')[page - 1]?.scrollIntoView({ block: 'start' });
  return (
    <section aria-label={words.pages.label}>
      <fieldset className="zoom">
        <legend className="visually-hidden">{words.viewGroup}</legend>
        {total > 1 && (
          <select
            className="page-jump"
            aria-label={words.pages.jump}
            value={current}
            onChange={(event) => jump(Number(event.currentTarget.value))}
          >
            {Array.from({ length: total }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pages have no id other than their number
              <option key={index} value={index + 1}>
                {optionFor(index + 1)}
              </option>
            ))}
          </select>
        )}
        <Button
          look="quiet"
          aria-label={words.zoomOut}
          disabled={smaller === undefined}
          onClick={() => setZoom(smaller!)}
        >
          −
        </Button>
        <output>{words.zoomLevel(Math.round(zoom * 100))}</output>
        <Button
          look="quiet"
          aria-label={words.zoomIn}
          disabled={larger === undefined}
          onClick={() => setZoom(larger!)}
        >
          +
        </Button>
      </fieldset>
      <FieldMarkers waiting={waiting} total={total} onGoTo={onGoTo} />
      <div ref={size.roomRef} className="pages-width" />
      <div
        ref={size.hostRef}
        className={size.isNarrow ? 'pages pages-narrow' : 'pages'}
        {...(zoom > 1 && { tabIndex: 0, role: 'group', 'aria-label': words.pages.label })}
      >
        <DocumentPages
          content={content}
          pages={shown.pages ?? []}
          width={size.pageWidth}
          watermark={shown.mode === 'test' ? words.testWatermark : null}
          onShown={onShown}
          renderOver={renderOver}
        />
      </div>
    </section>
  );
}
