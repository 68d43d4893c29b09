/** Texts and table columns for bulk sends. */
import type { BulkOutcomes, BulkRowOut, BulkSendOut } from '@countersign/client/generated/api';
import { metadataLine } from '../../input/own-data.ts';
import type { Session } from '../../session.ts';
import { showDone } from '../../show/present.ts';
import type { Column } from '../../show/table.ts';
import { countText, numberText, statusPaint, timeText } from '../../show/text.ts';

/** True when no row waits to be sent. */
export const isFinished = (status: string) =>
  status === 'done' || status === 'failed' || status === 'canceled';

/** Number of valid rows. */
export const sendableRows = (one: BulkSendOut) => one.row_count - (one.invalid_count ?? 0);

/** Number of rows that were sent, failed or canceled. */
export const settledRows = (one: BulkSendOut) => one.sent_count + one.failed_count + one.canceled_count;

function countsText(one: BulkSendOut): string {
  const parts = [
    one.sent_count > 0 || isFinished(one.status) ? `${numberText(one.sent_count)} sent` : null,
    one.failed_count > 0 ? `${numberText(one.failed_count)} failed` : null,
    one.canceled_count > 0 ? `${numberText(one.canceled_count)} canceled` : null,
    (one.invalid_count ?? 0) > 0 ? `${numberText(one.invalid_count ?? 0)} invalid` : null,
  ];
  return [countText(one.row_count, 'row'), ...parts.filter((part) => part !== null)].join(', ');
}

/** Says why a bulk send cannot be sent, and what to do. */
export function adviceFor(bulkSend: BulkSendOut): string {
  const { status, id, error, invalid_count = 0 } = bulkSend;
  if (status !== 'invalid') return `The bulk send is ${status}.`;
  if (error) return 'The file could not be read completely. Nothing was sent.';
  const others = sendableRows(bulkSend);
  const rest = `Send the other ${numberText(others)}: countersign bulk-sends dispatch ${id} --skip-invalid`;
  const many = `${countText(invalid_count, 'row')} ${invalid_count === 1 ? 'is' : 'are'} invalid. Nothing was sent.`;
  return others > 0 ? `${many} ${rest}` : many;
}

/** Prints the status and the counters after a command; with --json and `isLine` on one line, as commands that watch do. */
export function showBulkSendDone(session: Session, bulkSend: BulkSendOut, isLine = false): void {
  showDone(
    session,
    `Bulk send ${bulkSend.id}  ${bulkSend.status}: ${countsText(bulkSend)}`,
    bulkSend,
    isLine,
  );
}

/** Names and values for the details of one bulk send. */
export function detailsOf(one: BulkSendOut): Array<readonly [string, string | null | undefined]> {
  return [
    ['Bulk send', one.id],
    ['Status', `${one.status}${one.mode === 'test' ? ' (test)' : ''}`],
    ['Template', one.template_id],
    ['File', one.source_filename],
    ['Rows', countsText(one)],
    ['PDFs', pdfsText(one)],
    ['Error', one.error],
    ['External id', one.external_id],
    ['Metadata', metadataLine(one.metadata)],
    ['Review', one.review_flagged ? 'flagged: more than usual for one day' : null],
    ['Created', timeText(one.created_at)],
    ['Dispatched', one.dispatched_at && timeText(one.dispatched_at)],
    ['Starts', one.dispatch_at && timeText(one.dispatch_at)],
    ['Hours', hoursText(one)],
    ['Last email', one.last_email_at && `expected ${timeText(one.last_email_at)}`],
    ['Finished', one.finished_at && timeText(one.finished_at)],
    ['Completed', one.completed_at && timeText(one.completed_at)],
    ['Archived', one.archived_at && timeText(one.archived_at)],
  ];
}

function pdfsText({ pdfs }: BulkSendOut): string | null {
  if (!pdfs) return null;
  const checked = `${numberText(pdfs.checked)} of ${countText(pdfs.total, 'PDF')} checked`;
  return pdfs.unused > 0 ? `${checked}, ${unusedText(pdfs.unused)}` : checked;
}

/** Files of the ZIP that no row names. */
export const unusedText = (count: number) => `no row names ${countText(count, 'file')} of the ZIP`;

function hoursText({ sending_window: window }: BulkSendOut): string | null {
  return window ? `${window.from} to ${window.until}, ${window.time_zone}` : null;
}

/** When the last email is expected, for a progress line. */
export function planText({ last_email_at: last }: BulkSendOut): string {
  return last ? `, last email expected ${timeText(last)}` : '';
}

/** What became of the documents; null before any was sent. */
export function outcomesText(outcomes: BulkOutcomes): string | null {
  const parts = Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${numberText(count)} ${outcome}`);
  return parts.length > 0 ? parts.join(', ') : null;
}

/** Columns of the list of bulk sends. */
export const bulkSendColumns: ReadonlyArray<Column<BulkSendOut>> = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'STATUS', text: ({ status }) => status, paint: ({ status }) => statusPaint(status) },
  { title: 'ROWS', text: ({ row_count }) => numberText(row_count), align: 'right' },
  { title: 'SENT', text: ({ sent_count }) => numberText(sent_count), align: 'right' },
  { title: 'FAILED', text: ({ failed_count }) => numberText(failed_count), align: 'right' },
  { title: 'INVALID', text: ({ invalid_count }) => numberText(invalid_count ?? 0), align: 'right' },
  { title: 'CREATED', text: ({ created_at }) => timeText(created_at) },
  { title: 'FILE', text: ({ source_filename }) => source_filename ?? '-', isFlexible: true },
];

const firstAddress = ({ recipients }: BulkRowOut) => String(recipients[0]?.email ?? '-');

/** Columns of the list of rows. */
export const rowColumns: ReadonlyArray<Column<BulkRowOut>> = [
  { title: 'ROW', text: ({ row_no }) => String(row_no), align: 'right' },
  {
    title: 'STATUS',
    text: ({ status }) => status,
    paint: ({ status }) => (status === 'sent' ? 'good' : statusPaint(status)),
  },
  { title: 'DOCUMENT', text: ({ document_id }) => document_id ?? '-' },
  { title: 'STATE', text: ({ delivery_state }) => delivery_state ?? '-' },
  { title: 'EMAIL', text: firstAddress, isFlexible: true },
  { title: 'ERROR', text: ({ error }) => error ?? '-', isFlexible: true },
];
