/** The audit trail as a table on the certificate: every event in order with its full hash. */
import { formatUtc } from '@countersign/contract/zoned-time';
import type { CertificateData, CertificateEvent } from '../ports/certificate-data.ts';
import type { Clock } from './clock.ts';
import {
  type Block,
  band,
  CONTENT_WIDTH,
  counted,
  grey,
  hairline,
  type Label,
  MARGIN,
  SheetStyle,
  type Sheets,
} from './sheets.ts';

/** Texts start 3 points from the left edge of their column. */
const CELL_GAP = 7;

const columnOf = (title: string, width: number, size = 7.2) => ({
  width,
  title: new SheetStyle(width, 7.5, { weight: 700 }).label(title),
  text: new SheetStyle(width - CELL_GAP, size),
  small: new SheetStyle(width - CELL_GAP, 6.3, { color: grey }),
});

const columns = [
  columnOf('#', 24),
  columnOf('Time', 104),
  columnOf('Event', 112),
  columnOf('By', 96),
  columnOf('IP address', 60, 6.8),
  columnOf('SHA-256 hash', 111.28, 5.3),
] as const;
const [number, time, what, by, address, hash] = columns;

const noAddress = address.text.label('—');

const eventNames: Readonly<Record<string, string>> = {
  'envelope.created': 'Document created',
  'envelope.content_finalized': 'PDF finalized',
  'envelope.updated': 'Draft changed',
  'envelope.sent': 'Sent',
  'envelope.resent': 'Resent',
  'envelope.partially_signed': 'Partly signed',
  'envelope.completed': 'Completed by everyone',
  'envelope.sealed': 'Sealed',
  'envelope.archived': 'Archive timestamp',
  'envelope.voided': 'Voided',
  'envelope.expired': 'Expired',
  'envelope.rejected': 'Declined',
  'envelope.downloaded': 'Downloaded',
  'recipient.link_issued': 'Signing link issued',
  'recipient.session_created': 'Signing session created',
  'recipient.otp_sent': 'One-time code sent',
  'recipient.otp_verified': 'One-time code entered',
  'recipient.otp_failed': 'Wrong one-time code',
  'recipient.opened': 'Opened',
  'recipient.consented': 'Consent to electronic records',
  'recipient.completed': 'Recipient completed',
  'recipient.rejected': 'Recipient declined',
  'recipient.reassigned': 'Reassigned to another person',
  'recipient.corrected': 'Recipient corrected',
  'recipient.reminded': 'Reminder sent',
  'recipient.bounced': 'Email returned',
};

/** The text in the event column, by event type. */
const eventLabels: ReadonlyMap<string, { name: Label; type: Label }> = new Map(
  Object.entries(eventNames).map(([type, name]) => [
    type,
    { name: what.text.label(name), type: what.small.label(type) },
  ]),
);

function tableHead(sheets: Sheets): void {
  const height = 14;
  sheets.canvas.fillColor(band).fillRect(MARGIN, sheets.y - height, CONTENT_WIDTH, height);
  let x = MARGIN;
  for (const { title, width } of columns) {
    sheets.set(sheets.label(title), x + 3, sheets.y - 2.5);
    x += width;
  }
  sheets.y -= height + 2;
}

/** Draws the table and repeats its header on every sheet. */
export function auditTrail(sheets: Sheets, data: CertificateData, clock: Clock): void {
  sheets.heading(`Audit trail (${counted(data.events.length, 'event')})`, 70);
  tableHead(sheets);
  for (const event of data.events) {
    const [upper, lower] = eventCells(sheets, event, clock);
    let height = 0;
    for (let index = 0; index < columns.length; index++)
      height = Math.max(height, upper[index]!.height + (lower[index]?.height ?? 0));
    if (sheets.need(Math.min(height + 5, sheets.fullHeight - 20))) tableHead(sheets);
    let x = MARGIN;
    for (let index = 0; index < columns.length; index++) {
      const block = upper[index]!;
      const below = lower[index] ?? null;
      sheets.set(block, x + 3, sheets.y - 1);
      if (below !== null) sheets.set(below, x + 3, sheets.y - 1 - block.height);
      x += columns[index]!.width;
    }
    sheets.y -= height + 4;
    sheets.rule(0.3, hairline);
    sheets.y -= 1.5;
  }
}

/** The text of each column, and the text below it. */
function eventCells(
  sheets: Sheets,
  event: CertificateEvent,
  clock: Clock,
): readonly [Block[], Array<Block | null>] {
  const utc = formatUtc(event.at);
  const { isUtc } = clock;
  const known = eventLabels.get(event.type);
  return [
    [
      sheets.block(String(event.seq), number.text),
      sheets.block(isUtc ? utc : clock.local(event.at), time.text),
      known === undefined ? sheets.block(event.type, what.text) : sheets.label(known.name),
      sheets.block(event.actor, by.text),
      event.ip === null ? sheets.label(noAddress) : sheets.block(event.ip, address.text),
      sheets.block(event.hash.slice(0, 32), hash.text),
    ],
    [
      null,
      isUtc ? null : sheets.block(utc, time.small),
      known === undefined ? null : sheets.label(known.type),
      null,
      null,
      sheets.block(event.hash.slice(32), hash.text),
    ],
  ];
}
