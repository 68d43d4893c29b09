/** Archive timestamps: the level PAdES-B-LTA (ETSI EN 319 142-1, 5.4.3 and 5.5), and its renewal. */

import { endOfChain } from '../pki/certificate.ts';
import type { RevocationSource, Timestamper, ValidationData } from '../ports/authorities.ts';
import { SealError } from '../ports/errors.ts';
import { openPdf } from '../reader/open.ts';
import { contentsAt, signaturesOf } from '../reader/signatures.ts';
import { chainOfToken } from '../timestamps/timestamper-of.ts';
import { verifyPdf } from '../verify.ts';
import { appendDocumentTimestamp } from './append-document-timestamp.ts';
import { appendValidationData, readValidationData } from './append-validation-data.ts';

export interface ArchiveInput {
  /** A sealed file of the level B-LT or B-LTA. */
  pdf: Uint8Array;
  timestamper: Timestamper;
  revocation: RevocationSource;
  /** When the first certificate of a new timestamp will expire, if it is known. It saves the work on a file that would get no new one. */
  offeredUntil?: Date;
}

export interface Archived {
  /** Null if a new timestamp would not last longer than the last one of the file. */
  archived: Uint8Array | null;
  /** When the first certificate of the last timestamp expires. It has to be renewed before. */
  until: Date;
}

/**
 * Adds a document timestamp over a sealed file with validation data. If the file has one already, the validation data of its authority is
 * added first, so that it can be checked when the authority no longer exists. Makes no file if the new timestamp does not last longer than
 * the last one, because a file can have only so many. Verifies the result. Throws a RevocationError or TimestampError if an authority does
 * not answer as needed, and a SealError for a file that cannot be archived.
 */
export async function archivePdf({
  pdf,
  timestamper,
  revocation,
  offeredUntil,
}: ArchiveInput): Promise<Archived> {
  const chain = lastChain(pdf);
  const lastUntil = chain && endOfChain(chain);
  if (lastUntil && offeredUntil && offeredUntil <= lastUntil) return { archived: null, until: lastUntil };
  const before = await verifyPdf(pdf);
  const seal = before.decidingSignature === null ? null : before.signatures[before.decidingSignature]!;
  if (!before.intact || (seal?.profile !== 'PAdES-B-LT' && seal?.profile !== 'PAdES-B-LTA'))
    throw new SealError('only an intact seal with validation data can be archived');
  const ready = chain ? withNewData(pdf, await revocation.gather([chain])) : pdf;
  const made = await withArchiveTimestamp(ready, timestamper);
  // An authority with several signing units does not always answer with the same certificate.
  if (lastUntil && made.until <= lastUntil) return { archived: null, until: lastUntil };
  const after = await verifyPdf(made.archived);
  if (!after.intact || after.signatures[after.decidingSignature!]!.profile !== 'PAdES-B-LTA')
    throw new SealError('the archive timestamp is not sufficient when it is verified');
  return made;
}

/** Adds the timestamp only. Throws a TimestampError or SealError. */
export async function withArchiveTimestamp(
  pdf: Uint8Array,
  { stamp }: Pick<Timestamper, 'stamp'>,
): Promise<Archived & { archived: Uint8Array }> {
  let until = new Date(0);
  const archived = await appendDocumentTimestamp(pdf, async (sha256) => {
    const token = await stamp(sha256);
    until = endOfChain(chainOfToken(token));
    return token;
  });
  return { archived, until };
}

/** The file with the data that it does not have yet. */
function withNewData(pdf: Uint8Array, data: ValidationData): Uint8Array {
  const known = readValidationData(openPdf(pdf));
  const isNew = (bytes: Uint8Array) =>
    !Object.values(known ?? {}).some((list: Uint8Array[]) =>
      list.some((one) => Buffer.compare(one, bytes) === 0),
    );
  const added = {
    certificates: data.certificates.filter(isNew),
    ocsps: data.ocsps.filter(isNew),
    crls: data.crls.filter(isNew),
  };
  const isEmpty = Object.values(added).every((list) => list.length === 0);
  return isEmpty ? pdf : appendValidationData(pdf, added);
}

/** The certificates of the last signature if it is a document timestamp, else null. */
function lastChain(pdf: Uint8Array): Uint8Array[] | null {
  const file = openPdf(pdf);
  const last = signaturesOf(file).at(-1);
  if (!last?.range || file.nameOf(last.dict.get('SubFilter')) !== 'ETSI.RFC3161') return null;
  const token = contentsAt(file.bytes, last.range);
  try {
    return token && chainOfToken(token);
  } catch (cause) {
    // Not a TimestampError, which would say that the authority fails.
    throw new SealError('the last timestamp of the file cannot be read', { cause });
  }
}
