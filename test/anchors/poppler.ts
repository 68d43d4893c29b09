/**
 * Compares positions of text with poppler: every word that `pdftotext -bbox` reports is searched as an anchor, and must be
 * found on its page within a point of poppler's box. Prints recall and times, and exits 1 below 99.5 %. Needs poppler-utils.
 *
 *   node test/anchors/poppler.ts [--verbose] [FOLDER or PDF …]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { inspectPdf } from '@countersign/pdf/inspect';
import { signerFromPem } from '@countersign/pdf/keys/local';
import { displayedSize } from '@countersign/pdf/model/geometry';
import { folded, PageText } from '@countersign/pdf/page-text/page-text';
import { TextReader } from '@countersign/pdf/page-text/text-run';
import { openPdf } from '@countersign/pdf/reader/open';
import { readPageTree } from '@countersign/pdf/reader/pages';
import { sealPdf } from '@countersign/pdf/seal';
import { sampleCertificate } from '@countersign/pdf/testing/sample-files';
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';

/** Tolerance in points. */
const TOLERANCE = 1;
const LEAST_RECALL = 0.995;

/** For the files that are made here. */
const folder = mkdtempSync(join(tmpdir(), 'countersign-anchors-'));
const verbose = process.argv.includes('--verbose');

interface PopplerWord {
  text: string;
  x: number;
  y: number;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The words of each page by poppler. */
function popplerWords(pdf: Uint8Array): PopplerWord[][] {
  const path = join(folder, 'read-by-poppler.tmp');
  writeFileSync(path, pdf);
  const html = execFileSync('pdftotext', ['-bbox', '-cropbox', path, '-'], {
    maxBuffer: 512 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString('utf8');
  return html
    .split('<page ')
    .slice(1)
    .map((page) =>
      [
        ...page.matchAll(
          /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="[-\d.]+" yMax="[-\d.]+">(.*)<\/word>/g,
        ),
      ].map(([, x, y, text]) => ({
        x: Number(x),
        y: Number(y),
        text: text!.replace(/&(\w+);/g, (_, name: string) => entities[name]!),
      })),
    );
}

let [total, found, far] = [0, 0, 0];
const given = process.argv.slice(2).filter((one) => one !== '--verbose');
// biome-ignore lint/suspicious/noUndeclaredEnvVars: run by hand, not as a task of turbo.
const sealable = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'sealable');
if (given.length === 0) {
  if (existsSync(sealable)) given.push(sealable);
  given.push(folder);
  await writeMadeFiles();
}
const files = given
  .flatMap((one) => (one.endsWith('.pdf') ? [one] : readdirSync(one).map((file) => join(one, file))))
  .filter((file) => file.endsWith('.pdf'));

/** Pages in every rotation, with and without a CropBox, and a certificate of completion in our own fonts. */
async function writeMadeFiles(): Promise<void> {
  for (const rotation of [0, 90, 180, 270])
    for (const cropped of [false, true]) {
      const file = await PDFDocument.create();
      const page = file.addPage([500, 700]);
      page.setRotation(degrees(rotation));
      if (cropped) page.setCropBox(40, 60, 400, 500);
      for (const [row, name] of Object.values(StandardFonts).entries()) {
        if (/Symbol|Dingbats/.test(name)) continue;
        const font = await file.embedFont(name);
        page.drawText(`${name}: Sign here (the tenant), please.`, {
          x: 60,
          y: 500 - row * 22,
          size: 8 + row,
          font,
        });
        page.drawText('turned', { x: 380, y: 500 - row * 30, size: 9, font, rotate: degrees(90) });
      }
      writeFileSync(join(folder, `rotate ${rotation}${cropped ? ' cropped' : ''}.pdf`), await file.save());
    }
  const { keyPem, certificatePem } = makeDevelopmentCertificate({ commonName: 'Anchors' });
  const { sealed } = await sealPdf({
    pdf: readFileSync(join(folder, 'rotate 90.pdf')),
    marks: [],
    certificate: sampleCertificate(),
    watermark: null,
    signer: signerFromPem(keyPem, certificatePem),
    timestamper: null,
    sealedAt: new Date('2026-11-20T10:00:00Z'),
  });
  writeFileSync(join(folder, 'certificate of completion.pdf'), sealed);
}

for (const path of files) {
  const original = readFileSync(path);
  const inspected = await inspectPdf(original);
  // Also read files that have a seal, such as our own certificate of completion.
  if (!inspected.ok && inspected.reason !== 'certified') continue;
  const pdf = (inspected.ok && inspected.normalized) || original;
  let expected: PopplerWord[][];
  try {
    expected = popplerWords(pdf);
  } catch {
    console.log(`poppler fails: ${path}`);
    continue;
  }
  const begin = performance.now();
  const file = openPdf(Buffer.from(pdf));
  const { pages } = readPageTree(file);
  const reader = new TextReader(file);
  const texts = pages.map((page) => new PageText(reader.read(page)));
  const took = performance.now() - begin;
  let [own, ownFound, ownFar] = [0, 0, 0];
  for (const [index, words] of expected.entries()) {
    const page = texts[index];
    if (!page) continue;
    for (const word of words) {
      const pattern = folded(word.text);
      if (pattern === '') continue;
      own++;
      let [best, at] = [Infinity, -1];
      for (let from = page.text.indexOf(pattern); from >= 0; from = page.text.indexOf(pattern, from + 1)) {
        const box = page.boxOf(from, from + pattern.length);
        const distance = Math.max(Math.abs(box.x - word.x), Math.abs(box.y - word.y));
        if (distance < best) [best, at] = [distance, from];
      }
      if (best <= TOLERANCE) ownFound++;
      else if (at >= 0) ownFar++;
      if (verbose && best > TOLERANCE)
        console.log(
          `  page ${index + 1}: ${JSON.stringify(word)} ${at < 0 ? 'missing' : `off by ${best.toFixed(2)} ${JSON.stringify(page.boxOf(at, at + pattern.length))}`}`,
        );
    }
  }
  total += own;
  found += ownFound;
  far += ownFar;
  if (ownFound < own || verbose)
    console.log(
      `${ownFound}/${own} (${ownFar} elsewhere) in ${took.toFixed(0)} ms, ${pages.length} pages (${displayedSize(pages[0]!.geometry).rotate}): ${path.split('/').at(-1)}`,
    );
}
rmSync(folder, { recursive: true, force: true });
const recall = found / total;
console.log(
  `${found} of ${total} words found within ${TOLERANCE} pt (${far} elsewhere): recall ${(recall * 100).toFixed(2)} %`,
);
process.exitCode = recall >= LEAST_RECALL ? 0 : 1;
