import type { AdminEventOut } from '@countersign/client/generated/api';
import { expect, test } from '@jest/globals';
import { detailsOf, personOf } from './admin-event-words.ts';

const lines = (
  type: AdminEventOut['type'],
  details: Record<string, unknown>,
  detail_names: Record<string, string> = {},
) =>
  detailsOf({ type, details, detail_names } as AdminEventOut).map(({ label, text }) => `${label}: ${text}`);

test('people have names, and roles and settings are words', () => {
  const owner_id = '0190c7a0-0000-7000-8000-000000000001';
  expect(lines('workspace.created', { owner_id }, { owner_id: 'Ada <ada@example.test>' })).toEqual([
    'Owner: Ada <ada@example.test>',
  ]);
  expect(lines('workspace.created', { owner_id })).toEqual(['Owner: A person who was deleted']);
  expect(lines('member.joined', { role: 'manager', invitation_id: owner_id })).toEqual(['Role: Manager']);
  expect(lines('member.role_changed', { before: 'member', after: 'owner' })).toEqual([
    'Role: Member → Owner',
  ]);
  expect(lines('member.role_changed', { before: 'owner', after: 'owner', from_groups: false })).toEqual([
    'Role: Owner → Owner',
    'Groups: No longer decide',
  ]);
  expect(
    lines('workspace.changed', { changed: ['name', 'retention_days'], retention_days: 365, language: null }),
  ).toEqual(['Changed: name, retention days', 'Retention: 365 days']);
  expect(
    lines('workspace.single_sign_on_changed', {
      required: true,
      groups: { owner: 1, manager: 0, member: 3 },
    }),
  ).toEqual(['Required: Yes', 'Groups: 1 owner, 3 members']);
});

test('hashes are shortened, and details that only programs need are left out', () => {
  expect(lines('logo.changed', { sha256: 'ab'.repeat(32) })).toEqual(['SHA-256: abababababababab…']);
  expect(lines('admin_log.exported', { format: 'csv', after: 0 })).toEqual(['Format: CSV']);
  expect(lines('admin_log.exported', { format: 'jsonl', after: 1200 })).toEqual([
    'Format: JSONL',
    'After event: 1,200',
  ]);
  expect(
    lines('admin_log.expired', { through_seq: 9, through_hash: 'ab', events: 9, retention_days: 30 }),
  ).toEqual(['Up to event: 9', 'Events: 9', 'Retention: 30 days']);
});

test('a name and its address are two parts', () => {
  expect(personOf('Ada Lovelace <ada@example.test>')).toEqual({
    name: 'Ada Lovelace',
    email: 'ada@example.test',
  });
  expect(personOf('First live key')).toEqual({ name: 'First live key', email: null });
});
