/** Finds characters that cannot be drawn when a value is submitted, not only when it is sealed. */
import { cleanText, surplusMarksOf } from './clean.ts';
import { withFaces } from './faces.ts';
import { resolveText } from './segment.ts';

/**
 * Whether a font has the character, for those that were looked up: at most all of Unicode. A lookup takes microseconds and can read a font
 * file, and its result never changes.
 */
const known = new Map<string, boolean>();

/**
 * Whether every character of a text can be drawn. Lists characters that no font has, and combining marks beyond six
 * on a letter, once each. Control characters and bidi overrides are never drawn and do not count.
 */
export async function drawableText(text: string): Promise<{ ok: true } | { ok: false; missing: string[] }> {
  const characters = new Set(cleanText(text));
  characters.delete('\n');
  await lookUp([...characters].filter((character) => !known.has(character)));
  const missing = new Set([...surplusMarksOf(text), ...[...characters].filter((one) => !known.get(one))]);
  return missing.size === 0 ? { ok: true } : { ok: false, missing: [...missing] };
}

async function lookUp(characters: readonly string[]): Promise<void> {
  if (characters.length === 0) return;
  const { missing } = await withFaces((session) =>
    resolveText(session, characters.join(''), { family: 'sans', weight: 400 }),
  );
  const without = new Set(missing);
  for (const character of characters) known.set(character, !without.has(character));
}
