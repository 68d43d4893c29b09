/** English names of languages. */

const KEPT_LANGUAGES = 500;
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
/** By code; asking takes long, and there are few. */
const knownLanguages = new Map<string, string>();

/** The name of a language by its code (BCP 47); the code itself if it is not known. */
export function nameOf(language: string): string {
  let known = knownLanguages.get(language);
  if (known === undefined) {
    known = languageNames.of(language) ?? language;
    if (knownLanguages.size < KEPT_LANGUAGES) knownLanguages.set(language, known);
  }
  return known;
}
