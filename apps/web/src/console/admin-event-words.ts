/** Words for the objects and details of the admin log. */
import type { AdminEventOut } from '@countersign/client/generated/api';
import { counted, printDay } from './parts/moments.ts';

export interface Detail {
  label: string;
  text: string;
}

/** Details that only programs need. They are in the export. */
const hidden = new Set(['through_hash', 'from_byte', 'via']);

const labels: Record<string, string> = {
  owner_id: 'Owner',
  invitation_id: 'Invitation',
  by: 'With',
  sha256: 'SHA-256',
  kept_sealed: 'Sealed PDF',
  through_seq: 'Up to event',
  from: 'From',
  to: 'Until',
  after: 'After event',
  embed_origins: 'Origins of frames',
  retention_days: 'Retention',
  retention_keeps_sealed: 'Retention keeps sealed PDFs',
  bulk_send_id: 'Bulk send',
  folder_id: 'Folder',
  accounts: 'Accounts of the provider',
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const words = (text: string) => text.replaceAll('_', ' ');
const shortHash = (hash: string) => `${hash.slice(0, 16)}…`;

/** The details of an event, with names in place of ids. Details without a value are left out. */
export function detailsOf({ type, details, detail_names: names }: AdminEventOut): Detail[] {
  const { before, after, ...others } = details;
  if (type === 'member.role_changed')
    return [
      { label: 'Role', text: `${capital(String(before))} → ${capital(String(after))}` },
      ...(details.from_groups === false ? [{ label: 'Groups', text: 'No longer decide' }] : []),
      ...(details.via ? [{ label: 'By', text: 'Groups of single sign-on' }] : []),
    ];
  const rest = Object.entries({ ...others, ...(after ? { after } : {}) });
  return [
    ...(details.via ? [{ label: 'By', text: 'Single sign-on' }] : []),
    ...rest.flatMap(([member, value]) => {
      if (hidden.has(member)) return [];
      const text = names[member] ?? textOf(member, value);
      return text === '' ? [] : [{ label: labels[member] ?? capital(words(member)), text }];
    }),
  ];
}

function textOf(member: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  switch (member) {
    case 'owner_id':
      return 'A person who was deleted';
    case 'invitation_id':
      return '';
    case 'kept_sealed':
      return value ? 'Kept' : 'Erased';
    case 'retention_days':
      return value === 0 ? 'Forever' : counted(Number(value), 'day');
    case 'sha256':
    case 'fingerprint':
      return shortHash(String(value));
    case 'from':
    case 'to':
      return printDay(String(value));
    case 'role':
    case 'mode':
    case 'cause':
      return capital(String(value));
    case 'changed':
      return (value as string[]).map(words).join(', ');
    case 'format':
      return String(value).toUpperCase();
    case 'groups':
      return Object.entries(value as Record<string, number>)
        .filter(([, count]) => count > 0)
        .map(([role, count]) => counted(count, role))
        .join(', ');
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Splits `Ada Lovelace <ada@example.com>` into name and address. The address is null if there is none. */
export function personOf(name: string): { name: string; email: string | null } {
  const parts = /^(.*\S) <([^<>]+)>$/.exec(name);
  return parts ? { name: parts[1]!, email: parts[2]! } : { name, email: null };
}

const kinds: Record<string, string> = {
  user: 'Person',
  api_key: 'API key',
  webhook: 'Webhook',
  invitation: 'Invitation',
  document: 'Document',
  template: 'Template',
  bulk_send: 'Bulk send',
};

/** What kind of thing an event is about. */
export const kindOf = (type: string): string => kinds[type] ?? capital(words(type));
