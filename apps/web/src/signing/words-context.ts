/** The language of the page, handed down to every part of it. */
import { createContext, useContext } from 'react';
import { english, type Words } from './words.ts';

export const WordsContext = createContext<Words>(english);

/** The words of the page's language. */
export function useWords(): Words {
  return useContext(WordsContext);
}
