/** `countersign documents erase`: erases the personal data of a document that has ended. */
import type { Command } from '@commander-js/extra-typings';
import type { ErasureOut } from '@countersign/client/generated/api';
import { addGuide } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { confirm, paintOf, showDone } from '../../show/present.ts';
import { detailsText } from '../../show/table.ts';
import { numberText } from '../../show/text.ts';

/** Adds the command to its group. */
export function addErase(documents: Command, session: Session): void {
  const erase = documents
    .command('erase')
    .summary('Erase the personal data of a document that has ended')
    .description(
      'Permanently erases names, addresses, texts, values, signatures, emails and files of a document that has ended. A draft is deleted.',
    )
    .argument('<document>', 'id of the document, doc_…')
    .option(
      '--keep-sealed',
      'keep the sealed PDF and its certificate, which contain the names of everyone who signed',
    )
    .option('-y, --yes', 'do not ask for confirmation');
  addGuide(erase, {
    notes:
      'The audit trail is kept without personal data and can still be verified. Keep the printed head to detect later changes. Erasing again erases personal data added since. A document that is under way has to be voided first.',
    examples: [
      'countersign documents erase doc_01…',
      'countersign documents erase doc_01… --keep-sealed --yes --json',
    ],
  });
  erase.action(async (id, { keepSealed = false, yes }) => {
    const client = await openClient(session);
    const at = { params: { path: { doc_id: id } }, signal: session.signal };
    // Fetched even if no confirmation is needed, so that an unknown document is reported first.
    const { title, status } = await client.get('/v1/documents/{doc_id}', at);
    const what = keepSealed ? 'the personal data but not the sealed PDF' : 'the personal data and the files';
    const named = `"${plainText(title ?? '')}" (${plainText(id)}, ${status})`;
    await confirm(session, `Erase ${what} of ${named} permanently?`, yes);
    const body = { confirm: id, keep_sealed: keepSealed };
    const erasure = await client.post('/v1/console/documents/{doc_id}/erase', { ...at, body });
    showDone(session, textOf(session, erasure), erasure);
  });
}

function textOf(session: Session, erasure: ErasureOut): string {
  const { id, removed, events_erased, sealed_kept, chain_head } = erasure;
  const done = removed ? `Deleted the draft ${id}` : `Erased ${id}`;
  const details = [
    ['Events erased', numberText(events_erased)],
    ['Sealed PDF', sealed_kept ? 'kept' : null],
    ['Trail ends with', chain_head],
  ] as const;
  return `${done}\n${detailsText(details, paintOf(session))}`;
}
