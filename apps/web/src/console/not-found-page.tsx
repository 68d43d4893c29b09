import { ButtonTo } from './parts/button-to.tsx';
import { EmptyState, Page } from './parts/page.tsx';

/** For an address that the console does not have. */
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

/** For a member at a page of managers. */
export function NotForYouPage() {
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
