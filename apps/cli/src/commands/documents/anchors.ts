/** `countersign documents anchors` */
import type { Command } from '@commander-js/extra-typings';
import type { DocumentAnchorOut } from '@countersign/client/generated/api';
import { addGuide } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { showRows } from '../../show/present.ts';
import type { Column } from '../../show/table.ts';
import { preciseTimeText } from '../../show/text.ts';

const columns: ReadonlyArray<Column<DocumentAnchorOut>> = [
  { title: 'DATE', text: ({ anchor }) => anchor.date },
  { title: 'UP TO EVENT', text: ({ seq }) => String(seq), align: 'right' },
  {
    title: 'TIMESTAMP',
    text: ({ anchor }) => (anchor.timestamp ? preciseTimeText(anchor.timestamp.time) : 'none'),
  },
  { title: 'ROOT', text: ({ anchor }) => anchor.root, isFlexible: true },
];

/** Adds the command to its group. */
export function addAnchors(documents: Command, session: Session): void {
  const anchors = documents
    .command('anchors')
    .summary('Show the anchors of the audit trail')
    .description(
      'Shows the daily anchors that cover the audit trail. An anchor is a hash over all audit trails that changed on a day; the installation timestamps it and publishes it at /anchors. The output of --json can be passed to countersign verify --anchors.',
    )
    .argument('<document>', 'id of the document, doc_…');
  addGuide(anchors, {
    notes:
      'Test documents are not anchored. A live document is anchored for the first time on the day after it was created.',
    examples: [
      'countersign documents anchors doc_01…',
      'countersign documents anchors doc_01… --json > anchors.json',
    ],
  });
  anchors.action(async (doc_id) => {
    const client = await openClient(session);
    const items: DocumentAnchorOut[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await client.get('/v1/documents/{doc_id}/anchors', {
        params: { path: { doc_id }, query: after ? { starting_after: after } : {} },
        signal: session.signal,
      });
      items.push(...page.items);
      after = page.next_starting_after;
    }
    showRows(session, items, columns, { json: items, none: 'Not anchored yet.' });
  });
}
