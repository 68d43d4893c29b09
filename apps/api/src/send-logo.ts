import type { Response } from 'express';

/** Sends the logo of a workspace. Its tag is the digest; Express answers 304 when the caller has it already. */
export function sendLogo(response: Response, { png, sha256 }: { png: Uint8Array; sha256: string }): void {
  response.setHeader('ETag', `"${sha256}"`);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.type('png').send(Buffer.from(png));
}
