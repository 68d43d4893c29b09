/** A received message as the mailbox shows it, and matching it against a query. */
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';

export interface Address {
  name: string;
  address: string;
}

export interface Envelope {
  from: string;
  to: string[];
}

export interface Message {
  /** Digits; later messages have greater numbers. */
  id: string;
  receivedAt: string;
  envelope: Envelope;
  from: Address | null;
  to: Address[];
  subject: string;
  /** The Date header, or else the time of receipt. */
  date: string;
  text: string;
  /** Null when the mail has no HTML part. */
  html: string | null;
  /** Distinct URLs in the message, those of HTML links first. */
  links: string[];
  /** Names in lower case; values unfolded, as sent; several of one name joined by line breaks. */
  headers: Record<string, string>;
  attachments: { filename: string; contentType: string; sizeBytes: number }[];
}

export interface Filter {
  /** With an @: a recipient's whole address. Without: part of a recipient's name or address. */
  to?: string;
  /** Part of the subject. */
  subject?: string;
  /** Part of subject, text, sender or recipients. */
  q?: string;
  /** An id or an ISO 8601 time; matches only later messages. */
  after?: string;
}

/** Parses a raw message (RFC 5322). Missing parts are empty. */
export async function parseMessage(id: string, envelope: Envelope, raw: Uint8Array): Promise<Message> {
  const mail = await simpleParser(Buffer.from(raw), { skipTextToHtml: true, skipHtmlToText: true });
  const receivedAt = timeOfId(id).toISOString();
  const text = mail.text ?? '';
  const html = mail.html || null;
  return {
    id,
    receivedAt,
    envelope,
    from: addressesOf(mail.from)[0] ?? null,
    to: addressesOf(mail.to),
    subject: mail.subject ?? '',
    date: mail.date && !Number.isNaN(mail.date.getTime()) ? mail.date.toISOString() : receivedAt,
    text,
    html,
    links: linksOf(text, html ?? ''),
    headers: headersOf(mail),
    attachments: mail.attachments.map(({ filename, contentType, size }) => ({
      filename: filename ?? '',
      contentType,
      sizeBytes: size,
    })),
  };
}

/** The time of receipt of the message with this id: ids are microseconds since 1970. */
export function timeOfId(id: string): Date {
  return new Date(Number(id) / 1000);
}

/** Whether the message matches the query. Letter case is ignored. */
export function matches(message: Message, filter: Filter): boolean {
  const { to, subject, q, after } = filter;
  const recipients = [...message.envelope.to, ...message.to.flatMap((one) => [one.name, one.address])];
  if (after && !isAfter(message, after)) return false;
  if (subject && !contains(message.subject, subject)) return false;
  if (to && !recipients.some((one) => (to.includes('@') ? isSame(one, to) : contains(one, to)))) return false;
  if (!q) return true;
  const sender = message.from ? [message.from.name, message.from.address] : [message.envelope.from];
  return [message.subject, message.text, ...sender, ...recipients].some((one) => contains(one, q));
}

function isAfter(message: Message, after: string): boolean {
  return /^\d+$/.test(after)
    ? Number(message.id) > Number(after)
    : timeOfId(message.id).getTime() > Date.parse(after);
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase());
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}

function addressesOf(field: AddressObject | AddressObject[] | undefined): Address[] {
  const groups = field === undefined ? [] : [field].flat();
  return groups.flatMap(({ value }) => value.map(({ name, address }) => ({ name, address: address ?? '' })));
}

function headersOf(mail: ParsedMail): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { key, line } of mail.headerLines) {
    const value = line
      .slice(line.indexOf(':') + 1)
      .replace(/\r?\n[ \t]+/g, ' ')
      .trim();
    headers[key] = key in headers ? `${headers[key]}\n${value}` : value;
  }
  return headers;
}

function linksOf(text: string, html: string): string[] {
  const hrefs = [...html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
    decode(match[1] ?? match[2] ?? ''),
  );
  const written = [...text.matchAll(/\bhttps?:\/\/[^\s<>"]+/gi)].map(([url]) =>
    url.replace(/[.,;:!?)\]]+$/, ''),
  );
  return [...new Set([...hrefs, ...written])].filter((url) => /^https?:/i.test(url));
}

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

function decode(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|quot|apos|lt|gt));/gi,
    (_, decimal, hexadecimal, name) => {
      if (name) return entities[name.toLowerCase()]!;
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
