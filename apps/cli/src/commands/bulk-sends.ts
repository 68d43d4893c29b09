/** `countersign bulk-sends …` */
import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@countersign/client/client';
import { bulkRowStatuses } from '@countersign/contract/enumerations';
import { collectPages } from '../collect-pages.ts';
import { addGuide, checked, group, integer, oneOf, several } from '../define.ts';
import { evidenceNotes, saveEvidence } from '../evidence.ts';
import { FailedError } from '../exit-status.ts';
import { readSource } from '../input/fields-from.ts';
import { refuseExisting } from '../input/file.ts';
import { externalIdText, metadataText, readPair, uniqueText } from '../input/own-data.ts';
import { atText, readHours, readStart, windowText, windowZoneText } from '../input/sending-plan.ts';
import { openClient, type Session, tell } from '../session.ts';
import { plainText } from '../show/plain-text.ts';
import { showDetails, showDone, showRows } from '../show/present.ts';
import { saveDownload } from '../transfer.ts';
import { addOperations, operationText } from './bulk-sends/operations.ts';
import {
  at,
  collectRows,
  dispatchRows,
  fetchCounters,
  showErrors,
  uploadRows,
  waitUntilRead,
  watchRows,
} from './bulk-sends/rows.ts';
import {
  adviceFor,
  bulkSendColumns,
  detailsOf,
  outcomesText,
  rowColumns,
  showBulkSendDone,
  unusedText,
} from './bulk-sends/show.ts';

const pathOf = (id: string) => `/v1/bulk-sends/${encodeURIComponent(id)}`;

/** Builds the command group. */
export function bulkSendsCommand(session: Session): Command {
  const bulkSends = group('bulk-sends', 'Send one document per row of a CSV or Excel file from a template');
  addCreate(bulkSends, session);
  addList(bulkSends, session);
  addGet(bulkSends, session);
  addDispatch(bulkSends, session);
  addWatch(bulkSends, session);
  addCancel(bulkSends, session);
  addRetry(bulkSends, session);
  addRows(bulkSends, session);
  addPreview(bulkSends, session);
  addAnswers(bulkSends, session);
  addEvidence(bulkSends, session);
  addHeader(bulkSends, session);
  addOperations(bulkSends, session);
  return bulkSends;
}

function addCreate(bulkSends: Command, session: Session): void {
  const create = bulkSends
    .command('create')
    .summary('Upload rows, and optionally send them')
    .description(
      'Uploads a CSV or Excel file (or JSON rows), waits until every row is checked, and with --dispatch sends them.',
    )
    .argument(
      '<file>',
      'the rows: a .csv or .xlsx file; a .json file contains an object with the member rows, like the body of POST /v1/bulk-sends',
    )
    .requiredOption('-T, --template <id>', 'the template, tpl_…; required')
    .option('--pdfs <file.zip>', 'a ZIP with the PDFs that the column pdf names')
    .option(
      '--fields-from <source>',
      'with --pdfs: what names the fields in each PDF, tags or form',
      checked(readSource),
    )
    .option('--external-id <id>', externalIdText)
    .option('--unique-external-id', `${uniqueText}; also for the rows`)
    .option('--metadata <key=value>', metadataText, several(checked(readPair)))
    .option('-d, --dispatch', 'send the rows')
    .option('--skip-invalid', 'send the valid rows and skip the invalid ones')
    .option('--at <time>', atText, checked(readStart))
    .option('--window <hours>', windowText, checked(readHours))
    .option('--timezone <zone>', windowZoneText)
    .option('-w, --watch', 'wait until all rows are sent');
  addGuide(create, {
    notes: `Columns are recipient_<n>_name, recipient_<n>_email and optionally recipient_<n>_auth_level and recipient_<n>_delivery, where n is the position of
the placeholder. With a single placeholder, name and email are enough. The first visible sheet of an Excel file is read.
external_id and meta_<key> become external id and metadata of the document. The column pdf names the PDF of a row in the ZIP of --pdfs;
rows without a value use the PDF of the template. Every other column is the name of a field. countersign bulk-sends
header prints the header row of a template. Exit status: 1 if rows failed, or are invalid and not skipped.`,
    examples: [
      'countersign bulk-sends create tenants.csv --template tpl_01…',
      'countersign bulk-sends create tenants.xlsx --template tpl_01… --dispatch --skip-invalid --watch',
      'countersign bulk-sends create tenants.csv --pdfs contracts.zip --template tpl_01…',
    ],
  });
  create.action(async (file, options) => {
    const client = await openClient(session);
    const made = await uploadRows(session, client, file, options);
    const read = await waitUntilRead(session, client, made);
    const isSendable = read.status === 'ready' || (read.status === 'invalid' && options.skipInvalid === true);
    await showErrors(session, client, read, 'invalid');
    if (read.pdfs?.unused && !session.options.json) tell(session, `Note: ${unusedText(read.pdfs.unused)}`);
    if (!options.dispatch || !isSendable) {
      showBulkSendDone(session, read, options.watch);
      if (read.status === 'ready') return;
      throw new FailedError(adviceFor(read));
    }
    const sending = await dispatchRows(session, client, read.id, options);
    if (options.watch) await watchRows(session, client, sending);
    else showBulkSendDone(session, sending);
  });
}

function addList(bulkSends: Command, session: Session): void {
  const list = bulkSends
    .command('list')
    .summary('List bulk sends, newest first')
    .description('Lists bulk sends of the mode of the key, newest first.')
    .option('--external-id <id>', 'your own id of the bulk send')
    .option('--archived', 'only archived bulk sends')
    .option('--limit <count>', 'maximum number of results', integer(1, 100_000), 50)
    .option('--offset <count>', 'number of results to skip', integer(0, 2_147_483_647), 0);
  addGuide(list, { examples: ['countersign bulk-sends list'] });
  list.action(async (options) => {
    const client = await openClient(session);
    const own = {
      ...(options.externalId !== undefined && { external_id: options.externalId }),
      ...(options.archived && { archived: 'true' as const }),
    };
    const found = await collectPages(options, (page) =>
      client.get('/v1/bulk-sends', { params: { query: { ...own, ...page } }, signal: session.signal }),
    );
    showRows(session, found.items, bulkSendColumns, {
      json: found,
      none: 'No bulk sends.',
      total: found.total,
    });
  });
}

function addGet(bulkSends: Command, session: Session): void {
  const get = bulkSends
    .command('get')
    .summary('Show the progress of a bulk send')
    .description('Shows a bulk send, its counters, and what became of its documents.')
    .argument('<bulk-send>', 'id of the bulk send');
  addGuide(get, { examples: ['countersign bulk-sends get 01930b0e-…'] });
  get.action(async (id) => {
    const client = await openClient(session);
    const { signal } = session;
    const [bulkSend, outcomes] = await Promise.all([
      fetchCounters(session, client, id),
      client.get('/v1/bulk-sends/{bulk_send_id}/outcomes', { ...at(id), signal }),
    ]);
    const { operation } = bulkSend;
    const details = [
      ...detailsOf(bulkSend),
      ['Documents', outcomesText(outcomes)] as const,
      ['Operation', operation && operationText(operation)] as const,
    ];
    showDetails(session, details, { ...bulkSend, outcomes });
  });
}

function addDispatch(bulkSends: Command, session: Session): void {
  const dispatch = bulkSends
    .command('dispatch')
    .summary('Send the rows of a bulk send')
    .description(
      'Sends the rows of a bulk send that is ready, now or later, optionally only at certain hours.',
    )
    .argument('<bulk-send>', 'id of the bulk send')
    .option('--skip-invalid', 'send the valid rows and skip the invalid ones')
    .option('--at <time>', atText, checked(readStart))
    .option('--window <hours>', windowText, checked(readHours))
    .option('--timezone <zone>', windowZoneText)
    .option('-w, --watch', 'wait until all rows are sent');
  addGuide(dispatch, {
    examples: [
      'countersign bulk-sends dispatch 01930b0e-… --watch',
      'countersign bulk-sends dispatch 01930b0e-… --at 2026-12-01T08:00:00Z --window 09:00-17:00 --timezone Europe/Berlin',
    ],
  });
  dispatch.action(async (id, options) => {
    const client = await openClient(session);
    const sending = await dispatchRows(session, client, id, options);
    if (options.watch) await watchRows(session, client, sending);
    else showBulkSendDone(session, sending);
  });
}

function addWatch(bulkSends: Command, session: Session): void {
  const watch = bulkSends
    .command('watch')
    .summary('Wait until all rows are sent')
    .description('Follows a bulk send until it is finished.')
    .argument('<bulk-send>', 'id of the bulk send');
  addGuide(watch, {
    notes:
      'Exit status: 0 if all rows were sent, 1 if some failed or were canceled. With --json, prints the bulk send on one line whenever it has changed.',
    examples: ['countersign bulk-sends watch 01930b0e-…'],
  });
  watch.action(async (id) => {
    const client = await openClient(session);
    await watchRows(session, client, await fetchCounters(session, client, id));
  });
}

function addCancel(bulkSends: Command, session: Session): void {
  const cancel = bulkSends
    .command('cancel')
    .summary('Stop a bulk send')
    .description('Cancels rows that have not been sent. Documents that were sent are not affected.')
    .argument('<bulk-send>', 'id of the bulk send');
  addGuide(cancel, { examples: ['countersign bulk-sends cancel 01930b0e-…'] });
  cancel.action(async (id) => {
    const client = await openClient(session);
    const canceled = await client.post('/v1/bulk-sends/{bulk_send_id}/cancel', {
      ...at(id),
      signal: session.signal,
    });
    showBulkSendDone(session, canceled);
  });
}

function addRetry(bulkSends: Command, session: Session): void {
  const retry = bulkSends
    .command('retry-failed')
    .summary('Retry the failed rows')
    .description('Retries only the rows that failed.')
    .argument('<bulk-send>', 'id of the bulk send')
    .option('-w, --watch', 'wait until all rows are sent');
  addGuide(retry, { examples: ['countersign bulk-sends retry-failed 01930b0e-… --watch'] });
  retry.action(async (id, options) => {
    const client = await openClient(session);
    const sending = await client.post('/v1/bulk-sends/{bulk_send_id}/retry-failed', {
      ...at(id),
      signal: session.signal,
    });
    if (options.watch) await watchRows(session, client, sending);
    else showBulkSendDone(session, sending);
  });
}

function addRows(bulkSends: Command, session: Session): void {
  const rows = bulkSends
    .command('rows')
    .summary('Show rows, or download all as CSV')
    .description('Shows the result of each row of a bulk send.')
    .argument('<bulk-send>', 'id of the bulk send')
    .option('--status <status>', bulkRowStatuses.join(', '), checked(oneOf(bulkRowStatuses)))
    .option('--limit <count>', 'maximum number of results', integer(1, 1_000_000), 200)
    .option('--after <row>', 'rows after this number', integer(0, 2_147_483_647), 0)
    .option('-o, --output <file.csv>', 'save all rows as CSV; - for standard output')
    .option('--force', 'overwrite an existing file');
  addGuide(rows, {
    examples: [
      'countersign bulk-sends rows 01930b0e-… --status failed',
      'countersign bulk-sends rows 01930b0e-… --output results.csv',
    ],
  });
  rows.action(async (id, { status, limit, after, output, force }) => {
    const client = await openClient(session);
    if (output === undefined) {
      const found = await collectRows(session, client, id, { status, limit, after });
      return showRows(session, found, rowColumns, { json: found, none: 'No rows.' });
    }
    if (output !== '-' && !force) await refuseExisting(output);
    const url = `${pathOf(id)}/rows.csv${status ? `?status=${status}` : ''}`;
    await saveFile(session, client, url, { output, mayReplace: force ?? false });
  });
}

function addPreview(bulkSends: Command, session: Session): void {
  const preview = bulkSends
    .command('preview')
    .summary('Download the PDF of a row before it is sent')
    .description(
      'Downloads the PDF that a row would send, with its values drawn, marked as a preview. Without --row, uses the first valid row.',
    )
    .argument('<bulk-send>', 'id of the bulk send')
    .option('--row <number>', 'number of the row, from 1', integer(1, 999_999_999))
    .option('--longest', 'one file for each row with the longest value of a field')
    .option('-o, --output <file.pdf>', 'output file; - for standard output', 'preview.pdf')
    .option('--force', 'overwrite an existing file');
  addGuide(preview, {
    notes: 'With --longest, the number of the row is added to the name of each file.',
    examples: [
      'countersign bulk-sends preview 01930b0e-… --row 17 --output row-17.pdf',
      'countersign bulk-sends preview 01930b0e-… --longest',
    ],
  });
  preview.action(async (id, { row, longest, output, force }) => {
    const client = await openClient(session);
    const { sample_rows: samples = [] } = await fetchCounters(session, client, id);
    const numbers = longest
      ? [...new Set(samples.flatMap(({ row_no, reason }) => (reason === 'longest' ? row_no : [])))]
      : [row ?? samples.find(({ reason }) => reason === 'first')?.row_no ?? 1];
    if (numbers.length === 0) throw new FailedError('No valid row has a value for a field.');
    for (const number of numbers) {
      const path = longest && output !== '-' ? output.replace(/(\.pdf)?$/i, `-${number}.pdf`) : output;
      if (path !== '-' && !force) await refuseExisting(path);
      await saveFile(session, client, `${pathOf(id)}/rows/${number}/preview.pdf`, {
        output: path,
        mayReplace: force ?? false,
      });
    }
  });
}

function addAnswers(bulkSends: Command, session: Session): void {
  const answers = bulkSends
    .command('answers')
    .summary('Download what recipients answered as CSV')
    .description(
      'Downloads one line for each document of a bulk send, with your external id, its status, times, the hash of the sealed PDF and the values of named fields.',
    )
    .argument('<bulk-send>', 'id of the bulk send')
    .option('--after <row>', 'rows after this number, to continue', integer(0, 2_147_483_647), 0)
    .option('-o, --output <file.csv>', 'output file; - for standard output', '-')
    .option('--force', 'overwrite an existing file');
  addGuide(answers, { examples: ['countersign bulk-sends answers 01930b0e-… --output answers.csv'] });
  answers.action(async (id, { after, output, force }) => {
    if (output !== '-' && !force) await refuseExisting(output);
    const client = await openClient(session);
    const url = `${pathOf(id)}/answers.csv?rows_after=${after}`;
    await saveFile(session, client, url, { output, mayReplace: force ?? false });
  });
}

function addEvidence(bulkSends: Command, session: Session): void {
  const evidence = bulkSends
    .command('evidence')
    .summary('Download all sealed PDFs and audit trails')
    .description(
      'Downloads one tar with the sealed PDFs and audit trails of a bulk send, and their SHA256SUMS.',
    )
    .argument('<bulk-send>', 'id of the bulk send')
    .requiredOption('-o, --output <file.tar>', 'output file; required')
    .option('--force', 'overwrite an existing file');
  addGuide(evidence, {
    notes: evidenceNotes,
    examples: ['countersign bulk-sends evidence 01930b0e-… --output evidence.tar'],
  });
  evidence.action((id, options) => saveEvidence(session, `${pathOf(id)}/evidence.tar`, options));
}

function addHeader(bulkSends: Command, session: Session): void {
  const header = bulkSends
    .command('header')
    .summary('Download the CSV header of a template')
    .description('Downloads the CSV header row for a template.')
    .argument('<template>', 'id of the template, tpl_…')
    .option('-o, --output <file.csv>', 'output file; - for standard output', '-')
    .option('--force', 'overwrite an existing file');
  addGuide(header, { examples: ['countersign bulk-sends header tpl_01… --output tenants.csv'] });
  header.action(async (id, { output, force }) => {
    const client = await openClient(session);
    const url = `/v1/templates/${encodeURIComponent(id)}/bulk.csv`;
    await saveFile(session, client, url, { output, mayReplace: force ?? false });
  });
}

async function saveFile(
  session: Session,
  client: Client,
  url: string,
  { output, mayReplace }: { output: string; mayReplace: boolean },
): Promise<void> {
  const file = await client.download(url, { signal: session.signal });
  await saveDownload(session, file, { path: output, mayReplace });
  if (output !== '-') showDone(session, `Saved ${plainText(output)}`, { file: output });
}
