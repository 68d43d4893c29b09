/** Web origins whose pages may show signing sessions in a frame. Strict, because they become part of a security policy. */
import * as z from 'zod';

/** The most origins of one workspace. */
export const MAX_EMBED_ORIGINS = 20;

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

/** The origin in its usual form (lower case, without a default port); null if the text is not an allowed origin. */
export function usualOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isOnlyOrigin = url.href === `${url.origin}/` && !/[?#]/.test(text);
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost');
  return isOnlyOrigin && isAllowed && hostPattern.test(url.hostname) ? url.origin : null;
}

/** True for `http://localhost`, with or without a port, which only test documents use. */
export function isLocalOrigin(origin: string): boolean {
  return origin.startsWith('http:');
}

const EmbedOrigin = z
  .string()
  .max(300)
  .overwrite((text) => usualOrigin(text) ?? text)
  .refine((text) => usualOrigin(text) !== null, {
    error: 'Value error, must be an origin such as https://app.example.com, without a path',
  });

export const EmbedOrigins = z
  .array(EmbedOrigin)
  .max(MAX_EMBED_ORIGINS)
  .describe(
    `At most ${MAX_EMBED_ORIGINS} origins whose pages may show signing sessions in a frame: https, for test documents also \`http://localhost\` with any port`,
  );
