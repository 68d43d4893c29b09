/** From a session cookie to the person and their membership in a workspace (docs/spec/decisions.md, section 7). */
import type { Role } from '@countersign/contract/roles';
import type { Base } from '../ctx.ts';
import { sessionSeconds } from './open-session.ts';
import { hashToken } from './token.ts';

export interface Person {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  operator: boolean;
  expiresAt: Date;
  /** True if this call extended the session: the cookie must be sent again. */
  renewed: boolean;
}

/** A person's membership in a workspace. */
export interface Seat {
  workspaceId: string;
  teamId: string;
  role: Role;
}

type Found = Omit<Person, 'renewed'> & { lastSeenAt: Date } & { [Column in keyof Seat]: Seat[Column] | null };

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
): Promise<{ person: Person; seat: Seat | null } | null> {
  const tokenSha256 = hashToken(token);
  const slug = workspaceSlug !== null && /^[a-z0-9-]{1,63}$/.test(workspaceSlug) ? workspaceSlug : null;
  if (!tokenSha256) return null;
  // By the unique indexes on token_sha256 and slug. The team is the first of the workspace.
  const [found] = await base.db.$queryRaw<Found[]>`
    SELECT s.id AS "sessionId", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
      u.id AS "userId", u.email, u.name, u.operator, seat."workspaceId", seat."teamId", seat.role
    FROM user_session s JOIN app_user u ON u.id = s.user_id
    LEFT JOIN LATERAL (
      SELECT w.id AS "workspaceId", m.role,
        (SELECT id FROM team WHERE workspace_id = w.id ORDER BY created_at, id LIMIT 1) AS "teamId"
      FROM workspace w JOIN membership m ON m.workspace_id = w.id AND m.user_id = u.id
      WHERE w.slug = ${slug}
    ) seat ON true
    WHERE s.token_sha256 = ${tokenSha256}`;
  const now = base.now();
  if (!found || found.expiresAt <= now) return null;
  const { lastSeenAt, workspaceId, teamId, role, ...rest } = found;
  const renewed = now.getTime() - lastSeenAt.getTime() >= seenStepMs;
  const person = { ...rest, renewed, ...(renewed && { expiresAt: endOf(now) }) };
  if (renewed) recordVisit(base, person.sessionId, now);
  return { person, seat: workspaceId && teamId && role ? { workspaceId, teamId, role } : null };
}

const endOf = (now: Date) => new Date(now.getTime() + sessionSeconds * 1000);

/** Runs in the background. Of many concurrent calls, one writes. */
function recordVisit(base: Base, id: string, now: Date): void {
  const before = new Date(now.getTime() - seenStepMs);
  base.db.userSession
    .updateMany({
      where: { id, lastSeenAt: { lte: before } },
      data: { lastSeenAt: now, expiresAt: endOf(now) },
    })
    .catch((error: unknown) => base.log.warn('the last visit of a person could not be recorded', { error }));
}
