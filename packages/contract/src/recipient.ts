/** RecipientSpec and RecipientOut (docs/spec/interface.md, Recipient). */
import * as z from 'zod';
import { DateTime, EmailAddress, NullableDateTime, nonBlankText } from './common.ts';
import { authLevels, deliveries, recipientRoles, signatureLevels } from './enumerations.ts';

export { authLevels, deliveries, recipientRoles, signatureLevels };
export type RecipientRole = (typeof recipientRoles)[number];
export type SignatureLevel = (typeof signatureLevels)[number];
export type AuthLevel = (typeof authLevels)[number];
export const recipientStatuses = [
  'pending',
  'sent',
  'opened',
  'completed',
  'rejected',
  'reassigned',
] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

export type Delivery = (typeof deliveries)[number];

/** Recipients of one document; keeps every list bounded. */
export const MAX_RECIPIENTS = 200;

export const RecipientSpec = z
  .object({
    email: EmailAddress,
    name: nonBlankText(200).describe('1 to 200 characters, at least one of them visible'),
    role: z.enum(recipientRoles).default('signer'),
    signing_order: z.int().min(1).max(1_000_000).default(1),
    auth_level: z.enum(authLevels).default('link').describe('Only `link` and `otp` are available'),
    delivery: z
      .enum(deliveries)
      .default('email')
      .describe(
        '`none`: the recipient gets no invitation, reminder, notice or copy by email. Your application opens the signing page for them with `POST /v1/documents/{doc_id}/recipients/{recipient_id}/session`',
      ),
    signature_level: z
      .enum(signatureLevels)
      .nullish()
      .describe(
        'The lowest level at which the recipient signs with a key of their own, at the provider of this installation. Absent or null: a simple signature. Only for signers with emails, each with a `signing_order` of their own; not in templates',
      ),
  })
  .meta({ id: 'RecipientSpec' });
export type RecipientSpec = z.infer<typeof RecipientSpec>;

export const RecipientSpecs = z
  .array(RecipientSpec)
  .max(MAX_RECIPIENTS)
  .describe(`At most ${MAX_RECIPIENTS} recipients`);

export const RecipientPatch = z
  .object({
    email: EmailAddress.optional(),
    name: nonBlankText(200).optional(),
    signing_order: z.int().min(1).max(1_000_000).optional(),
    auth_level: z.enum(authLevels).optional().describe('Only `link` and `otp` are available'),
    delivery: z
      .enum(deliveries)
      .optional()
      .describe('Cannot become `none` once the recipient was emailed: 409 `recipient-was-mailed`'),
  })
  .meta({ id: 'RecipientPatch' });
export type RecipientPatch = z.infer<typeof RecipientPatch>;

export const RecipientOut = z
  .object({
    id: z.uuid(),
    envelope_id: z.string(),
    name: z.string(),
    email: z.string(),
    email_normalized: z.string(),
    role: z.enum(recipientRoles),
    auth_level: z.enum(authLevels),
    signing_order: z.int(),
    delivery: z.enum(deliveries),
    signature_level: z
      .enum(signatureLevels)
      .nullable()
      .describe(
        'The lowest level at which the recipient signs with a key of their own; null: a simple signature',
      ),
    own_signature: z
      .object({
        level: z.enum(signatureLevels).describe('As the provider stated it'),
        provider: z.string(),
      })
      .nullable()
      .describe('The signature with the key of the recipient, once they have completed'),
    status: z.enum(recipientStatuses),
    completed_at: NullableDateTime,
    consent_at: NullableDateTime,
    rejected_at: NullableDateTime,
    reject_reason: z.string().nullish(),
    reassigned_from: z.uuid().nullish(),
  })
  .meta({ id: 'RecipientOut' });
export type RecipientOut = z.infer<typeof RecipientOut>;

export const SigningSessionOut = z
  .object({
    url: z.string().describe('Opens the signing page once, within five minutes. A secret'),
    expires_at: DateTime,
  })
  .meta({ id: 'SigningSessionOut' });
export type SigningSessionOut = z.infer<typeof SigningSessionOut>;
