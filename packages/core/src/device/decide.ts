/** The person's part of the device flow: look, approve, deny (RFC 8628, section 3.3; docs/spec/decisions.md, section 7). */
import type { ApproveDeviceReq } from '@countersign/contract/device';
import { isAtLeast } from '@countersign/contract/roles';
import type { DeviceAuthorization } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import type { PersonCtx } from '../ctx.ts';
import { macsOfUserCode, readUserCode } from './codes.ts';
import { countGuess } from './guesses.ts';

/** Who decides, and from which network; wrong codes of that network are counted. */
export interface Decider {
  userId: string;
  network: string;
}

export interface DeviceRequest extends DeviceAuthorization {
  /** As it is shown. */
  userCode: string;
}

/** What asks for a key under this code. Throws not-found for unknown, decided and expired codes, and rate-limited. */
export async function findDevice(ctx: PersonCtx, decider: Decider, typed: string): Promise<DeviceRequest> {
  const found = await countGuess(ctx, decider.network, async () => {
    const userCode = readUserCode(typed);
    const row =
      userCode &&
      (await ctx.db.deviceAuthorization.findFirst({
        where: {
          userCodeMac: { in: macsOfUserCode(ctx.secrets, userCode) },
          status: 'pending',
          expiresAt: { gt: ctx.now() },
        },
      }));
    return row ? { ...row, userCode } : null;
  });
  if (!found) throw unknownCode();
  return found;
}

/**
 * Lets the client have a key of this workspace in the mode that it asked for; the key is made when the client comes for it.
 * Throws not-found (also when somebody decided meanwhile), and forbidden unless the person may make keys there.
 */
export async function approveDevice(
  ctx: PersonCtx,
  decider: Decider,
  typed: string,
  input: ApproveDeviceReq,
): Promise<void> {
  const device = await findDevice(ctx, decider, typed);
  const workspaceId = await findWorkspace(ctx, decider.userId, input.workspace);
  await decide(ctx, device, {
    status: 'approved',
    decidedBy: decider.userId,
    workspaceId,
    keyName: input.name ?? device.name ?? device.client,
  });
}

/** Refuses the client. Throws not-found as approveDevice. */
export async function denyDevice(ctx: PersonCtx, decider: Decider, typed: string): Promise<void> {
  const device = await findDevice(ctx, decider, typed);
  await decide(ctx, device, { status: 'denied', decidedBy: decider.userId });
}

async function decide(
  ctx: PersonCtx,
  { id }: DeviceRequest,
  decision: Pick<DeviceAuthorization, 'status' | 'decidedBy'> &
    Partial<Pick<DeviceAuthorization, 'workspaceId' | 'keyName'>>,
): Promise<void> {
  const now = ctx.now();
  const { count } = await ctx.db.deviceAuthorization.updateMany({
    where: { id, status: 'pending', expiresAt: { gt: now } },
    data: { ...decision, decidedAt: now },
  });
  if (count === 0) throw unknownCode();
}

async function findWorkspace(ctx: PersonCtx, userId: string, slug: string): Promise<string> {
  const membership = await ctx.db.membership.findFirst({ where: { userId, workspace: { slug } } });
  if (!membership)
    throw new ProblemError('not-found', { detail: 'No such workspace, or you are not in it.' });
  if (!isAtLeast(membership.role, 'manager'))
    throw new ProblemError('forbidden', {
      detail: `Making keys needs the role manager in the workspace; yours is ${membership.role}.`,
      members: { role: membership.role, needs: 'manager' },
    });
  return membership.workspaceId;
}

function unknownCode(): ProblemError {
  return new ProblemError('not-found', {
    detail: 'No client waits under this code: it is wrong, was decided already, or has expired.',
  });
}
