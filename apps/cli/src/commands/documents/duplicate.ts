/** `countersign documents duplicate`: a new draft with the same PDF, recipients and fields. */
import type { Command } from '@commander-js/extra-typings';
import { addGuide } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { type AnyDocument, showDocumentDone } from '../../show/document.ts';
import { sendCreated } from './send-and-fetch.ts';

const at = (doc_id: string) => ({ params: { path: { doc_id } } });

/** Adds the command to its group. */
export function addDuplicate(documents: Command, session: Session): void {
  const duplicate = documents
    .command('duplicate')
    .summary('Duplicate a document as a new draft')
    .description(
      'Creates a draft from the same PDF, with the same recipients and fields. Nothing is emailed.',
    )
    .argument('<document>', 'id of the document, doc_…')
    .option('-t, --title <title>', 'title of the copy')
    .option('-s, --send', 'send it immediately');
  addGuide(duplicate, { examples: ['countersign documents duplicate doc_01… --title "Lease, second try"'] });
  duplicate.action(async (id, { title, send: mustSend }) => {
    const client = await openClient(session);
    const body = title === undefined ? {} : { title };
    let copy: AnyDocument = await client.post('/v1/documents/{doc_id}/duplicate', {
      ...at(id),
      body,
      signal: session.signal,
    });
    if (mustSend) copy = await sendCreated(session, client, copy.id);
    showDocumentDone(session, copy, mustSend ? 'Sent' : 'Created');
  });
}
