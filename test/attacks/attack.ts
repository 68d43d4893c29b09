/** The type of an attack, and what an attacker starts from. */
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
  /** A timestamp of the year 2015 over a SHA-256, by a real authority of the attacker's choice. */
  stampOf2015(sha256: Uint8Array): Promise<Uint8Array>;
  /** A timestamp of this moment over a SHA-256, by an authority that the attacker has made. */
  stampOfMallory(sha256: Uint8Array): Promise<Uint8Array>;
}

export interface Attack {
  name: string;
  /** The publication that describes it. */
  paper:
    | '1 Trillion Dollar Refund (2019)'
    | 'Shadow Attacks (2020)'
    | 'Attacks on PDF Certification (2021)'
    | 'own';
  /** The PDF that the attacker has sealed, for attacks that prepare something before sealing. */
  prepare?(): Buffer;
  /** The forged file; null if the sealed file lacks what the attack needs. */
  make(given: Given): Buffer | null | Promise<Buffer | null>;
}

export const refund = '1 Trillion Dollar Refund (2019)' as const;
export const shadow = 'Shadow Attacks (2020)' as const;
export const certification = 'Attacks on PDF Certification (2021)' as const;
