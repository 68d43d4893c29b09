/** The language of the page: taken from the browser, changed by the recipient. */
import { type ReactNode, useEffect, useState } from 'react';
import { languages } from '../ui/language-names.ts';
import { type LanguageTag, loadWords, localeOf, rememberLanguage } from './languages.ts';
import type { Words } from './words.ts';
import { LanguageContext, useLanguage, WordsContext } from './words-context.ts';

/** Provides the texts in the chosen language, beginning with `first`. */
export function LanguageProvider({
  first,
  children,
}: {
  first: { tag: LanguageTag; words: Words };
  children: ReactNode;
}) {
  const [tag, setTag] = useState<LanguageTag>(first.tag);
  const [words, setWords] = useState<Words>(first.words);

  useEffect(() => {
    let isCurrent = true;
    void loadWords(tag).then((loaded) => {
      if (isCurrent) setWords(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [tag]);

  useEffect(() => {
    document.documentElement.lang = words.language;
    document.documentElement.dir = words.direction;
  }, [words]);

  const choose = (chosen: LanguageTag) => {
    rememberLanguage(chosen);
    setTag(chosen);
  };
  const locale = localeOf(words.language, navigator.languages);
  return (
    <LanguageContext value={{ tag, locale, choose }}>
      <WordsContext value={words}>{children}</WordsContext>
    </LanguageContext>
  );
}

/** Changes the language. Each language is listed under its own name. */
export function LanguagePicker({ label }: { label: string }) {
  const { tag, choose } = useLanguage();
  return (
    <label className="language">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" />
        <path d="M2 10h16M10 2c5 5 5 11 0 16M10 2c-5 5-5 11 0 16" />
      </svg>
      <span className="visually-hidden">{label}</span>
      <select value={tag} onChange={(event) => choose(event.currentTarget.value as LanguageTag)}>
        {languages.map((one) => (
          <option key={one.tag} value={one.tag} lang={one.tag}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}
