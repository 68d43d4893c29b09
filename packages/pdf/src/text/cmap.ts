/** CMaps (ISO 32000-2, 9.7.5 and 9.10.3): map character codes to identifiers and to Unicode. */
import { dict, name, PdfStream, PdfString } from '../model/objects.ts';

const CMAP_BLOCK = 100;
const ascii = (text: string): PdfString => new PdfString(Buffer.from(text, 'latin1'));
/** The character collection for identifiers without meaning. */
export const identityInfo = dict({ Registry: ascii('Adobe'), Ordering: ascii('Identity'), Supplement: 0 });

const byteHex = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'));

/** A 16-bit number as four hexadecimal digits. */
const hex4 = (value: number): string => byteHex[value >> 8]! + byteHex[value & 255]!;

/** UTF-16BE in hexadecimal. */
export function utf16Hex(text: string): string {
  let hex = '';
  for (let index = 0; index < text.length; index++) hex += hex4(text.charCodeAt(index));
  return hex;
}

/** Groups mapping lines into blocks of at most 100, as required. */
function blocksOf(lines: readonly string[]): string[] {
  const blocks: string[] = [];
  for (let from = 0; from < lines.length; from += CMAP_BLOCK) {
    const block = lines.slice(from, from + CMAP_BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return blocks;
}

/** Maps codes of glyphs to their text in UTF-16BE (9.10.3). */
export function toUnicodeCMap(
  glyphs: readonly number[],
  textOf: { get(glyph: number): string | undefined },
  codes: ReadonlyMap<number, number> | null,
): string {
  const codeOf = (glyph: number): string => (codes === null ? hex4(glyph) : byteHex[codes.get(glyph)!]!);
  const lines: string[] = [];
  for (const glyph of glyphs) {
    const text = textOf.get(glyph);
    if (text) lines.push(`<${codeOf(glyph)}> <${utf16Hex(text)}>`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    `1 begincodespacerange\n${codes === null ? '<0000> <ffff>' : '<00> <ff>'}\nendcodespacerange`,
    ...blocksOf(lines),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

/** Maps each one-byte code to the same identifier (9.7.5.3). Readers that cannot parse CMaps know it by name. */
export const oneByteCMap = new PdfStream(
  dict({ Type: name('CMap'), CMapName: name('OneByteIdentityH'), CIDSystemInfo: identityInfo }),
  ascii(
    [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> def',
      '/CMapName /OneByteIdentityH def /CMapType 1 def /WMode 0 def',
      '1 begincodespacerange\n<00> <ff>\nendcodespacerange',
      '1 begincidrange\n<00> <ff> 0\nendcidrange',
      'endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n'),
  ).bytes,
);
