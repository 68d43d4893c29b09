import type { DocumentOut } from '@countersign/contract/document';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { dayOf, endOfDay, tomorrow } from '../parts/moments.ts';
import { Fault } from '../parts/page.tsx';
import { issueOf } from '../problem-error.ts';
import { useAction, useAnswers } from '../query.ts';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';

/** Title and expiry of a draft, until it is sent. */
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
  const { invalidate } = useAnswers();
  const { say } = useToasts();
  const [title, setTitle] = useState(document.title);
  const [day, setDay] = useState(dayOf(document.expires_at));
  const action = useAction(async () => {
    onChanged(
      await client.patch<DocumentOut>(`/v1/console/documents/${document.id}`, {
        title: title.trim(),
        ...(day !== dayOf(document.expires_at) && { expires_at: endOfDay(day) }),
      }),
    );
    invalidate('/v1/documents');
    say('Details changed');
    onClose();
  });
  return (
    <Dialog title="Title and expiry" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <TextInput
          label="Title"
          required
          maxLength={300}
          value={title}
          error={issueOf(action.error, 'title')}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextInput
          label="To be signed by the end of (optional)"
          type="date"
          min={tomorrow()}
          value={day}
          error={issueOf(action.error, 'expires_at')}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        {!issueOf(action.error, 'title') && !issueOf(action.error, 'expires_at') && (
          <Fault error={action.error} />
        )}
        <div className="button-row dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={action.isBusy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
