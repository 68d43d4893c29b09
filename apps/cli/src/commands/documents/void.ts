/** `countersign documents void`: voids an open document. */
import type { Command } from '@commander-js/extra-typings';
import { addGuide } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { showDone } from '../../show/present.ts';

const at = (doc_id: string) => ({ params: { path: { doc_id } } });

/** Adds the command to its group. */
export function addVoid(documents: Command, session: Session): void {
  const voiding = documents
    .command('void')
    .summary('Void a document')
    .description('Voids an open document. Recipients who received a link are notified by email.')
    .argument('<document>', 'id of the document, doc_…')
    .requiredOption('--reason <text>', 'for the recipients; required');
  addGuide(voiding, { examples: ['countersign documents void doc_01… --reason "The terms have changed."'] });
  voiding.action(async (id, { reason }) => {
    const client = await openClient(session);
    const answer = await client.post('/v1/documents/{doc_id}/void', {
      ...at(id),
      body: { reason },
      signal: session.signal,
    });
    showDone(session, `Voided ${answer.id}`, answer);
  });
}
