/** What invitation and reminder share: what is asked of whom, by when, and the link to it. */
import { formatDate } from './deadline.ts';
import type { Block } from './layout.ts';
import type { MailData } from './mail-data.ts';
import { prose } from './prose.ts';

/** The words for what a recipient of that role is asked to do. */
export function askedOf(role: MailData['role']): { verb: string; button: string } {
  switch (role) {
    case 'approver':
      return { verb: 'approve', button: 'Read and approve' };
    case 'viewer':
    case 'cc':
      return { verb: 'read', button: 'Open the document' };
    default:
      return { verb: 'sign', button: 'Read and sign' };
  }
}

/** Message, button, facts and the warning about passing the link on. */
export function requestBlocks(data: MailData): Block[] {
  const { verb, button } = askedOf(data.role);
  const blocks: Block[] = [];
  if (data.message?.trim())
    blocks.push({ kind: 'quote', label: 'Message from the sender', text: data.message });
  if (data.link) blocks.push({ kind: 'button', label: button, link: data.link });
  blocks.push({ kind: 'details', rows: facts(data, verb) });
  blocks.push({
    kind: 'note',
    prose: prose`This link is yours alone: whoever has it can act in your name, so do not forward this mail. If you do not know the sender, you need do nothing.`,
  });
  return blocks;
}

function facts(data: MailData, verb: string): [string, string][] {
  const rows: [string, string][] = [
    ['Document', data.documentTitle],
    ['Sender', data.senderName],
  ];
  if (data.expiresAt) rows.push([`Please ${verb} by`, formatDate(data.expiresAt, data.timeZone)]);
  return rows;
}
