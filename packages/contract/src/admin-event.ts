/** The admin log: what people, keys and operators changed in the administration of a workspace (docs/decisions/042-admin-log.md). */
import * as z from 'zod';
import { type AdminEventType, adminEventTypes } from './admin-event-types.ts';
import { DateOrDateTime, DateTime, optionalQueryInteger, queryInteger, refuseTwoStarts } from './common.ts';

const types = Object.keys(adminEventTypes) as [AdminEventType, ...AdminEventType[]];

const Party = z.object({
  type: z.string(),
  id: z.string(),
  name: z
    .string()
    .optional()
    .describe(
      'As it is now; absent if it no longer exists. A bulk send has the name of its template. Not part of the hash',
    ),
});

export const AdminEventOut = z
  .object({
    seq: z.int().describe('Counted from 1 for each workspace, without gaps'),
    type: z.enum(types),
    actor: Party.describe(
      'Who did it: `user`, `api_key`, or `system` for operators and for what the service does by itself',
    ),
    target: Party.describe('What was changed'),
    details: z.record(z.string(), z.unknown()),
    detail_names: z
      .record(z.string(), z.string())
      .describe(
        'The names of people and invitations whose ids are in `details`, by member, as they are now. Not part of the hash',
      ),
    created_at: DateTime,
    ip: z.string().nullable().describe('Removed after 90 days. Not part of the hash'),
    user_agent: z.string().nullable().describe('Removed after 90 days. Not part of the hash'),
    prev_hash: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'AdminEventOut' });
export type AdminEventOut = z.infer<typeof AdminEventOut>;

export const AdminEventPage = z
  .object({
    items: z.array(AdminEventOut),
    limit: z.int(),
    next_before: z.int().nullable().describe('`starting_after` of the next page; null at the end'),
  })
  .meta({ id: 'AdminEventPage' });
export type AdminEventPage = z.infer<typeof AdminEventPage>;

const filters = {
  type: z.enum(types).optional().describe('Only events of this type'),
  created_after: DateOrDateTime.optional(),
  created_before: DateOrDateTime.optional(),
};

export const AdminEventListQuery = z
  .object({
    limit: queryInteger(1, 200, 50).describe('Maximum number of items in the response'),
    starting_after: optionalQueryInteger(1, 2_147_483_647).describe(
      '`seq` of the last item of the previous page: events before it',
    ),
    before: optionalQueryInteger(1, 2_147_483_647).describe('The same as `starting_after`'),
    ...filters,
  })
  .superRefine(refuseTwoStarts('before'));
export type AdminEventListQuery = z.infer<typeof AdminEventListQuery>;

export const AdminEventExportQuery = z.object({
  format: z.enum(['csv', 'jsonl']).default('csv').describe('`jsonl` is one JSON object on each line'),
  after: queryInteger(0, 2_147_483_647, 0).describe('Events after this `seq`, to continue'),
});

export const AdminLogVerification = z
  .object({
    ok: z.boolean(),
    count: z.int().describe('Events that were checked'),
    first_seq: z
      .int()
      .nullable()
      .describe('Greater than 1 once retention has removed older events, which `admin_log.expired` records'),
    head: z.string().describe('The hash of the last event'),
    broken_at_seq: z.int().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'AdminLogVerification' });
export type AdminLogVerification = z.infer<typeof AdminLogVerification>;
