/** Finds the PDFs that rows name in the directory of a ZIP. Pure. */
import { type EntryPlace, type ZipEntry, ZipFault } from '../zip-archive.ts';

/** Longest name of a PDF in a row, in UTF-16 code units. */
export const MAX_PDF_NAME_LENGTH = 300;

export interface MatchLimits {
  /** The size of the archive. */
  zipBytes: number;
  maxPdfBytes: number;
  /** The maximum size of all named PDFs together when they are unpacked. */
  maxTotalBytes: number;
}

export interface MatchedPdfs {
  /** For each name: where the PDF is, or why rows that name it cannot be sent. */
  pdfs: Map<string, { place: EntryPlace } | { problem: string }>;
  /** Files that no row names. */
  unused: number;
}

interface Match {
  /** The name is the whole path in the archive, not only the end of it. */
  isPath: boolean;
  entry: ZipEntry;
  count: number;
}

/** The name in a cell, in the form in which names are compared: with composed characters, and `/` between folders. */
export function pdfNameOf(cell: string): string {
  return cell.trim().normalize('NFC').replaceAll('\\', '/').replace(/^\.\//, '');
}

/** Files that macOS adds to archives. */
const isOfSystem = (path: string) => path.startsWith('__MACOSX/') || path.endsWith('.DS_Store');

/**
 * A name is the path of a file in the archive, or else the name of a file in any folder if there is only one with that name. Holds
 * at most one entry per name. Throws ZipFault if entries share bytes, which only archives made to exhaust readers do, and if the named
 * PDFs are too large together.
 */
export async function matchPdfs(
  entries: AsyncIterable<ZipEntry>,
  names: ReadonlySet<string>,
  limits: MatchLimits,
): Promise<MatchedPdfs> {
  const matches = new Map<string, Match>();
  let files = 0;
  let packedBytes = 0;
  for await (const entry of entries) {
    const path = entry.name.normalize('NFC');
    if (entry.isFolder || isOfSystem(path)) continue;
    files += 1;
    packedBytes += entry.place.compressedBytes;
    if (packedBytes > limits.zipBytes) throw new ZipFault('its files overlap');
    const base = path.slice(path.lastIndexOf('/') + 1);
    if (names.has(path)) addMatch(matches, path, { isPath: true, entry, count: 1 });
    if (base !== path && names.has(base)) addMatch(matches, base, { isPath: false, entry, count: 1 });
  }
  const pdfs: MatchedPdfs['pdfs'] = new Map();
  const used = new Set<number>();
  let totalBytes = 0;
  for (const name of names) {
    const match = matches.get(name);
    const problem = problemOf(match, limits);
    if (match && match.count === 1) used.add(match.entry.place.offset);
    if (problem === null) totalBytes += match!.entry.sizeBytes;
    pdfs.set(name, problem === null ? { place: match!.entry.place } : { problem });
  }
  if (totalBytes > limits.maxTotalBytes)
    throw new ZipFault(
      `the PDFs that rows name have ${totalBytes} bytes together, at most ${limits.maxTotalBytes} are read`,
    );
  return { pdfs, unused: files - used.size };
}

/** A match of the whole path replaces matches of the file name only. Matches of the same kind are counted. */
function addMatch(matches: Map<string, Match>, name: string, match: Match): void {
  const before = matches.get(name);
  if (!before || (match.isPath && !before.isPath)) matches.set(name, match);
  else if (match.isPath === before.isPath) before.count += 1;
}

function problemOf(match: Match | undefined, { maxPdfBytes }: MatchLimits): string | null {
  if (!match) return 'the ZIP has no such file';
  if (match.count > 1)
    return match.isPath
      ? `the ZIP has ${match.count} files with this name`
      : `the ZIP has ${match.count} files with this name in its folders; give the path`;
  const { entry } = match;
  if (entry.isEncrypted) return 'it is encrypted; make the ZIP without a password';
  if (entry.sizeBytes > maxPdfBytes)
    return `it has ${entry.sizeBytes} bytes, at most ${maxPdfBytes} are allowed`;
  return entry.sizeBytes === 0 ? 'it is empty' : null;
}
