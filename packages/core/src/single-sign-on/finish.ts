/** Completes single sign-on: from the answer of the identity provider to a session (docs/decisions/046-single-sign-on.md). */
import { newId } from '@countersign/contract/ids';
import { type InTransaction, type PersonCtx, withTransaction } from '../ctx.ts';
import { queueAccountMail } from '../mail/queue-mail.ts';
import { attemptMinutes, takeAttempt } from '../user/attempts.ts';
import { type OpenedSession, openConsoleSession, recordSignIn } from '../user/open-session.ts';
import { applyGroups, rolesOf } from './apply-groups.ts';
import { checksOf } from './checks.ts';
import type { Checks, IdentityProvider } from './provider.ts';
import type { Profile } from './read-profile.ts';
import { refusal } from './refusal.ts';

type TxPersonCtx = PersonCtx & InTransaction;

/**
 * Exchanges the answer of the provider for a session, and gives the person the memberships of their groups. Creates the person at the first
 * sign-in if a group gives them a membership. Throws single-sign-on-refused and unavailable.
 */
export async function finishSingleSignOn(
  ctx: PersonCtx,
  provider: IdentityProvider,
  input: { query: string; browserToken: string | null; previousToken: string | null },
): Promise<OpenedSession> {
  const checks = await takeChecks(ctx, input);
  const profile = await provider.exchange(input.query, checks);
  return withTransaction(ctx, async (tx) => {
    const roles = await rolesOf(tx, profile.groups);
    const userId = await findOrCreatePerson(tx, provider, profile, roles.size > 0);
    await applyGroups(tx, userId, roles);
    return openConsoleSession(tx, {
      userId,
      previousToken: input.previousToken,
      outcome: 'single_sign_on',
      method: 'single_sign_on',
      endsAt: new Date(tx.now().getTime() + provider.sessionSeconds * 1000),
    });
  });
}

/** Uses up the attempt that the answer names. */
async function takeChecks(
  ctx: PersonCtx,
  { query, browserToken }: { query: string; browserToken: string | null },
): Promise<Checks> {
  const states = new URLSearchParams(query).getAll('state');
  const secret = states.length === 1 ? states[0]! : '';
  if (browserToken !== null && (await takeAttempt(ctx, 'single_sign_on', { secret, browserToken })))
    return checksOf({ secret, browserToken });
  throw refusal(
    `This sign-in was already completed, has expired after ${attemptMinutes} minutes, or began in another browser. Start again.`,
  );
}

/**
 * The person is identified by issuer and subject. An identity that is seen for the first time is connected to the user with its verified
 * address, or to a new user.
 */
async function findOrCreatePerson(
  tx: TxPersonCtx,
  provider: IdentityProvider,
  { issuer, subject, email, name }: Profile,
  hasRole: boolean,
): Promise<string> {
  const now = tx.now();
  const known = await useIdentity(tx, issuer, subject);
  if (known !== null) return known;
  if (email === null)
    throw refusal(
      'The identity provider does not confirm your email address, which the first sign-in needs. Ask the administrator of the provider to verify it.',
    );
  // First sign-ins with one address happen one after the other, so that they find each other's rows.
  await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`single sign-on ${email}`}, 0))`;
  const connected = await useIdentity(tx, issuer, subject);
  if (connected !== null) return connected;
  const existing = await tx.db.user.findUnique({ where: { email } });
  if (!existing && !hasRole)
    throw refusal(
      'None of your groups has access to a workspace. If you were invited, open the link in the invitation first; otherwise ask an owner of the workspace.',
    );
  const user = await tx.db.user.upsert({
    where: { email },
    create: { id: newId(), email, name: name ?? email.slice(0, email.indexOf('@')), createdAt: now },
    update: {},
  });
  await guardNoOtherIdentity(tx, user.id, issuer);
  await tx.db.externalIdentity.create({
    data: { issuer, subject, userId: user.id, createdAt: now, lastUsedAt: now },
  });
  if (existing) await reportConnection(tx, user, provider.name);
  return user.id;
}

/** The user of the identity, or null if it is not known. Records that it was used. */
async function useIdentity(tx: TxPersonCtx, issuer: string, subject: string): Promise<string | null> {
  const [used] = await tx.db.externalIdentity.updateManyAndReturn({
    where: { issuer, subject },
    data: { lastUsedAt: tx.now() },
    select: { userId: true },
  });
  return used?.userId ?? null;
}

/** After a person has left, a provider may give the address to another person, who must not get the user of the first. */
async function guardNoOtherIdentity(tx: TxPersonCtx, userId: string, issuer: string): Promise<void> {
  const connected = await tx.db.externalIdentity.findUnique({ where: { userId_issuer: { userId, issuer } } });
  if (connected)
    throw refusal(
      'Another account of the identity provider is connected to your email address. Ask the operator to disconnect it.',
    );
}

async function reportConnection(
  tx: TxPersonCtx,
  user: { id: string; email: string; name: string },
  providerName: string,
): Promise<void> {
  await recordSignIn(tx.db, tx, user.id, 'single_sign_on_connected');
  await queueAccountMail(tx, {
    kind: 'sign-in-method',
    workspaceId: null,
    toName: user.name,
    toAddress: user.email,
    data: { method: 'single_sign_on', name: providerName },
  });
}
