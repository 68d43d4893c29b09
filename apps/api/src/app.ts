/** The application: every middleware and router, in order. */
import express, { type Express, type Request } from 'express';
import {
  bulkJson,
  completeJson,
  draftJson,
  fieldsJson,
  usualBodySettings,
  usualJson,
  withPdfJson,
} from './body/limits.ts';
import { createBodyBudget } from './body/memory.ts';
import { bodyPace } from './body/pace.ts';
import { createBodyThreads } from './body/thread-pool.ts';
import { consolePaths } from './console-paths.ts';
import { requestCtx } from './ctx.ts';
import type { AppDeps } from './deps.ts';
import { createMetrics } from './metrics.ts';
import { accessLog } from './middleware/access-log.ts';
import { authenticate, authorize } from './middleware/authenticate.ts';
import { countByAddress, createKnownCallers } from './middleware/callers.ts';
import { idempotency } from './middleware/idempotency.ts';
import { type Bodies, jsonBody } from './middleware/json-body.ts';
import { guardPaths, nameRoutes, notFound } from './middleware/known-paths.ts';
import { limitLinks, linkOf } from './middleware/link-limit.ts';
import { noStore } from './middleware/no-store.ts';
import { guardIds } from './middleware/path-ids.ts';
import { cutOff, problems } from './middleware/problem.ts';
import { limitWorkspaces } from './middleware/rate-limit.ts';
import { recordRequests } from './middleware/request-history.ts';
import { requestIds } from './middleware/request-id.ts';
import { isRowsUpload, rowsFile } from './middleware/rows-file.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { sessionInWorkspace } from './middleware/session.ts';
import { traceRequests } from './middleware/trace.ts';
import { uploadCors } from './middleware/upload-cors.ts';
import { isDocumentForm, isFilesUpload, uploadedFiles } from './middleware/uploaded-files.ts';
import { allOperations } from './openapi/all.ts';
import { accountRoutes } from './routes/account.ts';
import { adminEventRoutes } from './routes/admin-events.ts';
import { anchorRoutes } from './routes/anchors.ts';
import { bulkSendRoutes } from './routes/bulk-sends.ts';
import { consoleRoutes } from './routes/console.ts';
import { deviceRoutes } from './routes/device.ts';
import { directLinkRoutes } from './routes/direct-links.ts';
import { documentRoutes } from './routes/documents.ts';
import { eventRoutes } from './routes/events.ts';
import { evidenceRoutes } from './routes/evidence.ts';
import { folderRoutes } from './routes/folders.ts';
import { internalRoutes } from './routes/internal.ts';
import { keyRoutes } from './routes/keys.ts';
import { operatorRoutes } from './routes/operator.ts';
import { pageRoutes, unknownPages } from './routes/pages.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { peopleRoutes } from './routes/people.ts';
import { platformRoutes } from './routes/platform.ts';
import { preparationSessionRoutes } from './routes/preparation-sessions.ts';
import { requestRoutes } from './routes/requests.ts';
import { signatureReturnRoutes } from './routes/signature-return.ts';
import { signingRoutes } from './routes/signing.ts';
import { signingSessionRoutes } from './routes/signing-sessions.ts';
import { templateRoutes } from './routes/templates.ts';
import { testModeRoutes } from './routes/test-mode.ts';
import { verifyRoutes } from './routes/verify.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { createUploadQueue } from './uploads.ts';

const pagePaths = [
  ...consolePaths,
  '/d/{token}',
  '/docs',
  '/docs/{file}',
  '/docs/api/{concept}',
  '/docs/guides/{guide}',
  '/docs/manuals/{manual}',
  '/embed/prepare/{token}',
  '/embed/{token}',
  '/errors',
  '/errors/{slug}',
  '/report/{token}',
  '/sign/{token}',
  '/signature-return',
  '/verify',
  '/verify/{file}',
] as const;
const routes = [...allOperations, ...pagePaths.map((path) => ({ method: 'get', path }))];

const isFileUpload = (request: Request) =>
  (request.method === 'PUT' && request.path.endsWith('/content')) ||
  isRowsUpload(request) ||
  isFilesUpload(request) ||
  isDocumentForm(request);
/** Requests with large bodies, which may take longer than others to arrive. */
const isUpload = (request: Request) => isUploadPath(request) || holdsDocumentFile(request);

const isUploadPath = ({ method, path }: Request) =>
  (method === 'PUT' && path.endsWith('/content')) ||
  (method === 'POST' &&
    (/^\/(?:verify|v1\/templates|v1\/bulk-sends(?:\/[^/]+\/corrections)?)$/.test(path) ||
      path.endsWith('/complete') ||
      path.endsWith('/own-signature') ||
      path.endsWith('/files')));

/** A document that is created with its files in a form, or with its PDF in base64. */
const holdsDocumentFile = (request: Request) =>
  request.method === 'POST' &&
  request.path === '/v1/documents' &&
  (Boolean(request.is('multipart/form-data')) ||
    Number(request.headers['content-length'] ?? 0) > fieldsJson.bytes);

/** The limits of a body sent with a key or a session. */
function jsonLimits({ method, path }: Request, maxPdfBytes: number) {
  if (method === 'POST' && (path === '/templates' || path === '/documents')) return withPdfJson(maxPdfBytes);
  if (method === 'POST' && path === '/bulk-sends') return bulkJson;
  const holdsFields =
    (method === 'POST' && path.startsWith('/test/')) ||
    (method === 'PUT' && path.endsWith('/fields')) ||
    (method === 'PATCH' && path.startsWith('/templates/'));
  return holdsFields && !path.endsWith('/advance-clock') ? fieldsJson : usualJson;
}

/** The limits of a body sent with a signing link. */
function signingLimits({ path }: Request) {
  if (path.endsWith('/complete') || path.endsWith('/own-signature')) return completeJson;
  return path.endsWith('/draft') ? draftJson : usualJson;
}

/** Builds the application. It opens no connections itself, and a process may build it several times. */
export function createApp(deps: AppDeps): Express {
  const metrics = createMetrics(deps);
  const settings = { ...usualBodySettings, ...deps.edge.bodies };
  const bodies: Bodies = {
    budget: createBodyBudget(settings.memoryBytes),
    threads: createBodyThreads(),
    uploads: createUploadQueue(),
  };
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', deps.edge.trustProxy);

  app.use(
    requestIds(),
    countByAddress(),
    nameRoutes(routes),
    traceRequests(deps.trace),
    accessLog(deps.log, metrics),
  );
  app.use(recordRequests(deps), securityHeaders(deps.settings.publicUrl));
  app.use(bodyPace({ settings, isUpload, cut: cutOff(deps) }));
  app.use(platformRoutes(deps, metrics), internalRoutes(deps, bodies), pageRoutes(deps), verifyRoutes(deps));
  app.use(anchorRoutes(deps), signatureReturnRoutes(deps));
  app.use(uploadCors(), unknownPages(deps), guardPaths(routes), noStore());

  app.use(
    '/v1/signing',
    limitLinks(deps),
    jsonBody(bodies, {
      limits: signingLimits,
      owner: (request) => ({ kind: 'link', id: linkOf(request) }),
    }),
  );
  app.use(
    '/v1',
    signingRoutes(deps),
    signingSessionRoutes(deps, bodies),
    preparationSessionRoutes(deps, bodies),
    directLinkRoutes(deps, bodies),
  );
  app.use(
    '/v1',
    peopleRoutes(deps, bodies),
    passkeyRoutes(deps, bodies),
    deviceRoutes(deps, bodies),
    operatorRoutes(deps),
  );

  const known = createKnownCallers((request) => sessionInWorkspace(deps, request));
  const limit = limitWorkspaces(deps, known);
  app.use('/v1', limit.refuseEarly, authenticate(deps, known), limit.take);
  app.use('/v1', authorize(allOperations), guardIds());
  app.use(
    '/v1',
    jsonBody(bodies, {
      limits: (request) => jsonLimits(request, deps.settings.maxPdfBytes),
      owner: (request) => ({ kind: 'workspace', id: requestCtx(request).workspaceId }),
      skips: isFileUpload,
    }),
  );
  app.use('/v1', rowsFile(deps.storage, bodies), uploadedFiles(deps.storage, bodies), idempotency());
  app.use(
    '/v1',
    // Before documentRoutes, where `evidence.tar` would be an id.
    evidenceRoutes(deps),
    documentRoutes(deps, bodies),
    templateRoutes(deps),
    bulkSendRoutes(deps),
    folderRoutes(),
    keyRoutes(),
    accountRoutes(),
    webhookRoutes(deps),
    eventRoutes(deps),
    requestRoutes(),
    adminEventRoutes(),
  );
  app.use('/v1', consoleRoutes(deps));
  app.use('/v1', testModeRoutes(deps));

  app.use(notFound(), problems(deps));
  return app;
}
