/** Stands in for `node:crypto` in the console's build (vite.config.ts): SHA-256 as the shared audit chain code asks for it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** The one hash there is; the text is hashed as UTF-8. */
export function createHash(_algorithm: 'sha256') {
  const hash = sha256.create();
  const self = {
    update: (text: string) => {
      hash.update(new TextEncoder().encode(text));
      return self;
    },
    digest: (_encoding: 'hex'): string => bytesToHex(hash.digest()),
  };
  return self;
}
