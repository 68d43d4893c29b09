/** Glyph names and the encodings of simple fonts (ISO 32000-2, 9.6.5 and Annex D) as Unicode. */
import { Encodings } from '@pdf-lib/standard-fonts';
import aglfn from 'aglfn' with { type: 'json' };

/** Names that older producers use and the Adobe Glyph List For New Fonts lacks. */
const olderNames: Readonly<Record<string, string>> = {
  ff: 'ff',
  ffi: 'ffi',
  ffl: 'ffl',
  fi: 'fi',
  fl: 'fl',
  nbspace: '\u00a0',
  nonbreakingspace: '\u00a0',
  sfthyphen: '-',
  softhyphen: '-',
  hyphenminus: '-',
  middot: '\u00b7',
  macron: '\u00af',
  overscore: '\u00af',
  mu1: '\u00b5',
  Tcommaaccent: '\u0162',
  tcommaaccent: '\u0163',
  dotlessj: '\u0237',
  visiblespace: '\u2423',
};

const byName = new Map<string, string>([
  ...[Encodings.Symbol, Encodings.ZapfDingbats].flatMap((encoding) =>
    encoding.supportedCodePoints.map(
      (point) => [encoding.encodeUnicodeCodePoint(point).name, String.fromCodePoint(point)] as const,
    ),
  ),
  ...aglfn.map(
    ({ glyphName, unicodeValue }) =>
      [glyphName, String.fromCodePoint(Number.parseInt(unicodeValue, 16))] as const,
  ),
  ...Object.entries(olderNames),
]);

/** The text that a glyph name represents (Adobe Glyph List Specification, section 2); '' if unknown. */
export function textOfGlyphName(name: string): string {
  const known = byName.get(name);
  if (known !== undefined) return known;
  const [base = ''] = name.split('.', 1);
  if (base !== name) return base === '' ? '' : textOfGlyphName(base);
  if (name.includes('_')) return name.split('_', 8).map(textOfGlyphName).join('');
  const [, many, one] = /^(?:uni((?:[0-9A-F]{4}){1,8})|u([0-9A-F]{4,6}))$/.exec(name) ?? [];
  const hex = many ? many.match(/.{4}/g)! : one ? [one] : [];
  return hex
    .map((digits) => Number.parseInt(digits, 16))
    .filter((code) => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .join('');
}

/** Texts by character code. */
export type Encoding = readonly string[];

const decoded = (label: string): string[] => {
  const text = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, code) => code));
  const list = [...text];
  // Both encodings show a hyphen for the soft hyphen, and nothing for control codes.
  list[0xad] = label === 'windows-1252' ? '-' : list[0xad]!;
  for (let code = 0; code < 32; code++) list[code] = '';
  return list;
};

/** StandardEncoding where it differs from ASCII: the first code of each run, and its characters. */
const standardRuns: ReadonlyArray<readonly [number, string]> = [
  [0x27, '\u2019'],
  [0x60, '\u2018'],
  [0xa1, "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ"],
  [0xb1, '–†‡·'],
  [0xb6, '¶•‚„”»…‰'],
  [0xbf, '¿'],
  [0xc1, '`´ˆ˜¯˘˙¨'],
  [0xca, '˚¸'],
  [0xcd, '˝˛ˇ—'],
  [0xe1, 'Æ'],
  [0xe3, 'ª'],
  [0xe8, 'ŁØŒº'],
  [0xf1, 'æ'],
  [0xf5, 'ı'],
  [0xf8, 'łøœß'],
];

function standard(): string[] {
  const list = Array.from({ length: 256 }, (_, code) =>
    code >= 32 && code < 127 ? String.fromCharCode(code) : '',
  );
  for (const [first, characters] of standardRuns)
    for (const [at, character] of [...characters].entries()) list[first + at] = character;
  return list;
}

function symbolic(encoding: typeof Encodings.Symbol): string[] {
  const list = new Array<string>(256).fill('');
  for (const point of encoding.supportedCodePoints)
    list[encoding.encodeUnicodeCodePoint(point).code] = String.fromCodePoint(point);
  return list;
}

export const encodings = {
  StandardEncoding: standard(),
  WinAnsiEncoding: decoded('windows-1252'),
  MacRomanEncoding: decoded('macintosh'),
  Symbol: symbolic(Encodings.Symbol),
  ZapfDingbats: symbolic(Encodings.ZapfDingbats),
} as const satisfies Record<string, Encoding>;

/** The encoding with this name (Annex D); null for others. */
export function encodingNamed(name: string | null): Encoding | null {
  return name === 'StandardEncoding' || name === 'WinAnsiEncoding' || name === 'MacRomanEncoding'
    ? encodings[name]
    : null;
}
