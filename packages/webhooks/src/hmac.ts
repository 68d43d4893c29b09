/**
 * HMAC-SHA256 (RFC 2104) with two one-shot hashes. For messages as short as a delivery, creating Node's Hmac object takes several
 * times as long as the computation.
 */
import { hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;

/** A key with the two padded blocks that come before the message and before the inner hash. */
export class HmacKey {
  readonly #inner: Buffer;
  readonly #outer: Buffer;

  constructor(key: Buffer) {
    const block = Buffer.alloc(blockBytes);
    (key.length > blockBytes ? hash('sha256', key, 'buffer') : key).copy(block);
    this.#inner = block.map((byte) => byte ^ 0x36) as Buffer;
    this.#outer = block.map((byte) => byte ^ 0x5c) as Buffer;
  }

  /** The HMAC of the message, which is encoded as UTF-8. */
  sign(message: string, encoding: 'hex' | 'base64'): string {
    const inner = Buffer.allocUnsafe(blockBytes + Buffer.byteLength(message));
    this.#inner.copy(inner);
    inner.write(message, blockBytes);
    const outer = Buffer.allocUnsafe(blockBytes + digestBytes);
    this.#outer.copy(outer);
    outer.write(hash('sha256', inner, 'binary'), blockBytes, 'latin1');
    return hash('sha256', outer, encoding);
  }
}
