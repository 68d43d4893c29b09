/** The language of the page, handed down to every part of it. */
import { createContext, useContext } from 'react';
import type { LanguageTag } from './languages.ts';
import { english, type Words } from './words.ts';

export const WordsContext = createContext<Words>(english);

export interface Language {
  tag: LanguageTag;
  /** BCP 47, with the region that the browser names: how dates are written. */
  locale: string;
  choose: (tag: LanguageTag) => void;
}

export const LanguageContext = createContext<Language>({ tag: 'en', locale: 'en', choose: () => {} });

/** The words of the page's language. */
export function useWords(): Words {
  return useContext(WordsContext);
}

/** The page's language itself, and how to switch it. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}
