/** Sealing: turns a completed document into a signed PDF that ends with its certificate of completion. */
import { hash, type X509Certificate } from 'node:crypto';
import { normalToken } from './cms/normal-token.ts';
import { certificatesDigest } from './cms/signed-data.ts';
import { x509 } from './cms/x509.ts';
import { appendValidationData } from './ltv/append-validation-data.ts';
import { endOfChain, withArchiveTimestamp } from './ltv/archive.ts';
import type { CertificateData } from './ports/certificate-data.ts';
import { PdfError, RevocationError, SealError, TimestampError } from './ports/errors.ts';
import type { SealInput, SealProfile, SealResult } from './ports/seal.ts';
import { archivalRules } from './reader/archival.ts';
import { openPdf } from './reader/open.ts';
import { openPages } from './reader/pages.ts';
import { drawSeal } from './seal/draw-seal.ts';
import { labelsFor } from './seal/mark-labels.ts';
import { areaOf, byPage, geometriesOf, platesFor } from './seal/places.ts';
import { checkUpdate } from './seal/self-check.ts';
import { chainOfToken } from './timestamps/timestamper-of.ts';
import { readTimestampToken } from './timestamps/token.ts';
import { appendSeal, type Drawing } from './update/append-seal.ts';
import { Increment } from './update/increment.ts';
import { fingerprintOf, fitsSealingTime, verifyPdf } from './verify.ts';

/**
 * Seals a PDF that `inspectPdf` has accepted (its `normalized` bytes, if any) and verifies the result before
 * returning it. Throws a PdfError for a file that cannot be sealed, a TimestampError if the authority fails (retry
 * later, or pass `timestamper: null`), and a SealError if the result fails its check. If validation data is missing,
 * the seal is B-T instead of B-LT, and `shortfall` says why.
 */
export async function sealPdf(input: SealInput): Promise<SealResult> {
  const { timestamper } = input;
  if (!timestamper) return sealAs(input, 'PAdES-B-B');
  for (let attempt = 1; ; attempt++) {
    try {
      return await sealWithTimestamp(input, await timestamper.chains());
    } catch (error) {
      if (!(error instanceof OtherCertificatesError) || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

/** An authority that changes its certificate, or has several, needs a second attempt: the first one has remembered the new certificates. */
const MAX_ATTEMPTS = 3;

/** The token carries certificates that the seal does not name. */
class OtherCertificatesError extends TimestampError {}

/** `chains` are those of the timestamp authority; there is at least one. */
async function sealWithTimestamp(input: SealInput, chains: Uint8Array[][]): Promise<SealResult> {
  const { revocation } = input;
  if (!revocation) return sealAs(input, 'PAdES-B-T', chains);
  try {
    // The certificate prints the level, so it has to be known before anything is drawn.
    if (openPdf(input.pdf, input.maxDecodedBytes).security)
      throw new RevocationError('the file is encrypted');
    // Equal mutant "→ ;": the failure is found after signing, and the file is sealed again as B-T.
    await revocation.gather([input.signer.certificates]);
    // Equal mutant "→ ;": the same.
    await revocation.gather([chains[0]!]);
    return await sealAs(input, 'PAdES-B-LT', chains);
  } catch (error) {
    if (!(error instanceof RevocationError)) throw error;
    return { ...(await sealAs(input, 'PAdES-B-T', chains)), shortfall: error.message };
  }
}

/** Seals to a level; throws what `sealPdf` throws, and a RevocationError if B-LT turns out not to be possible. */
async function sealAs(
  input: SealInput,
  profile: SealProfile,
  stampChains?: Uint8Array[][],
): Promise<SealResult> {
  const file = openPdf(input.pdf, input.maxDecodedBytes);
  const pages = openPages(file);
  const increment = new Increment(file);
  const certificate: CertificateData = {
    ...input.certificate,
    sealProfile: profile,
    ...describeSealKey(input.signer.certificates[0]),
  };
  const { watermark, timestamper, pageNote = null, recipientSignatures = [] } = input;
  const marks = [...input.marks, ...labelsFor(input.marks, file, pages)];
  const geometries = geometriesOf(pages, marks, watermark !== null || pageNote !== null);
  const archival = archivalRules(file);
  const areas = marks.map((mark) => areaOf(mark, geometries[mark.page - 1]!));
  const { originalSha256, originalSizeBytes } = certificate;
  const prefixSha256 = sha256Of(input.pdf.subarray(0, originalSizeBytes));
  const originalRepaired = prefixSha256 !== originalSha256;
  // Equal mutant "→ false": the same bytes are hashed again.
  const hashFile = () => (originalSizeBytes === input.pdf.length ? prefixSha256 : sha256Of(input.pdf));
  const plates = await platesFor({ ...input, marks }, file, pages, areas, hashFile);
  const drawn = await drawSeal(
    { marks, plates, pageNote, geometries, watermark, certificate, archival },
    increment,
  );
  const drawing: Drawing = { ...drawn, areas: byPage(marks, areas) };
  const { documentId, mode, chainSeq, chainHead, valuesSha256 } = certificate;
  const timestampCertificatesSha256 = stampChains?.map(certificatesDigest);
  let stampChain: Uint8Array[] | null = null;
  const revision = await appendSeal(increment, pages, drawing, {
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
    signer: input.signer,
    stamp:
      timestamper &&
      (async (sha256) => {
        const token = await timestamper.stamp(sha256);
        requireFittingTime(token, input.sealedAt);
        stampChain = chainOfToken(token);
        if (!timestampCertificatesSha256?.includes(certificatesDigest(stampChain)))
          throw new OtherCertificatesError(
            'the certificates in the tokens of the timestamp authority change with each request',
          );
        return normalToken(token);
      }),
    sealedAt: input.sealedAt,
    contentIsSelfContained: input.contentIsSelfContained,
  });
  const added = drawing.certificatePages.map((_, index) => pages.count + index + 1);
  checkUpdate(revision, file, pages.count + added.length, [...drawing.pages.keys(), ...added]);
  if (profile !== 'PAdES-B-LT') {
    if (recipientSignatures.length > 0) await requireLevel(revision.bytes, profile);
    return { sealed: revision.bytes, profile, until: null, shortfall: null };
  }
  const sealed = await withValidationData(input, revision.bytes, stampChain!);
  if (!input.archive) return { sealed, profile, until: endOfChain(stampChain!), shortfall: null };
  const { archived, until } = await withArchiveTimestamp(sealed, timestamper!);
  await requireLevel(archived, 'PAdES-B-LTA');
  return { sealed: archived, profile: 'PAdES-B-LTA', until, shortfall: null };
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

/** Appends the validation data of both chains and verifies the result. Throws a RevocationError. */
async function withValidationData(
  { signer, revocation }: SealInput,
  sealed: Buffer,
  stampChain: Uint8Array[],
): Promise<Buffer> {
  const data = await revocation!.gather([signer.certificates, stampChain]);
  try {
    const bytes = appendValidationData(sealed, data);
    await requireLevel(bytes, 'PAdES-B-LT');
    return bytes;
  } catch (cause) {
    if (!(cause instanceof SealError || cause instanceof PdfError)) throw cause;
    throw new RevocationError(cause.message, { cause });
  }
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
