/**
 * The mail port: sends one message to one person. Its errors distinguish refused mail from an unavailable server
 * (docs/spec/decisions.md, section 3, Bounces).
 */

export interface MailAddress {
  /** The displayed name, with any characters; may be empty. */
  name: string;
  /** `local@domain`. */
  address: string;
}

export interface OutgoingMail {
  to: MailAddress;
  /** `Name <local@domain>` or `local@domain`. */
  from: string;
  /** Displayed instead of the name in `from`. */
  fromName?: string;
  replyTo?: MailAddress;
  subject: string;
  text: string;
  html: string;
  /** Images of the HTML, which refers to them as `cid:<id>`. */
  images?: ReadonlyArray<{ id: string; png: Uint8Array }>;
  /** `<left@right>`, chosen by the caller, so that an email that is sent twice has the same id. */
  messageId: string;
  /** Further headers; control characters in their values are dropped. */
  headers?: Record<string, string>;
}

export interface SentMail {
  messageId: string;
  /** The mail server's reply, which usually contains its queue id. */
  answer: string;
}

export interface Mailer {
  /**
   * Sends the mail. On return the server has accepted it. Throws MailRefusedError or MailUnavailableError; a TypeError only for a
   * malformed `messageId`, `from` or header name, which are errors of the caller.
   */
  send(mail: OutgoingMail): Promise<SentMail>;
  /** Connects and authenticates. Throws MailUnavailableError. */
  check(): Promise<void>;
  /** Waits for mails in progress (at most the time limit of one) and closes the connections. `send` fails afterwards. */
  close(): Promise<void>;
}

/** The server permanently refuses this mail for this recipient, because of the address or the message. Do not retry. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
  /** The SMTP reply code (RFC 5321, section 4.2), or null if the address cannot be used in an envelope. */
  readonly code: number | null;
  /** The server's reply, on one line. */
  readonly answer: string;
  constructor(code: number | null, answer: string) {
    super(code === null ? answer : `The mail server permanently refused the email: ${answer}`);
    this.code = code;
    this.answer = answer;
  }
}

/** The mail cannot be sent now: the server is busy, unreachable or configured incorrectly. Retry later. */
export class MailUnavailableError extends Error {
  override readonly name = 'MailUnavailableError';
  /** The SMTP reply code when the server gave one. */
  readonly code: number | null;
  /** The server limits how fast we send. The reply says nothing about this mail or its recipient. */
  readonly isRateLimit: boolean;
  constructor(
    message: string,
    options: { code?: number | null; isRateLimit?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = options.code ?? null;
    this.isRateLimit = options.isRateLimit ?? false;
  }
}
