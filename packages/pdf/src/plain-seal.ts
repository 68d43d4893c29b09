/** Seals any PDF, without values, certificate of completion or seal record: for programs that use this package alone. */
import { normalToken } from './cms/normal-token.ts';
import { inspectPdf } from './inspect.ts';
import { appendValidationData } from './ltv/append-validation-data.ts';
import type { RevocationSource, Timestamper } from './ports/authorities.ts';
import { PdfError, RevocationError, SealError } from './ports/errors.ts';
import type { SealProfile, SealSigner } from './ports/seal.ts';
import { openPdf } from './reader/open.ts';
import { openPages } from './reader/pages.ts';
import { checkUpdate } from './seal/self-check.ts';
import { chainOfToken } from './timestamps/timestamper-of.ts';
import { appendSeal } from './update/append-seal.ts';
import { Increment } from './update/increment.ts';
import { verifyPdf } from './verify.ts';

export interface PlainSealOptions {
  signer: SealSigner;
  /** Adds a timestamp: B-T instead of B-B. */
  timestamper?: Timestamper | null;
  /** With a timestamper: adds the revocation data of all certificates, B-LT. */
  revocation?: RevocationSource | null;
  /** Written to /M of the signature dictionary; now by default. */
  sealedAt?: Date;
}

export interface PlainSealResult {
  /** The file with a PAdES signature that permits no later changes, unless the file was signed before. */
  sealed: Uint8Array;
  profile: SealProfile;
}

/**
 * Seals a PDF. A file with a broken structure is repaired first, so `sealed` does not always begin with the bytes of `pdf`. Verifies the
 * result before returning it. Throws a PdfError for a file that cannot be sealed, a TimestampError or RevocationError if an authority
 * fails, and a SealError if the result fails its check. For untrusted files limit the time and memory of the calling thread.
 */
export async function sealPlainPdf(pdf: Uint8Array, options: PlainSealOptions): Promise<PlainSealResult> {
  const { signer, timestamper = null, revocation = null, sealedAt = new Date() } = options;
  if (revocation && !timestamper) throw new TypeError('revocation data needs a timestamper');
  const inspected = await inspectPdf(pdf);
  if (!inspected.ok) throw new PdfError(inspected.reason, inspected.detail);
  const file = openPdf(inspected.normalized ?? pdf);
  const pages = openPages(file);
  let stampChain: Uint8Array[] = [];
  const revision = await appendSeal(
    new Increment(file),
    pages,
    { pages: new Map(), certificatePages: [] },
    {
      facts: null,
      signer,
      stamp:
        timestamper &&
        (async (sha256) => {
          const token = await timestamper.stamp(sha256);
          stampChain = chainOfToken(token);
          return normalToken(token);
        }),
      sealedAt,
    },
  );
  checkUpdate(revision, file, pages.count, []);
  if (!revocation) return { sealed: revision.bytes, profile: timestamper ? 'PAdES-B-T' : 'PAdES-B-B' };
  if (file.security) throw new RevocationError('the file is encrypted');
  const data = await revocation.gather([signer.certificates, stampChain]);
  const sealed = appendValidationData(revision.bytes, data);
  const { intact, signatures } = await verifyPdf(sealed);
  if (!intact || signatures.at(-1)?.profile !== 'PAdES-B-LT')
    throw new SealError('the validation data is not sufficient when it is verified');
  return { sealed, profile: 'PAdES-B-LT' };
}
