/**
 * The rules that a PDF/A file (ISO 19005) sets for everything added to it. There are none if the metadata does not claim
 * PDF/A, and none for encrypted files, which cannot be PDF/A.
 */

import { PdfDict, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from './file.ts';
import { catalogOf } from './pages.ts';

export interface ArchivalRules {
  /** Transparency is forbidden (part 1, 6.4; later parts if no output intent defines the blending color space). */
  opaque: boolean;
  /** Embedded fonts must list their characters (part 1, 6.3.5). */
  characterSets: boolean;
  /** Device colors that the output intent does not cover and that need a definition (part 1, 6.2.3; part 2, 6.2.4). */
  undefinedColors: ReadonlyArray<'rgb' | 'grey'>;
}

/** Larger metadata is not searched for the claim. */
const MAX_METADATA = 1024 * 1024;
/** The claim as an XML attribute or element (ISO 19005-1, 6.7.11). */
const CLAIM = /pdfaid:part\s*(?:=\s*["']|>)\s*([1-9])/;

/** The rules of a file, or null. Metadata that cannot be read counts as no claim. */
export function archivalRules(file: PdfFile): ArchivalRules | null {
  if (file.security) return null;
  try {
    const part = claimedPart(file);
    if (part === null) return null;
    const components = outputComponents(file);
    return {
      opaque: part === 1 || components === null,
      characterSets: part === 1,
      undefinedColors: components === null ? ['rgb', 'grey'] : components === 3 ? [] : ['rgb'],
    };
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function claimedPart(file: PdfFile): number | null {
  const metadata = file.resolve(catalogOf(file).dict.get('Metadata'));
  if (!(metadata instanceof PdfStream) || metadata.bytes.length > MAX_METADATA) return null;
  const text =
    metadata.dict.get('Filter') === undefined
      ? metadata.bytes
      : file.decode(metadata, { total: MAX_METADATA, perStream: MAX_METADATA });
  const claim = CLAIM.exec(Buffer.from(text.buffer, text.byteOffset, text.length).toString('latin1'));
  return claim && Number(claim[1]);
}

/** The number of color components of the output intent's profile; null without one. */
function outputComponents(file: PdfFile): number | null {
  for (const item of file.array(catalogOf(file).dict.get('OutputIntents')) ?? []) {
    const intent = file.dict(item);
    if (!(intent instanceof PdfDict) || file.nameOf(intent.get('S')) !== 'GTS_PDFA1') continue;
    const profile = file.resolve(intent.get('DestOutputProfile'));
    if (profile instanceof PdfStream) return file.number(profile.dict.get('N'));
  }
  return null;
}
