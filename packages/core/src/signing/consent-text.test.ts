import { pageLanguages } from '@countersign/contract/signing';
import { expect, test } from '@jest/globals';
import { acceptedConsent, consentIn } from './consent-text.ts';

// Audit trails contain these hashes. A changed text needs a new version, and a new line here.
test.each([
  ['2026-11', 'en', 'b1085c2f7481d351028c2723f55cdc92614c3e72a4d0a50c5b2139e723a1b10e'],
  ['2026-11', 'de', '8f872cf589ce4a643e781a875146ebf5d3413fdf5aa797b50f22f3f3fdf39060'],
  ['2026-11', 'fr', '368f8d5b43bd10fee1de4584f79ffc279838d7f994a4e1d26a50eacda105df2c'],
  ['2026-11', 'es', '0778b27da8f865a7c36244aff012a1b90817179b5b0d011b2b08647aff5eb7c6'],
  ['2026-11', 'ar', 'ec4ce821185760460b30b3bdb8a6775080eb0e8204b81be5f307b404165b575d'],
  ['2026-11-22', 'en', 'dcec36341be86619526e3d9a83a21ebdaa6bbe30473a605d086c14d7ddd27da7'],
  ['2026-11-22', 'de', '8f872cf589ce4a643e781a875146ebf5d3413fdf5aa797b50f22f3f3fdf39060'],
  ['2026-11-22', 'fr', '368f8d5b43bd10fee1de4584f79ffc279838d7f994a4e1d26a50eacda105df2c'],
  ['2026-11-22', 'es', '0778b27da8f865a7c36244aff012a1b90817179b5b0d011b2b08647aff5eb7c6'],
  ['2026-11-22', 'ar', 'ec4ce821185760460b30b3bdb8a6775080eb0e8204b81be5f307b404165b575d'],
  ['2026-11-22', 'it', '4f5cff670053caba9288d072daad1eca25396d007f9238c5b06193b8d74500f1'],
  ['2026-11-22', 'pt', '1b9f0f3c0f4abb32e30ba8bbdc97a0cc5d6ec4e1558c548da2be05680f453bf4'],
  ['2026-11-22', 'nl', '8953f0030eaa4611f9cfbbd28fdca9ccb6d30410e38749df4e7571cfe4800fe6'],
  ['2026-11-22', 'pl', '8ea045d923ac026066acead9f1d7faa06a3ef493ea6ac8fb613e4bb05444b799'],
  ['2026-11-22', 'ja', 'c389d294b0b897e99705134324bf153685514590027ff6681e4b3ccfdaddd959'],
  ['2026-11-22', 'zh', '8e5eec6fe7f4ea61a739f56983ec52a6124cff9523d72017ef2fe4024ed511ba'],
] as const)('the text of version %s in %s never changes', (version, language, sha256) => {
  expect(consentIn(language, version).sha256).toBe(sha256);
});

test('every language of the page has its own text in four paragraphs, and later ones say that they are translations', () => {
  const texts = pageLanguages.map((language) => consentIn(language).text);
  expect(new Set(texts).size).toBe(pageLanguages.length);
  const original = new Set(['en', 'de', 'fr', 'es', 'ar']);
  for (const [index, language] of pageLanguages.entries())
    expect(texts[index]!.split('\n\n')).toHaveLength(original.has(language) ? 4 : 5);
});

test('consent without a stored version and language means the first English text; without consent there is no text', () => {
  const consentAt = new Date('2026-11-20T12:00:00Z');
  expect(acceptedConsent({ consentAt, consentVersion: null, consentLanguage: null })).toEqual(
    consentIn('en', '2026-11'),
  );
  expect(acceptedConsent({ consentAt: null, consentVersion: null, consentLanguage: null })).toBeNull();
});

test('there is no text of an unknown version', () => {
  expect(() => consentIn('en', '2025-01')).toThrow('no consent text of version 2025-01');
  expect(() => consentIn('it', '2026-11')).toThrow('no consent text of version 2026-11 in it');
});
