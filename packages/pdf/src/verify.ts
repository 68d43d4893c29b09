/**
 * What the signatures of a file say and whether they are valid (ISO 32000-2, 12.8; ETSI EN 319 142-1), for files of any
 * software. Who signed is found separately, by the certificates that the caller trusts (pki/trust.ts).
 */
import { createHash, type X509Certificate } from 'node:crypto';
import { weaknessOfDigest } from './cms/algorithms.ts';
import {
  type CheckedSignedData,
  type Content,
  checkSignedData,
  contentOf,
  parseCertificate,
} from './cms/check-signed-data.ts';
import { DerError } from './cms/der.ts';
import { withLowS } from './cms/ecdsa-low-s.ts';
import { normalToken } from './cms/normal-token.ts';
import { assembleSignedData, certificatesDigest } from './cms/signed-data.ts';
import { appendValidationData, readValidationData } from './ltv/append-validation-data.ts';
import { memberId, proveGood } from './ltv/validation-data.ts';
import { type PdfDict, type PdfObject, PdfString } from './model/objects.ts';
import { type Certificate, isValidAt, readCertificate, subjectOf } from './pki/certificate.ts';
import { findTrust, noTrust, weaknessesOfChain } from './pki/trust.ts';
import type { ValidationData } from './ports/authorities.ts';
import { PdfError, SealError } from './ports/errors.ts';
import type { RecipientSignatureLevel, StatedSignature } from './ports/recipient-signature.ts';
import type { SealProfile } from './ports/seal.ts';
import type { TrustAnchors, VerifiedSignature, VerifyReport } from './ports/verify-report.ts';
import type { PdfFile } from './reader/file.ts';
import { textOf } from './reader/form.ts';
import { openPdf } from './reader/open.ts';
import { orNull } from './reader/or-null.ts';
import { type ByteRange, contentsAt, coveredBytes } from './reader/signatures.ts';
import { type CoveredSignature, coveredSignatures, MAX_SIGNATURES } from './revisions/covered.ts';
import { classifyLaterChanges } from './revisions/later-changes.ts';
import { readLaterRevisions } from './revisions/layout.ts';
import { faultsOfToken, readTimestampToken, stamps, type TimestampToken } from './timestamps/token.ts';

/**
 * Checks every signature of a file. A signature that cannot be checked is reported as not valid, with the problem
 * named. Without `trust` every signer is `unknown`. Throws a PdfError only if the file itself cannot be read.
 */
export async function verifyPdf(bytes: Uint8Array, trust: TrustAnchors = noTrust): Promise<VerifyReport> {
  const file = openPdf(bytes);
  const covered = coveredSignatures(file);
  const data = validationDataOf(file);
  const signatures = covered.map((one) => verifySignature(file, one, data, trust));
  requireStatedSignatures(covered, signatures);
  const changes = classifyLaterChanges(file, covered, signatures);
  changes.forEach(({ kind }, index) => {
    signatures[index]!.laterChanges = kind;
    signatures[index]!.onlyValidationDataAfter = kind === 'validation_data';
  });
  raiseArchived(file, covered, signatures);
  const countersign = factsOfSeal(covered, signatures);
  const decidingSignature = countersign?.signature ?? lastByPerson(signatures);
  changes.forEach(({ problem }, index) => {
    // Additions of sealing after earlier signatures are not a problem of the file.
    const isBeforeSeal = countersign !== null && index < countersign.signature;
    if (problem !== null && !isBeforeSeal) signatures[index]!.problems.push(problem);
  });
  return {
    signatures,
    intact: isIntact(signatures, decidingSignature, countersign !== null),
    decidingSignature,
    earlierLengths: earlierLengths(file, covered, signatures, decidingSignature),
    countersign,
  };
}

function earlierLengths(
  file: PdfFile,
  covered: readonly CoveredSignature[],
  signatures: readonly VerifiedSignature[],
  deciding: number | null,
): number[] {
  if (deciding === null || signatures[deciding]!.laterChanges !== 'validation_data') return [];
  const { revision } = covered[deciding]!;
  const ends = readLaterRevisions(revision, file).map(({ end }) => end);
  return [revision.bytes.length, ...ends.slice(0, -1)];
}

/** The last signature that is not a document timestamp; the last one if all are; null without signatures. */
function lastByPerson(signatures: readonly VerifiedSignature[]): number | null {
  const last = signatures.findLastIndex(({ subFilter }) => subFilter !== 'ETSI.RFC3161');
  return signatures.length === 0 ? null : last < 0 ? signatures.length - 1 : last;
}

function isIntact(
  signatures: readonly VerifiedSignature[],
  deciding: number | null,
  isSealed: boolean,
): boolean {
  const decides = deciding === null ? undefined : signatures[deciding];
  // Anyone can get a timestamp for any file, so a timestamp alone is no signature.
  if (!decides?.valid || decides.subFilter === 'ETSI.RFC3161') return false;
  if (!['none', 'validation_data'].includes(decides.laterChanges)) return false;
  // A seal covers the earlier signatures too, so they need not be valid.
  return isSealed || signatures.every(({ valid, laterChanges }) => valid && laterChanges !== 'other');
}

/**
 * The seal record of the file's seal. Valid seals come before others. Among them, those of this installation come first, then those with
 * a trusted root, then those of unknown signers. Among equals the earliest counts, so a later seal by an unknown signer never replaces a
 * valid one.
 */
function factsOfSeal(
  covered: readonly CoveredSignature[],
  signatures: readonly VerifiedSignature[],
): VerifyReport['countersign'] {
  const seals = covered.flatMap(({ revision, signature, problem }, index) => {
    const facts = problem === null ? factsOf(revision, signature.dict) : null;
    return facts ? [{ ...facts, signature: index }] : [];
  });
  const rank = ({ signature }: { signature: number }): number => {
    const { valid, signerTrust } = signatures[signature]!;
    // Equal mutant "→ ['trusted_root', 'unknown']": the index -1 is before the others too.
    // Equal mutant "3 → 4": both are behind the others.
    return !valid ? 3 : ['installation', 'trusted_root', 'unknown'].indexOf(signerTrust);
  };
  const [first] = seals.toSorted((a, b) => rank(a) - rank(b));
  if (!first) return null;
  const { profile: _, certificatesSha256: __, timestampCertificatesSha256: ___, stated, ...facts } = first;
  const recipientSignatures = stated.map(({ level, provider, ...one }) => ({
    signature: indexOfStated(one, first.signature, signatures),
    level,
    provider,
  }));
  return { ...facts, recipientSignatures };
}

/** A seal that states signatures of recipients is valid only with all of them: each valid, by the stated certificate, over the stated bytes. */
function requireStatedSignatures(
  covered: readonly CoveredSignature[],
  signatures: readonly VerifiedSignature[],
): void {
  covered.forEach(({ revision, signature }, index) => {
    const seal = signatures[index]!;
    if (!seal.valid) return;
    const stated = statedIn(revision, signature.dict);
    if (stated?.every((one) => indexOfStated(one, index, signatures) !== null)) return;
    seal.problems.push("the seal states a recipient's signature that is missing or not valid");
    seal.valid = false;
    seal.profile = null;
    withdrawTrust(seal);
  });
}

/** What the seal record states; null if it cannot be read. */
function statedIn(revision: PdfFile, seal: PdfDict): StatedSignature[] | null {
  return orNull(() => statedSignatures(revision, revision.dict(seal.get('Countersign'))));
}

/** The index of a stated signature among those before the seal; null if there is no such valid one. */
function indexOfStated(
  { coversUpTo, certificateSha256 }: Pick<StatedSignature, 'coversUpTo' | 'certificateSha256'>,
  seal: number,
  signatures: readonly VerifiedSignature[],
): number | null {
  const at = signatures.findIndex(
    (one, index) =>
      index < seal &&
      one.valid &&
      one.subFilter !== 'ETSI.RFC3161' &&
      one.coversUpTo === coversUpTo &&
      one.signerFingerprintSha256 === certificateSha256,
  );
  return at < 0 ? null : at;
}

/** Verifies a signature as it is in the revision that it covers, because a later one could have redefined its dictionary. */
function verifySignature(
  whole: PdfFile,
  { signature, revision: file, problem }: CoveredSignature,
  data: ValidationData | null,
  trust: TrustAnchors,
): VerifiedSignature {
  const { dict, range } = signature;
  const signedAt = dateOf(file, dict);
  const result: VerifiedSignature = {
    valid: false,
    coversWholeFile: false,
    coversUpTo: range && range[2] + range[3],
    // Equal mutant "false → true": it is set for every signature after this.
    onlyValidationDataAfter: false,
    laterChanges: 'other',
    subFilter: file.nameOf(dict.get('SubFilter')) ?? '',
    signerSubject: null,
    signerFingerprintSha256: null,
    signerTrust: 'unknown',
    signerTrustProblem: null,
    signedAt,
    timestampedAt: null,
    timestampTrust: null,
    profile: null,
    problems: [],
  };
  if (!range) {
    result.problems.push('the byte range is missing or lies outside the file');
    return result;
  }
  const embedded = contentsAt(file.bytes, range);
  if (!embedded) {
    result.problems.push('the byte range leaves out more than the signature itself');
    return result;
  }
  if (problem !== null) {
    result.problems.push(problem);
    return result;
  }
  result.coversWholeFile = range[0] === 0 && range[2] + range[3] === whole.bytes.length;
  if (range[0] !== 0) result.problems.push('the signature does not cover the beginning of the file');
  const content = contentOf(coveredBytes(file.bytes, range));
  const known = data?.certificates ?? [];
  try {
    if (result.subFilter === 'adbe.x509.rsa_sha1') describeRaw(file, dict, result);
    else if (result.subFilter === 'ETSI.RFC3161') {
      const token = verifyDocumentTimestamp(embedded, content, result);
      result.signerTrustProblem = setTimestampTrust(token, known, trust, result);
      // Equal mutant "result.timestampTrust ?? 'unknown' → result.timestampTrust": it is null only if the token is not valid, see withdrawTrust.
      result.signerTrust = result.timestampTrust ?? 'unknown';
    } else {
      const checked = verifyCms(embedded, content, result);
      checkOwnStatements(checked, { whole, file, dict, gap: gapOf(file.bytes, range), data }, result);
      setSignerTrust(checked.signedData, checked.stamp, known, trust, result);
    }
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    result.problems.push(`the signature cannot be read: ${error.message}`);
    result.valid = false;
  }
  if (range[0] !== 0) result.valid = false;
  if (!result.valid) withdrawTrust(result);
  return result;
}

/** A signature that is not valid proves nothing about the certificates that it names. */
function withdrawTrust(result: VerifiedSignature): void {
  result.signerTrust = 'unknown';
  result.signerTrustProblem = null;
  if (result.timestampTrust) result.timestampTrust = 'unknown';
}

/** Checks the validation data, and what a seal of Countersign states about itself in its seal record. */
function checkOwnStatements(
  checked: ReturnType<typeof verifyCms>,
  given: { whole: PdfFile; file: PdfFile; dict: PdfDict; gap: string; data: ValidationData | null },
  result: VerifiedSignature,
): void {
  const { whole, file, dict, gap, data } = given;
  const facts = factsOf(file, dict);
  if (result.valid && facts) requireOwnEncoding(gap, checked.signedData, facts, result);
  const own = facts?.profile === 'PAdES-B-LT' ? ownValidationData(whole, file) : null;
  const usable = facts?.profile === 'PAdES-B-LT' ? own : data;
  if (result.profile === 'PAdES-B-T' && usable) checkValidationData(checked, usable, own !== null, result);
  if (result.valid && facts) requireStatedLevel(facts, checked.stamp, result.signedAt, result);
}

/** Sets `timestampTrust` and `signerTrust`. `known` are further certificates in the file (DER). */
function setSignerTrust(
  { signer, certificates }: CheckedSignedData,
  stamp: TimestampToken | null,
  known: readonly Uint8Array[],
  trust: TrustAnchors,
  result: VerifiedSignature,
): void {
  if (!signer) return;
  if (stamp) setTimestampTrust(stamp, known, trust, result);
  const { trust: signerTrust, problem } = findTrust(
    {
      certificate: signer,
      intermediates: [...certificates.map(({ raw }) => raw), ...known],
      purpose: 'signing',
      provenAt: stamp && result.timestampTrust === 'trusted_root' ? stamp.time : null,
      claimedAt: result.signedAt,
      now: new Date(),
    },
    trust,
  );
  result.signerTrust = signerTrust;
  result.signerTrustProblem = problem;
  // On a path to a trusted root every certificate has been checked. Others in the signature do not matter then.
  const problems = signerTrust === 'trusted_root' ? [] : weaknessesOfChain(signer, certificates);
  if (stamp && !isValidAt({ x509: signer }, stamp.time))
    problems.push("the timestamp is outside the validity of the signer's certificate");
  if (problems.length === 0) return;
  result.problems.push(...problems);
  result.valid = false;
  result.profile = null;
}

/** Sets `timestampTrust` for a token that is valid in itself; returns why its authority is unknown, or null. */
function setTimestampTrust(
  { time, signedData }: TimestampToken,
  known: readonly Uint8Array[],
  trust: TrustAnchors,
  result: VerifiedSignature,
): string | null {
  if (!signedData.signer || !result.timestampedAt) return null;
  const found = findTrust(
    {
      certificate: signedData.signer,
      intermediates: [...signedData.certificates.map(({ raw }) => raw), ...known],
      purpose: 'time_stamping',
      provenAt: time,
      claimedAt: null,
      now: new Date(),
    },
    { sealCertificates: noTrust.sealCertificates, roots: trust.roots },
  );
  result.timestampTrust = found.trust === 'trusted_root' ? 'trusted_root' : 'unknown';
  return found.problem;
}

function verifyCms(
  embedded: Buffer,
  content: Content,
  result: VerifiedSignature,
): { signedData: CheckedSignedData; stamp: TimestampToken | null } {
  const isSha1Wrapped = result.subFilter === 'adbe.pkcs7.sha1';
  const checked = checkSignedData(embedded, isSha1Wrapped ? null : content);
  describeSigner(checked.signer, result);
  result.problems.push(...checked.problems);
  result.valid = checked.valid;
  if (isSha1Wrapped) {
    // The content that the CMS signs is the SHA-1 of the file (12.8.3.3.1).
    if (!checked.content?.equals(content.digest('sha1'))) result.problems.push(CHANGED);
    noteWeakness(weaknessOfDigest('sha1')!, result);
  }
  result.signedAt = checked.signingTime ?? result.signedAt;
  const stamp = signatureTimestamp(checked, result);
  result.timestampedAt = stamp?.time ?? null;
  const isBaseline =
    result.subFilter === 'ETSI.CAdES.detached' && checked.namesItsCertificate && checked.signingTime === null;
  if (isBaseline && result.valid) result.profile = stamp ? 'PAdES-B-T' : 'PAdES-B-B';
  return { signedData: checked, stamp };
}

const CHANGED = 'the digest does not match: the signed bytes have been changed';

/** A weak digest makes the signature not valid, even if its values are right. */
function noteWeakness(weakness: string, result: VerifiedSignature): void {
  const problem = `the signature uses ${weakness}`;
  if (!result.problems.includes(problem)) result.problems.push(problem);
  result.valid = false;
}

/**
 * Sets the level to B-LT if the data shows that signer and authority were good at the time of the timestamp, up to
 * their roots. Data that we have added (`isOwn`) must contain nothing else.
 */
function checkValidationData(
  { signedData, stamp }: { signedData: CheckedSignedData; stamp: TimestampToken | null },
  data: ValidationData,
  isOwn: boolean,
  result: VerifiedSignature,
): void {
  const leaves = [signedData.signer, stamp?.signedData.signer];
  const inside = [...signedData.certificates, ...(stamp?.signedData.certificates ?? [])];
  const pool = [...inside.map((one) => one.raw), ...data.certificates].flatMap(readableCertificate);
  const proofs = leaves.map((leaf) =>
    proveGood(pool.find((one) => leaf && one.raw.equals(leaf.raw))!, pool, data, stamp!.time),
  );
  if (proofs.some((proof) => proof.shortfall !== null)) return;
  const isNeeded = (bytes: Uint8Array) => proofs.some((proof) => proof.used.has(memberId(bytes)));
  if (isOwn && ![...data.certificates, ...data.ocsps, ...data.crls].every(isNeeded)) return;
  result.profile = 'PAdES-B-LT';
}

/**
 * The validation data that sealing appended. Null if it is missing or has been altered: writing the revision again from the
 * data must give the same bytes.
 */
function ownValidationData(whole: PdfFile, sealed: PdfFile): ValidationData | null {
  try {
    const [first] = readLaterRevisions(sealed, whole);
    if (!first) return null;
    const bytes = whole.bytes.subarray(0, first.end);
    const data = readValidationData(openPdf(bytes), sealed);
    return data && appendValidationData(sealed.bytes, data).equals(bytes) ? data : null;
  } catch (error) {
    if (error instanceof PdfError || error instanceof SealError) return null;
    throw error;
  }
}

/**
 * Sets the level to B-LTA for signatures whose validation data is covered by a later document timestamp that is valid: for seals that
 * state B-LT the data that sealing appended, for others all data in the file. Without that timestamp, the level is B-LT.
 */
function raiseArchived(
  file: PdfFile,
  covered: readonly CoveredSignature[],
  signatures: VerifiedSignature[],
): void {
  signatures.forEach((signature, index) => {
    if (signature.profile !== 'PAdES-B-LT') return;
    const from = endOfData(file, covered[index]!);
    const isCovered = signatures.some(
      ({ valid, subFilter, coversUpTo }) =>
        valid && subFilter === 'ETSI.RFC3161' && from !== null && coversUpTo! > from,
    );
    if (isCovered) signature.profile = 'PAdES-B-LTA';
  });
}

/** The length of the file up to the validation data of a signature; null if it cannot be determined. */
function endOfData(file: PdfFile, { revision, signature }: CoveredSignature): number | null {
  const later = orNull(() => readLaterRevisions(revision, file)) ?? [];
  if (factsOf(revision, signature.dict)?.profile === 'PAdES-B-LT') return later[0]?.end ?? null;
  return later.findLast(({ before, after }) => storeOf(before) !== storeOf(after))?.end ?? null;
}

/** The members of the document security store, each once: a list may name one several times. */
function storeOf(file: PdfFile): string {
  const data = validationDataOf(file);
  const members = data ? [...data.certificates, ...data.ocsps, ...data.crls].map(memberId) : [];
  return [...new Set(members)].sort().join();
}

/** Levels that a seal states. The archive timestamp is made after the seal, which cannot state it. */
const LEVELS: readonly (SealProfile | null)[] = [null, 'PAdES-B-B', 'PAdES-B-T', 'PAdES-B-LT'];

/**
 * A seal states its level and the certificates of its timestamp authority, and both are signed. Makes the signature not
 * valid if the file has less than the seal states, or another timestamp than the one made when the file was sealed.
 */
function requireStatedLevel(
  { profile: stated, timestampCertificatesSha256 }: Facts,
  stamp: TimestampToken | null,
  sealedAt: Date | null,
  result: VerifiedSignature,
): void {
  const { timestampedAt, profile } = result;
  const isStated = ({ signedData }: TimestampToken) =>
    timestampCertificatesSha256.includes(certificatesDigest(signedData.certificates.map(({ raw }) => raw)));
  if (LEVELS.indexOf(profile) < LEVELS.indexOf(stated))
    result.problems.push(
      profile === 'PAdES-B-T'
        ? `the seal states ${stated}, but its validation data is missing or altered`
        : `the seal states ${stated}, but its timestamp is missing`,
    );
  else if (stated === 'PAdES-B-B' && timestampedAt)
    result.problems.push('the seal states that it has no timestamp, but one was put into it');
  else if (timestampedAt && !(sealedAt && fitsSealingTime(timestampedAt, sealedAt)))
    result.problems.push('the timestamp does not fit the time that the seal states');
  else if (stamp && !isStated(stamp))
    result.problems.push('the certificates in the timestamp are not those that the seal states');
  else return;
  result.valid = false;
}

/** How far the clocks of an authority and of a sealing machine may differ, including the time that stamping takes. */
const SEALING_CLOCK_TOLERANCE_MS = 10 * 60_000;

/** Whether a timestamp can be the one that was made when the file was sealed. */
export function fitsSealingTime(stampedAt: Date, sealedAt: Date): boolean {
  return Math.abs(stampedAt.getTime() - sealedAt.getTime()) <= SEALING_CLOCK_TOLERANCE_MS;
}

/** The validation data in a file; null if there is none. */
function validationDataOf(file: PdfFile): ValidationData | null {
  return orNull(() => readValidationData(file));
}

function readableCertificate(bytes: Uint8Array): Certificate[] {
  try {
    return [readCertificate(bytes)];
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}

/**
 * A seal of ours has exactly one valid encoding of everything outside the signed bytes: the padding, the certificates, the
 * unsigned parts of the timestamp. So no byte of the file can be changed unnoticed.
 */
function requireOwnEncoding(
  gap: string,
  checked: CheckedSignedData,
  facts: Facts,
  result: VerifiedSignature,
): void {
  if (hasOwnEncoding(gap, checked, facts)) return;
  result.valid = false;
  result.profile = null;
  result.problems.push('the encoding of the seal has been altered');
}

function hasOwnEncoding(gap: string, checked: CheckedSignedData, facts: Facts): boolean {
  const { signer, certificates, signedAttributes } = checked;
  // Valid signatures of other software may have other keys or no attributes; a seal of ours never does.
  const isOurKind = ['rsa', 'ec'].includes(signer?.publicKey.asymmetricKeyType ?? '');
  if (!signer || !signedAttributes || !isOurKind) return false;
  const [token] = checked.timestampTokens;
  const expected = assembleSignedData({
    type: checked.contentType,
    inside: checked.content,
    certificates: certificates.map((certificate) => certificate.raw).sort(Buffer.compare),
    signer: signer.raw,
    signedAttributes,
    value: checked.signatureValue,
    token: token ?? null,
  });
  return (
    (!token || normalToken(token).equals(token)) &&
    withLowS(checked.signatureValue, signer.publicKey).equals(checked.signatureValue) &&
    gap === expected.toString('hex').padEnd(gap.length, '0') &&
    certificatesDigest(certificates.map(({ raw }) => raw)) === facts.certificatesSha256
  );
}

/** The digits between the angle brackets of /Contents. */
const gapOf = (bytes: Buffer, range: ByteRange): string =>
  bytes.toString('latin1', range[0] + range[1] + 1, range[2] - 1);

/** The timestamp over the signature value, if it is valid. */
function signatureTimestamp(checked: CheckedSignedData, result: VerifiedSignature): TimestampToken | null {
  const bytes = checked.timestampTokens[0];
  if (!bytes) return null;
  try {
    const token = readTimestampToken(bytes);
    const faults = faultsOfToken(token, new Date());
    if (!stamps(token, contentOf([checked.signatureValue]))) faults.push('it is for something else');
    if (faults.length === 0) return token;
    result.problems.push(`the timestamp is not valid: ${faults.join('; ')}`);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    result.problems.push(`the timestamp cannot be read: ${error.message}`);
  }
  result.valid = false;
  return null;
}

/** A document timestamp (12.8.5): the token takes the place of a signature. */
function verifyDocumentTimestamp(
  embedded: Buffer,
  content: Content,
  result: VerifiedSignature,
): TimestampToken {
  const token = readTimestampToken(embedded);
  describeSigner(token.signedData.signer, result);
  result.problems.push(...faultsOfToken(token, new Date()));
  if (!stamps(token, content)) result.problems.push(CHANGED);
  result.valid = result.problems.length === 0;
  result.timestampedAt = result.valid ? token.time : null;
  result.signedAt = null;
  return token;
}

/**
 * PKCS#1 with the certificate in /Cert (12.8.3.2), a form of the 1990s that always uses SHA-1. It is never valid, so its
 * value is not checked.
 */
function describeRaw(file: PdfFile, dict: PdfDict, result: VerifiedSignature): void {
  const listed = file.resolve(dict.get('Cert'));
  const first = Array.isArray(listed) ? file.resolve(listed[0]) : listed;
  describeSigner(first instanceof PdfString ? parseCertificate(first.bytes) : null, result);
  noteWeakness(weaknessOfDigest('sha1')!, result);
}

function describeSigner(certificate: X509Certificate | null, result: VerifiedSignature): void {
  if (!certificate) return;
  result.signerSubject = subjectOf(certificate) || null;
  result.signerFingerprintSha256 = fingerprintOf(certificate);
}

/** SHA-256 of the certificate's DER in lower-case hexadecimal. */
export function fingerprintOf(certificate: X509Certificate): string {
  return createHash('sha256').update(certificate.raw).digest('hex');
}

/** /M, which a signer claims; null if it is not a date (7.9.4). */
function dateOf(file: PdfFile, dict: PdfDict): Date | null {
  const value = file.resolve(dict.get('M'));
  const match =
    value instanceof PdfString
      ? /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?)?/.exec(textOf(value))
      : null;
  if (!match) return null;
  const [year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, ...offset] =
    match.slice(1);
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  // There is no 30th of February.
  if (new Date(local).toISOString() !== `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`)
    return null;
  const [hours = '00', minutes = '00'] = offset;
  const offsetMinutes = Number(hours) * 60 + Number(minutes);
  return new Date(local - (sign === '-' ? -offsetMinutes : offsetMinutes) * 60_000);
}

type Facts = Omit<NonNullable<VerifyReport['countersign']>, 'signature' | 'recipientSignatures'> & {
  stated: readonly StatedSignature[];
  profile: SealProfile;
  certificatesSha256: string;
  timestampCertificatesSha256: readonly string[];
};

/** The maximum number of certificate sets that is read; a seal of ours states fewer. */
const MAX_STATED_SETS = 16;

/** The maximum number of files that is read; a document of ours has fewer. */
const MAX_STATED_FILES = 100;

/** Longer strings of a seal record are not read: a file can refer to one of many megabytes in many places. Ours are shorter. */
const MAX_STATED_BYTES = 4096;

const LEVELS_OF_RECIPIENTS: readonly RecipientSignatureLevel[] = ['advanced', 'qualified'];

/** The recipients' signatures that a seal states. One that cannot be read matches no signature, so the seal is not valid. */
function statedSignatures(file: PdfFile, record: PdfDict | null): StatedSignature[] {
  const listed = file.array(record?.get('RecipientSignatures')) ?? [];
  return listed.slice(0, MAX_SIGNATURES).map((item) => {
    const stated = file.dict(item);
    const provider = statedString(file, stated?.get('Provider'));
    const level = file.nameOf(stated?.get('Level'));
    return {
      coversUpTo: file.number(stated?.get('CoversUpTo')) ?? -1,
      certificateSha256: digestIn(file, stated?.get('CertificateSha256')) ?? '',
      level: LEVELS_OF_RECIPIENTS.find((one) => one === level) ?? 'advanced',
      provider: provider ? textOf(provider) : '',
    };
  });
}

/** Null if it is not a string, or too long. */
function statedString(file: PdfFile, object: PdfObject | undefined): PdfString | null {
  const value = file.resolve(object);
  return value instanceof PdfString && value.bytes.length <= MAX_STATED_BYTES ? value : null;
}

/** A digest in hexadecimal digits; null if there is none. */
function digestIn(file: PdfFile, object: PdfObject | undefined): string | null {
  const digest = statedString(file, object);
  return digest && Buffer.from(digest.bytes).toString('hex');
}

/** The digests in an array. */
const digestsIn = (file: PdfFile, object: PdfObject | undefined, max: number): string[] =>
  (file.array(object) ?? []).slice(0, max).flatMap((item) => digestIn(file, item) ?? []);

/** What the seal record of a signature states; null if there is none, or if it is incomplete. */
function factsOf(file: PdfFile, dict: PdfDict): Facts | null {
  return orNull(() => {
    const facts = file.dict(dict.get('Countersign'));
    if (!facts) return null;
    const digest = (key: string) => digestIn(file, facts.get(key));
    const documentId = statedString(file, facts.get('DocumentId'));
    const originalSha256 = digest('OriginalSha256');
    const chainHead = digest('ChainHead');
    const valuesSha256 = digest('ValuesSha256');
    const certificatesSha256 = digest('CertificatesSha256');
    const seq = file.number(facts.get('ChainSeq'));
    const profile = LEVELS.find((level) => level && level === file.nameOf(facts.get('Profile')));
    if (!documentId || !originalSha256 || !chainHead || !valuesSha256 || !certificatesSha256) return null;
    if (seq === null || !Number.isSafeInteger(seq) || !profile) return null;
    const size = file.number(facts.get('OriginalSizeBytes')) ?? 0;
    const mode = file.nameOf(facts.get('Mode'));
    const beginning = createHash('sha256').update(file.bytes.subarray(0, size));
    return {
      documentId: textOf(documentId),
      originalSha256,
      containsOriginal: beginning.digest('hex') === originalSha256,
      originalRepaired: file.resolve(facts.get('OriginalRepaired')) === true,
      mode: mode === 'live' || mode === 'test' ? mode : null,
      chainSeq: seq,
      chainHead,
      profile,
      valuesSha256,
      certificatesSha256,
      filesSha256: digestsIn(file, facts.get('FilesSha256'), MAX_STATED_FILES),
      stated: statedSignatures(file, facts),
      timestampCertificatesSha256: digestsIn(file, facts.get('TimestampCertificatesSha256'), MAX_STATED_SETS),
    };
  });
}
