/**
 * /v1/signing/{token}: the operations of the signing page. The token is the credential (docs/spec/decisions.md, section 9). With
 * `session` as the token, the header X-Signing-Session has the credential.
 */
import {
  ConsentReq,
  OtpVerifyReq,
  type PageLanguage,
  pageLanguages,
  ReassignReq,
  RejectReq,
  ReportAbuseReq,
  SigningQuery,
} from '@countersign/contract/signing';
import { reportAbuse } from '@countersign/core/abuse/report';
import { FairQueue } from '@countersign/core/fair-queue';
import { startOwnSignature } from '@countersign/core/recipient-signature/start';
import { completeSigning } from '@countersign/core/signing/complete';
import { giveConsent } from '@countersign/core/signing/consent';
import { readDraft, saveDraft } from '@countersign/core/signing/draft';
import { openDocument } from '@countersign/core/signing/open';
import { mailCode, verifyCode } from '@countersign/core/signing/otp';
import {
  findSealedCopy,
  findSenderLogo,
  findSigningContent,
  readSigning,
} from '@countersign/core/signing/read';
import { reassignRecipient } from '@countersign/core/signing/reassign';
import { rejectDocument } from '@countersign/core/signing/reject';
import { type SigningRequest, sessionCookieName, sessionSeconds } from '@countersign/core/signing/session';
import { type Request, Router } from 'express';
import { inSlot } from '../caller-signal.ts';
import type { AppDeps } from '../deps.ts';
import { limitAddress } from '../middleware/address-limit.ts';
import { parseLargeBody } from '../middleware/json-body.ts';
import { credentialOf, signingRequest } from '../middleware/link-limit.ts';
import { parseBody, parseQuery } from '../middleware/validate.ts';
import { presentSavedDraft, presentSigning, presentSigningDraft } from '../present/signing.ts';
import { sendBlob } from '../send-blob.ts';
import { sendLogo } from '../send-logo.ts';
import { maxConnections } from '../server.ts';
import { setVisitCookie } from './signature-return.ts';

/** Reports of abuse: twenty at once, then one in an hour. A whole office may share one address. */
const reportsPerAddress = { name: 'abuse-report-address', rate: 1 / 3600, burst: 20 };

/**
 * Downloads of one recipient at the same time. As many wait as a browser sends at once over HTTP/2, because a page reads a PDF in parts.
 * The recipients together are only limited by the connections of a process, and then by the slots for downloads.
 */
const downloadLimits = {
  slots: maxConnections,
  slotsPerKey: 4,
  waiting: maxConnections,
  waitingPerKey: 100,
  busy: 'Too many files are being downloaded with this link at once.',
};

function requestOf(request: Request<{ token: string }>): SigningRequest {
  return signingRequest(request, credentialOf(request, request.params.token));
}

/** The language of `?lang=`, otherwise the best one of Accept-Language (RFC 9110, section 12.5.4), otherwise English. Ignores regions. */
function languageOf(request: Request<{ token: string }>): PageLanguage {
  const wish = parseQuery(SigningQuery, request).lang?.toLowerCase().split('-')[0];
  const asked = pageLanguages.find((language) => language === wish);
  return asked ?? ((request.acceptsLanguages(...pageLanguages) || 'en') as PageLanguage);
}

/** The signing API. */
export function signingRoutes(deps: AppDeps): Router {
  const router = Router();
  const downloads = new FairQueue(downloadLimits);
  const secure = deps.settings.publicUrl.startsWith('https:');

  router.get('/signing/:token', async (request, response) => {
    const view = await readSigning(deps, requestOf(request));
    response.json(presentSigning(view, languageOf(request)));
  });

  router.post('/signing/:token/otp', async (request, response) => {
    await mailCode(deps, requestOf(request), languageOf(request));
    response.status(202).end();
  });

  router.post('/signing/:token/otp/verify', async (request, response) => {
    const value = await verifyCode(deps, requestOf(request), parseBody(OtpVerifyReq, request));
    if (value !== null) {
      response.cookie(sessionCookieName(request.params.token)!, value, {
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: '/v1/signing',
        maxAge: sessionSeconds * 1000,
        encode: String,
      });
    }
    response.status(204).end();
  });

  router.post('/signing/:token/open', async (request, response) => {
    await openDocument(deps, requestOf(request));
    response.status(204).end();
  });

  router.get('/signing/:token/content', async (request, response) => {
    const found = await findSigningContent(deps, requestOf(request));
    await inSlot(downloads, found.recipientId, response, () =>
      sendBlob(request, response, deps, found, { kind: 'inline' }),
    );
  });

  router.get('/signing/:token/logo', async (request, response) => {
    sendLogo(response, await findSenderLogo(deps, requestOf(request)));
  });

  router.post('/signing/:token/consent', async (request, response) => {
    const { language, version } = parseBody(ConsentReq.nullish(), request) ?? {};
    await giveConsent(deps, requestOf(request), { language: language ?? languageOf(request), version });
    response.status(204).end();
  });

  router.get('/signing/:token/draft', async (request, response) => {
    response.json(presentSigningDraft(await readDraft(deps, requestOf(request))));
  });

  router.patch('/signing/:token/draft', async (request, response) => {
    const input = await parseLargeBody('SaveDraftReq', request);
    response.json(presentSavedDraft(await saveDraft(deps, requestOf(request), input)));
  });

  router.post('/signing/:token/complete', async (request, response) => {
    const status = await completeSigning(
      deps,
      requestOf(request),
      await parseLargeBody('CompleteReq', request),
    );
    response.json({ status: 'completed', document_status: status });
  });

  router.post('/signing/:token/own-signature', async (request, response) => {
    const input = await parseLargeBody('CompleteReq', request);
    const visit = await startOwnSignature(deps, requestOf(request), input, languageOf(request));
    setVisitCookie(deps, response, visit.recipientId, visit.verifier);
    response.json({ url: visit.url, expires_at: visit.expiresAt.toISOString() });
  });

  router.post('/signing/:token/reject', async (request, response) => {
    await rejectDocument(deps, requestOf(request), parseBody(RejectReq, request));
    response.json({ status: 'rejected' });
  });

  router.post('/signing/:token/reassign', async (request, response) => {
    await reassignRecipient(deps, requestOf(request), parseBody(ReassignReq, request));
    response.json({ status: 'reassigned' });
  });

  router.post('/signing/:token/report', async (request, response) => {
    await limitAddress(deps, request, response, reportsPerAddress);
    await reportAbuse(deps, requestOf(request), parseBody(ReportAbuseReq, request));
    response.status(202).end();
  });

  router.get('/signing/:token/copy', async (request, response) => {
    const found = await findSealedCopy(deps, requestOf(request));
    await inSlot(downloads, found.recipientId, response, () => sendBlob(request, response, deps, found));
  });

  return router;
}
