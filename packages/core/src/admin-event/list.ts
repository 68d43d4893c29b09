/** GET /v1/admin-events: the admin log of a workspace, newest first; its export; and the check of its chain. */
import type { AdminEventListQuery, AdminLogVerification } from '@countersign/contract/admin-event';
import { GENESIS_HASH } from '@countersign/contract/audit-hash';
import type { AdminEvent } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { adminEventHash } from './hash.ts';

const pageSize = 500;

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
      seq: { lt: before },
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

/** All events after a number, oldest first, one page in memory at a time. */
export async function* readAdminEvents(ctx: Ctx, after: number): AsyncGenerator<ListedAdminEvent[]> {
  for (let last = after; ; ) {
    const page = await readPage(ctx, last);
    if (page.length > 0) yield withNames(ctx, page);
    if (page.length < pageSize) return;
    last = page.at(-1)!.seq;
  }
}

function readPage(ctx: Ctx, after: number): Promise<AdminEvent[]> {
  return ctx.db.adminEvent.findMany({
    where: { workspaceId: ctx.workspaceId, seq: { gt: after } },
    orderBy: { seq: 'asc' },
    take: pageSize,
  });
}

/**
 * Recomputes every hash, oldest first. The chain begins with the oldest event that retention has kept, and must end with the hash that is
 * stored apart from the events, so a missing tail is found too. Throws what guardAdminLog throws.
 */
export async function verifyAdminLog(ctx: Ctx): Promise<AdminLogVerification> {
  guardAdminLog(ctx);
  // Read first: events that are appended meanwhile are not checked.
  const end = (await ctx.db.adminChain.findUnique({ where: { workspaceId: ctx.workspaceId } })) ?? {
    seq: 0,
    hash: GENESIS_HASH,
  };
  const links = new AdminChainLinks();
  for (let isWhole = false; !isWhole && links.last < end.seq; ) {
    const page = await readPage(ctx, links.last);
    for (const event of page.filter(({ seq }) => seq <= end.seq)) {
      const fault = links.add(event);
      if (fault !== null) return { ...links.found, ok: false, ...fault };
    }
    isWhole = page.length < pageSize;
  }
  const { count, head } = links.found;
  // Retention may have removed every event.
  if (count === 0 || (links.last === end.seq && head === end.hash)) return links.found;
  const reason = 'the log does not end with the stored hash';
  return { ...links.found, ok: false, broken_at_seq: links.last + 1, reason };
}

type Fault = Pick<AdminLogVerification, 'broken_at_seq' | 'reason'>;

/** Checks the events of a chain, one at a time. */
class AdminChainLinks {
  readonly found: AdminLogVerification = {
    ok: true,
    count: 0,
    first_seq: null,
    head: GENESIS_HASH,
    broken_at_seq: null,
    reason: null,
  };
  /** The number of the last event. */
  last = 0;

  /** Checks the next event. Returns the fault that breaks the chain, or null. */
  add(event: AdminEvent): Fault | null {
    const isFirst = this.found.first_seq === null;
    if (!isFirst && event.seq !== this.last + 1)
      return { broken_at_seq: this.last + 1, reason: 'the event is missing' };
    if ((!isFirst || event.seq === 1) && event.prevHash !== this.found.head)
      return { broken_at_seq: event.seq, reason: 'prev_hash is not the hash of the event before' };
    if (adminEventHash(hashed(event)) !== event.hash)
      return { broken_at_seq: event.seq, reason: 'hash does not match the event' };
    this.found.first_seq ??= event.seq;
    this.found.head = event.hash;
    this.found.count += 1;
    this.last = event.seq;
    return null;
  }
}

function hashed(event: AdminEvent) {
  return {
    workspace_id: event.workspaceId,
    seq: event.seq,
    type: event.eventType,
    actor: event.actor,
    target: event.target,
    details: event.details,
    created_at: event.createdAt.toISOString(),
    prev_hash: event.prevHash,
  };
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
