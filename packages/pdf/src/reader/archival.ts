/**
 * What a PDF/A file (ISO 19005) asks of everything that is added to it. Files that do not claim to be one, by their
 * metadata, ask nothing; neither do encrypted ones, which cannot be one.
 */

import { PdfDict, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from './file.ts';
import { catalogOf } from './pages.ts';

export interface ArchivalRules {
  /** Nothing may be seen through (part 1, 6.4; later parts where no output intent says in which colours to blend). */
  opaque: boolean;
  /** Fonts say which of their characters they hold (part 1, 6.3.5). */
  characterSets: boolean;
  /** Device colours that are not those of the output intent, and need a definition (part 1, 6.2.3; part 2, 6.2.4). */
  undefinedColours: ReadonlyArray<'rgb' | 'grey'>;
}

/** Metadata of more bytes is not read for this. */
const MOST_METADATA = 1024 * 1024;
/** As an attribute or an element (ISO 19005-1, 6.7.11). */
const CLAIM = /pdfaid:part\s*(?:=\s*["']|>)\s*([1-9])/;

/** The rules of a file, or null. What cannot be read of it is no claim. */
export function archivalRules(file: PdfFile): ArchivalRules | null {
  if (file.security) return null;
  try {
    const part = claimedPart(file);
    if (part === null) return null;
    const components = outputComponents(file);
    return {
      opaque: part === 1 || components === null,
      characterSets: part === 1,
      undefinedColours: components === null ? ['rgb', 'grey'] : components === 3 ? [] : ['rgb'],
    };
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

function claimedPart(file: PdfFile): number | null {
  const metadata = file.resolve(catalogOf(file).dict.get('Metadata'));
  if (!(metadata instanceof PdfStream) || metadata.bytes.length > MOST_METADATA) return null;
  const text =
    metadata.dict.get('Filter') === undefined
      ? metadata.bytes
      : file.decode(metadata, { total: MOST_METADATA, perStream: MOST_METADATA });
  const claim = CLAIM.exec(Buffer.from(text.buffer, text.byteOffset, text.length).toString('latin1'));
  return claim && Number(claim[1]);
}

/** How many colour components the profile of the output intent has; null without one. */
function outputComponents(file: PdfFile): number | null {
  for (const item of file.array(catalogOf(file).dict.get('OutputIntents')) ?? []) {
    const intent = file.dict(item);
    if (!(intent instanceof PdfDict) || file.nameOf(intent.get('S')) !== 'GTS_PDFA1') continue;
    const profile = file.resolve(intent.get('DestOutputProfile'));
    if (profile instanceof PdfStream) return file.number(profile.dict.get('N'));
  }
  return null;
}
