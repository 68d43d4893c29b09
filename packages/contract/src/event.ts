/** EventOut: one link of a document's audit chain (docs/spec/interface.md, Audit event; docs/spec/decisions.md, section 4). */
import * as z from 'zod';
import { DateTime, queryInteger } from './common.ts';

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
      'Only if personal data of the event was erased. The hash was computed before, so it does not match what remains',
    ),
  })
  .meta({ id: 'EventOut' });
export type EventOut = z.infer<typeof EventOut>;

/** Events in one answer. Real documents have fewer, so an answer without a query is the whole trail. */
export const maxEvents = 10_000;

/** Which part of an audit trail. */
export const TrailQuery = z.object({
  after: queryInteger(0, 2_147_483_647, 0).describe('Return only events after this `seq`'),
  limit: queryInteger(1, maxEvents, maxEvents).describe('Maximum number of events in the response'),
});

/** Who caused the event. */
export interface Actor {
  type: 'api_key' | 'user' | 'recipient' | 'system';
  id: string;
  name?: string;
  email?: string;
}
