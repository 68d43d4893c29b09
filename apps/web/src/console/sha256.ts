/** Stands in for `node:crypto` in the console's build (vite.config.ts): SHA-256 as the shared audit chain code asks for it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of the text as UTF-8, in hex: the one hash there is. */
export function hash(_algorithm: 'sha256', text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text)));
}
