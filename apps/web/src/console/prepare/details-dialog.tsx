import type { DocumentOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { TextInput } from '../../ui/text-input.tsx';
import { FormDialog } from '../parts/form.tsx';
import { dayOf, endOfDay, tomorrow } from '../parts/moments.ts';
import { hasIssue, issueOf } from '../problem-error.ts';
import { useInvalidate } from '../query.ts';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';

/** Changes title and due date of a draft. */
export function DetailsDialog({
  document,
  onChanged,
  onClose,
}: {
  document: DocumentOut;
  onChanged: (document: DocumentOut) => void;
  onClose: () => void;
}) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [title, setTitle] = useState(document.title);
  const [day, setDay] = useState(dayOf(document.expires_at));
  const save = async () => {
    onChanged(
      await client.patch('/v1/console/documents/{doc_id}', {
        params: { path: { doc_id: document.id } },
        body: {
          title: title.trim(),
          ...(day !== dayOf(document.expires_at) && { expires_at: endOfDay(day) }),
        },
      }),
    );
    invalidate('/v1/documents');
    say('Details saved');
  };
  return (
    <FormDialog
      title="Title and due date"
      action="Save"
      explains={hasIssue('title', 'expires_at')}
      onSubmit={save}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextInput
            label="Title"
            required
            maxLength={300}
            value={title}
            error={issueOf(error, 'title')}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <TextInput
            label="Due date (optional)"
            type="date"
            min={tomorrow()}
            value={day}
            error={issueOf(error, 'expires_at')}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
