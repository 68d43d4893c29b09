/** GET /signature-return: the browser comes back from the provider, first with the right to read the keys, then with the authorization. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnSignatureFailure } from '@countersign/contract/enumerations';
import { signatureLevels } from '@countersign/contract/enumerations';
import type { PendingSignature, Recipient } from '@countersign/db/models';
import { PdfError, SealError } from '@countersign/pdf/ports/errors';
import type { PreparedRecipientSignature } from '@countersign/pdf/ports/recipient-signature';
import { ProblemError } from '@countersign/problem/problem-error';
import {
  type ProviderReturn,
  type RecipientCredential,
  type RecipientSigner,
  RecipientSignerError,
  type SignatureRequest,
} from '@countersign/recipient-signers/recipient-signer';
import { type Base, withTransaction } from '../ctx.ts';
import { linkToken } from '../recipient/link.ts';
import { ValuesMismatchError } from '../seal/check-values.ts';
import type { CollectedValue } from '../signing/collect-values.ts';
import { type OwnCompletion, recordCompletion } from '../signing/complete.ts';
import { testWatermark } from '../signing/placed-marks.ts';
import {
  guardTurn,
  guardUnderway,
  lockForSigning,
  openSession,
  type SigningSession,
} from '../signing/session.ts';
import { hashToken } from '../user/token.ts';
import {
  documentDigest,
  isSameBrowser,
  newVisit,
  removePrepared,
  returnUrl,
  type SignaturePorts,
  type Visit,
  visitCookieName,
} from './pending.ts';
import { completeFile, prepareFile } from './prepare.ts';

/** What the browser brought back, and the request that brought it. */
export interface ReturnRequest {
  state: string;
  /** Null if the provider or the recipient refused. */
  code: string | null;
  cookie(name: string): string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
}

/** The page to which the browser is redirected. `token` is the token of the signing link. */
export type ReturnOutcome =
  | { kind: 'unknown' }
  | { kind: 'authorize'; url: string; recipientId: string; visit: Visit }
  | { kind: 'signed'; token: string; recipientId: string }
  | { kind: 'failed'; token: string; recipientId: string; failure: OwnSignatureFailure };

const fullQueueAttempts = 20;
const fullQueuePauseMs = 500;

/** The column `prepared`. Bytes are in base64. */
interface StoredPrepared {
  credential: Omit<RecipientCredential, 'certificates'> & { certificates: string[] };
  attributes: string;
  contentsOffset: number;
  contentsLength: number;
}

/** A failure whose reason the recipient gets to know. */
class Failed extends Error {
  readonly failure: OwnSignatureFailure;
  constructor(failure: OwnSignatureFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/**
 * Continues the visit that has this state, in the browser that has its cookie; `unknown` for every other state and browser. A state works
 * once, also if this fails. After a failure the document is as it was, and the recipient can start again.
 */
export async function continueOwnSignature(
  base: Base & SignaturePorts,
  request: ReturnRequest,
): Promise<ReturnOutcome> {
  const pending = await takeVisit(base, request);
  if (!pending) return { kind: 'unknown' };
  const { recipient, verifier } = pending;
  const token = linkToken(base.secrets, recipient);
  try {
    const { recipientSigner: signer } = base;
    if (!signer) throw new Failed('unavailable', 'there is no provider any more');
    if (request.code === null) throw new Failed('denied', 'the provider sent no code');
    const session = await openPending(base, request, pending, token);
    const answer = { code: request.code, codeVerifier: verifier, redirectUrl: returnUrl(base) };
    if (pending.prepared === null) {
      return await authorize(base, signer, session, pending, answer).catch(async (error: unknown) => {
        // The document and its trail are read one after the other. If a recipient completed in between, openPending reports that.
        if (error instanceof ValuesMismatchError) await openPending(base, request, pending, token);
        throw error;
      });
    }
    await sign(base, signer, session, pending, answer);
    await removePrepared(base, pending.preparedSha256);
    return { kind: 'signed', token, recipientId: recipient.id };
  } catch (error) {
    const failure = failureOf(error);
    base.log[failure === null ? 'error' : 'warn']("a recipient's own signature failed", {
      recipient_id: recipient.id,
      failure,
      ...(failure === null ? { error } : { reason: (error as Error).message }),
    });
    await base.db.pendingSignature.deleteMany({ where: { id: pending.id } });
    await removePrepared(base, pending.preparedSha256);
    return { kind: 'failed', token, recipientId: recipient.id, failure: failure ?? 'unavailable' };
  }
}

type Taken = PendingSignature & { recipient: Recipient; verifier: string };

/** Uses up the state. Null if it is unknown or used, or belongs to another browser; in that case it stays usable. */
async function takeVisit({ db }: Base, request: ReturnRequest): Promise<Taken | null> {
  const stateHash = hashToken(request.state);
  if (!stateHash) return null;
  const found = await db.pendingSignature.findUnique({ where: { stateHash }, include: { recipient: true } });
  if (!found) return null;
  const verifier = request.cookie(visitCookieName(found.recipientId));
  if (verifier === null || !isSameBrowser(found.verifierHash, verifier)) return null;
  const { count } = await db.pendingSignature.updateMany({
    where: { id: found.id, stateHash },
    data: { stateHash: null },
  });
  return count === 1 ? { ...found, verifier } : null;
}

/** The session of the recipient, if the document is as it was when they left. */
async function openPending(
  base: Base,
  request: ReturnRequest,
  pending: Taken,
  token: string,
): Promise<SigningSession> {
  if (pending.expiresAt <= base.now()) throw new Failed('expired', 'the visit took more than 15 minutes');
  const { ip, userAgent, requestId } = request;
  // No cookie of a one-time code: the visit began in this browser after the code was entered.
  const session = await openSession(base, { token, sessionCookie: null, ip, userAgent, requestId });
  guardUnderway(session.document);
  guardUnchanged(session, pending);
  return session;
}

function guardUnchanged(
  { document, recipient }: Pick<SigningSession, 'document' | 'recipient'>,
  pending: PendingSignature,
): void {
  guardTurn(document, recipient);
  if (documentDigest(document, recipient) !== pending.documentDigest)
    throw new Failed('changed', 'the document has changed');
}

/** After the first visit: reads the keys, prepares the file and sends the browser to authorize the signature. */
async function authorize(
  base: Base & SignaturePorts,
  signer: RecipientSigner,
  session: SigningSession,
  pending: PendingSignature,
  answer: ProviderReturn,
): Promise<ReturnOutcome> {
  const { recipient } = session;
  const credentials = await signer.credentials(await signer.access(answer));
  const credential = chooseCredential(credentials, recipient);
  const prepared = await prepareFile(base, session, valuesOf(pending), credential.certificates);
  const { sha256: preparedSha256 } = await base.storage.putBytes(prepared.bytes);
  const visit = newVisit(base, pending.language);
  const url = await signer.authorizationPage(
    visit.forProvider,
    requestFor(session, credential, prepared.attributes),
  );
  const { count } = await base.db.pendingSignature.updateMany({
    where: { id: pending.id, stateHash: null },
    data: { ...visit.columns, prepared: toStored(credential, prepared), preparedSha256 },
  });
  if (count === 0) {
    await removePrepared(base, preparedSha256);
    throw new Failed('changed', 'the visit has ended in the meantime');
  }
  return { kind: 'authorize', url, recipientId: recipient.id, visit };
}

/** After the second visit: gets the signature, and in one transaction completes the recipient with it. */
async function sign(
  base: Base & SignaturePorts,
  signer: RecipientSigner,
  session: SigningSession,
  pending: PendingSignature,
  answer: ProviderReturn,
): Promise<void> {
  const { credential, prepared } = await fromStored(base, pending);
  const activation = await signer.authorizeByPage(answer);
  const value = await signer.sign(activation, requestFor(session, credential, prepared.attributes));
  const token = await tokenOver(base, value);
  const { bytes, certificateSha256 } = await whenFree(() =>
    completeFile(session.ctx, prepared, value, token),
  );
  const { sha256: revisionSha256 } = await base.storage.putBytes(bytes);
  const { level, certificates } = credential;
  const own: OwnCompletion = {
    facts: {
      ...{ level, provider: signer.name, certificateSha256 },
      ...{ coversUpTo: bytes.length, revisionSha256 },
    },
    certificate: certificates[0]!,
  };
  await withTransaction(session.ctx, async (tx) => {
    const locked = await lockForSigning(tx, session);
    guardUnchanged(locked, pending);
    // Another attempt replaces the row, and the completion below deletes it.
    const { count } = await tx.db.pendingSignature.deleteMany({ where: { id: pending.id } });
    if (count === 0) throw new Failed('changed', 'the visit has ended in the meantime');
    await recordCompletion(locked, valuesOf(pending), own);
  });
}

/** Tries again while the queue of PDF work is full: the authorization is used up, and the recipient would have to sign again. */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      // The work throws no problem, and the queue no other one.
      if (!(error instanceof ProblemError) || attempt === fullQueueAttempts) throw error;
      await delay(fullQueuePauseMs);
    }
  }
}

/**
 * The first key whose level suffices and that the recipient authorizes at the provider. PINs and codes are never entered on our page,
 * so that they stay between the recipient and the provider.
 */
function chooseCredential(
  credentials: readonly RecipientCredential[],
  { signatureLevel }: Recipient,
): RecipientCredential {
  const usable = credentials.filter(({ authorization }) => authorization === 'page');
  if (usable.length === 0) throw new Failed('unusable', 'no key is authorized on a page of the provider');
  const lowest = signatureLevels.indexOf(signatureLevel!);
  const chosen = usable.find(({ level }) => signatureLevels.indexOf(level) >= lowest);
  if (!chosen) throw new Failed('level', `no key has the level ${signatureLevel}`);
  return chosen;
}

function requestFor(
  { document }: SigningSession,
  credential: RecipientCredential,
  data: Uint8Array,
): SignatureRequest {
  const { mode, title } = document;
  return { credential, data, description: mode === 'test' ? `${testWatermark}: ${title}` : title };
}

/** A timestamp over the signature value; null without an authority, or if it fails, because the seal gets its own timestamp later. */
async function tokenOver(
  { stamp, log }: Base & SignaturePorts,
  value: Uint8Array,
): Promise<Uint8Array | null> {
  if (!stamp) return null;
  try {
    return await stamp(createHash('sha256').update(value).digest());
  } catch (error) {
    log.warn("a recipient's own signature gets no timestamp", { reason: (error as Error).message });
    return null;
  }
}

/** Null for unexpected failures. */
function failureOf(error: unknown): OwnSignatureFailure | null {
  if (error instanceof Failed || error instanceof RecipientSignerError) return error.failure;
  if (error instanceof PdfError || error instanceof SealError) return 'unusable';
  if (!(error instanceof ProblemError)) return null;
  return error.slug === 'unavailable' ? 'unavailable' : 'changed';
}

const valuesOf = ({ content }: PendingSignature) => JSON.parse(content) as CollectedValue[];

function toStored(credential: RecipientCredential, prepared: PreparedRecipientSignature) {
  const { attributes, contentsOffset, contentsLength } = prepared;
  return {
    credential: {
      ...credential,
      authorization: 'page' as const,
      certificates: credential.certificates.map((one) => Buffer.from(one).toString('base64')),
    },
    attributes: Buffer.from(attributes).toString('base64'),
    ...{ contentsOffset, contentsLength },
  } satisfies StoredPrepared;
}

async function fromStored(
  { storage }: SignaturePorts,
  { prepared, preparedSha256 }: PendingSignature,
): Promise<{ credential: RecipientCredential; prepared: PreparedRecipientSignature }> {
  const stored = prepared as unknown as StoredPrepared;
  const certificates = stored.credential.certificates.map((one) => Buffer.from(one, 'base64'));
  const attributes = Buffer.from(stored.attributes, 'base64');
  const { contentsOffset, contentsLength } = stored;
  return {
    credential: { ...stored.credential, certificates },
    prepared: {
      bytes: await storage.getBytes(preparedSha256!),
      ...{ contentsOffset, contentsLength, certificates, attributes },
      digest: createHash('sha256').update(attributes).digest(),
    },
  };
}
