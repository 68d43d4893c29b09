/** Files sealed by our own code, of every kind that matters for attacks. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectPdf } from '@countersign/pdf/inspect';
import { httpRevocationSource } from '@countersign/pdf/ltv/revocation-source';
import type { SealProfile, SealSigner } from '@countersign/pdf/ports/seal';
import type { TrustAnchors } from '@countersign/pdf/ports/verify-report';
import { sealPdf } from '@countersign/pdf/seal';
import { sampleCertificate, samplePdf } from '@countersign/pdf/testing/sample-files';
import { httpTimestamper } from '@countersign/pdf/timestamps/http-timestamper';
import { type KeyKind, type Pki, startPki } from '../support/pki.ts';
import { pdfFixture, signedByOthers } from '../support/sealed-files.ts';

export interface SealedFile {
  name: string;
  level: SealProfile;
  bytes: Buffer;
}

export interface Installation {
  pki: Pki;
  trust: TrustAnchors;
  files: SealedFile[];
  /** Finalizes and seals a PDF as the service does. */
  seal(pdf: Buffer, level?: SealProfile, kind?: KeyKind): Promise<Buffer>;
  close(): Promise<void>;
}

/** An installation with an RSA and an EC seal key, and its sealed files. */
export async function startInstallation(): Promise<Installation> {
  const pki = await startPki();
  const holders = { rsa2048: pki.sealHolder('rsa2048'), p256: pki.sealHolder('p256') };
  const fingerprints = Object.values(holders).map(({ certificate }) =>
    createHash('sha256').update(certificate.raw).digest('hex'),
  );
  const seal: Installation['seal'] = (pdf, level = 'PAdES-B-B', kind = 'p256') =>
    finalizeAndSeal(pdf, level, pki.signerOf(holders[kind]), pki);
  const files: SealedFile[] = [];
  const add = async (name: string, pdf: Buffer, level: SealProfile, kind: KeyKind) =>
    files.push({ name: `${name}, ${level}, ${kind}`, level, bytes: await seal(pdf, level, kind) });
  const plain = samplePdf({ pages: 2 });
  await add('cross-reference table', plain, 'PAdES-B-B', 'rsa2048');
  await add('cross-reference table', plain, 'PAdES-B-LT', 'p256');
  await add('object streams', samplePdf({ pages: 2, form: 'packed' }), 'PAdES-B-T', 'p256');
  await add('linearized', linearized(plain), 'PAdES-B-LT', 'rsa2048');
  await add('signed before by others', await signedByOthers(), 'PAdES-B-T', 'rsa2048');
  await add('owner password', await pdfFixture('owner-r6.pdf'), 'PAdES-B-B', 'p256');
  return {
    pki,
    trust: { sealCertificates: new Set(fingerprints), roots: [] },
    files,
    seal,
    close: () => pki.close(),
  };
}

async function finalizeAndSeal(
  pdf: Buffer,
  level: SealProfile,
  signer: SealSigner,
  pki: Pki,
): Promise<Buffer> {
  const inspection = await inspectPdf(pdf);
  if (!inspection.ok) throw new Error(`finalize refuses the file: ${inspection.detail}`);
  const result = await sealPdf({
    pdf: inspection.normalized ?? pdf,
    marks: [{ page: 1, x: 0.1, y: 0.1, w: 0.5, h: 0.05, mark: { kind: 'text', text: 'Ada Lovelace' } }],
    certificate: sampleCertificate({
      originalSha256: createHash('sha256').update(pdf).digest('hex'),
      originalSizeBytes: pdf.length,
      pageCount: inspection.pages.length,
    }),
    watermark: null,
    signer,
    timestamper: level === 'PAdES-B-B' ? null : httpTimestamper(pki.tsaUrl),
    revocation: level === 'PAdES-B-LT' ? httpRevocationSource() : null,
    sealedAt: new Date(),
  });
  if (result.profile !== level) throw new Error(`sealed as ${result.profile}: ${result.shortfall}`);
  return Buffer.from(result.sealed);
}

function linearized(pdf: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-attacks-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    execFileSync('qpdf', ['--linearize', '--static-id', 'in.pdf', 'out.pdf'], { cwd: folder });
    return readFileSync(join(folder, 'out.pdf'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
