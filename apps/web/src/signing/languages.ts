/** The languages of the page, and the choice of one. */
import type { PageLanguage } from '@countersign/contract/signing';
import { languages } from '../ui/language-names.ts';
import { english, type Words } from './words.ts';

export type LanguageTag = PageLanguage;

const rememberedAs = 'countersign-language';

/** The language chosen earlier, else the first of the browser's languages that the page has, else English. */
export function pickLanguage(chosen: string | null, preferred: readonly string[]): LanguageTag {
  for (const wish of chosen === null ? preferred : [chosen, ...preferred]) {
    const base = wish.toLowerCase().split('-')[0];
    const found = languages.find(({ tag }) => tag === base);
    if (found) return found.tag;
  }
  return 'en';
}

/**
 * The locale for dates: the first of the browser's that is of this language, else the language itself. Some browsers report names
 * that Intl refuses, such as `en-US@posix`; those are skipped.
 */
export function localeOf(language: string, preferred: readonly string[]): string {
  return (
    preferred.find((wish) => wish.toLowerCase().split('-')[0] === language && isLocale(wish)) ?? language
  );
}

function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0;
  } catch {
    return false;
  }
}

/** The texts of a language. Languages other than English are fetched; English is the fallback when that fails. */
export async function loadWords(tag: LanguageTag): Promise<Words> {
  try {
    switch (tag) {
      case 'de':
        return (await import('./words/german.ts')).german;
      case 'fr':
        return (await import('./words/french.ts')).french;
      case 'es':
        return (await import('./words/spanish.ts')).spanish;
      case 'ar':
        return (await import('./words/arabic.ts')).arabic;
      case 'it':
        return (await import('./words/italian.ts')).italian;
      case 'pt':
        return (await import('./words/portuguese.ts')).portuguese;
      case 'nl':
        return (await import('./words/dutch.ts')).dutch;
      case 'pl':
        return (await import('./words/polish.ts')).polish;
      case 'ja':
        return (await import('./words/japanese.ts')).japanese;
      case 'zh':
        return (await import('./words/chinese.ts')).chinese;
      case 'en':
        return english;
    }
  } catch {
    return english;
  }
}

/** The language chosen in this browser, or null; storage may be forbidden. */
export function rememberedLanguage(): string | null {
  try {
    return localStorage.getItem(rememberedAs);
  } catch {
    return null;
  }
}

/** Stores the choice for later visits where storage is allowed. */
export function rememberLanguage(tag: LanguageTag): void {
  try {
    localStorage.setItem(rememberedAs, tag);
  } catch {
    // Without storage the choice lasts for this visit.
  }
}
