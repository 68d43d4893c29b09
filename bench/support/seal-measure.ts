/**
 * Measures one design with one file in a separate process: `seal-measure.ts <design> <file> <pages> <results of finalize as JSON>`
 * prints a Measurement as JSON. It seals to warm up, then measures in rounds, and finally checks that the signature is valid.
 */
import { readFileSync } from 'node:fs';
import { designs } from './seal-designs.ts';
import { jobMaker, preparedImage } from './seal-job.ts';
import { percentile } from './stats.ts';

export interface Measurement {
  /** User and system time of all threads, median of the rounds. */
  cpuMs: number;
  peakMegabytes: number;
  addedKilobytes: number;
  /** Null for the limit, which creates no PDF. */
  intact: boolean | null;
}

/** Time for the JIT compiler to optimize the code. */
const WARM_UP_MS = 6000;
const WARM_UP_LEAST = 2;
const ROUNDS = 5;
const ROUND_MS = 200;
/** Number of jobs that are created in advance, outside the measurement. Small, because a worker has few in memory too. */
const BATCH = 16;

const [id, path, pages, known] = process.argv.slice(2);
const design = designs.find((candidate) => candidate.id === id);
if (!design || !path) throw new Error('usage: seal-measure.ts <design> <file> <pages> <known>');

const pdf = readFileSync(path);
const makeJob = jobMaker(await preparedImage(), Number(pages));
const seal = await design.prepare(Number(pages), JSON.parse(known!));
let n = 0;

/** Seals until `ms` milliseconds of processor time are used. Returns milliseconds of processor time per document. */
async function round(ms: number, least: number): Promise<number> {
  let used = 0;
  let count = 0;
  let batch = 1;
  while (count < least || used < ms) {
    const jobs = Array.from({ length: batch }, () => makeJob(n++));
    const before = process.cpuUsage();
    for (const job of jobs) await seal(pdf, job);
    const { user, system } = process.cpuUsage(before);
    used += (user + system) / 1000;
    count += batch;
    batch = Math.max(1, Math.min(BATCH, Math.floor((ms - used) / (used / count))));
  }
  return used / count;
}

await round(WARM_UP_MS, WARM_UP_LEAST);
const rounds: number[] = [];
for (let at = 0; at < ROUNDS; at++) rounds.push(await round(ROUND_MS, 1));
const peakMegabytes = process.resourceUsage().maxRSS / 1024;

const sealed = await seal(pdf, makeJob(n));
let intact: boolean | null = null;
if (design.role !== 'limit') {
  const { verifyPdf } = await import('@countersign/pdf/verify');
  intact = (await verifyPdf(sealed)).intact;
}
const measurement: Measurement = {
  cpuMs: percentile(rounds, 0.5),
  peakMegabytes,
  addedKilobytes: (sealed.length - pdf.length) / 1024,
  intact,
};
console.log(JSON.stringify(measurement));
