/**
 * The format of API keys (docs/spec/decisions.md, section 1): `cs_live_` or `cs_test_`, 32 random base62 characters, 6
 * characters of checksum. Pure.
 */
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '@countersign/contract/common';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
const pattern = /^cs_(live|test)_[0-9A-Za-z]{38}$/;

/** A new key of 190 random bits. */
export function generateKey(mode: Mode): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const unchecked = `cs_${mode}_${secret}`;
  return unchecked + checksum(unchecked);
}

/** The mode of a key with the right form and checksum, otherwise null. A mistyped key needs no database read. */
export function modeOfKey(text: string): Mode | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const unchecked = text.slice(0, -checksumLength);
  return checksum(unchecked) === text.slice(-checksumLength) ? (match[1] as Mode) : null;
}

/** A key as people recognize it: its prefix and last four characters. */
export function displayOfKey(key: string): string {
  return `${key.slice(0, 'cs_live_'.length)}…${key.slice(-4)}`;
}

/** The stored form of a key. The key is long and random, so it cannot be guessed from a plain hash. */
export function hashKey(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(key).digest());
}

/** CRC-32 of the text before it, including the mode, in base62. */
function checksum(text: string): string {
  let number = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index += 1) {
    digits = alphabet[number % alphabet.length] + digits;
    number = Math.floor(number / alphabet.length);
  }
  return digits;
}
