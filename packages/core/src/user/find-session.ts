/** From a session cookie to the person and their membership in a workspace (docs/spec/decisions.md, section 7). */
import type { SignInMethod } from '@countersign/contract/console';
import type { Role } from '@countersign/contract/roles';
import type { Base } from '../ctx.ts';
import { sessionEnd } from './open-session.ts';
import { hashToken } from './token.ts';

export interface SignedInPerson {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  operator: boolean;
  expiresAt: Date;
  signedInBy: SignInMethod;
  signedInAt: Date;
  /** True if this call extended the session: the cookie must be sent again. */
  renewed: boolean;
}

/** A person's membership in a workspace. */
export interface Membership {
  workspaceId: string;
  teamId: string;
  role: Role;
  /** Whether only sessions that began by single sign-on may use the workspace: see access.ts. */
  requiresSingleSignOn: boolean;
}

type Found = Omit<SignedInPerson, 'renewed'> & { lastSeenAt: Date; endsAt: Date | null } & {
  [Column in keyof Membership]: Membership[Column] | null;
};

/** `last_seen_at` is written, and the session extended, at most this often. */
const seenStepMs = 60_000;

/**
 * The person behind a cookie, or null if the cookie is malformed (detected without a database read), unknown or expired. With
 * the person's membership in the named workspace, or null if there is none. Extends the session in the background.
 */
export async function findSession(
  base: Base,
  token: string,
  workspaceSlug: string | null = null,
): Promise<{ person: SignedInPerson; membership: Membership | null } | null> {
  const tokenSha256 = hashToken(token);
  const slug = workspaceSlug !== null && /^[a-z0-9-]{1,63}$/.test(workspaceSlug) ? workspaceSlug : null;
  if (!tokenSha256) return null;
  // By the unique indexes on token_sha256 and slug. The team is the first of the workspace.
  const [found] = await base.db.$queryRaw<Found[]>`
    SELECT s.id AS "sessionId", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
      s.ends_at AS "endsAt", s.method AS "signedInBy", s.created_at AS "signedInAt",
      u.id AS "userId", u.email, u.name, u.operator, mine."workspaceId", mine."teamId", mine.role, mine."requiresSingleSignOn"
    FROM user_session s JOIN app_user u ON u.id = s.user_id
    LEFT JOIN LATERAL (
      SELECT w.id AS "workspaceId", m.role, w.requires_single_sign_on OR m.from_groups AS "requiresSingleSignOn",
        (SELECT id FROM team WHERE workspace_id = w.id ORDER BY created_at, id LIMIT 1) AS "teamId"
      FROM workspace w JOIN membership m ON m.workspace_id = w.id AND m.user_id = u.id
      WHERE w.slug = ${slug}
    ) mine ON true
    WHERE s.token_sha256 = ${tokenSha256}`;
  const now = base.now();
  if (!found || found.expiresAt <= now) return null;
  const { lastSeenAt, endsAt, workspaceId, teamId, role, requiresSingleSignOn, ...rest } = found;
  const renewed = now.getTime() - lastSeenAt.getTime() >= seenStepMs;
  const expiresAt = renewed ? sessionEnd(now, endsAt) : rest.expiresAt;
  const person = { ...rest, renewed, expiresAt };
  if (renewed) recordVisit(base, person.sessionId, now, expiresAt);
  const isMember = workspaceId && teamId && role && requiresSingleSignOn !== null;
  return { person, membership: isMember ? { workspaceId, teamId, role, requiresSingleSignOn } : null };
}

/** Runs in the background. Of many concurrent calls, one writes. */
function recordVisit(base: Base, id: string, now: Date, expiresAt: Date): void {
  const before = new Date(now.getTime() - seenStepMs);
  base.db.userSession
    .updateMany({
      where: { id, lastSeenAt: { lte: before } },
      data: { lastSeenAt: now, expiresAt },
    })
    .catch((error: unknown) => base.log.warn('the last visit of a person could not be recorded', { error }));
}
