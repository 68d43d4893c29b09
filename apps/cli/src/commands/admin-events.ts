/** `countersign admin-events`: the admin log of the workspace. */
import type { AdminEventOut } from '@countersign/client/generated/api';
import { adminEventTypes } from '@countersign/contract/admin-event-types';
import { addGuide, checked, group, integer, oneOf } from '../define.ts';
import { FailedError } from '../exit-status.ts';
import { refuseExisting } from '../input/file.ts';
import { readTime } from '../input/time.ts';
import { openClient, type Session } from '../session.ts';
import { plainText } from '../show/plain-text.ts';
import { showDetails, showDone, showRows } from '../show/present.ts';
import type { Column } from '../show/table.ts';
import { timeText } from '../show/text.ts';
import { saveDownload } from '../transfer.ts';

/** The most events of one response. */
const pageSize = 200;
const types = Object.keys(adminEventTypes) as Array<keyof typeof adminEventTypes>;

/** Builds the command group. */
export function adminEventsCommand(session: Session) {
  const events = group(
    'admin-events',
    'The admin log: who changed keys, members, settings and webhooks, erased or downloaded data',
  );

  const list = events
    .command('list')
    .summary('List events, newest first')
    .description('Lists the events of the admin log, newest first. Needs a live key.')
    .option('--type <type>', 'only events of this type, such as key.created', checked(oneOf(types)))
    .option('--since <when>', 'only later events: 2026-11-30, or 12h')
    .option('--until <when>', 'only earlier events')
    .option('--limit <count>', 'maximum number of results', integer(1, 10_000), 50);
  addGuide(list, {
    examples: [
      'countersign admin-events list --since 7d',
      'countersign admin-events list --type key.created --json',
    ],
  });
  list.action(async (options) => {
    const client = await openClient(session);
    const filters = {
      ...(options.type !== undefined && { type: options.type }),
      ...(options.since !== undefined && { created_after: readTime(options.since, 'past') }),
      ...(options.until !== undefined && { created_before: readTime(options.until, 'past') }),
    };
    const items: AdminEventOut[] = [];
    for (let before: number | null | undefined; before !== null && items.length < options.limit; ) {
      const page = await client.get('/v1/admin-events', {
        params: {
          query: {
            ...filters,
            limit: Math.min(pageSize, options.limit - items.length),
            ...(before && { before }),
          },
        },
        signal: session.signal,
      });
      items.push(...page.items);
      before = page.next_before;
    }
    showRows(session, items, columns, { json: items, none: 'No events.' });
  });

  const download = events
    .command('export')
    .summary('Download the log as CSV or JSON lines')
    .description('Downloads the admin log, oldest event first. The download is an event of the log.')
    .option('--format <format>', 'csv or jsonl', checked(oneOf(['csv', 'jsonl'])), 'jsonl' as const)
    .option('--after <seq>', 'events after this number, to continue', integer(0, 2_147_483_647), 0)
    .option('-o, --output <file>', 'output file; - for standard output', '-')
    .option('--force', 'overwrite an existing file');
  addGuide(download, {
    examples: ['countersign admin-events export --after 1200 --output admin-log.jsonl'],
  });
  download.action(async ({ format, after, output, force = false }) => {
    if (output !== '-' && !force) await refuseExisting(output);
    const client = await openClient(session);
    const url = `/v1/admin-events/export?format=${format}&after=${after}`;
    const file = await client.download(url, { signal: session.signal });
    await saveDownload(session, file, { path: output, mayReplace: force });
    if (output !== '-') showDone(session, `Saved ${plainText(output)}`, { file: output });
  });

  const verify = events
    .command('verify')
    .summary('Check the hash chain of the log')
    .description(
      'Has the service recompute every hash of the admin log. Exit status 1 if the chain is broken. Keep the head elsewhere: comparing it later shows whether the whole chain was recomputed.',
    );
  addGuide(verify, { examples: ['countersign admin-events verify'] });
  verify.action(async () => {
    const client = await openClient(session);
    const found = await client.get('/v1/admin-events/verification', { signal: session.signal });
    showDetails(
      session,
      [
        ['chain', found.ok ? 'intact' : `broken at event ${found.broken_at_seq}: ${found.reason}`],
        ['events', String(found.count)],
        ['first event', found.first_seq === null ? null : String(found.first_seq)],
        ['head', found.head],
      ],
      found,
    );
    if (!found.ok) throw new FailedError('The chain of the admin log is broken.');
  });

  return events;
}

const nameOf = ({ type, id, name }: AdminEventOut['actor']) => name ?? `${type} ${id}`;

const columns: ReadonlyArray<Column<AdminEventOut>> = [
  { title: 'SEQ', text: ({ seq }) => String(seq), align: 'right' },
  { title: 'TIME', text: ({ created_at }) => timeText(created_at) },
  { title: 'TYPE', text: ({ type }) => type },
  { title: 'ACTOR', text: ({ actor }) => nameOf(actor), isFlexible: true },
  { title: 'TARGET', text: ({ target }) => nameOf(target), isFlexible: true },
  { title: 'FROM', text: ({ ip }) => ip ?? '-' },
];
