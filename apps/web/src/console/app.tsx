/** The routes of the console: which page an address shows, and the role it needs. */
import { isAtLeast, type Role } from '@countersign/contract/roles';
import { type ComponentType, Suspense, useEffect, useMemo } from 'react';
import { lazyPage } from './lazy-page.ts';
import type { PageProps } from './page-props.ts';
import { Failure, Loading } from './parts/page.tsx';
import { PageBoundary } from './recovery.tsx';
import { matchPath, safeAddress, useRouter } from './router.tsx';
import { ScopeProvider, SessionProvider, useScope, useSessionStore } from './session.tsx';
import { Shell } from './shell.tsx';
import { MagicLinkPage, NoWorkspacePage, Outside, SignInPage } from './sign-in.tsx';

type Loader = () => Promise<ComponentType<PageProps>>;

/** `minimumRole` is given where members have no access. */
const pages: ReadonlyArray<readonly [pattern: string, load: Loader, minimumRole?: Role]> = [
  ['/documents', async () => (await import('./documents/list-page.tsx')).DocumentListPage],
  ['/documents/new', async () => (await import('./documents/new-page.tsx')).NewDocumentPage],
  ['/documents/:id', async () => (await import('./documents/document-page.tsx')).DocumentPage],
  ['/documents/:id/prepare', async () => (await import('./prepare/prepare-page.tsx')).PrepareDocumentPage],
  ['/templates', async () => (await import('./templates/list-page.tsx')).TemplateListPage],
  ['/templates/new', async () => (await import('./templates/new-page.tsx')).NewTemplatePage, 'manager'],
  [
    '/templates/:id/edit',
    async () => (await import('./prepare/prepare-page.tsx')).PrepareTemplatePage,
    'manager',
  ],
  ['/templates/:id/use', async () => (await import('./templates/use-page.tsx')).UseTemplatePage],
  [
    '/templates/:id/versions',
    async () => (await import('./templates/versions-page.tsx')).TemplateVersionsPage,
    'manager',
  ],
  [
    '/templates/:id/links',
    async () => (await import('./templates/links-page.tsx')).DirectLinksPage,
    'manager',
  ],
  ['/bulk-sends', async () => (await import('./bulk/list-page.tsx')).BulkSendListPage, 'manager'],
  ['/bulk-sends/new', async () => (await import('./bulk/new-page.tsx')).NewBulkSendPage, 'manager'],
  ['/bulk-sends/:id', async () => (await import('./bulk/bulk-send-page.tsx')).BulkSendPage, 'manager'],
  ['/webhooks', async () => (await import('./webhooks/list-page.tsx')).WebhookListPage, 'manager'],
  ['/webhooks/:id', async () => (await import('./webhooks/webhook-page.tsx')).WebhookPage, 'manager'],
  ['/keys', async () => (await import('./keys-page.tsx')).KeysPage, 'manager'],
  ['/requests', async () => (await import('./requests-page.tsx')).RequestsPage, 'manager'],
  ['/admin-log', async () => (await import('./admin-log-page.tsx')).AdminLogPage, 'manager'],
  ['/usage', async () => (await import('./usage-page.tsx')).UsagePage],
  ['/members', async () => (await import('./members-page.tsx')).MembersPage],
  ['/settings', async () => (await import('./settings-page.tsx')).SettingsPage],
  ['/operator', async () => (await import('./operator-page.tsx')).OperatorPage],
];
const routes = pages.map(([pattern, load, minimumRole = 'member']) => ({
  pattern,
  minimumRole,
  Page: lazyPage(load),
}));
const DevicePage = lazyPage(async () => (await import('./device-page.tsx')).DevicePage);
const InvitationPage = lazyPage(async () => (await import('./invitation-page.tsx')).InvitationPage);
const CallbackPage = lazyPage(async () => (await import('./single-sign-on-pages.tsx')).CallbackPage);
const SingleSignOnRequiredPage = lazyPage(
  async () => (await import('./single-sign-on-pages.tsx')).SingleSignOnRequiredPage,
);
const NoAccessPage = lazyPage(async () => (await import('./not-found-page.tsx')).NoAccessPage);
const NotFoundPage = lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage);

/** The whole console. */
export function App() {
  return (
    <SessionProvider>
      <Entrance />
    </SessionProvider>
  );
}

/** Shows the sign-in pages to people who are not signed in, and the console to everyone else. */
function Entrance() {
  const { path, query, go } = useRouter();
  const { state, reload } = useSessionStore();
  const token = matchPath('/sign-in/:token', path)?.token;
  const invitation = matchPath('/invitation/:token', path)?.token;
  const isSignIn = path === '/sign-in';

  useEffect(() => {
    if (state.status !== 'in' || (path !== '/' && !isSignIn)) return;
    go(safeAddress(query.get('to')) ?? '/documents', { replace: true });
  }, [state.status, path, isSignIn, query, go]);

  if (path === '/sign-in/callback')
    return (
      <Suspense fallback={<Outside title="Signing in…">{<Loading />}</Outside>}>
        <CallbackPage />
      </Suspense>
    );
  if (token) return <MagicLinkPage token={token} />;
  if (invitation)
    return (
      <Suspense fallback={<Outside title="Invitation">{<Loading />}</Outside>}>
        <InvitationPage token={invitation} />
      </Suspense>
    );
  if (state.status === 'asking') return <div className="c-splash">{<Loading lines={3} />}</div>;
  if (state.status === 'failed')
    return (
      <Outside title="Countersign">
        <Failure error={state.error} onRetry={() => void reload()} />
      </Outside>
    );
  if (state.status === 'out')
    return <SignInPage wanted={isSignIn ? (query.get('to') ?? '') : wantedOf(path)} />;
  if (state.session.workspaces.length === 0) return <NoWorkspacePage session={state.session} />;
  return (
    <ScopeProvider session={state.session}>
      <Entered path={path} />
    </ScopeProvider>
  );
}

/** The console, unless the workspace requires single sign-on and the session began in another way. */
function Entered({ path }: { path: string }) {
  const { session, workspace } = useScope();
  if (workspace.requires_single_sign_on && session.signed_in_by !== 'single_sign_on')
    return (
      <Suspense fallback={<Outside title="Single sign-on required">{<Loading />}</Outside>}>
        <SingleSignOnRequiredPage />
      </Suspense>
    );
  if (path !== '/device') return <Inside />;
  return (
    <Suspense fallback={<Outside title="Approve a device">{<Loading />}</Outside>}>
      <DevicePage />
    </Suspense>
  );
}

const wantedOf = (path: string): string => (path === '/' ? '' : `${path}${location.search}`);

function Inside() {
  const { path } = useRouter();
  const { workspace, client } = useScope();
  const found = useMemo(() => {
    for (const { pattern, Page, minimumRole } of routes) {
      const params = matchPath(pattern, path);
      if (params) return { Page, params, minimumRole };
    }
    return null;
  }, [path]);
  // Another workspace or mode starts the page again, so that nothing entered or selected in one reaches the other.
  const key = `${client.scope} ${path}`;
  const isStage = /\/(?:prepare|edit)$/.test(path);
  if (path === '/' || path === '/sign-in') return <div className="c-splash" />;
  return (
    <Shell isStage={isStage && found !== null}>
      <PageBoundary address={key}>
        <Suspense fallback={<Loading />}>
          {!found ? (
            <NotFoundPage />
          ) : isAtLeast(workspace.role, found.minimumRole) ? (
            <found.Page key={key} params={found.params} />
          ) : (
            <NoAccessPage />
          )}
        </Suspense>
      </PageBoundary>
    </Shell>
  );
}
