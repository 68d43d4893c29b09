/** Job `mail.send`: renders one mail and delivers it to the mail server (docs/spec/decisions.md, section 3). */

import { setTimeout as delay } from 'node:timers/promises';
import type { SendingWindow } from '@countersign/contract/bulk-send';
import { normalizeEmail } from '@countersign/contract/common';
import { encodeId } from '@countersign/contract/ids';
import { storableText } from '@countersign/contract/storable-text';
import { isDatabaseUnavailable } from '@countersign/db/errors';
import type { Document, Mail, Recipient, Workspace } from '@countersign/db/models';
import { assignments, columnsOf, type JsonRow, withDates } from '@countersign/db/rows';
import { sqlOf } from '@countersign/db/sql';
import {
  type Mailer,
  MailRefusedError,
  MailUnavailableError,
  type OutgoingMail,
} from '@countersign/mail/mailer';
import { logoId, type MailKind } from '@countersign/mail/templates/mail-data';
import { renderMail } from '@countersign/mail/templates/render';
import { type MailLanguage, mailLanguages } from '@countersign/mail/templates/words';
import { RetryAfter } from '@countersign/queue/outcomes';
import type { Base } from '../ctx.ts';
import { recipientDates } from '../document/rows.ts';
import { senderPerson } from '../document/sender-person.ts';
import { atItsClock, isUnderway } from '../document/status.ts';
import { clockOf } from '../document-clock.ts';
import type { MailClass } from '../mail/pace.ts';
import type { Pacer } from '../mail/pacer.ts';
import { codeContext } from '../mail/queue-mail.ts';
import { windowAt } from '../mail/sending-window.ts';
import { linkToken, reportUrl, signingUrl } from '../recipient/link.ts';
import { isOpenCode } from '../recipient/one-time-code.ts';
import { recordBounce } from '../recipient/record-bounce.ts';
import { isMailed, isWaiting } from '../recipient/status.ts';
import { type ComposedMail, composeAccountMail } from '../user/compose-mail.ts';
import { composeAbuseReport } from './compose-abuse-report.ts';

export interface MailPorts {
  mailer: Mailer;
  mailFrom: string;
  /** Keeps mails within the limits of the mail server. Without it they go as fast as they come. */
  pacer?: Pacer;
}

/** Without a pacer, the pause after the mail server limited the rate. Random, so that waiting mails spread out. */
const rateLimitPauseMs = () => 60_000 * (1 + Math.random());
/** A mail that was refused for the rate waits this much longer than all others, which show whether the server accepts mails again. */
const othersFirstMs = 10_000;
/**
 * A mail that is refused for the rate this often, while the server accepts others, is refused for what it is. From then on its refusals
 * pause no other mails and count as attempts.
 */
const maxRateRefusals = 5;

/** The kinds of mails that ask people to sign, which wait for the sending window of their bulk send. News of a document goes at once. */
const windowKinds: ReadonlySet<string> = new Set<MailKind>(['invitation', 'reminder']);

/** How long, and how often, to try to record that a mail was sent. */
const recordMs = 60_000;
const recordPauseMs = 200;
const maxErrorLength = 500;

/** What a mail shows of its document and workspace, and what decides whether it is still wanted. */
type MailDocument = Pick<
  Document,
  | 'id'
  | 'title'
  | 'message'
  | 'status'
  | 'expiresAt'
  | 'clockOffsetSeconds'
  | 'displayTimezone'
  | 'mode'
  | 'createdBy'
>;
type MailWorkspace = Pick<Workspace, 'name' | 'slug' | 'accentColor' | 'language' | 'senderName' | 'replyTo'>;

interface FoundMail {
  mail: Mail;
  /** Null for mails that are not about a document, and if the document no longer exists. */
  about: { document: MailDocument; workspace: MailWorkspace; logo: Uint8Array | null } | null;
  recipient: Recipient | null;
  /** The sending window of the mail's bulk send; null without one. */
  sendingWindow: SendingWindow | null;
}

const mailColumns = columnsOf('Mail', 'm');
const recipientColumns = columnsOf('Recipient', 'r');

/** The mail with everything that it is composed of, in one statement; null if it does not exist. */
async function readMail({ db }: Base, mailId: string): Promise<FoundMail | null> {
  type Row = Mail & {
    document: JsonRow<MailDocument> | null;
    workspace: MailWorkspace;
    logo: Buffer | null;
    recipient: JsonRow<Recipient> | null;
    sendingWindow: SendingWindow | null;
  };
  const [row] = await sqlOf(db).$queryRaw<Row[]>`
    SELECT ${mailColumns},
      (SELECT row_to_json(part) FROM (SELECT d.id, d.title, d.message, d.status, d.expires_at AS "expiresAt",
        d.clock_offset_seconds AS "clockOffsetSeconds", d.display_timezone AS "displayTimezone", d.mode, d.created_by AS "createdBy"
        WHERE d.id IS NOT NULL) part) AS document,
      json_build_object('name', w.name, 'slug', w.slug, 'accentColor', w.accent_color, 'language', w.language,
        'senderName', w.sender_name, 'replyTo', w.reply_to) AS workspace,
      l.png AS logo,
      (SELECT row_to_json(part) FROM (SELECT ${recipientColumns} FROM recipient r WHERE r.id = m.recipient_id) part) AS recipient,
      (SELECT sending_window FROM bulk_send WHERE id = m.bulk_send_id) AS "sendingWindow"
    FROM mail m LEFT JOIN document d ON d.id = m.document_id LEFT JOIN workspace w ON w.id = d.workspace_id
      LEFT JOIN workspace_logo l ON l.workspace_id = w.id
    WHERE m.id = ${mailId}::uuid`;
  if (!row) return null;
  const { document, workspace, logo, recipient, sendingWindow, ...mail } = row;
  const [about] = withDates<MailDocument>(document ? [document] : [], { expiresAt: true });
  const [person] = withDates<Recipient>(recipient ? [recipient] : [], recipientDates);
  return {
    mail,
    about: about ? { document: about, workspace, logo } : null,
    recipient: person ?? null,
    sendingWindow,
  };
}

/**
 * Sends the mail unless it was already sent or is no longer needed. A refusal by the recipient's server is a bounce.
 * Temporary failures are thrown for the queue to retry; the retries cover a day from the first attempt, and after the last
 * one (`isLastAttempt`) the mail counts as bounced. If the mail has to wait, for the limits of the mail server or for the sending window
 * of its bulk send, RetryAfter is thrown, which does not count as an attempt: a mail never bounces because it had to wait. A mail that
 * the server keeps refusing for the rate while it accepts others does not have to wait: that is a temporary failure too. If the job
 * runs twice, the mail is at worst sent twice with the same Message-ID.
 */
export async function deliverMail(
  base: Base & MailPorts,
  input: { mailId: string; requestId: string; isLastAttempt?: boolean },
): Promise<'sent' | 'dropped' | 'refused' | 'not wanted'> {
  const found = await readMail(base, input.mailId);
  if (found?.mail.status !== 'queued') return 'not wanted';
  const { mail } = found;
  const letter = await compose(base, found);
  if (!letter) {
    await settle(base, mail.id, { status: 'dropped' });
    return 'dropped';
  }
  if (windowKinds.has(mail.kind)) waitForWindow(base, found.sendingWindow);
  const mails: MailClass = mail.bulkSendId === null ? 'urgent' : 'bulk';
  const permit = await base.pacer?.permit(mails, mail.workspaceId);
  try {
    await base.mailer.send(letter);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const lastError = storableText(message, maxErrorLength);
    const isRateLimit = error instanceof MailUnavailableError && error.isRateLimit;
    if (isRateLimit && mail.rateRefusals < maxRateRefusals) {
      const pause = await base.pacer?.slowDown();
      const rateRefusals = { increment: pause?.wasAccepting ? 1 : 0 };
      await base.db.mail.updateMany({ where: { id: mail.id }, data: { lastError, rateRefusals } });
      throw new RetryAfter(pause ? pause.pauseMs + othersFirstMs : rateLimitPauseMs(), message, {
        cause: error,
      });
    }
    if (!(error instanceof MailRefusedError || input.isLastAttempt)) {
      await base.db.mail.updateMany({ where: { id: mail.id }, data: { lastError } });
      throw error;
    }
    // Record the bounce before settling the mail. If the worker dies in between, the mail is tried again; in the other order the
    // bounce would be lost.
    if (mail.recipientId) {
      await recordBounce(base, {
        mailId: mail.id,
        permanent: true,
        detail: message,
        requestId: input.requestId,
      });
    }
    await settle(base, mail.id, { status: 'refused', lastError });
    return 'refused';
  }
  await recordSent(base, mail.id, base.now());
  if (permit) await base.pacer?.accepted(permit);
  return 'sent';
}

/** Throws RetryAfter while the sending window of the mail's bulk send is closed. */
function waitForWindow(base: Base, window: SendingWindow | null): void {
  if (!window) return;
  const now = base.now().getTime();
  const { isOpen, until } = windowAt(window, now);
  if (!isOpen) throw new RetryAfter(until - now, 'the sending window of the bulk send is closed');
}

/**
 * While the database is unavailable, tries again for a minute, which covers a failover: a mail that is not recorded as sent would
 * be sent again.
 */
async function recordSent(base: Base, id: string, sentAt: Date): Promise<void> {
  for (const endMs = performance.now() + recordMs; ; ) {
    try {
      await settle(base, id, { status: 'sent', sentAt, lastError: null });
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > endMs) throw error;
      await delay(recordPauseMs);
    }
  }
}

async function settle(
  base: Base,
  id: string,
  data: Partial<Pick<Mail, 'status' | 'sentAt' | 'lastError'>>,
): Promise<void> {
  // The mail may have been erased with its document in the meantime.
  await sqlOf(base.db).$executeRaw`
    UPDATE mail SET ${assignments({ ...data, sealedCode: null })} WHERE id = ${id}::uuid`;
}

/**
 * Checks again before sending, because the mail may be late. A code that no longer works would only make the recipient use up
 * attempts of the next one.
 */
async function isWanted(
  base: Base,
  { kind, toName, toAddress }: Mail,
  document: MailDocument,
  recipient: Recipient | null,
  code: string | null,
): Promise<boolean> {
  // The sender corrected the address after this mail was queued: the old one must not get the new link.
  if (recipient && recipient.emailNormalized !== normalizeEmail(toAddress)) return false;
  // The sender corrected the name: another mail is queued, or will be when the turn comes.
  if (recipient && recipient.name !== toName) return false;
  // The one-time code, which the recipient asks for, is the only email that goes to recipients without delivery by email.
  if (recipient && !isMailed(recipient) && kind !== 'otp') return false;
  switch (kind as MailKind) {
    case 'invitation':
    case 'reminder':
      // Equal mutant "isUnderway(document.status) && recipient !== null → isUnderway(document.status)": these mails have a recipient.
      return isUnderway(document.status) && recipient !== null && isWaiting(recipient);
    case 'otp':
      if (!recipient || recipient.status === 'reassigned' || !code) return false;
      return isOpenCode(base, recipient.id, code, clockOf(base.now, document)());
    default:
      return true;
  }
}

/** The mail to send, or null if it is no longer needed. */
async function compose(base: Base & MailPorts, found: FoundMail): Promise<OutgoingMail | null> {
  const { mail } = found;
  const code = mail.sealedCode
    ? base.secrets.decrypt(mail.sealedCode, codeContext(mail.id)).toString()
    : null;
  const letter = await composeByKind(base, found, code);
  if (!letter) return null;
  const host = new URL(base.settings.publicUrl).hostname;
  return {
    to: { name: letter.toName, address: mail.toAddress },
    from: base.mailFrom,
    messageId: `<${mail.id}@${host}>`,
    ...letter.sender,
    ...(letter.images && { images: letter.images }),
    ...letter.rendered,
  };
}

async function composeByKind(
  base: Base,
  found: FoundMail,
  code: string | null,
): Promise<ComposedMail | null> {
  const { mail } = found;
  if (mail.kind === 'abuse-report') return composeAbuseReport(base, mail);
  if (mail.documentId === null) return composeAccountMail(base, mail, code ?? '');
  return composeDocumentMail(base, found, code);
}

async function composeDocumentMail(
  base: Base,
  { mail, about, recipient }: FoundMail,
  code: string | null,
): Promise<ComposedMail | null> {
  // Equal mutant "!about → false": rows of documents are never deleted.
  if (!about) return null;
  const { workspace, logo } = about;
  const document = atItsClock(about.document, base.now);
  if (!(await isWanted(base, mail, document, recipient, code))) return null;
  const data = mail.data as Record<string, string>;
  // A visitor of a direct link typed this name. It is used only after the recipient has opened the link, so that visitors cannot
  // send texts of their own to other people.
  const toName = recipient?.directLinkId && recipient.openedAt === null ? '' : mail.toName;
  const { publicUrl } = base.settings;
  const own = recipient ? signingUrl(publicUrl, linkToken(base.secrets, recipient)) : null;
  const link = mail.recipientId === null ? consoleUrl(publicUrl, document, workspace) : own;
  const rendered = renderMail(mail.kind as MailKind, {
    language: languageFor(workspace, recipient, data.language),
    workspaceName: workspace.name,
    accentColor: workspace.accentColor,
    hasLogo: logo !== null,
    documentTitle: document.title,
    documentId: encodeId('doc', document.id),
    senderName: workspace.name,
    senderPerson: mail.recipientId === null ? null : senderPerson(document),
    message: document.message,
    recipientName: toName,
    role: recipient?.role ?? null,
    link,
    reportLink: recipient && reportUrl(publicUrl, linkToken(base.secrets, recipient)),
    expiresAt: document.expiresAt,
    timeZone: document.displayTimezone ?? 'UTC',
    mode: document.mode,
    reason: data.reason ?? null,
    declinedBy: data.recipientName ?? null,
    code,
  });
  return {
    toName,
    rendered,
    ...(logo && { images: [{ id: logoId, png: logo }] }),
    ...(recipient && { sender: senderOf(workspace) }),
  };
}

/** How the workspace wants to appear in mails to recipients. */
function senderOf({ name, senderName, replyTo }: MailWorkspace): ComposedMail['sender'] {
  return {
    ...(senderName && { fromName: senderName }),
    ...(replyTo && { replyTo: { name: senderName ?? name, address: replyTo } }),
  };
}

/**
 * The language of the page that requested the mail; otherwise the language in which the recipient consented; otherwise the
 * workspace's.
 */
function languageFor(
  workspace: MailWorkspace,
  recipient: Recipient | null,
  shown: string | undefined,
): MailLanguage {
  const known = [shown, recipient?.consentLanguage, workspace.language];
  return known.flatMap((wish) => mailLanguages.find((one) => one === wish) ?? [])[0] ?? 'en';
}

/** The document's page in the console, for people who sign in. The query selects workspace and mode. */
function consoleUrl(publicUrl: string, { id, mode }: MailDocument, workspace: MailWorkspace): string {
  return `${publicUrl}/documents/${encodeId('doc', id)}?workspace=${workspace.slug}&mode=${mode}`;
}
