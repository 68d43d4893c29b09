/** The most memory that an API process can take: the sum of its limits (docs/OPERATIONS.md, Sizing). */
import { pdfReadingBytes } from '@countersign/core/document/inspect-content';
import { adoptionSlots } from '@countersign/core/document/upload';
import { bodyThreadMemoryMb, bodyYoungGenerationMb, maxThreads } from './body/thread-pool.ts';
import { verificationBytes } from './routes/verify.ts';
import { downloadSlots } from './send-blob.ts';
import { tableSlots } from './send-csv.ts';
import { maxConnections } from './server.ts';
import { uploadSlots, waitingUploads } from './uploads.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Measured: 212 MB after the start, plus the garbage between two collections. */
const processBytes = 350 * mebibyte;
/** A body exists as bytes, then as values. */
const bodyCopies = 2;
/** Measured for one download and for one idle connection. */
const downloadBytes = 256 * kibibyte;
const connectionBytes = 16 * kibibyte;
/** A page with the row that ended it, as an answer of the database, as values, as lines, and as garbage. */
const tableBytes = 8 * mebibyte;
/** The storage keeps files up to 1 MiB in memory until their digest is known (packages/storage/src/spool.ts), and there are buffers. */
const uploadBytes = 1280 * kibibyte;
/** A connection that is not read buffers this much of a body. */
const waitingUploadBytes = 64 * kibibyte;

export interface MemoryPart {
  name: string;
  bytes: number;
}

/** The parts, for these settings and this number of PDFs that are read at the same time. */
export function memoryNeed(settings: {
  maxBodiesBytes: number;
  maxPdfBytes: number;
  pdfSlots: number;
}): MemoryPart[] {
  const { maxBodiesBytes, maxPdfBytes, pdfSlots } = settings;
  return [
    { name: 'Node, modules, live heap and garbage', bytes: processBytes },
    { name: 'JSON bodies (`MAX_BODIES_BYTES`), as bytes and as values', bytes: bodyCopies * maxBodiesBytes },
    {
      name: 'threads that parse large bodies',
      bytes: maxThreads * (bodyThreadMemoryMb + bodyYoungGenerationMb) * mebibyte,
    },
    { name: 'files that arrive at `/verify`', bytes: verificationBytes(maxPdfBytes) },
    { name: 'PDFs being read', bytes: pdfSlots * pdfReadingBytes(maxPdfBytes) },
    {
      name: 'uploads into storage',
      bytes: (uploadSlots + adoptionSlots) * uploadBytes + waitingUploads * waitingUploadBytes,
    },
    { name: 'downloads of tables', bytes: tableSlots * tableBytes },
    {
      name: 'downloads and connections',
      bytes: downloadSlots * downloadBytes + maxConnections * connectionBytes,
    },
  ];
}

export const sumOf = (parts: readonly MemoryPart[]): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, 0);
