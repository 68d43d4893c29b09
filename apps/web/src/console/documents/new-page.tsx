/** Creates a document from a PDF, a title and a due date. Recipients and fields follow on the preparation page. */
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ButtonTo } from '../parts/button-to.tsx';
import { Progress } from '../parts/controls.tsx';
import { Form } from '../parts/form.tsx';
import { endOfDay, tomorrow } from '../parts/moments.ts';
import { Card, Fault, Page } from '../parts/page.tsx';
import { hasIssue, issueOf } from '../problem-error.ts';
import { useInvalidate } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient, useScope } from '../session.tsx';
import { useAction } from '../use-action.ts';
import { PdfChoice } from './pdf-choice.tsx';

/** Uploads a PDF as a draft and opens the preparation page. */
export function NewDocumentPage() {
  const client = useClient();
  const { mode } = useScope();
  const { go } = useRouter();
  const invalidate = useInvalidate();
  const [file, setFile] = useState<File | null>(null);
  const [title, setTitle] = useState('');
  const [expires, setExpires] = useState('');
  const [share, setShare] = useState<number | null>(null);
  /** Created once, so that another try after a failed upload reuses it. */
  const [draft, setDraft] = useState<{ key: string; id: string } | null>(null);

  const action = useAction(async () => {
    if (!file) return;
    const body = {
      title: title.trim(),
      expires_at: endOfDay(expires),
    };
    const key = JSON.stringify(body);
    const made = draft?.key === key ? draft : { key, id: (await client.post('/v1/documents', { body })).id };
    setDraft(made);
    setShare(0);
    try {
      const params = { path: { doc_id: made.id } };
      const pdf = { content: file, type: 'application/pdf', onProgress: setShare };
      await client.upload('put', '/v1/documents/{doc_id}/content', pdf, params);
      await client.post('/v1/documents/{doc_id}/finalize', { params });
      invalidate('/v1/documents');
      go(`/documents/${made.id}/prepare`);
    } finally {
      setShare(null);
    }
  });

  return (
    <Page
      title="New document"
      back={{ href: '/documents', label: 'Documents' }}
      lead={mode === 'test' ? 'Test documents are marked as tests and are not legally binding.' : undefined}
      className="c-page-narrow"
    >
      <Card>
        <Form action={action}>
          <PdfChoice
            file={file}
            hint="The file is checked right after the upload."
            busy={action.isBusy}
            onChange={(chosen, proposed) => {
              setFile(chosen);
              setTitle((known) => known || proposed);
            }}
          />
          <TextInput
            label="Title"
            hint="Recipients see it in emails and on the signing page."
            required
            maxLength={300}
            value={title}
            error={issueOf(action.error, 'title')}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <TextInput
            label="Due date (optional)"
            type="date"
            min={tomorrow()}
            value={expires}
            error={issueOf(action.error, 'expires_at')}
            hint="The document expires at the end of this day."
            onChange={(event) => setExpires(event.currentTarget.value)}
          />
          {share !== null && <Progress share={share} label={share < 1 ? 'Uploading' : 'Checking the PDF'} />}
          {!hasIssue('title', 'expires_at')(action.error) && <Fault error={action.error} />}
          <div className="button-row">
            <Button type="submit" look="primary" busy={action.isBusy} disabled={!file}>
              Upload and prepare
            </Button>
            <ButtonTo href="/templates">Use a template instead</ButtonTo>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
