/** `countersign documents get`: a document and its recipients. */
import type { Command } from '@commander-js/extra-typings';
import { addGuide } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { showDocument } from '../../show/document.ts';

const at = (doc_id: string) => ({ params: { path: { doc_id } } });

/** Adds the command to its group. */
export function addGet(documents: Command, session: Session): void {
  const get = documents
    .command('get')
    .summary('Show a document and its recipients')
    .description('Shows a document, its recipients and its status.')
    .argument('<document>', 'id of the document, doc_…');
  addGuide(get, {
    examples: ['countersign documents get doc_01…', 'countersign documents get doc_01… --json'],
  });
  get.action(async (id) => {
    const client = await openClient(session);
    showDocument(session, await client.get('/v1/documents/{doc_id}', { ...at(id), signal: session.signal }));
  });
}
