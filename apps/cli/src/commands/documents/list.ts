/** `countersign documents list` and `documents evidence`, which have the same filters. */
import type { Command } from '@commander-js/extra-typings';
import { AWAITING_UPLOAD, documentSorts, documentStatuses } from '@countersign/contract/enumerations';
import { collectPages } from '../../collect-pages.ts';
import { addGuide, checked, integer, oneOf, several } from '../../define.ts';
import { evidenceNotes, saveEvidence } from '../../evidence.ts';
import { createdAfter, createdBefore } from '../../input/created.ts';
import { openClient, type Session } from '../../session.ts';
import { documentColumns } from '../../show/document.ts';
import { showRows } from '../../show/present.ts';

const statuses = [...documentStatuses, AWAITING_UPLOAD] as const;

/** Adds the options that select documents. */
function withFilters<Args extends unknown[]>(command: Command<Args>) {
  return command
    .option('--status <status>', `${statuses.join(', ')}; repeatable`, several(checked(oneOf(statuses))))
    .option('-q, --query <words>', 'part of the title')
    .option('--search <words>', 'part of the title, or of the name or email address of a recipient')
    .option('--bulk-send <id>', 'documents of this bulk send, or "none" for the others')
    .option('--bounced', 'open documents with a bounced email to a recipient whose turn it is')
    .option('--recipient <email>', 'email address of a recipient')
    .option('--external-id <id>', 'your own id of the document')
    .option('--folder <id>', 'in this folder, or "root" for documents without a folder')
    .option(...createdAfter)
    .option(...createdBefore);
}

type Filters = ReturnType<ReturnType<typeof withFilters>['opts']>;

/** The filters as query parameters. */
const filtersOf = (options: Filters) => ({
  ...(options.status && { status: options.status }),
  ...(options.query !== undefined && { q: options.query }),
  ...(options.search !== undefined && { search: options.search }),
  ...(options.bulkSend !== undefined && { bulk_send_id: options.bulkSend }),
  ...(options.bounced && { delivery_problem: 'true' as const }),
  ...(options.recipient !== undefined && { recipient: options.recipient }),
  ...(options.externalId !== undefined && { external_id: options.externalId }),
  ...(options.folder !== undefined && { folder_id: options.folder }),
  ...(options.after && { created_after: options.after }),
  ...(options.before && { created_before: options.before }),
});

/** Adds the command to its group. */
export function addList(documents: Command, session: Session): void {
  const list = withFilters(
    documents
      .command('list')
      .summary('List or search documents')
      .description('Lists documents of the mode of the key, newest first unless --sort says otherwise.'),
  )
    .option('--sort <order>', documentSorts.join(', '), checked(oneOf(documentSorts)))
    .option('--limit <count>', 'maximum number of results', integer(1, 100_000), 50)
    .option('--offset <count>', 'number of results to skip', integer(0, 2_147_483_647), 0)
    .option('--starting-after <id>', 'results after this document, the last one of an earlier list');
  addGuide(list, {
    examples: [
      'countersign documents list --status sent --status partially_signed',
      'countersign documents list --search lovelace --sort title',
      'countersign documents list --query lease --after 30d --json',
    ],
  });
  list.action(async (options) => {
    const client = await openClient(session);
    const query = { ...filtersOf(options), ...(options.sort !== undefined && { sort: options.sort }) };
    const found = await collectPages(options, (page) =>
      client.get('/v1/documents', { params: { query: { ...query, ...page } }, signal: session.signal }),
    );
    showRows(session, found.items, documentColumns, {
      json: found,
      none: 'No documents.',
      total: found.total,
    });
  });
}

/** Adds the command to its group. */
export function addEvidence(documents: Command, session: Session): void {
  const evidence = withFilters(
    documents
      .command('evidence')
      .summary('Download the sealed PDFs and audit trails of many documents')
      .description(
        'Downloads one tar with the sealed PDFs and audit trails of the documents that the filters find, and their SHA256SUMS.',
      ),
  )
    .requiredOption('-o, --output <file.tar>', 'output file; required')
    .option('--force', 'overwrite an existing file');
  addGuide(evidence, {
    notes: evidenceNotes,
    examples: ['countersign documents evidence --after 2026-01-01 --before 2026-02-01 --output january.tar'],
  });
  evidence.action((options) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filtersOf(options)))
      for (const one of [value].flat()) query.append(name, one);
    return saveEvidence(session, `/v1/documents/evidence.tar?${query}`, options);
  });
}
