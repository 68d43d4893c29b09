import { arabic } from './words/arabic.ts';
import { chinese } from './words/chinese.ts';
import { dutch } from './words/dutch.ts';
import { french } from './words/french.ts';
import { german } from './words/german.ts';
import { italian } from './words/italian.ts';
import { japanese } from './words/japanese.ts';
import { polish } from './words/polish.ts';
import { portuguese } from './words/portuguese.ts';
import { spanish } from './words/spanish.ts';
import { english, type MailLanguage, type MailWords } from './words.ts';

const all: Record<MailLanguage, MailWords> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ar: arabic,
  it: italian,
  pt: portuguese,
  nl: dutch,
  pl: polish,
  ja: japanese,
  zh: chinese,
};

/** The words of a language. */
export function wordsOf(language: MailLanguage): MailWords {
  return all[language];
}
