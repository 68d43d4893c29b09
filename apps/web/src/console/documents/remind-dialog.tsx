import type { DocumentOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { TextArea } from '../../ui/text-input.tsx';
import { FormDialog } from '../parts/form.tsx';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { progressLabel, useEachDocument } from './each-document.ts';

/** Emails the recipients again whose turn it is, with an optional message. */
export function RemindDialog({
  documents,
  onClose,
}: {
  documents: readonly DocumentOut[];
  onClose: () => void;
}) {
  const client = useClient();
  const { say } = useToasts();
  const [message, setMessage] = useState(documents.length === 1 ? (documents[0]!.message ?? '') : '');
  const remind = useEachDocument(documents, ({ id }) =>
    client.post('/v1/documents/{doc_id}/send', {
      params: { path: { doc_id: id } },
      body: { message: message.trim() || null },
    }),
  );
  const send = async () => {
    await remind.run();
    say(documents.length === 1 ? 'Reminder sent' : `Reminders sent for ${documents.length} documents`);
  };
  return (
    <FormDialog
      title={documents.length === 1 ? 'Send a reminder' : `Send reminders for ${documents.length} documents`}
      action={progressLabel(
        documents.length === 1 ? 'Send the reminder' : 'Send the reminders',
        remind.done,
        documents.length,
      )}
      onSubmit={send}
      onClose={onClose}
    >
      <p>Recipients whose turn it is and who have not finished get the email again, with the same link.</p>
      <TextArea
        label="Message (optional)"
        maxLength={5000}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
