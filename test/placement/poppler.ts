/**
 * Checks placement with poppler: every case is sealed and rendered with pdftoppm, and its pixels are compared. Prints
 * `N passed, N failed` and exits 1 if a mark is not where it was placed. Needs poppler-utils.
 *
 *   node test/placement/poppler.ts
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  caseSealer,
  expectedRectangle,
  placementCases,
  placements,
  quarters,
  type Rectangle,
} from './cases.ts';

const DOTS_PER_INCH = 72;
/** Tolerance for edges in pixels. */
const EDGE = 2;
/** Tolerance per color channel, of 255. */
const SHADE = 24;

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'countersign-placement-'));

interface Picture {
  width: number;
  height: number;
  rgb: Buffer;
}

async function paint(pdf: Uint8Array): Promise<Picture> {
  const path = join(folder, 'sealed.pdf');
  writeFileSync(path, pdf);
  const { stdout } = await execute(
    'pdftoppm',
    ['-r', String(DOTS_PER_INCH), '-f', '1', '-l', '1', '-cropbox', path],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 40).toString('latin1'));
  if (!head) throw new Error('pdftoppm wrote no picture');
  return { width: Number(head[1]), height: Number(head[2]), rgb: stdout.subarray(head[0].length) };
}

type Color = readonly [number, number, number];

function colorAt({ width, rgb }: Picture, x: number, y: number): Color {
  const at = (Math.floor(y) * width + Math.floor(x)) * 3;
  return [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
}

const near = (a: Color, b: Color): boolean => a.every((value, index) => Math.abs(value - b[index]!) <= SHADE);

/** What is wrong with one mark: the colors of its quarters, the paper around it, and its edges from both sides. */
function faultsOf(picture: Picture, { left, top, width, height }: Rectangle): string[] {
  const faults: string[] = [];
  const expectAt = (what: string, x: number, y: number, color: Color): void => {
    const found = colorAt(picture, x, y);
    if (!near(found, color)) faults.push(`${what} is ${found.join(' ')} instead of ${color.join(' ')}`);
  };
  const white = [255, 255, 255] as const;
  const across = [left + EDGE, left + width / 4, left + (width * 3) / 4, left + width - EDGE];
  const down = [top + EDGE, top + height / 4, top + (height * 3) / 4, top + height - EDGE];
  down.forEach((y, row) => {
    across.forEach((x, column) => {
      expectAt(`point ${column},${row}`, x, y, quarters[(row < 2 ? 0 : 2) + (column < 2 ? 0 : 1)]!);
    });
    expectAt(`left of row ${row}`, left - EDGE, y, white);
    expectAt(`right of row ${row}`, left + width + EDGE, y, white);
  });
  across.forEach((x, column) => {
    expectAt(`above column ${column}`, x, top - EDGE, white);
    expectAt(`below column ${column}`, x, top + height + EDGE, white);
  });
  return faults;
}

const seal = await caseSealer();
let failed = 0;
for (const given of placementCases) {
  const picture = await paint(await seal(given));
  const faults = placements.flatMap((placement, index) =>
    faultsOf(picture, expectedRectangle(placement, picture)).map((fault) => `mark ${index + 1}: ${fault}`),
  );
  if (faults.length === 0) continue;
  failed++;
  console.error(`${given.name}\n  ${faults.slice(0, 6).join('\n  ')}`);
}
rmSync(folder, { recursive: true, force: true });
console.log(`${placementCases.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
