/** Parts of every page: heading, cards, and the states empty, loading and failed. */
import { visibleText } from '@countersign/contract/visible-text';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { errorWords, isProblem } from '../problem-error.ts';
import type { Query } from '../query.ts';
import { Link } from '../router.tsx';
import { Icon, type IconName } from './icon.tsx';

/** A page with its title. The title takes the focus when the page opens, unless a menu or dialog is open. */
export function Page({
  title,
  documentTitle,
  back,
  lead,
  actions,
  children,
  className = '',
}: {
  title: ReactNode;
  /** The window's title, when `title` is not plain text. */
  documentTitle?: string;
  back?: { href: string; label: string };
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const name = documentTitle ?? (typeof title === 'string' ? title : '');
  useEffect(() => {
    if (name) document.title = `${visibleText(name)} · Countersign`;
  }, [name]);
  useEffect(() => {
    // A menu or dialog that was opened while the page was loading keeps the focus, and so does an input that took it.
    if (!document.activeElement?.closest('[role=menu], [role=dialog], dialog, input'))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={`c-page ${className}`}>
      <div className="c-page-head">
        <div className="c-page-title">
          {back && (
            <Link href={back.href} className="c-back">
              <Icon name="back" />
              {back.label}
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {typeof title === 'string' ? <bdi>{visibleText(title)}</bdi> : title}
          </h1>
          {lead && <p className="c-lead">{lead}</p>}
        </div>
        {actions && <div className="c-actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** A section of a page with its own heading. */
export function Card({
  title,
  hint,
  actions,
  children,
  className = '',
}: {
  title?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={`c-card ${className}`}>
      {(title || actions) && (
        <div className="c-card-head">
          <div>
            {title && <h2>{title}</h2>}
            {hint && <p className="hint">{hint}</p>}
          </div>
          {actions && <div className="c-actions">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** Explains an empty list: what it will contain and how to start. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="c-empty">
      <span className="c-empty-mark">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children}
      {actions && <div className="button-row">{actions}</div>}
    </div>
  );
}

/** Grey lines while an answer is loading. */
export function Loading({ label = 'Loading…', lines = 4 }: { label?: string; lines?: number }) {
  return (
    <div className="c-loading" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are the same
        <span key={index} className="c-loading-line" aria-hidden="true" />
      ))}
    </div>
  );
}

/** What failed, with a button to try again. If something was not found, there is no such button. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (isProblem(error, 'not-found'))
    return (
      <EmptyState
        icon="search"
        title="Not found"
        actions={
          <Link href="/documents" className="button button-secondary">
            Go to documents
          </Link>
        }
      >
        <p>It does not exist, or it belongs to another workspace or mode.</p>
      </EmptyState>
    );
  return (
    <div className="c-failure" role="alert">
      <Icon name="warning" />
      <div>
        <h2>This could not be loaded</h2>
        <p>{errorWords(error)}</p>
        {onRetry && (
          <Button onClick={onRetry} look="secondary">
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shows an answer, or its loading or failed state. */
export function Answer<T>({
  query,
  lines,
  children,
}: {
  query: Query<T>;
  lines?: number;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} onRetry={query.reload} />;
  return <Loading lines={lines} />;
}

/** One sentence about why the person's action failed. Screen readers announce it. */
export function Fault({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p className="c-fault" role="alert">
      <Icon name="warning" />
      <span>{errorWords(error)}</span>
    </p>
  );
}
