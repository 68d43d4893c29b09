import { ButtonTo } from './parts/button-to.tsx';
import { EmptyState, Page } from './parts/page.tsx';

/** Shown at an address that has no page. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon="search"
        title="There is no page at this address"
        actions={
          <ButtonTo href="/documents" look="primary">
            Go to documents
          </ButtonTo>
        }
      >
        <p>The link may be outdated or mistyped.</p>
      </EmptyState>
    </Page>
  );
}

/** Shown to members at a page for managers. */
export function NoAccessPage() {
  return (
    <Page title="No access">
      <EmptyState
        icon="shield"
        title="Only managers can open this page"
        actions={
          <ButtonTo href="/members" look="primary">
            Show members
          </ButtonTo>
        }
      >
        <p>You are a member of this workspace. Ask an owner to change your role.</p>
      </EmptyState>
    </Page>
  );
}
