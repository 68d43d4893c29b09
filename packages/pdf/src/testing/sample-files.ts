/** Small files in every PDF structure, written by hand so that tests do not depend on our writer. */
import { deflateSync } from 'node:zlib';
import type { CertificateData } from '../ports/certificate-data.ts';

export interface SampleOptions {
  pages?: number;
  /** The form of the cross-reference data; `packed` is `stream` with object streams. */
  form?: 'table' | 'stream' | 'packed';
  /** Written into every page dictionary. */
  pageEntries?: string;
  /** Written into the root of the page tree. */
  rootEntries?: string;
  /** Written into the catalog. */
  catalogEntries?: string;
  content?: string;
  /** Additional objects, body by number. By convention they are numbered from 100. */
  objects?: Record<number, string>;
  trailerEntries?: string;
}

/**
 * A file whose page n shows its number in Helvetica. Objects: 1 catalog, 2 page tree, 3 font, then page and content
 * alternately.
 */
export function samplePdf(options: SampleOptions = {}): Buffer {
  const { pages = 1, form = 'table' } = options;
  const bodies = new Map<number, string>();
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index * 2} 0 R`).join(' ');
  bodies.set(1, `<</Type /Catalog /Pages 2 0 R ${options.catalogEntries ?? ''}>>`);
  bodies.set(
    2,
    `<</Type /Pages /Count ${pages} /Kids [${kids}] /MediaBox [0 0 300 400] /Resources <</Font <</F 3 0 R>>>> ${options.rootEntries ?? ''}>>`,
  );
  bodies.set(3, '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>');
  for (let index = 0; index < pages; index++) {
    const num = 4 + index * 2;
    const content = options.content ?? `BT /F 12 Tf 20 350 Td (Page ${index + 1}) Tj ET`;
    bodies.set(num, `<</Type /Page /Parent 2 0 R /Contents ${num + 1} 0 R ${options.pageEntries ?? ''}>>`);
    bodies.set(num + 1, `<</Length ${content.length}>>\nstream\n${content}\nendstream`);
  }
  for (const [num, body] of Object.entries(options.objects ?? {})) bodies.set(Number(num), body);
  return form === 'table'
    ? withTable(bodies, options.trailerEntries ?? '')
    : withStream(bodies, options.trailerEntries ?? '', form === 'packed');
}

/** A file with one revision per given number (ascending), each containing that object as null. */
export function withHighNumber(...numbers: number[]): Buffer {
  let file = samplePdf();
  let before = file.lastIndexOf('xref\n0 ');
  for (const num of numbers) {
    const update = `${num} 0 obj\nnull\nendobj\n`;
    const xref = `xref\n${num} 1\n${String(file.length).padStart(10, '0')} 00000 n \n`;
    const trailer = `trailer\n<</Size ${num + 1} /Root 1 0 R /Prev ${before}>>\n`;
    before = file.length + update.length;
    file = Buffer.concat([file, Buffer.from(`${update}${xref}${trailer}startxref\n${before}\n%%EOF\n`)]);
  }
  return file;
}

function withTable(bodies: Map<number, string>, trailerEntries: string): Buffer {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets = new Map<number, number>();
  for (const [num, body] of bodies) {
    offsets.set(num, text.length);
    text += `${num} 0 obj\n${body}\nendobj\n`;
  }
  const startxref = text.length;
  const size = Math.max(...bodies.keys()) + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let num = 1; num < size; num++) {
    const offset = offsets.get(num);
    text += offset === undefined ? '0000000000 00000 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  }
  text += `trailer\n<</Size ${size} /Root 1 0 R ${trailerEntries}>>\nstartxref\n${startxref}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function withStream(bodies: Map<number, string>, trailerEntries: string, packed: boolean): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = chunks[0]!.length;
  const put = (bytes: Buffer) => {
    chunks.push(bytes);
    length += bytes.length;
  };
  const entries = new Map<number, [number, number, number]>([[0, [0, 0, 65535]]]);
  const own = Math.max(...bodies.keys()) + 1;
  const members = [...bodies].filter(([, body]) => packed && !body.includes('stream'));
  for (const [num, body] of bodies) {
    if (members.some(([member]) => member === num)) continue;
    entries.set(num, [1, length, 0]);
    put(Buffer.from(`${num} 0 obj\n${body}\nendobj\n`, 'latin1'));
  }
  const container = own + 1;
  if (packed) {
    let at = 0;
    const header = members.map(([num, body]) => {
      const pair = `${num} ${at}`;
      at += body.length + 1;
      return pair;
    });
    const first = `${header.join(' ')} `;
    const data = deflateSync(Buffer.from(first + members.map(([, body]) => body).join(' '), 'latin1'));
    members.forEach(([num], index) => {
      entries.set(num, [2, container, index]);
    });
    entries.set(container, [1, length, 0]);
    const head = `<</Type /ObjStm /N ${members.length} /First ${first.length} /Filter /FlateDecode /Length ${data.length}>>`;
    put(Buffer.from(`${container} 0 obj\n${head}\nstream\n`, 'latin1'));
    put(data);
    put(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }
  const startxref = length;
  entries.set(own, [1, startxref, 0]);
  const numbers = [...entries.keys()].sort((a, b) => a - b);
  const rows = Buffer.alloc(numbers.length * 7);
  numbers.forEach((num, row) => {
    const [type, place, extra] = entries.get(num)!;
    rows[row * 7] = type;
    rows.writeUInt32BE(place, row * 7 + 1);
    rows.writeUInt16BE(extra, row * 7 + 5);
  });
  const data = deflateSync(rows);
  const index = numbers.map((num) => `${num} 1`).join(' ');
  const head = `<</Type /XRef /Size ${container + 1} /W [1 4 2] /Index [${index}] /Root 1 0 R /Filter /FlateDecode /Length ${data.length} ${trailerEntries}>>`;
  put(Buffer.from(`${own} 0 obj\n${head}\nstream\n`, 'latin1'));
  put(data);
  put(Buffer.from(`\nendstream\nendobj\nstartxref\n${startxref}\n%%EOF\n`, 'latin1'));
  return Buffer.concat(chunks);
}

/** The certificate data of a small completed document. */
export function sampleCertificate(
  changes: Partial<CertificateData> = {},
): Omit<CertificateData, 'sealProfile' | 'sealSubject' | 'sealFingerprint'> {
  const at = new Date('2026-11-20T09:30:00Z');
  return {
    documentId: 'doc_01k9sample',
    title: 'Sample agreement',
    mode: 'live',
    workspace: 'Sample workspace',
    sender: 'sender@example.com',
    originalSha256: 'a1'.repeat(32),
    originalSizeBytes: 1234,
    pageCount: 1,
    fileWarnings: [],
    createdAt: at,
    sentAt: at,
    completedAt: at,
    timeZone: 'Europe/Berlin',
    dateFormat: null,
    consentTexts: [{ version: '1', language: 'en', sha256: 'c3'.repeat(32) }],
    recipients: [
      {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        role: 'signer',
        status: 'completed',
        signingOrder: 1,
        authLevel: 'email',
        authSatisfied: 'email',
        isMailed: true,
        fromDirectLink: false,
        vouchedFor: null,
        ip: '192.0.2.7',
        userAgent: 'Sample/1.0',
        sentAt: at,
        openedAt: at,
        consentedAt: at,
        consent: { version: '1', language: 'en' },
        completedAt: at,
        signature: { mode: 'type', text: 'Ada Lovelace' },
      },
    ],
    events: [
      { seq: 1, at, type: 'envelope.created', actor: 'api_key:key_1', ip: null, hash: 'e5'.repeat(32) },
    ],
    chainSeq: 7,
    chainHead: 'b2'.repeat(32),
    valuesSha256: 'c3'.repeat(32),
    verifyUrl: 'https://sign.example.com/verify',
    ...changes,
  };
}
