/**
 * Roles: the least role that each operation needs (docs/spec/decisions.md, section 7). An owner may do everything that a manager
 * may, a manager everything that a member may; API keys act as managers. Operations have the names of the API (operationId of the
 * OpenAPI document). An operation that is not in this table needs a manager, so a new one is closed to members until it is added.
 *
 * Every verb that a member may not call checks its operation first (guardOperation), so the rule holds for every caller. The API
 * checks it as well, before it reads the body.
 */
import { isAtLeast, type Role } from '@countersign/contract/roles';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Ctx } from './ctx.ts';

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
  'correctRecipient',
  'sendDocument',
  'createSigningSession',
  'voidDocument',
  'listTemplates',
  'getTemplate',
  'useTemplate',
  'listFolders',
  'getMe',
  'getUsage',
  'listMembers',
  'getWorkspace',
  'getOwnWorkspace',
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

/** Every operation in the table, for the test that compares it with the OpenAPI document. */
export const namedOperations: readonly string[] = [...memberOperations, ...ownerOperations];

/** The least role that the operation needs. */
export function leastRole(operationId: string): Role {
  if (memberOperations.has(operationId)) return 'member';
  return ownerOperations.has(operationId) ? 'owner' : 'manager';
}

/** Throws forbidden, with `role` and `needs`, unless the caller's role allows the operation. */
export function guardOperation(ctx: Pick<Ctx, 'role'>, operationId: string): void {
  guardRole(ctx, leastRole(operationId));
}

/** Throws forbidden, with `role` and `needs`, unless the caller's role is at least this one. */
export function guardRole(ctx: Pick<Ctx, 'role'>, least: Role): void {
  if (isAtLeast(ctx.role, least)) return;
  throw new ProblemError('forbidden', {
    detail: `This operation needs the role ${least} in the workspace. Your role is ${ctx.role}.`,
    members: { role: ctx.role, needs: least },
  });
}

/** A Prisma condition for the documents that the caller may see: members do not see those with visibility `managers`. */
export function visibleTo(ctx: Pick<Ctx, 'role'>): { visibility?: 'everyone' } {
  return isAtLeast(ctx.role, 'manager') ? {} : { visibility: 'everyone' };
}

/** Throws forbidden if the caller sets a visibility that would hide the document from the caller. */
export function guardVisibility(
  ctx: Pick<Ctx, 'role'>,
  visibility: 'everyone' | 'managers' | null | undefined,
): void {
  if (visibility === 'managers') guardRole(ctx, 'manager');
}
