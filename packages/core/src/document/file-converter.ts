/** Turns DOCX into PDF with an optional server, a few files at a time. */
import { ConversionError, type ToPdf } from '@countersign/pdf/convert/gotenberg';
import { ProblemError } from '@countersign/problem/problem-error';
import { FairQueue, type FairQueueRequest } from '../fair-queue.ts';

export interface FileConverter {
  /**
   * Waits for a free slot, then reads the file and converts it. Throws invalid-file if the server cannot convert it, and
   * unavailable if the server does not answer or too many files wait.
   */
  convert(request: FairQueueRequest, name: string, read: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

const slots = 4;
const retryAfterSeconds = 30;

/** One converter per process. */
export function createFileConverter(toPdf: ToPdf): FileConverter {
  const queue = new FairQueue({
    slots,
    slotsPerKey: slots - 1,
    waiting: 100,
    waitingPerKey: 20,
    busy: 'Too many files are being converted at once.',
  });
  return {
    convert: (request, name, read) =>
      queue.run(request, async (signal) => {
        try {
          return await toPdf(await read(), signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof ConversionError)) throw error;
          if (error.isRefusal)
            throw new ProblemError('invalid-file', {
              detail: `${name}: ${error.message}. Save the file as PDF and upload that.`,
              members: { reason: 'not_converted', file: name },
            });
          throw new ProblemError('unavailable', {
            detail: `${name}: ${error.message}.`,
            retryAfterSeconds,
            cause: error,
          });
        }
      }),
  };
}
