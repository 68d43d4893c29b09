/** Limits how many emails a caller can cause: per document, per workspace, and per address of a workspace. */
import { normalizeEmail } from '@countersign/contract/common';
import { ProblemError } from '@countersign/problem/problem-error';
import type { SqlCtx } from '../ctx.ts';
import { realClock } from '../document-clock.ts';
import { takeTokens } from '../rate-limit/token-bucket.ts';

/** A token bucket that holds `count` tokens and refills them evenly within `seconds`. */
interface MailLimit {
  id: string;
  count: number;
  seconds: number;
  /** What the limit is for, as the problem shows it. */
  name: string;
}

type CountsMails = Pick<SqlCtx, 'db' | 'now' | 'secrets' | 'workspaceId'>;

const hour = 3600;
const day = 24 * hour;

const teamInvitationsPerDay = { perWorkspace: 200, perAddress: 5 };

/**
 * Counts a resend of a document and the emails to its recipients, in the caller's transaction. Throws mail-limit with Retry-After
 * and `retry_at` when the document or an address is over its limit; the caller's transaction then changes nothing.
 */
export async function limitResend(
  ctx: SqlCtx,
  documentId: string,
  recipients: ReadonlyArray<{ email: string }>,
): Promise<void> {
  const perHour = ctx.settings.documentResendsPerHour;
  const document = {
    id: `resend:${documentId}`,
    count: perHour,
    seconds: hour,
    name: `This document can be resent ${perHour} times an hour`,
  };
  await countMails(ctx, [document, ...addressLimits(ctx, recipients)]);
}

/**
 * Counts emails to these addresses: the first ones of a document, also to recipients whose turn comes later, codes, reassignments,
 * and reminders caused by advancing a test clock. Throws what limitResend throws.
 */
export async function limitInvitations(
  ctx: SqlCtx,
  recipients: ReadonlyArray<{ email: string }>,
): Promise<void> {
  await countMails(ctx, addressLimits(ctx, recipients));
}

/**
 * Counts an invitation to the workspace. Without a limit, an owner could invite and cancel in turns, and so email any number of
 * strangers. Throws what limitResend throws.
 */
export async function limitTeamInvitation(ctx: CountsMails, email: string): Promise<void> {
  const { perWorkspace, perAddress } = teamInvitationsPerDay;
  await countMails(ctx, [
    {
      id: `invite:${ctx.workspaceId}`,
      count: perWorkspace,
      seconds: day,
      name: `A workspace can invite ${perWorkspace} people a day`,
    },
    {
      id: `invite:${addressHash(ctx, normalizeEmail(email))}`,
      count: perAddress,
      seconds: day,
      name: `A workspace can invite one address ${perAddress} times a day`,
    },
  ]);
}

/** How many corrections that cause emails are allowed for each time that the document may be resent. */
const correctionsPerResend = 4;

/**
 * Counts a correction of a document that mails these recipients for the first time at their address. Throws what limitResend throws.
 * Without a limit per document, one document could be corrected to any number of addresses.
 */
export async function limitCorrection(
  ctx: SqlCtx,
  documentId: string,
  recipients: ReadonlyArray<{ email: string }>,
): Promise<void> {
  if (recipients.length === 0) return;
  await countMails(ctx, [correctionLimit(ctx, documentId), ...addressLimits(ctx, recipients)]);
}

/** Takes one token for a correction of each of these documents. Returns for each whether it may be corrected. */
export async function takeCorrectionTokens(ctx: SqlCtx, documentIds: readonly string[]): Promise<boolean[]> {
  const states = await takeTokens(
    ctx,
    documentIds.map((id) => bucketOf(correctionLimit(ctx, id))),
  );
  return states.map(({ allowed }) => allowed);
}

function correctionLimit({ settings }: Pick<SqlCtx, 'settings'>, documentId: string): MailLimit {
  const perHour = settings.documentResendsPerHour * correctionsPerResend;
  return {
    id: `correct:${documentId}`,
    count: perHour,
    seconds: hour,
    name: `The recipients of this document can be corrected ${perHour} times an hour`,
  };
}

/**
 * Takes one token of its address for each of these emails, in their order. Returns for each whether it may be sent; emails that may
 * not be sent are not counted.
 */
export async function takeAddressTokens(ctx: SqlCtx, emails: readonly string[]): Promise<boolean[]> {
  const allowed = emails.map(() => false);
  /** For each address, the indexes of the emails for which no token was requested yet. */
  let waiting = new Map<string, number[]>();
  emails.forEach((email, at) => {
    const address = normalizeEmail(email);
    waiting.set(address, [...(waiting.get(address) ?? []), at]);
  });
  // Each round requests one token for each address. A refused address is not requested again.
  while (waiting.size > 0) {
    const addresses = [...waiting.keys()];
    const states = await takeTokens(
      ctx,
      addresses.map((address) => bucketOf(addressLimit(ctx, address))),
    );
    const next = new Map<string, number[]>();
    addresses.forEach((address, index) => {
      if (!states[index]!.allowed) return;
      const [at, ...later] = waiting.get(address)!;
      allowed[at!] = true;
      if (later.length > 0) next.set(address, later);
    });
    waiting = next;
  }
  return allowed;
}

function addressLimits(ctx: SqlCtx, recipients: ReadonlyArray<{ email: string }>): MailLimit[] {
  const addresses = new Set(recipients.map(({ email }) => normalizeEmail(email)));
  return [...addresses].map((address) => addressLimit(ctx, address));
}

function addressLimit(ctx: Pick<SqlCtx, 'settings' | 'secrets' | 'workspaceId'>, address: string): MailLimit {
  const perHour = ctx.settings.addressMailsPerHour;
  return {
    id: `mail:${addressHash(ctx, address)}`,
    count: perHour,
    seconds: hour,
    name: `A workspace can send ${perHour} emails an hour to one address`,
  };
}

/** A keyed hash, so that no list of addresses is kept; per workspace, so that one workspace cannot use up the limit of another. */
function addressHash(ctx: Pick<SqlCtx, 'secrets' | 'workspaceId'>, address: string): string {
  return ctx.secrets.mac('person-address', `${ctx.workspaceId} ${address}`).toString('base64url');
}

const bucketOf = ({ id, count, seconds }: MailLimit) => ({ bucket: id, rate: count / seconds, burst: count });

/** Takes one token of each bucket. Throws mail-limit for the one that takes longest to have a token again. */
async function countMails(ctx: CountsMails, limits: readonly MailLimit[]): Promise<void> {
  const states = await takeTokens(ctx, limits.map(bucketOf));
  const refused = limits.flatMap(({ count, seconds, name }, index) => {
    const { allowed, tokens } = states[index]!;
    return allowed ? [] : [{ name, secondsToNext: ((1 - tokens) * seconds) / count }];
  });
  if (refused.length === 0) return;
  const longest = refused.reduce((a, b) => (b.secondsToNext > a.secondsToNext ? b : a));
  const retryAfterSeconds = Math.max(1, Math.ceil(longest.secondsToNext));
  const retryAt = new Date(realClock(ctx.now)().getTime() + retryAfterSeconds * 1000).toISOString();
  throw new ProblemError('mail-limit', {
    detail: `${longest.name}. Nothing was sent. Try again after ${retryAt}.`,
    members: { retry_at: retryAt },
    retryAfterSeconds,
  });
}
