/**
 * Tests real files with independent readers. Every file in sealable/ is inspected, sealed with a text mark and
 * checked by pdfsig, qpdf and pdftoppm. Every file in hostile/ must be refused quickly with the reason in its name
 * or, if it is damaged, repaired and sealed. Prints a table of failures and exits 1 if there are any.
 *
 *   CORPUS_DIR=/path/to/corpus npm run test:corpus [-- part of a file name]
 *
 * Needs poppler-utils (pdfsig, pdftoppm, pdfinfo) and qpdf.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { warningMessage } from '@countersign/contract/pdf-warning';
import { concludeVerification, type VerifyOut } from '@countersign/contract/verify';
import { extractCertificate } from '@countersign/pdf/certificate/extract';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem } from '@countersign/pdf/keys/local';
import type { CertificateData } from '@countersign/pdf/ports/certificate-data';
import type { Inspection } from '@countersign/pdf/ports/inspection';
import type { PlacedMark } from '@countersign/pdf/ports/marks';
import type { PageSize } from '@countersign/pdf/ports/page';
import type { TrustAnchors, VerifyReport } from '@countersign/pdf/ports/verify-report';
import { contentEnds, isSelfContained } from '@countersign/pdf/reader/content';
import { openPdf } from '@countersign/pdf/reader/open';
import { readPageTree } from '@countersign/pdf/reader/pages';
import { sealPdf } from '@countersign/pdf/seal';
import { inspectInThread } from '@countersign/pdf/threads/inspect-in-thread';
import { reportJson } from '@countersign/pdf/threads/report-json';
import { verifyPdf } from '@countersign/pdf/verify';

const run = promisify(execFile);
// biome-ignore lint/suspicious/noUndeclaredEnvVars: run by hand, not as a task of turbo.
const corpus = resolve(import.meta.dirname, '../..', process.env.CORPUS_DIR ?? '../shared/corpus');
const only = process.argv[2] ?? '';
const work = mkdtempSync(join(tmpdir(), 'countersign-corpus-'));
// An RSA key, because its signatures are deterministic: two seals of the same content are equal.
const development = makeDevelopmentCertificate({
  commonName: 'Corpus',
  organization: 'Countersign',
  key: 'rsa2048',
  // Valid at the time that the seals state.
  now: new Date('2026-11-20T00:00:00Z'),
});
const signer = signerFromPem(development.keyPem, development.certificatePem);
const trust: TrustAnchors = {
  sealCertificates: new Set([createHash('sha256').update(signer.certificates[0]!).digest('hex')]),
  roots: [],
};

/** Files that no program should seal, with the expected reason and an explanation. */
const RIGHTLY_REFUSED: Record<string, { reason: string; why: string }> = {
  'objstm--qpdf--qpdf__qtest__qpdf__fuzz-16214.pdf': { reason: 'not_a_pdf', why: 'has no header' },
  'repairable--pdfjs--test__pdfs__issue15893_reduced.pdf': { reason: 'encrypted', why: 'needs a password' },
  'repairable--pdfjs--test__pdfs__poppler-937-0-fuzzed.pdf': {
    reason: 'no_pages',
    why: 'its page tree is destroyed',
  },
  'rotated--dss--dss-pades__src__test__resources__validation__pades_infinite_loop.pdf': {
    reason: 'damaged',
    why: 'signed, and needs a repair that would break the signature',
  },
  'signed--dss--dss-pades__src__test__resources__validation__dss-1376__DSS1376-rev_n-2.pdf': {
    reason: 'certified',
    why: 'permits form filling alone',
  },
  'signed--qpdf--qpdf__qtest__qpdf__minimal-signed-restricted.pdf': {
    reason: 'certified',
    why: 'permits no changes',
  },
  'xrefstream--pyhanko--internal__common-test-utils__src__pyhanko_testing_commons__test_data__data__pdf__minimal-aes256-malformed-oe.pdf':
    { reason: 'encrypted', why: 'needs a password' },
  'xrefstream--pyhanko--internal__common-test-utils__src__pyhanko_testing_commons__test_data__data__pdf__minimal-aes256-malformed-perms.pdf':
    { reason: 'encrypted', why: 'needs a password' },
};

/** The placement of the mark in fractions of the displayed page; the comparison leaves a margin around it. */
const MARK = { x: 0.55, y: 0.8, w: 0.3, h: 0.06 };
const MARGIN = 0.01;

/** A form field that becomes content may move by a fraction of a pixel. */
const MAX_DIFFERENCE = 0.005;

interface Outcome {
  file: string;
  ok: boolean;
  notes: string[];
  inspectMs: number;
  sealMs: number;
}

function certificateFor(
  bytes: Uint8Array,
  pages: PageSize[],
): Omit<CertificateData, 'sealProfile' | 'sealSubject' | 'sealFingerprint'> {
  const at = new Date('2026-11-20T09:30:00Z');
  return {
    documentId: 'doc_corpus',
    title: 'A file of the corpus',
    mode: 'live',
    workspace: 'Corpus',
    sender: 'corpus@example.com',
    originalSha256: createHash('sha256').update(bytes).digest('hex'),
    originalSizeBytes: bytes.length,
    pageCount: pages.length,
    fileWarnings: [],
    createdAt: at,
    sentAt: at,
    completedAt: at,
    timeZone: 'Europe/Berlin',
    dateFormat: null,
    consentTexts: [{ version: '1', language: 'en', sha256: '00'.repeat(32) }],
    recipients: [],
    events: [],
    chainSeq: 1,
    chainHead: '11'.repeat(32),
    valuesSha256: '22'.repeat(32),
    verifyUrl: 'https://example.com/verify',
  };
}

/** The verdict of a verifier that trusts the seal certificate and has no record of the document. */
function verdictOn(sealed: Uint8Array, report: VerifyReport): VerifyOut {
  const sha256 = createHash('sha256').update(sealed).digest('hex');
  const findings = reportJson({
    ok: true,
    report,
    file: { sizeBytes: sealed.length, sha256, earlierSha256: [] },
  });
  return concludeVerification({ ...findings, instance: null, events: null, anchors: null });
}

/** Output and exit code of a program, which is killed after 30 s. */
async function tool(command: string, args: string[]): Promise<{ code: number; text: string }> {
  try {
    const { stdout, stderr } = await run(command, args, { timeout: 30_000, maxBuffer: 64 << 20 });
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const failed = error as { code?: number; stdout?: string; stderr?: string };
    if (typeof failed.code !== 'number') throw error;
    return { code: failed.code, text: `${failed.stdout ?? ''}${failed.stderr ?? ''}` };
  }
}

async function sealable(file: string): Promise<Outcome> {
  const bytes = readFileSync(join(corpus, 'sealable', file));
  const outcome: Outcome = { file, ok: true, notes: [], inspectMs: 0, sealMs: 0 };
  const fail = (note: string) => {
    outcome.ok = false;
    outcome.notes.push(note);
  };
  let started = performance.now();
  const inspection = await inspectInThread(bytes);
  outcome.inspectMs = performance.now() - started;
  const expected = RIGHTLY_REFUSED[file];
  if (!inspection.ok) {
    if (expected?.reason === inspection.reason)
      outcome.notes.push(`refused as ${inspection.reason}: ${expected.why}`);
    else fail(`refused as ${inspection.reason}: ${inspection.detail}`);
    return outcome;
  }
  if (expected) fail(`accepted, although it ${expected.why}`);
  if (inspection.normalized) outcome.notes.push('repaired');

  const original = join(work, 'original.pdf');
  const sealedPath = join(work, 'sealed.pdf');
  writeFileSync(original, bytes);
  const source = inspection.normalized ?? bytes;
  started = performance.now();
  const sealed = await seal(bytes, source, inspection);
  outcome.sealMs = performance.now() - started;
  if (inspection.contentIsSelfContained && !(await sealsAlike(bytes, source, inspection)))
    fail('a page is not self-contained, although inspection says so');
  writeFileSync(sealedPath, sealed);
  if (!Buffer.from(sealed.buffer, sealed.byteOffset, source.length).equals(source))
    fail('the sealed file does not start with what was sealed');
  const paths = { original, sealed: sealedPath };
  const faults = [
    ...(await ownFaults(sealed, inspection)),
    ...(await pdfsigFaults(paths, inspection)),
    ...(await qpdfFaults(paths)),
    ...(await certificateFaults(sealed, sealedPath, inspection)),
  ];
  for (const fault of faults) fail(fault);

  const differences = await comparePages(original, sealedPath);
  if (differences.length > 0 && inspection.normalized) {
    // poppler cannot render every broken file correctly; compare with qpdf's repair too.
    const repaired = join(work, 'repaired.pdf');
    await tool('qpdf', [original, '--pages', original, '1', '--', repaired]);
    const again = await comparePages(repaired, sealedPath);
    if (again.length === 0) outcome.notes.push('looks like the repair by qpdf');
    else for (const note of again) fail(note);
  } else for (const note of differences) fail(note);
  return outcome;
}

/** What our own verification says against the sealed file. */
async function ownFaults(sealed: Uint8Array, inspection: Judged): Promise<string[]> {
  const faults: string[] = [];
  const report = await verifyPdf(sealed, trust);
  const { verdict } = verdictOn(sealed, report);
  if (verdict !== 'intact')
    faults.push(`our verdict is ${verdict}: ${JSON.stringify(report.signatures.at(-1))}`);
  if (report.countersign?.documentId !== 'doc_corpus') faults.push('the facts cannot be read back');
  if (inspection.earlierSignatures !== report.signatures.length - 1)
    faults.push('the earlier signatures are not all there');
  return faults;
}

interface Paths {
  original: string;
  sealed: string;
}

async function pdfsigFaults({ original, sealed }: Paths, inspection: Judged): Promise<string[]> {
  const after = await tool('pdfsig', ['-nocert', sealed]);
  const wrong = lastSignatureFault(after.text);
  const faults = wrong === null ? [] : [wrong];
  if (inspection.earlierSignatures > 0) {
    const before = await tool('pdfsig', ['-nocert', original]);
    const valid = (text: string) => text.split('Signature is Valid').length - 1;
    if (valid(after.text) !== valid(before.text) + 1) faults.push('an earlier signature no longer holds');
  }
  return faults;
}

async function qpdfFaults({ original, sealed }: Paths): Promise<string[]> {
  const before = await tool('qpdf', ['--check', original]);
  const after = await tool('qpdf', ['--check', sealed]);
  if (severity(after.code) <= severity(before.code)) return [];
  return [`qpdf: ${after.text.trim().split('\n').slice(-3).join(' | ')}`];
}

/** Whether the sealed file has its own pages and those of the certificate. */
async function certificateFaults(
  sealed: Uint8Array,
  sealedPath: string,
  inspection: Judged,
): Promise<string[]> {
  const info = await tool('pdfinfo', [sealedPath]);
  const pages = Number(/Pages:\s+(\d+)/.exec(info.text)?.[1]);
  const certificatePath = join(work, 'certificate.pdf');
  writeFileSync(certificatePath, extractCertificate(sealed, inspection.pages.length));
  const certificateInfo = await tool('pdfinfo', [certificatePath]);
  const added = Number(/Pages:\s+(\d+)/.exec(certificateInfo.text)?.[1]);
  if (added >= 1 && pages === inspection.pages.length + added) return [];
  return [`${pages} pages instead of ${inspection.pages.length} and ${added}`];
}

/**
 * Compares a seal on every page with and without the result of inspection that the content is self-contained. For
 * encrypted files, whose strings begin with random bytes, only the operators around the pages are compared.
 */
async function sealsAlike(bytes: Uint8Array, source: Uint8Array, inspection: Judged): Promise<boolean> {
  const file = openPdf(source);
  if (file.security)
    return readPageTree(file).pages.every(({ dict }) =>
      isSelfContained(contentEnds(file, dict.get('Contents'))),
    );
  const onEveryPage = 'TEST';
  const [fast, slow] = await Promise.all(
    [true, false].map((known) =>
      seal(bytes, source, { ...inspection, contentIsSelfContained: known }, onEveryPage),
    ),
  );
  return Buffer.from(fast!).equals(slow!);
}

type Judged = Pick<
  Extract<Inspection, { ok: true }>,
  'pages' | 'contentIsSelfContained' | 'earlierSignatures'
>;

async function seal(
  bytes: Uint8Array,
  source: Uint8Array,
  { pages, contentIsSelfContained }: Judged,
  watermark: string | null = null,
): Promise<Uint8Array> {
  const marks: PlacedMark[] = [{ page: 1, ...MARK, mark: { kind: 'text', text: 'Sealed 12345' } }];
  const { sealed } = await sealPdf({
    pdf: source,
    contentIsSelfContained,
    darkPlaces: pages.map(({ dark }) => dark),
    marks,
    certificate: certificateFor(bytes, pages),
    watermark,
    signer,
    timestamper: null,
    sealedAt: new Date('2026-11-20T10:00:00Z'),
  });
  return sealed;
}

/** The fault that pdfsig reports for the last signature; null if none. */
function lastSignatureFault(text: string): string | null {
  const last = text.split(/Signature #\d+:/).at(-1)!;
  const holds = last.includes('Signature is Valid') && last.includes('Total document signed');
  return holds ? null : `pdfsig: ${last.trim()}`;
}

/** Orders qpdf's exit codes by severity: 0 clean, 3 warnings, 2 errors. */
function severity(code: number): number {
  return [0, 3, 2].indexOf(code);
}

interface Picture {
  width: number;
  height: number;
  pixels: Buffer;
}

async function render(path: string): Promise<Picture | null> {
  const target = join(work, 'page');
  await tool('pdftoppm', ['-cropbox', '-singlefile', '-scale-to', '600', path, target]);
  if (!existsSync(`${target}.ppm`)) return null;
  const ppm = readFileSync(`${target}.ppm`);
  rmSync(`${target}.ppm`);
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 40))!;
  return { width: Number(header[1]), height: Number(header[2]), pixels: ppm.subarray(header[0].length) };
}

/**
 * Renders page 1 of both files in the same size. Returns faults unless they are equal outside the mark and different
 * inside.
 */
async function comparePages(original: string, sealed: string): Promise<string[]> {
  const before = await render(original);
  const after = await render(sealed);
  if (!before || !after) return ['page 1 cannot be rendered'];
  if (before.width !== after.width || before.height !== after.height) return ['page 1 has another size'];
  let outside = 0;
  let inside = 0;
  for (let y = 0; y < before.height; y++)
    for (let x = 0; x < before.width; x++) {
      const at = (y * before.width + x) * 3;
      const differs = [0, 1, 2].some((i) => Math.abs(before.pixels[at + i]! - after.pixels[at + i]!) > 24);
      if (!differs) continue;
      if (isInMark(x / before.width, y / before.height)) inside++;
      else outside++;
    }
  const share = outside / (before.width * before.height);
  return [
    ...(share > MAX_DIFFERENCE ? [`page 1 differs outside the mark (${(share * 100).toFixed(2)} %)`] : []),
    ...(inside === 0 ? ['the mark cannot be seen'] : []),
  ];
}

function isInMark(x: number, y: number): boolean {
  const { x: left, y: top, w, h } = MARK;
  return x >= left - MARGIN && x <= left + w + MARGIN && y >= top - MARGIN && y <= top + h + MARGIN;
}

async function hostile(file: string): Promise<Outcome> {
  const bytes = readFileSync(join(corpus, 'hostile', file));
  const outcome: Outcome = { file, ok: true, notes: [], inspectMs: 0, sealMs: 0 };
  const started = performance.now();
  const inspection = await inspectInThread(bytes);
  outcome.inspectMs = performance.now() - started;
  const wanted = file.startsWith('password--')
    ? ['encrypted']
    : file.startsWith('damaged--') || file === 'truncated.pdf'
      ? ['damaged', 'encrypted', 'no_pages', 'not_a_pdf']
      : ['not_a_pdf'];
  if (inspection.ok && inspection.normalized && file.startsWith('damaged--')) {
    const sealedPath = join(work, 'sealed.pdf');
    writeFileSync(sealedPath, await seal(bytes, inspection.normalized, inspection));
    const wrong = lastSignatureFault((await tool('pdfsig', ['-nocert', sealedPath])).text);
    outcome.ok = wrong === null;
    outcome.notes.push(wrong ?? `repaired and sealed: ${inspection.warnings.map(warningMessage).join(' ')}`);
  } else if (inspection.ok) {
    outcome.ok = false;
    outcome.notes.push('accepted');
  } else {
    outcome.ok = wanted.includes(inspection.reason);
    outcome.notes.push(`${inspection.reason}: ${inspection.detail}`);
  }
  if (outcome.inspectMs > 5000) {
    outcome.ok = false;
    outcome.notes.push('too slow');
  }
  return outcome;
}

const outcomes: Outcome[] = [];
for (const [folder, judge] of [
  ['sealable', sealable],
  ['hostile', hostile],
] as const)
  for (const file of readdirSync(join(corpus, folder)).filter((name) => name.includes(only))) {
    try {
      outcomes.push(await judge(file));
    } catch (error) {
      outcomes.push({ file, ok: false, notes: [String(error)], inspectMs: 0, sealMs: 0 });
    }
  }
rmSync(work, { recursive: true });

const failed = outcomes.filter((outcome) => !outcome.ok);
for (const { file, ok, notes, inspectMs, sealMs } of outcomes) {
  const times = `${inspectMs.toFixed(0).padStart(5)} ms ${sealMs > 0 ? `${sealMs.toFixed(1).padStart(7)} ms` : '          '}`;
  console.log(
    `${ok ? 'ok  ' : 'FAIL'} ${times}  ${file.slice(0, 100).padEnd(100)}  ${notes.join('; ').slice(0, 300)}`,
  );
}
if (outcomes.length === 0) console.error(`no files in ${corpus}${only && ` with ${only} in their name`}`);
else console.log(`\n${outcomes.length} files, ${failed.length} failed`);
process.exitCode = failed.length > 0 || outcomes.length === 0 ? 1 : 0;
