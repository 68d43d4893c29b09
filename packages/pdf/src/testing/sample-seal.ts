/** Seals files for tests without the cost of drawing a real certificate. */
import { hash, X509Certificate } from 'node:crypto';
import { certificatesDigest } from '../cms/signed-data.ts';
import { makeDevelopmentCertificate } from '../development/certificate.ts';
import { signerFromPem } from '../keys/local.ts';
import { dict, PdfDict } from '../model/objects.ts';
import type { Timestamper } from '../ports/authorities.ts';
import type { SealSigner } from '../ports/seal.ts';
import { openPdf } from '../reader/open.ts';
import { readPageTree } from '../reader/pages.ts';
import { appendSeal, type SealRecord, type SealRevision } from '../update/append-seal.ts';
import { Increment } from '../update/increment.ts';

export const SAMPLE_FACTS = {
  documentId: 'doc_01k9sample',
  originalRepaired: false,
  mode: 'live',
  chainSeq: 7,
  chainHead: 'b2'.repeat(32),
  valuesSha256: 'c3'.repeat(32),
} as const;

/** A signer with a new key and self-signed certificate, valid when `sampleSeal` seals. */
export function sampleSigner(key: 'p256' | 'rsa2048' = 'p256'): SealSigner {
  const { keyPem, certificatePem } = makeDevelopmentCertificate({
    commonName: 'Sample seal',
    organization: 'Sample',
    key,
    now: new Date('2026-11-20T00:00:00Z'),
  });
  return signerFromPem(keyPem, certificatePem);
}

/**
 * Seals with a red square at (40, 50) on every page in `onPages`, and an empty certificate page. By default the seal
 * record names the given file as the original.
 */
export async function sampleSeal(
  pdf: Uint8Array,
  options: {
    signer?: SealSigner;
    timestamper?: Timestamper;
    /** Default: a fixed time, or the start of the certificate's validity if that is later. */
    sealedAt?: Date;
    onPages?: number[];
    facts?: Partial<SealRecord>;
    contentIsSelfContained?: boolean;
  } = {},
): Promise<SealRevision> {
  const profile = options.timestamper ? 'PAdES-B-T' : 'PAdES-B-B';
  const file = openPdf(pdf);
  const tree = readPageTree(file);
  const content = Buffer.from('1 0 0 rg 40 50 20 20 re f');
  const drawing = {
    pages: new Map(
      (options.onPages ?? [1]).map((page) => [
        page,
        { content, resources: dict({ ExtGState: new PdfDict() }) },
      ]),
    ),
    certificatePages: [{ width: 595, height: 842, content: Buffer.alloc(0), resources: new PdfDict() }],
  };
  const { signer = sampleSigner(), timestamper } = options;
  const chains = await timestamper?.chains();
  return appendSeal(new Increment(file), tree, drawing, {
    facts: {
      ...SAMPLE_FACTS,
      originalSha256: hash('sha256', pdf),
      originalSizeBytes: pdf.length,
      profile,
      timestampCertificatesSha256: chains?.map(certificatesDigest),
      ...options.facts,
    },
    signer,
    stamp: timestamper?.stamp ?? null,
    sealedAt: options.sealedAt ?? sealingTime(signer),
    contentIsSelfContained: options.contentIsSelfContained,
  });
}

function sealingTime({ certificates }: SealSigner): Date {
  const { validFromDate } = new X509Certificate(certificates[0]!);
  return new Date(Math.max(Date.parse('2026-11-20T10:00:00Z'), validFromDate.getTime()));
}
