/** API keys, `me` and `usage` (docs/spec/interface.md, API key; docs/spec/decisions.md, section 1). */
import * as z from 'zod';
import { ModeSchema, nonBlankText } from './common.ts';
import { EmbedOrigins } from './embed-origin.ts';
import { roles } from './roles.ts';

export const CreateKeyReq = z
  .object({
    name: nonBlankText(120),
    mode: z
      .string()
      .regex(/^(live|test)$/)
      .default('live'),
  })
  .meta({ id: 'CreateKeyReq' });

const keyMembers = {
  id: z.uuid(),
  name: z.string(),
  display: z.string(),
  mode: z.string(),
  created_at: z.string().nullish(),
  expires_at: z.string().nullish(),
  last_used_at: z.string().nullish(),
  revoked_at: z.string().nullish(),
};
export const KeyOut = z.object(keyMembers).meta({ id: 'KeyOut' });
export type KeyOut = z.infer<typeof KeyOut>;
export const KeyCreated = z
  .object({ ...keyMembers, key: z.string().describe('The full key value, returned only here') })
  .meta({ id: 'KeyCreated' });
export type KeyCreated = z.infer<typeof KeyCreated>;

export const Me = z
  .object({
    workspace: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
    team_id: z.uuid(),
    key: KeyOut.describe('The API key. For a person who signed in, it describes the session'),
    user: z
      .object({ id: z.uuid(), email: z.string(), name: z.string(), role: z.enum(roles) })
      .optional()
      .describe('The person who signed in; absent for a key'),
    mode: ModeSchema,
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

export const Envelopes = z
  .object({ allowance: z.int(), used: z.int(), remaining: z.int(), resets_on: z.string() })
  .meta({ id: 'Envelopes' });
export const FairUse = z
  .object({
    sustained_rps: z.number(),
    burst_rps: z.number(),
    envelopes_per_day_review_threshold: z.int().default(2000),
  })
  .meta({ id: 'FairUse' });
export const StorageUse = z
  .object({
    quota_bytes: z.int().describe('Bytes that the workspace may store'),
    used_bytes: z
      .int()
      .describe(
        'Bytes that the workspace stores. Uploads are counted immediately; sealed, removed and erased files within a day',
      ),
  })
  .meta({ id: 'StorageUse' });
export const Usage = z
  .object({ envelopes: Envelopes, fair_use: FairUse, storage: StorageUse })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;

export const OwnWorkspaceOut = z
  .object({ id: z.uuid(), slug: z.string(), name: z.string(), embed_origins: EmbedOrigins })
  .meta({ id: 'OwnWorkspaceOut' });
export type OwnWorkspaceOut = z.infer<typeof OwnWorkspaceOut>;
export const PatchOwnWorkspaceReq = z
  .object({ embed_origins: EmbedOrigins })
  .meta({ id: 'PatchOwnWorkspaceReq' });
