/** The signing API: what the signing page calls; the token in the path is the credential (docs/spec/decisions.md, section 9). */

import * as z from 'zod';
import { abuseReasons } from './abuse-reason.ts';
import {
  boundedText,
  DateTime,
  EmailAddress,
  ModeSchema,
  nonBlankText,
  withoutPrototypeKey,
} from './common.ts';
import { documentStatuses } from './document.ts';
import { FieldOut, fieldTypes, MAX_FIELDS } from './field.ts';
import { authLevels, recipientRoles, recipientStatuses, signatureLevels } from './recipient.ts';
import { defaultSignatureFont, signatureFonts } from './signature-fonts.ts';
import { MAX_STROKE_POINTS, MAX_VALUE_LENGTH } from './value-limits.ts';

/** The languages of the signing page and of the consent text (ISO 639-1). */
export const pageLanguages = ['en', 'de', 'fr', 'es', 'ar', 'it', 'pt', 'nl', 'pl', 'ja', 'zh'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

export const SigningQuery = z.object({
  lang: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Language of the consent text and of the email with the code. Takes precedence over Accept-Language; English if the text does not exist in it',
    ),
});

export const ConsentReq = z
  .object({
    language: z
      .enum(pageLanguages)
      .nullish()
      .describe(
        'Language of the text that the recipient saw. By default the language that GET /v1/signing/{token} would choose for this request',
      ),
    version: z
      .string()
      .max(20)
      .nullish()
      .describe(
        '`consent.version` of the text that the recipient saw. If another version is current, 409 consent-required: show the new text. By default the current version',
      ),
  })
  .meta({ id: 'ConsentReq' });
export type ConsentReq = z.infer<typeof ConsentReq>;

/** Longest base64 of an uploaded signature image of 2 MiB. */
const MAX_IMAGE_BASE64 = Math.ceil((2 * 1024 * 1024 + 2) / 3) * 4 + 64;

const Point = z.array(z.number().min(-100_000).max(100_000)).min(2).max(3);

export const SignatureInput = z
  .discriminatedUnion('mode', [
    z.object({
      mode: z.literal('type'),
      text: boundedText(1, 200),
      font: z
        .enum(signatureFonts)
        .nullish()
        .describe(
          `Handwriting font, ${defaultSignatureFont} by default. If the font lacks a letter of the text, another one that has all letters is used, otherwise a plain font`,
        ),
    }),
    z.object({
      mode: z.literal('draw'),
      width: z.number().gt(0).max(100_000),
      height: z.number().gt(0).max(100_000),
      strokes: z.array(z.array(Point).min(1).max(MAX_STROKE_POINTS)).min(1).max(1000),
    }),
    z.object({ mode: z.literal('upload'), image_base64: z.string().min(1).max(MAX_IMAGE_BASE64) }),
  ])
  .meta({ id: 'SignatureInput' });
export type SignatureInput = z.infer<typeof SignatureInput>;

/** The body of a completion whose values have the given schema. */
export function completionOf<Value extends z.ZodType>(value: Value) {
  return z.object({
    values: withoutPrototypeKey(
      z.record(z.string(), value).refine((values) => Object.keys(values).length <= MAX_FIELDS, {
        error: 'Value error, too many values',
      }),
      'Value error, not a field of this recipient',
    ).default({}),
    shown: z
      .object({ date_format: z.string().max(200).nullish(), display_timezone: z.string().max(200).nullish() })
      .optional()
      .describe(
        'The date format and time zone with which the recipient saw the document, as `GET /v1/signing/{token}` returned them. If one of them has changed since, nothing is saved and the response is 409 `display-changed`. Absent members are not compared',
      ),
  });
}

/** A value of a text field, at most so long that checking it takes little time. */
export const TextValue = z.string().max(MAX_VALUE_LENGTH);
export const CompleteReq = completionOf(z.union([TextValue, SignatureInput]).nullable()).meta({
  id: 'CompleteReq',
});
export type CompleteReq = z.infer<typeof CompleteReq>;

/** The first fault of a value, without its location. */
export interface ValueFault {
  type: string;
  msg: string;
  ctx?: Record<string, unknown> | undefined;
  input?: unknown;
}
/**
 * A value that is neither a text nor a signature. It is reported together with the values that break the rules of their fields, and only
 * the type of the field says which of the two was expected.
 */
export interface MalformedValue {
  mode: 'malformed';
  asText: ValueFault;
  asSignature: ValueFault;
}
/** A completion as it was received: all of its values are checked together. */
export type ReceivedCompletion = Omit<CompleteReq, 'values'> & {
  values: Record<string, CompleteReq['values'][string] | MalformedValue>;
};
export const CompleteOut = z
  .object({ status: z.literal('completed'), document_status: z.enum(documentStatuses) })
  .meta({ id: 'CompleteOut' });

export const StartOwnSignatureOut = z
  .object({
    url: z
      .string()
      .describe('The page of the provider. Open it in the same browser, as a whole page. A secret'),
    expires_at: DateTime.describe('Until then the signature must be finished'),
  })
  .meta({ id: 'StartOwnSignatureOut' });
export type StartOwnSignatureOut = z.infer<typeof StartOwnSignatureOut>;

/** The most bytes of a draft as JSON. Enough for every text field of a document and for several pictures of signatures. */
export const MAX_DRAFT_BYTES = 1024 * 1024;
/** The most different signatures in a draft: people have one signature and one set of initials. */
const MAX_DRAFT_SIGNATURES = 20;

const DraftSignatures = z.record(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/), SignatureInput);
const DraftValue = z
  .union([z.string().max(MAX_VALUE_LENGTH), z.object({ signature: z.string().min(1).max(40) })])
  .meta({ id: 'DraftValue' });
export type DraftValue = z.infer<typeof DraftValue>;

export const SaveDraftReq = z
  .object({
    values: withoutPrototypeKey(
      z
        .record(z.string(), DraftValue.nullable())
        .refine((values) => Object.keys(values).length <= MAX_FIELDS, {
          error: 'Value error, too many values',
        }),
      'Value error, not a field of this recipient',
    ).describe(
      'By field id: a text, or for signatures and initials the name of one of `signatures`. They need not be valid yet. Null removes a value; fields that are not named keep theirs',
    ),
    signatures: withoutPrototypeKey(
      DraftSignatures.refine((signatures) => Object.keys(signatures).length <= MAX_DRAFT_SIGNATURES, {
        error: `Value error, at most ${MAX_DRAFT_SIGNATURES} signatures`,
      }),
      'Value error, not a name of a signature',
    )
      .default({})
      .describe(
        'Signatures by a name that the page chooses, so that one that several fields use is sent once. They are kept while a value names them',
      ),
  })
  .meta({ id: 'SaveDraftReq' });
export type SaveDraftReq = z.infer<typeof SaveDraftReq>;
const revision = z.int().min(0).describe('Raised by every save; 0 without a draft');
export const SavedDraftOut = z.object({ revision, saved_at: DateTime }).meta({ id: 'SavedDraftOut' });
export type SavedDraftOut = z.infer<typeof SavedDraftOut>;
export const DraftOut = z
  .object({
    revision,
    saved_at: DateTime.nullable(),
    values: z.record(z.string(), DraftValue),
    signatures: z.record(z.string(), SignatureInput),
  })
  .meta({ id: 'DraftOut' });
export type DraftOut = z.infer<typeof DraftOut>;

/** Six digits, with white space between them as people type them. */
const OneTimeCode = z
  .string()
  .max(32)
  .regex(/^\s*(?:[0-9]\s*){6}$/)
  .describe('The six digits that were emailed');
export const OtpVerifyReq = z.object({ code: OneTimeCode }).meta({ id: 'OtpVerifyReq' });
export const RejectReq = z.object({ reason: nonBlankText(1000) }).meta({ id: 'RejectReq' });
export const RejectOut = z.object({ status: z.literal('rejected') }).meta({ id: 'RejectOut' });
export const ReassignReq = z
  .object({ name: nonBlankText(200), email: EmailAddress })
  .meta({ id: 'ReassignReq' });
export const ReassignOut = z.object({ status: z.literal('reassigned') }).meta({ id: 'ReassignOut' });

export const ReportAbuseReq = z
  .object({
    reason: z.enum(abuseReasons),
    message: nonBlankText(2000).nullish().describe('For the operator of the service'),
  })
  .meta({ id: 'ReportAbuseReq' });
export type ReportAbuseReq = z.infer<typeof ReportAbuseReq>;

export const StartSessionReq = z
  .object({
    token: z.string().min(1).max(200).describe('The last part of the path of the URL; it works once'),
  })
  .meta({ id: 'StartSessionReq' });
export const StartedSessionOut = z
  .object({
    session: z.string().describe('The credential for the header `X-Signing-Session`'),
    expires_at: DateTime,
    origins: z.array(z.string()).describe('The origins whose pages may show this page in a frame'),
  })
  .meta({ id: 'StartedSessionOut' });
export type StartedSessionOut = z.infer<typeof StartedSessionOut>;

export const SigningOut = z
  .object({
    document: z.object({
      id: z.string().optional(),
      title: z.string(),
      message: z.string().nullish(),
      status: z.enum(documentStatuses).optional(),
      mode: ModeSchema.optional(),
      page_count: z.int().optional(),
      pages: z.array(z.object({ width: z.number(), height: z.number(), rotate: z.int() })).optional(),
      sender: z.string().describe('The name of the workspace'),
      sender_person: z
        .string()
        .nullish()
        .describe('The name of the member who created the document; null if an API key did'),
      date_format: z.string().nullish(),
      display_timezone: z.string().nullish(),
      redirect_url: z.string().nullish(),
      sealed: z.boolean().optional().describe('True once the sealed PDF can be downloaded'),
      close_reason: z.string().nullish().describe('Why the document was voided or rejected'),
      expires_at: DateTime.nullish(),
      accent_color: z.string().optional(),
      logo: z
        .string()
        .nullish()
        .describe('SHA-256 of the logo, which `GET /v1/signing/{token}/logo` returns; null without one'),
    }),
    recipient: z.object({
      id: z.uuid().optional(),
      name: z.string().optional(),
      email: z.string().optional(),
      role: z.enum(recipientRoles).optional(),
      status: z.enum(recipientStatuses).optional(),
      auth_level: z.enum(authLevels),
      own_key: z
        .object({ level: z.enum(signatureLevels), provider: z.string().nullable() })
        .nullish()
        .describe(
          'The recipient signs with a key of their own: `POST /v1/signing/{token}/own-signature` instead of `complete`. `provider` is null if the installation has none any more',
        ),
      may_reassign: z
        .boolean()
        .optional()
        .describe('False for a person who started the document from a direct link'),
    }),
    auth: z.object({ required: z.boolean(), satisfied: z.boolean() }),
    consent: z
      .object({
        text: z.string().describe('The consent text; after consent, the text that was accepted'),
        version: z.string(),
        language: z.enum(pageLanguages),
        accepted_at: DateTime.nullable(),
      })
      .optional(),
    turn: z.boolean().optional().describe('Whether the recipient may act now'),
    fields: z.array(FieldOut).optional(),
    other_fields: z.array(FieldOut).optional(),
    earlier_fields: z
      .array(z.object({ name: z.string(), type: z.enum(fieldTypes), value: z.string().nullable() }))
      .optional()
      .describe(
        'The fields of earlier recipients to which conditions of `fields` refer; null: empty or hidden',
      ),
  })
  .meta({ id: 'SigningOut' });
export type SigningOut = z.infer<typeof SigningOut>;
export type CompleteOut = z.infer<typeof CompleteOut>;
export type OtpVerifyReq = z.infer<typeof OtpVerifyReq>;
export type RejectReq = z.infer<typeof RejectReq>;
export type RejectOut = z.infer<typeof RejectOut>;
export type ReassignReq = z.infer<typeof ReassignReq>;
export type ReassignOut = z.infer<typeof ReassignOut>;
