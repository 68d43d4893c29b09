/** The application: every middleware and router, in order. */
import express, { type Express, type Request } from 'express';
import { consolePaths } from './console-paths.ts';
import type { AppDeps } from './deps.ts';
import { createMetrics } from './metrics.ts';
import { accessLog } from './middleware/access-log.ts';
import { authenticate, authorize } from './middleware/authenticate.ts';
import { csvBody, isCsvUpload } from './middleware/csv-body.ts';
import { idempotency } from './middleware/idempotency.ts';
import {
  COMPLETE_LIMIT_BYTES,
  JSON_LIMIT_BYTES,
  jsonBody,
  LARGE_JSON_LIMIT_BYTES,
} from './middleware/json-body.ts';
import { guardPaths, nameRoutes, notFound } from './middleware/known-paths.ts';
import { limitLinks } from './middleware/link-limit.ts';
import { noStore } from './middleware/no-store.ts';
import { guardIds } from './middleware/path-ids.ts';
import { problems } from './middleware/problem.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { requestIds } from './middleware/request-id.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { traceRequests } from './middleware/trace.ts';
import { allOperations } from './openapi/all.ts';
import { accountRoutes } from './routes/account.ts';
import { bulkSendRoutes } from './routes/bulk-sends.ts';
import { consoleRoutes } from './routes/console.ts';
import { deviceRoutes } from './routes/device.ts';
import { documentRoutes } from './routes/documents.ts';
import { eventRoutes } from './routes/events.ts';
import { folderRoutes } from './routes/folders.ts';
import { internalRoutes } from './routes/internal.ts';
import { keyRoutes } from './routes/keys.ts';
import { operatorRoutes } from './routes/operator.ts';
import { pageRoutes, unknownPages } from './routes/pages.ts';
import { peopleRoutes } from './routes/people.ts';
import { platformRoutes } from './routes/platform.ts';
import { signingRoutes } from './routes/signing.ts';
import { templateRoutes } from './routes/templates.ts';
import { testModeRoutes } from './routes/test-mode.ts';
import { verifyRoutes } from './routes/verify.ts';
import { webhookRoutes } from './routes/webhooks.ts';

const pagePaths = [
  ...consolePaths,
  '/docs',
  '/docs/{file}',
  '/errors',
  '/errors/{slug}',
  '/sign/{token}',
  '/verify',
  '/verify/{file}',
] as const;
const routes = [...allOperations, ...pagePaths.map((path) => ({ method: 'get', path }))];

const isCompletion = (request: Request) => request.path.endsWith('/complete');
/** A template brings its PDF along, a bulk send its rows. */
const jsonLimit = (request: Request) =>
  request.method === 'POST' && /^\/(templates|bulk-sends)$/.test(request.path)
    ? LARGE_JSON_LIMIT_BYTES
    : JSON_LIMIT_BYTES;
const rowsOf = (request: Request) => (request.path === '/bulk-sends' ? 'rows' : null);
const isUpload = (request: Request) =>
  (request.method === 'PUT' && request.path.endsWith('/content')) || isCsvUpload(request);

/** Builds the application; it opens nothing by itself and may be built several times in one process. */
export function createApp(deps: AppDeps): Express {
  const metrics = createMetrics(deps);
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', deps.edge.trustProxy);

  app.use(requestIds(), nameRoutes(routes), traceRequests(deps.trace), accessLog(deps.log, metrics));
  app.use(securityHeaders(deps.settings.publicUrl));
  app.use(platformRoutes(deps, metrics), internalRoutes(deps), pageRoutes(deps), verifyRoutes(deps));
  app.use(unknownPages(deps), guardPaths(routes), noStore());

  const completeLimit = (request: Request) =>
    isCompletion(request) ? COMPLETE_LIMIT_BYTES : JSON_LIMIT_BYTES;
  app.use('/v1/signing', limitLinks(deps), jsonBody({ limitBytes: completeLimit }));
  app.use('/v1', signingRoutes(deps));
  app.use('/v1', peopleRoutes(deps), deviceRoutes(deps), operatorRoutes(deps));

  app.use('/v1', authenticate(deps), rateLimit(), authorize(allOperations), guardIds());
  app.use('/v1', jsonBody({ limitBytes: jsonLimit, skips: isUpload, listOf: rowsOf }));
  app.use('/v1', csvBody(deps.storage), idempotency());
  app.use(
    '/v1',
    documentRoutes(deps),
    templateRoutes(deps),
    bulkSendRoutes(),
    folderRoutes(),
    keyRoutes(),
    accountRoutes(),
    webhookRoutes(deps),
    eventRoutes(deps),
  );
  app.use('/v1', consoleRoutes(deps));
  app.use('/v1', testModeRoutes(deps));

  app.use(notFound(), problems(deps));
  return app;
}
