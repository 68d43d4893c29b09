/** `countersign documents send`: sends a draft, or resends the invitation. */
import type { Command } from '@commander-js/extra-typings';
import { addGuide } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { showDone } from '../../show/present.ts';

const at = (doc_id: string) => ({ params: { path: { doc_id } } });

/** Adds the command to its group. */
export function addSend(documents: Command, session: Session): void {
  const send = documents
    .command('send')
    .summary('Send a document, or resend the invitation')
    .description(
      'Sends a draft. For a document that was already sent, resends the invitation to recipients whose turn it is and who have not signed.',
    )
    .argument('<document>', 'id of the document, doc_…')
    .option('-m, --message <text>', 'message in the email');
  addGuide(send, { examples: ['countersign documents send doc_01… --message "Please sign by Friday."'] });
  send.action(async (id, { message }) => {
    const client = await openClient(session);
    const body = message === undefined ? {} : { message };
    const sent = await client.post('/v1/documents/{doc_id}/send', {
      ...at(id),
      body,
      signal: session.signal,
    });
    showDone(session, `Sent ${sent.id}`, sent);
  });
}
