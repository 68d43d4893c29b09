/**
 * Sends rows of a bulk send only as fast as their mails can go, so that documents are created when their invitations are sent: reminders
 * count from then on, and canceling stops everything that has not been mailed (docs/BULK.md, Paced mail).
 */
import type { SendingWindow } from '@countersign/contract/bulk-send';
import type { BulkSend } from '@countersign/db/models';
import type { Base, Settings } from '../ctx.ts';
import { opensAt } from '../mail/pace.ts';
import { isLimited, limitsOf, readPace, serverPace, workspacePace } from '../mail/pace-store.ts';
import { windowAt } from '../mail/sending-window.ts';

/** How many seconds of mail may wait in the queue. It keeps the mail workers busy until the next rows are sent. */
const aheadSeconds = 120;
const leastWaiting = 50;
const mostWaiting = 20_000;
const longestPauseMs = 60_000;
const shortestPauseMs = 1000;
/** The limits are read again after at most this time, so that a raised limit takes effect. */
const longestHoldMs = 600_000;

/** The limits of the mail server and of the workspace. */
function limitsFor(settings: Settings, { workspaceId }: Pick<BulkSend, 'workspaceId'>) {
  return [serverPace, workspacePace(workspaceId)]
    .map((id) => ({ id, limits: limitsOf(settings, id) }))
    .filter(({ limits }) => isLimited(limits));
}

/** The sending window of the bulk send. */
export function windowOf({ sendingWindow }: Pick<BulkSend, 'sendingWindow'>): SendingWindow | null {
  return sendingWindow as SendingWindow | null;
}

/** Whether limits on emails or a sending window decide when rows are sent. */
export function isRowPaced(
  settings: Settings,
  send: Pick<BulkSend, 'workspaceId' | 'sendingWindow'>,
): boolean {
  return send.sendingWindow !== null || limitsFor(settings, send).length > 0;
}

/** How many rows may be sent now; if none, `retryInMs` says when to ask again. Asks the database only if there are limits. */
export async function roomForRows(
  base: Base,
  send: Pick<BulkSend, 'id' | 'workspaceId' | 'sendingWindow'>,
): Promise<{ rows: number; retryInMs: number }> {
  if (!isRowPaced(base.settings, send)) return { rows: Number.POSITIVE_INFINITY, retryInMs: 0 };
  const later = (ms: number) => ({ rows: 0, retryInMs: Math.max(1, ms) });
  const window = windowOf(send);
  const now = base.now().getTime();
  const hours = window && windowAt(window, now);
  if (hours && !hours.isOpen) return later(hours.until - now);
  const paces = limitsFor(base.settings, send);
  const { states, now: paceNow } = await readPace(
    base,
    paces.map(({ id }) => id),
  );
  const opens = paces.map(({ limits }, at) => opensAt(states[at]!, limits, 'bulk', paceNow) - paceNow);
  const closedMs = Math.max(0, ...opens);
  if (closedMs > longestPauseMs) return later(Math.min(closedMs, longestHoldMs));
  const perSecond = Math.min(...paces.map(({ limits }) => limits.perSecond ?? Number.POSITIVE_INFINITY));
  const perDay = Math.min(...paces.map(({ limits }) => limits.perDay ?? Number.POSITIVE_INFINITY));
  const wanted = Math.floor(Math.min(perSecond * aheadSeconds, perDay / 4));
  const most = Math.min(mostWaiting, Math.max(leastWaiting, wanted));
  const waiting = await countWaitingMails(base, send.id, most);
  if (waiting < most) return { rows: most - waiting, retryInMs: 0 };
  const halfMs = (most / 2 / perSecond) * 1000;
  return later(Math.min(longestPauseMs, Math.max(shortestPauseMs, halfMs, closedMs)));
}

/** Invitations of the bulk send that no mail server has accepted yet, counted up to `most`. By mail_queued_of_bulk_send. */
export async function countWaitingMails(
  { db }: Pick<Base, 'db'>,
  bulkSendId: string,
  most: number,
): Promise<number> {
  const [found] = await db.$queryRaw<Array<{ count: number }>>`
    SELECT count(*)::int FROM (SELECT 1 FROM mail WHERE status = 'queued' AND bulk_send_id IS NOT NULL
      AND bulk_send_id = ${bulkSendId}::uuid AND kind = 'invitation' LIMIT ${most}) waiting`;
  return found!.count;
}
