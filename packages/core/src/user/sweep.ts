/** What of people's coming and going has served its time. */
import type { Base } from '../ctx.ts';

const dayMs = 86_400_000;
/** A used or expired link still tells its owner so for a while. */
const linkKeptMs = 7 * dayMs;
const invitationKeptMs = 30 * dayMs;
const signInKeptMs = 365 * dayMs;
/** They name whatever address was typed into the sign-in page. */
const signInMailKeptMs = dayMs;

/** Deletes in one pass; safe to run twice. Returns how many rows went. */
export async function sweepPeople(base: Base): Promise<number> {
  const now = base.now();
  const before = (ms: number) => ({ lt: new Date(now.getTime() - ms) });
  const swept = await Promise.all([
    base.db.userSession.deleteMany({ where: { expiresAt: { lt: now } } }),
    base.db.signInLink.deleteMany({ where: { expiresAt: before(linkKeptMs) } }),
    base.db.invitation.deleteMany({ where: { expiresAt: before(invitationKeptMs) } }),
    base.db.signIn.deleteMany({ where: { at: before(signInKeptMs) } }),
    base.db.mail.deleteMany({
      where: { kind: 'sign-in', status: { not: 'queued' }, createdAt: before(signInMailKeptMs) },
    }),
  ]);
  return swept.reduce((total, { count }) => total + count, 0);
}
