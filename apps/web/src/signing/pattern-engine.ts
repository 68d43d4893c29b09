/**
 * Stands in for `re2js` in the page's build (vite.config.ts): the engine is a fifth of the page's code and few documents
 * have a pattern, so it is fetched when a field has one.
 */
import type { RE2JS as Engine } from 're2js';

let engine: typeof Engine | null = null;

type Program = ReturnType<typeof Engine.compile>;

/**
 * What `re2js` exports, as far as the shared rules use it. Until the engine is there every text matches and every program is empty: the
 * server judges too. A program that was made before is compiled at its first use after that, because the rules cache programs.
 */
export const RE2JS = {
  compile: (pattern: string): { matches(text: string): boolean; programSize(): number } => {
    let program: Program | null = null;
    const compiled = () => {
      program ??= engine?.compile(pattern) ?? null;
      return program;
    };
    return {
      matches: (text) => compiled()?.matches(text) ?? true,
      programSize: () => compiled()?.programSize() ?? 0,
    };
  },
};

/** Fetches the engine; resolves at once when it is there. Throws when it cannot be fetched. */
export async function loadPatternEngine(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS;
}
