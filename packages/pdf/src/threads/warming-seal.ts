/** A small document for new sealing threads: preparing its seal loads the fonts and compiles the code that ordinary documents need. */
import { createHash } from 'node:crypto';
import type { PlacedMark } from '../ports/marks.ts';
import type { PrepareWork } from '../seal.ts';

/** One page. The offsets in its cross-reference table are right. */
const smallPdf = `%PDF-1.7
1 0 obj
<</Type /Catalog /Pages 2 0 R>>
endobj
2 0 obj
<</Type /Pages /Kids [3 0 R] /Count 1>>
endobj
3 0 obj
<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <<>>>>
endobj
4 0 obj
<</Length 27>>
stream
q 0 0 1 rg 10 10 20 20 re f
endstream
endobj
xref
0 5
0000000000 65535 f${' '}
0000000009 00000 n${' '}
0000000056 00000 n${' '}
0000000111 00000 n${' '}
0000000212 00000 n${' '}
trailer
<</Size 5 /Root 1 0 R>>
startxref
287
%%EOF
`;

const at = new Date('2026-01-01T12:00:00Z');
const zeros = '0'.repeat(64);
const name = 'Ada Lovelace';

const marks: PlacedMark[] = [
  {
    page: 1,
    x: 0.1,
    y: 0.1,
    w: 0.3,
    h: 0.05,
    mark: { kind: 'signature', value: { mode: 'type', text: name } },
  },
  { page: 1, x: 0.1, y: 0.2, w: 0.3, h: 0.05, mark: { kind: 'text', text: '2026-01-01' } },
  { page: 1, x: 0.1, y: 0.3, w: 0.05, h: 0.05, mark: { kind: 'check' } },
];

/** A document of one page and one signer, to be sealed with the key of these certificates. */
export function warmingWork(certificates: Uint8Array[]): PrepareWork {
  const pdf = Buffer.from(smallPdf);
  return {
    pdf,
    marks,
    watermark: null,
    pageNote: 'Document ID',
    certificates,
    profile: 'PAdES-B-B',
    recipientSignatures: [],
    sealedAt: at,
    certificate: {
      documentId: 'warming',
      title: 'Warming',
      mode: 'live',
      workspace: 'Countersign',
      sender: 'Countersign',
      originalSha256: createHash('sha256').update(pdf).digest('hex'),
      originalSizeBytes: pdf.length,
      pageCount: 1,
      fileWarnings: [],
      createdAt: at,
      sentAt: at,
      completedAt: at,
      timeZone: 'UTC',
      dateFormat: null,
      consentTexts: [{ version: '1', language: 'en', sha256: zeros }],
      recipients: [
        {
          name,
          email: 'ada@example.test',
          role: 'signer',
          status: 'completed',
          signingOrder: 1,
          authLevel: 'link',
          authSatisfied: 'link',
          isMailed: true,
          fromDirectLink: false,
          vouchedFor: null,
          ip: '127.0.0.1',
          userAgent: null,
          sentAt: at,
          openedAt: at,
          consentedAt: at,
          consent: { version: '1', language: 'en' },
          completedAt: at,
          signature: { mode: 'type', text: name },
        },
      ],
      events: [{ seq: 1, at, type: 'envelope.created', actor: 'system', ip: null, hash: zeros }],
      chainSeq: 1,
      chainHead: zeros,
      valuesSha256: zeros,
      verifyUrl: 'http://localhost/verify',
    },
  };
}
