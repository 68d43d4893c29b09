/**
 * Seals files with fields and renders them with poppler and pdf.js before and after: the ink must be visible in every
 * field, and nothing else on the page may change. Prints failures and exits 1 if there are any.
 *
 *   node test/visible/visible.ts [--keep FOLDER] [part of a file name]
 *
 * Needs poppler-utils.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem } from '@countersign/pdf/keys/local';
import type { Placement } from '@countersign/pdf/ports/page';
import type { PdfFile } from '@countersign/pdf/reader/file';
import { openPdf } from '@countersign/pdf/reader/open';
import { boxOf, type Page, readPageTree } from '@countersign/pdf/reader/pages';
import { sealPdf } from '@countersign/pdf/seal';
import { sampleCertificate } from '@countersign/pdf/testing/sample-files';
import { inspectInThread } from '@countersign/pdf/threads/inspect-in-thread';
import sharp from 'sharp';
import { faultsOfPage } from './judge.ts';
import { oddities } from './oddities.ts';
import { type Picture, readers } from './readers.ts';

const { values: options, positionals } = parseArgs({
  options: { keep: { type: 'string' } },
  allowPositionals: true,
});
const only = positionals[0] ?? '';
// biome-ignore lint/suspicious/noUndeclaredEnvVars: run by hand, not as a task of turbo.
const corpusFolder = process.env.CORPUS_DIR ?? '../shared/corpus';
const corpus = resolve(import.meta.dirname, '../..', corpusFolder, 'sealable');
const { keyPem, certificatePem } = makeDevelopmentCertificate({ commonName: 'Visible' });
const signer = signerFromPem(keyPem, certificatePem);

/** Files with a field that gets no plate although one could help. */
const KNOWN: Readonly<Record<string, string>> = {
  'xrefstream--pdfjs--test__pdfs__bug1802506.pdf': 'a field lies on a large check mark, which is text',
};

/** How many pages of a file are tested, and fields on each. */
const MAX_PAGES = 3;
const MAX_FIELDS = 6;

/** Fields on every page; more are placed over its annotations. */
const fixedFields = [
  { x: 0.55, y: 0.8, w: 0.3, h: 0.06 },
  { x: 0.08, y: 0.08, w: 0.2, h: 0.05 },
  { x: 0.4, y: 0.45, w: 0.2, h: 0.05 },
];

function fieldsOf(file: PdfFile, page: Page, number: number, overAnnotations: boolean): Placement[] {
  const fields: Placement[] = fixedFields.map((field) => ({ page: number, ...field }));
  for (const middle of overAnnotations ? middlesOfAnnotations(file, page) : []) {
    const size = { w: 0.08, h: 0.04 };
    const field = {
      page: number,
      ...size,
      x: Math.min(Math.max(middle.x - size.w / 2, 0), 1 - size.w),
      y: Math.min(Math.max(middle.y - size.h / 2, 0), 1 - size.h),
    };
    if (fields.length < MAX_FIELDS && !fields.some((other) => overlap(other, field))) fields.push(field);
  }
  return fields;
}

const overlap = (a: Placement, b: Placement): boolean =>
  a.x < b.x + b.w + 0.02 && b.x < a.x + a.w + 0.02 && a.y < b.y + b.h + 0.02 && b.y < a.y + a.h + 0.02;

/** The centres of annotations that paint something, in fractions of the displayed page. */
function middlesOfAnnotations(file: PdfFile, { dict, geometry }: Page): Array<{ x: number; y: number }> {
  const { box, rotate } = geometry;
  try {
    return (file.array(dict.get('Annots')) ?? []).flatMap((item) => {
      const annotation = file.dict(item);
      const rect = boxOf(file, annotation?.get('Rect'));
      if (!rect || ['Link', 'Popup'].includes(file.nameOf(annotation?.get('Subtype')) ?? '')) return [];
      const x = (rect.x + rect.w / 2 - box.x) / box.w;
      const y = 1 - (rect.y + rect.h / 2 - box.y) / box.h;
      if (x < 0 || x > 1 || y < 0 || y > 1) return [];
      return [
        rotate === 90
          ? { x: 1 - y, y: x }
          : rotate === 180
            ? { x: 1 - x, y: 1 - y }
            : rotate === 270
              ? { x: y, y: 1 - x }
              : { x, y },
      ];
    });
  } catch {
    return [];
  }
}

interface Case {
  name: string;
  read(): Uint8Array;
  looksLike?: Uint8Array;
  /** A refusal is not an error: test/corpus knows which files must be refused. */
  mayBeRefused: boolean;
}

/** What is wrong with the sealed file; null if inspection refuses the file and may do so. */
async function judge({ name, read, looksLike, mayBeRefused }: Case): Promise<string[] | null> {
  const bytes = read();
  const inspection = await inspectInThread(bytes);
  if (!inspection.ok) return mayBeRefused ? null : [`refused: ${inspection.detail}`];
  const source = inspection.normalized ?? bytes;
  const file = openPdf(source);
  const { pages } = readPageTree(file);
  const numbers = [
    ...new Set([
      1,
      ...pages
        .map((page, index) => ({ index, annotations: middlesOfAnnotations(file, page).length }))
        .filter(({ annotations }) => annotations > 0)
        .map(({ index }) => index + 1),
      Math.ceil(pages.length / 2),
    ]),
  ].slice(0, MAX_PAGES);
  // The sender was warned not to place fields there.
  const mayCover = !inspection.warnings.some(({ code }) => code === 'annotations_above');
  const fields = numbers.flatMap((number) => fieldsOf(file, pages[number - 1]!, number, mayCover));
  const { sealed } = await sealPdf({
    pdf: source,
    contentIsSelfContained: inspection.contentIsSelfContained,
    darkPlaces: inspection.pages.map(({ dark }) => dark),
    marks: fields.map((field) => ({ ...field, mark: { kind: 'radio' } })),
    certificate: sampleCertificate(),
    watermark: null,
    signer,
    timestamper: null,
    sealedAt: new Date('2026-11-20T10:00:00Z'),
  });
  const faults: string[] = [];
  if (options.keep) writeFileSync(join(options.keep, `${name}.pdf`), sealed);
  for (const reader of readers) {
    const before = await reader.paint(looksLike ?? source, numbers);
    const after = await reader.paint(sealed, numbers);
    for (const [index, number] of numbers.entries()) {
      const [one, other] = [before[index] ?? null, after[index] ?? null];
      if (options.keep) await keep(`${name}-${reader.name}-${number}`, one, other);
      const where = `${reader.name}, page ${number}`;
      const onPage = fields.filter(({ page }) => page === number);
      const found = other ? faultsOfPage(one, other, onPage) : ['the page cannot be shown'];
      faults.push(...found.map((fault) => `${where}: ${fault}`));
    }
  }
  return faults;
}

async function keep(name: string, before: Picture | null, after: Picture | null): Promise<void> {
  for (const [kind, picture] of [
    ['before', before],
    ['after', after],
  ] as const)
    if (picture)
      await sharp(picture.rgba, { raw: { width: picture.width, height: picture.height, channels: 4 } })
        .png()
        .toFile(join(options.keep!, `${name}-${kind}.png`));
}

if (options.keep && !existsSync(options.keep)) mkdirSync(options.keep, { recursive: true });
const real = readdirSync(corpus).filter((name) => name.endsWith('.pdf'));
const cases: Case[] = [
  ...oddities.map(({ name, pdf, looksLike }) => ({ name, read: () => pdf, looksLike, mayBeRefused: false })),
  ...real.map((name) => ({ name, read: () => readFileSync(join(corpus, name)), mayBeRefused: true })),
].filter(({ name }) => name.includes(only));
if (real.length === 0 || cases.length === 0) {
  console.error(`no files in ${corpus}${only && ` with ${only} in their name`}`);
  process.exit(1);
}
let failed = 0;
let refused = 0;
let known = 0;
for (const one of cases) {
  const faults = await judge(one).catch((error: unknown) => [String(error)]);
  if (faults === null) refused++;
  else if (KNOWN[one.name] && faults.length > 0) known++;
  else if (faults.length > 0) {
    failed++;
    console.log(`${one.name}\n  ${faults.join('\n  ')}`);
  }
}
console.log(`${cases.length} files, ${refused} refused, ${known} with a known limit, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
