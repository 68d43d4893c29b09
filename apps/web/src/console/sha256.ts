/** Replaces `node:crypto` in the console's build (vite.config.ts) with the SHA-256 functions that the shared audit chain code uses. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of the text as UTF-8, in hex. The only algorithm. */
export function hash(_algorithm: 'sha256', text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text)));
}

/** The same, for text that arrives in pieces. */
export function createHash(_algorithm: 'sha256'): Sha256 {
  return new Sha256(sha256.create());
}

class Sha256 {
  readonly #state: ReturnType<typeof sha256.create>;

  constructor(state: ReturnType<typeof sha256.create>) {
    this.#state = state;
  }

  update(text: string): this {
    this.#state.update(new TextEncoder().encode(text));
    return this;
  }

  copy(): Sha256 {
    return new Sha256(this.#state.clone());
  }

  digest(_encoding: 'hex'): string {
    return bytesToHex(this.#state.digest());
  }
}
