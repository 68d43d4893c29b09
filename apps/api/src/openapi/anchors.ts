/** The operations of routes/anchors.ts. */
import { AnchorListQuery, AnchorOut, AnchorPage } from '@countersign/contract/anchor';
import type { Operation } from './operation.ts';

const common = { tag: 'verify', security: 'none' } as const;
const cached = 'Caches may keep it for five minutes. Limited per address.';

export const anchorOperations: readonly Operation[] = [
  {
    ...common,
    method: 'get',
    path: '/anchors',
    operationId: 'listAnchors',
    summary: 'List the published anchors',
    description: `Once a day the installation computes one hash over the audit trails of all live documents that changed, has it timestamped if a timestamp authority is configured, and publishes it here, newest first. Each anchor contains the hash of the one before. Keep a copy elsewhere: an audit trail that was rewritten later contradicts it. docs/AUDIT.md explains how to check one. ${cached}`,
    query: AnchorListQuery,
    answers: { 200: { description: 'A page of the list', schema: AnchorPage } },
    problems: ['validation', 'rate-limited', 'internal', 'unavailable'],
  },
  {
    ...common,
    method: 'get',
    path: '/anchors/{date}',
    operationId: 'getAnchor',
    summary: 'Fetch the anchor of a day',
    description: cached,
    parameters: { date: 'The day (UTC), as in 2026-11-24' },
    answers: { 200: { description: 'The anchor', schema: AnchorOut } },
    problems: ['not-found', 'rate-limited', 'internal', 'unavailable'],
  },
];
