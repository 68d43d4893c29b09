import type { EventOut } from '@countersign/contract/event';
import { expect, test } from '@jest/globals';
import type { FullDocument } from '../document/lock.ts';
import { certificateData } from './certificate-data.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute));
const documentUuid = '0198a000-0000-7000-8000-000000000001';

const person = (id: string, given: object = {}) => ({
  id,
  name: id,
  email: `${id}@example.test`,
  role: 'signer',
  status: 'completed',
  signingOrder: 1,
  position: 0,
  authLevel: 'link',
  authSatisfied: null,
  delivery: 'email',
  directLinkId: null,
  ip: null,
  userAgent: null,
  linkIssuedAt: at(1),
  openedAt: at(2),
  consentAt: null,
  consentVersion: null,
  consentLanguage: null,
  completedAt: at(3),
  ...given,
});

const field = (recipientId: string, type: string, text: string | null) => ({
  id: `${recipientId} ${type}`,
  recipientId,
  type,
  signature: text && { mode: 'type', text },
});

function documentWith(given: object = {}): FullDocument {
  return {
    id: documentUuid,
    title: 'Lease',
    mode: 'live',
    createdBy: { type: 'user', id: 'u', name: 'Grace', email: 'grace@example.test' },
    originalSha256: 'a'.repeat(64),
    sizeBytes: 1000,
    pages: [{ width: 1, height: 1 }],
    warnings: [],
    files: [],
    createdAt: at(0),
    sentAt: at(1),
    completedAt: at(4),
    displayTimezone: null,
    dateFormat: null,
    recipients: [person('ada')],
    fields: [],
    ...given,
  } as unknown as FullDocument;
}

const event = (seq: number, given: object = {}) =>
  ({
    seq,
    event_type: 'recipient.opened',
    actor: { type: 'system', id: 's' },
    payload: {},
    created_at_iso: at(seq).toISOString(),
    ip: null,
    hash: String(seq).repeat(64),
    ...given,
  }) as unknown as EventOut;

const context = {
  workspaceName: 'Acme',
  logo: null,
  accentColor: '#1f4f8f',
  hasSignatureIds: true,
  publicUrl: 'https://sign.example.test',
  images: new Map<string, Uint8Array>(),
  valuesSha256: 'v',
};

const dataOf = (given: object = {}, events: EventOut[] = [event(1)]) =>
  certificateData(documentWith(given), events, context);

test('a document that is not completed, or has no events or no original, has no certificate', () => {
  expect(() => dataOf({}, [])).toThrow('the document is not completed');
  expect(() => dataOf({ completedAt: null })).toThrow('the document is not completed');
  expect(() => dataOf({ originalSha256: null })).toThrow('the document is not completed');
  expect(dataOf()).toMatchObject({
    originalSizeBytes: 1000,
    pageCount: 1,
    timeZone: 'UTC',
    verifyUrl: 'https://sign.example.test/verify',
    chainSeq: 1,
  });
  expect(dataOf({ displayTimezone: 'Europe/Berlin' }).timeZone).toBe('Europe/Berlin');
  expect(dataOf({ sizeBytes: null }).originalSizeBytes).toBe(0);
});

test('recipients are in signing order, then in the order of the sender', () => {
  const recipients = [
    person('third', { signingOrder: 2, position: 0 }),
    person('second', { signingOrder: 1, position: 2 }),
    person('first', { signingOrder: 1, position: 1 }),
  ];
  expect(dataOf({ recipients }).recipients.map(({ name }) => name)).toEqual(['first', 'second', 'third']);
});

test('only warnings about a changing look are printed', () => {
  const warnings = [
    { code: 'signed_before', message: 'Signed.' },
    { code: 'javascript', message: 'Script.' },
  ];
  expect(dataOf({ warnings }).fileWarnings).toHaveLength(1);
});

test('files are listed with their first pages; a document of one PDF lists none', () => {
  const files = [
    { name: 'a.pdf', sha256: 'a', pages: 2 },
    { name: 'b.pdf', sha256: 'b', pages: 3 },
  ];
  expect(dataOf({ files }).files).toEqual([
    { name: 'a.pdf', sha256: 'a', pages: 2, firstPage: 1 },
    { name: 'b.pdf', sha256: 'b', pages: 3, firstPage: 3 },
  ]);
  expect(dataOf()).not.toHaveProperty('files');
});

test('each accepted consent text is printed once', () => {
  const agreed = { consentAt: at(2), consentLanguage: 'de' };
  const recipients = [person('a', agreed), person('b', agreed), person('c')];
  expect(dataOf({ recipients }).consentTexts).toHaveLength(1);
  expect(dataOf().consentTexts).toEqual([]);
});

test.each([
  [{ type: 'user', id: 'u', name: 'Grace', email: 'g@example.test' }, 'Grace <g@example.test>'],
  [{ type: 'user', id: 'u', name: 'Grace' }, 'Grace'],
  [{ type: 'api_key', id: 'k', name: 'crm' }, 'Acme (API key "crm")'],
  [{ type: 'api_key', id: 'k' }, 'Acme'],
  [{ type: 'user', id: 'u' }, 'Acme'],
])('the sender %j is printed as %j', (createdBy, sender) => {
  expect(dataOf({ createdBy }).sender).toBe(sender);
});

test.each([
  [{ type: 'recipient', id: 'r', name: 'Ada', email: 'ada@example.test' }, 'Ada <ada@example.test>'],
  [{ type: 'recipient', id: 'r', email: 'ada@example.test' }, 'ada@example.test'],
  [{ type: 'system', id: 'seal', name: 'seal' }, 'Countersign'],
  [{ type: 'api_key', id: 'k', name: 'crm' }, 'API key "crm"'],
  [{ type: 'api_key', id: 'k' }, 'API key k'],
  [{ type: 'user', id: 'u', name: 'Grace' }, 'Grace'],
  [{ type: 'recipient', id: 'r' }, 'recipient r'],
])('the actor %j of an event is printed as %j', (actor, printed) => {
  const { events } = dataOf({}, [event(1, { actor, ip: '192.0.2.1' })]);
  expect(events).toMatchObject([{ actor: printed, ip: '192.0.2.1', at: at(1) }]);
});

test('the signature of a recipient is that of a signature field, otherwise another one', () => {
  const recipients = [person('ada'), person('bob'), person('eve')];
  const fields = [
    field('ada', 'initials', 'A'),
    field('ada', 'signature', 'Ada'),
    field('bob', 'signature', null),
    field('bob', 'initials', 'B'),
    field('eve', 'signature', null),
  ];
  expect(dataOf({ recipients, fields }).recipients.map(({ signature }) => signature)).toEqual([
    { mode: 'type', text: 'Ada' },
    { mode: 'type', text: 'B' },
    null,
  ]);
});

test('a recipient without emails is vouched for by the key that opened the session in which they acted', () => {
  const own = (
    seq: number,
    type: string,
    payload: object,
    actor: object = { type: 'recipient', id: 'ada' },
  ) => event(seq, { event_type: type, payload: { recipient_id: 'ada', ...payload }, actor });
  const created = (seq: number, session_id: string, actor: object) =>
    own(seq, 'recipient.session_created', { session_id }, actor);
  const key = { type: 'api_key', id: 'key-1', name: 'crm' };
  const events = [
    event(1, {
      event_type: 'recipient.session_created',
      payload: { recipient_id: 'bob', session_id: 'one' },
      actor: { type: 'user', id: 'u', name: 'Other' },
    }),
    created(2, 'zero', { type: 'user', id: 'u', name: 'Grace' }),
    created(3, 'one', key),
    own(4, 'recipient.opened', { session_id: 'zero' }),
    own(5, 'recipient.completed', { session_id: 'one' }),
    created(6, 'later', key),
    event(7, { payload: { recipient_id: 'bob', session_id: 'zero' } }),
  ];
  const vouched = (given: object, trail = events) =>
    dataOf({ recipients: [person('ada', given)] }, trail).recipients[0]!;
  expect(vouched({ delivery: 'none' })).toMatchObject({
    isMailed: false,
    fromDirectLink: false,
    vouchedFor: { by: 'API key "crm" (key-1)', at: at(3) },
  });
  const byPerson = [...events.slice(0, 4), event(5)];
  expect(vouched({ delivery: 'none' }, byPerson).vouchedFor).toEqual({ by: 'Grace', at: at(2) });
  expect(vouched({ delivery: 'none' }, [...events.slice(0, 3), event(4)]).vouchedFor).toBeNull();
  expect(vouched({ delivery: 'none' }, [event(1)]).vouchedFor).toBeNull();
  expect(vouched({}).vouchedFor).toBeNull();
  const visitor = { delivery: 'none', directLinkId: 'link' };
  const visit = [
    created(1, 'one', { type: 'system', id: 'direct-link' }),
    own(2, 'recipient.opened', { session_id: 'one' }),
  ];
  expect(vouched(visitor, visit)).toMatchObject({ fromDirectLink: true, vouchedFor: null });
  expect(vouched(visitor).vouchedFor).toMatchObject({ by: 'API key "crm" (key-1)' });
});
