/** The operations of routes/admin-events.ts. */
import {
  AdminEventExportQuery,
  AdminEventListQuery,
  AdminEventPage,
  AdminLogVerification,
} from '@countersign/contract/admin-event';
import type { Operation } from './operation.ts';

export const adminEventOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/admin-events',
    operationId: 'listAdminEvents',
    tag: 'account',
    summary: 'Read the admin log',
    description:
      'What people, keys and operators changed in the administration of the workspace, in both modes, newest first: keys, members, roles, settings, webhooks, erasures and exports. Each event is written in the transaction of the change and has the hash of the event before. Test keys may not read it.',
    query: AdminEventListQuery,
    answers: {
      200: {
        description: 'A page of the log',
        schema: AdminEventPage,
        headers: {
          Link: 'Only when more events follow: `<address of the next page>; rel="next"` (RFC 8288)',
        },
      },
    },
    problems: ['mode-forbidden'],
  },
  {
    method: 'get',
    path: '/v1/admin-events/export',
    operationId: 'exportAdminEvents',
    tag: 'account',
    summary: 'Download the admin log',
    description:
      'All events, oldest first, as CSV or as one JSON object on each line. The download is an event of the log itself. Continue with `after`.',
    query: AdminEventExportQuery,
    answers: {
      200: {
        description: 'The log; with `format=jsonl` as application/jsonl',
        contentType: 'text/csv',
        headers: { 'Content-Disposition': 'With a file name' },
      },
    },
    problems: ['mode-forbidden'],
  },
  {
    method: 'get',
    path: '/v1/admin-events/verification',
    operationId: 'verifyAdminEvents',
    tag: 'account',
    summary: 'Check the hash chain of the admin log',
    description:
      'Recomputes the hash of every event, and compares the end of the log with a hash that is stored apart from it.',
    answers: { 200: { description: 'The result', schema: AdminLogVerification } },
    problems: ['mode-forbidden'],
  },
];
