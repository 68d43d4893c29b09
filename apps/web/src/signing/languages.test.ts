import { describe, expect, test } from '@jest/globals';
import { languages } from '../ui/language-names.ts';
import { loadWords, localeOf, pickLanguage } from './languages.ts';
import { english } from './words.ts';

type Tree = { [key: string]: unknown };

/** Every leaf by its path: texts as they are, functions by their result for two arguments. */
function leaves(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const at = path ? `${path}.${key}` : key;
    if (typeof value === 'string') found.set(at, value);
    else if (typeof value === 'function') found.set(at, String(value(7, 9)));
    else for (const [inner, text] of leaves(value as Tree, at)) found.set(inner, text);
  }
  return found;
}

describe.each(languages.filter(({ tag }) => tag !== 'en'))('$name', ({ tag }) => {
  test('has every word of the page, none empty, and no sentence left in English', async () => {
    const words = await loadWords(tag);
    expect(words.language).toBe(tag);
    const ours = leaves(words);
    const theirs = leaves(english);
    expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
    expect([...ours].filter(([, text]) => text.trim() === '')).toEqual([]);
    const same = [...ours].filter(([key, text]) => text === theirs.get(key) && text.split(' ').length > 2);
    expect(same).toEqual([]);
  });

  test('contains every name and number that is passed to a text', async () => {
    const words = leaves(await loadWords(tag));
    const told = [...leaves(english)].filter(([key, text]) => key !== 'language' && /[79]/.test(text));
    const digits = (text: string | undefined) => ['7', '9'].filter((one) => text?.includes(one));
    expect(told.map(([key]) => [key, digits(words.get(key))])).toEqual(
      told.map(([key, text]) => [key, digits(text)]),
    );
  });
});

test('Arabic is written from right to left, the others from left to right', async () => {
  const directions = await Promise.all(languages.map(async ({ tag }) => (await loadWords(tag)).direction));
  expect(directions).toEqual(languages.map(({ tag }) => (tag === 'ar' ? 'rtl' : 'ltr')));
});

test.each([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['sv', 'fr-CA', 'en'], 'fr'],
  [null, ['ja-JP'], 'ja'],
  [null, ['zh-Hans-CN', 'en'], 'zh'],
  [null, ['ko'], 'en'],
  [null, [], 'en'],
  ['ar', ['de'], 'ar'],
  ['xx', ['es-MX'], 'es'],
] as const)('a choice of %j and a browser in %j gives %s', (chosen, preferred, tag) => {
  expect(pickLanguage(chosen, preferred)).toBe(tag);
});

test("dates follow the browser's region where it is one of the language", () => {
  expect(localeOf('en', ['de-DE', 'en-GB'])).toBe('en-GB');
  expect(localeOf('fr', ['de-DE', 'en-GB'])).toBe('fr');
  expect(localeOf('en', ['en-US@posix', 'en-GB'])).toBe('en-GB');
  expect(localeOf('en', ['en-US@posix'])).toBe('en');
});
