/** Sealed files for tests of verification: from Countersign and other software, unchanged and changed. */
import { readFile } from 'node:fs/promises';
import type { Ctx } from '@countersign/core/ctx';
import type { FullDocument } from '@countersign/core/document/lock';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import type { Storage } from '@countersign/storage/storage';
import { pdflibAddPlaceholder } from '@signpdf/placeholder-pdf-lib';
import { P12Signer } from '@signpdf/signer-p12';
import { SignPdf } from '@signpdf/signpdf';
import { PDFDocument } from 'pdf-lib';
import { reread, sentDocument, signAs } from './documents.ts';
import { samplePdf } from './sample-pdf.ts';

const fixtures = new URL('../../packages/pdf/fixtures/', import.meta.url);

/** A file of packages/pdf/fixtures. */
export function pdfFixture(name: string): Promise<Buffer> {
  return readFile(new URL(name, fixtures));
}

/** A sealed document and its sealed bytes. The seal key is made in `dataDir`, or read from there if it exists. */
export async function sealedDocument(
  ctx: Ctx & { storage: Storage },
  dataDir: string,
  pdf?: Uint8Array,
): Promise<{ document: FullDocument; sealed: Buffer }> {
  const sent = await sentDocument(ctx, { title: 'A secret title' }, pdf);
  for (const recipient of sent.recipients) await signAs(ctx, sent, recipient);
  const sealKeys = createSealKeys({ dataDir, log: ctx.log });
  await sealDocument({ ...ctx, sealKeys, timestamper: null }, { documentId: sent.id, requestId: 'seal' });
  const document = await reread(ctx, sent.id);
  return { document, sealed: Buffer.from(await ctx.storage.getBytes(document.sealedSha256!)) };
}

let byOthers: Promise<Buffer> | null = null;

/** A file signed with other software, under the fixture's certificate "Fixture rsa". Made once, because opening the key takes long. */
export async function signedByOthers(): Promise<Buffer> {
  byOthers ??= signByOthers();
  return Buffer.from(await byOthers);
}

async function signByOthers(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await samplePdf(1, 'by others'));
  pdflibAddPlaceholder({
    pdfDoc: pdf,
    reason: 'Agreement',
    contactInfo: 'office@example.test',
    name: 'Somebody else',
    location: 'Elsewhere',
  });
  const prepared = Buffer.from(await pdf.save({ useObjectStreams: false }));
  const signer = new P12Signer(await pdfFixture('seal-rsa.p12'), { passphrase: 'fixture' });
  return new SignPdf().sign(prepared, signer);
}

/** The file with the byte at this place (negative: from the end) changed. */
export function changedAt(file: Buffer, place: number): Buffer {
  const changed = Buffer.from(file);
  const at = place < 0 ? file.length + place : place;
  changed[at]! ^= 1;
  return changed;
}

/** The file with an appended incremental update that changes nothing (ISO 32000-2, 7.5.6). */
export function withRevision(file: Buffer): Buffer {
  const text = file.toString('latin1');
  const startxref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1]);
  const root = [...text.matchAll(/\/Root\s+(\d+ \d+ R)/g)].at(-1)![1]!;
  const size = Math.max(...[...text.matchAll(/\/Size\s+(\d+)/g)].map(([, count]) => Number(count)));
  const tail = `${size} 0 obj\n(added later)\nendobj\n`;
  const xref = `xref\n${size} 1\n${String(file.length).padStart(10, '0')} 00000 n \ntrailer\n<</Size ${size + 1} /Root ${root} /Prev ${startxref}>>\nstartxref\n${file.length + tail.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(tail + xref, 'latin1')]);
}
