/** Loads a draft or template with its PDF and opens the editor. */
import { type Answer, addressOf, type ParamsArgument, type PathsWith } from '@countersign/client/calls';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { isNarrow, PdfWarnings } from '../documents/pdf-warnings.tsx';
import type { PageProps } from '../page-props.ts';
import { Menu } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { Failure, Loading } from '../parts/page.tsx';
import { usePages } from '../parts/use-pages.ts';
import { useInvalidate } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient, useIsAtLeast, useMode, useScope } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import type { Draft } from './draft.ts';
import { draftOfDocument, draftOfTemplate, fieldSpecs, recipientSpecs } from './draft-state.ts';
import { Editor, type EditorProps } from './editor.tsx';
import { SendDialog } from './send-dialog.tsx';
import { TemplateDialog } from './template-dialog.tsx';

/** Loads an answer once. It is not refreshed, because that would overwrite the person's edits. */
export function useOnce<P extends PathsWith<'get'>>(
  path: P,
  ...params: ParamsArgument<P, 'get'>
): {
  data: Answer<P, 'get'> | null;
  error: unknown;
  retry: () => void;
  replace: (data: Answer<P, 'get'>) => void;
} {
  type T = Answer<P, 'get'>;
  const address = addressOf('get', path, ...params);
  const client = useClient();
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts another try
  useEffect(() => {
    let isCurrent = true;
    setError(null);
    client.read(address).then(
      (answer) => isCurrent && setData(answer as T),
      (failure: unknown) => isCurrent && setError(failure),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, address, attempt]);
  return { data, error, retry: () => setAttempt(attempt + 1), replace: setData };
}

/** Opens the PDF, then the editor. */
export function WithPages({
  contentUrl,
  ...rest
}: Omit<EditorProps, 'source' | 'sheets'> & { contentUrl: string }) {
  const pages = usePages(contentUrl, useClient().fileHeaders);
  if (pages.state === 'opening') return <Waiting />;
  if (pages.state === 'failed')
    return (
      <div className="c-pad">
        <Failure error={new Error('The PDF cannot be shown.')} onRetry={() => location.reload()} />
      </div>
    );
  return <Editor {...rest} source={pages.source} sheets={pages.sheets} />;
}

export const Waiting = (): ReactNode => (
  <div className="c-pad">
    <Loading label="Opening the PDF" lines={10} />
  </div>
);

/** Prepares a draft. Any other document is redirected to its page. */
export function PrepareDocumentPage({ params }: PageProps) {
  const id = params.id!;
  const client = useClient();
  const mode = useMode();
  const { signature_provider: signatureProvider } = useScope().session;
  const manages = useIsAtLeast('manager');
  const { go } = useRouter();
  const invalidate = useInvalidate();
  const path = { doc_id: id };
  const { data, error, retry, replace } = useOnce('/v1/documents/{doc_id}', { path });
  const document = data?.status === 'draft' ? data : null;
  const [dialog, setDialog] = useState<'send' | 'template' | 'details' | null>(null);
  const initial = useMemo(() => document && draftOfDocument(document), [document]);

  useEffect(() => {
    if (data && data.status !== 'draft') go(`/documents/${id}`, { replace: true });
  }, [data, id, go]);

  if (error)
    return (
      <div className="c-pad">
        <Failure error={error} onRetry={retry} />
      </div>
    );
  if (!document || !initial) return <Waiting />;

  const save = async (draft: Draft) => {
    await client.put('/v1/documents/{doc_id}/recipients', { params: { path }, body: recipientSpecs(draft) });
    await client.put('/v1/documents/{doc_id}/fields', { params: { path }, body: fieldSpecs(draft) });
    invalidate('/v1/documents');
  };
  return (
    <WithPages
      title={document.title}
      notice={<PdfWarnings warnings={document.warnings} folded={isNarrow()} />}
      back={{ href: '/documents', label: 'Back to the documents' }}
      contentUrl={client.fileUrl('/v1/console/documents/{doc_id}/content', { path })}
      initial={initial}
      isTest={mode === 'test'}
      isTemplate={false}
      signatureProvider={signatureProvider}
      autosave
      save={save}
      actions={(editor) => (
        <>
          <Menu
            label="More actions"
            items={[
              { label: 'Title and due date…', icon: 'edit', onChoose: () => setDialog('details') },
              ...(manages
                ? [
                    {
                      label: 'Save as template…',
                      icon: 'templates' as const,
                      onChoose: () => setDialog('template'),
                    },
                  ]
                : []),
              { label: 'Details and events', icon: 'info', onChoose: () => go(`/documents/${id}`) },
            ]}
          />
          <Button look="primary" onClick={() => setDialog('send')}>
            <Icon name="send" />
            <span>
              Review<span className="c-wide-only"> and send</span>
            </span>
          </Button>
          {dialog === 'send' && (
            <SendDialog document={document} editor={editor} onClose={() => setDialog(null)} />
          )}
          {dialog === 'details' && (
            <DetailsDialog document={document} onChanged={replace} onClose={() => setDialog(null)} />
          )}
          {dialog === 'template' && (
            <TemplateDialog document={document} editor={editor} onClose={() => setDialog(null)} />
          )}
        </>
      )}
    />
  );
}

/** Edits a template. Every save creates a new version. */
export function PrepareTemplatePage({ params }: PageProps) {
  const id = params.id!;
  const client = useClient();
  const invalidate = useInvalidate();
  const { say, complain } = useToasts();
  const path = { tpl_id: id };
  const { data: template, error, retry } = useOnce('/v1/templates/{tpl_id}', { path });
  const initial = useMemo(() => template && draftOfTemplate(template), [template]);
  if (error)
    return (
      <div className="c-pad">
        <Failure error={error} onRetry={retry} />
      </div>
    );
  if (!template || !initial) return <Waiting />;
  return (
    <WithPages
      title={template.name}
      notice={<PdfWarnings warnings={template.warnings} folded={isNarrow()} />}
      back={{ href: '/templates', label: 'Back to the templates' }}
      contentUrl={client.fileUrl('/v1/console/templates/{tpl_id}/content', { path })}
      initial={initial}
      isTest={false}
      isTemplate
      autosave={false}
      save={async (draft) => {
        const saved = await client.patch('/v1/templates/{tpl_id}', {
          params: { path },
          body: { recipients: recipientSpecs(draft), fields: fieldSpecs(draft) },
        });
        invalidate('/v1/templates');
        say(`Saved as version ${saved.version}`);
      }}
      actions={(editor) => (
        <Button
          look="primary"
          busy={editor.saving.state === 'saving'}
          disabled={editor.saving.state === 'saved'}
          onClick={() => void editor.saveNow().catch(complain)}
        >
          Save
        </Button>
      )}
    />
  );
}
