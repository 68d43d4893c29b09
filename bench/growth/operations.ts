/** What is measured in the small and in the large database: lists, reads, sweeps and gauges, each as the service runs it. */
import { DocumentListQuery } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import { listAdminEvents } from '@countersign/core/admin-event/list';
import { listAnchors, listDocumentAnchors } from '@countersign/core/anchor/list';
import { makeAnchors } from '@countersign/core/anchor/make-anchors';
import { namedBlobs } from '@countersign/core/blob/named-blobs';
import { completeBulkSends } from '@countersign/core/bulk-send/complete';
import { findRows, getBulkSend, listBulkSends } from '@countersign/core/bulk-send/find';
import { countOutcomes } from '@countersign/core/bulk-send/outcomes';
import type { Ctx } from '@countersign/core/ctx';
import { expireMovedClocks, expirySweep, removeStaleDrafts } from '@countersign/core/document/expire';
import { findDocuments, readDocuments } from '@countersign/core/document/list';
import { getDocument } from '@countersign/core/document/lock';
import { reminderSweep } from '@countersign/core/document/remind';
import { summarizeDocuments } from '@countersign/core/document/summary';
import { sweepDue } from '@countersign/core/document/sweep';
import { readEventFeed } from '@countersign/core/event/feed';
import { listEvents } from '@countersign/core/event/list';
import { listFolders } from '@countersign/core/folder/list';
import { collectGarbage } from '@countersign/core/housekeeping/collect-garbage';
import { readQueuedMails } from '@countersign/core/mail/inspect';
import { documentsNaming } from '@countersign/core/privacy/find-person';
import { eraseWhatIsDue } from '@countersign/core/privacy/retention';
import { listRequests } from '@countersign/core/request-log/list';
import { archiveDueSeals } from '@countersign/core/seal/archive';
import { readUnsealedDocuments } from '@countersign/core/seal/inspect';
import { listTemplates } from '@countersign/core/template/find';
import { storeUsageDays } from '@countersign/core/usage/days';
import { getUsage } from '@countersign/core/usage/get';
import { listUsage } from '@countersign/core/usage/history';
import { measureStorage } from '@countersign/core/usage/storage';
import { readDeadDeliveries, readDueDeliveries, readWaitingEvents } from '@countersign/core/webhook/inspect';
import { listDeliveries } from '@countersign/core/webhook/list-deliveries';
import { sweepWebhooks } from '@countersign/core/webhook/sweep';
import { inspectJobs } from '@countersign/queue/inspect';
import { type BenchBase, ctxOf } from '../writers/prepare.ts';

/** A filled database with examples of what is in it. */
export interface World {
  base: BenchBase;
  /** A caller of the workspace with nine tenths of the documents, and one of a workspace with few. */
  ctx: BenchBase & Ctx;
  small: BenchBase & Ctx;
  /** A completed document from the middle of the year. */
  middle: { id: string; externalId: string; number: string; createdAt: Date };
  folderId: string;
  bulkSendId: string;
  endpointId: string;
}

/** Finds the examples. Stores the counts of the usage page, as the nightly sweep does in operation. */
export async function openWorld(base: BenchBase): Promise<World> {
  await storeUsageDays(base);
  const scopes = await base.db.$queryRaw<Array<{ workspaceId: string; teamId: string }>>`
    SELECT w.id AS "workspaceId", t.id AS "teamId" FROM workspace w JOIN team t ON t.workspace_id = w.id
    WHERE w.slug IN ('large', 'small-0') ORDER BY w.slug`;
  const [large, small] = scopes;
  const found = await base.db.$queryRaw<
    Array<{ id: string; title: string; createdAt: Date; externalId: string; folderId: string }>
  >`
    SELECT id, title, created_at AS "createdAt", external_id AS "externalId", folder_id AS "folderId" FROM document
    WHERE workspace_id = ${large!.workspaceId}::uuid AND mode = 'live' AND status = 'completed' AND external_id IS NOT NULL
      AND folder_id IS NOT NULL ORDER BY id OFFSET (SELECT count(*) / 30 FROM document) LIMIT 1`;
  const middle = found[0]!;
  const bulkSends = await base.db.bulkSend.findMany({ orderBy: { rowCount: 'desc' }, take: 1 });
  const endpoint = await base.db.webhookEndpoint.findFirstOrThrow();
  return {
    base,
    ctx: ctxOf(base, large!),
    small: ctxOf(base, small!),
    middle: { ...middle, number: / flat (\d+)/.exec(middle.title)![1]! },
    folderId: middle.folderId,
    bulkSendId: bulkSends[0]!.id,
    endpointId: endpoint.id,
  };
}

export type Operation = (world: World) => Promise<unknown>;

const list =
  (query: object | ((world: World) => object), as: (world: World) => Ctx = ({ ctx }) => ctx): Operation =>
  async (world) => {
    const asked = { limit: 25, ...(typeof query === 'function' ? query(world) : query) };
    const { groups } = await findDocuments(as(world), DocumentListQuery.parse(asked));
    for (const ids of groups) await readDocuments(as(world), ids);
  };
const member = ({ ctx }: World): Ctx => ({ ...ctx, role: 'member' });
const small = ({ small: ctx }: World): Ctx => ctx;
const daysAfter = (moment: Date, days: number) =>
  new Date(moment.getTime() + days * 86_400_000).toISOString();

/** GET /v1/documents with each filter and sort. */
export const lists: Record<string, Operation> = {
  'newest 25': list({}),
  'by a member': list({}, member),
  'status sent': list({ status: ['sent'] }),
  'status completed': list({ status: ['completed'] }),
  'status expired': list({ status: ['expired'] }),
  'status draft': list({ status: ['draft'] }),
  'status sent or rejected': list({ status: ['sent', 'rejected'] }),
  'offset 10,000': list({ offset: 10_000 }),
  'offset 100,000': list({ offset: 100_000 }),
  'starting_after in the middle': list(({ middle }) => ({ starting_after: encodeId('doc', middle.id) })),
  'oldest 25': list({ sort: 'created_at' }),
  'one folder': list(({ folderId }) => ({ folder_id: folderId })),
  'no folder': list({ folder_id: 'root' }),
  'one recipient': list(({ middle }) => ({ recipient: `person${middle.number}.0@example.test` })),
  'no such recipient': list({ recipient: 'nobody@example.test' }),
  'one external_id': list(({ middle }) => ({ external_id: middle.externalId })),
  'one bulk send': list(({ bulkSendId }) => ({ bulk_send_id: bulkSendId })),
  'not sent in bulk': list({ bulk_send_id: 'none' }),
  'delivery_problem true': list({ delivery_problem: 'true' }),
  'delivery_problem false': list({ delivery_problem: 'false' }),
  'created before 2000': list({ created_before: '2000-01-01' }),
  'created on one day': list(({ middle }) => ({
    created_after: daysAfter(middle.createdAt, -0.5),
    created_before: daysAfter(middle.createdAt, 0.5),
  })),
  'created on one day, rejected': list(({ middle }) => ({
    created_after: daysAfter(middle.createdAt, -0.5),
    created_before: daysAfter(middle.createdAt, 0.5),
    status: ['rejected'],
  })),
  'created in a future year': list({ created_after: '2100-01-01' }),
  'search: one document': list(({ middle }) => ({ search: `person${middle.number}.0@` })),
  'search: 1 in 100': list({ search: 'street 77,' }),
  'search: 1 in 10': list({ search: 'grace' }),
  'search: every document': list({ search: 'example.test' }),
  'search: none': list({ search: 'nowhere' }),
  'search: two letters, none': list({ search: 'qx' }),
  'search: two letters, many': list({ search: 'gr' }),
  'search: 1 in 100, sent': list({ search: 'street 77,', status: ['sent'] }),
  'q: 1 in 100': list({ q: 'street 77,' }),
  'by title': list({ sort: 'title' }),
  'by title, descending': list({ sort: '-title' }),
  'by title, sent': list({ sort: 'title', status: ['sent'] }),
  'by title, in the middle': list(({ middle }) => ({
    sort: 'title',
    starting_after: encodeId('doc', middle.id),
  })),
  'by expiry': list({ sort: 'expires_at' }),
  'by expiry, descending': list({ sort: '-expires_at' }),
  'by expiry, sent': list({ sort: 'expires_at', status: ['sent'] }),
  'by expiry, in the middle': list(({ middle }) => ({
    sort: '-expires_at',
    starting_after: encodeId('doc', middle.id),
  })),
  'small workspace: newest 25': list({}, small),
  'small workspace: search, none': list({ search: 'nowhere' }, small),
  'small workspace: two letters': list({ search: 'qx' }, small),
  'small workspace: by title': list({ sort: 'title' }, small),
  'small workspace: one recipient': list({ recipient: 'nobody@example.test' }, small),
};

const requests =
  (query: object): Operation =>
  ({ ctx }) =>
    listRequests(ctx, { limit: 50, ...query } as never);
const deliveries =
  (query: object): Operation =>
  ({ ctx, endpointId }) =>
    listDeliveries(ctx, endpointId, { limit: 25, offset: 0, ...query } as never);
const adminEvents =
  (query: object | ((world: World) => object)): Operation =>
  (world) =>
    listAdminEvents(world.ctx, {
      limit: 50,
      before: 2_147_483_647,
      ...(typeof query === 'function' ? query(world) : query),
    } as never);
const bulkRows =
  (page: object): Operation =>
  async ({ ctx, bulkSendId }) =>
    findRows(ctx, await getBulkSend(ctx, bulkSendId), { after: 0, limit: 100, ...page });

/** Everything else that callers, people and operators read. */
export const reads: Record<string, Operation> = {
  'a document': ({ ctx, middle }) => getDocument(ctx, encodeId('doc', middle.id)),
  'its events': ({ ctx, middle }) => listEvents(ctx.db, middle.id),
  'its anchors': ({ ctx, middle }) => listDocumentAnchors(ctx, encodeId('doc', middle.id), { limit: 30 }),
  'console: counts by status': ({ ctx }) => summarizeDocuments(ctx),
  'console: months': ({ ctx }) => listUsage(ctx, 12),
  usage: ({ ctx }) => getUsage(ctx),
  folders: ({ ctx }) => listFolders(ctx),
  templates: ({ ctx }) => listTemplates(ctx, { limit: 25, offset: 0 }),
  'bulk sends': ({ ctx }) => listBulkSends(ctx, { limit: 25, offset: 0 }),
  'bulk send: rows': bulkRows({}),
  'bulk send: sent rows': bulkRows({ status: 'sent' }),
  'bulk send: failed rows': bulkRows({ status: 'failed' }),
  'bulk send: outcomes': ({ ctx, bulkSendId }) => countOutcomes(ctx, bulkSendId),
  'requests: newest': requests({}),
  'requests: status 5xx': requests({ status: '5xx' }),
  'requests: none matches': requests({ path: '/v1/nothing' }),
  'requests: one id': requests({ request_id: 'req-nothing' }),
  'requests: one document': ({ ctx, middle }) =>
    listRequests(ctx, { limit: 50, document_id: encodeId('doc', middle.id) } as never),
  'event feed: oldest': ({ ctx }) => readEventFeed(ctx, { limit: 50, wait: 0 }),
  'event feed: latest': ({ ctx }) => readEventFeed(ctx, { after: 'latest', limit: 50, wait: 0 }),
  'deliveries: newest': deliveries({}),
  'deliveries: dead': deliveries({ status: 'dead' }),
  'deliveries: success': deliveries({ status: 'success' }),
  'admin events: newest': adminEvents({}),
  'admin events: rare type': adminEvents({ type: 'key.created' }),
  'admin events: type without events': adminEvents({ type: 'logo.removed' }),
  'admin events: one day': adminEvents(({ middle }) => ({
    created_after: daysAfter(middle.createdAt, -0.5),
    created_before: daysAfter(middle.createdAt, 0.5),
  })),
  anchors: ({ base }) => listAnchors(base, { limit: 30 }),
  'documents of a person': async ({ base, ctx, middle }) => {
    for await (const _ of documentsNaming(base, ctx.workspaceId, `person${middle.number}.0@example.test`));
  },
};

const run = { requestId: 'growth' };
const archivePorts = { archives: true, timestamper: {}, revocation: {}, sealKeys: {} } as never;
const hashes = Array.from({ length: 500 }, (_, at) => at.toString(16).padStart(64, '0'));

/** Sweeps that find nothing to do, like most sweeps in operation, and what operators and dashboards read. */
export const sweeps: Record<string, Operation> = {
  'documents that expire': ({ base }) => sweepDue(base, expirySweep, run),
  'expiries by moved clocks': ({ base }) => expireMovedClocks(base, run),
  'drafts without a PDF': ({ base }) => removeStaleDrafts(base),
  reminders: ({ base }) => sweepDue(base, reminderSweep, run),
  'completion of bulk sends': ({ base }) => completeBulkSends(base, 'growth'),
  housekeeping: ({ base }) => collectGarbage(base),
  'old events and deliveries': ({ base }) => sweepWebhooks(base),
  'retention of documents': ({ base }) => eraseWhatIsDue(base, 'growth'),
  'archive timestamps': ({ base }) => archiveDueSeals({ ...base, ...(archivePorts as object) } as never, run),
  'anchor of the day, made already': ({ base }) => makeAnchors({ ...base, timestamper: null }),
  '500 files of the storage': ({ base }) => namedBlobs(base, hashes),
  'gauge: due deliveries': ({ base }) => readDueDeliveries(base.db),
  'gauge: dead deliveries': ({ base }) => readDeadDeliveries(base.db),
  'gauge: events without deliveries': ({ base }) => readWaitingEvents(base.db),
  'gauge: queued mails': ({ base }) => readQueuedMails(base.db),
  'gauge: documents without a seal': ({ base }) => readUnsealedDocuments(base.db),
  'gauge: jobs': ({ base }) => inspectJobs(base.queue),
};

/** Measured once, because each run does the work of a day. */
export const daily: Record<string, Operation> = {
  'anchor of the day': ({ base }) => makeAnchors({ ...base, timestamper: null }),
  'bytes of each workspace': ({ base }) => measureStorage(base),
};
