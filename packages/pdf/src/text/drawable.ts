/** Finds characters that cannot be drawn when a value is submitted, not only when it is sealed. */
import { cleanText, surplusMarksOf } from './clean.ts';
import { withFaces } from './faces.ts';
import { resolveText } from './segment.ts';

/**
 * Whether every character of a text can be drawn. Lists characters that no font has, and combining marks beyond six
 * on a letter, once each. Control characters and bidi overrides are never drawn and do not count.
 */
export async function drawableText(text: string): Promise<{ ok: true } | { ok: false; missing: string[] }> {
  const lines = cleanText(text).split('\n');
  const missing = await withFaces((session) => {
    const found = new Set<string>(surplusMarksOf(text));
    for (const line of lines)
      for (const character of resolveText(session, line, { family: 'sans', weight: 400 }).missing)
        found.add(character);
    return [...found];
  });
  return missing.length === 0 ? { ok: true } : { ok: false, missing };
}
