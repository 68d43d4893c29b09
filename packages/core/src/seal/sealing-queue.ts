/** Limits how many files a process seals at the same moment. Documents that wait for their key or an authority do not count. */
import { availableParallelism, totalmem } from 'node:os';
import { youngGenerationMb } from '@countersign/pdf/threads/run-in-thread';
import { mergedGrowth, pdfBufferBytes } from '../document/inspect-content.ts';
import { FairQueue } from '../fair-queue.ts';

/** Heap limit of a sealing thread. An inspection also makes a seal, with a lower limit, so every file that passed it fits. */
export const sealingMemoryMb = 512;

/** The share of the memory that threads may take. */
const threadShare = 3 / 5;
/** Two for one workspace, and one for another. */
const leastSlots = 3;

/** The most memory that one thread can take while it seals: its heap and its buffers. */
export function sealingBytes(maxPdfBytes: number): number {
  return (sealingMemoryMb + youngGenerationMb) * 1024 * 1024 + pdfBufferBytes(maxPdfBytes);
}

/** The most memory that a document can take while it waits: the file and the sealed file. */
export function waitingBytes(maxPdfBytes: number): number {
  return 2 * mergedGrowth * maxPdfBytes;
}

/** How many files are sealed at the same moment: one per processor, fewer in a container with little memory, at least three. */
export function sealingSlots(processors: number, memoryBytes: number, maxPdfBytes: number): number {
  const fitting = Math.floor((memoryBytes * threadShare) / sealingBytes(maxPdfBytes));
  return Math.max(leastSlots, Math.min(processors, fitting));
}

/**
 * The fair queue of one process for sealing threads. One workspace can use all slots but one. CONCURRENCY limits how many
 * documents wait.
 */
export function createSealingQueue(maxPdfBytes: number): FairQueue {
  // The limit of the container; a huge number if there is none.
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  const slots = sealingSlots(availableParallelism(), memoryBytes, maxPdfBytes);
  return new FairQueue({
    slots,
    slotsPerKey: slots - 1,
    waiting: Number.POSITIVE_INFINITY,
    waitingPerKey: Number.POSITIVE_INFINITY,
    busy: 'Too many documents are being sealed at once.',
  });
}
