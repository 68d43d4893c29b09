import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, Page } from './parts/page.tsx';

/** For an address that the console does not have. */
export function NotFoundPage() {
  return (
    <Page title="There is no such page">
      <EmptyState
        icon="search"
        title="Nothing lives at this address"
        actions={
          <ButtonLink href="/documents" look="primary">
            To the documents
          </ButtonLink>
        }
      >
        <p>The link may be old, or a letter went missing.</p>
      </EmptyState>
    </Page>
  );
}
