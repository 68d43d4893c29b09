/** Error boundaries: a page that fails says so and can be tried again; the rest of the console stays usable. */
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { Button } from '../ui/button.tsx';
import { MissingScriptError, reloadOnce } from './lazy-page.ts';
import { Icon } from './parts/icon.tsx';
import { Failure, Loading } from './parts/page.tsx';
import { onReturn, probeService, useIsUnreachable } from './reachability.ts';

/** Catches errors of one page. Another `address` starts again. */
export function PageBoundary({ address, children }: { address: string; children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={PageFallback} resetKeys={[address]}>
      {children}
    </ErrorBoundary>
  );
}

/** Catches what no page boundary has caught. */
export function AppBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary FallbackComponent={AppFallback}>{children}</ErrorBoundary>;
}

function PageFallback({ error, resetErrorBoundary }: FallbackProps) {
  if (error instanceof MissingScriptError) return <MissingScript />;
  return <Failure error={new Error('This page has failed. Try again.')} onRetry={resetErrorBoundary} />;
}

function AppFallback({ error }: FallbackProps) {
  return (
    <main className="c-outside">
      {error instanceof MissingScriptError ? (
        <MissingScript />
      ) : (
        <Failure error={new Error('The console has failed.')} onRetry={() => location.reload()} />
      )}
    </main>
  );
}

/**
 * Reloads the page when the service answers. If it was reloaded a moment ago, offers a button instead. Trying the script again is not
 * enough, because browsers may remember that it failed.
 */
function MissingScript() {
  const isUnreachable = useIsUnreachable();
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    let isShown = true;
    // A late answer from before the outage also counts as a return, so probe first: a reload during the outage leaves a blank page.
    const stop = onReturn(async () => {
      if (await probeService()) location.reload();
    });
    void probeService().then((reachable) => {
      if (isShown && reachable && !reloadOnce()) setOutdated(true);
    });
    return () => {
      isShown = false;
      stop();
    };
  }, []);
  if (isOutdated)
    return (
      <div className="c-note" role="status">
        <Icon name="refresh" />
        <div>
          <strong>New version available.</strong> Reload to continue.{' '}
          <Button onClick={() => location.reload()}>Reload</Button>
        </div>
      </div>
    );
  return (
    <>
      {isUnreachable && (
        <p className="c-note" role="status">
          <Icon name="clock" />
          <span>This page opens as soon as the service answers.</span>
        </p>
      )}
      <Loading />
    </>
  );
}
