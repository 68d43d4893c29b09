/**
 * The certificate of completion (decisions, section 8): who acted, when, from where and how they were known, the
 * whole audit trail, and how anyone can check the file. It claims a simple electronic signature under a seal of
 * integrity and nothing more.
 */
import { black, type Drawing } from '../draw/canvas.ts';
import { drawSignature } from '../draw/signature.ts';
import type { CertificateData, CertificateEvent, CertificateRecipient } from '../types.ts';
import {
  formatOffset,
  formatUtc,
  formatZonedTime,
  knownZone,
  toZonedTime,
  withTimeOfDay,
} from './format-time.ts';
import { drawQr, fitsQr } from './qr.ts';
import {
  A4,
  type Block,
  band,
  CONTENT_WIDTH,
  grey,
  hairline,
  MARGIN,
  Setting,
  type Sheet,
  Sheets,
} from './sheets.ts';

const SIGNATURE_WIDTH = 168;
const SIGNATURE_HEIGHT = 62;
const QR_SIDE = 66;
const ROW_GAP = 3;

/** Labels and values beside each other. */
interface Rows {
  x: number;
  labelWidth: number;
  label: Setting;
  value: Setting;
}

const rowsOf = (x: number, width: number, labelWidth: number, size: number): Rows => ({
  x,
  labelWidth,
  label: new Setting(labelWidth - 8, size, { colour: grey }),
  value: new Setting(width - labelWidth, size),
});

const BLOCK_WIDTH = CONTENT_WIDTH - 16;
const factRows = rowsOf(MARGIN, CONTENT_WIDTH, 104, 8.5);
const recipientRowsAlone = rowsOf(MARGIN + 8, BLOCK_WIDTH, 72, 7.8);
const recipientRowsBesideSignature = rowsOf(MARGIN + 8, BLOCK_WIDTH - SIGNATURE_WIDTH - 12, 72, 7.8);

/** The words at the top, where a QR code stands beside them and where not. */
const titles = [QR_SIDE + 24, 0].map((taken) => ({
  workspace: new Setting(CONTENT_WIDTH - taken, 9, { colour: grey }),
  title: new Setting(CONTENT_WIDTH - taken, 22, { weight: 700 }),
  document: new Setting(CONTENT_WIDTH - taken, 12),
}));
const caption = new Setting(QR_SIDE, 6.5, { colour: grey });
const testNotice = new Setting(CONTENT_WIDTH - 20, 9, { weight: 700 });
const headings = new Setting(CONTENT_WIDTH, 12.5, { weight: 700 });
const recipientRole = new Setting(BLOCK_WIDTH * 0.46, 8, { colour: grey });
const signatureMethod = new Setting(SIGNATURE_WIDTH, 6.8, { colour: grey });
const stepNumber = new Setting(16, 8.5);
const stepText = new Setting(CONTENT_WIDTH - 16, 8.5);
const statementText = new Setting(CONTENT_WIDTH, 8.5);

const roleNames = {
  signer: 'Signer',
  approver: 'Approver',
  viewer: 'Viewer',
  cc: 'Receives a copy',
} as const;
const completionNames = { signer: 'Signed', approver: 'Approved', viewer: 'Viewed', cc: 'Copied' } as const;
const methodNames = {
  type: 'Typed signature',
  draw: 'Drawn signature',
  upload: 'Uploaded signature',
} as const;
const authNames: Readonly<Record<string, string>> = {
  link: 'Signing link sent to the e-mail address (link)',
  otp: 'One-time code sent to the e-mail address (otp)',
};

const eventNames: Readonly<Record<string, string>> = {
  'envelope.created': 'Document created',
  'envelope.content_finalized': 'File received and fixed',
  'envelope.updated': 'Draft changed',
  'envelope.sent': 'Sent',
  'envelope.resent': 'Sent again',
  'envelope.partially_signed': 'Partly signed',
  'envelope.completed': 'Completed by everyone',
  'envelope.sealed': 'Sealed',
  'envelope.voided': 'Voided',
  'envelope.expired': 'Expired',
  'envelope.rejected': 'Rejected',
  'envelope.downloaded': 'Downloaded',
  'recipient.link_issued': 'Signing link sent',
  'recipient.otp_sent': 'One-time code sent',
  'recipient.otp_verified': 'One-time code entered',
  'recipient.otp_failed': 'Wrong one-time code',
  'recipient.opened': 'Opened',
  'recipient.consented': 'Consent to electronic records',
  'recipient.completed': 'Recipient completed',
  'recipient.rejected': 'Recipient rejected',
  'recipient.reassigned': 'Handed over to another person',
  'recipient.reminded': 'Reminder sent',
  'recipient.bounced': 'Mail returned',
};

/** How this certificate writes times: in the document's zone after its pattern, and in UTC. */
interface Clock {
  zone: string;
  local(date: Date): string;
  /** Both on one line; UTC alone where the zone shows the same. */
  both(date: Date): string;
}

function clockFor(data: CertificateData): Clock {
  const zone = knownZone(data.timeZone);
  const pattern = withTimeOfDay(data.dateFormat ?? 'YYYY-MM-DD');
  const local = (date: Date): string => {
    const time = toZonedTime(date, zone);
    return `${formatZonedTime(time, pattern)} ${formatOffset(time.offsetMinutes)}`;
  };
  const isUtc = zone === 'UTC' || zone === 'Etc/UTC';
  return {
    zone,
    local,
    both: (date) => (isUtc ? formatUtc(date) : `${local(date)}  ·  ${formatUtc(date)}`),
  };
}

/**
 * Draws the certificate on as many A4 sheets as it needs. The watermark, if any, goes over each.
 * May run on fonts not open yet, then the result is provisional.
 */
export function composeCertificate(
  drawing: Drawing,
  data: CertificateData,
  watermark: string | null,
): Sheet[] {
  const sheets = new Sheets(drawing, watermark);
  const clock = clockFor(data);
  titleBlock(sheets, data);
  summary(sheets, data, clock);
  recipients(sheets, data, clock);
  verification(sheets, data);
  auditTrail(sheets, data, clock);
  sheets.finish(`${data.mode === 'test' ? 'TEST  ·  ' : ''}Certificate of Completion  ·  ${data.documentId}`);
  return sheets.all;
}

function titleBlock(sheets: Sheets, data: CertificateData): void {
  const withQr = fitsQr(data.verifyUrl);
  const { workspace, title, document } = titles[withQr ? 0 : 1]!;
  const top = sheets.y;
  if (withQr) {
    drawQr(sheets.canvas, data.verifyUrl, A4.width - MARGIN - QR_SIDE, top - QR_SIDE, QR_SIDE);
    const scan = sheets.block('Scan to verify', caption);
    const indent = (QR_SIDE - (scan.lines[0]?.width ?? 0) * caption.size) / 2;
    sheets.set(scan, A4.width - MARGIN - QR_SIDE + indent, top - QR_SIDE - 3);
  }
  const qrBottom = withQr ? top - QR_SIDE - 14 : top;
  sheets.flow(sheets.block(data.workspace, workspace), MARGIN);
  sheets.y -= 4;
  sheets.flow(sheets.block('Certificate of Completion', title), MARGIN);
  sheets.y -= 4;
  sheets.flow(sheets.block(data.title, document), MARGIN);
  sheets.y = Math.min(sheets.y, qrBottom) - 8;
  sheets.rule(1.2);
  sheets.y -= 10;
  if (data.mode !== 'test') return;
  const notice = sheets.block(
    'TEST MODE. This document was made to try the service out. It was sealed with a test certificate and is not meant to be relied on.',
    testNotice,
  );
  sheets.canvas
    .strokeColour(black)
    .strokeRect(MARGIN, sheets.y - notice.height - 14, CONTENT_WIDTH, notice.height + 14, 1);
  sheets.set(notice, MARGIN + 10, sheets.y - 6);
  sheets.y -= notice.height + 26;
}

/** Label and value, the value over several lines if it must. */
function keyValues(sheets: Sheets, rows: ReadonlyArray<readonly [label: string, value: string]>): void {
  setKeyValues(sheets, keyValueBlocks(sheets, rows, factRows), factRows);
}

function setKeyValues(
  sheets: Sheets,
  blocks: ReadonlyArray<{ label: Block; value: Block }>,
  { x, labelWidth }: Rows,
): void {
  for (const row of blocks) {
    sheets.need(Math.min(row.value.height, 60));
    sheets.set(row.label, x, sheets.y);
    sheets.flow(row.value, x + labelWidth);
    sheets.y -= ROW_GAP;
  }
}

function keyValueBlocks(
  sheets: Sheets,
  rows: ReadonlyArray<readonly [label: string, value: string]>,
  layout: Rows,
): Array<{ label: Block; value: Block }> {
  return rows.map(([label, value]) => ({
    label: sheets.block(label, layout.label),
    value: sheets.block(value, layout.value),
  }));
}

function heading(sheets: Sheets, text: string, following: number): void {
  const block = sheets.block(text, headings);
  sheets.need(block.height + 26 + following);
  if (sheets.room < sheets.fullHeight - 1) sheets.y -= 12;
  sheets.flow(block, MARGIN);
  sheets.y -= 4;
  sheets.rule(0.6);
  sheets.y -= 7;
}

function summary(sheets: Sheets, data: CertificateData, clock: Clock): void {
  const offset = formatOffset(toZonedTime(data.completedAt, clock.zone).offsetMinutes);
  keyValues(sheets, [
    ['Document ID', data.documentId],
    ['Status', 'Completed'],
    ['Sent by', data.sender],
    ['Original file', `${counted(data.pageCount, 'page')}, ${counted(data.originalSizeBytes, 'byte')}`],
    ['SHA-256 of original', data.originalSha256],
    ['Created', clock.both(data.createdAt)],
    ...(data.sentAt === null ? [] : [['Sent', clock.both(data.sentAt)] as const]),
    ['Completed', clock.both(data.completedAt)],
    ['Time zone', `${clock.zone} (UTC${offset} on completion); UTC beside it`],
  ]);
}

const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

const counted = (value: number, noun: string): string => `${grouped(value)} ${noun}${value === 1 ? '' : 's'}`;

function recipients(sheets: Sheets, data: CertificateData, clock: Clock): void {
  const ordered = [...data.recipients].sort(
    (a, b) => Number(a.role === 'cc') - Number(b.role === 'cc') || a.signingOrder - b.signingOrder,
  );
  heading(sheets, `Recipients (${ordered.length})`, 120);
  for (const recipient of ordered) recipientBlock(sheets, recipient, clock);
}

function recipientRows(recipient: CertificateRecipient, clock: Clock): Array<readonly [string, string]> {
  const rows: Array<readonly [string, string | null]> = [['E-mail', recipient.email]];
  if (recipient.role !== 'cc') {
    const satisfied = recipient.authSatisfied;
    rows.push([
      'Authentication',
      satisfied === null ? `${recipient.authLevel}: not passed` : (authNames[satisfied] ?? satisfied),
    ]);
  }
  const moments: Array<readonly [string, Date | null]> = [
    ['Sent', recipient.sentAt],
    ['First opened', recipient.openedAt],
    ['Consent', recipient.consentedAt],
    [completionNames[recipient.role], recipient.completedAt],
  ];
  const { consent } = recipient;
  for (const [label, moment] of moments) {
    if (moment === null) continue;
    rows.push([label, clock.both(moment)]);
    if (label === 'Consent' && consent)
      rows.push(['Consent text', `${nameOf(consent.language)}, version ${consent.version}`]);
  }
  rows.push(['IP address', recipient.ip], ['Device', recipient.userAgent]);
  return rows.filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== '');
}

const KEPT_LANGUAGES = 500;
/** English names of languages. */
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
/** By code; asking takes long, and there are few. */
const knownLanguages = new Map<string, string>();

function nameOf(language: string): string {
  let known = knownLanguages.get(language);
  if (known === undefined) {
    known = languageNames.of(language) ?? language;
    if (knownLanguages.size < KEPT_LANGUAGES) knownLanguages.set(language, known);
  }
  return known;
}

const KEPT_SETTINGS = 32;
/** By the width that the role beside the name leaves, of which there are a few. */
const nameSettings = new Map<number, Setting>();

function nameSetting(width: number): Setting {
  let setting = nameSettings.get(width);
  if (setting === undefined) {
    setting = new Setting(width, 10, { weight: 700 });
    if (nameSettings.size >= KEPT_SETTINGS) nameSettings.clear();
    nameSettings.set(width, setting);
  }
  return setting;
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function recipientBlock(sheets: Sheets, recipient: CertificateRecipient, clock: Clock): void {
  const { signature } = recipient;
  const layout = signature === null ? recipientRowsAlone : recipientRowsBesideSignature;
  const rows = recipientRows(recipient, clock);
  const order = recipient.role === 'cc' ? '' : `  ·  order ${recipient.signingOrder}`;
  const role = sheets.block(
    `${roleNames[recipient.role]}${order}  ·  ${capitalized(recipient.status)}`,
    recipientRole,
  );
  const roleWidth = Math.max(...role.lines.map((line) => line.width)) * recipientRole.size;
  const nameWidth = BLOCK_WIDTH - roleWidth - 16;
  const nameBlock = sheets.block(recipient.name, nameSetting(nameWidth));
  const headHeight = Math.max(nameBlock.height, role.height) + 8;
  const blocks = keyValueBlocks(sheets, rows, layout);
  const rowsHeight = blocks.reduce((sum, row) => sum + row.value.height + ROW_GAP, 0);
  const bodyHeight = Math.max(rowsHeight, signature === null ? 0 : SIGNATURE_HEIGHT + 14);
  sheets.need(Math.min(headHeight + 6 + bodyHeight + 8, sheets.fullHeight));

  sheets.canvas.fillColour(band).fillRect(MARGIN, sheets.y - headHeight, CONTENT_WIDTH, headHeight);
  sheets.set(nameBlock, MARGIN + 8, sheets.y - 4);
  sheets.set(role, A4.width - MARGIN - 8 - roleWidth, sheets.y - 5);
  sheets.y -= headHeight + 6;
  const top = sheets.y;
  const sheet = sheets.canvas;
  if (signature !== null) {
    const x = A4.width - MARGIN - SIGNATURE_WIDTH;
    sheet
      .strokeColour(hairline)
      .strokeRect(x, top - SIGNATURE_HEIGHT, SIGNATURE_WIDTH, SIGNATURE_HEIGHT, 0.5);
    sheet.inMatrix([1, 0, 0, 1, x + 6, top - SIGNATURE_HEIGHT + 5], () =>
      drawSignature(sheet, signature, SIGNATURE_WIDTH - 12, SIGNATURE_HEIGHT - 10),
    );
    sheets.set(sheets.block(methodNames[signature.mode], signatureMethod), x, top - SIGNATURE_HEIGHT - 3);
  }
  setKeyValues(sheets, blocks, layout);
  if (sheets.canvas === sheet) sheets.y = Math.min(sheets.y, top - bodyHeight);
  sheets.y -= 8;
}

function verification(sheets: Sheets, data: CertificateData): void {
  heading(sheets, 'Integrity and verification', 84);
  keyValues(sheets, [
    ['Audit trail', `${counted(data.chainSeq, 'event')}, each holding the SHA-256 hash of the one before`],
    ['Hash of the last event', data.chainHead],
    ['Seal', data.sealProfile],
    ['Sealed by', data.sealSubject],
    ['Certificate SHA-256', data.sealFingerprint],
    ...data.consentTexts.map((text): readonly [string, string] => [
      `Consent text ${text.version}`,
      `${nameOf(text.language)}, SHA-256 ${text.sha256}`,
    ]),
  ]);
  sheets.y -= 4;
  const steps = [
    'Open the file in a PDF reader that shows digital signatures. It must say that the document has not been changed since it was sealed. The fingerprint of the sealing certificate must be the one above.',
    `Or hand the file in at ${data.verifyUrl}`,
    'Or check it without any service: countersign verify FILE.pdf --events events.json compares the seal, this audit trail and its last hash.',
    'The file as it was sent can be recognised by its SHA-256 hash on the first page of this certificate.',
  ];
  steps.forEach((step, index) => {
    const block = sheets.block(step, stepText);
    sheets.need(Math.min(block.height, 60));
    sheets.set(sheets.block(`${index + 1}.`, stepNumber), MARGIN, sheets.y);
    sheets.flow(block, MARGIN + 16);
    sheets.y -= ROW_GAP;
  });
  sheets.y -= 5;
  const statement = sheets.block(
    'Each signer gave a simple electronic signature: an act, by the person who was reached as shown above, with the intent to sign. When everyone had completed, the document and this certificate were sealed together; the seal is an integrity seal of the sealing party named above, which makes any later change visible. It is not a personal certificate of a signer.',
    statementText,
  );
  sheets.need(Math.min(statement.height, 80));
  sheets.flow(statement, MARGIN);
}

/** Texts stand 3 points from the left side of their column. */
const CELL_GAP = 7;

const columnOf = (title: string, width: number, size = 7.2) => ({
  title,
  width,
  heading: new Setting(width, 7.5, { weight: 700 }),
  text: new Setting(width - CELL_GAP, size),
  small: new Setting(width - CELL_GAP, 6.3, { colour: grey }),
});

const columns = [
  columnOf('#', 24),
  columnOf('Time', 104),
  columnOf('Event', 112),
  columnOf('By', 96),
  columnOf('IP address', 60, 6.8),
  columnOf('SHA-256 hash', 111.28, 5.3),
] as const;

function tableHead(sheets: Sheets): void {
  const height = 14;
  sheets.canvas.fillColour(band).fillRect(MARGIN, sheets.y - height, CONTENT_WIDTH, height);
  let x = MARGIN;
  for (const { title, width, heading: setting } of columns) {
    sheets.set(sheets.block(title, setting), x + 3, sheets.y - 2.5);
    x += width;
  }
  sheets.y -= height + 2;
}

function auditTrail(sheets: Sheets, data: CertificateData, clock: Clock): void {
  heading(sheets, `Audit trail (${counted(data.events.length, 'event')})`, 70);
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

/** What stands in each column, and what stands below it there. */
function eventCells(
  sheets: Sheets,
  event: CertificateEvent,
  clock: Clock,
): readonly [Block[], Array<Block | null>] {
  const [number, time, what, by, address, hash] = columns;
  const utc = formatUtc(event.at);
  const isUtc = clock.zone === 'UTC';
  const named = eventNames[event.type];
  return [
    [
      sheets.block(String(event.seq), number.text),
      sheets.block(isUtc ? utc : clock.local(event.at), time.text),
      sheets.block(named ?? event.type, what.text),
      sheets.block(event.actor, by.text),
      sheets.block(event.ip ?? '—', address.text),
      sheets.block(event.hash.slice(0, 32), hash.text),
    ],
    [
      null,
      isUtc ? null : sheets.block(utc, time.small),
      named === undefined ? null : sheets.block(event.type, what.small),
      null,
      null,
      sheets.block(event.hash.slice(32), hash.text),
    ],
  ];
}
