import type { DocumentOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { TextInput } from '../../ui/text-input.tsx';
import { Tick } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { useInvalidate } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';

/** Says what goes and what stays, and asks for the title before anything does. */
export function EraseDialog({ document, onClose }: { document: DocumentOut; onClose: () => void }) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { go } = useRouter();
  const { say } = useToasts();
  const [typed, setTyped] = useState('');
  const [keepsSealed, setKeepsSealed] = useState(false);
  const isDraft = document.status === 'draft';
  const erase = async () => {
    const { removed } = await client.post('/v1/console/documents/{doc_id}/erase', {
      params: { path: { doc_id: document.id } },
      body: { confirm: typed.trim(), keep_sealed: keepsSealed },
    });
    invalidate('/v1/documents');
    invalidate('/v1/console/summary');
    say(removed ? 'The draft is gone' : 'Personal data erased');
    if (removed) go('/documents');
  };
  return (
    <FormDialog
      title={isDraft ? 'Delete this draft for good?' : 'Erase personal data for good?'}
      action={isDraft ? 'Delete the draft' : 'Erase for good'}
      danger
      disabled={typed.trim() !== document.title}
      onSubmit={erase}
      onClose={onClose}
    >
      {isDraft ? (
        <p>The draft, its PDF and everybody in it go. Nobody can bring them back.</p>
      ) : (
        <>
          <p>
            Names, addresses, texts, what people filled in and signed, mails and files of this document go.
            Nobody can bring them back, not even the operator.
          </p>
          <p className="hint">
            What stays: that there was such a document, when what happened to it, and an audit trail that can
            still be verified. Copies that people downloaded or got by mail are not reached.
          </p>
        </>
      )}
      {document.sealed && (
        <Tick
          label="Keep the sealed PDF and its certificate"
          hint="They name everybody who signed."
          checked={keepsSealed}
          onChange={(event) => setKeepsSealed(event.currentTarget.checked)}
        />
      )}
      <TextInput
        label={`Type the title to confirm: ${document.title}`}
        required
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
