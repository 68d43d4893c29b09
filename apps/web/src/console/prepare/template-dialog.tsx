import type { DocumentOut } from '@countersign/contract/document';
import type { TemplateOut } from '@countersign/contract/template';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { Fault } from '../parts/page.tsx';
import { useAction, useAnswers } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { base64Of } from './base64.ts';
import { draftFault, fieldSpecs, recipientSpecs } from './draft-state.ts';
import type { DraftEditor } from './use-draft-editor.ts';

/** Keeps what is being prepared as a template; the document stays as it is. */
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
  const { invalidate } = useAnswers();
  const { say } = useToasts();
  const [name, setName] = useState(document.title);
  const action = useAction(async () => {
    const fault = draftFault(editor.draft);
    if (fault) throw new Error(fault);
    await editor.saveNow();
    const original = await fetch(client.fileUrl(`/v1/documents/${document.id}/download?version=original`));
    if (!original.ok) throw new Error('The PDF could not be read.');
    const template = await client.post<TemplateOut>('/v1/templates', {
      name: name.trim(),
      pdf_base64: await base64Of(await original.blob()),
      recipients: recipientSpecs(editor.draft),
      fields: fieldSpecs(editor.draft),
    });
    invalidate('/v1/templates');
    say(`Template “${template.name}” made`);
    onClose();
    go('/templates');
  });
  return (
    <Dialog title="Save as template" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <p>The people become placeholders, filled in anew at each use.</p>
        <TextInput
          label="Name of the template"
          required
          maxLength={300}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Fault error={action.error} />
        <div className="button-row dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={action.isBusy}>
            Save template
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
