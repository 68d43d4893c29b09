/** One document: its recipients, files and events. */
import { ApiError } from '@countersign/client/errors';
import type { DocumentOut } from '@countersign/client/generated/api';
import { Fragment, useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import type { PageProps } from '../page-props.ts';
import { Badge } from '../parts/badge.tsx';
import { ButtonTo } from '../parts/button-to.tsx';
import { Menu } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { printMoment, printSize } from '../parts/moments.ts';
import { Answer, Card, EmptyState, Failure, Page } from '../parts/page.tsx';
import { useInvalidate, usePolledQuery } from '../query.ts';
import { useClient, useIsAtLeast, useScope } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { documentStates } from '../words.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PdfWarnings } from './pdf-warnings.tsx';
import { RecipientCards } from './recipient-cards.tsx';
import { Timeline } from './timeline.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { useFolders } from './use-folders.ts';

const openStates = new Set(['sent', 'partially_signed']);
/** Poll interval while a document is in progress, in milliseconds. */
const changingPollMs = 4000;

/** The page of a document. Offers the other mode when the document does not exist in this one. */
export function DocumentPage({ params }: PageProps) {
  const id = params.id!;
  const { mode, chooseMode } = useScope();
  const [isChanging, setChanging] = useState(false);
  const query = usePolledQuery(isChanging ? changingPollMs : null, '/v1/documents/{doc_id}', {
    path: { doc_id: id },
  });
  const { data, error } = query;
  const changing =
    data !== undefined && (openStates.has(data.status) || (data.status === 'completed' && !data.sealed));
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
              <p>The PDF of this draft was not uploaded. The draft is deleted automatically after a week.</p>
            </EmptyState>
          </Page>
        ) : (
          <DocumentView document={document} />
        )
      }
    </Answer>
  );
}

type Ask = 'resend' | 'void' | 'move' | 'erase' | null;

function DocumentView({ document }: { document: DocumentOut }) {
  const client = useClient();
  const duplicate = useDuplicate();
  const [ask, setAsk] = useState<Ask>(null);
  const [label, tone] = documentStates[document.status];
  const isOpen = openStates.has(document.status);
  const isDraft = document.status === 'draft';
  const isManager = useIsAtLeast('manager');
  const { erased_at: erasedAt } = document;
  const isErasable = isManager && !isOpen && (document.status !== 'completed' || document.sealed);
  const title = erasedAt ? 'Erased document' : document.title;
  const file = (version: 'original' | 'sealed' | 'certificate') =>
    client.fileUrl('/v1/documents/{doc_id}/download', { path: { doc_id: document.id }, query: { version } });

  return (
    <Page
      title={
        <>
          {title} <Badge tone={tone}>{label}</Badge>
        </>
      }
      documentTitle={title}
      back={{ href: '/documents', label: 'Documents' }}
      actions={
        <>
          {isDraft && (
            <ButtonTo look="primary" href={`/documents/${document.id}/prepare`}>
              <Icon name="edit" />
              Prepare and send
            </ButtonTo>
          )}
          {document.sealed && !erasedAt && (
            <ButtonLink look="primary" href={file('sealed')} download>
              <Icon name="download" />
              Sealed PDF
            </ButtonLink>
          )}
          {isOpen && (
            <Button onClick={() => setAsk('resend')}>
              <Icon name="send" />
              Resend
            </Button>
          )}
          <Menu
            label="More actions"
            items={[
              ...(erasedAt
                ? []
                : [
                    {
                      label: 'Duplicate as draft',
                      icon: 'copy' as const,
                      onChoose: () => duplicate(document.id),
                    },
                  ]),
              { label: 'Move to folder…', icon: 'folder', onChoose: () => setAsk('move') },
              ...(isOpen || isDraft
                ? [{ label: 'Void…', icon: 'close' as const, danger: true, onChoose: () => setAsk('void') }]
                : []),
              ...(isErasable && !erasedAt
                ? [
                    {
                      label: isDraft ? 'Delete permanently…' : 'Erase personal data…',
                      icon: 'trash' as const,
                      danger: true,
                      onChoose: () => setAsk('erase'),
                    },
                  ]
                : []),
            ]}
          />
        </>
      }
    >
      {erasedAt && (
        <div className="c-note" role="note">
          <Icon name="shield" />
          <div>
            <strong>Personal data erased on {printMoment(erasedAt)}.</strong> Its events still show what
            happened and when. The people who took part and the content are permanently gone.
          </div>
        </div>
      )}
      {document.delivery_problem && (
        <div className="c-note c-note-bad" role="note">
          <Icon name="warning" />
          <div>
            <strong>An email could not be delivered.</strong> The events below show the address. Void this
            document and send a duplicate to the correct address, or resend it once the mailbox works.
          </div>
        </div>
      )}
      <PdfWarnings warnings={document.warnings} />
      {document.status === 'completed' && !document.sealed && (
        <div className="c-note" role="status">
          <Icon name="clock" />
          <div>Everyone has signed. The sealed PDF is being created; this page updates automatically.</div>
        </div>
      )}
      <div className="c-columns">
        <div>
          <Card title="Recipients">
            <RecipientCards document={document} />
          </Card>
          <Timeline
            documentId={document.id}
            status={`${document.status} ${document.sealed} ${erasedAt}`}
            recipients={erasedAt ? document.recipients.map(numbered) : document.recipients}
          />
        </div>
        <div>
          <Card title="Files">
            <ul className="c-files">
              {!erasedAt && (
                <FileLine href={file('original')} name="Original" hint={printSize(document.size_bytes)} />
              )}
              {erasedAt && !document.sealed_kept ? (
                <li className="hint">The files were erased.</li>
              ) : document.sealed ? (
                <>
                  <FileLine
                    href={file('sealed')}
                    name="Sealed PDF"
                    hint={document.seal_profile ?? 'with certificate'}
                  />
                  <FileLine href={file('certificate')} name="Certificate" hint="of completion" />
                </>
              ) : (
                <li className="hint">
                  {isDraft || isOpen || document.status === 'completed'
                    ? 'The sealed PDF and its certificate are available once everyone has signed.'
                    : 'There is no sealed PDF, because the document ended before everyone had signed.'}
                </li>
              )}
            </ul>
          </Card>
          <Facts document={document} />
        </div>
      </div>
      {ask === 'resend' && <ResendDialog document={document} onClose={() => setAsk(null)} />}
      {ask === 'void' && <VoidDialog document={document} onClose={() => setAsk(null)} />}
      {ask === 'move' && <MoveDialog document={document} onClose={() => setAsk(null)} />}
      {ask === 'erase' && <EraseDialog document={document} onClose={() => setAsk(null)} />}
    </Page>
  );
}

/** A recipient whose name was erased, named as on the recipient cards. */
function numbered(one: DocumentOut['recipients'][number], at: number) {
  return { ...one, name: `Person ${at + 1}` };
}

function FileLine({ href, name, hint }: { href: string; name: string; hint: string }) {
  return (
    <li>
      <Icon name="documents" />
      <span>
        {name} <span className="hint">{hint}</span>
      </span>
      <ButtonLink href={href} download aria-label={`Download: ${name}`}>
        <Icon name="download" />
      </ButtonLink>
    </li>
  );
}

function Facts({ document }: { document: DocumentOut }) {
  const folder = useFolders().find(({ id }) => id === document.folder_id);
  const reminders = document.reminder_cadence_days;
  return (
    <Card title="Details">
      <dl className="c-facts">
        <dt>Created</dt>
        <dd>{printMoment(document.created_at)}</dd>
        <dt>Sent</dt>
        <dd>{printMoment(document.sent_at)}</dd>
        <dt>Completed</dt>
        <dd>{printMoment(document.completed_at)}</dd>
        <dt>Expires</dt>
        <dd>{document.expires_at ? printMoment(document.expires_at) : 'Never'}</dd>
        <dt>Reminders</dt>
        <dd>{reminders ? `Every ${reminders === 1 ? 'day' : `${reminders} days`}` : 'None'}</dd>
        <dt>Visible to</dt>
        <dd>{document.visibility === 'managers' ? 'Owners and managers' : 'Everyone in the workspace'}</dd>
        <dt>Folder</dt>
        <dd>{folder?.name ?? 'None'}</dd>
        <dt>ID</dt>
        <dd className="c-mono">{document.id}</dd>
        {document.external_id && (
          <>
            <dt>External ID</dt>
            <dd className="c-mono">{document.external_id}</dd>
          </>
        )}
        {Object.entries(document.metadata ?? {}).map(([key, value]) => (
          <Fragment key={key}>
            <dt>
              <bdi>{key}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ))}
        <dt>SHA-256 of the original</dt>
        <dd className="c-mono">{document.original_sha256}</dd>
      </dl>
    </Card>
  );
}

function ResendDialog({ document, onClose }: { document: DocumentOut; onClose: () => void }) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [message, setMessage] = useState(document.message ?? '');
  const send = async () => {
    await client.post('/v1/documents/{doc_id}/send', {
      params: { path: { doc_id: document.id } },
      body: { message: message.trim() || null },
    });
    invalidate('/v1/documents');
    say('Resent');
  };
  return (
    <FormDialog title="Resend" action="Resend" onSubmit={send} onClose={onClose}>
      <p>
        Recipients whose turn it is and who have not finished receive the email again, with the same link.
      </p>
      <TextArea
        label="Message (optional)"
        maxLength={5000}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function VoidDialog({ document, onClose }: { document: DocumentOut; onClose: () => void }) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [reason, setReason] = useState('');
  const voidIt = async () => {
    await client.post('/v1/documents/{doc_id}/void', {
      params: { path: { doc_id: document.id } },
      body: { reason: reason.trim() },
    });
    invalidate('/v1/documents');
    say('Voided');
  };
  return (
    <FormDialog
      title={`Void “${document.title}”?`}
      action="Void the document"
      danger
      disabled={reason.trim() === ''}
      onSubmit={voidIt}
      onClose={onClose}
    >
      <p>
        Signing links stop working. Recipients who received one get an email with the reason. This cannot be
        undone.
      </p>
      <TextArea
        label="Reason"
        required
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
