import type { DocumentOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { TextInput } from '../../ui/text-input.tsx';
import { Tick } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { useInvalidate } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';

/** The text with single spaces, as the page shows it: other spaces in a title cannot be seen and typed. */
const spaced = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Explains what is erased and what is kept, and asks for the title as confirmation. */
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
      body: { confirm: document.title, keep_sealed: keepsSealed },
    });
    invalidate('/v1/documents');
    invalidate('/v1/console/summary');
    say(removed ? 'Draft deleted' : 'Personal data erased');
    if (removed) go('/documents');
  };
  return (
    <FormDialog
      title={isDraft ? 'Delete this draft permanently?' : 'Erase personal data permanently?'}
      action={isDraft ? 'Delete the draft' : 'Erase permanently'}
      danger
      disabled={spaced(typed) !== spaced(document.title)}
      onSubmit={erase}
      onClose={onClose}
    >
      {isDraft ? (
        <p>The draft, its PDF and its recipients are deleted. This cannot be undone.</p>
      ) : (
        <>
          <p>
            This erases names, addresses, texts, entered values, signatures, emails and files of this
            document. Nobody can restore them, not even the operator.
          </p>
          <p className="hint">
            What is kept: that the document existed, its events with their times, and an audit trail that can
            still be verified. Copies that were downloaded or emailed are not affected.
          </p>
        </>
      )}
      {document.sealed && (
        <Tick
          label="Keep the sealed PDF and its certificate"
          hint="They contain the names of everyone who signed."
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
