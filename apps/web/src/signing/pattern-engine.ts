/**
 * Stands in for `re2js` in the page's build (vite.config.ts): the engine is a fifth of the page's code and few documents
 * have a pattern, so it is fetched when a field has one.
 */
import type { RE2JS as Engine } from 're2js';

let engine: typeof Engine | null = null;

/** What `re2js` exports, as far as the shared rules use it. Until the engine is there every text matches: the server judges too. */
export const RE2JS = {
  compile: (pattern: string): { matches(text: string): boolean } =>
    engine ? engine.compile(pattern) : { matches: () => true },
};

/** Fetches the engine; resolves at once when it is there. Throws when it cannot be fetched. */
export async function loadPatternEngine(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS;
}
