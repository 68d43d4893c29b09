/** The page of a preparation URL: starts the session, shows the editor of its draft, and reports events to the application around it. */
import { createCalls } from '@countersign/client/calls';
import { ApiError, UnreachableError } from '@countersign/client/errors';
import type { StartedPreparationOut } from '@countersign/client/generated/api';
import { underwayStatuses } from '@countersign/contract/enumerations';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { createHost, type Host } from '../../signing/host.ts';
import { Button } from '../../ui/button.tsx';
import { type Client, createPreparationClient } from '../client.ts';
import { isNarrow, PdfWarnings } from '../documents/pdf-warnings.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Draft } from '../prepare/draft.ts';
import { draftOfDocument, fieldSpecs, recipientSpecs } from '../prepare/draft-state.ts';
import { useOnce, Waiting, WithPages } from '../prepare/prepare-page.tsx';
import { SendDialog } from '../prepare/send-dialog.tsx';
import type { DraftEditor } from '../prepare/use-draft-editor.ts';
import { CallerProvider, useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';

type Start =
  | { kind: 'starting' }
  | { kind: 'started'; client: Client; session: StartedPreparationOut }
  | { kind: 'ended' }
  | { kind: 'unreachable' };

/** The token is exchanged once per page load, even if React runs effects twice. */
let starting: Promise<StartedPreparationOut> | null = null;

/** Exchanges the token of the URL for a session, which stays in memory, and shows the editor. */
export function PreparationPage({ urlToken }: { urlToken: string }) {
  const [host] = useState(() => createHost(window));
  const [start, setStart] = useState<Start>({ kind: 'starting' });
  useEffect(() => host.listen(), [host]);

  const begin = useCallback(async () => {
    starting ??= startPreparation(urlToken);
    try {
      const session = await starting;
      host.allow(session.origins);
      const client = createPreparationClient(session.session, () =>
        host.report({ type: 'expired', reason: 'ended' }),
      );
      setStart({ kind: 'started', client, session });
    } catch (error) {
      starting = null;
      if (error instanceof ApiError && Array.isArray(error.members.origins))
        host.allow(error.members.origins as string[]);
      if (error instanceof ApiError && (error.status === 410 || error.status === 404)) {
        host.report({ type: 'expired', reason: error.slug === 'session-used' ? 'used' : 'expired' });
        setStart({ kind: 'ended' });
      } else if (error instanceof ApiError || error instanceof UnreachableError)
        setStart({ kind: 'unreachable' });
      else throw error;
    }
  }, [urlToken, host]);
  useEffect(() => {
    void begin();
  }, [begin]);

  switch (start.kind) {
    case 'starting':
      return <Waiting />;
    case 'ended':
      return (
        <Message heading="This page has to be opened again">
          For your security it opens only once, and for a limited time. Please return to where you came from
          and open the document there again.
        </Message>
      );
    case 'unreachable':
      return (
        <Message
          heading="The document cannot be loaded"
          action={
            <Button look="primary" onClick={() => void begin()}>
              Try again
            </Button>
          }
        >
          The service did not answer. Please check your connection and try again.
        </Message>
      );
    case 'started':
      return (
        // The role of a member hides what a session cannot do.
        <CallerProvider client={start.client} mode={start.session.mode} actsAs="member">
          <DraftPage session={start.session} host={host} />
        </CallerProvider>
      );
  }
}

function startPreparation(token: string): Promise<StartedPreparationOut> {
  const calls = createCalls({
    baseUrl: location.origin,
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    // No retries: the URL works once, and the first attempt may have used it.
    transport: {
      fetch: (request) => fetch(request, { credentials: 'omit' }),
      retries: 0,
      timeoutSeconds: null,
    },
  });
  return calls.post('/v1/preparation-sessions', { body: { token } });
}

const sentStatuses: readonly string[] = [...underwayStatuses, 'completed'];
const closedStatuses = ['voided', 'rejected', 'expired'] as const;

/** The editor of the draft, or a message if the document is no longer a draft. */
function DraftPage({ session, host }: { session: StartedPreparationOut; host: Host }) {
  const client = useClient();
  const { say, complain } = useToasts();
  const path = { doc_id: session.document_id };
  const { data: document, error, retry } = useOnce('/v1/documents/{doc_id}', { path });
  const draft = document?.status === 'draft' ? document : null;
  const initial = useMemo(() => draft && draftOfDocument(draft), [draft]);
  const [isSending, setSending] = useState(false);
  const [isSent, setSent] = useState(false);
  const status = document?.status ?? null;

  useEffect(() => {
    if (status === null) return;
    host.report({ type: 'ready' });
    if (sentStatuses.includes(status)) host.report({ type: 'sent' });
    const closed = closedStatuses.find((one) => one === status);
    if (closed) host.report({ type: 'error', code: `document-${closed}` });
  }, [status, host]);
  useEffect(() => {
    if (error instanceof UnreachableError) host.report({ type: 'error', code: 'unreachable' });
    else if (error instanceof ApiError && error.status === 404)
      host.report({ type: 'error', code: 'not-found' });
  }, [error, host]);

  if (error)
    return (
      <Message
        heading="The document cannot be loaded"
        action={
          <Button look="primary" onClick={retry}>
            Try again
          </Button>
        }
      >
        Please try again, or return to where you came from and open the document there.
      </Message>
    );
  if (!document) return <Waiting />;
  if (isSent || sentStatuses.includes(document.status))
    return <Message heading="The document is sent">You can close this page.</Message>;
  if (!draft || !initial)
    return <Message heading="The document is closed">It can no longer be prepared.</Message>;

  const save = async (draft: Draft) => {
    await client.put('/v1/documents/{doc_id}/recipients', { params: { path }, body: recipientSpecs(draft) });
    await client.put('/v1/documents/{doc_id}/fields', { params: { path }, body: fieldSpecs(draft) });
  };
  const finish = async (editor: DraftEditor) => {
    await editor.saveNow();
    host.report({ type: 'prepared' });
    say('Draft saved');
  };
  return (
    <main className="c-embedded">
      <WithPages
        title={draft.title}
        notice={<PdfWarnings warnings={draft.warnings} folded={isNarrow()} />}
        back={null}
        contentUrl={client.fileUrl('/v1/console/documents/{doc_id}/content', { path })}
        initial={initial}
        isTest={session.mode === 'test'}
        isTemplate={false}
        autosave
        save={save}
        actions={(editor) => (
          <>
            <Button
              look={session.can_send ? 'secondary' : 'primary'}
              onClick={() => void finish(editor).catch(complain)}
            >
              Done
            </Button>
            {session.can_send && (
              <Button look="primary" onClick={() => setSending(true)}>
                <Icon name="send" />
                <span>
                  Review<span className="c-wide-only"> and send</span>
                </span>
              </Button>
            )}
            {isSending && (
              <SendDialog
                document={draft}
                editor={editor}
                onSent={() => {
                  host.report({ type: 'sent' });
                  setSent(true);
                }}
                onClose={() => setSending(false)}
              />
            )}
          </>
        )}
      />
    </main>
  );
}

function Message({
  heading,
  action,
  children,
}: {
  heading: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="c-outside">
      <div className="notice-card">
        <h1>{heading}</h1>
        <p>{children}</p>
        {action && <div className="button-row">{action}</div>}
      </div>
    </main>
  );
}
