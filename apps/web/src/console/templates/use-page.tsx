/** Uses a template: asks for the recipients and default values. */
import type { FieldSpec, TemplateOut } from '@countersign/client/generated/api';
import type { FieldType } from '@countersign/contract/field';
import { spokenName } from '@countersign/contract/spoken-name';
import { type ComponentProps, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { PdfWarnings } from '../documents/pdf-warnings.tsx';
import type { PageProps } from '../page-props.ts';
import { ButtonTo } from '../parts/button-to.tsx';
import { Select } from '../parts/controls.tsx';
import { Form } from '../parts/form.tsx';
import { Answer, Card, EmptyState, Fault, Page } from '../parts/page.tsx';
import { colorOf } from '../parts/person-color.ts';
import { issueOf } from '../problem-error.ts';
import { useInvalidate, useQuery } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient } from '../session.tsx';
import { useAction } from '../use-action.ts';
import { fieldWords, roles } from '../words.ts';
import { emptyPerson, PersonInputs } from './person-inputs.tsx';
import { TemplateViewer } from './template-viewer.tsx';

/** Creates a draft from the template and opens it. */
export function UseTemplatePage({ params }: PageProps) {
  const template = useQuery('/v1/templates/{tpl_id}', { path: { tpl_id: params.id! } });
  return (
    <Answer query={template} lines={8}>
      {(data) =>
        data.recipients.length === 0 ? (
          <NotReady template={data} />
        ) : (
          <UseForm key={data.id} template={data} />
        )
      }
    </Answer>
  );
}

const toTemplates = { href: '/templates', label: 'Templates' };

function NotReady({ template }: { template: TemplateOut }) {
  return (
    <Page title={template.name} back={toTemplates}>
      <EmptyState
        icon="templates"
        title="This template is not ready"
        actions={
          <ButtonTo look="primary" href={`/templates/${template.id}/edit`}>
            Place fields
          </ButtonTo>
        }
      >
        <p>It has no recipients yet.</p>
      </EmptyState>
    </Page>
  );
}

/** Whether a field can have a default value. */
const isFillable = ({ type }: FieldSpec): boolean => type !== 'signature' && type !== 'initials';

/** An input for a default value of the field's type. */
function ValueInput({
  field,
  value,
  error,
  onChange,
}: {
  field: FieldSpec;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}) {
  const label = field.name ? spokenName(field.name) : `${fieldWords[field.type].label} on page ${field.page}`;
  const options: Array<readonly [value: string, label: string]> | undefined =
    field.type === 'checkbox'
      ? [
          ['true', 'Ticked'],
          ['false', 'Not ticked'],
        ]
      : field.settings?.options?.map((one) => [one, one] as const);
  if (options)
    return (
      <Select
        label={label}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">
          {field.prefill_value ? `As in the template: ${field.prefill_value}` : 'None'}
        </option>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </Select>
    );
  return (
    <TextInput
      label={label}
      {...inputTraits[field.type]}
      error={error}
      placeholder={field.prefill_value ?? ''}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const inputTraits: Partial<Record<FieldType, ComponentProps<'input'>>> = {
  date: { type: 'date', min: '0001-01-01', max: '9999-12-31' },
  email: { type: 'email' },
  number: { inputMode: 'decimal' },
};

/** Inputs for the fields that can have a default value. */
function DefaultValues({
  fields,
  values,
  error,
  onChange,
}: {
  fields: readonly FieldSpec[];
  values: Readonly<Record<string, string>>;
  error: unknown;
  onChange: (values: Record<string, string>) => void;
}) {
  const fillable = fields
    .map((field, index) => ({ field, key: field.name ?? String(index) }))
    .filter(({ field }) => isFillable(field));
  if (fillable.length === 0) return null;
  return (
    <Card
      title="Default values"
      hint="Optional. Values that you enter here are already filled in for the recipient."
    >
      <div className="c-pair">
        {fillable.map(({ field, key }) => (
          <ValueInput
            key={key}
            field={field}
            value={values[key] ?? ''}
            error={issueOf(error, 'form_values', key)}
            onChange={(value) => onChange({ ...values, [key]: value })}
          />
        ))}
      </div>
    </Card>
  );
}

function UseForm({ template }: { template: TemplateOut }) {
  const client = useClient();
  const { go } = useRouter();
  const invalidate = useInvalidate();
  const [title, setTitle] = useState(template.name);
  const [people, setPeople] = useState(() => template.recipients.map(() => emptyPerson));
  const [values, setValues] = useState<Record<string, string>>({});
  const action = useAction(async () => {
    const document = await client.post('/v1/templates/{tpl_id}/use', {
      params: { path: { tpl_id: template.id } },
      body: {
        title: title.trim(),
        recipients: people.map((one, index) => ({
          name: one.name.trim(),
          email: one.email.trim(),
          auth_level: template.recipients[index]!.auth_level,
          delivery: template.recipients[index]!.delivery,
        })),
        form_values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
      },
    });
    invalidate('/v1/documents');
    go(`/documents/${document.id}/prepare`);
  });
  return (
    <Page
      title={`Use “${template.name}”`}
      documentTitle={`Use ${template.name}`}
      back={toTemplates}
      lead="Creates a draft that you can check before sending."
    >
      <PdfWarnings warnings={template.warnings} folded />
      <div className="c-document">
        <div className="c-document-side">
          <Form action={action}>
            <Card>
              <TextInput
                label="Title of the document"
                required
                maxLength={300}
                value={title}
                onChange={(event) => setTitle(event.currentTarget.value)}
              />
              {template.recipients.map((placeholder, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identified by their position
                <fieldset key={index} className="c-place" style={{ ['--c' as string]: colorOf(index) }}>
                  <legend>
                    <span className="c-dot" /> {placeholder.name}{' '}
                    <span className="c-muted">{roles[placeholder.role ?? 'signer'].label.toLowerCase()}</span>
                  </legend>
                  <PersonInputs
                    person={people[index]!}
                    emailError={issueOf(action.error, 'recipients', index, 'email')}
                    onChange={(person) => setPeople(people.with(index, person))}
                  />
                </fieldset>
              ))}
            </Card>
            <DefaultValues
              fields={template.fields}
              values={values}
              error={action.error}
              onChange={setValues}
            />
            <Fault error={action.error} />
            <div className="button-row">
              <Button type="submit" look="primary" busy={action.isBusy}>
                Create draft
              </Button>
            </div>
          </Form>
        </div>
        <TemplateViewer template={template} heading="Preview" />
      </div>
    </Page>
  );
}
