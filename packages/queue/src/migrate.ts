/** Prepares a database: our migrations, the schema of pg-boss, and a queue for every job. */

import { migrate } from '@countersign/db/migrate';
import type { Log } from '@countersign/log/port';
import { PgBoss, type Queue as QueueSettings } from 'pg-boss';
import { claimFunctionSql, fairIndexSql } from './fetch-fairly.ts';
import { allJobs, deadLetterName, type JobDefinition } from './jobs.ts';

/** How long completed jobs are kept: long enough to inspect, short enough to keep supervision fast. */
const completedSeconds = 900;
const deadLetterSeconds = 90 * 86_400;

/**
 * Applies missing migrations, creates or upgrades the tables of pg-boss, creates missing queues and updates the settings of the
 * others. Safe to call from several processes at once and at every start. `url` must not go through a pooler in transaction
 * mode. Throws MigrationError.
 */
export async function migrateDatabase(
  url: string,
  options: { migrationsDir?: string; log: Log; jobs?: readonly JobDefinition[] },
): Promise<{ applied: string[] }> {
  return migrate(url, { ...options, afterwards: () => createQueues(url, options.jobs ?? allJobs) });
}

async function createQueues(url: string, definitions: readonly JobDefinition[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'countersign migrate',
    max: 2,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  try {
    await boss.start();
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const job of definitions) {
      await ensureQueue(boss, existing, { ...deadLetterSettings, name: deadLetterName(job) });
      await ensureQueue(boss, existing, settingsOf(job));
    }
    await boss.getDb().executeSql(fairIndexSql);
    await boss.getDb().executeSql(claimFunctionSql);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** No worker reads these queues: dead letters wait until an operator redrives them. */
const deadLetterSettings = {
  policy: 'standard',
  retryLimit: 0,
  retentionSeconds: deadLetterSeconds,
} as const;

function settingsOf(job: JobDefinition): QueueSettings {
  return {
    name: job.name,
    policy: job.policy,
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: job.retryBackoff,
    ...(job.retryDelayMaxSeconds ? { retryDelayMax: job.retryDelayMaxSeconds } : {}),
    expireInSeconds: job.expireSeconds,
    heartbeatSeconds: job.heartbeatSeconds,
    retentionSeconds: job.retentionSeconds,
    deleteAfterSeconds: completedSeconds,
    deadLetter: deadLetterName(job),
  };
}

async function ensureQueue(
  boss: PgBoss,
  existing: ReadonlyMap<string, QueueSettings>,
  settings: QueueSettings,
): Promise<void> {
  const { name, policy, ...changeable } = settings;
  const found = existing.get(name);
  if (!found) return boss.createQueue(name, { policy, ...changeable });
  if (found.policy !== policy)
    throw new Error(
      `The queue ${name} has the policy ${found.policy}, which cannot be changed to ${policy}. Give the job a new name.`,
    );
  const outdated = Object.entries(changeable).some(
    ([key, value]) => found[key as keyof QueueSettings] !== value,
  );
  if (outdated) await boss.updateQueue(name, changeable);
}
