/** Creates a bulk send: choose the template, download its header row, upload a CSV or Excel file. */
import type { TemplateOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ButtonTo } from '../parts/button-to.tsx';
import { ChosenFile } from '../parts/chosen-file.tsx';
import { DropZone, Progress, Select } from '../parts/controls.tsx';
import { Form } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Answer, Card, EmptyState, Fault, Page } from '../parts/page.tsx';
import { useInvalidate, useQuery } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient, useScope } from '../session.tsx';
import { useAction } from '../use-action.ts';
import { rowsFileAccept, rowsFileFault, rowsFileType, zipFileFault } from './rows-file.ts';

const back = { href: '/bulk-sends', label: 'Bulk sends' };

/** Where the fields of the rows' own PDFs are. */
type FieldsFrom = 'template' | 'tags' | 'form';

/** Three steps on one page. Nothing is sent yet. */
export function NewBulkSendPage() {
  const templates = useQuery('/v1/templates', { query: { limit: 200 } });
  const wanted = useRouter().query.get('template');
  const { mode } = useScope();
  return (
    <Page
      title="New bulk send"
      back={back}
      lead={
        mode === 'test'
          ? 'Test mode: the documents are marked as tests and are not legally binding.'
          : 'Rows are checked first. Nothing is sent until you confirm.'
      }
      className="c-page-narrow"
    >
      <Answer query={templates}>
        {({ items }) => {
          const usable = items.filter(({ recipients }) => recipients.length > 0);
          if (wanted && !usable.some(({ id }) => id === wanted))
            return <FormWith templateId={wanted} others={usable} />;
          return usable.length === 0 ? (
            <Missing title="Create a template first" href="/templates/new" action="New template" />
          ) : (
            <NewForm templates={usable} first={wanted ?? usable[0]!.id} />
          );
        }}
      </Answer>
    </Page>
  );
}

/** The form for a template that the list does not contain: there are many others, or it has no recipients. */
function FormWith({ templateId, others }: { templateId: string; others: TemplateOut[] }) {
  const template = useQuery('/v1/templates/{tpl_id}', { path: { tpl_id: templateId } });
  return (
    <Answer query={template}>
      {(data) =>
        data.recipients.length === 0 ? (
          <Missing
            title={`“${visibleText(data.name)}” is not ready`}
            href={`/templates/${templateId}/edit`}
            action="Edit the template"
          />
        ) : (
          <NewForm templates={[data, ...others]} first={templateId} />
        )
      }
    </Answer>
  );
}

function Missing({ title, href, action }: { title: string; href: string; action: string }) {
  return (
    <Card>
      <EmptyState
        icon="templates"
        title={title}
        actions={
          <ButtonTo look="primary" href={href}>
            {action}
          </ButtonTo>
        }
      >
        <p>A bulk send needs a template with at least one person to sign.</p>
      </EmptyState>
    </Card>
  );
}

/** `first` is the id of the template that is selected at first. */
function NewForm({ templates, first }: { templates: TemplateOut[]; first: string }) {
  const client = useClient();
  const { go } = useRouter();
  const invalidate = useInvalidate();
  const [templateId, setTemplateId] = useState(first);
  const [file, setFile] = useState<File | null>(null);
  const [pdfs, setPdfs] = useState<File | null>(null);
  const [fieldsFrom, setFieldsFrom] = useState<FieldsFrom>('template');
  const [share, setShare] = useState<number | null>(null);
  const template = templates.find(({ id }) => id === templateId)!;
  const action = useAction(async () => {
    if (!file) return;
    setShare(0);
    try {
      const query = {
        template_id: templateId,
        source_filename: file.name.slice(0, 300),
        ...(pdfs && fieldsFrom !== 'template' && { fields_from: fieldsFrom }),
      };
      const upload = { ...bodyOf(file, pdfs), onProgress: setShare };
      const made = await client.upload('post', '/v1/bulk-sends', upload, { query });
      invalidate('/v1/bulk-sends');
      go(`/bulk-sends/${made.id}`);
    } finally {
      setShare(null);
    }
  });
  return (
    <Form action={action}>
      <Card title="1. Template">
        <Select
          label="Template"
          value={templateId}
          onChange={(event) => setTemplateId(event.currentTarget.value)}
        >
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <p className="hint">
          Filled by each row: {template.recipients.map(({ name }) => name).join(', ')}
          {template.fields.some(({ name }) => name) &&
            `; values for ${template.fields.flatMap(({ name }) => name ?? []).join(', ')}`}
          .
        </p>
      </Card>
      <Card
        title="2. CSV or Excel file"
        hint="The first row names the columns. Add one row for each document."
      >
        <ButtonLink
          href={client.fileUrl('/v1/templates/{tpl_id}/bulk.csv', { path: { tpl_id: templateId } })}
          download
        >
          <Icon name="download" />
          Download the header row
        </ButtonLink>
      </Card>
      <Card title="3. Upload">
        {file ? (
          <ChosenFile icon="bulk" file={file} onTakeAnother={action.isBusy ? null : () => setFile(null)} />
        ) : (
          <DropZone
            label="Drop a CSV or Excel file here, or choose one"
            hint="CSV in UTF-8, or the first visible sheet of an .xlsx file; up to a million rows. A ZIP with a PDF for each row can be added next."
            accept={rowsFileAccept}
            faultOf={rowsFileFault}
            onFile={setFile}
          />
        )}
        {file && (
          <OwnPdfs
            file={pdfs}
            fieldsFrom={fieldsFrom}
            isBusy={action.isBusy}
            onFile={setPdfs}
            onFieldsFrom={setFieldsFrom}
          />
        )}
        {share !== null && <Progress share={share} label={share < 1 ? 'Uploading' : 'Saving'} />}
        <Fault error={action.error} />
        <Button type="submit" look="primary" busy={action.isBusy} disabled={!file}>
          Upload and check
        </Button>
      </Card>
    </Form>
  );
}

/** The body of the upload: the rows, or a form with the rows and their PDFs. */
function bodyOf(rows: File, pdfs: File | null): { content: Blob | FormData; type?: string } {
  if (!pdfs) return { content: rows, type: rowsFileType(rows) };
  const form = new FormData();
  form.set('rows', rows);
  form.set('pdfs', pdfs);
  return { content: form };
}

/** A ZIP with a PDF of its own for each row, which is optional. */
function OwnPdfs({
  file,
  fieldsFrom,
  isBusy,
  onFile,
  onFieldsFrom,
}: {
  file: File | null;
  fieldsFrom: FieldsFrom;
  isBusy: boolean;
  onFile: (file: File | null) => void;
  onFieldsFrom: (source: FieldsFrom) => void;
}) {
  if (!file)
    return (
      <details className="c-more">
        <summary>A PDF of its own for each row</summary>
        <DropZone
          label="Drop a ZIP with PDFs here, or choose one"
          hint="The column pdf names the PDF of a row; rows without a name use the PDF of the template."
          accept=".zip,application/zip"
          faultOf={zipFileFault}
          onFile={onFile}
        />
      </details>
    );
  return (
    <>
      <ChosenFile icon="documents" file={file} onTakeAnother={isBusy ? null : () => onFile(null)} />
      <Select
        label="Fields in these PDFs"
        value={fieldsFrom}
        onChange={(event) => onFieldsFrom(event.currentTarget.value as FieldsFrom)}
      >
        <option value="template">At the places of the template</option>
        <option value="tags">Where their text tags are</option>
        <option value="form">Where their form fields are</option>
      </Select>
    </>
  );
}
