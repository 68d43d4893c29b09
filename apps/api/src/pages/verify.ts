/** The page on which everyone can verify a file. It works without its script, which adds drag and drop and faster results. */
import { join } from 'node:path';
import { type ExplainedRow, explainVerification } from '@countersign/contract/explain-verification';
import type { VerifyOut } from '@countersign/contract/verify';
import { visibleText } from '@countersign/contract/visible-text';
import type { ProblemError } from '@countersign/problem/problem-error';
import { escapeHtml, page } from './layout.ts';

/** The page's own files, and their folder. */
export const verifyFolder = join(import.meta.dirname, 'verify');
export const verifyFiles = new Set(['page.css', 'page.js']);

const head =
  '\n<link rel="stylesheet" href="/verify/page.css">\n<script src="/verify/page.js" defer></script>';
const maxShownName = 200;

/** The empty page. */
export function verifyPage(maxBytes: number): string {
  return page(
    'Verify a PDF',
    `<h1>Verify a PDF</h1>
<p>Check who sealed or signed a PDF, when, and whether it was changed since.
Files signed with other software can be checked too. Your file is not stored.</p>
${form(maxBytes)}`,
    head,
  );
}

/** The result of verifying a file. */
export function resultPage(filename: string | null, result: VerifyOut, maxBytes: number): string {
  const { mark, headline, summary, signer, signedBy, sections, notes } = explainVerification(result);
  const name = filename ? visibleText(shorten(filename)) : null;
  return page(
    name ? `${headline}: ${name}` : headline,
    `<section class="verdict ${mark}">
${markOf(mark)}
<div><h1 tabindex="-1" autofocus>${escapeHtml(headline)}</h1>
${name ? `<p class="name"><bdi>${escapeHtml(name)}</bdi></p>` : ''}
<p>${shown(summary)}</p>
${signer ? `<p>${signedBy} <strong>${shown(signer)}</strong></p>` : ''}</div>
</section>
${sections.map(({ title, rows }) => sectionOf(title, rows)).join('\n')}
${notes.map((note) => `<p class="soft">${shown(note)}</p>`).join('\n')}
<h2>Another file</h2>
${form(maxBytes)}`,
    head,
  );
}

/** Why a file could not be verified. */
export function problemPage(problem: ProblemError, maxBytes: number): string {
  return page(
    'Not verified',
    `<section class="verdict note">
${markOf('note')}
<div><h1 tabindex="-1" autofocus>Not verified</h1>
<p>${shown(reasonOf(problem, maxBytes))}</p></div>
</section>
<h2>Another file</h2>
${form(maxBytes)}`,
    head,
  );
}

const mebibytes = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} KiB` : `${Math.floor(bytes / 1024 / 1024)} MiB`;

function form(maxBytes: number): string {
  return `<form class="card" method="post" action="/verify" enctype="multipart/form-data" data-max-bytes="${maxBytes}" data-max-text="${mebibytes(maxBytes)}">
<label for="file">PDF file <span class="soft">(up to ${mebibytes(maxBytes)})</span></label>
<input id="file" name="file" type="file" accept="application/pdf,.pdf" required aria-describedby="message">
<button type="submit">Verify</button>
<p class="drop soft" hidden>You can also drop the file anywhere on this page.</p>
<p id="message" role="status"></p>
</form>`;
}

const marks = { good: ['✓', 'good'], bad: ['✗', 'bad'], note: ['!', 'note'] } as const;

function markOf(mark: ExplainedRow['mark']): string {
  if (!mark) return '<span class="mark"></span>';
  const [symbol, label] = marks[mark];
  return `<span class="mark ${mark}" role="img" aria-label="${label}">${symbol}</span>`;
}

function sectionOf(title: string, rows: readonly ExplainedRow[]): string {
  const items = rows.map(
    ({ label, value, mark }) =>
      `<div><dt>${markOf(mark)}<span>${escapeHtml(label)}</span></dt><dd>${withHashes(shown(value))}</dd></div>`,
  );
  return `<section class="card found"><h2>${escapeHtml(title)}</h2><dl>
${items.join('\n')}
</dl></section>`;
}

/** Text that can contain text from the file, isolated from the text around it. */
const shown = (text: string) => `<bdi>${escapeHtml(visibleText(text))}</bdi>`;

/** HTML with its SHA-256 hashes in a font whose digits are easy to compare. */
const withHashes = (html: string) =>
  html.replace(/\b[0-9a-f]{64}\b/g, (hash) => `<span class="hash">${hash}</span>`);

function shorten(name: string): string {
  const points = [...name];
  return points.length > maxShownName ? `${points.slice(0, maxShownName).join('')}…` : name;
}

const unusable: Record<string, string> = {
  not_a_pdf: 'This file is not a PDF.',
  encrypted: 'The file is protected with a password, so its signatures cannot be read.',
};

function reasonOf(problem: ProblemError, maxBytes: number): string {
  switch (problem.slug) {
    case 'invalid-pdf':
      return (
        unusable[String(problem.members.reason)] ??
        `The file is damaged, so its signatures cannot be checked: ${problem.message}.`
      );
    case 'pdf-too-complex':
      return 'Reading the file takes more time or memory than this service allows. The command "countersign verify" checks it on your computer.';
    case 'payload-too-large':
      return `The file is too large: this service checks files of up to ${mebibytes(maxBytes)}. The command "countersign verify" has no such limit.`;
    case 'rate-limited':
      return `Too many files were uploaded from your address. Please wait ${problem.headers['Retry-After'] ?? 'some'} seconds and try again.`;
    case 'unavailable':
      return 'The service is busy. Please try again in a few seconds.';
    case 'validation':
      return 'No file was uploaded. Choose a PDF and try again.';
    default:
      return problem.message;
  }
}
