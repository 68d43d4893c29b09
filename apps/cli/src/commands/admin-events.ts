/** `countersign admin-events`: the admin log of the workspace. */
import { Option } from '@commander-js/extra-typings';
import type { AdminEventOut } from '@countersign/client/generated/api';
import { adminEventTypes } from '@countersign/contract/admin-event-types';
import { appendToLog, checkLog } from '../admin-log.ts';
import { addGuide, checked, group, integer, oneOf } from '../define.ts';
import { FailedError, UsageError } from '../exit-status.ts';
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
    .option('--force', 'overwrite an existing file')
    .addOption(
      new Option(
        '--append',
        'add the events after the last one of the output file, or make the file if it does not exist; only if they continue its hash chain',
      ).conflicts(['after', 'force']),
    );
  addGuide(download, {
    notes:
      'With --append, the file and the new events are checked as by admin-events verify --file. The file is replaced only when the new one is complete, so an interruption leaves it as it was. Exit status 1 if the new events do not continue the file: then the log or the file was changed, or retention has removed events that were not downloaded before.',
    examples: [
      'countersign admin-events export --append --output admin-log.jsonl',
      'countersign admin-events export --format csv --after 1200 --output admin-log.csv',
    ],
  });
  download.action(async ({ format, after, output, force = false, append = false }) => {
    if (append) {
      if (format !== 'jsonl' || output === '-')
        throw new UsageError('--append needs --output with a file, and --format jsonl.');
      const client = await openClient(session);
      const { count, end } = await appendToLog(session, client, output);
      const events = `${count} event${count === 1 ? '' : 's'}`;
      showDone(session, `Added ${events} to ${plainText(output)}, up to event ${end.seq}`, {
        file: output,
        events: count,
        last_seq: end.seq,
        head: end.hash,
      });
      return;
    }
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
      'Has the service recompute every hash of the admin log, or with --file recomputes those of a downloaded log on this machine. Exit status 1 if the chain is broken. Keep the head elsewhere: comparing it later shows whether the whole chain was recomputed.',
    )
    .option('--file <file>', 'a file of admin-events export --format jsonl; needs no service and no key');
  addGuide(verify, {
    notes:
      'An intact file shows that none of its events was changed, added, removed or moved since their hashes were computed. It does not show that nothing was cut off at the end, or that nobody computed the whole chain again: compare the head with one that you kept elsewhere, and continue the file with admin-events export --append, which fails if the log of the service differs. Names, IP addresses and user agents have no hash. If the first event is not 1, the events before it are not in the file.',
    examples: ['countersign admin-events verify', 'countersign admin-events verify --file admin-log.jsonl'],
  });
  verify.action(async ({ file }) => {
    if (file !== undefined) return verifyFile(session, file);
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

/** Checks a downloaded log offline. Throws FileError if it is not one, and FailedError if its chain is broken. */
async function verifyFile(session: Session, path: string): Promise<void> {
  const { count, firstSeq, end, fault } = await checkLog(path);
  showDetails(
    session,
    [
      ['chain', fault ? `broken at event ${fault.seq}: ${fault.reason}` : 'intact'],
      ['events', String(count)],
      ['first event', String(firstSeq)],
      ['last event', String(end.seq)],
      ['head', end.hash],
    ],
    {
      ok: fault === null,
      count,
      first_seq: firstSeq,
      last_seq: end.seq,
      head: end.hash,
      broken_at_seq: fault?.seq ?? null,
      reason: fault?.reason ?? null,
    },
  );
  if (fault) throw new FailedError(`The chain of ${plainText(path)} is broken.`);
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
