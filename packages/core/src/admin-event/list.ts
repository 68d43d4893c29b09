/** GET /v1/admin-events: the admin log of a workspace, newest first; and its export. */
import type { AdminEventListQuery } from '@countersign/contract/admin-event';
import type { AdminEvent } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { readAdminEventPages } from './read.ts';

/** An event with the present names of its actor and target. */
export interface ListedAdminEvent extends AdminEvent {
  actorName: string | null;
  targetName: string | null;
}

/** The log names people, so test keys, which are shared more freely, may not read it. Throws forbidden and mode-forbidden. */
export function guardAdminLog(ctx: Ctx): void {
  guardRole(ctx, 'manager');
  if (ctx.mode === 'test' && ctx.actor.type === 'api_key')
    throw new ProblemError('mode-forbidden', { detail: 'A test key cannot read the admin log.' });
}

/** One page of the log, newest first. `next` is the number before which the next page ends, or null. Throws what guardAdminLog throws. */
export async function listAdminEvents(
  ctx: Ctx,
  { limit, before, type, created_after: from, created_before: to }: AdminEventListQuery,
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

/** By how much the times of events may disagree with their numbers, because the clocks of processes differ. */
const clocksDifferMs = 3_600_000;
const beyondAll = 2_147_483_647;

/** A number below which no event has this time or a later one. */
async function firstSince({ db, workspaceId }: Ctx, time: Date): Promise<number> {
  const found = await db.adminEvent.findFirst({
    where: { workspaceId, createdAt: { gte: new Date(time.getTime() - clocksDifferMs) } },
    orderBy: { createdAt: 'asc' },
    select: { seq: true },
  });
  return found?.seq ?? beyondAll;
}

/** A number above which no event has an earlier time than this one. */
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

/** Adds names: of people, keys, webhooks and invitations as they are now. */
async function withNames(ctx: Ctx, events: readonly AdminEvent[]): Promise<ListedAdminEvent[]> {
  const parties = events.flatMap(({ actor, target }) => [actor, target] as unknown as Party[]);
  const idsOf = (type: string) => [
    ...new Set(parties.filter((one) => one.type === type).map(({ id }) => id)),
  ];
  const { workspaceId, db } = ctx;
  const [people, keys, webhooks, invitations] = await Promise.all([
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
  ]);
  const names = new Map<string, string>([
    ...people.map(({ id, name, email }) => [`user ${id}`, `${name} <${email}>`] as const),
    ...keys.map(({ id, name }) => [`api_key ${id}`, name] as const),
    ...webhooks.map(({ id, url }) => [`webhook ${id}`, url] as const),
    ...invitations.map(({ id, email }) => [`invitation ${id}`, email] as const),
  ]);
  const nameOf = (party: unknown) => names.get(`${(party as Party).type} ${(party as Party).id}`) ?? null;
  return events.map((event) => ({
    ...event,
    actorName: nameOf(event.actor),
    targetName: nameOf(event.target),
  }));
}
