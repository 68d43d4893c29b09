/**
 * POST /v1/device/token: the client polls for its key (RFC 8628, sections 3.4 and 3.5; docs/spec/decisions.md, section 7).
 */
import { isAtLeast } from '@countersign/contract/roles';
import type { ProblemSlug } from '@countersign/problem/catalogue';
import { ProblemError } from '@countersign/problem/problem-error';
import { recordAdminEvent } from '../admin-event/record.ts';
import { type InTransaction, type PersonCtx, withTransaction } from '../ctx.ts';
import { issueKey, type Key } from '../key/issue.ts';
import { nextStatus } from '../transitions.ts';
import { hashDeviceCode } from './codes.ts';
import { type DeviceStatus, deviceTransitions } from './status.ts';

/** Added to the interval each time the client polls too fast. */
const slowDownSeconds = 5;
/** Network delays can shorten the time between two polls by this much. */
const toleranceMs = 500;

export interface IssuedDeviceKey {
  key: string;
  row: Key;
  workspaceSlug: string;
}

type Outcome =
  | { issued: IssuedDeviceKey }
  | { refused: 'authorization-pending' | 'slow-down'; intervalSeconds: number }
  | { refused: 'access-denied' | 'expired-token' | 'invalid-grant' };

interface Locked {
  id: string;
  status: DeviceStatus;
  mode: 'live' | 'test';
  expiresAt: Date;
  intervalSeconds: number;
  lastPolledAt: Date | null;
  decidedBy: string | null;
  workspaceId: string | null;
  keyName: string | null;
}

/**
 * Creates the key and returns it, once: of two concurrent calls, one gets it. Throws authorization-pending and slow-down with
 * the `interval` to keep, access-denied, expired-token, and invalid-grant for unknown and used codes, each with the RFC's
 * `error`.
 */
export async function exchangeDeviceCode(ctx: PersonCtx, deviceCode: string): Promise<IssuedDeviceKey> {
  const outcome = await withTransaction(ctx, (tx) => settle(tx, hashDeviceCode(deviceCode)));
  if ('issued' in outcome) return outcome.issued;
  const { refused } = outcome;
  throw new ProblemError(refused satisfies ProblemSlug, {
    members: {
      error: refused.replaceAll('-', '_'),
      ...('intervalSeconds' in outcome && { interval: outcome.intervalSeconds }),
    },
  });
}

async function settle(tx: PersonCtx & InTransaction, deviceCodeSha256: Uint8Array): Promise<Outcome> {
  // Locks the row by the unique index on its hash. A second call waits here and then finds the code used.
  const [device] = await tx.db.$queryRaw<Locked[]>`
    SELECT id, status, mode, expires_at AS "expiresAt", interval_seconds AS "intervalSeconds",
      last_polled_at AS "lastPolledAt", decided_by AS "decidedBy", workspace_id AS "workspaceId", key_name AS "keyName"
    FROM device_authorization WHERE device_code_sha256 = ${deviceCodeSha256} FOR UPDATE`;
  if (!device || device.status === 'used') return { refused: 'invalid-grant' };
  if (device.status === 'denied') return { refused: 'access-denied' };
  if (device.expiresAt <= tx.now()) return { refused: 'expired-token' };
  const used = nextStatus<DeviceStatus>(deviceTransitions, 'issue the key', device.status);
  return used ? issueDeviceKey(tx, device, used) : keepWaiting(tx, device);
}

async function keepWaiting(tx: PersonCtx & InTransaction, device: Locked): Promise<Outcome> {
  const now = tx.now();
  const dueMs = device.lastPolledAt
    ? device.lastPolledAt.getTime() + device.intervalSeconds * 1000 - toleranceMs
    : 0;
  const isTooFast = now.getTime() < dueMs;
  const intervalSeconds = device.intervalSeconds + (isTooFast ? slowDownSeconds : 0);
  await tx.db.deviceAuthorization.update({
    where: { id: device.id },
    data: { lastPolledAt: now, intervalSeconds },
  });
  return { refused: isTooFast ? 'slow-down' : 'authorization-pending', intervalSeconds };
}

async function issueDeviceKey(
  tx: PersonCtx & InTransaction,
  device: Locked,
  used: DeviceStatus,
): Promise<Outcome> {
  const workspaceId = device.workspaceId!;
  // The approver may have lost the role since.
  const approver = await tx.db.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId: device.decidedBy! } },
    include: { workspace: true },
  });
  if (!approver || !isAtLeast(approver.role, 'manager')) return { refused: 'access-denied' };
  const { row, key } = await issueKey(tx.db, {
    workspaceId,
    name: device.keyName!,
    mode: device.mode,
    now: tx.now(),
  });
  await tx.db.deviceAuthorization.update({
    where: { id: device.id },
    data: { status: used, keyId: row.id },
  });
  await recordAdminEvent(
    { ...tx, workspaceId, actor: { type: 'user', id: device.decidedBy! } },
    {
      type: 'key.created',
      target: { type: 'api_key', id: row.id },
      details: { mode: device.mode, by: 'device flow' },
    },
  );
  return { issued: { key, row, workspaceSlug: approver.workspace.slug } };
}
