import type { DocumentOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { counted } from '../parts/moments.ts';
import { Fault } from '../parts/page.tsx';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { useAction } from '../use-action.ts';
import { isFinalized, listedTitle } from './document-table.tsx';
import type { Named } from './each-document.ts';
import { MoveDialog } from './move-dialog.tsx';
import { isUnderway } from './recipient-progress.ts';
import { RemindDialog } from './remind-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

/** The open dialog, and the documents that it is about. */
type OpenDialog =
  | { what: 'remind' | 'move'; documents: readonly DocumentOut[] }
  | { what: 'void'; documents: readonly Named[] };

const closed: ReadonlySet<string> = new Set(['completed', 'voided', 'rejected', 'expired']);

/** Documents that are named; the others are counted. */
const maxNamed = 5;

/** Says which documents are missing in the ZIP. */
function withoutWords(documents: readonly DocumentOut[]): string {
  const named = documents.slice(0, maxNamed).map(({ title }) => `“${visibleText(title)}”`);
  const more = documents.length - named.length;
  return `Not in the ZIP: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. They are not sealed yet, or were erased.`;
}

/** What can be done with the selected documents. Each button says how many of them it concerns. */
export function SelectionBar({
  selected,
  onClear,
}: {
  selected: readonly DocumentOut[];
  onClear: () => void;
}) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const documents = selected.filter(isFinalized);
  const underway = documents.filter(isUnderway);
  const voidable = selected
    .filter((one) => !closed.has(one.status))
    .map((one) => ({ id: one.id, title: listedTitle(one) }));
  const client = useClient();
  const { complain } = useToasts();
  const withFile = documents.filter((one) => !one.erased_at);
  const download = useAction(async (chosen: readonly DocumentOut[]) => {
    const { saveAsZip } = await import('./download-zip.ts');
    const without = await saveAsZip(client, chosen);
    if (without.length > 0) complain(withoutWords(without));
  });
  const close = () => setDialog(null);
  return (
    <>
      <section className="c-selection" aria-label="Selected documents">
        <p aria-live="polite">{counted(selected.length, 'document')} selected</p>
        <div className="button-row">
          <Button
            disabled={underway.length === 0}
            onClick={() => setDialog({ what: 'remind', documents: underway })}
          >
            <Icon name="send" />
            Remind ({underway.length})
          </Button>
          <Button disabled={documents.length === 0} onClick={() => setDialog({ what: 'move', documents })}>
            <Icon name="folder" />
            Move… ({documents.length})
          </Button>
          <Button
            disabled={voidable.length === 0}
            onClick={() => setDialog({ what: 'void', documents: voidable })}
          >
            <Icon name="close" />
            Void… ({voidable.length})
          </Button>
          <Button
            disabled={withFile.length === 0}
            busy={download.isBusy}
            onClick={() => void download.run(withFile)}
          >
            <Icon name="download" />
            Download ({withFile.length})
          </Button>
          <Button look="quiet" onClick={onClear}>
            Clear selection
          </Button>
        </div>
        <Fault error={download.error} />
      </section>
      {dialog?.what === 'remind' && <RemindDialog documents={dialog.documents} onClose={close} />}
      {dialog?.what === 'move' && <MoveDialog documents={dialog.documents} onClose={close} />}
      {dialog?.what === 'void' && <VoidDialog documents={dialog.documents} onClose={close} />}
    </>
  );
}
