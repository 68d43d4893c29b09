/** Job `mail.send`: renders one mail and delivers it to the mail server (docs/spec/decisions.md, section 3). */
import { setTimeout as delay } from 'node:timers/promises';
import type { SendingWindow } from '@countersign/contract/bulk-send';
import { normalizeEmail } from '@countersign/contract/common';
import { encodeId } from '@countersign/contract/ids';
import { isDatabaseUnavailable } from '@countersign/db/errors';
import type { Document, Mail, Recipient, Workspace } from '@countersign/db/models';
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

/** How long, and how often, to try to record that a mail was sent. */
const recordMs = 60_000;
const recordPauseMs = 200;

type MailDocument = Document & { workspace: Workspace & { logo: { png: Uint8Array } | null } };

/**
 * Sends the mail unless it was already sent or is no longer needed. A refusal by the recipient's server is a bounce.
 * Temporary failures are thrown for the queue to retry; the retries cover a day from the first attempt, and after the last
 * one (`isLastTry`) the mail counts as bounced. If the mail has to wait, for the limits of the mail server or for the sending window
 * of its bulk send, RetryAfter is thrown, which does not count as an attempt: a mail never bounces because it had to wait. If
 * the job runs twice, the mail is at worst sent twice with the same Message-ID.
 */
export async function deliverMail(
  base: Base & MailPorts,
  input: { mailId: string; requestId: string; isLastTry?: boolean },
): Promise<'sent' | 'dropped' | 'refused' | 'not wanted'> {
  const mail = await base.db.mail.findUnique({ where: { id: input.mailId } });
  if (mail?.status !== 'queued') return 'not wanted';
  const letter = await compose(base, mail);
  if (!letter) {
    await settle(base, mail.id, { status: 'dropped' });
    return 'dropped';
  }
  await waitForWindow(base, mail);
  const mails: MailClass = mail.bulkSendId === null ? 'urgent' : 'bulk';
  const permit = await base.pacer?.permit(mails, mail.workspaceId);
  try {
    await base.mailer.send(letter);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isRateLimit = error instanceof MailUnavailableError && error.isRateLimit;
    if (isRateLimit || !(error instanceof MailRefusedError || input.isLastTry)) {
      await base.db.mail.updateMany({ where: { id: mail.id }, data: { lastError: message.slice(0, 500) } });
      if (!isRateLimit) throw error;
      const pauseMs = (await base.pacer?.slowDown()) ?? rateLimitPauseMs();
      throw new RetryAfter(pauseMs, message, { cause: error });
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
    await settle(base, mail.id, { status: 'refused', lastError: message.slice(0, 500) });
    return 'refused';
  }
  await recordSent(base, mail.id, base.now());
  if (permit) await base.pacer?.accepted(permit);
  return 'sent';
}

/** Throws RetryAfter while the sending window of the mail's bulk send is closed. */
async function waitForWindow(base: Base, { bulkSendId }: Mail): Promise<void> {
  if (bulkSendId === null) return;
  const send = await base.db.bulkSend.findUnique({
    where: { id: bulkSendId },
    select: { sendingWindow: true },
  });
  if (!send?.sendingWindow) return;
  const now = base.now().getTime();
  const { isOpen, until } = windowAt(send.sendingWindow as unknown as SendingWindow, now);
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
  await base.db.mail.updateMany({ where: { id }, data: { ...data, sealedCode: null } });
}

/**
 * Checks again before sending, because the mail may be late. A code that no longer works would only make the recipient use up
 * attempts of the next one.
 */
async function isWanted(
  base: Base,
  kind: MailKind,
  document: MailDocument,
  recipient: Recipient | null,
  code: string | null,
  toAddress: string,
): Promise<boolean> {
  // The sender corrected the address after this mail was queued: the old one must not get the new link.
  if (recipient && recipient.emailNormalized !== normalizeEmail(toAddress)) return false;
  // The one-time code, which the recipient asks for, is the only email that goes to recipients without delivery by email.
  if (recipient && !isMailed(recipient) && kind !== 'otp') return false;
  switch (kind) {
    case 'invitation':
    case 'reminder':
      return isUnderway(document.status) && recipient !== null && isWaiting(recipient);
    case 'otp':
      if (!recipient || recipient.status === 'reassigned' || !code) return false;
      return isOpenCode(base, recipient.id, code, clockOf(base.now, document)());
    default:
      return true;
  }
}

/** The mail to send, or null if it is no longer needed. */
async function compose(base: Base & MailPorts, mail: Mail): Promise<OutgoingMail | null> {
  const code = mail.sealedCode
    ? base.secrets.decrypt(mail.sealedCode, codeContext(mail.id)).toString()
    : null;
  const letter = await composeByKind(base, mail, code);
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

async function composeByKind(base: Base, mail: Mail, code: string | null): Promise<ComposedMail | null> {
  if (mail.kind === 'abuse-report') return composeAbuseReport(base, mail);
  if (mail.documentId === null) return composeAccountMail(base, mail, code ?? '');
  return composeDocumentMail(base, mail, mail.documentId, code);
}

async function composeDocumentMail(
  base: Base,
  mail: Mail,
  documentId: string,
  code: string | null,
): Promise<ComposedMail | null> {
  const stored = await base.db.document.findUnique({
    where: { id: documentId },
    include: { workspace: { include: { logo: { select: { png: true } } } } },
    relationLoadStrategy: 'join',
  });
  const document = stored && atItsClock(stored, base.now);
  const recipient = mail.recipientId
    ? await base.db.recipient.findUnique({ where: { id: mail.recipientId } })
    : null;
  if (!document || !(await isWanted(base, mail.kind as MailKind, document, recipient, code, mail.toAddress)))
    return null;
  const data = mail.data as Record<string, string>;
  // A visitor of a direct link typed this name. It is used only after the recipient has opened the link, so that visitors cannot
  // send texts of their own to other people.
  const toName = recipient?.directLinkId && recipient.openedAt === null ? '' : mail.toName;
  const { publicUrl } = base.settings;
  const own = recipient ? signingUrl(publicUrl, linkToken(base.secrets, recipient)) : null;
  const link = mail.recipientId === null ? consoleUrl(publicUrl, document) : own;
  const rendered = renderMail(mail.kind as MailKind, {
    language: languageFor(document, recipient, data.language),
    workspaceName: document.workspace.name,
    accentColor: document.workspace.accentColor,
    hasLogo: document.workspace.logo !== null,
    documentTitle: document.title,
    documentId: encodeId('doc', document.id),
    senderName: document.workspace.name,
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
  const { logo } = document.workspace;
  return {
    toName,
    rendered,
    ...(logo && { images: [{ id: logoId, png: logo.png }] }),
    ...(recipient && { sender: senderOf(document) }),
  };
}

/** How the workspace wants to appear in mails to recipients. */
function senderOf({ workspace: { name, senderName, replyTo } }: MailDocument): ComposedMail['sender'] {
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
  { workspace }: MailDocument,
  recipient: Recipient | null,
  shown: string | undefined,
): MailLanguage {
  const known = [shown, recipient?.consentLanguage, workspace.language];
  return known.flatMap((wish) => mailLanguages.find((one) => one === wish) ?? [])[0] ?? 'en';
}

/** The document's page in the console, for people who sign in. The query selects workspace and mode. */
function consoleUrl(publicUrl: string, { id, workspace, mode }: MailDocument): string {
  return `${publicUrl}/documents/${encodeId('doc', id)}?workspace=${workspace.slug}&mode=${mode}`;
}
