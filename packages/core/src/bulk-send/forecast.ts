/** When the last mail of a bulk send will have gone out. */
import type { BulkSend } from '@countersign/db/models';
import type { Ctx } from '../ctx.ts';
import { forecast } from '../mail/pace.ts';
import { limitsOf, readPace, serverPace, workspacePace } from '../mail/pace-store.ts';
import { windowAt } from '../mail/sending-window.ts';
import { placeholdersOf } from '../template/definition.ts';
import { countWaitingMails, isRowPaced, windowOf } from './pace-rows.ts';
import { templateOf } from './template-snapshot.ts';

const mostWaiting = 1_000_000;

/**
 * The time by which all mails of the rows will have been sent, if limits, sending window and other bulk sends stay as they are. Null if
 * nothing waits, or mails have no limits. Workspaces with bulk sends share the mail server equally; within the workspace, the mails of
 * its other bulk sends are expected to go first.
 */
export async function forecastLastMail(ctx: Ctx, send: BulkSend): Promise<Date | null> {
  if (!isRowPaced(ctx.settings, send)) return null;
  const mailsPerRow = firstMails(send);
  const rows = send.status === 'dispatching' ? rowsLeft(send) : 0;
  const waiting = await countWaitingMails(ctx, send.id, mostWaiting);
  const own = rows * mailsPerRow + waiting;
  if (own === 0) return null;
  const [others] = await ctx.db.$queryRaw<Array<{ rows: number; here: number; workspaces: number }>>`
    SELECT coalesce(sum(n), 0)::int AS rows, coalesce(sum(n) FILTER (WHERE workspace_id = ${send.workspaceId}::uuid), 0)::int AS here,
      count(DISTINCT workspace_id) FILTER (WHERE workspace_id <> ${send.workspaceId}::uuid)::int AS workspaces
    FROM (
      SELECT workspace_id, row_count - invalid_count - sent_count - failed_count AS n FROM bulk_send
      WHERE status = 'dispatching' AND id <> ${send.id}::uuid AND (dispatch_at IS NULL OR dispatch_at <= ${ctx.now()})
    ) underway`;
  const { rows: all, here, workspaces } = others!;
  const inWorkspace = own + here * mailsPerRow;
  const onServer = Math.min(own + all * mailsPerRow, inWorkspace * (workspaces + 1));
  const ids = [serverPace, workspacePace(send.workspaceId)] as const;
  const { states, now } = await readPace(ctx, ids);
  const start = Math.max(now, send.dispatchAt?.getTime() ?? 0);
  const window = windowOf(send);
  const hours = window ? (time: number) => windowAt(window, time) : undefined;
  const ends = [onServer, inWorkspace].map((mails, at) =>
    forecast(states[at]!, limitsOf(ctx.settings, ids[at]!), mails, start, hours),
  );
  const last = Math.max(...ends.map((end) => end ?? 0));
  return last === 0 ? null : new Date(Math.min(last, lastTime));
}

/** The latest time that can be shown. */
const lastTime = Date.parse('9999-12-31T00:00:00Z');

const rowsLeft = ({ rowCount, invalidCount, sentCount, failedCount }: BulkSend): number =>
  rowCount - invalidCount - sentCount - failedCount;

/** The number of recipients whose turn is first. */
function firstMails(send: BulkSend): number {
  const orders = placeholdersOf(templateOf(send)).map((one) => one.signing_order);
  return Math.max(1, orders.filter((order) => order === Math.min(...orders)).length);
}
