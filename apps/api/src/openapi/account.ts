/** The operations of routes/account.ts. */
import { Me, Usage } from '@countersign/contract/key';
import type { Operation } from './operation.ts';

export const accountOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/me',
    operationId: 'getMe',
    tag: 'account',
    summary: 'Fetch the caller',
    answers: { 200: { description: 'Workspace, team, key and mode', schema: Me } },
  },
  {
    method: 'get',
    path: '/v1/usage',
    operationId: 'getUsage',
    tag: 'account',
    summary: 'Fetch usage and limits of the workspace',
    description:
      'An envelope counts when a live document is first sent; test documents never count. The allowance is per calendar month UTC.',
    answers: { 200: { description: 'Envelopes of this month, rates, and storage', schema: Usage } },
  },
];
