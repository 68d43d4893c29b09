/**
 * The certificate of completion (docs/spec/decisions.md, section 8): who acted, when, from where and how they were
 * authenticated, the whole audit trail, and how anyone can verify the file. It claims no more than simple electronic
 * signatures under an integrity seal, except for signers with a key of their own: for them it prints the level that the
 * provider stated.
 */
import { formatOffset, toZonedTime } from '@countersign/contract/zoned-time';
import { black, type Color, type Drawing } from '../draw/canvas.ts';
import type { CertificateData, CertificateFile } from '../ports/certificate-data.ts';
import { auditTrail } from './audit-trail.ts';
import { type Clock, clockFor } from './clock.ts';
import { nameOf } from './languages.ts';
import { drawQr, fitsQr } from './qr.ts';
import { recipients } from './recipients.ts';
import { ROW_GAP, rowOf, rowsOf, setRow } from './rows.ts';
import {
  A4,
  CONTENT_WIDTH,
  counted,
  grey,
  headings,
  type Label,
  MARGIN,
  type Sheet,
  SheetStyle,
  Sheets,
} from './sheets.ts';

const QR_SIDE = 66;
/** Points. */
const LOGO = { width: 140, height: 36 } as const;

/** The title texts, with and without a QR code next to them. */
const titles = [QR_SIDE + 24, 0].map((taken) => ({
  workspace: new SheetStyle(CONTENT_WIDTH - taken, 9, { color: grey }),
  title: new SheetStyle(CONTENT_WIDTH - taken, 22, { weight: 700 }),
  document: new SheetStyle(CONTENT_WIDTH - taken, 12),
}));
const caption = new SheetStyle(QR_SIDE, 6.5, { color: grey });
const testNotice = new SheetStyle(CONTENT_WIDTH - 20, 9, { weight: 700 });
const stepNumber = new SheetStyle(16, 8.5);
const stepText = new SheetStyle(CONTENT_WIDTH - 16, 8.5);
const statementText = new SheetStyle(CONTENT_WIDTH, 8.5);

const SIMPLE =
  'gave a simple electronic signature: an act with the intent to sign, by the person who was reached as shown above.';
const SEAL =
  'When everyone had completed, the document and this certificate of completion were sealed together. The seal was made by the party named above and reveals any later change. It is not a personal certificate of a signer.';

const texts = {
  scan: caption.label('Scan to verify'),
  title: titles.map(({ title }) => title.label('Certificate of Completion')),
  testNotice: testNotice.label(
    'TEST MODE. This document was made to try out the service. It was sealed with a test certificate and is not legally binding.',
  ),
  verification: headings.label('Integrity and verification'),
  simple: statementText.label(`Each signer ${SIMPLE} ${SEAL}`),
  ownKeys: statementText.label(
    `Signers for whom a level is shown above signed with a key of their own, at the level that the provider of the key stated. Any other signer ${SIMPLE} ${SEAL}`,
  ),
};

const stepNumbers = ['1.', '2.', '3.', '4.'].map((text) => stepNumber.label(text));
const steps = {
  reader: stepText.label(
    'Open the file in a PDF reader that shows digital signatures. It must say that the document has not been changed since it was sealed. The fingerprint of the sealing certificate must be the one above.',
  ),
  offline: stepText.label(
    'Or verify it offline: countersign verify FILE.pdf --events events.json compares the seal with the audit trail, its last hash, and the digest of the signed values. A match proves that every field was sealed as it was recorded when its recipient completed.',
  ),
  original: stepText.label(
    'To recognize the original file, compare its SHA-256 hash with the one on the first page of this certificate.',
  ),
};

/**
 * Draws the certificate on as many A4 sheets as it needs, each with the watermark if there is one. If fonts are not
 * open yet, the result is provisional.
 */
export function composeCertificate(
  drawing: Drawing,
  data: CertificateData,
  watermark: string | null,
): Sheet[] {
  const sheets = new Sheets(drawing, watermark, colorOf(data.accentColor));
  const clock = clockFor(data);
  titleBlock(sheets, data);
  summary(sheets, data, clock);
  recipients(sheets, data, clock);
  verification(sheets, data);
  auditTrail(sheets, data, clock);
  sheets.finish(`${data.mode === 'test' ? 'TEST  ·  ' : ''}Certificate of Completion  ·  ${data.documentId}`);
  return sheets.all;
}

/** From `#rrggbb`; black for anything else. */
function colorOf(hex: string | undefined): Color {
  const digits = /^#([0-9a-f]{6})$/i.exec(hex ?? '')?.[1];
  if (digits === undefined) return black;
  const value = Number.parseInt(digits, 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** Above the name of the workspace, at most as high and wide as LOGO. */
function drawLogo(sheets: Sheets, logo: Uint8Array): void {
  const { image } = sheets.drawing.image(logo);
  const scale = Math.min(LOGO.width / image.width, LOGO.height / image.height);
  const height = image.height * scale;
  sheets.canvas.image(logo, MARGIN, sheets.y - height, image.width * scale, height);
  sheets.y -= height + 8;
}

function titleBlock(sheets: Sheets, data: CertificateData): void {
  const withQr = fitsQr(data.verifyUrl);
  const { workspace, document } = titles[withQr ? 0 : 1]!;
  const top = sheets.y;
  if (withQr) {
    drawQr(sheets.canvas, data.verifyUrl, A4.width - MARGIN - QR_SIDE, top - QR_SIDE, QR_SIDE);
    const scan = sheets.label(texts.scan);
    const indent = (QR_SIDE - scan.lines[0]!.width * caption.size) / 2;
    sheets.set(scan, A4.width - MARGIN - QR_SIDE + indent, top - QR_SIDE - 3);
  }
  const qrBottom = withQr ? top - QR_SIDE - 14 : top;
  if (data.logo) drawLogo(sheets, data.logo);
  sheets.flow(sheets.block(data.workspace, workspace), MARGIN);
  sheets.y -= 4;
  sheets.flow(sheets.label(texts.title[withQr ? 0 : 1]!), MARGIN);
  sheets.y -= 4;
  sheets.flow(sheets.block(data.title, document), MARGIN);
  sheets.y = Math.min(sheets.y, qrBottom) - 8;
  sheets.rule(1.2);
  sheets.y -= 10;
  if (data.mode !== 'test') return;
  const notice = sheets.label(texts.testNotice);
  sheets.canvas
    .strokeColor(black)
    .strokeRect(MARGIN, sheets.y - notice.height - 14, CONTENT_WIDTH, notice.height + 14, 1);
  sheets.set(notice, MARGIN + 10, sheets.y - 6);
  sheets.y -= notice.height + 26;
}

const factRows = rowsOf(MARGIN, CONTENT_WIDTH, 104, 8.5);
const fact = (text: string): Label => factRows.label.label(text);
const facts = {
  id: fact('Document ID'),
  status: fact('Status'),
  sender: fact('Sent by'),
  file: fact('Original file'),
  sha256: fact('SHA-256 of original'),
  warnings: fact('Content that can vary'),
  created: fact('Created'),
  sent: fact('Sent'),
  completed: fact('Completed'),
  zone: fact('Time zone'),
  trail: fact('Audit trail'),
  head: fact('Hash of the last event'),
  values: fact('Signed values'),
  seal: fact('Seal'),
  subject: fact('Sealed by'),
  fingerprint: fact('Certificate SHA-256'),
};
const completed = factRows.value.label('Completed');

const setFact = (sheets: Sheets, label: string | Label, value: string | Label): void =>
  setRow(sheets, factRows, rowOf(sheets, factRows, label, value));

function summary(sheets: Sheets, data: CertificateData, clock: Clock): void {
  const offset = formatOffset(toZonedTime(data.completedAt, clock.zone).offsetMinutes);
  setFact(sheets, facts.id, data.documentId);
  setFact(sheets, facts.status, completed);
  setFact(sheets, facts.sender, data.sender);
  setFact(
    sheets,
    facts.file,
    `${counted(data.pageCount, 'page')}, ${counted(data.originalSizeBytes, 'byte')}`,
  );
  setFact(sheets, facts.sha256, data.originalSha256);
  data.files?.forEach((file, index) => {
    setFact(sheets, `File ${index + 1} of ${data.files!.length}`, fileText(file));
  });
  if (data.fileWarnings.length > 0) setFact(sheets, facts.warnings, data.fileWarnings.join(' '));
  setFact(sheets, facts.created, clock.both(data.createdAt));
  if (data.sentAt !== null) setFact(sheets, facts.sent, clock.both(data.sentAt));
  setFact(sheets, facts.completed, clock.both(data.completedAt));
  const zone = clock.isUtc ? clock.zone : `${clock.zone} (UTC${offset} on completion); UTC in addition`;
  setFact(sheets, facts.zone, zone);
}

function fileText({ name, sha256, firstPage, pages }: CertificateFile): string {
  const where = pages === 1 ? `page ${firstPage}` : `pages ${firstPage} to ${firstPage + pages - 1}`;
  return `${name}, ${where}, SHA-256 ${sha256}`;
}

function verification(sheets: Sheets, data: CertificateData): void {
  sheets.heading(texts.verification, 84);
  setFact(
    sheets,
    facts.trail,
    `${counted(data.chainSeq, 'event')}, each containing the SHA-256 hash of the previous one`,
  );
  setFact(sheets, facts.head, data.chainHead);
  setFact(sheets, facts.values, data.valuesSha256);
  setFact(sheets, facts.seal, data.sealProfile);
  setFact(sheets, facts.subject, data.sealSubject);
  setFact(sheets, facts.fingerprint, data.sealFingerprint);
  for (const { version, language, sha256 } of data.consentTexts)
    setFact(sheets, `Consent text ${version}`, `${nameOf(language)}, SHA-256 ${sha256}`);
  sheets.y -= 4;
  const upload = sheets.block(`Or upload the file at ${data.verifyUrl}`, stepText);
  const blocks = [
    sheets.label(steps.reader),
    upload,
    sheets.label(steps.offline),
    sheets.label(steps.original),
  ];
  blocks.forEach((block, index) => {
    sheets.need(Math.min(block.height, 60));
    sheets.set(sheets.label(stepNumbers[index]!), MARGIN, sheets.y);
    sheets.flow(block, MARGIN + 16);
    sheets.y -= ROW_GAP;
  });
  sheets.y -= 5;
  const statement = sheets.label(data.recipients.some(({ ownKey }) => ownKey) ? texts.ownKeys : texts.simple);
  sheets.need(Math.min(statement.height, 80));
  sheets.flow(statement, MARGIN);
}
