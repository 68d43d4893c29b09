/**
 * Replaces `re2js` in the page's build (vite.config.ts). The engine is a fifth of the page's code and few documents have a
 * pattern, so it is fetched only when a field has one.
 */
import type { RE2JS as Engine } from 're2js';

let engine: typeof Engine | null = null;

type Program = ReturnType<typeof Engine.compile>;

/**
 * The part of `re2js` that the shared rules use. Until the engine is loaded, every text matches; the server checks again. A
 * program that was created earlier is compiled on its first use after loading, because the rules cache programs.
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

/** Loads the engine once. Throws when it cannot be fetched. */
export async function loadPatternEngine(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS;
}
