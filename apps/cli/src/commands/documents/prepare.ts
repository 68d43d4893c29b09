/** `countersign documents prepare`: the address with which an application opens the editor of a draft. */
import type { Command } from '@commander-js/extra-typings';
import { addGuide } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { timeText } from '../../show/text.ts';

/** Adds the command to its group. */
export function addPrepare(documents: Command, session: Session): void {
  const prepare = documents
    .command('prepare')
    .summary('Open the editor of a draft for a person')
    .description(
      'Prints a URL that opens the editor of this draft, and nothing else of the console. It works once, within five minutes. Anyone who has it can change the document on behalf of your key.',
    )
    .argument('<document>', 'id of the draft, doc_…')
    .option('--no-send', 'the person prepares the document but cannot send it');
  addGuide(prepare, {
    notes: 'Only the URL is printed to standard output, so that it can be piped.',
    examples: ['countersign documents prepare doc_01…'],
  });
  prepare.action(async (doc_id, { send }) => {
    const client = await openClient(session);
    const created = await client.post('/v1/documents/{doc_id}/preparation-session', {
      params: { path: { doc_id } },
      body: { can_send: send },
      signal: session.signal,
    });
    if (session.options.json) return session.terminal.printJson(created);
    session.terminal.note(`Works once, until ${timeText(created.expires_at)}:`);
    session.terminal.print(plainText(created.url));
  });
}
