/**
 * What each role may do and see (docs/spec/decisions.md, section 7). An owner may do everything that a manager may, a manager everything
 * that a member may; API keys act as managers. A verb that not every member may call begins with `guardRole(ctx, 'manager')` or
 * `'owner'`, so the rule holds for every caller. The API checks the role of its operation as well, before it reads the body.
 */
import type { SignInMethod } from '@countersign/contract/console';
import { isAtLeast, type Role } from '@countersign/contract/roles';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Ctx } from './ctx.ts';

/** Throws forbidden, with `role` and `needs`, unless the caller's role is at least this one. */
export function guardRole(ctx: Pick<Ctx, 'role'>, least: Role): void {
  if (isAtLeast(ctx.role, least)) return;
  throw new ProblemError('forbidden', {
    detail: `This operation needs the role ${least} in the workspace. Your role is ${ctx.role}.`,
    members: { role: ctx.role, needs: least },
  });
}

/**
 * Whether a person may use the workspace only after single sign-on: the workspace requires it, or groups of the identity provider gave the
 * membership. A passkey or an emailed link would keep such a membership forever, because only single sign-on takes it away.
 */
export function requiresSingleSignOn(membership: {
  fromGroups: boolean;
  workspace: { requiresSingleSignOn: boolean };
}): boolean {
  return membership.fromGroups || membership.workspace.requiresSingleSignOn;
}

/** Throws single-sign-on-required if the person may use the workspace only after single sign-on, and the session began in another way. */
export function guardSignInMethod(isRequired: boolean, signedInBy: SignInMethod): void {
  if (!isRequired || signedInBy === 'single_sign_on') return;
  throw new ProblemError('single-sign-on-required', {
    detail:
      'This workspace, or your membership in it, requires single sign-on. Sign in with the identity provider.',
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
