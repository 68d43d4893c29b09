/** The recipients on the certificate: names, authentication, times and signatures. */
import { deviceName } from '@countersign/contract/device-name';
import { laySignature } from '../draw/signature.ts';
import type { CertificateData, CertificateRecipient } from '../ports/certificate-data.ts';
import type { Clock } from './clock.ts';
import { nameOf } from './languages.ts';
import { heightOf, type Row, type Rows, rowOf, rowsOf, setRow } from './rows.ts';
import {
  A4,
  type Block,
  band,
  CONTENT_WIDTH,
  grey,
  hairline,
  type Label,
  MARGIN,
  SheetStyle,
  type Sheets,
} from './sheets.ts';

const SIGNATURE_WIDTH = 168;
const SIGNATURE_HEIGHT = 62;
const BLOCK_WIDTH = CONTENT_WIDTH - 16;

const recipientRole = new SheetStyle(BLOCK_WIDTH * 0.46, 8, { color: grey });
const signatureMethod = new SheetStyle(SIGNATURE_WIDTH, 6.8, { color: grey });

const roleNames = {
  signer: 'Signer',
  approver: 'Approver',
  viewer: 'Viewer',
  cc: 'Receives a copy',
} as const;
const levelNames = {
  advanced: 'Advanced electronic signature',
  qualified: 'Qualified electronic signature',
} as const;
const methodNames = {
  type: signatureMethod.label('Typed signature'),
  draw: signatureMethod.label('Drawn signature'),
  upload: signatureMethod.label('Uploaded signature'),
} as const;

/** The layout of a recipient's rows, with the labels that every certificate has. */
function layoutOf(rows: Rows) {
  const label = (text: string): Label => rows.label.label(text);
  const authNames: Readonly<Record<string, Label>> = {
    link: rows.value.label('Signing link sent to the email address (link)'),
    otp: rows.value.label('One-time code sent to the email address (otp)'),
  };
  const vouchedNames: Readonly<Record<string, Label>> = {
    link: rows.value.label("The sender's application vouched for the person; no email was sent (session)"),
    otp: rows.value.label(
      "The sender's application vouched for the person, and a one-time code was sent to the email address (session, otp)",
    ),
  };
  const directNames: Readonly<Record<string, Label>> = {
    link: rows.value.label(
      'None: started from a public link. Name and email address are as entered and were not confirmed (direct link)',
    ),
    otp: rows.value.label(
      'Started from a public link; a one-time code was sent to the email address (direct link, otp)',
    ),
  };
  return {
    rows,
    email: label('Email'),
    authentication: label('Authentication'),
    authNames,
    vouchedNames,
    directNames,
    vouchedFor: label('Vouched for by'),
    sent: label('Sent'),
    turn: label('Turn began'),
    opened: label('First opened'),
    consent: label('Consent'),
    consentText: label('Consent text'),
    completed: {
      signer: label('Signed'),
      approver: label('Approved'),
      viewer: label('Viewed'),
      cc: label('Copied'),
    },
    ip: label('IP address'),
    device: label('Device'),
    unknownDevice: rows.value.label('Not recognized'),
    signatureId: label('Signature ID'),
    level: label('Level'),
    certificate: label('Certificate'),
  };
}

const alone = layoutOf(rowsOf(MARGIN + 8, BLOCK_WIDTH, 72, 7.8));
const besideSignature = layoutOf(rowsOf(MARGIN + 8, BLOCK_WIDTH - SIGNATURE_WIDTH - 12, 72, 7.8));

/** Draws one block per recipient: first those who act, in their order, then those who receive a copy. */
export function recipients(sheets: Sheets, data: CertificateData, clock: Clock): void {
  const ordered = [...data.recipients].sort(
    (a, b) => Number(a.role === 'cc') - Number(b.role === 'cc') || a.signingOrder - b.signingOrder,
  );
  sheets.heading(`Recipients (${ordered.length})`, 120);
  for (const recipient of ordered) recipientBlock(sheets, recipient, clock);
}

function recipientRows(
  sheets: Sheets,
  layout: ReturnType<typeof layoutOf>,
  recipient: CertificateRecipient,
  clock: Clock,
): Row[] {
  const rows: Row[] = [];
  const add = (label: Label, value: string | Label | null): void => {
    if (value) rows.push(rowOf(sheets, layout.rows, label, value));
  };
  const { role, authSatisfied: satisfied, consent } = recipient;
  const moment = (date: Date | null): string | null => date && clock.both(date);
  add(layout.email, recipient.email);
  if (role !== 'cc') {
    // The sender can also open the page for a visitor of a direct link, and give another name before.
    const isVisitor = recipient.fromDirectLink && recipient.vouchedFor === null;
    const others = isVisitor ? layout.directNames : layout.vouchedNames;
    const names = recipient.isMailed ? layout.authNames : others;
    const known = satisfied === null ? `${recipient.authLevel}: not passed` : names[satisfied];
    add(layout.authentication, known ?? satisfied);
  }
  const { vouchedFor } = recipient;
  add(layout.vouchedFor, vouchedFor && `${vouchedFor.by}, ${clock.both(vouchedFor.at)}`);
  add(recipient.isMailed ? layout.sent : layout.turn, moment(recipient.sentAt));
  add(layout.opened, moment(recipient.openedAt));
  add(layout.consent, moment(recipient.consentedAt));
  if (recipient.consentedAt && consent)
    add(layout.consentText, `${nameOf(consent.language)}, version ${consent.version}`);
  add(layout.completed[role], moment(recipient.completedAt));
  add(layout.ip, recipient.ip);
  add(layout.device, recipient.userAgent && (deviceName(recipient.userAgent) ?? layout.unknownDevice));
  add(layout.signatureId, recipient.signatureId ?? null);
  const { ownKey = null } = recipient;
  add(
    layout.level,
    ownKey && `${levelNames[ownKey.level]}, with the recipient's own key, as ${ownKey.provider} stated`,
  );
  add(layout.certificate, ownKey?.subject ?? null);
  return rows;
}

const KEPT_SETTINGS = 32;
/** Cached by the width that the role leaves for the name; there are only a few. */
const nameStyles = new Map<number, SheetStyle>();

function nameStyle(width: number): SheetStyle {
  let textStyle = nameStyles.get(width);
  if (textStyle === undefined) {
    textStyle = new SheetStyle(width, 10, { weight: 700 });
    if (nameStyles.size >= KEPT_SETTINGS) nameStyles.clear();
    nameStyles.set(width, textStyle);
  }
  return textStyle;
}

const widthOf = ({ line, lines }: Block): number =>
  line === null ? Math.max(...lines.map(({ width }) => width)) : line.width;

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function recipientBlock(sheets: Sheets, recipient: CertificateRecipient, clock: Clock): void {
  const { signature } = recipient;
  const layout = signature === null ? alone : besideSignature;
  const order = recipient.role === 'cc' ? '' : `  ·  order ${recipient.signingOrder}`;
  // Nothing is asked of those who receive a copy, so their status never changes from pending.
  const status = recipient.role === 'cc' ? '' : `  ·  ${capitalized(recipient.status)}`;
  const role = sheets.block(`${roleNames[recipient.role]}${order}${status}`, recipientRole);
  const roleWidth = widthOf(role) * recipientRole.size;
  const nameWidth = BLOCK_WIDTH - roleWidth - 16;
  const nameBlock = sheets.block(recipient.name, nameStyle(nameWidth));
  const headHeight = Math.max(nameBlock.height, role.height) + 8;
  const rows = recipientRows(sheets, layout, recipient, clock);
  let rowsHeight = 0;
  for (const row of rows) rowsHeight += heightOf(row);
  const bodyHeight = Math.max(rowsHeight, signature === null ? 0 : SIGNATURE_HEIGHT + 14);
  sheets.need(Math.min(headHeight + 6 + bodyHeight + 8, sheets.fullHeight));

  sheets.canvas.fillColor(band).fillRect(MARGIN, sheets.y - headHeight, CONTENT_WIDTH, headHeight);
  sheets.set(nameBlock, MARGIN + 8, sheets.y - 4);
  sheets.set(role, A4.width - MARGIN - 8 - roleWidth, sheets.y - 5);
  sheets.y -= headHeight + 6;
  const top = sheets.y;
  const sheet = sheets.canvas;
  if (signature !== null) {
    const x = A4.width - MARGIN - SIGNATURE_WIDTH;
    sheet.strokeColor(hairline).strokeRect(x, top - SIGNATURE_HEIGHT, SIGNATURE_WIDTH, SIGNATURE_HEIGHT, 0.5);
    sheet.inMatrix([1, 0, 0, 1, x + 6, top - SIGNATURE_HEIGHT + 5], () =>
      laySignature(sheet.drawing, signature, SIGNATURE_WIDTH - 12, SIGNATURE_HEIGHT - 10).draw(sheet),
    );
    sheets.set(sheets.label(methodNames[signature.mode]), x, top - SIGNATURE_HEIGHT - 3);
  }
  for (const row of rows) setRow(sheets, layout.rows, row);
  if (sheets.canvas === sheet) sheets.y = Math.min(sheets.y, top - bodyHeight);
  sheets.y -= 8;
}
