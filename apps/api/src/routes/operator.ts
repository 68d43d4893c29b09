/** /v1/console/queues: background work, for operators of the installation. */
import { ProblemError } from '@countersign/problem/problem-error';
import { inspectJobs, listDead, redrive } from '@countersign/queue/inspect';
import { allJobs } from '@countersign/queue/jobs';
import { Router } from 'express';
import type { AppDeps } from '../deps.ts';
import { personIdempotency } from '../middleware/idempotency.ts';
import { signedIn } from '../middleware/session.ts';
import { presentDeadJob, presentQueue } from '../present/console.ts';

const shownDead = 100;

/** The operations of operators: inspect queues and redrive dead letters. */
export function operatorRoutes(deps: AppDeps): Router {
  const router = Router();
  const operator = signedIn(deps, 'operators');
  const once = personIdempotency(deps);

  router.get('/console/queues', operator, async (_request, response) => {
    response.json((await inspectJobs(deps.queue)).map(presentQueue));
  });

  router.get('/console/queues/:name/dead', operator, async (request, response) => {
    const dead = await listDead(deps.queue, jobName(request.params.name), shownDead);
    response.json(dead.map(presentDeadJob));
  });

  router.post('/console/queues/:name/redrive', operator, once, async (request, response) => {
    response.json({ redriven: await redrive(deps.queue, jobName(request.params.name)) });
  });

  return router;
}

/** The name of the job. Throws not-found if there is no such job. */
function jobName(name: unknown): string {
  const job = allJobs.find((one) => one.name === name);
  if (!job) throw new ProblemError('not-found', { detail: 'There is no such job.' });
  return job.name;
}
