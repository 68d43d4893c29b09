/** /v1/templates (docs/spec/interface.md, Templates; docs/spec/decisions.md, section 5). */

import { CreateDirectLinkReq, DirectLinkListQuery } from '@countersign/contract/direct-link';
import { encodeId } from '@countersign/contract/ids';
import {
  DuplicateTemplateIn,
  TemplateAnswersQuery,
  TemplateListQuery,
  UseTemplateIn,
} from '@countersign/contract/template';
import { recordExport } from '@countersign/core/admin-event/record-export';
import { documentUuid } from '@countersign/core/document/lock';
import { openTemplateAnswers, templateAnswersAsCsv } from '@countersign/core/results/template-answers';
import { createTemplate } from '@countersign/core/template/create';
import { createDirectLink } from '@countersign/core/template/create-direct-link';
import { deleteTemplate } from '@countersign/core/template/delete';
import { disableDirectLink, listDirectLinks } from '@countersign/core/template/direct-link';
import { duplicateTemplate } from '@countersign/core/template/duplicate';
import { getTemplate, listTemplates } from '@countersign/core/template/find';
import { patchTemplate } from '@countersign/core/template/patch';
import { useTemplate as makeFromTemplate } from '@countersign/core/template/use';
import {
  getTemplateVersion,
  listTemplateVersions,
  restoreTemplateVersion,
} from '@countersign/core/template/versions';
import { Router } from 'express';
import { callerSignal } from '../caller-signal.ts';
import { remember, requestCtx } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { sendPage } from '../list-answer.ts';
import { parseLargeBody, receivedFile } from '../middleware/json-body.ts';
import { parseBody, parseQuery } from '../middleware/validate.ts';
import { presentDirectLink } from '../present/direct-link.ts';
import { presentDocument } from '../present/document.ts';
import { presentTemplate, presentTemplateVersion } from '../present/template.ts';
import { sendCsv } from '../send-csv.ts';

/** The operations on templates. */
export function templateRoutes({ storage }: AppDeps): Router {
  const router = Router();

  router.get('/templates', async (request, response) => {
    const query = parseQuery(TemplateListQuery, request);
    const found = await listTemplates(requestCtx(request), query);
    sendPage(request, response, query, { ...found, items: found.items.map(presentTemplate) }, ({ id }) => id);
  });

  router.post('/templates', async (request, response) => {
    const pdf = receivedFile(request);
    const input = await parseLargeBody('CreateTemplateIn', request);
    const template = await createTemplate(
      { ...requestCtx(request), storage, signal: callerSignal(response) },
      { ...input, pdf: pdf ?? null },
    );
    response.status(201).json(presentTemplate(template));
  });

  router.get('/templates/:tpl_id', async (request, response) => {
    response.json(presentTemplate(await getTemplate(requestCtx(request), request.params.tpl_id)));
  });

  router.get('/templates/:tpl_id/answers.csv', async (request, response) => {
    const ctx = { ...requestCtx(request), signal: callerSignal(response) };
    const { from, to, documents_after } = parseQuery(TemplateAnswersQuery, request);
    const range = { from: from ? new Date(from) : null, to: to ? new Date(to) : null };
    const answers = await openTemplateAnswers(ctx, request.params.tpl_id, range);
    const after = documents_after ? documentUuid(documents_after) : null;
    const lines = templateAnswersAsCsv(ctx, answers, after);
    const target = { type: 'template', id: encodeId('tpl', answers.template.id) };
    await sendCsv(request, response, {
      name: `${answers.template.name} (answers).csv`,
      lines,
      beforeDelivery: () => recordExport(ctx, { type: 'answers.exported', target, details: { from, to } }),
    });
  });

  router.patch('/templates/:tpl_id', async (request, response) => {
    const patch = await parseLargeBody('PatchTemplateIn', request);
    const ctx = { ...requestCtx(request), storage, signal: callerSignal(response) };
    response.json(presentTemplate(await patchTemplate(ctx, request.params.tpl_id, patch)));
  });

  router.delete('/templates/:tpl_id', async (request, response) => {
    await deleteTemplate(requestCtx(request), request.params.tpl_id);
    response.status(204).end();
  });

  router.post('/templates/:tpl_id/duplicate', async (request, response) => {
    const input = parseBody(DuplicateTemplateIn.nullish(), request) ?? {};
    const template = await duplicateTemplate(requestCtx(request), request.params.tpl_id, input);
    response.status(201).json(presentTemplate(template));
  });

  router.post('/templates/:tpl_id/use', async (request, response) => {
    const input = parseBody(UseTemplateIn, request);
    const document = await makeFromTemplate(requestCtx(request), request.params.tpl_id, input);
    remember(request, { documentId: document.id });
    response.status(201).json(presentDocument(document));
  });

  router.get('/templates/:tpl_id/versions', async (request, response) => {
    const versions = await listTemplateVersions(requestCtx(request), request.params.tpl_id);
    response.json(versions.map(presentTemplateVersion));
  });

  router.get('/templates/:tpl_id/versions/:version', async (request, response) => {
    const { tpl_id: id, version } = request.params;
    const template = await getTemplateVersion(requestCtx(request), id, versionNumber(version));
    response.json(presentTemplate(template));
  });

  router.post('/templates/:tpl_id/versions/:version/restore', async (request, response) => {
    const { tpl_id: id, version } = request.params;
    const template = await restoreTemplateVersion(requestCtx(request), id, versionNumber(version));
    response.json(presentTemplate(template));
  });

  router.get('/templates/:tpl_id/direct-links', async (request, response) => {
    const query = parseQuery(DirectLinkListQuery, request);
    const found = await listDirectLinks(requestCtx(request), request.params.tpl_id, query);
    sendPage(
      request,
      response,
      query,
      { ...found, items: found.items.map(presentDirectLink) },
      ({ id }) => id,
    );
  });

  router.post('/templates/:tpl_id/direct-links', async (request, response) => {
    const input = parseBody(CreateDirectLinkReq, request);
    const created = await createDirectLink(requestCtx(request), request.params.tpl_id, input);
    response.status(201).json(presentDirectLink(created));
  });

  router.delete('/templates/:tpl_id/direct-links/:direct_link_id', async (request, response) => {
    const { tpl_id: templateId, direct_link_id: linkId } = request.params;
    await disableDirectLink(requestCtx(request), templateId, linkId);
    response.status(204).end();
  });

  return router;
}

/** The version in an address; 0, which no template has, for any other text. */
const versionNumber = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);
