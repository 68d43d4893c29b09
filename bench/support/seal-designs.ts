/**
 * Different ways to seal the same document; seal-job.ts describes the task. Each is prepared once, as in a long-running worker, and
 * then called for one document after the other.
 */
import { createHash } from 'node:crypto';
import type { SealInput, SealSigner } from '@countersign/pdf/ports/seal';
import type { PdfObject, PdfRef } from '@libpdf/core';
import {
  benchSigner,
  type Job,
  PASSPHRASE,
  preparedImage,
  rsaPkcs12,
  SURFACE,
  signaturePng,
} from './seal-job.ts';

/** Seals one document; returns the whole file. */
export type Seal = (pdf: Buffer, job: Job) => Promise<Uint8Array>;

/** The results of finalize that the product uses when it seals. */
export type Known = Required<Pick<SealInput, 'contentIsSelfContained' | 'darkPlaces'>>;

export interface Design {
  id: string;
  name: string;
  /** `ours` is compared with the peers. `limit` is the least work that any design must do. */
  role: 'ours' | 'peer' | 'limit';
  prepare(pages: number, known: Known): Promise<Seal>;
}

/** In the order of the tables. `prepare` loads the library, so that each process loads only the one that it needs. */
export const designs: Design[] = [
  {
    id: 'ours-rsa',
    name: 'Countersign, RSA-2048',
    role: 'ours',
    prepare: (_, known) => countersign('rsa', known),
  },
  {
    id: 'ours-p256',
    name: 'Countersign, P-256',
    role: 'ours',
    prepare: (_, known) => countersign('p256', known),
  },
  { id: 'ours-plain', name: 'Countersign, RSA-2048, plain page', role: 'ours', prepare: countersignPlain },
  { id: 'pdf-lib', name: 'pdf-lib + @signpdf, as documented', role: 'peer', prepare: pdfLib },
  { id: 'libpdf', name: '@libpdf/core, as documented', role: 'peer', prepare: libpdf },
  { id: 'libpdf-low', name: '@libpdf/core, low level, our CMS', role: 'peer', prepare: libpdfLowLevel },
  { id: 'limit-rsa', name: 'Limit: RSA-2048, SHA-256, one copy', role: 'limit', prepare: () => limit('rsa') },
  { id: 'limit-p256', name: 'Limit: P-256, SHA-256, one copy', role: 'limit', prepare: () => limit('p256') },
];

const sealedAt = new Date('2026-11-20T12:00:00Z');
const REASON = { reason: 'Completed', contactInfo: 'seal@example.com', name: 'Seal', location: 'Berlin' };

/** The product, with the full certificate of completion. */
async function countersign(key: 'rsa' | 'p256', known: Known): Promise<Seal> {
  const { sealPdf } = await import('@countersign/pdf/seal');
  const signer = benchSigner(key);
  return async (pdf, job) => {
    const { sealed } = await sealPdf({
      pdf,
      ...known,
      marks: job.placed,
      certificate: job.certificate,
      watermark: null,
      signer,
      timestamper: null,
      sealedAt,
    });
    return sealed;
  };
}

/** The product's code with the certificate page of the peers, in an embedded font. It still verifies its result. */
async function countersignPlain(pages: number, { contentIsSelfContained }: Known): Promise<Seal> {
  const { Canvas, Drawing } = await import('@countersign/pdf/draw/canvas');
  const { layMark } = await import('@countersign/pdf/draw/marks');
  const { placementMatrix } = await import('@countersign/pdf/model/geometry');
  const { openPdf } = await import('@countersign/pdf/reader/open');
  const { openPages } = await import('@countersign/pdf/reader/pages');
  const { checkUpdate } = await import('@countersign/pdf/seal/self-check');
  const { withFaces } = await import('@countersign/pdf/text/faces');
  const { layText } = await import('@countersign/pdf/text/layout');
  const { appendSeal } = await import('@countersign/pdf/update/append-seal');
  const { Increment } = await import('@countersign/pdf/update/increment');
  const signer = benchSigner('rsa');
  return async (pdf, job) => {
    const file = openPdf(pdf);
    const tree = openPages(file);
    const increment = new Increment(file);
    const drawing = await withFaces((session) => {
      const shared = new Drawing(session);
      const canvases = new Map<number, InstanceType<typeof Canvas>>();
      for (const placed of job.placed) {
        const canvas = canvases.get(placed.page) ?? new Canvas(shared);
        canvases.set(placed.page, canvas);
        const { matrix, width, height } = placementMatrix(tree.pageAt(placed.page)!.geometry, placed);
        canvas.inMatrix(matrix, () => layMark(shared, placed.mark, width, height).draw(canvas));
      }
      const certificate = new Canvas(shared);
      job.lines.forEach((text, index) => {
        const [line] = layText(session, text, { family: 'sans', weight: 400 });
        certificate.text(line!, 50, 790 - index * 16, 8);
      });
      if (session.needed.size > 0) return null;
      const references = shared.embed(increment);
      return {
        pages: new Map([...canvases].map(([page, canvas]) => [page, canvas.finish(references)] as const)),
        certificatePages: [{ width: 595.28, height: 841.89, ...certificate.finish(references) }],
      };
    });
    const { documentId, mode, originalSha256, originalSizeBytes } = job.certificate;
    const { chainSeq, chainHead, valuesSha256 } = job.certificate;
    const original = { originalSha256, originalSizeBytes, originalRepaired: false };
    const profile = 'PAdES-B-B' as const;
    const facts = { documentId, mode, ...original, chainSeq, chainHead, valuesSha256, profile };
    const seal = { facts, signer, stamp: null, sealedAt, contentIsSelfContained };
    const revision = await appendSeal(increment, tree, drawing!, seal);
    checkUpdate(revision, file, pages + 1, [1, pages, pages + 1]);
    return revision.bytes;
  };
}

const svgOf = (strokes: ReadonlyArray<ReadonlyArray<readonly [number, number]>>): string =>
  strokes.map((points) => `M ${points.map(([x, y]) => `${x} ${y.toFixed(2)}`).join(' L ')}`).join(' ');

/** pdf-lib draws and rewrites the whole file, @signpdf signs it with node-forge. */
async function pdfLib(pages: number): Promise<Seal> {
  const { PDFDocument, StandardFonts } = await import('pdf-lib');
  const { pdflibAddPlaceholder } = await import('@signpdf/placeholder-pdf-lib');
  const { P12Signer } = await import('@signpdf/signer-p12');
  const { SignPdf } = await import('@signpdf/signpdf');
  const png = signaturePng();
  const pkcs12 = rsaPkcs12();
  return async (pdf, job) => {
    const document = await PDFDocument.load(pdf);
    const font = await document.embedFont(StandardFonts.Helvetica);
    const image = await document.embedPng(png);
    for (const mark of job.marks) {
      const page = document.getPage(mark.page === 'first' ? 0 : pages - 1);
      const { width, height } = page.getSize();
      const at = { x: mark.x * width, y: (1 - mark.y - mark.h) * height };
      const size = { width: mark.w * width, height: mark.h * height };
      if (mark.value.kind === 'image') page.drawImage(image, { ...at, ...size });
      else if (mark.value.kind === 'text') page.drawText(mark.value.text, { ...at, size: 10, font });
      else {
        const scale = mark.value.kind === 'check' ? size.height / 10 : size.width / SURFACE.width;
        const path = mark.value.kind === 'check' ? 'M 1 5 L 4 8 L 9 1' : svgOf(mark.value.strokes);
        page.drawSvgPath(path, { x: at.x, y: at.y + size.height, scale, borderWidth: 1.5 });
      }
    }
    const certificate = document.addPage([595.28, 841.89]);
    job.lines.forEach((line, index) => {
      certificate.drawText(line, { x: 50, y: 790 - index * 16, size: 8, font });
    });
    pdflibAddPlaceholder({ pdfDoc: document, ...REASON });
    const bytes = await document.save({ useObjectStreams: false });
    // A signer of this package can be used only once.
    return new SignPdf().sign(bytes, new P12Signer(pkcs12, { passphrase: PASSPHRASE }));
  };
}

/** @libpdf/core with its documented API. The signer is reused for all documents. */
async function libpdf(pages: number): Promise<Seal> {
  const { black, P12Signer, PDF } = await import('@libpdf/core');
  const png = signaturePng();
  const signer = await P12Signer.create(rsaPkcs12(), PASSPHRASE);
  return async (bytes, job) => {
    const pdf = await PDF.load(bytes);
    const image = pdf.embedPng(png);
    for (const mark of job.marks) {
      const page = pdf.getPage(mark.page === 'first' ? 0 : pages - 1)!;
      const { width, height } = page;
      const at = { x: mark.x * width, y: (1 - mark.y - mark.h) * height };
      const size = { width: mark.w * width, height: mark.h * height };
      if (mark.value.kind === 'image') page.drawImage(image, { ...at, ...size });
      else if (mark.value.kind === 'text') page.drawText(mark.value.text, { ...at, size: 10 });
      else {
        const scale = mark.value.kind === 'check' ? size.height / 10 : size.width / SURFACE.width;
        const path = mark.value.kind === 'check' ? 'M 1 5 L 4 8 L 9 1' : svgOf(mark.value.strokes);
        page.drawSvgPath(path, { ...at, scale, borderWidth: 1.5, borderColor: black });
      }
    }
    const certificate = pdf.addPage({ size: 'a4' });
    job.lines.forEach((line, index) => {
      certificate.drawText(line, { x: 50, y: 790 - index * 16, size: 8 });
    });
    const signed = await pdf.sign({ signer, reason: REASON.reason, location: REASON.location });
    return signed.bytes;
  };
}

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

/** The same marks as PDF operators, for a form XObject with a font /F and an image /Im. Pages are not rotated and start at the origin. */
function operatorsFor(job: Job, page: 'first' | 'last', box: { width: number; height: number }): string {
  const parts: string[] = [];
  for (const mark of job.marks) {
    if (mark.page !== page) continue;
    const x = (mark.x * box.width).toFixed(2);
    const y = ((1 - mark.y - mark.h) * box.height).toFixed(2);
    const width = mark.w * box.width;
    const height = mark.h * box.height;
    if (mark.value.kind === 'image')
      parts.push(`q ${width.toFixed(2)} 0 0 ${height.toFixed(2)} ${x} ${y} cm /Im Do Q`);
    else if (mark.value.kind === 'text')
      parts.push(`BT /F 10 Tf ${x} ${y} Td (${escaped(mark.value.text)}) Tj ET`);
    else {
      const scale = mark.value.kind === 'check' ? height / 10 : width / SURFACE.width;
      const strokes =
        mark.value.kind === 'check'
          ? [
              [
                [1, 5],
                [4, 2],
                [9, 9],
              ],
            ]
          : mark.value.strokes.map((points) => points.map(([px, py]) => [px, SURFACE.height - py]));
      const paths = strokes.map((points) =>
        points
          .map(([px, py], at) => `${px!.toFixed(2)} ${py!.toFixed(2)} ${at === 0 ? 'm' : 'l'}`)
          .join('\n'),
      );
      parts.push(`q ${scale.toFixed(5)} 0 0 ${scale.toFixed(5)} ${x} ${y} cm 2 w ${paths.join('\n')} S Q`);
    }
  }
  return parts.join('\n');
}

const RESERVED = 6144;
/** Placeholder in a byte range until the offsets are known, with as many digits as the largest offset. */
const UNKNOWN = 9_999_999_999;

/** @libpdf/core only as reader and incremental writer; page tree, marks and signature as in the product. */
async function libpdfLowLevel(pages: number): Promise<Seal> {
  const { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } = await import('@libpdf/core');
  const { signDigest } = await import('@countersign/pdf/cms/signed-data');
  const { readPreparedImage } = await import('@countersign/pdf/draw/signature-image');
  const prepared = readPreparedImage(await preparedImage());
  const signer = benchSigner('rsa');
  const named = (value: string) => PdfName.of(value);
  const numbers = (...values: number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)));
  const placeholder = `<${'0'.repeat(RESERVED * 2)}>`;
  const rangePlaceholder = `[0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`;

  return async (bytes, job) => {
    const pdf = await PDF.load(bytes);
    const { context } = pdf;
    const resolve = (ref: PdfRef) => context.resolve(ref);
    const stream = (text: string, members: Record<string, PdfObject> = {}) =>
      context.register(PdfStream.fromDict(members, Buffer.from(text, 'latin1')));
    const font = context.register(
      PdfDict.of({ Type: named('Font'), Subtype: named('Type1'), BaseFont: named('Helvetica') }),
    );
    const picture = (data: Uint8Array, space: string, mask?: PdfRef) =>
      context.register(
        PdfStream.fromDict(
          {
            Type: named('XObject'),
            Subtype: named('Image'),
            Width: PdfNumber.of(prepared.width),
            Height: PdfNumber.of(prepared.height),
            BitsPerComponent: PdfNumber.of(8),
            ColorSpace: named(space),
            Filter: named('FlateDecode'),
            ...(mask ? { SMask: mask } : {}),
          },
          data,
        ),
      );
    const image = picture(
      prepared.rgb,
      'DeviceRGB',
      prepared.alpha ? picture(prepared.alpha, 'DeviceGray') : undefined,
    );
    const resources = PdfDict.of({
      Font: PdfDict.of({ F: font }),
      XObject: PdfDict.of({ Im: image }),
    });
    const before = stream('q ');
    const refs = context.pages.getPages();
    for (const [which, ref] of [
      ['first', refs[0]!],
      ['last', refs[pages - 1]!],
    ] as const) {
      const page = context.resolve(ref) as InstanceType<typeof PdfDict>;
      const box = page.getArray('MediaBox', resolve)!;
      const [width, height] = [2, 3].map((at) => (box.at(at) as InstanceType<typeof PdfNumber>).value);
      const form = stream(operatorsFor(job, which, { width: width!, height: height! }), {
        Type: named('XObject'),
        Subtype: named('Form'),
        BBox: numbers(0, 0, width!, height!),
        Resources: resources,
      });
      const own = page.getDict('Resources', resolve)?.clone() ?? new PdfDict();
      const objects = own.getDict('XObject', resolve)?.clone() ?? new PdfDict();
      // The first and the last page may be the same.
      const formName = `SealMarks-${which}`;
      objects.set(formName, form);
      own.set('XObject', objects);
      page.set('Resources', own);
      const contents = page.get('Contents');
      const list = page.getArray('Contents', resolve)?.toArray() ?? (contents ? [contents] : []);
      page.set('Contents', new PdfArray([before, ...list, stream(` Q q /${formName} Do Q`)]));
    }

    const catalog = context.catalog.getDict();
    const rootRef = catalog.getRef('Pages')!;
    const root = context.resolve(rootRef) as InstanceType<typeof PdfDict>;
    const text = job.lines
      .map((line, index) => `1 0 0 1 50 ${790 - index * 16} Tm (${escaped(line)}) Tj`)
      .join('\n');
    const certificate = PdfDict.of({
      Type: named('Page'),
      Parent: rootRef,
      MediaBox: numbers(0, 0, 595.28, 841.89),
      Resources: resources,
      Contents: stream(`BT /F 8 Tf ${text} ET`),
    });
    const page = context.register(certificate);
    root.getArray('Kids', resolve)!.push(page);
    root.set('Count', PdfNumber.of(pages + 1));
    const signature = context.register(
      PdfDict.of({
        Type: named('Sig'),
        Filter: named('Adobe.PPKLite'),
        SubFilter: named('ETSI.CAdES.detached'),
        ByteRange: numbers(0, UNKNOWN, UNKNOWN, UNKNOWN),
        Contents: PdfString.fromBytes(new Uint8Array(RESERVED)),
        M: PdfString.fromString("D:20261120120000+00'00'"),
      }),
    );
    const field = context.register(
      PdfDict.of({
        Type: named('Annot'),
        Subtype: named('Widget'),
        FT: named('Sig'),
        T: PdfString.fromString('Seal'),
        V: signature,
        P: page,
        Rect: numbers(0, 0, 0, 0),
        F: PdfNumber.of(132),
      }),
    );
    certificate.set('Annots', new PdfArray([field]));
    catalog.set('AcroForm', PdfDict.of({ Fields: new PdfArray([field]), SigFlags: PdfNumber.of(3) }));

    const saved = await pdf.save({ incremental: true });
    const sealed = Buffer.from(saved.buffer, saved.byteOffset, saved.byteLength);
    const from = sealed.indexOf(placeholder, bytes.length, 'latin1');
    const to = from + placeholder.length;
    const range = `[0 ${from} ${to} ${sealed.length - to}`.padEnd(rangePlaceholder.length - 1).concat(']');
    sealed.write(range, sealed.indexOf(rangePlaceholder, bytes.length, 'latin1'), 'latin1');
    const digest = createHash('sha256').update(sealed.subarray(0, from)).update(sealed.subarray(to)).digest();
    const cms = await signDigest(digest, signer, null);
    sealed.write(cms.toString('hex'), from + 1, 'latin1');
    return sealed;
  };
}

/** The least work: copies the file once with space for the additions, hashes it, and creates one signature. */
async function limit(key: 'rsa' | 'p256'): Promise<Seal> {
  const signer: SealSigner = benchSigner(key);
  return async (pdf) => {
    const copy = Buffer.allocUnsafe(pdf.length + 49_152);
    pdf.copy(copy);
    copy.fill(48, pdf.length);
    const digest = createHash('sha256').update(copy).digest();
    const signature = await signer.sign(digest);
    copy.set(signature, pdf.length);
    return copy;
  };
}
