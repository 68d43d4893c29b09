import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { cleanText, surplusMarksOf } from './clean.ts';
import { drawableText } from './drawable.ts';
import { FaceSession, openFontBytes, withFaces } from './faces.ts';
import { type LaidLine, layText } from './layout.ts';
import { resolveText, type TextStyle } from './segment.ts';

const sans: TextStyle = { family: 'sans', weight: 400 };
const lay = (text: string, maxWidth?: number, style = sans): Promise<LaidLine[]> =>
  withFaces((session) => layText(session, text, style, maxWidth));
const glyphsOf = (lines: LaidLine[]) => lines.flatMap((line) => line.runs.flatMap((run) => run.glyphs));
const visualText = (line: LaidLine): string[] => line.runs.map((run) => run.text);

const scripts: Record<string, string> = {
  Latin: 'Łukasz Żółć, Straße, Nguyễn Thị Ánh, İstanbul',
  Cyrillic: 'Иван Петрович Ґалаґан Ђорђевић',
  Greek: 'Ωμέγα Παπαδόπουλος ἀρχή',
  Arabic: 'مرحبا بالعالم السلام عليكم ١٢٣',
  Hebrew: 'שָׁלוֹם עולם',
  'simplified Chinese': '中华人民共和国张伟',
  'traditional Chinese': '國際貿易臺灣龍',
  Japanese: '東京都千代田区 田中さん カタカナ',
  Korean: '대한민국 서울특별시 김철수',
  Thai: 'สวัสดีครับ ผู้ลงนาม น้ำ',
  Devanagari: 'नमस्ते क्षत्रिय शर्मा',
  Lao: 'ສະບາຍດີ ຜູ້ເຊັນ',
  Armenian: 'Հայաստան Արամ',
  Georgian: 'საქართველო გიორგი',
  Bengali: 'বাংলাদেশ ক্ষমা',
  Gurmukhi: 'ਪੰਜਾਬੀ ਸਿੰਘ',
  Gujarati: 'ગુજરાતી શ્રી',
  Tamil: 'தமிழ் கோவிந்தன்',
  Telugu: 'తెలుగు శ్రీ',
  Kannada: 'ಕನ್ನಡ ಶ್ರೀ',
  Malayalam: 'മലയാളം ക്ഷമ',
  Sinhala: 'සිංහල ශ්‍රී',
  Burmese: 'မြန်မာ ကျော်',
  Amharic: 'አማርኛ ኢትዮጵያ',
  Khmer: 'ភាសាខ្មែរ ស្រី',
  emoji: '🙂 👨‍👩‍👧‍👦 🇩🇪 👍🏽 1️⃣ ❤️',
  symbols: '→ ✓ ☐ ★ ½ ① € ₹ ₪ ∑ ≤',
};

describe('shaping', () => {
  test.each(Object.entries(scripts))('%s is drawable and shaped without a missing glyph', async (_, text) => {
    expect(await drawableText(text)).toEqual({ ok: true });
    const glyphs = glyphsOf(await lay(text));
    expect(glyphs.length).toBeGreaterThan(0);
    expect(glyphs.filter(({ glyph }) => glyph === 0)).toEqual([]);
    const bold = glyphsOf(await lay(text, undefined, { family: 'sans', weight: 700 }));
    expect(bold.filter(({ glyph }) => glyph === 0)).toEqual([]);
  });

  test('joins Arabic letters: the same letter has different glyphs at the start and the end of a word', async () => {
    const [alone, joined] = [glyphsOf(await lay('ه')), glyphsOf(await lay('ههه'))];
    expect(new Set([...alone, ...joined].map(({ glyph }) => glyph)).size).toBeGreaterThanOrEqual(3);
  });

  test('draws an emoji family, a flag and a thumb with a skin color as one glyph each', async () => {
    for (const text of ['👨‍👩‍👧‍👦', '🇩🇪', '👍🏽']) expect(glyphsOf(await lay(text))).toHaveLength(1);
  });

  test('puts right-to-left text in visual order and keeps numbers in it readable', async () => {
    const [line] = await lay('שלום 123 (abc)');
    expect(line!.rightToLeft).toBe(true);
    const parts = visualText(line!).map((part) => part.trim());
    expect(parts.indexOf('abc')).toBeLessThan(parts.indexOf('123'));
    expect(parts.indexOf('123')).toBeLessThan(parts.indexOf('שלום'));
    expect(line!.runs.find((run) => run.text.includes('123'))!.glyphs.map(({ cluster }) => cluster)).toEqual([
      0, 1, 2,
    ]);
  });

  test('ignores a bidi override in a name', async () => {
    const [plain, tricked] = await Promise.all([lay('Anna gpj.exe'), lay('Anna \u202egpj.exe\u202c')]);
    expect(tricked).toEqual(plain);
  });

  test('prefers the Japanese forms of Han characters next to kana', async () => {
    const [japanese] = await lay('直さ');
    const [chinese] = await lay('直');
    expect(japanese!.runs[0]!.file.key).toContain('noto-sans-jp');
    expect(chinese!.runs[0]!.file.key).toContain('noto-sans-sc');
  });
});

describe('drawableText', () => {
  test('lists each character that no font can draw once', async () => {
    expect(await drawableText('a\u{10fffd}b\u1456\u{10fffd}')).toEqual({
      ok: false,
      missing: ['\u{10fffd}', '\u1456'],
    });
  });

  test('accepts control characters, line breaks and invisible joiners', async () => {
    expect(await drawableText('a\u0000b\r\nc\td\u200de\u00adf\ufeff')).toEqual({ ok: true });
  });

  test('lists combining marks that would overlap other lines', async () => {
    const climbing = `a${'\u0301\u0302\u0303'.repeat(20)}b`;
    expect(await drawableText(climbing)).toEqual({ ok: false, missing: ['\u0302', '\u0303', '\u0301'] });
    expect(glyphsOf(await lay(climbing)).length).toBeLessThan(12);
  });

  test('looks up each character once, however often it comes', async () => {
    const text = 'Γειά σου 合同 \u{10fffd}';
    const first = await drawableText(text);
    const lookups = jest.spyOn(FaceSession.prototype, 'face');
    expect(await drawableText(`${text}\n${text}`)).toEqual(first);
    expect(lookups).not.toHaveBeenCalled();
    await drawableText('another one: 約');
    expect(lookups).toHaveBeenCalled();
    lookups.mockRestore();
  });

  test('draws characters that no font has as U+FFFD, so that the loss is visible', async () => {
    const [line] = await lay('a\u{10fffd}b');
    expect(visualText(line!).join('')).toBe('a\ufffdb');
  });

  test('agrees with drawing: no text has a missing glyph, and listed characters are marked', async () => {
    const characters = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
      { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(scripts)) },
      {
        weight: 2,
        arbitrary: fc
          .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
          .map((units) => String.fromCharCode(...units)),
      },
    );
    const texts = fc.array(characters, { maxLength: 4 }).map((parts) => parts.join(' '));
    await fc.assert(
      fc.asyncProperty(texts, fc.double({ min: 0.5, max: 30, noNaN: true }), async (text, width) => {
        const lines = await lay(text, width);
        expect(glyphsOf(lines).every(({ glyph }) => glyph !== 0)).toBe(true);
        const result = await drawableText(text);
        const marked = lines.some((line) => visualText(line).join('').includes('\ufffd'));
        const surplus = surplusMarksOf(text).length > 0;
        const lost = cleanText(text).includes('\ufffd');
        if (marked && !lost) expect(result.ok).toBe(false);
        if (!result.ok && !surplus) expect(marked).toBe(true);
      }),
      runs(150),
    );
  });
});

describe('lines', () => {
  test('stay within the width and lose only spaces', async () => {
    const texts = [
      ...Object.values(scripts),
      'averyveryverylongwordwithoutanyplacetobreak',
      'a@b.example/path?x=1',
    ];
    for (const text of texts)
      for (const width of [3, 7, 15]) {
        const lines = await lay(text, width);
        for (const line of lines) expect(line.width).toBeLessThanOrEqual(width + 1e-9);
        const kept = lines.flatMap((line) => line.runs.map((run) => run.text)).join('');
        const letters = (value: string): string => [...value.replace(/\s/g, '')].sort().join('');
        expect(letters(kept)).toBe(letters(cleanText(text)));
      }
  });

  test('are broken between words if there are words', async () => {
    const lines = await lay('The quick brown fox', 6);
    expect(lines.map((line) => visualText(line).join(''))).toEqual(['The quick', 'brown fox']);
  });

  test.each(['\u00a0', '\u202f', '\u2007'])(
    'are not broken at a space that does not break: %j',
    async (space) => {
      const text = (line: LaidLine) => visualText(line).join('');
      expect((await lay(`about 20${space}000 km`, 6)).map(text)).toEqual(['about', '20\u00a0000 km']);
      expect((await lay(`a.${space}b`, 1.2)).map(text)[0]).not.toBe('a.');
      const thai = await lay(`ภาษา ไทย${space}ไทย`, 4);
      expect(thai.map(text)).toEqual(['ภาษา', 'ไทย\u00a0ไทย']);
    },
  );

  test('do not begin with Japanese closing punctuation', async () => {
    for (let width = 5; width < 12; width++)
      for (const line of await lay('これは文章です。「禁則」、確認。', width))
        expect(visualText(line).join('')).not.toMatch(/^[。、」]/);
  });

  test('follow the line breaks of the text', async () => {
    expect(await lay('one\r\ntwo\n\nfour')).toHaveLength(4);
  });
});

test('cached fonts stay under their limit', async () => {
  for (let first = 0x4e00; first < 0x9f00; first += 0x40) {
    const text = String.fromCharCode(...Array.from({ length: 0x40 }, (_, index) => first + index));
    await drawableText(text);
  }
  expect(openFontBytes()).toBeLessThanOrEqual(48 * 1024 * 1024);
  expect(openFontBytes()).toBeGreaterThan(4 * 1024 * 1024);
});

test('emoji in right-to-left text keep the place that the bidirectional algorithm gives them', () => {
  const levels = (text: string) =>
    withFaces((session) => resolveText(session, text, sans).runs.map((run) => run.level & 1));
  return Promise.all([levels('שלום 😀 עולם'), levels('שלום ☺ עולם')]).then(([astral, plane]) => {
    expect(new Set(astral)).toEqual(new Set([1]));
    expect(new Set(plane)).toEqual(new Set([1]));
  });
});
