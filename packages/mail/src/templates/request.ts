/** The common parts of invitation and reminder: the request, the due date and the link. */
import { formatDate } from './deadline.ts';
import type { Block } from './layout.ts';
import type { MailData } from './mail-data.ts';
import { plain } from './prose.ts';
import type { Act } from './words.ts';
import { wordsOf } from './words-of.ts';

/** What a recipient with this role is asked to do. */
export function askedOf(role: MailData['role']): Act {
  switch (role) {
    case 'approver':
      return 'approve';
    case 'viewer':
    case 'cc':
      return 'read';
    default:
      return 'sign';
  }
}

/** Message, button, details, and the warning not to forward the link. */
export function requestBlocks(data: MailData): Block[] {
  const words = wordsOf(data.language);
  const act = askedOf(data.role);
  const { button, by } = words.request[act];
  const rows: [string, string][] = [
    [words.documentLabel, data.documentTitle],
    [words.senderLabel, data.senderName],
  ];
  if (data.expiresAt) rows.push([by, formatDate(data.expiresAt, data.timeZone, words.locale)]);
  const blocks: Block[] = [];
  if (data.message?.trim()) blocks.push({ kind: 'quote', label: words.messageLabel, text: data.message });
  if (data.link) blocks.push({ kind: 'button', label: button, link: data.link });
  blocks.push({ kind: 'details', rows }, { kind: 'note', prose: plain(words.linkTo[act]) });
  return blocks;
}
