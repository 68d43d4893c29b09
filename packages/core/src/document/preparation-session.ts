/**
 * POST /v1/documents/{id}/preparation-session: a URL with which the sender's application opens the editor of one draft, and what the
 * page behind it may do (docs/decisions/021-embedded-signing.md).
 */
import type { Mode } from '@countersign/contract/common';
import type { DocumentStatus } from '@countersign/contract/document';
import type { Actor } from '@countersign/contract/event';
import { encodeId, newId } from '@countersign/contract/ids';
import { isAtLeast } from '@countersign/contract/roles';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { type Base, type Ctx, type TxCtx, withTransaction } from '../ctx.ts';
import { realClock } from '../document-clock.ts';
import { takeToken } from '../rate-limit/token-bucket.ts';
import { hashToken, newToken } from '../user/token.ts';
import { framingOrigins } from '../workspace/embed-origins.ts';
import { documentUuid, lockDocument } from './lock.ts';
import { guardStatus } from './status.ts';

/** How long the URL can be opened. */
const urlSeconds = 5 * 60;
/** How long the page can be used. */
const sessionSeconds = 2 * 3600;
/** The most sessions of one document in an hour. */
const sessionsPerHour = 60;

/**
 * Creates a URL that opens the editor of the draft, once and within five minutes. Throws not-found, document-state unless the document
 * is a finalized draft, and rate-limited after 60 in an hour.
 */
export async function createPreparationSession(
  ctx: Ctx,
  publicId: string,
  { canSend }: { canSend: boolean },
): Promise<{ url: string; expiresAt: Date }> {
  guardRole(ctx, 'manager');
  const documentId = documentUuid(publicId);
  return withTransaction(ctx, async (tx) => {
    const { document, ctx } = await lockDocument(tx, documentId);
    guardStatus('prepare', document);
    await limitSessions(ctx, documentId);
    // The real time, because browsers and applications do not follow the advanced clock of a test document.
    const createdAt = realClock(ctx.now)();
    const expiresAt = new Date(createdAt.getTime() + urlSeconds * 1000);
    const { token, sha256 } = newToken();
    const { type, id, name } = ctx.actor;
    await ctx.db.preparationSession.create({
      data: {
        id: newId(),
        documentId,
        actor: { type, id, ...(name !== undefined && { name }) },
        canSend,
        urlHash: sha256,
        createdAt,
        expiresAt,
      },
    });
    return { url: `${ctx.settings.publicUrl}/embed/prepare/${token}`, expiresAt };
  });
}

async function limitSessions(ctx: TxCtx, documentId: string): Promise<void> {
  const rate = sessionsPerHour / 3600;
  const { allowed, tokens } = await takeToken(ctx, {
    bucket: `preparation-session:${documentId}`,
    rate,
    burst: sessionsPerHour,
  });
  if (allowed) return;
  throw new ProblemError('rate-limited', {
    detail: `At most ${sessionsPerHour} preparation sessions of one document can be created in an hour.`,
    retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / rate)),
  });
}

/** What the page receives: its credential, its document, and the origins whose pages may show it in a frame. */
export interface StartedPreparation {
  token: string;
  endsAt: Date;
  origins: string[];
  publicId: string;
  mode: Mode;
  canSend: boolean;
}

/**
 * Starts the session behind the URL, for two hours. Of two callers one wins. Throws not-found for an unknown URL, session-used, and
 * session-expired, also if the document is no longer a draft or the creator of the URL may no longer prepare it. The last two problems
 * have `origins`.
 */
export async function startPreparation(base: Base, urlToken: string): Promise<StartedPreparation> {
  const found = await findByUrl(base, urlToken);
  if (!found || found.document.removedAt !== null)
    throw new ProblemError('not-found', { detail: 'This session URL is not valid.' });
  const origins = originsOf(found);
  if (found.openedAt) throw usedProblem(origins);
  const now = base.now();
  if (found.expiresAt <= now) {
    throw new ProblemError('session-expired', {
      detail: `This URL could be opened until ${found.expiresAt.toISOString()}.`,
      members: { origins },
    });
  }
  const { workspaceId, status } = found.document;
  if (status !== 'draft' || !(await mayPrepare(base, workspaceId, found.actor as unknown as Actor))) {
    throw new ProblemError('session-expired', {
      detail:
        status === 'draft'
          ? 'The person or key that created this URL may no longer prepare the document.'
          : 'The document is no longer a draft.',
      members: { origins },
    });
  }
  const { token, sha256 } = newToken();
  const endsAt = new Date(now.getTime() + sessionSeconds * 1000);
  const { count } = await base.db.preparationSession.updateMany({
    where: { id: found.id, openedAt: null },
    data: { openedAt: now, tokenHash: sha256, endsAt },
  });
  if (count === 0) throw usedProblem(origins);
  const { mode } = found.document;
  return {
    token,
    endsAt,
    origins,
    publicId: encodeId('doc', found.documentId),
    mode,
    canSend: found.canSend,
  };
}

/** The origins whose pages may show the page of the URL in a frame, also after it was used; null if it is unknown. */
export async function findPreparationOrigins(
  base: Pick<Base, 'db'>,
  urlToken: string,
): Promise<string[] | null> {
  const found = await findByUrl(base, urlToken);
  return found && originsOf(found);
}

async function findByUrl({ db }: Pick<Base, 'db'>, urlToken: string) {
  const urlHash = hashToken(urlToken);
  if (!urlHash) return null;
  return db.preparationSession.findUnique({
    where: { urlHash },
    include: {
      document: {
        select: {
          removedAt: true,
          mode: true,
          status: true,
          workspaceId: true,
          workspace: { select: { embedOrigins: true } },
        },
      },
    },
    relationLoadStrategy: 'join',
  });
}

function originsOf({
  document,
}: {
  document: { mode: Mode; workspace: { embedOrigins: string[] } };
}): string[] {
  return framingOrigins(document.workspace.embedOrigins, document.mode);
}

function usedProblem(origins: string[]): ProblemError {
  return new ProblemError('session-used', {
    detail: 'This URL has opened the page before.',
    members: { origins },
  });
}

/** The draft of a preparation session, and the actor on whose behalf it is changed. */
export interface PreparationScope extends Pick<Ctx, 'workspaceId' | 'teamId' | 'mode' | 'actor' | 'role'> {
  sessionId: string;
  publicId: string;
  canSend: boolean;
  status: DocumentStatus;
}

/**
 * The scope of the session with this token; null if there is none, it has ended, the document was removed, or the person or key that
 * created the session may no longer prepare the document.
 */
export async function findPreparationScope(
  base: Pick<Base, 'db' | 'now'>,
  token: string,
): Promise<PreparationScope | null> {
  const tokenHash = hashToken(token);
  if (!tokenHash) return null;
  const found = await base.db.preparationSession.findFirst({
    where: { tokenHash, endsAt: { gt: base.now() }, document: { removedAt: null } },
    include: { document: { select: { workspaceId: true, teamId: true, mode: true, status: true } } },
    relationLoadStrategy: 'join',
  });
  if (!found) return null;
  const actor = found.actor as unknown as Actor;
  if (!(await mayPrepare(base, found.document.workspaceId, actor))) return null;
  return {
    ...found.document,
    sessionId: found.id,
    actor,
    role: 'manager',
    publicId: encodeId('doc', found.documentId),
    canSend: found.canSend,
  };
}

/** Whether the key is still valid, or the person still a manager or owner of the workspace. */
async function mayPrepare(
  { db, now }: Pick<Base, 'db' | 'now'>,
  workspaceId: string,
  { type, id }: Actor,
): Promise<boolean> {
  if (!id) return false;
  if (type === 'api_key') {
    const isValid = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] };
    return (await db.apiKey.count({ where: { id, workspaceId, ...isValid } })) > 0;
  }
  if (type !== 'user') return false;
  const membership = await db.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId: id } },
  });
  return membership !== null && isAtLeast(membership.role, 'manager');
}
