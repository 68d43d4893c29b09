/**
 * Measures sealing: processor time per document, documents per second and core, and memory, compared with the
 * libraries that could be used instead and with the cost of only the signature, one hash and one copy. Every design
 * runs in its own process, warmed up, with keys loaded and the file in memory, like a long-running worker. Files are
 * inspected beforehand, as finalize does once per document.
 *
 * Goals: at least 20 times as fast as pdf-lib with @signpdf on small files, faster than every peer on every input,
 * within four times the limit. docs/SEALING.md has the figures and explains where the time goes. The low-level peer
 * draws 43 lines in a standard font and does not verify its result.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inspectInThread } from '@countersign/pdf/threads/inspect-in-thread';
import { type Design, designs, type Known } from './support/seal-designs.ts';
import { type BenchInput, benchInputs } from './support/seal-inputs.ts';
import type { Measurement } from './support/seal-measure.ts';
import { measureSealWorker } from './support/seal-worker.ts';
import { figure, printTable } from './support/table.ts';

export const title = 'Sealing documents';

const execute = promisify(execFile);
const program = join(import.meta.dirname, 'support/seal-measure.ts');

/** Seals every input with every design in sequence and prints a table per input. Takes two to three minutes. */
export async function run(): Promise<void> {
  console.log(
    'Seven marks on the first and last page, a certificate page, PAdES-B-B. The peers draw 43 plain lines in a',
  );
  console.log(
    'standard font. Countersign draws its full certificate (two signers, 14 events, QR code, embedded fonts);',
  );
  console.log('"plain page" is the same 43 lines in an embedded font.');
  for (const input of await benchInputs()) {
    const measured = new Map<Design, Measurement>();
    const inspection = await inspectInThread(readFileSync(input.path));
    if (!inspection.ok) throw new Error(`${input.name}: ${inspection.detail}`);
    const { contentIsSelfContained, pages } = inspection;
    const known = { contentIsSelfContained, darkPlaces: pages.map(({ dark }) => dark) };
    for (const design of designs) {
      process.stderr.write(`${input.name}: ${design.name} ...\n`);
      measured.set(design, await measure(design, input, known));
    }
    print(input, measured);
  }
  await workers();
}

/** Concurrent seals, and the time that the key takes; null is a key in a file. */
const workerCases: Array<[number, number | null]> = [
  [1, null],
  [4, null],
  [12, 50],
];

/** Measures a complete job in the worker, with the smallest file. */
async function workers(): Promise<void> {
  const [smallest] = await benchInputs();
  const rows: string[][] = [];
  for (const [slots, keyMs] of workerCases) {
    const name = `${slots} at once${keyMs === null ? '' : `, a key that takes ${keyMs} ms`}`;
    process.stderr.write(`one worker process, ${name} ...\n`);
    const { documents, perSecond, cpuMs, peakMib } = await measureSealWorker(
      readFileSync(smallest!.path),
      slots,
      keyMs,
    );
    rows.push([
      name,
      figure(perSecond),
      cpuMs === null ? '-' : figure(cpuMs),
      peakMib === null ? '-' : String(peakMib),
      String(documents),
    ]);
  }
  console.log();
  printTable(
    [
      `one worker process, ${smallest!.name}, PostgreSQL on the same machine`,
      'documents/s',
      'CPU ms of the worker',
      'peak MiB',
      'sealed',
    ],
    rows,
  );
}

async function measure(design: Design, input: BenchInput, known: Known): Promise<Measurement> {
  const given = [design.id, input.path, String(input.pages), JSON.stringify(known)];
  const { stdout } = await execute(process.execPath, [program, ...given]);
  return JSON.parse(stdout);
}

function print(input: BenchInput, measured: Map<Design, Measurement>): void {
  const cpuOf = (id: string): number => [...measured].find(([design]) => design.id === id)![1].cpuMs;
  console.log();
  printTable(
    [
      `${input.name} (${figure(input.bytes / 1024)} KB)`,
      'CPU ms',
      'documents/s per core',
      'times ours, RSA',
      'times its limit',
      'peak MB',
      'KB added',
      'valid',
    ],
    [...measured].map(([design, { cpuMs, peakMegabytes, addedKilobytes, intact }]) => [
      design.name,
      cpuMs < 10 ? cpuMs.toFixed(2) : figure(cpuMs),
      figure(1000 / cpuMs),
      (cpuMs / cpuOf('ours-rsa')).toFixed(2),
      (cpuMs / cpuOf(design.id.endsWith('p256') ? 'limit-p256' : 'limit-rsa')).toFixed(1),
      figure(peakMegabytes),
      design.role === 'limit' ? '-' : figure(addedKilobytes),
      intact === null ? '-' : intact ? 'yes' : 'NO',
    ]),
  );
}
