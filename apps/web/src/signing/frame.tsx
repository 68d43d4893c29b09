import type { ReactNode } from 'react';
import { useWords } from './words-context.ts';

/** The outer frame of every screen: the test banner, who sent the document, and the main part. */
export function Frame({
  sender,
  isTest,
  children,
}: {
  sender: string | null;
  isTest: boolean;
  children: ReactNode;
}) {
  const words = useWords();
  return (
    <>
      <header>
        {isTest && <p className="test-banner">{words.testBanner}</p>}
        <div className="accent-line" />
        {sender !== null && (
          <p className="sender">
            <span className="sender-mark" aria-hidden="true">
              {[...sender.trim()][0]?.toUpperCase() ?? ''}
            </span>
            <span>{sender}</span>
          </p>
        )}
      </header>
      {children}
    </>
  );
}
