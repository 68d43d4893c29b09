/** The slots for files that are received into storage. */
import { FairQueue } from '@countersign/core/fair-queue';
import type { Response } from 'express';
import { inSlot } from './caller-signal.ts';
import { requestCtx } from './ctx.ts';

/** Uploads of one process at the same time, and those that wait. memory-need.ts has the memory that they take. */
export const uploadSlots = 32;
export const waitingUploads = 256;

/**
 * The fair queue for uploads of one process. An upload lasts as long as its caller sends, so one workspace can hold only a quarter of the
 * slots, and the others wait for a limited time.
 */
export function createUploadQueue(): FairQueue {
  return new FairQueue({
    slots: uploadSlots,
    slotsPerKey: uploadSlots / 4,
    waiting: waitingUploads,
    waitingPerKey: waitingUploads / 4,
    waitMs: 30_000,
    busy: 'Too many files are being uploaded at once.',
  });
}

/** Calls `receive` when the workspace of the request has a slot. Throws unavailable with Retry-After when too many uploads wait. */
export async function inUploadSlot<T>(
  uploads: FairQueue,
  response: Response,
  receive: () => Promise<T>,
): Promise<T> {
  return inSlot(uploads, requestCtx(response.req).workspaceId, response, receive);
}
