/** Document shapes (docs/spec/interface.md, Document and its requests). */
import * as z from 'zod';
import {
  boundedText,
  DateOrDateTime,
  DateTime,
  isTimeZone,
  ModeSchema,
  NullableDateTime,
  nonBlankText,
  pageQuery,
  withoutPrototypeKey,
} from './common.ts';
import { dateFormatDescription, findDateFormatFault, MAX_DATE_FORMAT_LENGTH } from './date-format.ts';
import {
  AWAITING_UPLOAD,
  documentSorts,
  documentStatuses,
  MAX_COUNTED_MATCHES,
  visibilities,
} from './enumerations.ts';
import { DocumentField, FieldSpecs } from './field.ts';
import { decodeId } from './ids.ts';
import { externalIdFilter, ownDataIn, ownDataOut, ownDataPatch } from './own-data.ts';
import { pdfWarningCodes } from './pdf-warning.ts';
import { MAX_RECIPIENTS, RecipientOut, RecipientSpecs } from './recipient.ts';

export { AWAITING_UPLOAD, documentSorts, documentStatuses, visibilities };
export type DocumentStatus = (typeof documentStatuses)[number];

export const Title = nonBlankText(300).describe('1 to 300 characters, at least one of them visible');

const DateFormat = z
  .string()
  .meta({ minLength: 1, maxLength: MAX_DATE_FORMAT_LENGTH })
  .superRefine((format, context) => {
    const fault = findDateFormatFault(format);
    if (fault !== null) context.addIssue({ code: 'custom', input: format, message: `Value error, ${fault}` });
  })
  .nullish()
  .describe(dateFormatDescription);
const TimeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: 'Value error, not an IANA time zone' })
  .describe('IANA time zone, for example Europe/Berlin; an unknown one is refused');

/** An absolute http or https address. */
export function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:';
}

const RedirectUrl = z
  .string()
  .max(2000)
  .refine(isHttpUrl, { error: 'Value error, must be an absolute http or https URL' })
  .describe('An absolute http or https URL; a relative one is refused');

export const Message = boundedText(0, 5000).describe('At most 5,000 characters');

export const fieldSources = ['tags', 'form'] as const;

/** Which fields to add from the PDF itself. */
export const fieldsFromPdf = {
  fields_from: z
    .enum(fieldSources)
    .nullish()
    .describe(
      'Adds fields that the PDF names: `tags` are texts such as `{{signature role=Tenant required}}`, `form` are the fields of its own form',
    ),
  hide_tags: z
    .boolean()
    .default(true)
    .describe(
      'With `fields_from`: paint white over the tags, or over the values in the form, in the PDF that is signed. The original stays as it is',
    ),
  roles: withoutPrototypeKey(
    z
      .record(z.string().max(200), z.int().min(0).max(1_000_000))
      .refine((roles) => Object.keys(roles).length <= MAX_RECIPIENTS, {
        error: 'Value error, too many roles',
      }),
    'Value error, not the name of a role',
  )
    .default({})
    .describe('With `fields_from`: names of roles in the PDF to `recipient_index`'),
};

export const CreateDocumentReq = z
  .object({
    title: Title,
    recipients: RecipientSpecs.default([]),
    fields: FieldSpecs.default([]),
    message: Message.nullish(),
    expires_at: NullableDateTime,
    reminder_cadence_days: z
      .int()
      .min(1)
      .max(3650)
      .nullish()
      .describe('Days between reminders, at most 3,650. Without it no reminders are sent'),
    redirect_url: RedirectUrl.nullish(),
    date_format: DateFormat,
    display_timezone: TimeZone.nullish(),
    visibility: z.enum(visibilities).default('everyone'),
    ...ownDataIn,
    pdf_base64: z
      .string()
      .min(1)
      .optional()
      .describe('The PDF in base64 (RFC 4648, section 4). In a form, the part `file` is the PDF instead'),
    finalize: z
      .boolean()
      .optional()
      .describe('If true, the PDF of this request is finalized, as by POST …/finalize'),
    send: z
      .boolean()
      .optional()
      .describe('If true, the document is finalized and sent, as by POST …/finalize and POST …/send'),
    ...fieldsFromPdf,
  })
  .meta({ id: 'CreateDocumentReq' });
export type CreateDocumentReq = z.infer<typeof CreateDocumentReq>;

export const EnvelopePatch = z
  .object({
    date_format: DateFormat,
    display_timezone: TimeZone.nullish(),
    redirect_url: RedirectUrl.nullish(),
    folder_id: z.uuid().nullish().describe('Null takes the document out of its folder'),
    clear_folder: z
      .boolean()
      .default(false)
      .describe('The same as `folder_id: null`; an error together with a `folder_id`'),
    reminder_cadence_days: z
      .int()
      .min(0)
      .max(3650)
      .nullish()
      .describe('Days between reminders, at most 3,650; 0 or null stops them'),
    visibility: z.enum(visibilities).nullish(),
    expires_at: NullableDateTime.describe(
      'In the future; can change while the document is open. Null removes the expiry',
    ),
    ...ownDataPatch,
  })
  .refine((patch) => !(patch.clear_folder && patch.folder_id), {
    path: ['clear_folder'],
    error: 'Value error, clear_folder and folder_id exclude each other',
  })
  .meta({ id: 'EnvelopePatch' });
export type EnvelopePatch = z.infer<typeof EnvelopePatch>;

/** The token of an `uploadUrl`. */
export const UploadQuery = z.object({
  token: z.string().optional().describe('From `uploadUrl`: a credential for this upload only'),
});

export const FinalizeReq = z.object(fieldsFromPdf).meta({ id: 'FinalizeReq' });
export type FinalizeReq = z.infer<typeof FinalizeReq>;

/** How many files one document is made from. */
export const MAX_FILES = 20;

export const FileName = nonBlankText(255).describe(
  '1 to 255 characters. The bookmark of the file in the document is this name without its extension',
);

export const DocumentFileOut = z
  .object({
    id: z.uuid(),
    name: z.string(),
    sha256: z.string().describe('Of the file as it was uploaded'),
    size_bytes: z.int().describe('Of the file as it was uploaded'),
    pages: z.int().nullable().describe('Null until the file has been read, at the latest by finalize'),
    first_page: z
      .int()
      .nullable()
      .describe('The page of the document on which the file begins. Null until that is known'),
  })
  .meta({ id: 'DocumentFile' });
export type DocumentFileOut = z.infer<typeof DocumentFileOut>;

export const DocumentFileOrder = z
  .array(
    z.object({ id: z.uuid(), name: FileName.optional().describe('A new name') }).meta({ id: 'FileInOrder' }),
  )
  .max(MAX_FILES)
  .describe('Every file of the document once, in the new order');
export type DocumentFileOrder = z.infer<typeof DocumentFileOrder>;

export const AddFilesQuery = z.object({
  name: FileName.optional().describe('Name of the file, if it is the body. In a form, each part has its own'),
});

export const SendReq = z.object({ message: Message.nullish() }).meta({ id: 'SendReq' });
export type SendReq = z.infer<typeof SendReq>;
export const SendOut = z.object({ id: z.string(), status: z.literal('sent') }).meta({ id: 'SendOut' });
export const VoidReq = z.object({ reason: nonBlankText(1000) }).meta({ id: 'VoidReq' });
export const VoidOut = z.object({ id: z.string(), status: z.literal('voided') }).meta({ id: 'VoidOut' });
export const DuplicateDocumentIn = z
  .object({ title: Title.nullish(), ...ownDataIn })
  .meta({ id: 'DuplicateDocumentIn' });
export type DuplicateDocumentIn = z.infer<typeof DuplicateDocumentIn>;

export const PdfWarningOut = z
  .object({
    code: z.enum(pdfWarningCodes).describe('Stable identifier; docs/SEALING.md lists all codes'),
    message: z.string().describe('One sentence that describes the finding'),
    advice: z.string().describe('What the sender can do'),
  })
  .meta({ id: 'PdfWarning' });
export type PdfWarningOut = z.infer<typeof PdfWarningOut>;

export const DocumentOut = z
  .object({
    id: z.string(),
    team_id: z.uuid(),
    title: z.string(),
    status: z
      .enum([...documentStatuses, AWAITING_UPLOAD])
      .describe(
        '`awaiting_upload` is a draft whose PDF is not finalized. A document is `expired` from the moment of `expires_at`.',
      ),
    original_sha256: z.string(),
    size_bytes: z.int(),
    visibility: z.enum(visibilities),
    created_at: DateTime,
    mode: ModeSchema.default('live'),
    sealed: z.boolean().default(false),
    seal_profile: z.string().nullish(),
    delivery_problem: z.boolean().default(false),
    sent_at: NullableDateTime,
    completed_at: NullableDateTime,
    expires_at: NullableDateTime,
    date_format: z.string().nullish(),
    display_timezone: z.string().nullish(),
    message: z.string().nullish(),
    redirect_url: z.string().nullish(),
    reminder_cadence_days: z.int().nullish(),
    folder_id: z.uuid().nullish(),
    source_template_id: z.uuid().nullish(),
    ...ownDataOut,
    bulk_send_id: z.uuid().nullish().describe('The bulk send that created the document'),
    fields: z.array(DocumentField).default([]),
    recipients: z.array(RecipientOut).default([]),
    files: z
      .array(DocumentFileOut)
      .default([])
      .describe('The files that the document was made from, in order. Empty before the first upload'),
    erased_at: DateTime.optional().describe(
      'Only if the personal data of the document was erased. The erased texts then read `erased`',
    ),
    sealed_kept: z
      .boolean()
      .optional()
      .describe(
        'Only with `erased_at`. If true, the sealed PDF and its certificate of completion can still be downloaded',
      ),
    warnings: z
      .array(PdfWarningOut)
      .default([])
      .describe('What a sender should know about the PDF; found when the document was finalized'),
  })
  .meta({ id: 'DocumentOut' });
export type DocumentOut = z.infer<typeof DocumentOut>;

const { id: _id, status: _status, ...documentMembers } = DocumentOut.shape;

export const DocumentDraftOut = z
  .object({
    id: z.string(),
    uploadUrl: z.string().describe('Works until the document is finalized'),
    expiresAt: DateTime.describe('When `uploadUrl` stops working'),
    status: z
      .string()
      .default(AWAITING_UPLOAD)
      .describe('`draft` or `sent` if the request had `finalize` or `send`'),
    ...z.object(documentMembers).partial().shape,
    ...ownDataOut,
  })
  .describe('Has all members of a document if the request had `finalize` or `send`')
  .meta({ id: 'DocumentDraftOut' });
export type DocumentDraftOut = z.infer<typeof DocumentDraftOut>;

export const DocumentAwaitingUpload = z
  .object({
    id: z.string(),
    status: z.literal(AWAITING_UPLOAD),
    title: z.string().nullish(),
    ...ownDataOut,
  })
  .meta({ id: 'DocumentAwaitingUpload' });
export type DocumentAwaitingUpload = z.infer<typeof DocumentAwaitingUpload>;

export const DocumentPage = z
  .object({
    items: z.array(DocumentOut),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
  })
  .meta({ id: 'DocumentPage' });
export type DocumentPage = z.infer<typeof DocumentPage>;

export type DocumentSort = (typeof documentSorts)[number];

const listableStatuses = [...documentStatuses, AWAITING_UPLOAD] as const;

/** A query parameter with several values: given several times, as a list separated by commas, or both. */
const repeatable = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) =>
      value === undefined
        ? value
        : [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [one])),
    z.array(item).max(50).optional(),
  );

/** Of searches: the index finds three characters anywhere. */
const shortWords = 'one or two letters or digits only at the beginning of a word';

export const DocumentListQuery = pageQuery((text) => decodeId('doc', text) !== null).extend({
  status: repeatable(z.enum(listableStatuses)).describe('Repeatable, or separated by commas'),
  folder_id: z
    .union([z.uuid(), z.literal('root')])
    .optional()
    .describe('Documents in this folder, not in those below it; `root` for documents in no folder'),
  q: z.string().max(300).optional().describe(`Part of the title, case-insensitive; ${shortWords}`),
  recipient: z.string().max(254).optional().describe('Email address of a recipient'),
  external_id: externalIdFilter,
  search: z
    .string()
    .max(300)
    .optional()
    .describe(
      `Part of the title, or of the name or email address of a recipient, case-insensitive; ${shortWords}. With any filter but \`status\`, \`total\` counts at most ${MAX_COUNTED_MATCHES.toLocaleString('en')} documents`,
    ),
  bulk_send_id: z
    .union([z.uuid(), z.literal('none')])
    .optional()
    .describe('Documents of a bulk send; `none` for documents that were not sent in bulk'),
  delivery_problem: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe(
      'True for open documents with a bounced email to a recipient whose turn it is; false for all others',
    ),
  sort: z
    .enum(documentSorts)
    .optional()
    .describe(
      'Order of the list; `-` means descending. By default newest first. Documents without an expiry come last',
    ),
  created_after: DateOrDateTime.optional(),
  created_before: DateOrDateTime.optional(),
});
export type DocumentListQuery = z.infer<typeof DocumentListQuery>;

export const downloadVersions = ['original', 'sealed', 'certificate'] as const;
export type DownloadVersion = (typeof downloadVersions)[number];
export const DownloadQuery = z.object({
  version: z
    .enum(downloadVersions)
    .optional()
    .describe('Which file; by default the sealed PDF if there is one, otherwise the original'),
});

const asOf = DateOrDateTime.optional().describe(
  'Only documents that were sealed by this moment, which is not in the future; now by default. `Content-Location` repeats it',
);
/** The query of an evidence archive: the filters of the list, and a moment that fixes what the archive contains. */
export const EvidenceQuery = DocumentListQuery.omit({
  limit: true,
  offset: true,
  starting_after: true,
  sort: true,
}).extend({ as_of: asOf });
export const BulkEvidenceQuery = z.object({ as_of: asOf });
