import type { DocumentOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { TextInput } from '../../ui/text-input.tsx';
import { FormDialog } from '../parts/form.tsx';
import { useInvalidate } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { roles } from '../words.ts';
import { base64Of } from './base64.ts';
import { draftFault, fieldSpecs, recipientSpecs } from './draft-state.ts';
import type { DraftEditor } from './use-draft-editor.ts';

/** Saves the draft as a template. The draft itself is not changed. */
export function TemplateDialog({
  document,
  editor,
  onClose,
}: {
  document: DocumentOut;
  editor: DraftEditor;
  onClose: () => void;
}) {
  const client = useClient();
  const { go } = useRouter();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [name, setName] = useState(document.title);
  const { people } = editor.draft;
  const [roleNames, setRoleNames] = useState(() =>
    people.map(({ role }, index) => `${roles[role].label} ${index + 1}`),
  );
  const save = async () => {
    const fault = draftFault(editor.draft);
    if (fault) throw new Error(fault);
    await editor.saveNow();
    const path = { doc_id: document.id };
    const original = await fetch(client.fileUrl('/v1/console/documents/{doc_id}/content', { path }));
    if (!original.ok) throw new Error('The PDF could not be read.');
    const template = await client.post('/v1/templates', {
      body: {
        name: name.trim(),
        pdf_base64: await base64Of(await original.blob()),
        // The template keeps roles and signing order, but no names and addresses.
        recipients: recipientSpecs(editor.draft).map((one, index) => ({
          ...one,
          name: roleNames[index]!.trim(),
          email: `recipient-${index + 1}@placeholder.example`,
          signature_level: null,
        })),
        fields: fieldSpecs(editor.draft),
      },
    });
    invalidate('/v1/templates');
    say(`Template “${template.name}” created`);
    go('/templates');
  };
  return (
    <FormDialog title="Save as template" action="Save template" onSubmit={save} onClose={onClose}>
      <p>
        Names and addresses are not saved. Give each person a role, for example “Tenant”. The people are
        entered each time the template is used.
      </p>
      {people.map((person, index) => (
        <TextInput
          key={person.key}
          label={`Role of ${person.name.trim() || `person ${index + 1}`}`}
          required
          maxLength={200}
          value={roleNames[index]!}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setRoleNames(roleNames.map((one, at) => (at === index ? text : one)));
          }}
        />
      ))}
      <TextInput
        label="Name of the template"
        required
        maxLength={300}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
