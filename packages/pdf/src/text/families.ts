/**
 * The available fonts: whole Noto fonts for common scripts, and slices by code point for others, especially Chinese,
 * Japanese and Korean, of which only the needed slices are read. All are under the OFL 1.1.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SignatureFont } from '@countersign/contract/signature-fonts';

const require = createRequire(import.meta.url);

export type Weight = 400 | 700;
export type FamilyName = keyof typeof families;

type FontKind = 'text' | 'script' | 'pictures';

/** One font file: its cache key, its path, and the weight to instantiate if it is a variable font. */
export interface FontFile {
  key: string;
  path: string;
  pinnedWeight: Weight | null;
  /** Fonts of pictures and symbols are avoided for words next to them. */
  kind: FontKind;
}

interface Family {
  /** The file that would contain a code point; null if the family does not have it. */
  fileFor(codePoint: number, weight: Weight): FontFile | null;
}

const everything = 'U+0020-10FFFF';

const folderOf = (packageName: string): string => dirname(require.resolve(`${packageName}/package.json`));

/** Sorted pairs of first and last code point. */
function parseRanges(list: string): Uint32Array {
  const pairs = list.split(',').map((item) => {
    const [first = '0', last = first] = item.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return Uint32Array.from(pairs.sort((a, b) => a[0] - b[0]).flat());
}

function inRanges(ranges: Uint32Array, codePoint: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < ranges[middle * 2]!) high = middle - 1;
    else if (codePoint > ranges[middle * 2 + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}

/** A family with one TrueType file per weight, tried for the code points in `ranges`. */
function wholeFamily(
  packageName: string,
  files: Partial<Record<Weight, string>>,
  ranges: string,
  kind: FontKind = 'text',
): Family {
  const tried = parseRanges(ranges);
  const made = new Map<Weight, FontFile>();
  return {
    fileFor(codePoint, weight) {
      if (!inRanges(tried, codePoint)) return null;
      let file = made.get(weight);
      if (file === undefined) {
        const name = files[weight] ?? files[400]!;
        file = { key: name, path: join(folderOf(packageName), name), pinnedWeight: null, kind };
        made.set(weight, file);
      }
      return file;
    },
  };
}

/** Maps code points to slice numbers plus one, in pages of 256. */
function indexSlices(lists: readonly string[]): Map<number, Uint8Array> {
  const pages = new Map<number, Uint8Array>();
  lists.forEach((list, slice) => {
    const ranges = parseRanges(list);
    for (let pair = 0; pair < ranges.length; pair += 2) {
      for (let codePoint = ranges[pair]!; codePoint <= ranges[pair + 1]!; codePoint++) {
        const page = pages.get(codePoint >> 8) ?? new Uint8Array(256);
        pages.set(codePoint >> 8, page);
        page[codePoint & 255] ||= slice + 1;
      }
    }
  });
  return pages;
}

/** A family split into woff2 files by code point according to its unicode.json, which is read when first needed. */
function slicedFamily(
  packageName: string,
  variable: boolean,
  onlyRanges = everything,
  kind: FontKind = 'text',
): Family {
  const short = packageName.slice(packageName.indexOf('/') + 1);
  const only = parseRanges(onlyRanges);
  let slices: { folder: string; names: string[]; pages: Map<number, Uint8Array> } | null = null;
  const load = () => {
    const folder = folderOf(packageName);
    const listed: Record<string, string> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
    const names = Object.keys(listed).map((name) => name.replace(/[[\]]/g, ''));
    return { folder, names, pages: indexSlices(Object.values(listed)) };
  };
  return {
    fileFor(codePoint, weight) {
      if (!inRanges(only, codePoint)) return null;
      slices ??= load();
      const slice = slices.pages.get(codePoint >> 8)?.[codePoint & 255] ?? 0;
      if (slice === 0) return null;
      const name = `${short}-${slices.names[slice - 1]}-${variable ? 'wght' : '400'}-normal.woff2`;
      return {
        key: `${name}@${variable ? weight : 400}`,
        path: join(slices.folder, 'files', name),
        pinnedWeight: variable ? weight : null,
        kind,
      };
    },
  };
}

const eastAsian =
  'U+00A7-00F7,U+1100-11FF,U+2010-2027,U+2030-205E,U+20A0-21FF,U+2200-22FF,U+2460-27BF,U+2900-29FF,U+2B00-2BFF,U+2E80-9FFF,U+A960-A97F,U+AC00-D7FF,U+F900-FAFF,U+FE10-FE1F,U+FE30-FE6F,U+FF00-FFEF,U+1B000-1B16F,U+1F100-1F2FF,U+20000-323AF';

/** Another script of Noto Sans. Only the slice with the script's name is used. */
const otherScript = (script: string, ranges: string): Family =>
  slicedFamily(`@fontsource-variable/noto-sans-${script}`, true, ranges);

/** A handwriting font for signatures. */
const handwriting = (family: string, file: string): Family =>
  wholeFamily(`@expo-google-fonts/${family}`, { 400: file }, 'U+0020-24FF', 'script');

const families = {
  sans: wholeFamily(
    '@expo-google-fonts/noto-sans',
    { 400: '400Regular/NotoSans_400Regular.ttf', 700: '700Bold/NotoSans_700Bold.ttf' },
    everything,
  ),
  'dancing-script': handwriting('dancing-script', '600SemiBold/DancingScript_600SemiBold.ttf'),
  caveat: handwriting('caveat', '400Regular/Caveat_400Regular.ttf'),
  'great-vibes': handwriting('great-vibes', '400Regular/GreatVibes_400Regular.ttf'),
  'marck-script': handwriting('marck-script', '400Regular/MarckScript_400Regular.ttf'),
  sacramento: handwriting('sacramento', '400Regular/Sacramento_400Regular.ttf'),
  arabic: wholeFamily(
    '@expo-google-fonts/noto-sans-arabic',
    { 400: '400Regular/NotoSansArabic_400Regular.ttf', 700: '700Bold/NotoSansArabic_700Bold.ttf' },
    'U+0600-06FF,U+0750-077F,U+0870-08FF,U+FB50-FDFF,U+FE70-FEFF,U+10E60-10E7F,U+1EE00-1EEFF',
  ),
  hebrew: wholeFamily(
    '@expo-google-fonts/noto-sans-hebrew',
    { 400: '400Regular/NotoSansHebrew_400Regular.ttf', 700: '700Bold/NotoSansHebrew_700Bold.ttf' },
    'U+0590-05FF,U+20AA,U+FB1D-FB4F',
  ),
  thai: wholeFamily(
    '@expo-google-fonts/noto-sans-thai',
    { 400: '400Regular/NotoSansThai_400Regular.ttf', 700: '700Bold/NotoSansThai_700Bold.ttf' },
    'U+0E00-0E7F,U+25CC',
  ),
  lao: otherScript('lao', 'U+0E80-0EFF'),
  armenian: otherScript('armenian', 'U+0530-058F,U+FB13-FB17'),
  georgian: otherScript('georgian', 'U+10A0-10FF,U+1C90-1CBF,U+2D00-2D2F'),
  bengali: otherScript('bengali', 'U+0980-09FF'),
  gurmukhi: otherScript('gurmukhi', 'U+0A00-0A7F'),
  gujarati: otherScript('gujarati', 'U+0A80-0AFF'),
  tamil: otherScript('tamil', 'U+0B80-0BFF'),
  telugu: otherScript('telugu', 'U+0C00-0C7F'),
  kannada: otherScript('kannada', 'U+0C80-0CFF'),
  malayalam: otherScript('malayalam', 'U+0D00-0D7F'),
  sinhala: otherScript('sinhala', 'U+0D80-0DFF'),
  myanmar: otherScript('myanmar', 'U+1000-109F,U+A9E0-A9FF,U+AA60-AA7F'),
  ethiopic: otherScript('ethiopic', 'U+1200-139F,U+2D80-2DDF,U+AB00-AB2F'),
  khmer: otherScript('khmer', 'U+1780-17FF,U+19E0-19FF'),
  sc: slicedFamily('@fontsource-variable/noto-sans-sc', true, eastAsian),
  tc: slicedFamily('@fontsource-variable/noto-sans-tc', true, eastAsian),
  jp: slicedFamily('@fontsource-variable/noto-sans-jp', true, eastAsian),
  kr: slicedFamily('@fontsource-variable/noto-sans-kr', true, eastAsian),
  emoji: wholeFamily(
    '@expo-google-fonts/noto-emoji',
    { 400: '400Regular/NotoEmoji_400Regular.ttf' },
    'U+0023-0039,U+00A9,U+00AE,U+203C-3299,U+FE0F,U+1F000-1FBFF,U+E0020-E007F',
    'pictures',
  ),
  symbols: slicedFamily('@fontsource-variable/noto-sans-symbols', true, everything, 'pictures'),
  symbols2: slicedFamily('@fontsource/noto-sans-symbols-2', false, everything, 'pictures'),
  math: wholeMath(),
};

/** Noto Sans Math is a single woff2 file. */
function wholeMath(): Family {
  const ranges = parseRanges('U+0300-036F,U+2000-2BFF,U+3000-303F,U+1D400-1D7FF,U+1EE00-1EEFF');
  return {
    fileFor(codePoint) {
      if (!inRanges(ranges, codePoint)) return null;
      const name = 'noto-sans-math-latin-400-normal.woff2';
      return {
        key: name,
        path: join(folderOf('@fontsource/noto-sans-math'), 'files', name),
        pinnedWeight: null,
        kind: 'pictures',
      };
    },
  };
}

const scriptFamilies = [
  ...([
    'arabic',
    'hebrew',
    'thai',
    'lao',
    'armenian',
    'georgian',
    'bengali',
    'gurmukhi',
    'gujarati',
  ] as const),
  ...(['tamil', 'telugu', 'kannada', 'malayalam', 'sinhala', 'myanmar', 'ethiopic', 'khmer'] as const),
];

const kana = /[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]/;
const hangul = /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]/;

/**
 * The families to try for a text, best first. Han characters get Japanese forms next to kana, Korean forms next to
 * hangul, and simplified Chinese forms otherwise.
 */
export function familyOrder(text: string, style: 'sans' | SignatureFont): readonly FamilyName[] {
  const han: FamilyName[] = kana.test(text)
    ? ['jp', 'sc', 'tc', 'kr']
    : hangul.test(text)
      ? ['kr', 'sc', 'tc', 'jp']
      : ['sc', 'tc', 'jp', 'kr'];
  const rest: FamilyName[] = ['sans', ...scriptFamilies, ...han, 'emoji', 'symbols', 'symbols2', 'math'];
  return style === 'sans' ? rest : [style, ...rest];
}

/** The file in which a family would have a code point; null if it does not have it. */
export const fileFor = (family: FamilyName, codePoint: number, weight: Weight): FontFile | null =>
  families[family].fileFor(codePoint, weight);
