/** /v1/direct-links/{token}: what a visitor sees of a direct link, and the document that a visit creates. */
import { normalizeEmail } from '@countersign/contract/common';
import type { DirectLinkStatus, VisitDirectLinkReq } from '@countersign/contract/direct-link';
import type { Actor } from '@countersign/contract/event';
import { encodeId } from '@countersign/contract/ids';
import type { DirectLink, Template, Workspace } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { type Base, type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { insertDocuments, type NewDocument } from '../document/insert-documents.ts';
import { sendDocument } from '../document/send.ts';
import { metadataOf } from '../own-data.ts';
import { takeToken } from '../rate-limit/token-bucket.ts';
import { createSigningSession } from '../signing/create-session.ts';
import { hashToken } from '../user/token.ts';
import { placeholdersOf } from './definition.ts';
import { readStatuses, recipientsFor, statusOf } from './direct-link.ts';
import { draftFrom, fillPlaceholders } from './fill.ts';

/** A direct link that can be visited now. */
export interface OpenDirectLink {
  link: DirectLink;
  template: Template;
  workspace: Workspace;
}

/** The most emails to one address through one link in a day. */
const emailsPerDay = 3;

/** The actor of what visitors of direct links cause before they sign. */
const actor: Actor = { type: 'system', id: 'direct-link' };

/** The link behind the token. Throws not-found for an unknown token, and direct-link-closed with `reason`. */
export async function findOpenLink(base: Pick<Base, 'db'>, token: string): Promise<OpenDirectLink> {
  const tokenSha256 = hashToken(token);
  const found = tokenSha256
    ? await base.db.directLink.findUnique({
        where: { tokenSha256 },
        include: { template: true, workspace: true },
        relationLoadStrategy: 'join',
      })
    : null;
  if (!found) throw new ProblemError('not-found', { detail: 'This link is not valid.' });
  const { template, workspace, ...link } = found;
  const status = statusOf(link, (await readStatuses(base, [link])).get(link.id)!, template);
  if (status !== 'active') throw closedProblem(status);
  return { link, template, workspace };
}

/**
 * Creates a document with the visitor as its first recipient and sends it, all or nothing. Returns the URL that opens the signing
 * page, or null if the signing link was emailed. Throws direct-link-closed, also when the last use was taken by a concurrent visit
 * or the sender cannot send, and rate-limited when the address has been emailed three times in a day.
 */
export async function visitDirectLink(
  base: Base,
  { link, template }: OpenDirectLink,
  visitor: VisitDirectLinkReq,
  caller: Pick<Ctx, 'ip' | 'userAgent' | 'requestId'>,
): Promise<string | null> {
  const { workspaceId, teamId, mode } = link;
  const ctx: Ctx = { ...base, ...caller, workspaceId, teamId, mode, actor, role: 'manager' };
  const draft = draftOf(link, template, visitor);
  const publicId = encodeId('doc', draft.id);
  try {
    return await withTransaction(ctx, async (tx) => {
      await takeUse(tx, link);
      if (link.confirmEmail) await limitEmails(tx, link, visitor.email);
      const createdBy = link.createdBy as unknown as Actor;
      await insertDocuments(tx, [draft], { createdBy });
      await sendDocument(tx, publicId, {});
      if (link.confirmEmail) return null;
      const { id } = draft.recipients[link.recipientIndex]!;
      return (await createSigningSession(tx, publicId, id)).url;
    });
  } catch (error) {
    throw forVisitors(ctx, link, error);
  }
}

function draftOf(link: DirectLink, template: Template, visitor: VisitDirectLinkReq): NewDocument {
  const placeholders = placeholdersOf(template);
  const draft = draftFrom(template, {
    recipients: recipientsFor(link, visitor, (people) => fillPlaceholders(placeholders, people)),
    prefill: new Map(),
    columns: {
      ...(link.title !== null && { title: link.title }),
      redirectUrl: link.redirectUrl,
      metadata: metadataOf(link),
    },
    origin: { direct_link_id: link.id },
  });
  const recipients = draft.recipients.map((one, index) =>
    index === link.recipientIndex ? { ...one, directLinkId: link.id } : one,
  );
  return { ...draft, recipients };
}

/**
 * Counts the visit. Locks the link's row, by primary key, until the transaction ends, so concurrent visits wait for each other and
 * none exceeds the limit. Throws direct-link-closed.
 */
async function takeUse(tx: TxCtx, link: DirectLink): Promise<void> {
  const taken = await tx.db.$executeRaw`
    UPDATE direct_link SET uses = uses + 1
    WHERE id = ${link.id}::uuid AND disabled_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())
      AND (max_uses IS NULL OR uses < max_uses)`;
  if (taken === 0) throw closedProblem((await readStatuses(tx, [link])).get(link.id)!);
}

/** Limits the emails that a link can cause to one person. Stores a keyed hash, so that no list of addresses is kept. */
async function limitEmails(tx: TxCtx, link: DirectLink, email: string): Promise<void> {
  const address = tx.secrets
    .mac('person-address', `${link.id} ${normalizeEmail(email)}`)
    .toString('base64url');
  const rate = emailsPerDay / 86_400;
  const bucket = { bucket: `direct-link-mail:${address}`, rate, burst: emailsPerDay };
  const { allowed, tokens } = await takeToken(tx, bucket);
  if (!allowed)
    throw new ProblemError('rate-limited', {
      detail: 'Several emails have already been sent to this address. Open one of them, or try again later.',
      retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / rate)),
    });
}

const closedDetails: Record<Exclude<DirectLinkStatus, 'active'> | 'not_possible', string> = {
  disabled: 'The sender has turned this link off.',
  expired: 'This link has expired.',
  used_up: 'This link has been used as often as the sender allowed.',
  template_changed: 'The sender has changed the template, and this link no longer fits it.',
  not_possible: 'The sender cannot send documents at the moment.',
};

function closedProblem(status: DirectLinkStatus | 'not_possible', cause?: unknown): ProblemError {
  const reason = status === 'active' ? 'not_possible' : status;
  return new ProblemError('direct-link-closed', {
    detail: closedDetails[reason],
    members: { reason },
    cause,
  });
}

/** Visitors do not learn why the sender cannot send; the log does. */
function forVisitors(ctx: Ctx, link: DirectLink, error: unknown): unknown {
  if (
    !(error instanceof ProblemError) ||
    error.slug === 'direct-link-closed' ||
    error.slug === 'rate-limited'
  )
    return error;
  if (error.slug === 'mail-limit')
    return new ProblemError('rate-limited', {
      detail: 'Many emails have been sent. Try again later.',
      headers: error.headers,
      cause: error,
    });
  ctx.log.warn('a visit of a direct link was refused', {
    workspace: ctx.workspaceId,
    direct_link: link.id,
    problem: error.slug,
  });
  return closedProblem('not_possible', error);
}
