/** React contexts for the language of the page. */
import { createContext, useContext } from 'react';
import type { LanguageTag } from './languages.ts';
import { english, type Words } from './words.ts';

export const WordsContext = createContext<Words>(english);

export interface Language {
  tag: LanguageTag;
  /** BCP 47 tag with the browser's region, for dates. */
  locale: string;
  choose: (tag: LanguageTag) => void;
}

export const LanguageContext = createContext<Language>({ tag: 'en', locale: 'en', choose: () => {} });

/** The texts in the page's language. */
export function useWords(): Words {
  return useContext(WordsContext);
}

/** The page's language, and a function to change it. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}
