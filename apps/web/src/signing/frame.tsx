import type { ReactNode } from 'react';
import { useOnline } from '../ui/use-online.ts';
import { LanguagePicker } from './language.tsx';
import { useWords } from './words-context.ts';

/** The outer frame of every screen: the test banner, who sent the document, and the main part. */
export function Frame({
  sender,
  logo = null,
  isTest,
  reportUrl = null,
  keepsEntries = false,
  children,
}: {
  sender: string | null;
  /** The address of the sender's logo. */
  logo?: string | null;
  isTest: boolean;
  /** The page to report abuse; a link at the foot of the page. */
  reportUrl?: string | null;
  /** Whether what the person enters is kept on this device. */
  keepsEntries?: boolean;
  children: ReactNode;
}) {
  const words = useWords();
  const online = useOnline();
  return (
    <>
      <header>
        {isTest && <p className="test-banner">{words.testBanner}</p>}
        <div className="accent-line" />
        <div className="head">
          {sender !== null && (
            <p className="sender">
              {logo ? (
                <img className="sender-logo" src={logo} alt={sender} />
              ) : (
                <>
                  <span className="sender-mark" aria-hidden="true">
                    {[...sender.trim()][0]?.toUpperCase() ?? ''}
                  </span>
                  <span dir="auto">{sender}</span>
                </>
              )}
            </p>
          )}
          <LanguagePicker label={words.languageLabel} />
        </div>
        {!online && (
          <p className="offline-banner" role="status">
            {words.offline} {keepsEntries && words.offlineKept}
          </p>
        )}
      </header>
      {children}
      {reportUrl && (
        <footer className="page-foot">
          <a href={reportUrl}>{words.report.link}</a>
        </footer>
      )}
    </>
  );
}
