/** The operations of routes/account.ts. */
import { Me, OwnWorkspaceOut, PatchOwnWorkspaceReq, Usage } from '@countersign/contract/key';
import type { Operation } from './operation.ts';

export const accountOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/me',
    operationId: 'getMe',
    role: 'member',
    tag: 'account',
    summary: 'Fetch the caller',
    answers: { 200: { description: 'Workspace, team, key and mode', schema: Me } },
  },
  {
    method: 'get',
    path: '/v1/workspace',
    operationId: 'getOwnWorkspace',
    role: 'member',
    tag: 'account',
    summary: 'Fetch the workspace',
    answers: { 200: { description: 'The workspace', schema: OwnWorkspaceOut } },
  },
  {
    method: 'patch',
    path: '/v1/workspace',
    operationId: 'patchOwnWorkspace',
    tag: 'account',
    summary: 'Set the origins that may show signing sessions in a frame',
    description:
      'Replaces the list. The pages of signing sessions get `Content-Security-Policy: frame-ancestors` with these origins; all other pages stay out of frames. An origin with `http://localhost` can be registered in test mode only and counts for test documents only.',
    body: { schema: PatchOwnWorkspaceReq },
    answers: { 200: { description: 'The workspace', schema: OwnWorkspaceOut } },
  },
  {
    method: 'get',
    path: '/v1/usage',
    operationId: 'getUsage',
    role: 'member',
    tag: 'account',
    summary: 'Fetch usage and limits of the workspace',
    description:
      'An envelope counts when a live document is first sent; test documents never count. The allowance is per calendar month UTC.',
    answers: { 200: { description: 'Envelopes of this month, rates, and storage', schema: Usage } },
  },
];
