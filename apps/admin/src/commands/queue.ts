/** Background work: depth, age, failures, dead letters, and unsealed documents. */
import { encodeId } from '@countersign/contract/ids';
import { listUnsealed } from '@countersign/core/seal/attempts';
import {
  readDeadDeliveries,
  readDueDeliveries,
  readWaitingEvents,
  type Waiting,
} from '@countersign/core/webhook/inspect';
import { inspectJobs, listDead, listRetrying, redrive } from '@countersign/queue/inspect';
import { allJobs } from '@countersign/queue/jobs';
import { age } from '../age.ts';
import { type AdminContext, type Command, numbered, readOptions, table, UsageError } from '../command.ts';
import { errorLine } from '../error-line.ts';

const shown = 20;

function jobName(words: string[], usage: string): string {
  const { positionals } = readOptions(words, { required: [], positionals: 1 });
  const name = positionals[0];
  if (!name || !allJobs.some((job) => job.name === name)) {
    throw new UsageError(`${usage}: JOB is one of ${allJobs.map((job) => job.name).join(', ')}`);
  }
  return name;
}

/** Webhook deliveries are not jobs; they have their own table. */
async function showDeliveries({ db, print, now }: AdminContext): Promise<void> {
  const [events, due, dead] = await Promise.all([
    readWaitingEvents(db),
    readDueDeliveries(db),
    readDeadDeliveries(db),
  ]);
  const waiting = ({ count, oldest }: Waiting) =>
    oldest ? `${count} (oldest ${age((now().getTime() - oldest.getTime()) / 1000)})` : String(count);
  print(
    `\nWebhooks: events to fan out ${waiting(events)}, deliveries due ${waiting(due)}, dead deliveries ${waiting(dead)}`,
  );
}

async function showQueues(context: AdminContext): Promise<void> {
  const queue = await context.queue();
  const jobs = await inspectJobs(queue);
  context.print(
    table(
      jobs.map((job) => ({
        queue: job.queue,
        job: job.job,
        ready: job.ready,
        oldest: job.oldestReadySeconds === null ? '-' : age(job.oldestReadySeconds),
        active: job.active,
        retrying: job.retrying,
        deferred: job.deferred,
        dead: job.dead,
        'last error': job.lastError === null ? '-' : errorLine(job.lastError).slice(0, 60),
      })),
    ),
  );
  await showDeliveries(context);
  const unsealed = await listUnsealed(context.db, shown);
  context.print(
    `\nCompleted documents without a seal: ${unsealed.length === shown ? `${shown} or more` : unsealed.length}`,
  );
  const next = new Map(
    (await listRetrying(queue, 'document.seal', 1000)).map((job) => [
      (job.payload as { document_id: string }).document_id,
      job.nextAt,
    ]),
  );
  if (unsealed.length === 0) return;
  context.print(
    table(
      unsealed.map(({ documentId, completedAt, attempts }) => ({
        document: encodeId('doc', documentId),
        'completed for': age((context.now().getTime() - completedAt.getTime()) / 1000),
        attempts: attempts[0]?.number ?? 0,
        'next attempt': next.get(documentId)?.toISOString() ?? '-',
      })),
    ),
  );
  const attempts = unsealed.flatMap(({ documentId, attempts }) =>
    attempts.map(({ number, startedAt, endedAt, error }) => ({
      document: encodeId('doc', documentId),
      attempt: number,
      begun: startedAt.toISOString(),
      ended: endedAt?.toISOString() ?? '-',
      error: error === null ? '-' : errorLine(error).slice(0, 200),
    })),
  );
  if (attempts.length > 0) context.print(`\n${table(attempts)}`);
}

export const queueCommands: Command[] = [
  {
    words: ['queue', 'redrive'],
    usage: 'queue redrive JOB',
    summary: 'run the dead letters of a job again',
    run: async (context, words) => {
      const [queue, name] = [await context.queue(), jobName(words, 'queue redrive JOB')];
      // Not those that fail again in the meantime, or this might never end.
      const createdBefore = new Date();
      let moved = 0;
      for (let batch = -1; batch !== 0; moved += batch) batch = await redrive(queue, name, { createdBefore });
      context.print(`${numbered(moved, 'job')} will run again.`);
    },
  },
  {
    words: ['queue', 'dead'],
    usage: 'queue dead JOB',
    summary: 'list the dead letters of a job with their errors',
    run: async (context, words) => {
      const dead = await listDead(await context.queue(), jobName(words, 'queue dead JOB'), 100);
      if (dead.length === 0) {
        context.print('None.');
        return;
      }
      context.print(
        table(
          dead.map((job) => ({
            id: job.originalId ?? job.id,
            died: job.diedAt.toISOString(),
            attempts: job.attempts,
            payload: JSON.stringify(job.payload),
            error: job.error === null ? '-' : errorLine(job.error),
          })),
        ),
      );
    },
  },
  {
    words: ['queue'],
    usage: 'queue',
    summary: 'show depth, age, failures and dead letters of every job, and unsealed documents',
    run: async (context, words) => {
      readOptions(words, { required: [] });
      await showQueues(context);
    },
  },
];
