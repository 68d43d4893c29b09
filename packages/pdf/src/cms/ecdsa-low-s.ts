/**
 * ECDSA signature values are malleable: if (r, s) is valid, so is (r, n - s), which anyone can compute. Where a file may
 * have only one encoding, it must have the value with the lower s ("low-s").
 */
import type { KeyObject } from 'node:crypto';
import { DerError, integer, readDer, sequence } from './der.ts';

/** The order n of the base point, by node:crypto's name of the curve (SEC 2; NIST SP 800-186; RFC 5639). */
const ORDERS: Record<string, bigint> = {
  secp224r1: 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3dn,
  prime256v1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  secp256k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  secp384r1:
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  secp521r1:
    0x01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
  brainpoolP224r1: 0xd7c134aa264366862a18302575d0fb98d116bc4b6ddebca3a5a7939fn,
  brainpoolP256r1: 0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7n,
  brainpoolP320r1: 0xd35e472036bc4fb7e13c785ed201e065f98fcfa5b68f12a32d482ec7ee8658e98691555b44c59311n,
  brainpoolP384r1:
    0x8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565n,
  brainpoolP512r1:
    0xaadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069n,
};

/**
 * The value itself, or (r, n - s) if that has the lower s. Values of other keys and other curves, and values that cannot be
 * read, are returned unchanged.
 */
export function withLowS(value: Uint8Array, key: KeyObject): Buffer {
  const bytes = Buffer.from(value);
  // A twisted Brainpool curve has the same order as its untwisted one.
  const curve = (key.asymmetricKeyDetails?.namedCurve ?? '').replace(/^(brainpoolP\d+)t1$/, '$1r1');
  const order = key.asymmetricKeyType === 'ec' ? ORDERS[curve] : undefined;
  if (order === undefined) return bytes;
  try {
    const [r, s] = readDer(bytes).children;
    if (r?.tag !== 0x02 || s?.tag !== 0x02) return bytes;
    const number = BigInt(`0x${s.content.toString('hex') || '0'}`);
    if (number > order || number <= order / 2n) return bytes;
    return sequence(r.raw, integer(octetsOf(order - number)));
  } catch (error) {
    if (error instanceof DerError) return bytes;
    throw error;
  }
}

function octetsOf(number: bigint): Buffer {
  const digits = number.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
}
