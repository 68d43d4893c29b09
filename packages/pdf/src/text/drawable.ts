/** Which characters can be put on paper, asked when a value is submitted rather than when it is sealed. */
import { cleanText, surplusMarksOf } from './clean.ts';
import { withFaces } from './faces.ts';
import { resolveText } from './segment.ts';

/**
 * Tells whether every character of a text can be drawn; names those that no font has and combining marks beyond six
 * on one letter, each once. Control characters and bidi overrides are not drawn at all and do not count.
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
