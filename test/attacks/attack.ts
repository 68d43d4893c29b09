/** The shape of an attack. */
import type { SealSigner } from '@countersign/pdf/ports/seal';
import type { Anatomy } from './edit.ts';

/** What an attacker has: a sealed file, and a key with a certificate of their own making. */
export interface Given {
  bytes: Buffer;
  at: Anatomy;
  level: string;
  mallory: SealSigner;
  /** Another file that the same installation sealed. */
  other: Buffer;
  /** A time stamp of the year 2015 over a SHA-256, by a real authority of the attacker's choice. */
  stampOf2015(sha256: Uint8Array): Promise<Uint8Array>;
  /** A time stamp of this moment over a SHA-256, by an authority that the attacker has made. */
  stampOfMallory(sha256: Uint8Array): Promise<Uint8Array>;
}

export interface Attack {
  name: string;
  /** Where it comes from. */
  paper:
    | '1 Trillion Dollar Refund (2019)'
    | 'Shadow Attacks (2020)'
    | 'Attacks on PDF Certification (2021)'
    | 'own';
  /** A PDF that the attacker has sealed first: for what is prepared before sealing. */
  prepare?(): Buffer;
  /** The forged file; null if the sealed file has not what the attack needs. */
  make(given: Given): Buffer | null | Promise<Buffer | null>;
}

export const refund = '1 Trillion Dollar Refund (2019)' as const;
export const shadow = 'Shadow Attacks (2020)' as const;
export const certification = 'Attacks on PDF Certification (2021)' as const;
