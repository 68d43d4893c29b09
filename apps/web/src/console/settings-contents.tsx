import { useEffect, useRef, useState } from 'react';

const headingsOf = (page: Element) => [...page.querySelectorAll<HTMLElement>('.c-card h2')];

/** A table of contents: a list of the page's cards, each item leads to its card. Shown where the window has room for it. */
export function SettingsContents() {
  const nav = useRef<HTMLElement>(null);
  const [titles, setTitles] = useState<readonly string[]>([]);
  useEffect(() => {
    const page = nav.current!.parentElement!;
    const read = () => {
      const now = headingsOf(page).map(({ textContent }) => textContent);
      setTitles((before) => (before.join('\n') === now.join('\n') ? before : now));
    };
    read();
    // Cards appear when their data has arrived.
    const observer = new MutationObserver(read);
    observer.observe(page, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const goTo = (index: number) => {
    const heading = headingsOf(nav.current!.parentElement!)[index];
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  };
  return (
    <nav ref={nav} className="c-contents" aria-label="On this page">
      <ul>
        {titles.map((title, index) => (
          <li key={title}>
            <button type="button" onClick={() => goTo(index)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
