/** The person's part of the device flow: view, approve, deny (RFC 8628, section 3.3; docs/spec/decisions.md, section 7). */
import type { SignInMethod } from '@countersign/contract/console';
import type { ApproveDeviceReq } from '@countersign/contract/device';
import { isAtLeast } from '@countersign/contract/roles';
import type { DeviceAuthorization } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardSignInMethod, requiresSingleSignOn } from '../access.ts';
import { lockSession } from '../authority.ts';
import { type PersonCtx, withTransaction } from '../ctx.ts';
import { statusesAllowing, targetStatus } from '../transitions.ts';
import { macsOfUserCode, readUserCode } from './codes.ts';
import { countGuess } from './guesses.ts';
import { type DeviceStatus, deviceTransitions } from './status.ts';

const statusesFor = (operation: 'approve' | 'deny') =>
  statusesAllowing<DeviceStatus>(deviceTransitions, operation);

/** The person who decides, and their network, for which wrong codes are counted. */
export interface Decider {
  userId: string;
  sessionId: string;
  signedInBy: SignInMethod;
  network: string;
}

export interface DeviceRequest extends DeviceAuthorization {
  /** In its displayed form. */
  userCode: string;
}

/**
 * The client that requests a key with this code. Throws not-found for unknown, decided and expired codes, and rate-limited.
 */
export async function findDevice(ctx: PersonCtx, decider: Decider, typed: string): Promise<DeviceRequest> {
  const found = await countGuess(ctx, decider.network, async () => {
    const userCode = readUserCode(typed);
    const row =
      userCode &&
      (await ctx.db.deviceAuthorization.findFirst({
        where: {
          userCodeMac: { in: macsOfUserCode(ctx.secrets, userCode) },
          status: { in: statusesFor('approve') },
          expiresAt: { gt: ctx.now() },
        },
      }));
    return row ? { ...row, userCode } : null;
  });
  if (!found) throw unknownCode();
  return found;
}

/**
 * Approves a key for this workspace, in the mode that the client requested. The key is created when the client collects it.
 * Throws not-found (also if the request was decided in the meantime), single-sign-on-required, forbidden unless the person may
 * create keys in the workspace, and unauthenticated if the session ended while the body arrived.
 */
export async function approveDevice(
  ctx: PersonCtx,
  decider: Decider,
  typed: string,
  input: ApproveDeviceReq,
): Promise<void> {
  const device = await findDevice(ctx, decider, typed);
  const workspaceId = await findWorkspace(ctx, decider, input.workspace);
  await withTransaction(ctx, async (tx) => {
    await lockSession(tx, decider.sessionId);
    await decide(tx, device, 'approve', {
      decidedBy: decider.userId,
      workspaceId,
      keyName: input.name ?? device.name ?? device.client,
    });
  });
}

/** Denies the request. Throws not-found like approveDevice. */
export async function denyDevice(ctx: PersonCtx, decider: Decider, typed: string): Promise<void> {
  const device = await findDevice(ctx, decider, typed);
  await decide(ctx, device, 'deny', { decidedBy: decider.userId });
}

async function decide(
  ctx: PersonCtx,
  { id }: DeviceRequest,
  operation: 'approve' | 'deny',
  decision: Pick<DeviceAuthorization, 'decidedBy'> &
    Partial<Pick<DeviceAuthorization, 'workspaceId' | 'keyName'>>,
): Promise<void> {
  const now = ctx.now();
  const { count } = await ctx.db.deviceAuthorization.updateMany({
    where: { id, status: { in: statusesFor(operation) }, expiresAt: { gt: now } },
    data: {
      ...decision,
      status: targetStatus<DeviceStatus>(deviceTransitions, operation),
      decidedAt: now,
    },
  });
  if (count === 0) throw unknownCode();
}

async function findWorkspace(ctx: PersonCtx, { userId, signedInBy }: Decider, slug: string): Promise<string> {
  const membership = await ctx.db.membership.findFirst({
    where: { userId, workspace: { slug } },
    include: { workspace: { select: { requiresSingleSignOn: true } } },
  });
  if (!membership)
    throw new ProblemError('not-found', { detail: 'No such workspace, or you are not a member of it.' });
  guardSignInMethod(requiresSingleSignOn(membership), signedInBy);
  if (!isAtLeast(membership.role, 'manager'))
    throw new ProblemError('forbidden', {
      detail: `Creating keys needs the role manager in the workspace. Your role is ${membership.role}.`,
      members: { role: membership.role, needs: 'manager' },
    });
  return membership.workspaceId;
}

function unknownCode(): ProblemError {
  return new ProblemError('not-found', {
    detail: 'No request has this code: it is wrong, was already decided, or has expired.',
  });
}
