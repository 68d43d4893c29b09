/** /v1/console, inside a workspace: its settings, members and invitations (docs/spec/decisions.md, section 7). */
import {
  CreateInvitationReq,
  EraseDocumentReq,
  MemberListQuery,
  PatchDraftReq,
  PatchMemberReq,
  PatchWorkspaceReq,
  PutLogoReq,
  SingleSignOnSettingsReq,
  UsageHistoryQuery,
} from '@countersign/contract/console';
import { DownloadQuery } from '@countersign/contract/document';
import { findShownContent, recordDownload } from '@countersign/core/document/download';
import { documentUuid } from '@countersign/core/document/lock';
import { patchDraft } from '@countersign/core/document/patch-draft';
import { summarizeDocuments } from '@countersign/core/document/summary';
import { eraseDocument } from '@countersign/core/privacy/erase-document';
import { getSingleSignOn, setSingleSignOn } from '@countersign/core/single-sign-on/settings';
import { getTemplate } from '@countersign/core/template/find';
import { listUsage } from '@countersign/core/usage/history';
import { invite, listInvitations, withdrawInvitation } from '@countersign/core/user/invitations';
import { changeRole, listMembers, removeMember } from '@countersign/core/user/members';
import { getWorkspace } from '@countersign/core/workspace/get';
import { getLogo, removeLogo, setLogo } from '@countersign/core/workspace/logo';
import { patchWorkspace } from '@countersign/core/workspace/patch';
import { Router } from 'express';
import { callerSignal } from '../caller-signal.ts';
import { requestCtx } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { sendPage } from '../list-answer.ts';
import { parseBody, parseQuery } from '../middleware/validate.ts';
import {
  presentErasure,
  presentInvitation,
  presentMember,
  presentSingleSignOn,
  presentSummary,
  presentUsageMonth,
  presentWorkspace,
} from '../present/console.ts';
import { presentDocument } from '../present/document.ts';
import { sendBlob } from '../send-blob.ts';
import { sendLogo } from '../send-logo.ts';

/** The operations that the console needs in addition to the public API. */
export function consoleRoutes(deps: Pick<AppDeps, 'storage' | 'downloads' | 'identityProvider'>): Router {
  const router = Router();

  router.get('/console/workspace', async (request, response) => {
    response.json(presentWorkspace(await getWorkspace(requestCtx(request))));
  });

  router.patch('/console/workspace', async (request, response) => {
    const patch = parseBody(PatchWorkspaceReq, request);
    response.json(presentWorkspace(await patchWorkspace(requestCtx(request), patch)));
  });

  router.get('/console/workspace/logo', async (request, response) => {
    const { db, workspaceId } = requestCtx(request);
    sendLogo(response, await getLogo({ db }, workspaceId));
  });

  router.put('/console/workspace/logo', async (request, response) => {
    const ctx = requestCtx(request);
    await setLogo(ctx, parseBody(PutLogoReq, request).image_base64);
    response.json(presentWorkspace(await getWorkspace(ctx)));
  });

  router.delete('/console/workspace/logo', async (request, response) => {
    await removeLogo(requestCtx(request));
    response.status(204).end();
  });

  router.get('/console/workspace/single-sign-on', async (request, response) => {
    const settings = await getSingleSignOn(requestCtx(request));
    response.json(presentSingleSignOn(settings, deps.identityProvider));
  });

  router.put('/console/workspace/single-sign-on', async (request, response) => {
    const input = parseBody(SingleSignOnSettingsReq, request);
    const settings = await setSingleSignOn(requestCtx(request), input);
    response.json(presentSingleSignOn(settings, deps.identityProvider));
  });

  router.get('/console/summary', async (request, response) => {
    response.json(presentSummary(await summarizeDocuments(requestCtx(request))));
  });

  router.get('/console/usage', async (request, response) => {
    const { months } = parseQuery(UsageHistoryQuery, request);
    response.json((await listUsage(requestCtx(request), months)).map(presentUsageMonth));
  });

  router.get('/console/members', async (request, response) => {
    const query = parseQuery(MemberListQuery, request);
    const found = await listMembers(requestCtx(request), query);
    const items = found.items.map(presentMember);
    sendPage(request, response, query, { ...found, items }, ({ user_id }) => user_id);
  });

  router.patch('/console/members/:user_id', async (request, response) => {
    const { role } = parseBody(PatchMemberReq, request);
    response.json(presentMember(await changeRole(requestCtx(request), request.params.user_id, role)));
  });

  router.delete('/console/members/:user_id', async (request, response) => {
    await removeMember(requestCtx(request), request.params.user_id);
    response.status(204).end();
  });

  router.get('/console/invitations', async (request, response) => {
    response.json((await listInvitations(requestCtx(request))).map(presentInvitation));
  });

  router.post('/console/invitations', async (request, response) => {
    const invitation = await invite(requestCtx(request), parseBody(CreateInvitationReq, request));
    response.status(201).json(presentInvitation(invitation));
  });

  router.delete('/console/invitations/:invitation_id', async (request, response) => {
    await withdrawInvitation(requestCtx(request), request.params.invitation_id);
    response.status(204).end();
  });

  router.patch('/console/documents/:doc_id', async (request, response) => {
    const patch = parseBody(PatchDraftReq, request);
    response.json(presentDocument(await patchDraft(requestCtx(request), request.params.doc_id, patch)));
  });

  router.post('/console/documents/:doc_id/erase', async (request, response) => {
    const id = documentUuid(request.params.doc_id);
    const { confirm, keep_sealed: keepSealed } = parseBody(EraseDocumentReq, request);
    const erasure = await eraseDocument(requestCtx(request), id, { confirm, keepSealed, cause: 'request' });
    response.json(presentErasure(erasure));
  });

  router.get('/console/documents/:doc_id/content', async (request, response) => {
    const ctx = requestCtx(request);
    const { version } = parseQuery(DownloadQuery, request);
    const from = { ...ctx, storage: deps.storage, signal: callerSignal(response) };
    const found = await findShownContent(from, request.params.doc_id, version);
    // However many bytes are read, looking at the file counts once in ten minutes.
    const record = () => recordDownload(ctx, found.documentId, found.version, 'part');
    const blob = { ...found, workspaceId: ctx.workspaceId };
    await sendBlob(request, response, deps, blob, found.isRecorded ? { beforeDelivery: record } : {});
  });

  router.get('/console/templates/:tpl_id/content', async (request, response) => {
    const template = await getTemplate(requestCtx(request), request.params.tpl_id);
    const { name, sha256, workspaceId } = template;
    await sendBlob(request, response, deps, { sha256, filename: `${name}.pdf`, workspaceId });
  });

  return router;
}
