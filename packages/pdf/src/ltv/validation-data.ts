/**
 * Checks whether validation data is complete: the data that makes a signature verifiable later (ETSI EN 319 142-1,
 * 5.4).
 */

import { createHash } from 'node:crypto';
import { weaknessOfKey } from '../cms/algorithms.ts';
import { DerError } from '../cms/der.ts';
import { type Certificate, commonNameOf, isIssuedBy, isValidAt } from '../pki/certificate.ts';
import { readCrl } from '../pki/crl.ts';
import { type OcspAnswer, readOcspResponse } from '../pki/ocsp.ts';
import { weaknessOfSignature } from '../pki/path.ts';
import { isMadeBy, type RevocationStatus, reaches } from '../pki/status.ts';
import type { ValidationData } from '../ports/authorities.ts';

export interface Proof {
  /** Why the data is not sufficient; null if it is. */
  shortfall: string | null;
  /** The members of `data` and `pool` that the proof needs, by `memberId`. */
  used: Set<string>;
}

/** The maximum length of a chain, including the root. */
export const MAX_CHAIN = 8;

/** How many responders of one authority may vouch for each other in a row. */
export const MAX_RESPONDERS = 3;

/** Identifies a member by the SHA-256 of its bytes. */
export const memberId = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Whether the data proves every certificate from `leaf` up to a self-signed one to be good at `at`. Issuers come from
 * `pool`, and delegated responders are checked the same way. Does not decide whether the self-signed certificate is
 * trusted.
 */
export function proveGood(
  leaf: Certificate,
  pool: readonly Certificate[],
  data: Pick<ValidationData, 'ocsps' | 'crls'>,
  at: Date,
): Proof {
  const used = new Set<string>();
  const shortfall = leaf.isSelfSigned
    ? `${commonNameOf(leaf)} is self-signed, so no authority can vouch for it`
    : follow(leaf, { pool, data, at, used }, MAX_CHAIN);
  return { shortfall, used };
}

interface Walk {
  pool: readonly Certificate[];
  data: Pick<ValidationData, 'ocsps' | 'crls'>;
  at: Date;
  used: Set<string>;
}

function follow(certificate: Certificate, walk: Walk, left: number): string | null {
  const name = commonNameOf(certificate);
  if (left === 0) return `the chain of ${name} is too long`;
  if (!isValidAt(certificate, walk.at)) return `${name} is outside its time of validity`;
  const weakness = weaknessOfKey(certificate.x509.publicKey);
  if (weakness) return `the key of ${name} is ${weakness}`;
  walk.used.add(certificate.id);
  if (certificate.isSelfSigned) return null;
  const ofSignature = weaknessOfSignature(certificate);
  if (ofSignature) return ofSignature;
  const issuer = walk.pool.find((one) => isIssuedBy(certificate, one));
  if (!issuer) return `the issuer of ${name} is missing`;
  return findGood(certificate, issuer, walk, MAX_RESPONDERS) ?? follow(issuer, walk, left - 1);
}

/** Whether one of the lists, signed by the issuer, proves the certificate good at a time. */
export function isListedGood(
  certificate: Certificate,
  issuer: Certificate,
  crls: readonly Uint8Array[],
  at: Date,
): boolean {
  const data = { ocsps: [], crls: [...crls] };
  return findGood(certificate, issuer, { pool: [], data, at, used: new Set() }, 0) === null;
}

function findGood(
  certificate: Certificate,
  issuer: Certificate,
  walk: Walk,
  responders: number,
): string | null {
  const { ocsps, crls } = walk.data;
  let reason = `there is no revocation data about ${commonNameOf(certificate)}`;
  for (const bytes of ocsps) {
    const answer = quietly(() => readOcspResponse(bytes, certificate, issuer));
    const fault = faultOfStatus(answer, certificate, walk.at);
    if (fault) reason = fault;
    if (!answer || fault) continue;
    const ofResponder = answer.isDelegated ? faultOfResponder(answer, issuer, walk, responders) : null;
    if (ofResponder) {
      reason = ofResponder;
      continue;
    }
    walk.used.add(memberId(bytes));
    return null;
  }
  for (const bytes of crls) {
    const list = quietly(() => readCrl(bytes, certificate, issuer));
    const fault = faultOfStatus(list, certificate, walk.at);
    if (fault) reason = fault;
    if (!list || fault) continue;
    walk.used.add(memberId(bytes));
    return null;
  }
  return reason;
}

/** A responder's certificate that is not exempt must itself be proved good, by the authority that issued it. */
function faultOfResponder(
  { responder, thisUpdate }: OcspAnswer,
  issuer: Certificate,
  walk: Walk,
  left: number,
): string | null {
  const at = thisUpdate > walk.at ? thisUpdate : walk.at;
  const name = commonNameOf(responder);
  if (!isValidAt(responder, at)) return `${name} is outside its time of validity`;
  const weakness = weaknessOfSignature(responder);
  if (weakness) return weakness;
  if (responder.isExemptFromRevocation) return null;
  if (left === 0) return `too many responders vouch for each other, at ${name}`;
  walk.used.add(responder.id);
  return findGood(responder, issuer, { ...walk, at }, left - 1);
}

/** Why revocation data about the certificate does not prove it good; null also if the data does not cover it. */
export function faultOfStatus(
  found: RevocationStatus | null,
  certificate: Certificate,
  at: Date,
): string | null {
  if (!found) return null;
  const name = commonNameOf(certificate);
  if (found.status === 'revoked') return `${name} is revoked`;
  if (found.status === 'unknown') return `${name} is unknown to its authority`;
  // An authority may leave revoked certificates out once they have ended (RFC 5280, 3.3; RFC 6960, 4.4.4).
  if (!isMadeBy(found, new Date(certificate.x509.validTo)))
    return `the revocation data about ${name} was made after it ended`;
  return reaches(found, at) ? null : `the revocation data about ${name} is out of date`;
}

function quietly<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}
