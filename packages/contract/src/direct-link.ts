/** Direct links: public addresses of a template, each visit of which creates a document (docs/decisions/031-direct-links.md). */
import * as z from 'zod';
import { DateTime, EmailAddress, ModeSchema, NullableDateTime, nonBlankText, pageQuery } from './common.ts';
import { CreateDocumentReq, Title } from './document.ts';
import { isUuid } from './ids.ts';
import { ownDataIn } from './own-data.ts';
import { authLevels, deliveries, MAX_RECIPIENTS, RecipientSpecs } from './recipient.ts';

export const directLinkStatuses = ['active', 'disabled', 'expired', 'used_up', 'template_changed'] as const;
export type DirectLinkStatus = (typeof directLinkStatuses)[number];

/** The most visits of one link. */
const MAX_USES = 1_000_000;

export const CreateDirectLinkReq = z
  .object({
    recipient_index: z
      .int()
      .min(0)
      .max(MAX_RECIPIENTS - 1)
      .default(0)
      .describe(
        'The placeholder that the visitor fills: a signer or approver, counted from 0. The visitor always acts first',
      ),
    recipients: RecipientSpecs.default([]).describe(
      'The people for the other placeholders, in their order. They get the roles and signing orders of the placeholders, after the visitor',
    ),
    confirm_email: z
      .boolean()
      .default(true)
      .describe(
        'True: the visitor gets the signing link by email, which confirms the address. False: the visitor signs at once and gets no email; the certificate of completion says that the address was not confirmed',
      ),
    max_uses: z
      .int()
      .min(1)
      .max(MAX_USES)
      .nullish()
      .describe('How many documents the link can create. Null or absent: no limit'),
    expires_at: NullableDateTime.describe('When the link stops working; in the future'),
    title: Title.nullish().describe('Title of the documents; the name of the template by default'),
    redirect_url: CreateDocumentReq.shape.redirect_url,
    metadata: ownDataIn.metadata.describe('`metadata` of the documents'),
  })
  .meta({ id: 'CreateDirectLinkReq' });
export type CreateDirectLinkReq = z.infer<typeof CreateDirectLinkReq>;

export const DirectLinkOut = z
  .object({
    id: z.uuid(),
    template_id: z.string(),
    mode: ModeSchema,
    url: z
      .string()
      .nullable()
      .describe(
        'The public address. Everyone who has it can create documents. Null if it was encrypted with a lost SECRET_KEY; the link itself then still works',
      ),
    status: z
      .enum(directLinkStatuses)
      .describe(
        'Only an `active` link can be visited. `template_changed`: the placeholders of the template no longer match',
      ),
    recipient_index: z.int(),
    recipients: z
      .array(
        z.object({
          name: z.string(),
          email: z.string(),
          auth_level: z.enum(authLevels),
          delivery: z.enum(deliveries),
        }),
      )
      .describe('The people for the other placeholders. Empty once the link is disabled'),
    confirm_email: z.boolean(),
    uses: z.int().describe('How many documents it has created'),
    max_uses: z.int().nullable(),
    expires_at: DateTime.nullable(),
    disabled_at: DateTime.nullable(),
    title: z.string().nullable(),
    redirect_url: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    created_at: DateTime,
  })
  .meta({ id: 'DirectLinkOut' });
export type DirectLinkOut = z.infer<typeof DirectLinkOut>;

export const DirectLinkPage = z
  .object({ items: z.array(DirectLinkOut), total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: 'DirectLinkPage' });

export const DirectLinkListQuery = pageQuery(isUuid);

export const PublicDirectLinkOut = z
  .object({
    title: z.string().describe('Title of the document that a visit creates'),
    sender: z.string(),
    accent_color: z.string(),
    mode: ModeSchema,
    role: z.enum(['signer', 'approver']).describe('What the visitor is asked to do'),
    confirm_email: z.boolean().describe('Whether the visitor gets the signing link by email'),
  })
  .meta({ id: 'PublicDirectLinkOut' });
export type PublicDirectLinkOut = z.infer<typeof PublicDirectLinkOut>;

export const VisitDirectLinkReq = z
  .object({ name: nonBlankText(200), email: EmailAddress })
  .meta({ id: 'VisitDirectLinkReq' });
export type VisitDirectLinkReq = z.infer<typeof VisitDirectLinkReq>;

export const DirectLinkVisitOut = z
  .object({
    status: z
      .enum(['emailed', 'ready'])
      .describe('`emailed`: the signing link is on its way to the address. `ready`: open `url` to sign'),
    url: z.string().nullable().describe('Opens the signing page once, within five minutes'),
  })
  .meta({ id: 'DirectLinkVisitOut' });
export type DirectLinkVisitOut = z.infer<typeof DirectLinkVisitOut>;
