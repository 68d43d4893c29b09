/** /v1/admin-events: the admin log (docs/decisions/042-admin-log.md). */
import { AdminEventExportQuery, AdminEventListQuery } from '@countersign/contract/admin-event';
import { guardAdminLog, listAdminEvents, readAdminEvents } from '@countersign/core/admin-event/list';
import { recordExport } from '@countersign/core/admin-event/record-export';
import { verifyAdminLog } from '@countersign/core/admin-event/verify';
import { FairQueue } from '@countersign/core/fair-queue';
import { Router } from 'express';
import { callerSignal } from '../caller-signal.ts';
import { requestCtx } from '../ctx.ts';
import { linkNext } from '../list-answer.ts';
import { parseQuery } from '../middleware/validate.ts';
import { adminEventLines, presentAdminEvent } from '../present/admin-event.ts';
import { sendCsv } from '../send-csv.ts';

/** Each check holds a connection and a snapshot of the database while it reads the whole log. */
const checkLimits = {
  slots: 2,
  slotsPerKey: 1,
  waiting: 20,
  waitingPerKey: 2,
  busy: 'Too many admin logs are being verified at once.',
};

/** The admin log of the workspace. */
export function adminEventRoutes(): Router {
  const router = Router();
  const checks = new FairQueue(checkLimits);

  router.get('/admin-events', async (request, response) => {
    const query = parseQuery(AdminEventListQuery, request);
    const { items, next } = await listAdminEvents(requestCtx(request), query);
    if (next !== null) linkNext(request, response, { limit: query.limit, starting_after: next });
    response.json({ items: items.map(presentAdminEvent), limit: query.limit, next_before: next });
  });

  router.get('/admin-events/export', async (request, response) => {
    const ctx = requestCtx(request);
    guardAdminLog(ctx);
    const { format, after } = parseQuery(AdminEventExportQuery, request);
    await sendCsv(request, response, {
      name: `admin log.${format}`,
      type: format === 'csv' ? 'text/csv' : 'application/jsonl',
      lines: adminEventLines(readAdminEvents(ctx, after), format),
      beforeDelivery: () =>
        recordExport(ctx, {
          type: 'admin_log.exported',
          target: { type: 'workspace', id: ctx.workspaceId },
          details: { format, after },
        }),
    });
  });

  router.get('/admin-events/verification', async (request, response) => {
    const ctx = requestCtx(request);
    guardAdminLog(ctx);
    const caller = { key: ctx.workspaceId, signal: callerSignal(response) };
    response.json(await checks.run(caller, (signal) => verifyAdminLog(ctx, signal)));
  });

  return router;
}
