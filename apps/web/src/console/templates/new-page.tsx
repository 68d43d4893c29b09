/** Creates a template from a PDF and a name. Fields follow on the preparation page. */
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { PdfChoice } from '../documents/pdf-choice.tsx';
import { Form } from '../parts/form.tsx';
import { Card, Fault, Page } from '../parts/page.tsx';
import { base64Of } from '../prepare/base64.ts';
import { issueOf } from '../problem-error.ts';
import { useInvalidate } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient } from '../session.tsx';
import { useAction } from '../use-action.ts';

/** Uploads the PDF and opens the preparation page. */
export function NewTemplatePage() {
  const client = useClient();
  const { go } = useRouter();
  const invalidate = useInvalidate();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const action = useAction(async () => {
    if (!file) return;
    const template = await client.post('/v1/templates', {
      body: { name: name.trim(), pdf_base64: await base64Of(file) },
    });
    invalidate('/v1/templates');
    go(`/templates/${template.id}/edit`);
  });
  return (
    <Page title="New template" back={{ href: '/templates', label: 'Templates' }} className="c-page-narrow">
      <Card>
        <Form action={action}>
          <PdfChoice
            file={file}
            hint="Leave out the names of people. You enter them each time you use the template."
            busy={action.isBusy}
            onChange={(chosen, proposed) => {
              setFile(chosen);
              setName((known) => known || proposed);
            }}
          />
          <TextInput
            label="Name"
            required
            maxLength={300}
            value={name}
            error={issueOf(action.error, 'name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {!issueOf(action.error, 'name') && <Fault error={action.error} />}
          <Button type="submit" look="primary" busy={action.isBusy} disabled={!file}>
            Upload and place fields
          </Button>
        </Form>
      </Card>
    </Page>
  );
}
