import { ButtonTo } from './parts/button-to.tsx';
import { EmptyState, Page } from './parts/page.tsx';

/** For an address that the console does not have. */
export function NotFoundPage() {
  return (
    <Page title="There is no such page">
      <EmptyState
        icon="search"
        title="Nothing lives at this address"
        actions={
          <ButtonTo href="/documents" look="primary">
            To the documents
          </ButtonTo>
        }
      >
        <p>The link may be old, or a letter went missing.</p>
      </EmptyState>
    </Page>
  );
}

/** For a member at a page of managers. */
export function NotForYouPage() {
  return (
    <Page title="For managers">
      <EmptyState
        icon="shield"
        title="This takes another role"
        actions={
          <ButtonTo href="/members" look="primary">
            Who is who
          </ButtonTo>
        }
      >
        <p>
          You are a member of this workspace. Owners and managers work here; an owner can change your role.
        </p>
      </EmptyState>
    </Page>
  );
}
