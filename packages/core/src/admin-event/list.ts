/** GET /v1/admin-events: the admin log of a workspace, newest first; and its export. */
import type { AdminEventListQuery } from '@countersign/contract/admin-event';
import { decodeId, encodeId, isUuid } from '@countersign/contract/ids';
import type { AdminEvent } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { readAdminEventPages } from './read.ts';

/** An event with the present names of its actor, of its target and of people in its details. */
export interface ListedAdminEvent extends AdminEvent {
  actorName: string | null;
  targetName: string | null;
  /** By member of `details`. */
  detailNames: Record<string, string>;
}

/** The log names people, so test keys, which are shared more freely, may not read it. Throws forbidden and mode-forbidden. */
export function guardAdminLog(ctx: Ctx): void {
  guardRole(ctx, 'manager');
  if (ctx.mode === 'test' && ctx.actor.type === 'api_key')
    throw new ProblemError('mode-forbidden', { detail: 'A test key cannot read the admin log.' });
}

const greatestSeq = 2_147_483_647;

/** One page of the log, newest first. `next` is the value of `starting_after` for the next page, or null. Throws what guardAdminLog throws. */
export async function listAdminEvents(
  ctx: Ctx,
  {
    limit,
    starting_after: after,
    before = after ?? greatestSeq,
    type,
    created_after: from,
    created_before: to,
  }: AdminEventListQuery,
): Promise<{ items: ListedAdminEvent[]; next: number | null }> {
  guardAdminLog(ctx);
  const rows = await ctx.db.adminEvent.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      seq: {
        lt: before,
        ...(from && { gte: await firstSince(ctx, new Date(from)) }),
        ...(to && { lte: await lastBefore(ctx, new Date(to)) }),
      },
      ...(type && { eventType: type }),
      ...((from || to) && {
        createdAt: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) },
      }),
    },
    orderBy: { seq: 'desc' },
    take: limit + 1,
  });
  const items = rows.slice(0, limit);
  return { items: await withNames(ctx, items), next: rows.length > limit ? items.at(-1)!.seq : null };
}

/** The clocks of processes differ by less than this, so the numbers of events follow the order of their times only roughly. */
const clocksDifferMs = 3_600_000;

/** A lower bound for the numbers of all events with this time or a later one. */
async function firstSince({ db, workspaceId }: Ctx, time: Date): Promise<number> {
  // No event is older than 1970, and Prisma writes no times before the year 1.
  const since = new Date(Math.max(0, time.getTime() - clocksDifferMs));
  const found = await db.adminEvent.findFirst({
    where: { workspaceId, createdAt: { gte: since } },
    orderBy: { createdAt: 'asc' },
    select: { seq: true },
  });
  return found?.seq ?? greatestSeq;
}

/** An upper bound for the numbers of all events with an earlier time. */
async function lastBefore({ db, workspaceId }: Ctx, time: Date): Promise<number> {
  const found = await db.adminEvent.findFirst({
    where: { workspaceId, createdAt: { lt: new Date(time.getTime() + clocksDifferMs) } },
    orderBy: { createdAt: 'desc' },
    select: { seq: true },
  });
  return found?.seq ?? 0;
}

/** All events after a number, oldest first, one page in memory at a time. */
export async function* readAdminEvents(ctx: Ctx, after: number): AsyncGenerator<ListedAdminEvent[]> {
  for await (const page of readAdminEventPages(ctx.db, ctx.workspaceId, after)) yield withNames(ctx, page);
}

interface Party {
  type: string;
  id: string;
}

/** The members of `details` that contain an id, with the type of the thing. */
const detailTypes = { owner_id: 'user', invitation_id: 'invitation' } as const;

function detailParties({ details }: AdminEvent): Array<[member: string, party: Party]> {
  return Object.entries(detailTypes).flatMap(([member, type]) => {
    const id = (details as Record<string, unknown>)[member];
    return typeof id === 'string' ? [[member, { type, id }]] : [];
  });
}

/** Adds names as they are now: of people, keys, webhooks, invitations and templates. A bulk send has the name of its template. */
async function withNames(ctx: Ctx, events: readonly AdminEvent[]): Promise<ListedAdminEvent[]> {
  const parties = events.flatMap((event) => [
    ...([event.actor, event.target] as unknown as Party[]),
    ...detailParties(event).map(([, party]) => party),
  ]);
  const idsOf = (type: string) => [
    ...new Set(parties.filter((one) => one.type === type).map(({ id }) => id)),
  ];
  // Some older events of exports name the bulk send "none".
  const bulkSendIds = idsOf('bulk_send').filter(isUuid);
  const { workspaceId, db } = ctx;
  const templateIds = idsOf('template').flatMap((id) => decodeId('tpl', id) ?? []);
  const [people, keys, webhooks, invitations, bulkSends] = await Promise.all([
    db.user.findMany({ where: { id: { in: idsOf('user') } }, select: { id: true, name: true, email: true } }),
    db.apiKey.findMany({
      where: { workspaceId, id: { in: idsOf('api_key') } },
      select: { id: true, name: true },
    }),
    db.webhookEndpoint.findMany({
      where: { workspaceId, id: { in: idsOf('webhook') } },
      select: { id: true, url: true },
    }),
    db.invitation.findMany({
      where: { workspaceId, id: { in: idsOf('invitation') } },
      select: { id: true, email: true },
    }),
    db.bulkSend.findMany({
      where: { workspaceId, id: { in: bulkSendIds } },
      select: { id: true, templateId: true },
    }),
  ]);
  const templates = await db.template.findMany({
    where: { workspaceId, id: { in: [...templateIds, ...bulkSends.map(({ templateId }) => templateId)] } },
    select: { id: true, name: true },
  });
  const templateNames = new Map(templates.map(({ id, name }) => [id, name]));
  const names = new Map<string, string | undefined>([
    ...people.map(({ id, name, email }) => [`user ${id}`, `${name} <${email}>`] as const),
    ...keys.map(({ id, name }) => [`api_key ${id}`, name] as const),
    ...webhooks.map(({ id, url }) => [`webhook ${id}`, url] as const),
    ...invitations.map(({ id, email }) => [`invitation ${id}`, email] as const),
    ...templates.map(({ id, name }) => [`template ${encodeId('tpl', id)}`, name] as const),
    ...bulkSends.map(({ id, templateId }) => [`bulk_send ${id}`, templateNames.get(templateId)] as const),
  ]);
  const nameOf = (party: unknown) => names.get(`${(party as Party).type} ${(party as Party).id}`) ?? null;
  return events.map((event) => ({
    ...event,
    actorName: nameOf(event.actor),
    targetName: nameOf(event.target),
    detailNames: Object.fromEntries(
      detailParties(event).flatMap(([member, party]) => {
        const name = nameOf(party);
        return name === null ? [] : [[member, name]];
      }),
    ),
  }));
}
