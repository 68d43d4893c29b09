/** GET /v1/signing/{token} and its files: what a recipient can see (docs/spec/decisions.md, section 9). */
import { sqlOf } from '@countersign/db/sql';
import type { Base } from '../ctx.ts';
import { baseOf } from '../document/lock.ts';
import { documentStateProblem, isUnderway, notSealedProblem, reportedStatus } from '../document/status.ts';
import { getLogo } from '../workspace/logo.ts';
import {
  openAuthenticatedSession,
  openSession,
  type SigningRequest,
  type SigningSession,
} from './session.ts';

export interface SigningView extends SigningSession {
  workspace: { name: string; accentColor: string; logo: { sha256: string } | null };
  /** Why the document was voided or declined. */
  closeReason: string | null;
  /** The name of the provider of recipients' keys; null without one. */
  signatureProvider: string | null;
}

export interface StoredFile {
  sha256: string;
  filename: string;
  workspaceId: string;
  /** The recipient who reads it. */
  recipientId: string;
}

/** Everything the page shows. The presenter leaves out what needs a one-time code that was not entered yet. */
export async function readSigning(base: Base, request: SigningRequest): Promise<SigningView> {
  const session = await openSession(base, request);
  const { document } = session;
  const [workspace] = await sqlOf(base.db).$queryRaw<Array<SigningView['workspace']>>`
    SELECT w.name, w.accent_color AS "accentColor",
      (SELECT json_build_object('sha256', l.sha256) FROM workspace_logo l WHERE l.workspace_id = w.id) AS logo
    FROM workspace w WHERE w.id = ${document.workspaceId}::uuid`;
  return {
    ...session,
    workspace: workspace!,
    closeReason: await closeReason(base, session),
    signatureProvider: base.settings.signatureProvider,
  };
}

async function closeReason(base: Base, { document }: SigningSession): Promise<string | null> {
  if (document.status === 'rejected')
    return document.recipients.find((one) => one.status === 'rejected')?.rejectReason ?? null;
  if (document.status !== 'voided') return null;
  const event = await base.db.event.findFirst({
    where: { documentId: document.id, eventType: 'envelope.voided' },
  });
  return ((event?.payload as { reason?: string } | undefined)?.reason ?? null) || null;
}

/**
 * The PDF to show, with the own signatures of recipients, during signing and once the document is completed. Throws document-state if it
 * closed in another way.
 */
export async function findSigningContent(base: Base, request: SigningRequest): Promise<StoredFile> {
  const { document, recipient } = await openAuthenticatedSession(base, request);
  if (recipient.linkIssuedAt === null || !(isUnderway(document.status) || document.status === 'completed')) {
    throw documentStateProblem('sign', reportedStatus(document));
  }
  const { title, workspaceId } = document;
  return {
    sha256: baseOf(document),
    filename: `${title}.pdf`,
    workspaceId,
    recipientId: recipient.id,
  };
}

/** The logo of the workspace that sent the document, also before a one-time code is entered. Throws not-found without one. */
export async function findSenderLogo(
  base: Base,
  request: SigningRequest,
): Promise<{ png: Uint8Array; sha256: string }> {
  const { document } = await openSession(base, request);
  return getLogo(base, document.workspaceId);
}

/** The sealed file, for every recipient with a link. Throws not-sealed until the document is sealed. */
export async function findSealedCopy(base: Base, request: SigningRequest): Promise<StoredFile> {
  const { document, recipient } = await openAuthenticatedSession(base, request);
  if (document.status !== 'completed' || !document.sealedSha256) throw notSealedProblem(document);
  const { title, workspaceId } = document;
  const filename = `${title} (sealed).pdf`;
  return { sha256: document.sealedSha256, filename, workspaceId, recipientId: recipient.id };
}
