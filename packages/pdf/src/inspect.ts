/**
 * Decides whether a file can be sealed, before anyone is asked to sign it. The file is opened, repaired if its
 * structure is broken, and sealed on trial with the code that will seal it later. Use `threads/inspect-in-thread.ts`
 * for untrusted files.
 */
import type { PdfWarning } from '@countersign/contract/pdf-warning';
import { findActiveContent } from './active-content/find.ts';
import { placesThatMayBeDark } from './backdrop/estimate.ts';
import { makeDevelopmentCertificate } from './development/certificate.ts';
import { signerFromPem } from './keys/local.ts';
import { displayedSize } from './model/geometry.ts';
import { PdfDict } from './model/objects.ts';
import { type SearchRequest, type SearchResult, searchPdf } from './page-text/search.ts';
import { PdfError, SealError } from './ports/errors.ts';
import type { Inspection } from './ports/inspection.ts';
import type { PdfFile } from './reader/file.ts';
import { type FormFacts, locksDocument, readForm } from './reader/form.ts';
import { headerOffset, openPdf } from './reader/open.ts';
import { orNull } from './reader/or-null.ts';
import { catalogOf, hasGeneration, type PageTree, readPageTree } from './reader/pages.ts';
import { recoverPdf } from './reader/recover.ts';
import { hasSeal } from './revisions/covered.ts';
import { checkRevision, checkUpdate } from './seal/self-check.ts';
import {
  appendSeal,
  type CoveringAnnotation,
  type DrawnPages,
  type SealRevision,
} from './update/append-seal.ts';
import { Increment } from './update/increment.ts';
import { rewritePdf } from './update/rewrite.ts';

export type InspectionResult = Inspection & {
  /** The repaired file, if the structure was broken. Keep it next to the original and seal it instead. */
  normalized?: Uint8Array;
  /** What `search` found. */
  search?: SearchResult;
};

export interface InspectOptions {
  /** Files with more pages are refused as `too_many_pages`. */
  maxPages?: number;
  /** Files whose streams decode to more in total are refused as `too_complex`. Default 512 MiB. */
  maxDecodedBytes?: number;
  /** Also searches the text and the form. If something is hidden, `normalized` is the file without it. */
  search?: SearchRequest | undefined;
}

export const DEFAULT_MAX_PAGES = 2000;

/** Half of what is verified (MAX_SIGNATURES), because recipients, the seal and its timestamps add more. */
const MAX_EARLIER_SIGNATURES = 50;

/** With object numbers above this, some readers take minutes to open an update, and others fail. */
const MAX_OBJECT_NUMBER = 4_000_000;

/**
 * How much a seal may add to a file, next to the size of the file itself. What pages share is written again for each page: inline
 * resources, and content that must be isolated.
 */
const MAX_ADDED_BYTES = 64 * 1024 * 1024;

/** The number of pages that a warning lists. */
const MAX_LISTED = 8;

/** The changes that /P of a certification permits (ISO 32000-2, table 257). */
const PERMITTED: Record<number, string> = {
  1: 'no changes',
  2: 'only filling in and signing form fields',
  3: 'only filling in, signing and annotations',
};

/**
 * Reports whether `sealPdf` can seal the file, and what a sender should know about it. Never throws, whatever the
 * bytes.
 */
export async function inspectPdf(bytes: Uint8Array, options: InspectOptions = {}): Promise<InspectionResult> {
  const bounds = {
    maxPages: options.maxPages ?? DEFAULT_MAX_PAGES,
    maxDecodedBytes: options.maxDecodedBytes,
  };
  try {
    let opened = openSound(bytes, bounds);
    const form = readForm(opened.file);
    guardMayAdd(opened.file, form);
    let trial = await trySealing(opened.file, opened.tree);
    if (opened.file.overlongCount > 0 && form.signed.length === 0) {
      opened = withCorrectLengths(bytes, bounds) ?? opened;
      if (opened.normalized) trial = await trySealing(opened.file, opened.tree);
    }
    const { file, tree } = opened;
    const found = options.search && searchPdf(file, tree, options.search, options.maxDecodedBytes);
    if (found?.hidden) {
      const hidden = await inspectPdf(found.hidden, { ...options, search: undefined });
      if (!hidden.ok) return hidden;
      return {
        ...hidden,
        warnings: [...opened.warnings, ...hidden.warnings],
        normalized: hidden.normalized ?? found.hidden,
        search: found.result,
      };
    }
    const warnings = [...opened.warnings, ...findActiveContent(file, tree)];
    if (form.signed.length > 0) warnings.push({ code: 'signed_before' });
    if (form.hasXfa) warnings.push({ code: 'xfa_form' });
    if (file.security) warnings.push({ code: 'owner_password' });
    if (trial.covering.length > 0)
      warnings.push({ code: 'annotations_above', detail: listOfPages(trial.covering) });
    const darkPlaces = placesThatMayBeDark(file, tree.pages);
    return {
      ok: true,
      pages: tree.pages.map((page, index) => {
        const dark = darkPlaces[index];
        return { ...displayedSize(page.geometry), ...(dark ? { dark } : {}) };
      }),
      warnings,
      earlierSignatures: form.signed.length,
      hasXfa: form.hasXfa,
      contentIsSelfContained: trial.contentIsSelfContained,
      ...(opened.normalized ? { normalized: opened.normalized } : {}),
      ...(found ? { search: found.result } : {}),
    };
  } catch (error) {
    if (error instanceof PdfError) return { ok: false, reason: error.reason, detail: error.message };
    if (error instanceof SealError || error instanceof RangeError)
      return { ok: false, reason: 'damaged', detail: error.message };
    throw error;
  }
}

/** A certification permits form filling and annotations at most, and sealing adds more than that. A signer can permit nothing either. */
function guardMayAdd(file: PdfFile, form: FormFacts): void {
  if (form.certification !== null)
    throw new PdfError(
      'certified',
      `the file is certified by its author, who permits ${PERMITTED[form.certification] ?? 'no changes'}: a seal would break the certification`,
    );
  if (form.signed.length > MAX_EARLIER_SIGNATURES)
    throw new PdfError(
      'too_complex',
      `the file has ${form.signed.length} signatures, and at most ${MAX_EARLIER_SIGNATURES} can be verified together with those that will follow`,
    );
  if (hasSeal(file))
    throw new PdfError('certified', 'the file has a Countersign seal, so nothing may be added to it');
  if (form.signed.some((one) => orNull(() => locksDocument(file, one))))
    throw new PdfError(
      'certified',
      'a signer of the file permits no changes after their signature: a seal would break it',
    );
}

/** "page 1 (stamp, text box), page 4 (form field) and 2 more pages". */
function listOfPages(covering: readonly CoveringAnnotation[]): string {
  const kinds = new Map<number, string[]>();
  for (const { page, kind } of covering) kinds.set(page, [...(kinds.get(page) ?? []), kind]);
  const pages = [...kinds].map(([page, list]) => `page ${page} (${list.join(', ')})`);
  const more = pages.length - MAX_LISTED;
  const listed = pages.slice(0, MAX_LISTED).join(', ');
  return more > 0 ? `${listed} and ${more} more ${more === 1 ? 'page' : 'pages'}` : listed;
}

export interface Bounds {
  maxPages: number;
  maxDecodedBytes: number | undefined;
}

export interface Opened {
  file: PdfFile;
  tree: PageTree;
  warnings: PdfWarning[];
  normalized?: Uint8Array;
}

/** Opens the file unchanged if an update can be appended to it, else a rewritten version. */
export function openSound(bytes: Uint8Array, bounds: Bounds): Opened {
  let defect: string;
  try {
    const file = openPdf(bytes, bounds.maxDecodedBytes);
    const tree = readPageTree(file, bounds.maxPages);
    const found = defectsOf(file, tree);
    if (found.length === 0) return { file, tree, warnings: [] };
    // Ignore minor defects in signed files: rewriting would break their signatures.
    if (tree.defects.length === 0 && readForm(file).signed.length > 0)
      return { file, tree, warnings: [{ code: 'structure_defect', detail: found[0]! }] };
    defect = found[0]!;
  } catch (error) {
    if (!(error instanceof PdfError) || error.reason !== 'damaged') throw error;
    defect = error.message;
  }
  return repaired(bytes, bounds, defect);
}

/**
 * Rewrites a file with wrong stream lengths; null if that is impossible. A stream with a too large /Length would
 * include the bytes appended by the seal, and some readers fail on a length that is not a number.
 */
function withCorrectLengths(bytes: Uint8Array, bounds: Bounds): Opened | null {
  try {
    return repaired(bytes, bounds, 'the length of a stream is wrong');
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

/** Rewrites the file from the objects that can be found in it. Throws a PdfError, `damaged`, also if the file is signed. */
function repaired(bytes: Uint8Array, bounds: Bounds, defect: string): Opened {
  const recovered = recoverPdf(bytes, bounds.maxDecodedBytes);
  const tree = readPageTree(recovered, bounds.maxPages);
  // Look for signatures that the broken form does not reference too; names are not encrypted.
  if (readForm(recovered).signed.length > 0 || recovered.bytes.includes('/ByteRange'))
    throw new PdfError(
      'damaged',
      `the file is signed and cannot be repaired without breaking that: ${defect}`,
    );
  const normalized = rewritePdf(recovered, tree);
  const file = openPdf(normalized, bounds.maxDecodedBytes);
  return {
    file,
    tree: readPageTree(file, bounds.maxPages),
    warnings: [{ code: 'repaired', detail: defect }],
    normalized,
  };
}

/** Defects that strict readers would repair, which would break a seal appended to the file. */
function defectsOf(file: PdfFile, tree: PageTree): string[] {
  const defects = [...tree.defects];
  if (headerOffset(file.bytes) > 0) defects.push('there is data before the header');
  if (!file.dict(file.xref.trailer.get('Encrypt')) && (file.xref.trailer.get('Encrypt') ?? null) !== null)
    defects.push('the encryption dictionary is not a dictionary');
  if (file.nameOf(catalogOf(file).dict.get('Type')) !== 'Catalog')
    defects.push('the catalog has no /Type /Catalog');
  if (!hasGeneration(file, catalogOf(file).ref))
    defects.push('the catalog has a different generation than the trailer says');
  if (file.xref.misnumbered) defects.push('the cross-reference table is numbered from 1');
  if (file.xref.entries.size > MAX_OBJECT_NUMBER) defects.push('object numbers are too high for an update');
  for (const num of file.xref.entries.numbers()) {
    const entry = file.xref.entries.get(num);
    if (entry && 'offset' in entry && !file.hasHeaderAt(entry.offset, num)) {
      defects.push(`object ${num} is not where the cross-reference data says`);
      break;
    }
  }
  return defects;
}

/** Marks every page and seals with a temporary key; throws what sealing would throw. */
async function trySealing(file: PdfFile, tree: PageTree): Promise<SealRevision> {
  const { keyPem, certificatePem } = makeDevelopmentCertificate({ commonName: 'Trial' });
  const drawn = () => ({ content: Buffer.from('q Q\n', 'latin1'), resources: new PdfDict() });
  const drawing: DrawnPages = {
    pages: new Map(tree.pages.map((_, index) => [index + 1, drawn()])),
    areas: new Map(tree.pages.map((page, index) => [index + 1, [page.geometry.box]])),
    certificatePages: [{ width: 595, height: 842, ...drawn() }],
  };
  const revision = await appendSeal(new Increment(file, MAX_ADDED_BYTES + file.bytes.length), tree, drawing, {
    facts: {
      documentId: 'trial',
      mode: 'test',
      originalSha256: '',
      originalSizeBytes: 0,
      originalRepaired: false,
      chainSeq: 0,
      chainHead: '',
      profile: 'PAdES-B-B',
      valuesSha256: '',
    },
    signer: signerFromPem(keyPem, certificatePem),
    stamp: null,
    sealedAt: new Date(0),
  });
  checkRevision(revision, tree.pages.length + 1);
  // Run the check of sealing too, so that no accepted file can fail there.
  const changed = tree.pages.map((_, index) => index + 1);
  checkUpdate(revision, file, tree.pages.length + 1, [...changed, changed.length + 1]);
  return revision;
}
