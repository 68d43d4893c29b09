import { arabic } from './words/arabic.ts';
import { french } from './words/french.ts';
import { german } from './words/german.ts';
import { spanish } from './words/spanish.ts';
import { english, type MailLanguage, type MailWords } from './words.ts';

const all: Record<MailLanguage, MailWords> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ar: arabic,
};

/** The words of a language. */
export function wordsOf(language: MailLanguage): MailWords {
  return all[language];
}
