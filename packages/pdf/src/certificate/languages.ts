/** English names of languages. */

const KEPT_LANGUAGES = 500;
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
/** Cached by code: the lookup is slow, and there are few. */
const knownLanguages = new Map<string, string>();

/** The English name of a language by its code (BCP 47); the code itself if unknown. */
export function nameOf(language: string): string {
  let known = knownLanguages.get(language);
  if (known === undefined) {
    known = languageNames.of(language) ?? language;
    if (knownLanguages.size < KEPT_LANGUAGES) knownLanguages.set(language, known);
  }
  return known;
}
