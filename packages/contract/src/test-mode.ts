/** Test-mode helpers: whole flows in a client's own tests, without a browser and without waiting. Test keys only. */
import * as z from 'zod';
import { DateTime } from './common.ts';
import { DocumentAwaitingUpload, DocumentOut } from './document.ts';
import { CompleteReq } from './signing.ts';

/** The furthest that one call can move a clock: a leap year. */
export const MAX_CLOCK_STEP_SECONDS = 366 * 86_400;
/** The furthest that the clock of a document can be ahead. */
export const MAX_CLOCK_OFFSET_SECONDS = 3653 * 86_400;

export const AdvanceClockIn = z
  .object({
    seconds: z.int().min(1).max(MAX_CLOCK_STEP_SECONDS).describe('How far to move the clock of the document'),
  })
  .meta({ id: 'AdvanceClockIn' });
export type AdvanceClockIn = z.infer<typeof AdvanceClockIn>;

export const AdvanceClockOut = z
  .object({
    now: DateTime.describe('What time it is for the document from now on'),
    reminders: z.int().min(0).describe('Reminders that were sent: at most one to each recipient'),
    expired: z.boolean().describe('True when the expiry fell due on the way'),
    document: z.union([DocumentOut, DocumentAwaitingUpload]),
  })
  .meta({ id: 'AdvanceClockOut' });
export type AdvanceClockOut = z.infer<typeof AdvanceClockOut>;

/** Values as in the signing API. Fields without a value get a suitable sample. */
export const SignAsIn = CompleteReq.meta({ id: 'SignAsIn' });
export type SignAsIn = z.infer<typeof SignAsIn>;
