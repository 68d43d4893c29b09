import { type ReactNode, useEffect, useRef } from 'react';

type Tone = 'good' | 'waiting' | 'bad' | 'plain';

const signs: Record<Tone, ReactNode> = {
  good: <path d="M10 21.5 17.5 29 31 13.5" />,
  waiting: <path d="M20 11v10l6.5 4" />,
  bad: <path d="M13.5 13.500l13 13m0-13l-13 13" />,
  plain: <path d="M20 18v11m0-17.500v.2" />,
};

/** A screen with one message: what happened and what to do next. The heading takes the focus. */
export function Notice({
  tone,
  heading,
  title,
  children,
}: {
  tone: Tone;
  heading: string;
  /** The document's title, above the heading. */
  title: string | null;
  children: ReactNode;
}) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return (
    <main className="notice">
      <div className="notice-card">
        <svg className={`notice-sign notice-${tone}`} viewBox="0 0 40 40" aria-hidden="true">
          <circle cx="20" cy="20" r="18" />
          {signs[tone]}
        </svg>
        {title && (
          <p className="notice-title" dir="auto">
            {title}
          </p>
        )}
        <h1 ref={ref} tabIndex={-1}>
          {heading}
        </h1>
        {children}
      </div>
    </main>
  );
}
