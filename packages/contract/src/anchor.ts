/** Anchors: one hash a day over the audit trails that changed, which is published and timestamped (docs/AUDIT.md, Anchors). */
import * as z from 'zod';
import { DateTime, queryInteger } from './common.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const CalendarDate = z.iso.date();

export const AnchorOut = z
  .object({
    date: CalendarDate.describe('The day (UTC) on which it was made. There is at most one for each day'),
    root: Sha256.describe('Root of the Merkle tree (RFC 9162) over the heads of the audit trails'),
    previous_date: CalendarDate.nullable().describe('`date` of the anchor before; null for the first'),
    previous_hash: Sha256.describe('`hash` of the anchor before; 64 zeros for the first'),
    hash: Sha256.describe(
      'SHA-256 of the canonical JSON (RFC 8785) of `date`, `previous_date`, `previous_hash` and `root`',
    ),
    created_at: DateTime,
    timestamp: z
      .object({
        time: DateTime.describe('As the token states it'),
        token_base64: z
          .string()
          .max(200_000)
          .describe('Timestamp token (RFC 3161) over the bytes of `hash`, in DER and base64'),
      })
      .nullable()
      .describe('Null if the installation has no timestamp authority, or it has not answered yet'),
  })
  .meta({ id: 'AnchorOut' });
export type AnchorOut = z.infer<typeof AnchorOut>;

const afterDate = CalendarDate.optional().describe('`date` of the last item of the previous page');

export const AnchorListQuery = z.object({
  limit: queryInteger(1, 100, 30).describe('Maximum number of items in the response'),
  starting_after: afterDate,
});

export const AnchorPage = z
  .object({
    items: z.array(AnchorOut),
    limit: z.int(),
    next_starting_after: z.string().nullable().describe('`starting_after` of the next page; null at the end'),
  })
  .meta({ id: 'AnchorPage' });
export type AnchorPage = z.infer<typeof AnchorPage>;

/** Enough for 2^60 leaves. */
const maxPathLength = 60;

export const DocumentAnchorOut = z
  .object({
    document_id: z.string(),
    seq: z.int().describe('The last event of the audit trail when the anchor was made'),
    event_hash: Sha256.describe('`hash` of that event'),
    path: z
      .array(z.object({ side: z.enum(['left', 'right']), hash: Sha256 }))
      .max(maxPathLength)
      .describe(
        'The path from the leaf to `root`. Each hash is joined on this side to the hash computed so far. docs/AUDIT.md explains the check',
      ),
    anchor: AnchorOut,
  })
  .meta({ id: 'DocumentAnchorOut' });
export type DocumentAnchorOut = z.infer<typeof DocumentAnchorOut>;

export const DocumentAnchorListQuery = z.object({
  limit: queryInteger(1, 50, 50).describe('Maximum number of items in the response'),
  starting_after: afterDate.describe('`anchor.date` of the last item of the previous page'),
});

export const DocumentAnchorPage = z
  .object({
    items: z.array(DocumentAnchorOut),
    limit: z.int(),
    next_starting_after: z.string().nullable().describe('`starting_after` of the next page; null at the end'),
  })
  .meta({ id: 'DocumentAnchorPage' });
export type DocumentAnchorPage = z.infer<typeof DocumentAnchorPage>;
