/** Sealing: turns a completed document into a signed PDF that ends with its certificate of completion. */
import { hash, type X509Certificate } from 'node:crypto';
import { normalToken } from './cms/normal-token.ts';
import { certificatesDigest } from './cms/signed-data.ts';
import { x509 } from './cms/x509.ts';
import { appendValidationData } from './ltv/append-validation-data.ts';
import { withArchiveTimestamp } from './ltv/archive.ts';
import { endOfChain } from './pki/certificate.ts';
import type { RequestToken, Timestamper, ValidationData } from './ports/authorities.ts';
import type { CertificateData } from './ports/certificate-data.ts';
import { PdfError, RevocationError, SealError, TimestampError } from './ports/errors.ts';
import type { StatedSignature } from './ports/recipient-signature.ts';
import type { SealInput, SealProfile, SealResult } from './ports/seal.ts';
import { archivalRules } from './reader/archival.ts';
import { openPdf } from './reader/open.ts';
import { openPages } from './reader/pages.ts';
import { drawSeal } from './seal/draw-seal.ts';
import { labelsFor } from './seal/mark-labels.ts';
import { areaOf, byPage, geometriesOf, platesFor } from './seal/places.ts';
import { checkSignature, checkUnsignedUpdate } from './seal/self-check.ts';
import { chainOfToken } from './timestamps/timestamper-of.ts';
import { readTimestampToken } from './timestamps/token.ts';
import { type DrawnPages, prepareRevision, type SealRevision, signRevision } from './update/append-seal.ts';
import { Increment } from './update/increment.ts';
import { fingerprintOf, fitsSealingTime, verifyPdf } from './verify.ts';

/**
 * The steps of sealing that read the whole file. They can run in another thread, which is free for other files while the caller waits for
 * keys and authorities.
 */
export interface SealSteps {
  prepare(work: PrepareWork): Promise<PreparedSeal>;
  finish(work: FinishWork): Promise<FinishedSeal>;
}

export interface PrepareWork
  extends Omit<SealInput, 'signer' | 'timestamper' | 'revocation' | 'archive' | 'recipientSignatures'> {
  certificates: Uint8Array[];
  /** The level to reach. */
  profile: SealProfile;
  recipientSignatures: readonly StatedSignature[];
  /** `certificatesDigest` of each set of certificates that the timestamp token may carry; absent without a timestamp. */
  timestampCertificatesSha256?: readonly string[] | undefined;
}

/** The sealed file without its signature. It begins with the bytes of `pdf`. */
export interface PreparedSeal extends SealRevision {
  /** What the certificate of completion prints. */
  profile: SealProfile;
  /** Why the level is lower than requested; else null. */
  shortfall: string | null;
}

export interface FinishWork {
  /** The signed file. */
  bytes: Buffer;
  profile: SealProfile;
  /** Added to the file, for B-LT. */
  validationData: ValidationData | null;
  /** Adds an archive timestamp to a file with validation data. */
  timestamper: Pick<Timestamper, 'stamp'> | null;
}

export interface FinishedSeal {
  bytes: Uint8Array;
  profile: SealProfile;
  /** When the first certificate of the archive timestamp expires; null without one. */
  until: Date | null;
}

const stepsHere: SealSteps = { prepare: prepareSeal, finish: finishSeal };

/**
 * Seals a PDF that `inspectPdf` has accepted (its `normalized` bytes, if any) and verifies the result before
 * returning it. Throws a PdfError for a file that cannot be sealed, a TimestampError if the authority fails (retry
 * later, or pass `timestamper: null`), and a SealError if the result fails its check. If validation data is missing,
 * the seal is B-T instead of B-LT, and `shortfall` says why. Do not use `input.pdf` afterwards: steps in another thread
 * move its bytes there.
 */
export async function sealPdf(input: SealInput, steps = stepsHere): Promise<SealResult> {
  const { timestamper } = input;
  const sizeBytes = input.pdf.length;
  let { pdf } = input;
  const sealAs = async (profile: SealProfile, chains?: Uint8Array[][]) => {
    const prepared = await prepareAs({ ...input, pdf }, steps, profile, chains);
    // The step may have moved the bytes to another thread. The prepared file begins with the same bytes.
    pdf = prepared.bytes.subarray(0, sizeBytes);
    return signPrepared(input, steps, prepared, chains);
  };
  if (!timestamper) return sealAs('PAdES-B-B');
  for (let attempt = 1; ; attempt++) {
    try {
      return await sealWithTimestamp(input, sealAs, await timestamper.chains());
    } catch (error) {
      if (!(error instanceof OtherCertificatesError) || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

/** If the token has a certificate that is new to us, the attempt remembers it, and the next attempt states it in the seal. */
const MAX_ATTEMPTS = 3;

/** The token carries certificates that the seal does not name. */
class OtherCertificatesError extends TimestampError {}

/** `chains` are those of the timestamp authority; there is at least one. */
async function sealWithTimestamp(
  { revocation, signer }: SealInput,
  sealAs: (profile: SealProfile, chains: Uint8Array[][]) => Promise<SealResult>,
  chains: Uint8Array[][],
): Promise<SealResult> {
  if (!revocation) return sealAs('PAdES-B-T', chains);
  try {
    // The certificate prints the level, so it has to be known before anything is drawn.
    // Equal mutant "→ ;": the failure is found after signing, and the file is sealed again as B-T.
    await revocation.gather([signer.certificates]);
    // Equal mutant "→ ;": the same.
    await revocation.gather([chains[0]!]);
    return await sealAs('PAdES-B-LT', chains);
  } catch (error) {
    if (!(error instanceof RevocationError)) throw error;
    return { ...(await sealAs('PAdES-B-T', chains)), shortfall: error.message };
  }
}

function prepareAs(
  input: SealInput,
  steps: SealSteps,
  profile: SealProfile,
  chains: Uint8Array[][] | undefined,
): Promise<PreparedSeal> {
  const { signer, timestamper, revocation, archive, recipientSignatures = [], ...work } = input;
  return steps.prepare({
    ...work,
    recipientSignatures,
    certificates: signer.certificates,
    profile,
    timestampCertificatesSha256: chains?.map(certificatesDigest),
  });
}

/**
 * Draws everything, leaves room for the signature and checks the result. An encrypted file becomes B-T instead of B-LT. Throws a
 * PdfError or SealError.
 */
export async function prepareSeal(work: PrepareWork): Promise<PreparedSeal> {
  const file = openPdf(work.pdf, work.maxDecodedBytes);
  const isEncrypted = work.profile === 'PAdES-B-LT' && file.security !== null;
  const profile = isEncrypted ? 'PAdES-B-T' : work.profile;
  const pages = openPages(file);
  const increment = new Increment(file);
  const { certificates, watermark, pageNote = null, recipientSignatures } = work;
  const certificate: CertificateData = {
    ...work.certificate,
    sealProfile: profile,
    ...describeSealKey(certificates[0]),
  };
  const marks = [...work.marks, ...labelsFor(work.marks, file, pages)];
  const geometries = geometriesOf(pages, marks, watermark !== null || pageNote !== null);
  const archival = archivalRules(file);
  const areas = marks.map((mark) => areaOf(mark, geometries[mark.page - 1]!));
  const { originalSha256, originalSizeBytes } = certificate;
  const prefixSha256 = sha256Of(work.pdf.subarray(0, originalSizeBytes));
  const originalRepaired = prefixSha256 !== originalSha256;
  // Equal mutant "→ false": the same bytes are hashed again.
  const hashFile = () => (originalSizeBytes === work.pdf.length ? prefixSha256 : sha256Of(work.pdf));
  const plates = await platesFor({ ...work, marks }, file, pages, areas, hashFile);
  const drawn = await drawSeal(
    {
      ...{ marks, plates, pageNote, geometries, watermark, certificate, archival },
      // The first signature of a recipient has drawn the watermark already, so that the signature covers it.
      pagesHaveWatermark: recipientSignatures.length > 0,
    },
    increment,
  );
  const drawing: DrawnPages = { ...drawn, areas: byPage(marks, areas) };
  const { documentId, mode, chainSeq, chainHead, valuesSha256 } = certificate;
  const { timestampCertificatesSha256 } = work;
  const revision = prepareRevision(increment, pages, drawing, {
    facts: {
      documentId,
      mode,
      originalSha256,
      originalSizeBytes,
      originalRepaired,
      chainSeq,
      chainHead,
      valuesSha256,
      filesSha256: certificate.files?.map(({ sha256 }) => sha256),
      recipientSignatures: recipientSignatures.length > 0 ? recipientSignatures : undefined,
      profile,
      timestampCertificatesSha256,
    },
    certificates,
    hasToken: timestampCertificatesSha256 !== undefined,
    sealedAt: work.sealedAt,
    contentIsSelfContained: work.contentIsSelfContained,
  });
  const added = drawing.certificatePages.map((_, index) => pages.count + index + 1);
  checkUnsignedUpdate(revision, file, pages.count + added.length, [...drawing.pages.keys(), ...added]);
  return { ...revision, profile, shortfall: isEncrypted ? 'the file is encrypted' : null };
}

/** Throws what `sealPdf` throws, and a RevocationError if B-LT turns out not to be possible. */
async function signPrepared(
  input: SealInput,
  steps: SealSteps,
  { profile, shortfall, ...revision }: PreparedSeal,
  chains: Uint8Array[][] | undefined,
): Promise<SealResult> {
  const { signer, timestamper, recipientSignatures = [] } = input;
  const known = chains?.map(certificatesDigest);
  let stampChain: Uint8Array[] | null = null;
  const stamp: RequestToken = async (sha256) => {
    const token = await timestamper!.stamp(sha256);
    requireFittingTime(token, input.sealedAt);
    stampChain = chainOfToken(token);
    if (!known?.includes(certificatesDigest(stampChain)))
      throw new OtherCertificatesError(
        'the certificates in the tokens of the timestamp authority change with each request',
      );
    return normalToken(token);
  };
  await signRevision(revision, { signer, stamp: known ? stamp : null });
  checkSignature(revision);
  const { bytes } = revision;
  if (profile === 'PAdES-B-LT') return withValidationData(input, steps, bytes, stampChain!);
  if (recipientSignatures.length > 0) {
    const finished = await steps.finish({ bytes, profile, validationData: null, timestamper: null });
    return { sealed: finished.bytes, profile, until: null, shortfall };
  }
  return { sealed: bytes, profile, until: null, shortfall };
}

/** Adds the validation data of both chains, and an archive timestamp if it is wanted. Throws a RevocationError. */
async function withValidationData(
  { signer, revocation, timestamper, archive }: SealInput,
  steps: SealSteps,
  signed: Buffer,
  stampChain: Uint8Array[],
): Promise<SealResult> {
  const finished = await steps.finish({
    bytes: signed,
    profile: 'PAdES-B-LT',
    validationData: await revocation!.gather([signer.certificates, stampChain]),
    timestamper: archive ? timestamper : null,
  });
  const { bytes, profile, until } = finished;
  return { sealed: bytes, profile, until: until ?? endOfChain(stampChain), shortfall: null };
}

/**
 * Adds what follows the signature, and verifies the whole file. Throws a RevocationError if the validation data does not suffice, a
 * SealError if the file does not have the level, and a TimestampError.
 */
export async function finishSeal({
  bytes,
  profile,
  validationData,
  timestamper,
}: FinishWork): Promise<FinishedSeal> {
  if (!validationData) {
    await requireLevel(bytes, profile);
    return { bytes, profile, until: null };
  }
  const sealed = await appendSufficientData(bytes, validationData);
  if (!timestamper) return { bytes: sealed, profile, until: null };
  const { archived, until } = await withArchiveTimestamp(sealed, timestamper);
  await requireLevel(archived, 'PAdES-B-LTA');
  return { bytes: archived, profile: 'PAdES-B-LTA', until };
}

async function appendSufficientData(signed: Buffer, data: ValidationData): Promise<Buffer> {
  try {
    const bytes = appendValidationData(signed, data);
    await requireLevel(bytes, 'PAdES-B-LT');
    return bytes;
  } catch (cause) {
    if (!(cause instanceof SealError || cause instanceof PdfError)) throw cause;
    throw new RevocationError(cause.message, { cause });
  }
}

/** Throws a SealError unless the seal is intact and has the level. */
async function requireLevel(bytes: Uint8Array, profile: SealProfile): Promise<void> {
  const { intact, signatures, decidingSignature } = await verifyPdf(bytes);
  if (!intact || signatures[decidingSignature!]?.profile !== profile)
    throw new SealError(`the seal is not ${profile} when it is verified`);
}

const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes);

/** Throws a TimestampError if a verifier would reject the token's time for the sealing time. */
function requireFittingTime(token: Uint8Array, sealedAt: Date): void {
  const { time } = readTimestampToken(token);
  if (!fitsSealingTime(time, sealedAt))
    throw new TimestampError(
      `the timestamp authority says ${time.toISOString()} and this machine ${sealedAt.toISOString()}: check both clocks`,
    );
}

/** Cached per certificate of a key in use. */
const descriptions = new WeakMap<X509Certificate, { sealSubject: string; sealFingerprint: string }>();

function describeSealKey(certificate: Uint8Array | undefined): {
  sealSubject: string;
  sealFingerprint: string;
} {
  if (!certificate) return { sealSubject: '', sealFingerprint: '' };
  const parsed = x509(certificate);
  let described = descriptions.get(parsed);
  // Equal mutant "→ true": describing a certificate again gives the same text and only takes longer.
  if (described === undefined) {
    described = {
      sealSubject: parsed.subject.split('\n').reverse().join(', '),
      sealFingerprint: fingerprintOf(parsed),
    };
    // Equal mutant "→ ;": without this, the certificate is described again.
    descriptions.set(parsed, described);
  }
  return described;
}
