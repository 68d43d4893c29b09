/**
 * The recipient behind a signing token, and whether they have proved who they are (docs/spec/decisions.md, sections 3 and 9).
 */
import type { Recipient, SigningSession as SessionRow } from '@countersign/db/models';
import { columnsOf } from '@countersign/db/rows';
import { sqlOf } from '@countersign/db/sql';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Base, Ctx, SqlCtx } from '../ctx.ts';
import { type FullDocument, type LockedDocument, lockDocument } from '../document/lock.ts';
import { type FullRow, fullColumns, fullDocument } from '../document/rows.ts';
import { atItsClock, documentStateProblem, guardStatus, reportedStatus } from '../document/status.ts';
import { clockOf } from '../document-clock.ts';
import { isLinkOf, recipientIdOf } from '../recipient/link.ts';
import { isMailed, isTurn, mustAct } from '../recipient/status.ts';
import { isAmong, type Secrets } from '../secrets.ts';
import { hashToken } from '../user/token.ts';

/** A request of the signing page: its credential, the session cookie from a one-time code, and the origin of the request. */
export interface SigningRequest {
  /** The token of a signing link, or of a signing session that the sender's application created. */
  token: string;
  sessionCookie: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
  /** What findSigner found for this request, so that it is read once. */
  signer?: Signer | undefined;
}

/** A recipient on the signing page. */
export interface Signer {
  ctx: Ctx;
  recipient: Recipient;
  documentId: string;
  /** True if no code is required, or one was entered in this browser or signing session within the last two hours. */
  authSatisfied: boolean;
  /** The id of the signing session; null for a signing link. */
  signingSessionId: string | null;
}

/** A signer with the document as they see it. */
export interface SigningSession extends Signer {
  document: FullDocument;
}

export const sessionSeconds = 2 * 3600;

/** The problem of an invalid link. */
export const unknownLink = () => new ProblemError('not-found', { detail: 'This signing link is not valid.' });

const sessionText = (recipient: Pick<Recipient, 'id' | 'linkVersion'>, expires: number) =>
  `${recipient.id}:${recipient.linkVersion}:${expires}`;

/** The name of the cookie that belongs to a token; null if the text cannot be a token. */
export function sessionCookieName(token: string): string | null {
  const id = recipientIdOf(token);
  return id && `cs_signing_${id.replaceAll('-', '')}`;
}

/** A cookie value that gives this recipient access for two hours from `now`. */
export function sessionCookieValue(
  secrets: Secrets,
  recipient: Pick<Recipient, 'id' | 'linkVersion'>,
  now: Date,
): string {
  const expires = now.getTime() + sessionSeconds * 1000;
  return `${expires}.${secrets.mac('signing-session', sessionText(recipient, expires)).toString('base64url')}`;
}

function isSessionCookie(secrets: Secrets, recipient: Recipient, cookie: string | null, now: Date): boolean {
  const [expires = '', mac = ''] = cookie?.split('.') ?? [];
  if (!/^\d{1,15}$/.test(expires) || Number(expires) <= now.getTime()) return false;
  const accepted = secrets.macs('signing-session', sessionText(recipient, Number(expires)));
  return isAmong(accepted, Buffer.from(mac, 'base64url'));
}

/** True for a valid link, even if the document is closed; false for unknown and invalidated ones. */
export async function isSigningLink(
  { db, secrets }: Pick<Base, 'db' | 'secrets'>,
  token: string,
): Promise<boolean> {
  const id = recipientIdOf(token);
  if (!id) return false;
  const select = {
    id: true,
    linkVersion: true,
    status: true,
    document: { select: { removedAt: true } },
  } as const;
  const recipient = await db.recipient.findUnique({ where: { id }, select });
  return recipient !== null && isValidLink(secrets, token, recipient);
}

type LinkHolder = Pick<Recipient, 'id' | 'linkVersion' | 'status'> & { document: { removedAt: Date | null } };

function isValidLink(secrets: Secrets, token: string, recipient: LinkHolder): boolean {
  return mayVisit(recipient) && isLinkOf(secrets, token, recipient);
}

/** True if the session is for the recipient as they are now: a correction or a change of the delivery ends it. */
export function isCurrent(
  session: Pick<SessionRow, 'linkVersion'>,
  recipient: LinkHolder & Pick<Recipient, 'delivery'>,
): boolean {
  return mayVisit(recipient) && !isMailed(recipient) && session.linkVersion === recipient.linkVersion;
}

const mayVisit = (recipient: LinkHolder) =>
  recipient.status !== 'reassigned' && recipient.document.removedAt === null;

/** The signing session that a page opened, unless it has ended. Null for every other text, tokens of links included. */
async function findOpened({ db, now }: Pick<Base, 'db' | 'now'>, token: string): Promise<SessionRow | null> {
  const tokenHash = hashToken(token);
  if (!tokenHash) return null;
  return db.signingSession.findFirst({ where: { tokenHash, endsAt: { gt: now() } } });
}

/** True if the text has the form of a credential of a signing page. */
export function isCredential(token: string): boolean {
  return recipientIdOf(token) !== null || hashToken(token) !== null;
}

/** What a signer's context needs of the document. */
type Scope = Pick<
  FullDocument,
  'id' | 'workspaceId' | 'teamId' | 'mode' | 'clockOffsetSeconds' | 'removedAt'
>;

const recipientColumns = columnsOf('Recipient', 'r');

/** The signer behind the credential, a link or a session; null if it is unknown or invalidated. Reads little of the document. */
export async function findSigner(base: Base, request: SigningRequest): Promise<Signer | null> {
  const session = await findOpened(base, request.token);
  const id = session?.recipientId ?? recipientIdOf(request.token);
  if (!id) return null;
  const [found] = await sqlOf(base.db).$queryRaw<Array<Recipient & Omit<Scope, 'id'>>>`
    SELECT ${recipientColumns}, d.workspace_id AS "workspaceId", d.team_id AS "teamId", d.mode,
      d.clock_offset_seconds AS "clockOffsetSeconds", d.removed_at AS "removedAt"
    FROM recipient r JOIN document d ON d.id = r.document_id WHERE r.id = ${id}::uuid`;
  if (!found) return null;
  const { workspaceId, teamId, mode, clockOffsetSeconds, removedAt, ...recipient } = found;
  const document = { id: recipient.documentId, workspaceId, teamId, mode, clockOffsetSeconds, removedAt };
  if (!isValid(base, request, session, recipient, document)) return null;
  return signerOf(base, request, session, recipient, document);
}

/** Finds the recipient and document behind a token. Throws not-found for unknown and invalidated links and sessions. */
export async function openSession(base: Base, request: SigningRequest): Promise<SigningSession> {
  const session = await findOpened(base, request.token);
  const recipientId = session?.recipientId ?? recipientIdOf(request.token);
  if (!recipientId) throw unknownLink();
  const [row] = await sqlOf(base.db).$queryRaw<FullRow[]>`
    SELECT ${fullColumns} FROM document d
    WHERE d.id = (SELECT document_id FROM recipient WHERE id = ${recipientId}::uuid)`;
  if (!row) throw unknownLink();
  const document = atItsClock(fullDocument(row), base.now);
  const recipient = document.recipients.find(({ id }) => id === recipientId)!;
  if (!isValid(base, request, session, recipient, document)) throw unknownLink();
  return { ...signerOf(base, request, session, recipient, document), document };
}

function isValid(
  base: Base,
  request: SigningRequest,
  session: SessionRow | null,
  recipient: Recipient,
  document: Pick<Scope, 'removedAt'>,
): boolean {
  const holder = { ...recipient, document };
  return session ? isCurrent(session, holder) : isValidLink(base.secrets, request.token, holder);
}

function signerOf(
  base: Base,
  request: SigningRequest,
  session: SessionRow | null,
  recipient: Recipient,
  document: Scope,
): Signer {
  const ctx: Ctx = {
    ...base,
    now: clockOf(base.now, document),
    workspaceId: document.workspaceId,
    teamId: document.teamId,
    mode: document.mode,
    actor: { type: 'recipient', id: recipient.id, name: recipient.name, email: recipient.email },
    role: 'manager',
    ip: request.ip,
    userAgent: request.userAgent,
    requestId: request.requestId,
  };
  const authSatisfied =
    recipient.authLevel === 'link' ||
    (session
      ? session.verifiedAt !== null
      : isSessionCookie(base.secrets, recipient, request.sessionCookie, base.now()));
  return {
    ctx,
    recipient,
    documentId: document.id,
    authSatisfied,
    signingSessionId: session?.id ?? null,
  };
}

/** openSession, but throws unauthenticated until the one-time code was entered. Required for content and for every change. */
export async function openAuthenticatedSession(base: Base, request: SigningRequest): Promise<SigningSession> {
  const session = await openSession(base, request);
  guardAuthenticated(session);
  return session;
}

/** The same without the document, for changes that read it under its lock. */
export async function openAuthenticatedSigner(base: Base, request: SigningRequest): Promise<Signer> {
  const signer = request.signer ?? (await findSigner(base, request));
  if (!signer) throw unknownLink();
  guardAuthenticated(signer);
  return signer;
}

function guardAuthenticated({ authSatisfied }: Signer): void {
  if (authSatisfied) return;
  throw new ProblemError('unauthenticated', {
    detail: 'Enter the one-time code first.',
    headers: { 'WWW-Authenticate': 'OTP' },
  });
}

/** The document under its lock, with its recipient and the context on its clock. */
export interface LockedSession<C extends SqlCtx = SqlCtx> extends LockedDocument<C> {
  recipient: Recipient;
  /** The id of the signing session; null for a signing link. */
  signingSessionId: string | null;
}

/**
 * Locks the document and reads the recipient again. Throws not-found if the link has become invalid, and document-state if the
 * document has closed.
 */
export async function lockForSigning<C extends SqlCtx>(tx: C, session: Signer): Promise<LockedSession<C>> {
  const locked = await lockSession(tx, session);
  guardUnderway(locked.document);
  return locked;
}

/** The same for a document in any status. Throws not-found if the link has become invalid. */
export async function lockSession<C extends SqlCtx>(tx: C, session: Signer): Promise<LockedSession<C>> {
  const { document, ctx } = await lockDocument(tx, session.documentId);
  const recipient = document.recipients.find((one) => one.id === session.recipient.id);
  // Reassigning and correcting a recipient increment the version.
  if (!recipient || recipient.linkVersion !== session.recipient.linkVersion) throw unknownLink();
  return { document, recipient, ctx, signingSessionId: session.signingSessionId };
}

/** Throws document-state once the document is closed. */
export function guardUnderway(document: FullDocument): void {
  guardStatus('sign', document);
}

/** Throws document-state unless it is this recipient's turn and they have neither completed nor declined. */
export function guardTurn(document: FullDocument, recipient: Recipient): void {
  const refuse = (detail: string) => documentStateProblem('sign', reportedStatus(document), detail);
  if (!mustAct(recipient)) throw refuse(`A ${recipient.role} does not sign.`);
  if (recipient.status === 'completed') throw refuse('This recipient has already completed.');
  guardNotEarly(document, recipient);
}

/** Throws document-state if it is not this recipient's turn yet. Viewers have one too. */
export function guardNotEarly(document: FullDocument, recipient: Recipient): void {
  if (!isTurn(recipient, document.recipients))
    throw documentStateProblem('sign', reportedStatus(document), "It is not this recipient's turn yet.");
}
