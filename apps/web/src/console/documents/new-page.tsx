/** Creates a document from one or several files, a title and a due date. Recipients and fields follow on the preparation page. */
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
import { titleOf } from './chosen-pdf.ts';
import { type ChosenFile, FilesChoice } from './files-choice.tsx';

/** Creates a draft from the files and opens the preparation page. */
export function NewDocumentPage() {
  const client = useClient();
  const { mode } = useScope();
  const { go } = useRouter();
  const invalidate = useInvalidate();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  /** Null until the person has entered one. */
  const [entered, setTitle] = useState<string | null>(null);
  const title = entered ?? (files[0] ? titleOf(files[0].file) : '');
  const [expires, setExpires] = useState('');
  const [share, setShare] = useState<number | null>(null);

  const action = useAction(async () => {
    if (files.length === 0) return;
    const form = new FormData();
    const document = { title: title.trim(), expires_at: endOfDay(expires), finalize: true };
    form.append('document', JSON.stringify(document));
    for (const { file } of files) form.append('file', file, file.name);
    setShare(0);
    try {
      const { id } = await client.upload('post', '/v1/documents', { content: form, onProgress: setShare });
      invalidate('/v1/documents');
      go(`/documents/${id}/prepare`);
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
          <FilesChoice files={files} busy={action.isBusy} onChange={setFiles} />
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
          {share !== null && (
            <Progress share={share} label={share < 1 ? 'Uploading' : 'Checking the files'} />
          )}
          {!hasIssue('title', 'expires_at')(action.error) && <Fault error={action.error} />}
          <div className="button-row">
            <Button type="submit" look="primary" busy={action.isBusy} disabled={files.length === 0}>
              Upload and prepare
            </Button>
            <ButtonTo href="/templates">Use a template instead</ButtonTo>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
