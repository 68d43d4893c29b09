/** Makes text and addresses from users safe for mail headers (RFC 5322, section 2.2: no line breaks). */
import { visibleText } from '@countersign/contract/visible-text';
import type { MailAddress } from './mailer.ts';

/** Emails omit characters that pages show as U+FFFD. */
const withoutDeception = (text: string): string => visibleText(text, '');

/**
 * The text on one line: a run of white space becomes one space. Controls and direction overrides are removed, lone
 * surrogates replaced.
 */
export function oneLine(text: string): string {
  return withoutDeception(text.replace(/\s+/gu, ' ')).replace(/ {2,}/g, ' ').trim().toWellFormed();
}

/** Like oneLine, but keeps line breaks, as single \n. */
export function manyLines(text: string): string {
  const lines = text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => withoutDeception(line.replace(/\t/g, ' ')).trimEnd());
  return lines
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .toWellFormed();
}

/** At most `limit` user-perceived characters, with an ellipsis if it was cut. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  let end = 0;
  let count = 0;
  for (const { index } of graphemes.segment(text.slice(0, limit * 20))) {
    if (count === limit - 1) end = index;
    if (count === limit) return `${text.slice(0, end).trimEnd()}…`;
    count += 1;
  }
  return text;
}

/** Whether it can be used in an SMTP envelope and a header as it is: one address, no quoting, no comment, no route. */
export function isPlainAddress(address: string): boolean {
  return (
    address.length <= 320 && /^[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@]+@[^\s\p{Cc}\p{Cf}<>()\\,;:"@]+$/u.test(address)
  );
}

/** Reads `Name <local@domain>` or `local@domain`; the name may contain commas and quotes. Throws TypeError for anything else. */
export function parseMailbox(text: string): MailAddress {
  const match = /^\s*(?:(.*?)\s*<([^<>]*)>|(\S+))\s*$/su.exec(text);
  const address = (match?.[2] ?? match?.[3] ?? '').trim();
  if (!isPlainAddress(address))
    throw new TypeError('A sender must be written as Name <local@domain> or local@domain.');
  const name = oneLine(match?.[1] ?? '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/\\(.)/g, '$1');
  return { name, address };
}
