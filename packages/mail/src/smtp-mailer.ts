/** The mail port over SMTP (RFC 5321), with nodemailer and pooled connections. STARTTLS is used whenever the server offers it. */
import { createTransport } from 'nodemailer';
import { isPlainAddress, oneLine, parseMailbox } from './header-text.ts';
import { type Mailer, MailRefusedError, MailUnavailableError, type OutgoingMail } from './mailer.ts';

export interface SmtpMailerOptions {
  /**
   * `smtp://[user:password@]host[:port]` or `smtps://…` (TLS from the start). Options of nodemailer may follow as a query, such as
   * `?requireTLS=true` or `?maxConnections=2`.
   */
  url: string;
  /** Time limit for one mail or check, in milliseconds from the call. */
  timeoutMs: number;
  /** Concurrent connections to the server, default 5. Further mails wait for one within their time limit. */
  connections?: number;
}

/** A mailer that connects on first use. Throws a TypeError, without the URL's password, for a URL that is not SMTP. */
export function createSmtpMailer({ url, timeoutMs, connections = 5 }: SmtpMailerOptions): Mailer {
  requireSmtpUrl(url);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // The pool emits some errors that `send` and `check` also throw. Without a listener they would end the process.
  transport.on('error', () => undefined);
  const underway = new Set<Promise<unknown>>();
  let closed = false;

  async function send(mail: OutgoingMail) {
    const message = compose(mail);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    try {
      const info = await transport.sendMail({ ...message, signal: controller.signal });
      return { messageId: mail.messageId, answer: oneLine(info.response) };
    } catch (error) {
      throw controller.signal.aborted ? tookTooLong(error) : outcomeOf(error as SmtpFailure);
    } finally {
      clearTimeout(timer);
    }
  }

  function tookTooLong(cause: unknown): MailUnavailableError {
    return new MailUnavailableError(`The mail server took longer than ${timeoutMs} ms.`, { cause });
  }

  return {
    send: async (mail) => {
      if (closed) throw new MailUnavailableError('The mailer is closed.');
      const sending = send(mail);
      underway.add(sending);
      try {
        return await sending;
      } finally {
        underway.delete(sending);
      }
    },

    check: async () => {
      if (closed) throw new MailUnavailableError('The mailer is closed.');
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(tookTooLong(undefined)), timeoutMs);
      });
      try {
        await Promise.race([transport.verify(), late]);
      } catch (error) {
        throw error instanceof MailUnavailableError ? error : unavailable(error as SmtpFailure);
      } finally {
        clearTimeout(timer);
      }
    },

    close: async () => {
      closed = true;
      await Promise.allSettled(underway);
      transport.close();
    },
  };
}

function requireSmtpUrl(url: string): void {
  const isSmtp = /^smtps?:$/.test(URL.canParse(url) ? new URL(url).protocol : '');
  if (!isSmtp) throw new TypeError('SMTP_URL must be smtp://[user:password@]host[:port] or smtps://…');
}

/** The message for nodemailer: an envelope of exactly one recipient, headers without line breaks, no file or address to fetch. */
function compose(mail: OutgoingMail) {
  if (!/^<[\x21-\x3b\x3d\x3f\x41-\x7e]+@[\x21-\x3b\x3d\x3f\x41-\x7e]+>$/.test(mail.messageId)) {
    throw new TypeError(`"${mail.messageId}" is not a Message-ID of the form <left@right>.`);
  }
  if (!isPlainAddress(mail.to.address)) {
    throw new MailRefusedError(
      null,
      `"${oneLine(mail.to.address)}" is not an address that email can be sent to.`,
    );
  }
  const mailbox = parseMailbox(mail.from);
  const from = { ...mailbox, ...(mail.fromName && { name: oneLine(mail.fromName) }) };
  return {
    envelope: { from: from.address, to: [mail.to.address] },
    from,
    to: { name: oneLine(mail.to.name), address: mail.to.address },
    ...(mail.replyTo && {
      replyTo: { name: oneLine(mail.replyTo.name), address: parseMailbox(mail.replyTo.address).address },
    }),
    subject: oneLine(mail.subject),
    text: mail.text.toWellFormed(),
    html: mail.html.toWellFormed(),
    attachments: (mail.images ?? []).map(({ id, png }) => ({
      cid: id,
      filename: `${id}.png`,
      content: Buffer.from(png),
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
    })),
    messageId: mail.messageId,
    xMailer: false as const,
    headers: {
      // Prevents out-of-office replies (RFC 3834, section 5). Exchange reads the second header.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...headersOf(mail.headers ?? {}),
    },
  };
}

/** Headers that we set ourselves cannot be overridden, and a value cannot start another header. */
function headersOf(given: Record<string, string>): Record<string, string> {
  const ours = /^(from|to|cc|bcc|sender|reply-to|subject|message-id|date|mime-version|content-.*)$/i;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (!/^[a-z0-9-]+$/i.test(name) || ours.test(name))
        throw new TypeError(`The header "${oneLine(name)}" cannot be set.`);
      return [name, oneLine(value)];
    }),
  );
}

/** The members of nodemailer's errors. */
interface SmtpFailure extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  /** The SMTP command that was answered, or API when nothing was sent. */
  command?: string;
}

/** Refused only if the server's reply concerns the recipient or the message; everything else is unavailable. */
function outcomeOf(failure: SmtpFailure): Error {
  const { responseCode: code, command, response = '' } = failure;
  if (code === undefined) {
    const isUnwritable = failure.code === 'EENVELOPE';
    return isUnwritable ? new MailRefusedError(null, oneLine(failure.message)) : unavailable(failure);
  }
  return code >= 500 && concernsMail(code, command, response)
    ? new MailRefusedError(code, oneLine(response))
    : unavailable(failure);
}

/**
 * Whether a permanent reply concerns the mail. Some are our own fault: a missing or refused login (RFC 4954, section 6), a relay that
 * does not accept us, a session out of step, and a sender that we may not use. A message that is too large is refused at MAIL FROM
 * (RFC 1870).
 */
function concernsMail(code: number, command: string | undefined, response: string): boolean {
  if ([503, 530, 534, 535, 538].includes(code)) return false;
  if (command === 'MAIL FROM') return code === 552 || /\b5\.3\.4\b/.test(response);
  if (command === 'RCPT TO')
    return !/\brelay(ing)?\b.*\b(denied|prohibited|not (permitted|allowed))\b/i.test(response);
  return command === 'DATA';
}

function unavailable(failure: SmtpFailure): MailUnavailableError {
  const said = failure.response ? oneLine(failure.response) : oneLine(failure.message);
  const where =
    failure.command && failure.command !== 'API' ? ` (${oneLine(failure.command).split(' ')[0]})` : '';
  return new MailUnavailableError(`The mail server could not be used${where}: ${said}`, {
    code: failure.responseCode ?? null,
    isRateLimit: isRateLimit(failure),
    cause: failure,
  });
}

/** How many characters of a reply are searched for words. */
const maxReplyLength = 2000;

/** Said to a client, never about one recipient. `4.7.5xx` are Microsoft's codes for limits of a sender. */
const clientWords =
  /throttl|\brate[- ]?limit|too (many|much) (e?mails?|messages|recipients|connections) from\b|\b4\.7\.5\d\d\b/i;
/** Said to a client if the reply is to something else than a recipient. */
const paceWords =
  /\b(sending|sender|message|mail|submission|delivery|connection) rate\b|\b(sending|message|connection|daily|hourly)( \w+)? (limit|quota)|too (many|much) (concurrent )?(e?mails?|messages|recipients|connections|sessions|requests|logins?( attempts)?)\b|\bmax(imum)? rate\b|\brate of (e?mails|messages)\b|too fast|slow down|server( is)?( too)? busy/i;

/**
 * Whether a temporary reply limits how fast we send. RFC 5321 and RFC 3463 define no code for that, so this follows what servers
 * send: 421 (closes the connection), 432 and 4.3.2 (too many connections, RFC 3463, 3.4), and other 4xx replies that say so in
 * words, such as `454 Throttling failure` (Amazon SES) and `450 4.7.1 too much mail from` (Postfix). Such a reply holds up all mails,
 * so one that is about a single recipient must not count: an address or a full mailbox (4.1.x and 4.2.x), and at RCPT TO all words
 * that can be about a recipient. Addresses, and what our server quotes from another one (`said: …`), say nothing.
 */
function isRateLimit({ responseCode: code, command, response = '' }: SmtpFailure): boolean {
  if (code === undefined || code < 400 || code >= 500) return false;
  const said = response
    .slice(0, maxReplyLength)
    .replace(/<[^>]*>|\S+@\S+/g, ' ')
    .replace(/\b(said|response|responded( with)?):.*/is, '');
  if (/\b4\.[12]\.\d/.test(said)) return false;
  if (code === 421 || code === 432 || /\b4\.3\.2\b/.test(said)) return true;
  return clientWords.test(said) || (command !== 'RCPT TO' && paceWords.test(said));
}
