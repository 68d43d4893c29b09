/**
 * Attacks by one caller, and their effect on another workspace: the time of its documents from create to sealed, without and with each
 * attack, errors, jobs that ran again because of a missed heartbeat, and the peak memory of each process. HOSTILE_SECONDS (20) is the
 * duration of each attack, HOSTILE_RATE (2) the number of documents started per second, HOSTILE_ATTACKS (all) a comma-separated list of
 * attacks. HOSTILE_SHORT=1 is the form for CI with a few documents under each attack. Exits with 1 for errors, lost jobs, ended processes
 * and memory above the limits, but not for slow times.
 */
import { fork } from 'node:child_process';
import { cpus, loadavg, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { samplePdf } from '../test/support/sample-pdf.ts';
import type { Attack, Size } from './hostile/attack.ts';
import { attacks } from './hostile/attacks.ts';
import { countLost, lostBetween } from './hostile/lost-jobs.ts';
import { type Attacker, createCaller, startWorld, type World } from './hostile/world.ts';
import { nextMessage, track } from './support/children.ts';
import {
  type Caller,
  emptySamples,
  type Journey,
  journey,
  type Samples,
  type Stage,
  slowestOf,
  untilSealed,
} from './support/journey.ts';
import { percentile } from './support/stats.ts';
import { figure, printTable } from './support/table.ts';

export const title = 'Attacks by one caller, and their effect on another workspace';

// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const isShort = process.env.HOSTILE_SHORT === '1';
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const seconds = Number(process.env.HOSTILE_SECONDS ?? (isShort ? 4 : 20));
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const wanted = process.env.HOSTILE_ATTACKS?.split(',');
/** Documents per second of the other workspace. Two cores can handle this rate with time to spare. */
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const rate = Number(process.env.HOSTILE_RATE ?? (isShort ? 1 : 2));
/** Limit for the 99th percentile under attack, as a multiple of the value without. */
const mostTimes = 3;
/** As `nice -n 19`. */
const lowestPriority = 19;
/** Time between the start of an attack and the first document. */
const leadMs = 1000;

const shown: readonly Stage[] = ['create', 'finalize', 'send', 'sign', 'seal', 'whole'];

interface Measured {
  samples: Samples;
  /** The slowest documents, with their slowest stages. */
  slowest: string[];
  errors: string[];
  /** Number of sealed documents whose invitation still waits after two minutes. */
  unmailed: number;
}

interface Result {
  attack: Attack;
  idle: Measured | null;
  attacked: Measured;
  /** Number of responses to the attacker, by status. */
  answers: Record<string, number>;
  lostJobs: number;
  peaks: Map<string, number>;
  faults: string[];
}

/** Runs the attacks and prints the tables. Sets the exit status if anything except a time exceeds its limit. */
export async function run(): Promise<void> {
  const unknown = wanted?.filter((name) => !attacks.some((attack) => attack.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no attack ${unknown.join(', ')}.`);
  console.log(`${cpus().length} cores, shared by PostgreSQL, all processes and the attackers.`);
  console.log(`Load of the machine before: ${loadavg().map(figure).join(' ')}.\n`);
  const world = await startWorld();
  try {
    const caller = await createVictim(world);
    const pdf = Buffer.from(await samplePdf(1, 'hostile'));
    await measure(caller, pdf, isShort ? 1 : 5);
    const results: Result[] = [];
    for (const attack of attacks) {
      if (wanted && !wanted.includes(attack.name)) continue;
      const result = await runAttack(world, attack, caller, pdf);
      results.push(result);
      report(result);
    }
    summarize(world, results);
    if (results.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
  } finally {
    await world.close();
  }
}

/** The workspace that should not be affected. */
async function createVictim(world: World): Promise<Caller> {
  const { liveKey } = await createCaller(world.base, 'victim');
  let emails = 0;
  return {
    db: world.base.db,
    secrets: world.base.secrets,
    key: liveKey,
    nextApi: () => world.api,
    // A different address for each document, because emails to one address are limited.
    nextEmail: () => `reader-${++emails}@example.test`,
    headers: { 'X-Forwarded-For': '203.0.113.1' },
  };
}

/** Starts a document every 1/rate seconds, whether or not the previous ones have ended. */
async function measure(caller: Caller, pdf: Buffer, duration: number): Promise<Measured> {
  const samples = emptySamples();
  const started = performance.now();
  const running: Array<Promise<Journey>> = [];
  for (let count = 0; count < rate * duration; count += 1) {
    await delay(Math.max(0, started + (count * 1000) / rate - performance.now()));
    const one = journey(caller, pdf, samples);
    one.catch(() => undefined);
    running.push(one);
  }
  const ended = await Promise.allSettled(running);
  const journeys = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const errors = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  const { unsealed, unmailed } = await untilSealed(caller.db, journeys, samples);
  if (unsealed > 0) errors.push(`${unsealed} documents were not sealed in two minutes`);
  return { samples, slowest: slowestOf(journeys), errors, unmailed };
}

async function runAttack(world: World, attack: Attack, caller: Caller, pdf: Buffer): Promise<Result> {
  const size: Size = { seconds, isShort };
  const attacker = await world.createAttacker();
  const idle = isShort ? null : await measure(caller, pdf, seconds);
  const lostBefore = await countLost(world.parts);
  const prepared = (await attack.prepare?.(world, attacker, size)) ?? {};
  await world.resetPeaks();
  const { answers: answering } = await startAttacker(world, attack, attacker, prepared);
  await delay(leadMs);
  const attacked = await measure(caller, pdf, seconds - leadMs / 1000);
  if (attacked.unmailed > 0 && !attack.pausesMail)
    attacked.errors.push(`${attacked.unmailed} invitations were not sent in two minutes`);
  const answers = await answering;
  const faults = attacked.errors.map((error) => `another workspace: ${error}`);
  const peaks = await peaksOf(world);
  for (const { name, memoryMebibytes } of world.parts) {
    const peak = peaks.get(name)!;
    if (peak > memoryMebibytes)
      faults.push(`${name} took ${figure(peak)} MiB of memory, and has ${memoryMebibytes}`);
  }
  for (const name of await world.restartEnded()) faults.push(`${name} ended`);
  const lost = lostBetween(lostBefore, await countLost(world.parts));
  if (lost > 0) faults.push(`${lost} jobs were given out again or hung`);
  faults.push(...((await attack.faults?.(world, attacker, prepared)) ?? []));
  await dropJobs(world, attacker);
  return { attack, idle, attacked, answers, lostJobs: lost, peaks, faults };
}

/** Resolves when the attack has started. `answers` resolves at its end to the number of responses by status. */
async function startAttacker(
  world: World,
  attack: Attack,
  attacker: Attacker,
  prepared: object,
): Promise<{ answers: Promise<Record<string, number>> }> {
  const child = track(fork(join(import.meta.dirname, 'hostile/attacker.ts')));
  // A real attacker has its own processors. Here it gets only the processor time that the service leaves.
  setPriority(child.pid!, lowestPriority);
  await nextMessage(child);
  child.send({ attack: attack.name, api: world.api, ...attacker, prepared, seconds, isShort });
  const answers = nextMessage<{ answers: Record<string, number> }>(child).then((report) => report.answers);
  // It is awaited after the measurement, which may fail first.
  answers.catch(() => undefined);
  return { answers };
}

async function peaksOf({ parts }: World): Promise<Map<string, number>> {
  const peaks = parts.map(async ({ name, service }) => [name, await service.peakMebibytes()] as const);
  return new Map(await Promise.all(peaks));
}

/** Removes what the attacker left in the queues, so that it does not affect the next measurement. */
async function dropJobs({ base }: World, { workspaceId }: Attacker): Promise<void> {
  await base.db.$executeRaw`DELETE FROM pgboss.job WHERE group_id = ${workspaceId} AND state < 'active'`;
}

function report({ attack, idle, attacked, answers, peaks, faults }: Result): void {
  console.log(`${attack.name}: ${attack.description}`);
  const counts = Object.entries(answers).map(([answer, count]) => `${count} × ${answer}`);
  console.log(`Responses to the attacker: ${counts.join(', ') || 'none'}`);
  if (idle)
    printTable(
      ['milliseconds', 'p50', 'p99', 'attacked p50', 'attacked p99', 'p99 times'],
      shown.map((stage) => [
        stage,
        ...[idle, attacked].flatMap(({ samples }) =>
          [0.5, 0.99].map((share) => figure(percentile(samples[stage], share))),
        ),
        timesOf(idle, attacked, stage).toFixed(1),
      ]),
    );
  console.log(`MiB at most: ${[...peaks].map(([name, peak]) => `${name} ${Math.round(peak)}`).join(', ')}`);
  console.log(`Slowest documents: ${attacked.slowest.join('; ') || 'none'}`);
  if (attack.pausesMail)
    console.log(
      `Invitations that were not sent two minutes later: ${attacked.unmailed}. The refusals pause the mail of all workspaces.`,
    );
  for (const fault of new Set(faults)) console.log(`  FAULT: ${fault}`);
  console.log('');
}

function summarize({ parts }: World, results: readonly Result[]): void {
  printTable(
    ['attack', 'documents', 'errors', 'lost jobs', 'p99', 'attacked', 'times', 'API MiB', 'most of limit'],
    results.map(({ attack, idle, attacked, lostJobs: lost, peaks }) => {
      const shares = parts.map(({ name, memoryMebibytes }) => (peaks.get(name) ?? 0) / memoryMebibytes);
      return [
        attack.name,
        String(attacked.samples.whole.length),
        String(attacked.errors.length),
        String(lost),
        idle ? figure(percentile(idle.samples.whole, 0.99)) : '-',
        figure(percentile(attacked.samples.whole, 0.99)),
        idle ? timesOf(idle, attacked, 'whole').toFixed(1) : '-',
        figure(peaks.get('api') ?? Number.NaN),
        `${Math.round(Math.max(...shares) * 100)} %`,
      ];
    }),
  );
  const slow = results.filter(({ idle, attacked }) => idle && timesOf(idle, attacked, 'whole') > mostTimes);
  if (slow.length > 0)
    console.log(`\nAbove ${mostTimes} times: ${slow.map(({ attack }) => attack.name).join(', ')}.`);
  console.log(`\nLoad of the machine after: ${loadavg().map(figure).join(' ')}.`);
}

const timesOf = (idle: Measured, attacked: Measured, stage: Stage): number =>
  percentile(attacked.samples[stage], 0.99) / percentile(idle.samples[stage], 0.99);
