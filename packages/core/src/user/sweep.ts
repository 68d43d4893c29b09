/** Deletes old sessions, links and sign-in history. */
import type { Base } from '../ctx.ts';

const dayMs = 86_400_000;
/** For this long, the page of a used or expired link can say that it was used or has expired. */
const linkKeptMs = 7 * dayMs;
const invitationKeptMs = 30 * dayMs;
const signInKeptMs = 365 * dayMs;
/** These mails contain addresses that anybody may have typed into the sign-in page. */
const signInMailKeptMs = dayMs;

/** Deletes everything that is old enough and returns the number of rows. Safe to run twice. */
export async function sweepPeople(base: Base): Promise<number> {
  const now = base.now();
  const before = (ms: number) => ({ lt: new Date(now.getTime() - ms) });
  const swept = await Promise.all([
    base.db.userSession.deleteMany({ where: { expiresAt: { lt: now } } }),
    base.db.signInLink.deleteMany({ where: { expiresAt: before(linkKeptMs) } }),
    base.db.signInAttempt.deleteMany({ where: { expiresAt: { lt: now } } }),
    base.db.invitation.deleteMany({ where: { expiresAt: before(invitationKeptMs) } }),
    base.db.signIn.deleteMany({ where: { at: before(signInKeptMs) } }),
    sweepSignInMails(base, before(signInMailKeptMs).lt),
  ]);
  return swept.reduce((total, { count }) => total + count, 0);
}

/** The kind is part of the text, because a prepared statement with it as a value could not use the index mail_of_sign_in. */
async function sweepSignInMails({ db }: Base, before: Date): Promise<{ count: number }> {
  const count = await db.$executeRaw`
    DELETE FROM mail WHERE kind = 'sign-in' AND status <> 'queued' AND created_at < ${before}::timestamptz`;
  return { count };
}
