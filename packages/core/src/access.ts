/**
 * Who may do what: the one table of roles (docs/spec/decisions.md, section 7). An owner may do what a manager may, a manager what a
 * member may. Keys act as managers. What is named nowhere needs a manager, so that a new operation is closed to members
 * until somebody opens it here.
 */
import { isAtLeast, type Role } from '@countersign/contract/roles';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Ctx } from './ctx.ts';

/** By operationId of the OpenAPI document. */
const memberOperations = new Set([
  'listDocuments',
  'createDocument',
  'getDocument',
  'patchDocument',
  'uploadContent',
  'downloadDocument',
  'duplicateDocument',
  'listEvents',
  'setFields',
  'finalizeDocument',
  'setRecipients',
  'sendDocument',
  'voidDocument',
  'listTemplates',
  'getTemplate',
  'useTemplate',
  'listFolders',
  'getMe',
  'getUsage',
  'listMembers',
  'getWorkspace',
  'getSummary',
  'patchDraft',
  'getDraftContent',
]);
const ownerOperations = new Set([
  'changeMemberRole',
  'removeMember',
  'listInvitations',
  'createInvitation',
  'withdrawInvitation',
  'patchWorkspace',
]);

/** Every operation that the table names, for the test that holds it to the OpenAPI document. */
export const namedOperations: readonly string[] = [...memberOperations, ...ownerOperations];

/** The least role that the operation needs. */
export function leastRole(operationId: string): Role {
  if (memberOperations.has(operationId)) return 'member';
  return ownerOperations.has(operationId) ? 'owner' : 'manager';
}

/** Throws forbidden, with `role` and `needs`, unless the caller's role suffices for the operation. */
export function guardOperation(ctx: Pick<Ctx, 'role'>, operationId: string): void {
  guardRole(ctx, leastRole(operationId));
}

/** Throws forbidden, with `role` and `needs`, unless the caller's role is at least this one. */
export function guardRole(ctx: Pick<Ctx, 'role'>, least: Role): void {
  if (isAtLeast(ctx.role, least)) return;
  throw new ProblemError('forbidden', {
    detail: `This needs the role ${least} in the workspace; yours is ${ctx.role}.`,
    members: { role: ctx.role, needs: least },
  });
}

/** The documents that the caller may know of: members do not see those for managers. For every query over documents. */
export function visibleTo(ctx: Pick<Ctx, 'role'>): { visibility?: 'everyone' } {
  return isAtLeast(ctx.role, 'manager') ? {} : { visibility: 'everyone' };
}

/** Throws forbidden when the caller would hide a document from themselves. */
export function guardVisibility(
  ctx: Pick<Ctx, 'role'>,
  visibility: 'everyone' | 'managers' | null | undefined,
): void {
  if (visibility === 'managers') guardRole(ctx, 'manager');
}
