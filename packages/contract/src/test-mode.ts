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
    seconds: z
      .int()
      .min(1)
      .max(MAX_CLOCK_STEP_SECONDS)
      .describe('Number of seconds to advance the clock of the document'),
  })
  .meta({ id: 'AdvanceClockIn' });
export type AdvanceClockIn = z.infer<typeof AdvanceClockIn>;

export const AdvanceClockOut = z
  .object({
    now: DateTime.describe('The new time of the document'),
    reminders: z.int().min(0).describe('Number of reminders that were sent: at most one for each recipient'),
    expired: z.boolean().describe('True if the document expired'),
    document: z.union([DocumentOut, DocumentAwaitingUpload]),
  })
  .meta({ id: 'AdvanceClockOut' });
export type AdvanceClockOut = z.infer<typeof AdvanceClockOut>;

/** Values as in the signing API. Fields without a value get a suitable sample. */
export const SignAsIn = CompleteReq.meta({ id: 'SignAsIn' });
export type SignAsIn = z.infer<typeof SignAsIn>;
