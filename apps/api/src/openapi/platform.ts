/** The operations outside the versioned API: probes, metrics, descriptions, mail events. */
import { MailEventIn } from '@countersign/contract/mail-event';
import type { Operation } from './operation.ts';

const common = { tag: 'platform', security: 'none' } as const;

export const platformOperations: readonly Operation[] = [
  {
    ...common,
    method: 'get',
    path: '/healthz',
    operationId: 'getHealth',
    summary: 'Check that the process is up',
    answers: { 200: { description: 'The process is up', contentType: 'application/json' } },
  },
  {
    ...common,
    method: 'get',
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Check that requests can be served',
    description: 'The database is reachable and migrated, and the storage is writable.',
    answers: { 200: { description: 'Ready', contentType: 'application/json' } },
    problems: ['unavailable'],
  },
  {
    ...common,
    method: 'get',
    path: '/metrics',
    operationId: 'getMetrics',
    summary: 'Metrics in the Prometheus text format; 404 through a proxy',
    answers: { 200: { description: 'The metrics', contentType: 'text/plain' } },
  },
  {
    ...common,
    method: 'get',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'Fetch this document',
    answers: { 200: { description: 'OpenAPI 3.1', contentType: 'application/json' } },
  },
  {
    ...common,
    method: 'post',
    path: '/internal/mail-events',
    operationId: 'tellMailEvent',
    security: 'mail-events',
    summary: 'Report a bounced email',
    description: 'For the mail system that receives bounces. Unknown emails change nothing.',
    body: { schema: MailEventIn },
    answers: { 204: { description: 'Recorded' } },
  },
];
