/** Template shapes (docs/spec/interface.md, Template; docs/spec/decisions.md, section 5). */
import * as z from 'zod';
import {
  boundedText,
  DateOrDateTime,
  DateTime,
  NullableDateTime,
  nonBlankText,
  pageQuery,
  storable,
  withoutPrototypeKey,
} from './common.ts';
import { CreateDocumentReq, fieldsFromPdf, Message, PdfWarningOut, Title } from './document.ts';
import { FieldSpec, FieldSpecs, MAX_FIELDS } from './field.ts';
import { decodeId, decodeTemplateId } from './ids.ts';
import { externalIdFilter, ownDataIn, ownDataOut, ownDataPatch } from './own-data.ts';
import { RecipientSpec, RecipientSpecs } from './recipient.ts';
import { MAX_VALUE_LENGTH } from './value-limits.ts';

const TemplateName = nonBlankText(300);

export const TemplateOut = z
  .object({
    id: z.string(),
    name: z.string(),
    sha256: z.string(),
    team_id: z.uuid(),
    created_at: DateTime,
    updated_at: NullableDateTime,
    version: z.int().default(1),
    fields: z.array(FieldSpec).default([]),
    recipients: z.array(RecipientSpec).default([]),
    ...ownDataOut,
    warnings: z
      .array(PdfWarningOut)
      .default([])
      .describe('What a sender should know about the PDF; found when the template was created'),
  })
  .meta({ id: 'TemplateOut' });
export type TemplateOut = z.infer<typeof TemplateOut>;

export const TemplatePage = z
  .object({ items: z.array(TemplateOut), total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: 'TemplatePage' });

/** How many versions the history of a template keeps. */
export const maxTemplateVersions = 50;

export const TemplateVersionOut = z
  .object({
    version: z.int(),
    name: z.string(),
    saved_at: DateTime,
    saved_by: z
      .object({ type: z.enum(['api_key', 'user', 'recipient', 'system']), name: z.string().nullable() })
      .describe('Who made this version'),
    recipient_count: z.int(),
    field_count: z.int(),
  })
  .meta({ id: 'TemplateVersionOut' });
export type TemplateVersionOut = z.infer<typeof TemplateVersionOut>;

export const CreateTemplateIn = z
  .object({
    name: TemplateName,
    pdf_base64: z.string().min(1).describe('The PDF in base64 (RFC 4648, section 4)'),
    recipients: RecipientSpecs.default([]),
    fields: FieldSpecs.default([]),
    ...fieldsFromPdf,
    ...ownDataIn,
  })
  .meta({ id: 'CreateTemplateIn' });
export type CreateTemplateIn = z.infer<typeof CreateTemplateIn>;

export const PatchTemplateIn = z
  .object({
    name: TemplateName.nullish(),
    recipients: RecipientSpecs.nullish(),
    fields: FieldSpecs.nullish(),
    ...ownDataPatch,
  })
  .meta({ id: 'PatchTemplateIn' });
export type PatchTemplateIn = z.infer<typeof PatchTemplateIn>;

export const DuplicateTemplateIn = z
  .object({ name: TemplateName.nullish(), ...ownDataIn })
  .meta({ id: 'DuplicateTemplateIn' });
export type DuplicateTemplateIn = z.infer<typeof DuplicateTemplateIn>;

/** Field names, or indexes in the template's field order as strings, to values. */
export const FormValues = withoutPrototypeKey(
  z
    .record(z.string(), boundedText(0, MAX_VALUE_LENGTH))
    .refine((values) => Object.keys(values).length <= MAX_FIELDS, { error: 'Value error, too many values' })
    .refine((values) => Object.keys(values).every(storable), {
      error: 'Value error, a key must not contain NUL characters',
    }),
  'Value error, the template has no such field',
);
export type FormValues = z.infer<typeof FormValues>;

const preferences = CreateDocumentReq.shape;
export const UseTemplateIn = z
  .object({
    recipients: RecipientSpecs,
    title: Title.nullish(),
    message: Message.nullish(),
    date_format: preferences.date_format,
    display_timezone: preferences.display_timezone,
    redirect_url: preferences.redirect_url,
    form_values: FormValues.default({}),
    send: z.boolean().optional().describe('If true, the document is sent, as by POST …/send'),
    ...ownDataIn,
  })
  .meta({ id: 'UseTemplateIn' });
export type UseTemplateIn = z.infer<typeof UseTemplateIn>;

export const TemplateListQuery = pageQuery((text) => decodeTemplateId(text) !== null).extend({
  q: z.string().max(300).optional().describe('Part of the name, case-insensitive'),
  external_id: externalIdFilter,
});

export const TemplateAnswersQuery = z.object({
  from: DateOrDateTime.optional().describe('Documents created at this moment or later'),
  to: DateOrDateTime.optional().describe('Documents created before this moment'),
  documents_after: z
    .string()
    .max(100)
    .refine((text) => decodeId('doc', text) !== null, { error: 'Value error, not the id of a document' })
    .optional()
    .describe('Documents after this one, to continue an interrupted download'),
});
