/** One document: its pages with the values so far, who has to act, and its history. */
import { ApiError } from '@countersign/client/errors';
import type { DocumentOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { PageProps } from '../page-props.ts';
import { Badge } from '../parts/badge.tsx';
import { ButtonTo } from '../parts/button-to.tsx';
import { Menu, type MenuItem } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { printMoment } from '../parts/moments.ts';
import { Answer, EmptyState, Failure, Page } from '../parts/page.tsx';
import { usePolledQuery, usePolledTrail } from '../query.ts';
import { useClient, useIsAtLeast, useScope } from '../session.tsx';
import { documentStates } from '../words.ts';
import { DocumentFacts } from './document-facts.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { doneBy } from './event-sentence.ts';
import { History } from './history.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PdfWarnings } from './pdf-warnings.tsx';
import { ProgressCard } from './progress-card.tsx';
import { isUnderway } from './recipient-progress.ts';
import { RemindDialog } from './remind-dialog.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { VoidDialog } from './void-dialog.tsx';

/** Poll intervals of a document and its history while it is in progress, in milliseconds. */
const changingPollMs = 4000;
const trailPollMs = 10_000;

/** Until the document has ended and is sealed. */
const isInProgress = (document: { status: DocumentOut['status']; sealed?: boolean }): boolean =>
  isUnderway(document) || (document.status === 'completed' && !document.sealed);

/** The page of a document. Offers the other mode when the document does not exist in this one. */
export function DocumentPage({ params }: PageProps) {
  const id = params.id!;
  const { mode, chooseMode } = useScope();
  const [isChanging, setChanging] = useState(false);
  const query = usePolledQuery(isChanging ? changingPollMs : null, '/v1/documents/{doc_id}', {
    path: { doc_id: id },
  });
  const { data, error } = query;
  const changing = data !== undefined && isInProgress(data);
  if (changing !== isChanging) setChanging(changing);

  if (!data && error instanceof ApiError && error.status === 404) {
    const other = mode === 'live' ? 'test' : 'live';
    return (
      <Page title="Document not found" back={{ href: '/documents', label: 'Documents' }}>
        <EmptyState
          icon="search"
          title={`This document does not exist in ${mode} mode`}
          actions={<Button onClick={() => chooseMode(other)}>Look in {other} mode</Button>}
        >
          <p>It may belong to the other mode or to another workspace, or be visible to managers only.</p>
        </EmptyState>
      </Page>
    );
  }
  if (!data && error) return <Failure error={error} onRetry={query.reload} />;
  return (
    <Answer query={query} lines={8}>
      {(document) =>
        document.status === 'awaiting_upload' ? (
          <Page title={document.title || 'Untitled'} back={{ href: '/documents', label: 'Documents' }}>
            <EmptyState
              icon="upload"
              title="Upload not finished"
              actions={<ButtonTo href="/documents/new">Upload again</ButtonTo>}
            >
              <p>
                The PDF of this draft was not uploaded. The draft is deleted automatically, by default after a
                week.
              </p>
            </EmptyState>
          </Page>
        ) : (
          <DocumentView document={document} />
        )
      }
    </Answer>
  );
}

type Ask = 'remind' | 'void' | 'move' | 'erase' | null;

function DocumentView({ document }: { document: DocumentOut }) {
  const [ask, setAsk] = useState<Ask>(null);
  const [label, tone] = documentStates[document.status];
  const isErased = document.erased_at !== undefined;
  const title = isErased ? 'Erased document' : document.title;
  const trail = usePolledTrail(isInProgress(document) ? trailPollMs : null, document.id);
  const { reload } = trail;
  const status = `${document.status} ${document.sealed} ${document.erased_at}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status means a new event
  useEffect(() => void reload(), [status]);
  const recipients = isErased ? document.recipients.map(numbered) : document.recipients;

  return (
    <Page
      title={
        <>
          {visibleText(title)} <Badge tone={tone}>{label}</Badge>
        </>
      }
      documentTitle={title}
      back={{ href: '/documents', label: 'Documents' }}
      actions={<DocumentActions document={document} onAsk={setAsk} />}
    >
      <Notes document={document} />
      <div className="c-document">
        <div className="c-document-side">
          <ProgressCard
            document={document}
            events={trail.data ?? []}
            onRemind={() => setAsk('remind')}
            onVoid={() => setAsk('void')}
          />
          <DocumentFacts document={document} />
        </div>
        <DocumentViewer document={document} />
      </div>
      <History documentId={document.id} query={trail} recipients={recipients} />
      {ask === 'remind' && <RemindDialog documents={[document]} onClose={() => setAsk(null)} />}
      {ask === 'void' && <VoidDialog documents={[document]} onClose={() => setAsk(null)} />}
      {ask === 'move' && <MoveDialog documents={[document]} onClose={() => setAsk(null)} />}
      {ask === 'erase' && <EraseDialog document={document} onClose={() => setAsk(null)} />}
    </Page>
  );
}

/** The main action for the document's status, and a menu with the others. */
function DocumentActions({ document, onAsk }: { document: DocumentOut; onAsk: (ask: Ask) => void }) {
  const client = useClient();
  const duplicate = useDuplicate();
  const isManager = useIsAtLeast('manager');
  const isDraft = document.status === 'draft';
  const isErased = document.erased_at !== undefined;
  const items: MenuItem[] = [{ label: 'Move to folder…', icon: 'folder', onChoose: () => onAsk('move') }];
  if (!isErased)
    items.unshift({ label: 'Duplicate as draft', icon: 'copy', onChoose: () => duplicate(document.id) });
  if (isDraft || isUnderway(document))
    items.push({ label: 'Void…', icon: 'close', danger: true, onChoose: () => onAsk('void') });
  if (isManager && !isInProgress(document) && !isErased) {
    const label = isDraft ? 'Delete permanently…' : 'Erase personal data…';
    items.push({ label, icon: 'trash', danger: true, onChoose: () => onAsk('erase') });
  }
  const sealed = { path: { doc_id: document.id }, query: { version: 'sealed' as const } };
  return (
    <>
      {isDraft && (
        <ButtonTo look="primary" href={`/documents/${document.id}/prepare`}>
          <Icon name="edit" />
          Prepare and send
        </ButtonTo>
      )}
      {document.sealed && !isErased && (
        <ButtonLink look="primary" href={client.fileUrl('/v1/documents/{doc_id}/download', sealed)} download>
          <Icon name="download" />
          Download sealed PDF
        </ButtonLink>
      )}
      <Menu label="More actions" items={items} />
    </>
  );
}

/** Notes at the top about what is unusual: erased data, undelivered email, PDF warnings, a seal being made. */
function Notes({ document }: { document: DocumentOut }) {
  return (
    <>
      {document.erased_at && (
        <div className="c-note" role="note">
          <Icon name="shield" />
          <div>
            <strong>Personal data erased on {printMoment(document.erased_at)}.</strong> Its events still show
            what happened and when. The people who took part and the content are permanently gone.
            {!document.sealed_kept && ' The files were erased.'}
          </div>
        </div>
      )}
      {document.delivery_problem && (
        <div className="c-note c-note-bad" role="note">
          <Icon name="warning" />
          <div>
            <strong>An email could not be delivered.</strong> The history below shows the address. Change the
            recipient, or send a reminder once the mailbox works.
          </div>
        </div>
      )}
      <PdfWarnings warnings={document.warnings} />
      {document.status === 'completed' && !document.sealed && (
        <div className="c-note" role="status">
          <Icon name="clock" />
          <div>
            Everyone has {doneBy(document.recipients)}. The sealed PDF is being created; this page updates
            automatically.
          </div>
        </div>
      )}
    </>
  );
}

/** A recipient whose name was erased, named as on the card of recipients. */
function numbered(one: DocumentOut['recipients'][number], at: number) {
  return { ...one, name: `Person ${at + 1}` };
}
