/** Probes, metrics and the OpenAPI document (docs/spec/decisions.md, section 1). */
import { isMigrated } from '@countersign/db/migrate';
import { ProblemError } from '@countersign/problem/problem-error';
import { Router } from 'express';
import type { AppDeps } from '../deps.ts';
import type { Metrics } from '../metrics.ts';
import { metricsGuard } from '../metrics-callers.ts';
import { allOperations } from '../openapi/all.ts';
import { openApiDocument } from '../openapi/document.ts';

/** A part that has not responded in this time is considered unavailable. */
const checkMs = 4000;

/** The operations for operators and tools. */
export function platformRoutes(deps: AppDeps, metrics: Metrics): Router {
  const router = Router();
  const addresses = { publicUrl: deps.settings.publicUrl, docsUrl: deps.edge.docsUrl };
  let document: string | null = null;

  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  const readiness = oneAtATime(() => readinessOf(deps));
  router.get('/readyz', async (_request, response) => {
    const checks = await readiness();
    const { database, storage } = checks;
    if (database !== 'ok' || storage !== 'ok')
      throw new ProblemError('unavailable', { members: { checks }, retryAfterSeconds: 5 });
    response.setHeader('Cache-Control', 'no-store').json({ status: 'ready', checks });
  });

  const mayReadMetrics = metricsGuard({
    publicUrl: deps.settings.publicUrl,
    networks: deps.edge.metricsNetworks,
  });
  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request))
      throw new ProblemError('not-found', { detail: 'Metrics are not served through a proxy.' });
    const { contentType, text } = await metrics.render();
    response.setHeader('Cache-Control', 'no-store').setHeader('Content-Type', contentType).end(text);
  });

  router.get('/openapi.json', (_request, response) => {
    // Made for the first request, so that a process starts sooner.
    document ??= JSON.stringify(openApiDocument(allOperations, addresses));
    response.setHeader('Cache-Control', 'no-cache').type('json').send(document);
  });

  return router;
}

async function readinessOf(deps: AppDeps): Promise<{ database: string; storage: string }> {
  const [database, storage] = await Promise.all([
    outcome(deps, 'database', () => isMigrated(deps.db).then((done) => (done ? 'ok' : 'not migrated'))),
    outcome(deps, 'storage', () => deps.storage.check().then(() => 'ok')),
  ]);
  return { database, storage };
}

/** Concurrent requests share one check, because everyone may call this and storage providers may charge for requests. */
function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= ask().finally(() => {
      running = null;
    });
    return running;
  };
}

async function outcome(deps: AppDeps, name: string, check: () => Promise<string>): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, checkMs, 'timeout');
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    deps.log.warn('not ready', { part: name, error });
    return 'away';
  } finally {
    clearTimeout(timer);
  }
}
