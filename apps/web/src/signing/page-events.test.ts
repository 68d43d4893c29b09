import { ApiError, UnreachableError } from '@countersign/client/errors';
import { expect, test } from '@jest/globals';
import { eventsOf, type Loaded, loadedAfterError } from './page-events.ts';

const ready = (recipient: string, document: string): Loaded =>
  ({ kind: 'ready', view: { recipient: { status: recipient }, document: { status: document } } }) as never;

test('states that the service reports become events; a completion is never an error', () => {
  expect(eventsOf({ kind: 'loading' }, null)).toEqual([]);
  expect(eventsOf({ kind: 'unknown' }, null)).toEqual([{ type: 'expired', reason: 'ended' }]);
  expect(eventsOf({ kind: 'unreachable', error: new UnreachableError('no answer') }, null)).toEqual([
    { type: 'error', code: 'unreachable' },
  ]);
  expect(eventsOf(ready('opened', 'sent'), null)).toEqual([{ type: 'ready' }]);
  expect(eventsOf(ready('completed', 'partially_signed'), null)).toEqual([
    { type: 'ready' },
    { type: 'signed', document_status: 'partially_signed' },
  ]);
  // Voided after this recipient had signed.
  expect(eventsOf(ready('completed', 'voided'), null).map(({ type }) => type)).toEqual(['ready', 'signed']);
  expect(eventsOf(ready('rejected', 'rejected'), null).at(-1)).toEqual({ type: 'declined' });
  expect(eventsOf(ready('sent', 'rejected'), null).at(-1)).toEqual({
    type: 'error',
    code: 'document-rejected',
  });
});

test('an action that the service has answered counts before what was read earlier', () => {
  const before = ready('opened', 'sent');
  const answer = { status: 'completed', document_status: 'completed' } as const;
  expect(eventsOf(before, { kind: 'done', answer })).toEqual([
    { type: 'signed', document_status: 'completed' },
  ]);
  expect(eventsOf(before, { kind: 'declined' })).toEqual([{ type: 'declined' }]);
  expect(eventsOf(before, { kind: 'reassigned', name: 'Grace' })).toEqual([{ type: 'reassigned' }]);
  expect(eventsOf({ kind: 'unknown' }, { kind: 'reassigned', name: 'Grace' })).toEqual([
    { type: 'reassigned' },
  ]);
});

test('a page on which the recipient has acted keeps saying so when its session has ended', () => {
  const gone = new ApiError({ status: 404, statusText: '', headers: new Headers() }, {});
  const lost = new UnreachableError('no answer');
  const before = ready('opened', 'sent');
  const answer = { status: 'completed', document_status: 'completed' } as const;
  for (const ending of [{ kind: 'done', answer }, { kind: 'declined' }] as const)
    expect(loadedAfterError(gone, before, ending)).toBe(before);
  expect(loadedAfterError(gone, before, null)).toEqual({ kind: 'unknown' });
  expect(loadedAfterError(lost, before, null)).toBe(before);
  expect(loadedAfterError(gone, { kind: 'loading' }, null)).toEqual({ kind: 'unknown' });
  expect(loadedAfterError(lost, { kind: 'loading' }, null)).toEqual({ kind: 'unreachable', error: lost });
});
