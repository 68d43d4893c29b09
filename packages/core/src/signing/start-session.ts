/** POST /v1/signing-sessions: the page exchanges the token of a session URL, once, for the token of its session. */
import type { Mode } from '@countersign/contract/common';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Base } from '../ctx.ts';
import { hashToken, newToken } from '../user/token.ts';
import { framingOrigins } from '../workspace/embed-origins.ts';
import { isCurrent, sessionSeconds, unknownLink } from './session.ts';

/** What the page receives: its credential, and the origins whose pages may show it in a frame. */
export interface StartedSession {
  token: string;
  endsAt: Date;
  origins: string[];
}

/**
 * Starts the session behind a session URL, for two hours. Of two concurrent calls, one succeeds. Throws not-found for an unknown URL or one
 * whose recipient was corrected, session-used, and session-expired; the last two with `origins`.
 */
export async function startSigningSession(base: Base, urlToken: string): Promise<StartedSession> {
  const found = await findByUrl(base, urlToken);
  if (!found || !isCurrent(found, found.recipient)) throw unknownLink();
  const origins = originsOf(found);
  if (found.openedAt) throw usedProblem(origins);
  const now = base.now();
  if (found.expiresAt <= now) {
    throw new ProblemError('session-expired', {
      detail: `This URL could be opened until ${found.expiresAt.toISOString()}.`,
      members: { origins },
    });
  }
  const { token, sha256 } = newToken();
  const endsAt = new Date(now.getTime() + sessionSeconds * 1000);
  const { count } = await base.db.signingSession.updateMany({
    where: { id: found.id, openedAt: null },
    data: { openedAt: now, tokenHash: sha256, endsAt },
  });
  if (count === 0) throw usedProblem(origins);
  return { token, endsAt, origins };
}

/** The origins whose pages may show the page of a session URL in a frame, also after it was used; null if it is unknown. */
export async function findFramingOrigins(base: Pick<Base, 'db'>, urlToken: string): Promise<string[] | null> {
  const found = await findByUrl(base, urlToken);
  return found && originsOf(found);
}

async function findByUrl({ db }: Pick<Base, 'db'>, urlToken: string) {
  const urlHash = hashToken(urlToken);
  if (!urlHash) return null;
  return db.signingSession.findUnique({
    where: { urlHash },
    include: {
      recipient: {
        include: {
          document: {
            select: { removedAt: true, mode: true, workspace: { select: { embedOrigins: true } } },
          },
        },
      },
    },
    relationLoadStrategy: 'join',
  });
}

interface OfWorkspace {
  recipient: { document: { mode: Mode; workspace: { embedOrigins: string[] } } };
}

function originsOf({ recipient: { document } }: OfWorkspace): string[] {
  return framingOrigins(document.workspace.embedOrigins, document.mode);
}

function usedProblem(origins: string[]): ProblemError {
  return new ProblemError('session-used', {
    detail: 'This URL has opened the page before.',
    members: { origins },
  });
}
