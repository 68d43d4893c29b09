import type { DocumentOut, RecipientOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { TextInput } from '../../ui/text-input.tsx';
import { Select } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { useInvalidate } from '../query.ts';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { isUnderway } from './recipient-progress.ts';

/** True while the sender may correct this recipient: the document is open and the person has not acted. */
export function isCorrectable(document: DocumentOut, recipient: RecipientOut): boolean {
  return isUnderway(document) && ['pending', 'sent', 'opened'].includes(recipient.status);
}

/** Changes the name, email or authentication level of a recipient of a document that was sent. */
export function CorrectDialog({
  document,
  recipient,
  onClose,
}: {
  document: DocumentOut;
  recipient: RecipientOut;
  onClose: () => void;
}) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [name, setName] = useState(recipient.name);
  const [email, setEmail] = useState(recipient.email);
  const [authLevel, setAuthLevel] = useState(recipient.auth_level);
  const correct = async () => {
    await client.patch('/v1/documents/{doc_id}/recipients/{recipient_id}', {
      params: { path: { doc_id: document.id, recipient_id: recipient.id } },
      body: { name, email, auth_level: authLevel },
    });
    invalidate('/v1/documents');
    say('Recipient changed');
  };
  const isSame = name === recipient.name && email === recipient.email && authLevel === recipient.auth_level;
  return (
    <FormDialog
      title="Change recipient"
      action="Save and send"
      disabled={isSame}
      onSubmit={correct}
      onClose={onClose}
    >
      <p>The link sent earlier stops working. A new invitation goes to the address below.</p>
      <TextInput
        label="Name"
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Email"
        type="email"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Select
        label="Authentication"
        value={authLevel}
        onChange={(event) => setAuthLevel(event.currentTarget.value as RecipientOut['auth_level'])}
      >
        <option value="link">Link in the email</option>
        <option value="otp">Link and one-time code</option>
      </Select>
    </FormDialog>
  );
}
