/** `countersign documents session`: the address with which an application opens the signing page for a recipient. */
import type { Command } from '@commander-js/extra-typings';
import { addGuide } from '../../define.ts';
import { recipientIdOf } from '../../input/find-recipient.ts';
import { openClient, type Session } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { timeText } from '../../show/text.ts';

/** Adds the command to its group. */
export function addSession(documents: Command, session: Session): void {
  const create = documents
    .command('session')
    .summary('Open the signing page for a recipient without emails')
    .description(
      'Prints a URL that opens the signing page for a recipient with the delivery "none" whose turn it is. It works once, within five minutes. Give it only to this person: the audit trail says that you vouched for the person.',
    )
    .argument('<document>', 'id of the document, doc_…')
    .argument('<recipient>', 'email or id of the recipient');
  addGuide(create, {
    notes: 'Only the URL is printed to standard output, so that it can be piped.',
    examples: ['countersign documents session doc_01… ada@example.com'],
  });
  create.action(async (doc_id, wanted) => {
    const client = await openClient(session);
    const { signal } = session;
    const document = await client.get('/v1/documents/{doc_id}', { params: { path: { doc_id } }, signal });
    const path = { doc_id, recipient_id: recipientIdOf(document, wanted) };
    const created = await client.post('/v1/documents/{doc_id}/recipients/{recipient_id}/session', {
      params: { path },
      signal,
    });
    if (session.options.json) return session.terminal.printJson(created);
    session.terminal.note(`Works once, until ${timeText(created.expires_at)}:`);
    session.terminal.print(plainText(created.url));
  });
}
