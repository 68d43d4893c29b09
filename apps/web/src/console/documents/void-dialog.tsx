import { useState } from 'react';
import { FormDialog } from '../parts/form.tsx';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { type Named, progressLabel, useEachDocument } from './each-document.ts';
import { VoidReason } from './void-reason.tsx';

/** Ends documents before they are completed; asks for the reason. */
export function VoidDialog({ documents, onClose }: { documents: readonly Named[]; onClose: () => void }) {
  const client = useClient();
  const { say } = useToasts();
  const [reason, setReason] = useState('');
  const one = documents.length === 1 ? documents[0] : null;
  const voidEach = useEachDocument(documents, ({ id }) =>
    client.post('/v1/documents/{doc_id}/void', {
      params: { path: { doc_id: id } },
      body: { reason: reason.trim() },
    }),
  );
  const submit = async () => {
    await voidEach.run();
    say(one ? 'Voided' : `Voided ${documents.length} documents`);
  };
  return (
    <FormDialog
      title={one ? `Void “${one.title}”?` : `Void ${documents.length} documents?`}
      action={progressLabel(
        one ? 'Void the document' : 'Void the documents',
        voidEach.done,
        documents.length,
      )}
      danger
      disabled={reason.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <VoidReason reason={reason} onChange={setReason} />
    </FormDialog>
  );
}
