/**
 * The task of every design: draw seven marks on the first and last page of a document, append one page of 43 lines, and sign the whole
 * file. Each document of a run has different names, times and hashes.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { prepareSignatureImage } from '@countersign/pdf/draw/signature-image';
import { signerFromPkcs12 } from '@countersign/pdf/keys/local';
import type { CertificateData } from '@countersign/pdf/ports/certificate-data';
import type { PlacedMark, SignatureValue } from '@countersign/pdf/ports/marks';
import type { SealSigner } from '@countersign/pdf/ports/seal';

const fixtures = join(import.meta.dirname, '../../packages/pdf/fixtures');

export const PASSPHRASE = 'fixture';
/** The RSA key as a PKCS#12 file in the encryption that node-forge opens fastest. */
export const rsaPkcs12 = (): Buffer => readFileSync(join(fixtures, 'seal-rsa-legacy.p12'));

/** The seal key as a worker holds it. */
export function benchSigner(key: 'rsa' | 'p256'): SealSigner {
  const bytes = key === 'rsa' ? rsaPkcs12() : readFileSync(join(fixtures, 'seal-ec.p12'));
  return signerFromPkcs12(bytes, PASSPHRASE);
}

const givenNames = ['Ada', 'Bence', 'Chiara', 'Dmitri', 'Elif', 'Freya', 'Gaspard', 'Hana', 'Ines', 'Jakub'];
const familyNames = ['Lovelace', 'Nagy', 'Quaranta', 'Voss', 'Yilmaz', 'Zimmer', 'Oakley', 'Kovac', 'Webb'];
const personOf = (n: number): string =>
  `${givenNames[n % givenNames.length]} ${familyNames[(n * 7 + 3) % familyNames.length]}`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const timeOf = (n: number, step: number): Date => new Date(Date.UTC(2026, 10, 20, 9, 0, n * 61 + step * 97));

/** A field with its value. Positions are fractions of the displayed page, with the origin at the top left. */
interface BenchMark {
  page: 'first' | 'last';
  x: number;
  y: number;
  w: number;
  h: number;
  value:
    | { kind: 'image' }
    | { kind: 'strokes'; strokes: Array<Array<[number, number]>> }
    | { kind: 'text'; text: string }
    | { kind: 'check' };
}

export const SURFACE = { width: 600, height: 200 };

/** The seven fields of document n: an uploaded signature, a drawn one, four texts and a check. */
function benchMarks(n: number, strokes: Strokes): BenchMark[] {
  const text = (page: BenchMark['page'], y: number, value: string): BenchMark => ({
    page,
    x: 0.1,
    y,
    w: 0.3,
    h: 0.03,
    value: { kind: 'text', text: value },
  });
  return [
    { page: 'first', x: 0.1, y: 0.8, w: 0.3, h: 0.07, value: { kind: 'image' } },
    text('first', 0.88, personOf(n)),
    text('first', 0.92, timeOf(n, 0).toISOString().slice(0, 10)),
    { page: 'first', x: 0.6, y: 0.88, w: 0.03, h: 0.02, value: { kind: 'check' } },
    { page: 'last', x: 0.55, y: 0.8, w: 0.3, h: 0.07, value: { kind: 'strokes', strokes } },
    text('last', 0.88, `${personOf(n + 1)}, director`),
    text('last', 0.92, `Order ${10_000 + n} of ${timeOf(n, 0).toISOString().slice(0, 10)}`),
  ];
}

type Strokes = Array<Array<[number, number]>>;

function strokesOf(n: number): Strokes {
  return [0, 1].map((stroke) =>
    Array.from({ length: 60 }, (_, at): [number, number] => [
      40 + stroke * 250 + at * 4,
      100 + Math.sin(at / 4 + n + stroke) * (60 - at / 2),
    ]),
  );
}

/** The text of the plain certificate page. */
function benchLines(n: number): string[] {
  const lines = [
    'Certificate of completion',
    `Document doc_01k9bench${String(n).padStart(8, '0')}`,
    `SHA-256 of the original: ${sha256(`original ${n}`)}`,
  ];
  for (let at = 0; at < 20; at++) {
    const event = ['Sent', 'Opened', 'Consented', 'Signed'][at % 4];
    lines.push(`${timeOf(n, at).toISOString()}  ${event}  ${personOf(n + (at % 2))}  192.0.2.${at + 1}`);
    lines.push(`    event hash ${sha256(`event ${n} ${at}`)}`);
  }
  return lines;
}

/** The certificate that the product prints for such a document: two signers and fourteen events. */
function benchCertificate(
  n: number,
  signatures: readonly [SignatureValue, SignatureValue],
  pageCount: number,
): Omit<CertificateData, 'sealProfile' | 'sealSubject' | 'sealFingerprint'> {
  const people = [personOf(n), personOf(n + 1)];
  const types = [
    'envelope.created',
    'envelope.content_finalized',
    'envelope.sent',
    'recipient.link_issued',
    'recipient.opened',
    'recipient.consented',
    'recipient.completed',
    'envelope.partially_signed',
    'recipient.link_issued',
    'recipient.opened',
    'recipient.otp_verified',
    'recipient.consented',
    'recipient.completed',
    'envelope.completed',
  ];
  return {
    documentId: `doc_01k9bench${String(n).padStart(8, '0')}`,
    title: `Framework agreement ${10_000 + n}`,
    mode: 'live',
    workspace: 'Sample workspace',
    sender: 'contracts@example.com',
    originalSha256: sha256(`original ${n}`),
    originalSizeBytes: 65_536,
    pageCount,
    fileWarnings: [],
    createdAt: timeOf(n, 0),
    sentAt: timeOf(n, 2),
    completedAt: timeOf(n, 13),
    timeZone: 'Europe/Berlin',
    dateFormat: null,
    consentTexts: [{ version: '1', language: 'en', sha256: sha256('consent') }],
    recipients: people.map((person, index) => ({
      name: person,
      email: `${person.toLowerCase().replace(' ', '.')}@example.com`,
      role: 'signer',
      status: 'completed',
      signingOrder: index + 1,
      authLevel: index === 0 ? 'link' : 'otp',
      authSatisfied: index === 0 ? 'link' : 'otp',
      isMailed: true,
      fromDirectLink: false,
      vouchedFor: null,
      ip: `192.0.2.${(n + index) % 250}`,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0 Safari/537.36',
      sentAt: timeOf(n, 3 + index * 5),
      openedAt: timeOf(n, 4 + index * 5),
      consentedAt: timeOf(n, 5 + index * 6),
      consent: { version: '1', language: 'en' },
      completedAt: timeOf(n, 6 + index * 6),
      signature: signatures[index]!,
    })),
    events: types.map((type, index) => ({
      seq: index + 1,
      at: timeOf(n, index),
      type,
      actor: index < 3 ? 'api_key:key_01k9bench' : index < 8 ? people[0]! : people[1]!,
      ip: `192.0.2.${(n + index) % 250}`,
      hash: sha256(`event ${n} ${index}`),
    })),
    chainSeq: types.length,
    chainHead: sha256(`event ${n} ${types.length - 1}`),
    valuesSha256: sha256(`values ${n}`),
    verifyUrl: 'https://sign.example.com/verify',
  };
}

/** The marks as `sealPdf` takes them. */
function placedMarks(
  marks: readonly BenchMark[],
  [uploaded, drawn]: readonly [SignatureValue, SignatureValue],
  pageCount: number,
): PlacedMark[] {
  return marks.map(({ page, x, y, w, h, value }) => ({
    page: page === 'first' ? 1 : pageCount,
    x,
    y,
    w,
    h,
    mark:
      value.kind === 'image'
        ? { kind: 'signature', value: uploaded }
        : value.kind === 'strokes'
          ? { kind: 'signature', value: drawn }
          : value,
  }));
}

/** A PNG of 600 x 200 pixels with alpha: a line like that of a pen. */
export function signaturePng(): Buffer {
  const { width, height } = SURFACE;
  const rows = Buffer.alloc((width * 4 + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const line = 100 + Math.sin(x / 23) * 55 + Math.sin(x / 7) * 12;
      const alpha = Math.max(0, 255 - Math.abs(y - line) * 45);
      const at = y * (width * 4 + 1) + 1 + x * 4;
      rows.set([20, 30, 90 + (x & 31), Math.round(alpha)], at);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** The same image in the form that is stored when the recipient signs. */
export const preparedImage = (): Promise<Uint8Array> => prepareSignatureImage(signaturePng());

/** Document n's content in every form that a design needs. Its creation is not measured. */
export interface Job {
  marks: BenchMark[];
  lines: string[];
  placed: PlacedMark[];
  certificate: ReturnType<typeof benchCertificate>;
}

/**
 * Creates the jobs of a file; `prepared` is the uploaded signature. The field and the certificate of completion share one image object,
 * as in a worker.
 */
export const jobMaker =
  (prepared: Uint8Array, pageCount: number) =>
  (n: number): Job => {
    const strokes = strokesOf(n);
    const marks = benchMarks(n, strokes);
    const signatures = [
      { mode: 'upload', prepared },
      { mode: 'draw', ...SURFACE, strokes },
    ] as const;
    return {
      marks,
      lines: benchLines(n),
      placed: placedMarks(marks, signatures, pageCount),
      certificate: benchCertificate(n, signatures, pageCount),
    };
  };
