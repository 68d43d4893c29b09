import type { SigningOut } from '@countersign/client/generated/api';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { DocumentPages, type PageBox } from './pages/document-pages.tsx';
import type { RemoteFile } from './pages/fetch-part.ts';
import type { PageSize } from './use-page-size.ts';
import { useWords } from './words-context.ts';

const zoomLevels = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** The pages with their fields, and the zoom buttons. */
export function DocumentView({
  size,
  content,
  shown,
  onShown,
  renderOver,
}: {
  size: PageSize;
  content: RemoteFile;
  shown: SigningOut['document'];
  /** Called when the PDF was opened. */
  onShown: () => void;
  renderOver: (page: PageBox) => ReactNode;
}) {
  const words = useWords();
  const { zoom, setZoom } = size;
  const smaller = zoomLevels.findLast((level) => level < zoom);
  const larger = zoomLevels.find((level) => level > zoom);
  return (
    <section aria-label={words.pages.label}>
      <fieldset className="zoom">
        <legend className="visually-hidden">{words.viewGroup}</legend>
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
