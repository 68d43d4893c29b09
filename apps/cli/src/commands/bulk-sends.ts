/** `countersign bulk-sends …` */
import { basename } from 'node:path';
import type { Client } from '@countersign/client/client';
import type { BulkRowOut, BulkSendOut, CreateBulkSendIn } from '@countersign/client/generated/api';
import { pause } from '@countersign/client/transport';
import { collectPages } from '../collect-pages.ts';
import { addGuide, checked, group, integer, oneOf } from '../define.ts';
import { FailedError } from '../exit-status.ts';
import { readJsonObject, refuseExisting } from '../input/file.ts';
import { openClient, type Session, tell } from '../session.ts';
import { plainText } from '../show/plain-text.ts';
import { showDetails, showDone, showRows } from '../show/present.ts';
import { startProgress } from '../show/progress.ts';
import type { Column } from '../show/table.ts';
import { countText, numberText, statusPaint, timeText } from '../show/text.ts';
import { saveDownload, uploadFile } from '../transfer.ts';

const rowStatuses = ['invalid', 'queued', 'sending', 'sent', 'failed', 'canceled'] as const;
type RowStatus = (typeof rowStatuses)[number];

/** Number of errors listed after reading or sending; `rows` shows all of them. */
const shownErrors = 50;
const pollMs = 700;

const at = (bulk_send_id: string) => ({ params: { path: { bulk_send_id } } });
const pathOf = (id: string) => `/v1/bulk-sends/${encodeURIComponent(id)}`;

/** Builds the command group. */
export function bulkSendsCommand(session: Session) {
  const bulkSends = group('bulk-sends', 'Send one document per row of a CSV file from a template');

  const create = bulkSends
    .command('create')
    .summary('Upload rows, and optionally send them')
    .description(
      'Uploads a CSV file (or JSON rows), waits until every row is checked, and with --dispatch sends them.',
    )
    .argument(
      '<rows.csv>',
      'the rows; a .json file contains an object with the member rows, like the body of POST /v1/bulk-sends',
    )
    .requiredOption('-T, --template <id>', 'the template, tpl_…; required')
    .option('-d, --dispatch', 'send the rows')
    .option('--skip-invalid', 'send the valid rows and skip the invalid ones')
    .option('-w, --watch', 'wait until all rows are sent');
  addGuide(create, {
    notes: `Columns are recipient_<n>_name, recipient_<n>_email and optionally recipient_<n>_auth_level, where n is the position of
the placeholder. With a single placeholder, name and email are enough. Every other column is the name of a field. countersign bulk-sends
header prints the header row of a template. Exit status: 1 if rows failed, or are invalid and not skipped.`,
    examples: [
      'countersign bulk-sends create tenants.csv --template tpl_01…',
      'countersign bulk-sends create tenants.csv --template tpl_01… --dispatch --skip-invalid --watch',
    ],
  });
  create.action(async (file, options) => {
    const client = await openClient(session);
    const made = await uploadRows(session, client, file, options.template);
    const read = await untilRead(session, client, made);
    const isSendable = read.status === 'ready' || (read.status === 'invalid' && options.skipInvalid === true);
    await tellErrors(session, client, read, 'invalid');
    if (!options.dispatch || !isSendable) {
      showBulkSendDone(session, read);
      if (read.status === 'ready') return;
      throw new FailedError(adviceFor(read));
    }
    const sending = await dispatchRows(session, client, read.id, options.skipInvalid ?? false);
    if (options.watch) await watchRows(session, client, sending);
    else showBulkSendDone(session, sending);
  });

  const list = bulkSends
    .command('list')
    .summary('List bulk sends, newest first')
    .description('Lists bulk sends of the mode of the key, newest first.')
    .option('--limit <count>', 'maximum number of results', integer(1, 100_000), 50)
    .option('--offset <count>', 'number of results to skip', integer(0, 2_147_483_647), 0);
  addGuide(list, { examples: ['countersign bulk-sends list'] });
  list.action(async (options) => {
    const client = await openClient(session);
    const found = await collectPages(options, (page) =>
      client.get('/v1/bulk-sends', { params: { query: page }, signal: session.signal }),
    );
    showRows(session, found.items, bulkSendColumns, {
      json: found,
      none: 'No bulk sends.',
      total: found.total,
    });
  });

  const get = bulkSends
    .command('get')
    .summary('Show the progress of a bulk send')
    .description('Shows a bulk send and its counters.')
    .argument('<bulk-send>', 'id of the bulk send');
  addGuide(get, { examples: ['countersign bulk-sends get 01930b0e-…'] });
  get.action(async (id) => {
    const client = await openClient(session);
    const bulkSend = await fetchCounters(session, client, id);
    showDetails(session, detailsOf(bulkSend), bulkSend);
  });

  const dispatch = bulkSends
    .command('dispatch')
    .summary('Send the rows of a bulk send')
    .description('Sends the rows of a bulk send that is ready.')
    .argument('<bulk-send>', 'id of the bulk send')
    .option('--skip-invalid', 'send the valid rows and skip the invalid ones')
    .option('-w, --watch', 'wait until all rows are sent');
  addGuide(dispatch, { examples: ['countersign bulk-sends dispatch 01930b0e-… --watch'] });
  dispatch.action(async (id, { skipInvalid, watch }) => {
    const client = await openClient(session);
    const sending = await dispatchRows(session, client, id, skipInvalid ?? false);
    if (watch) await watchRows(session, client, sending);
    else showBulkSendDone(session, sending);
  });

  const watch = bulkSends
    .command('watch')
    .summary('Wait until all rows are sent')
    .description('Follows a bulk send until it is finished.')
    .argument('<bulk-send>', 'id of the bulk send');
  addGuide(watch, {
    notes: 'Exit status: 0 if all rows were sent, 1 if some failed or were canceled.',
    examples: ['countersign bulk-sends watch 01930b0e-…'],
  });
  watch.action(async (id) => {
    const client = await openClient(session);
    await watchRows(session, client, await fetchCounters(session, client, id));
  });

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

  const rows = bulkSends
    .command('rows')
    .summary('Show rows, or download all as CSV')
    .description('Shows the result of each row of a bulk send.')
    .argument('<bulk-send>', 'id of the bulk send')
    .option('--status <status>', rowStatuses.join(', '), checked(oneOf(rowStatuses)))
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
    await saveCsv(session, client, url, { output, mayReplace: force ?? false });
  });

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
    await saveCsv(session, client, url, { output, mayReplace: force ?? false });
  });

  return bulkSends;
}

async function saveCsv(
  session: Session,
  client: Client,
  url: string,
  { output, mayReplace }: { output: string; mayReplace: boolean },
): Promise<void> {
  const file = await client.download(url, { signal: session.signal });
  await saveDownload(session, file, { path: output, mayReplace });
  if (output !== '-') showDone(session, `Saved ${plainText(output)}`, { file: output });
}

async function uploadRows(
  session: Session,
  client: Client,
  file: string,
  template_id: string,
): Promise<BulkSendOut> {
  const { signal } = session;
  const source_filename = basename(file).slice(0, 300);
  if (/\.json$/i.test(file)) {
    const { rows } = await readJsonObject(file);
    const body = { template_id, rows: rows as CreateBulkSendIn['rows'], source_filename };
    session.terminal.progress('Uploading …');
    return client.post('/v1/bulk-sends', { body, signal });
  }
  const query = new URLSearchParams({ template_id, source_filename });
  const url = `/v1/bulk-sends?${query}`;
  const answer = await uploadFile(session, client, {
    method: 'POST',
    url,
    path: file,
    contentType: 'text/csv',
  });
  return (await answer.json()) as BulkSendOut;
}

/** Fetches the bulk send without its rows. */
function fetchCounters(session: Session, client: Client, id: string): Promise<BulkSendOut> {
  const { params } = at(id);
  return client.get('/v1/bulk-sends/{bulk_send_id}', {
    params: { ...params, query: { rows_limit: 0 } },
    signal: session.signal,
  });
}

async function dispatchRows(
  session: Session,
  client: Client,
  id: string,
  isSkipping: boolean,
): Promise<BulkSendOut> {
  return client.post('/v1/bulk-sends/{bulk_send_id}/dispatch', {
    params: { ...at(id).params, query: isSkipping ? { skip_invalid: 'true' } : {} },
    signal: session.signal,
  });
}

/** Waits until the rows of a CSV file have been read. */
async function untilRead(session: Session, client: Client, made: BulkSendOut): Promise<BulkSendOut> {
  const progress = startProgress(session.terminal, 'Reading rows', (done) => countText(done, 'row'));
  try {
    let bulkSend = made;
    while (bulkSend.status === 'draft') {
      progress.update(bulkSend.row_count, null);
      await pause(pollMs, session.signal);
      bulkSend = await fetchCounters(session, client, made.id);
    }
    return bulkSend;
  } finally {
    progress.end();
  }
}

const ended = (status: string) => status === 'done' || status === 'failed' || status === 'canceled';
const sendableRows = (one: BulkSendOut) => one.row_count - (one.invalid_count ?? 0);
const settledRows = (one: BulkSendOut) => one.sent_count + one.failed_count + one.canceled_count;

/** Shows the progress until the bulk send is finished. Throws FailedError if rows failed or were canceled. */
async function watchRows(session: Session, client: Client, sending: BulkSendOut): Promise<void> {
  const progress = startProgress(
    session.terminal,
    'Sending',
    (done, total) => `${numberText(done)} of ${countText(total ?? 0, 'row')}`,
  );
  let bulkSend = sending;
  try {
    while (!ended(bulkSend.status)) {
      progress.update(settledRows(bulkSend), sendableRows(bulkSend));
      await pause(pollMs, session.signal);
      bulkSend = await fetchCounters(session, client, sending.id);
    }
  } catch (error) {
    progress.end();
    if (session.signal.aborted && session.terminal.isErrTerminal)
      tell(session, `It goes on. Follow it again: countersign bulk-sends watch ${sending.id}`);
    throw error;
  } finally {
    progress.end();
  }
  await tellErrors(session, client, bulkSend, 'failed');
  showBulkSendDone(session, bulkSend);
  if (bulkSend.failed_count > 0)
    throw new FailedError(
      `${countText(bulkSend.failed_count, 'row')} failed. Try these again: countersign bulk-sends retry-failed ${bulkSend.id}`,
    );
  if (bulkSend.status === 'canceled') throw new FailedError('The bulk send was canceled.');
}

async function collectRows(
  session: Session,
  client: Client,
  id: string,
  { status, limit, after }: { status: RowStatus | undefined; limit: number; after: number },
): Promise<BulkRowOut[]> {
  const rows: BulkRowOut[] = [];
  while (rows.length < limit) {
    const query = {
      rows_limit: Math.min(1000, limit - rows.length),
      rows_after: rows.at(-1)?.row_no ?? after,
      ...(status && { status }),
    };
    const { params } = at(id);
    const page = await client.get('/v1/bulk-sends/{bulk_send_id}', {
      params: { ...params, query },
      signal: session.signal,
    });
    const found = page.rows ?? [];
    rows.push(...found);
    if (found.length < query.rows_limit) break;
  }
  return rows;
}

/** Prints the errors of rows; only the first ones if there are many. */
async function tellErrors(
  session: Session,
  client: Client,
  bulkSend: BulkSendOut,
  status: 'invalid' | 'failed',
): Promise<void> {
  if (session.options.json) return;
  if (bulkSend.error) tell(session, plainText(bulkSend.error));
  const count = status === 'invalid' ? (bulkSend.invalid_count ?? 0) : bulkSend.failed_count;
  if (count === 0) return;
  const rows = await collectRows(session, client, bulkSend.id, { status, limit: shownErrors, after: 0 });
  for (const { row_no, error } of rows.filter((row) => !row.error || row.error !== bulkSend.error)) {
    const hasPlace = error?.startsWith('line ') ?? false;
    tell(session, `${hasPlace ? '' : `row ${row_no}: `}${plainText(error ?? status)}`);
  }
  if (count > rows.length) {
    const all = `countersign bulk-sends rows ${bulkSend.id} --status ${status}`;
    tell(session, `and ${numberText(count - rows.length)} more: ${all}`);
  }
}

function adviceFor(bulkSend: BulkSendOut): string {
  const { status, id, error, invalid_count = 0 } = bulkSend;
  if (status !== 'invalid') return `The bulk send is ${status}.`;
  if (error) return 'The file could not be read to its end; nothing was sent.';
  const others = sendableRows(bulkSend);
  const rest = `Send the other ${numberText(others)}: countersign bulk-sends dispatch ${id} --skip-invalid`;
  const many = `${countText(invalid_count, 'row')} ${invalid_count === 1 ? 'is' : 'are'} invalid; nothing was sent.`;
  return others > 0 ? `${many} ${rest}` : many;
}

function countsText(one: BulkSendOut): string {
  const parts = [
    one.sent_count > 0 || ended(one.status) ? `${numberText(one.sent_count)} sent` : null,
    one.failed_count > 0 ? `${numberText(one.failed_count)} failed` : null,
    one.canceled_count > 0 ? `${numberText(one.canceled_count)} canceled` : null,
    (one.invalid_count ?? 0) > 0 ? `${numberText(one.invalid_count ?? 0)} invalid` : null,
  ];
  return [countText(one.row_count, 'row'), ...parts.filter((part) => part !== null)].join(', ');
}

function showBulkSendDone(session: Session, bulkSend: BulkSendOut): void {
  showDone(session, `Bulk send ${bulkSend.id}  ${bulkSend.status}: ${countsText(bulkSend)}`, bulkSend);
}

function detailsOf(one: BulkSendOut): Array<readonly [string, string | null | undefined]> {
  return [
    ['Bulk send', one.id],
    ['Status', `${one.status}${one.mode === 'test' ? ' (test)' : ''}`],
    ['Template', one.template_id],
    ['File', one.source_filename],
    ['Rows', countsText(one)],
    ['Error', one.error],
    ['Review', one.review_flagged ? 'flagged: beyond what is usual in a day' : null],
    ['Created', timeText(one.created_at)],
    ['Dispatched', one.dispatched_at && timeText(one.dispatched_at)],
    ['Finished', one.finished_at && timeText(one.finished_at)],
  ];
}

const bulkSendColumns: ReadonlyArray<Column<BulkSendOut>> = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'STATUS', text: ({ status }) => status, paint: ({ status }) => statusPaint(status) },
  { title: 'ROWS', text: ({ row_count }) => numberText(row_count), align: 'right' },
  { title: 'SENT', text: ({ sent_count }) => numberText(sent_count), align: 'right' },
  { title: 'FAILED', text: ({ failed_count }) => numberText(failed_count), align: 'right' },
  { title: 'INVALID', text: ({ invalid_count }) => numberText(invalid_count ?? 0), align: 'right' },
  { title: 'CREATED', text: ({ created_at }) => timeText(created_at) },
  { title: 'FILE', text: ({ source_filename }) => source_filename ?? '-', isFlexible: true },
];

const firstMail = ({ recipients }: BulkRowOut) => String(recipients[0]?.email ?? '-');

const rowColumns: ReadonlyArray<Column<BulkRowOut>> = [
  { title: 'ROW', text: ({ row_no }) => String(row_no), align: 'right' },
  {
    title: 'STATUS',
    text: ({ status }) => status,
    paint: ({ status }) => (status === 'sent' ? 'good' : statusPaint(status)),
  },
  { title: 'DOCUMENT', text: ({ document_id }) => document_id ?? '-' },
  { title: 'STATE', text: ({ delivery_state }) => delivery_state ?? '-' },
  { title: 'EMAIL', text: firstMail, isFlexible: true },
  { title: 'ERROR', text: ({ error }) => error ?? '-', isFlexible: true },
];
