import type { SigningOut } from '@countersign/client/generated/api';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DownloadLink } from '../download-link.tsx';
import { useWords } from '../words-context.ts';
import type { RemoteFile } from './fetch-part.ts';
import { PageView } from './page-view.tsx';
import { openPdf, type PdfSource } from './pdf-source.ts';
import type { TextPlace } from './text-places.ts';
import { usePrintedPages } from './use-printed-pages.ts';

export interface PageBox {
  number: number;
  /** CSS pixels. */
  width: number;
  height: number;
  /** CSS pixels per point of the page. */
  scale: number;
}

/** All pages of the document at one width; `onShown` is called once the PDF has been read. */
export function DocumentPages({
  content,
  pages,
  width,
  watermark,
  onShown,
  renderOver,
}: {
  content: RemoteFile;
  pages: NonNullable<SigningOut['document']['pages']>;
  width: number;
  watermark: string | null;
  onShown: () => void;
  renderOver: (box: PageBox, texts: readonly TextPlace[]) => ReactNode;
}) {
  const words = useWords();
  const [source, setSource] = useState<PdfSource | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const printed = usePrintedPages(source, pages.length);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attempt` triggers another try
  useEffect(() => {
    const abort = new AbortController();
    setFailed(false);
    const fail = (error: unknown) => {
      if (abort.signal.aborted) return;
      abort.abort();
      console.error('the document cannot be opened', error);
      setSource(null);
      setFailed(true);
    };
    openPdf(content, abort.signal, fail).then((opened) => {
      if (abort.signal.aborted) return;
      setSource(opened);
      onShown();
    }, fail);
    return () => {
      abort.abort();
      setSource(null);
    };
  }, [content, attempt, onShown]);

  return (
    <>
      {printed.preparing !== null && (
        <p className="print-progress" role="status" dir={words.direction}>
          {words.pages.preparingPrint(printed.preparing, pages.length)}
        </p>
      )}
      {failed && (
        <div className="notice-card" role="alert" dir={words.direction}>
          <h2>{words.pages.failed}</h2>
          <p>{words.pages.failedHint}</p>
          <div className="button-row">
            <DownloadLink file={content} look="secondary">
              {words.downloadTitle}
            </DownloadLink>
            <Button look="primary" onClick={() => setAttempt(attempt + 1)}>
              {words.tryAgain}
            </Button>
          </div>
        </div>
      )}
      {width > 0 &&
        pages.map((size, index) => {
          const box: PageBox = {
            number: index + 1,
            width,
            height: (width * size.height) / size.width,
            scale: width / size.width,
          };
          return (
            <PageView
              // biome-ignore lint/suspicious/noArrayIndexKey: pages have no id other than their number
              key={index}
              source={source}
              number={box.number}
              total={pages.length}
              width={width}
              aspect={size.height / size.width}
              watermark={watermark}
              printedImage={printed.images.get(box.number)}
            >
              {(texts) => renderOver(box, texts)}
            </PageView>
          );
        })}
    </>
  );
}
