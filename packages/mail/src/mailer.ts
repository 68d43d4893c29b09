/** The mail port: one message to one person, with outcomes that say whose fault a failure is (docs/spec/decisions.md, section 3, Bounces). */

export interface MailAddress {
  /** As shown; any characters, none is needed. */
  name: string;
  /** `local@domain`. */
  address: string;
}

export interface OutgoingMail {
  to: MailAddress;
  /** `Name <local@domain>` or `local@domain`. */
  from: string;
  replyTo?: MailAddress;
  subject: string;
  text: string;
  html: string;
  /** `<left@right>`: chosen by the caller, so that a mail sent twice bears the same one. */
  messageId: string;
  /** Further headers; control characters in their values are dropped. */
  headers?: Record<string, string>;
}

export interface SentMail {
  messageId: string;
  /** What the mail server said on taking the message; holds its queue id more often than not. */
  answer: string;
}

export interface Mailer {
  /**
   * Hands the mail to the server, which has it on return. Throws MailRefusedError or MailUnavailableError; a TypeError only for a
   * malformed `messageId`, `from` or header name, which are the caller's own.
   */
  send(mail: OutgoingMail): Promise<SentMail>;
  /** Connects and authenticates. Throws MailUnavailableError. */
  check(): Promise<void>;
  /** Waits for mails on their way (at most the time limit of one) and closes the connections. `send` is refused afterwards. */
  close(): Promise<void>;
}

/** The server will never take this mail for this recipient: the address is dead or the message unwanted. Do not retry. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
  /** The SMTP reply code (RFC 5321, section 4.2), or null when the address cannot even be written into an envelope. */
  readonly code: number | null;
  /** The server's words, on one line. */
  readonly answer: string;
  constructor(code: number | null, answer: string) {
    super(code === null ? answer : `The mail server refused the mail for good: ${answer}`);
    this.code = code;
    this.answer = answer;
  }
}

/** The mail could not be delivered now: the server is busy, unreachable or not set up correctly. Retry later. */
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
