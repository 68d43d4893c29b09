/**
 * Direct links of templates: how they are found, whether they can be visited now, and how their documents are made
 * (docs/decisions/031-direct-links.md).
 */
import { type Listed, onePage, type Page } from '@countersign/contract/common';
import type { DirectLinkStatus } from '@countersign/contract/direct-link';
import type { RecipientSpec } from '@countersign/contract/recipient';
import type { DirectLink, Template } from '@countersign/db/models';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import type { Base, Ctx } from '../ctx.ts';
import { placeholdersOf } from './definition.ts';
import type { Person } from './fill.ts';
import { getTemplate } from './find.ts';

/** A link with its public address and its status. */
export interface ReadDirectLink {
  link: DirectLink;
  /** Null if no accepted SECRET_KEY decrypts it. */
  url: string | null;
  status: DirectLinkStatus;
}

/** The encryption context of a link's token. */
export function tokenContext(linkId: string): string {
  return `direct-link:${linkId}`;
}

/** The people for the other placeholders, as stored. */
export function peopleOf(link: Pick<DirectLink, 'recipients'>): RecipientSpec[] {
  return link.recipients as RecipientSpec[];
}

/** The page that visitors open. */
function urlOf({ secrets, settings }: Pick<Base, 'secrets' | 'settings'>, link: DirectLink): string | null {
  try {
    return `${settings.publicUrl}/d/${secrets.decrypt(link.sealedToken, tokenContext(link.id)).toString()}`;
  } catch {
    return null;
  }
}

/** Adds address and status. */
export async function readLinks(
  base: Pick<Base, 'db' | 'secrets' | 'settings'>,
  links: readonly DirectLink[],
  template: Pick<Template, 'recipients'>,
): Promise<ReadDirectLink[]> {
  const statuses = await readStatuses(base, links);
  return links.map((link) => ({
    link,
    url: urlOf(base, link),
    status: statusOf(link, statuses.get(link.id)!, template),
  }));
}

/** The status of a link, given what the database says about it. */
export function statusOf(
  link: Pick<DirectLink, 'recipientIndex' | 'recipients' | 'confirmEmail'>,
  stored: DirectLinkStatus,
  template: Pick<Template, 'recipients'>,
): DirectLinkStatus {
  return stored === 'active' && whyUnfit(link, placeholdersOf(template)) !== null
    ? 'template_changed'
    : stored;
}

/** The status of each link by the clock of PostgreSQL, without regard to its template. */
export async function readStatuses(
  { db }: Pick<Base, 'db'>,
  links: ReadonlyArray<Pick<DirectLink, 'id'>>,
): Promise<Map<string, DirectLinkStatus>> {
  const rows = await db.$queryRaw<Array<{ id: string; status: DirectLinkStatus }>>`
    SELECT id, CASE WHEN disabled_at IS NOT NULL THEN 'disabled'
      WHEN expires_at <= clock_timestamp() THEN 'expired'
      WHEN uses >= max_uses THEN 'used_up' ELSE 'active' END AS status
    FROM direct_link WHERE id = ANY (${links.map(({ id }) => id)}::uuid[])`;
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** The part of a link that must fit its template: see guardFit. */
type Fitting = Pick<DirectLink, 'recipientIndex' | 'confirmEmail'> & { recipients: unknown };

/** Which member of a link does not fit the placeholders, and why; null if the link fits. */
function whyUnfit(
  { recipientIndex, recipients, confirmEmail }: Fitting,
  placeholders: readonly RecipientSpec[],
): { member: string; message: string; type?: string } | null {
  const visitor = placeholders[recipientIndex];
  if (!visitor) return { member: 'recipient_index', message: 'the template has no such placeholder' };
  if (visitor.role !== 'signer' && visitor.role !== 'approver')
    return { member: 'recipient_index', message: 'the visitor must be a signer or approver' };
  if (!confirmEmail && visitor.auth_level === 'otp')
    return {
      member: 'confirm_email',
      message:
        'the placeholder of the visitor requires a one-time code, which is emailed; it must be confirmed',
    };
  if (confirmEmail && visitor.delivery === 'none')
    return {
      member: 'confirm_email',
      message:
        'the placeholder of the visitor gets no emails (delivery none), so no address can be confirmed',
    };
  const given = (recipients as unknown[]).length;
  const places = placeholders.length - 1;
  if (given === places) return null;
  return {
    member: 'recipients',
    message: `the template has ${places} placeholder${places === 1 ? '' : 's'} in addition to the visitor's, but ${given} recipient${given === 1 ? ' was' : 's were'} given`,
    type: given < places ? 'too_short' : 'too_long',
  };
}

/** Throws validation if the link does not fit the placeholders. */
export function guardFit(link: Fitting, placeholders: readonly RecipientSpec[]): void {
  const fault = whyUnfit(link, placeholders);
  if (fault)
    throw invalid(['body', fault.member], `Value error, ${fault.message}`, {
      type: fault.type ?? 'value_error',
    });
}

const highestOrder = 1_000_000;

/**
 * The recipients of a document: the visitor acts first, and alone; the others follow in the order that the template gives them.
 * So nobody else gets an email before the visitor has completed.
 */
export function recipientsFor(
  link: Pick<DirectLink, 'recipientIndex' | 'recipients' | 'confirmEmail'>,
  visitor: Pick<Person, 'name' | 'email'>,
  fill: (people: readonly Person[]) => RecipientSpec[],
): RecipientSpec[] {
  const people: Person[] = [...peopleOf(link)];
  people.splice(link.recipientIndex, 0, {
    ...visitor,
    auth_level: 'link',
    delivery: link.confirmEmail ? 'email' : 'none',
  });
  return fill(people).map((one, index) => ({
    ...one,
    signing_order: index === link.recipientIndex ? 1 : Math.min(highestOrder, one.signing_order + 1),
  }));
}

function notFound(): ProblemError {
  return new ProblemError('not-found', { detail: 'The template has no such direct link.' });
}

/** One page of the links of a template in the caller's mode, newest first. Throws not-found for the template. */
export async function listDirectLinks(
  ctx: Ctx,
  publicId: string,
  query: Page,
): Promise<Listed<ReadDirectLink> & { template: Template }> {
  guardRole(ctx, 'manager');
  const template = await getTemplate(ctx, publicId);
  const where = { templateId: template.id, mode: ctx.mode };
  const [found, total] = await Promise.all([
    ctx.db.directLink.findMany({
      // Equal mutant "→ { id": Prisma leaves out a condition that is undefined.
      where: { ...where, ...(query.starting_after && { id: { lt: query.starting_after } }) },
      orderBy: { id: 'desc' },
      skip: query.offset,
      // Equal mutant "1 → 2": onePage drops all beyond the limit.
      take: query.limit + 1,
    }),
    ctx.db.directLink.count({ where }),
  ]);
  const { items, hasMore } = onePage(found, query.limit);
  return { items: await readLinks(ctx, items, template), hasMore, total, template };
}

/** Disables a link for good and erases the people that it names. Throws not-found; a disabled link stays as it is. */
export async function disableDirectLink(ctx: Ctx, publicId: string, linkId: string): Promise<void> {
  guardRole(ctx, 'manager');
  const { id: templateId } = await getTemplate(ctx, publicId);
  const link = await ctx.db.directLink.findFirst({ where: { id: linkId, templateId, mode: ctx.mode } });
  if (!link) throw notFound();
  await disableLinks(ctx, { id: linkId });
}

/** Disables one link, or all links of a template. Waits for visits that are being recorded. */
export async function disableLinks(
  ctx: Pick<Ctx, 'db' | 'now'>,
  which: { id: string } | { templateId: string },
): Promise<void> {
  const [id, templateId] = 'id' in which ? [which.id, null] : [null, which.templateId];
  await ctx.db.$executeRaw`
    UPDATE direct_link SET disabled_at = ${ctx.now()}::timestamptz, recipients = '[]',
      created_by = created_by - ARRAY['name', 'email']
    WHERE disabled_at IS NULL AND (id = ${id}::uuid OR template_id = ${templateId}::uuid)`;
}
