/** `countersign documents events`: the audit trail. */
import type { Command } from '@commander-js/extra-typings';
import { readTrail } from '@countersign/client/trail';
import { addGuide } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { eventColumns } from '../../show/document.ts';
import { showRows } from '../../show/present.ts';

/** Adds the command to its group. */
export function addEvents(documents: Command, session: Session): void {
  const events = documents
    .command('events')
    .summary('Show the audit trail')
    .description(
      'Shows the audit trail of a document. The output of --json can be passed to countersign verify --events.',
    )
    .argument('<document>', 'id of the document, doc_…');
  addGuide(events, {
    examples: [
      'countersign documents events doc_01…',
      'countersign documents events doc_01… --json > events.json',
    ],
  });
  events.action(async (id) => {
    const client = await openClient(session);
    const trail = await readTrail(client, id, { signal: session.signal });
    showRows(session, trail, eventColumns, { json: trail, none: 'No events.' });
  });
}
