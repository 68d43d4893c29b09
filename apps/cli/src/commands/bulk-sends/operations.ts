/** `countersign bulk-sends void-open`, `remind-open`, `extend`, `correct`, `corrections`, `archive` and `unarchive`. */
import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@countersign/client/client';
import type { BulkCorrectionOut, BulkOperationOut, BulkSendOut } from '@countersign/client/generated/api';
import { pause } from '@countersign/client/transport';
import { correctionResults } from '@countersign/contract/enumerations';
import { addGuide, checked, integer, oneOf } from '../../define.ts';
import { FailedError } from '../../exit-status.ts';
import { refuseExisting } from '../../input/file.ts';
import { readTime } from '../../input/time.ts';
import { openClient, type Session, tell } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { showDone, showRows } from '../../show/present.ts';
import { startProgress } from '../../show/progress.ts';
import type { Column } from '../../show/table.ts';
import { countText, numberText } from '../../show/text.ts';
import { saveDownload, uploadFile } from '../../transfer.ts';
import { at, fetchCounters, rowsTypeOf } from './rows.ts';
import { showBulkSendDone } from './show.ts';

/** Number of refused lines listed after corrections; `corrections` shows all of them. */
const shownErrors = 50;
const pollMs = 700;
const idText = 'id of the bulk send';
const noWait = ['--no-wait', 'do not wait until the operation is done'] as const;

const words: Record<BulkOperationOut['kind'], { doing: string; done: string; unit: string }> = {
  void_open: { doing: 'Voiding', done: 'voided', unit: 'document' },
  remind_open: { doing: 'Reminding', done: 'reminded', unit: 'document' },
  extend: { doing: 'Extending', done: 'extended', unit: 'document' },
  correct: { doing: 'Correcting', done: 'corrected', unit: 'line' },
};

/** Adds the commands to the group. */
export function addOperations(bulkSends: Command, session: Session): void {
  addVoidOpen(bulkSends, session);
  addRemindOpen(bulkSends, session);
  addExtend(bulkSends, session);
  addCorrect(bulkSends, session);
  addCorrections(bulkSends, session);
  addArchive(bulkSends, session);
}

function addVoidOpen(bulkSends: Command, session: Session): void {
  const command = bulkSends
    .command('void-open')
    .summary('Void all open documents of a bulk send')
    .description('Voids every document of the bulk send that is still open.')
    .argument('<bulk-send>', idText)
    .requiredOption('--reason <text>', 'for the recipients; required')
    .option(...noWait);
  addGuide(command, { examples: ['countersign bulk-sends void-open 01930b0e-… --reason "Wrong rent."'] });
  command.action(async (id, { reason, wait }) => {
    const client = await openClient(session);
    const options = { ...at(id), body: { reason }, signal: session.signal };
    const send = await client.post('/v1/bulk-sends/{bulk_send_id}/void-open', options);
    await follow(session, client, send, wait);
  });
}

function addRemindOpen(bulkSends: Command, session: Session): void {
  const command = bulkSends
    .command('remind-open')
    .summary('Remind recipients who have not signed')
    .description(
      'Reminds the recipients of all open documents whose turn it is, except those who were emailed within a day.',
    )
    .argument('<bulk-send>', idText)
    .option(...noWait);
  addGuide(command, { examples: ['countersign bulk-sends remind-open 01930b0e-…'] });
  command.action(async (id, { wait }) => {
    const client = await openClient(session);
    const send = await client.post('/v1/bulk-sends/{bulk_send_id}/remind-open', {
      ...at(id),
      signal: session.signal,
    });
    await follow(session, client, send, wait);
  });
}

function addExtend(bulkSends: Command, session: Session): void {
  const command = bulkSends
    .command('extend')
    .summary('Set a later expiry on all open documents')
    .description('Sets a later expiry on every open document of the bulk send. It never becomes earlier.')
    .argument('<bulk-send>', idText)
    .requiredOption('--expires <time>', 'new expiry: 2026-12-31, 2026-12-31T12:00:00Z or 14d; required')
    .option('--also-without-expiry', 'set it on documents that never expire, too')
    .option(...noWait);
  addGuide(command, { examples: ['countersign bulk-sends extend 01930b0e-… --expires 14d'] });
  command.action(async (id, { expires, alsoWithoutExpiry = false, wait }) => {
    const body = { expires_at: readTime(expires, 'future'), also_without_expiry: alsoWithoutExpiry };
    const client = await openClient(session);
    const options = { ...at(id), body, signal: session.signal };
    const send = await client.post('/v1/bulk-sends/{bulk_send_id}/extend', options);
    await follow(session, client, send, wait);
  });
}

function addCorrect(bulkSends: Command, session: Session): void {
  const command = bulkSends
    .command('correct')
    .summary('Correct names and addresses of rows from a CSV file')
    .description(
      'Corrects recipients who have not acted. They get a new link by email; nobody else is emailed. Rows that were never sent are sent if they are valid now.',
    )
    .argument('<bulk-send>', idText)
    .argument('<corrections.csv>', 'a line for each row to correct; CSV or .xlsx')
    .option('-o, --output <file.csv>', 'save the result of every line; - for standard output')
    .option('--force', 'overwrite an existing file');
  addGuide(command, {
    notes: `The column row_no, or external_id, names the row. recipient_<n>_name and recipient_<n>_email (name and email with a single placeholder) are the
new values; an empty cell changes nothing. Other columns are ignored, so the file of countersign bulk-sends rows --output can be edited and sent back.
Sending the same file again emails nobody twice. Exit status: 1 if lines were refused.`,
    examples: [
      'countersign bulk-sends correct 01930b0e-… corrections.csv',
      'countersign bulk-sends correct 01930b0e-… corrections.csv --output results.csv',
    ],
  });
  command.action(async (id, file, { output, force = false }) => {
    if (output !== undefined && output !== '-' && !force) await refuseExisting(output);
    const client = await openClient(session);
    const upload = { method: 'POST', url: urlOf(id), path: file, contentType: rowsTypeOf(file) } as const;
    const requested = (await (await uploadFile(session, client, upload)).json()) as BulkSendOut;
    const send = await untilDone(session, client, requested);
    if (output !== undefined)
      await saveDownload(session, await client.download(`${urlOf(id)}.csv`, { signal: session.signal }), {
        path: output,
        mayReplace: force,
      });
    const operation = send.operation!;
    const refused = operation.skipped.refused ?? 0;
    if (!session.options.json) await showRefused(session, client, send, refused);
    if (output !== '-') showOperationDone(session, send);
    if (operation.error) throw new FailedError(`The file could not be read: ${plainText(operation.error)}`);
    if (refused > 0)
      throw new FailedError(`${countText(refused, 'line')} ${refused === 1 ? 'was' : 'were'} refused.`);
  });
}

function addCorrections(bulkSends: Command, session: Session): void {
  const command = bulkSends
    .command('corrections')
    .summary('Show the results of the latest corrections by line')
    .description('Shows what became of each line of the latest file of corrections.')
    .argument('<bulk-send>', idText)
    .option('--result <result>', correctionResults.join(', '), checked(oneOf(correctionResults)))
    .option('--limit <count>', 'maximum number of results', integer(1, 100_000), 200)
    .option('--after <line>', 'lines after this number', integer(0, 2_147_483_647), 0);
  addGuide(command, { examples: ['countersign bulk-sends corrections 01930b0e-… --result refused'] });
  command.action(async (id, options) => {
    const client = await openClient(session);
    const found = await collectCorrections(session, client, id, options);
    showRows(session, found, columns, { json: found, none: 'No corrections.' });
  });
}

function addArchive(bulkSends: Command, session: Session): void {
  const archive = bulkSends
    .command('archive')
    .summary('Hide a bulk send from lists')
    .description(
      'Hides a bulk send from lists once all of its documents have ended. The documents do not change.',
    )
    .argument('<bulk-send>', idText);
  addGuide(archive, { examples: ['countersign bulk-sends archive 01930b0e-…'] });
  archive.action(async (id) => {
    const client = await openClient(session);
    const options = { ...at(id), signal: session.signal };
    showBulkSendDone(session, await client.post('/v1/bulk-sends/{bulk_send_id}/archive', options));
  });
  const unarchive = bulkSends
    .command('unarchive')
    .summary('Show an archived bulk send in lists again')
    .description('Shows an archived bulk send in lists again.')
    .argument('<bulk-send>', idText);
  addGuide(unarchive, { examples: ['countersign bulk-sends unarchive 01930b0e-…'] });
  unarchive.action(async (id) => {
    const client = await openClient(session);
    const options = { ...at(id), signal: session.signal };
    showBulkSendDone(session, await client.post('/v1/bulk-sends/{bulk_send_id}/unarchive', options));
  });
}

const urlOf = (id: string) => `/v1/bulk-sends/${encodeURIComponent(id)}/corrections`;

async function follow(
  session: Session,
  client: Client,
  requested: BulkSendOut,
  isWaiting: boolean,
): Promise<void> {
  showOperationDone(session, isWaiting ? await untilDone(session, client, requested) : requested);
}

/** Shows progress, rate and remaining time until the operation is done. Ctrl-C stops watching, not the operation. */
async function untilDone(session: Session, client: Client, requested: BulkSendOut): Promise<BulkSendOut> {
  const started = Date.now();
  const { id, kind } = requested.operation!;
  const { doing, unit } = words[kind];
  const progress = startProgress(session.terminal, doing, (done, total) => {
    const perSecond = done / Math.max(1, (Date.now() - started) / 1000);
    return `${numberText(done)} of ${countText(total ?? 0, unit)}, ${numberText(Math.round(perSecond))}/s`;
  });
  try {
    let send = requested;
    while (send.operation?.id === id && send.operation.status === 'running') {
      progress.update(visited(send.operation), send.operation.total || null);
      await pause(pollMs, session.signal);
      send = await fetchCounters(session, client, requested.id);
    }
    return send;
  } catch (error) {
    progress.end();
    if (session.signal.aborted && session.terminal.isErrTerminal)
      tell(session, `The operation continues. See how far it is: countersign bulk-sends get ${requested.id}`);
    throw error;
  } finally {
    progress.end();
  }
}

const visited = ({ done, skipped }: BulkOperationOut) =>
  done + Object.values(skipped).reduce((sum, count) => sum + count, 0);

function showOperationDone(session: Session, send: BulkSendOut): void {
  showDone(session, operationText(send.operation!), send);
}

/** The progress of an operation, as `Voided: 12 of 14 documents; 2 ended`. */
export function operationText({ kind, status, total, done, skipped }: BulkOperationOut): string {
  const { doing, done: past, unit } = words[kind];
  const reasons = Object.entries(skipped).map(
    ([reason, count]) => `${numberText(count)} ${reason.replaceAll('_', ' ')}`,
  );
  const what = status === 'running' ? doing : `${past[0]!.toUpperCase()}${past.slice(1)}`;
  const skippedText = reasons.length > 0 ? `; not ${past}: ${reasons.join(', ')}` : '';
  return `${what}: ${numberText(done)} of ${countText(total, unit)}${skippedText}`;
}

async function showRefused(
  session: Session,
  client: Client,
  { id }: BulkSendOut,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const found = await collectCorrections(session, client, id, {
    result: 'refused',
    limit: shownErrors,
    after: 0,
  });
  for (const { line, error } of found) tell(session, `line ${line}: ${plainText(error ?? 'refused')}`);
  if (count > found.length) {
    const all = `countersign bulk-sends corrections ${id} --result refused --limit 100000`;
    tell(session, `and ${numberText(count - found.length)} more: ${all}`);
  }
}

async function collectCorrections(
  session: Session,
  client: Client,
  id: string,
  { result, limit, after }: { result?: (typeof correctionResults)[number]; limit: number; after: number },
): Promise<BulkCorrectionOut[]> {
  const found: BulkCorrectionOut[] = [];
  while (found.length < limit) {
    const size = Math.min(1000, limit - found.length);
    const query = { limit: size, after: found.at(-1)?.line ?? after, ...(result && { result }) };
    const { items } = await client.get('/v1/bulk-sends/{bulk_send_id}/corrections', {
      params: { ...at(id).params, query },
      signal: session.signal,
    });
    found.push(...items);
    if (items.length < size) break;
  }
  return found;
}

const columns: ReadonlyArray<Column<BulkCorrectionOut>> = [
  { title: 'LINE', text: ({ line }) => String(line), align: 'right' },
  { title: 'ROW', text: ({ row_no }) => (row_no == null ? '-' : String(row_no)), align: 'right' },
  { title: 'EXTERNAL ID', text: ({ external_id }) => external_id ?? '-' },
  {
    title: 'RESULT',
    text: ({ result }) => result,
    paint: ({ result }) => (result === 'refused' ? 'bad' : result === 'corrected' ? 'good' : null),
  },
  { title: 'ERROR', text: ({ error }) => error ?? '-', isFlexible: true },
];
