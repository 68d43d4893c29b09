/** EventOut: one link of a document's audit chain (interface.md, Audit event; decisions.md, section 4). */
import * as z from 'zod';
import { DateTime } from './common.ts';

export const EventOut = z
  .object({
    envelope_id: z.string(),
    seq: z.int(),
    event_type: z.string(),
    actor: z.record(z.string(), z.unknown()),
    payload: z.record(z.string(), z.unknown()),
    payload_hash: z.string(),
    created_at_iso: z.string(),
    prev_hash: z.string(),
    hash: z.string(),
    ip: z.string().nullish(),
    user_agent: z.string().nullish(),
    erased_at: DateTime.optional().describe(
      'Only where personal data of the event were erased: what is left of it is not what was hashed',
    ),
  })
  .meta({ id: 'EventOut' });
export type EventOut = z.infer<typeof EventOut>;

/** Who did it. */
export interface Actor {
  type: 'api_key' | 'user' | 'recipient' | 'system';
  id: string;
  name?: string;
  email?: string;
}
