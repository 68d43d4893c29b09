/** `countersign documents update`: changes external id and metadata of a document. */
import type { Command } from '@commander-js/extra-typings';
import { addGuide, checked, several } from '../../define.ts';
import { UsageError } from '../../exit-status.ts';
import { externalIdText, metadataText, ownDataMembers, readPair, uniqueText } from '../../input/own-data.ts';
import { openClient, type Session } from '../../session.ts';
import { showDocumentDone } from '../../show/document.ts';

/** Adds the command to its group. */
export function addUpdate(documents: Command, session: Session): void {
  const update = documents
    .command('update')
    .summary('Change external id and metadata of a document')
    .description('Changes the external id and the metadata of a document, also after it was sent.')
    .argument('<document>', 'id of the document, doc_…')
    .option('--external-id <id>', externalIdText)
    .option('--unique-external-id', uniqueText)
    .option('--metadata <key=value>', metadataText, several(checked(readPair)))
    .option(
      '--remove-metadata <key>',
      'key of the metadata to remove; repeatable',
      several((key) => key),
    );
  addGuide(update, {
    notes: 'Keys that are not named keep their values.',
    examples: [
      'countersign documents update doc_01… --metadata stage=signed --remove-metadata draft',
      'countersign documents update doc_01… --external-id crm-4711',
    ],
  });
  update.action(async (id, { removeMetadata = [], ...options }) => {
    const given = ownDataMembers(options);
    const removed = Object.fromEntries(removeMetadata.map((key) => [key, null]));
    const metadata = { ...given.metadata, ...removed };
    const body = { ...given, ...(Object.keys(metadata).length > 0 && { metadata }) };
    if (Object.keys(body).length === 0)
      throw new UsageError('Say what to change: --external-id, --metadata or --remove-metadata.');
    const client = await openClient(session);
    const changed = await client.patch('/v1/documents/{doc_id}', {
      params: { path: { doc_id: id } },
      body,
      signal: session.signal,
    });
    showDocumentDone(session, changed, 'Changed');
  });
}
