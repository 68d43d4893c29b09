/** Deletes old sessions, links and sign-in history. */
import type { Base } from '../ctx.ts';

const dayMs = 86_400_000;
/** Until then, the page of a used or expired link says so. */
const linkKeptMs = 7 * dayMs;
const invitationKeptMs = 30 * dayMs;
const signInKeptMs = 365 * dayMs;
/** These mails contain whatever address was typed into the sign-in page. */
const signInMailKeptMs = dayMs;

/** Deletes in one pass and returns the number of rows. Safe to run twice. */
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
