/** Bulk send shapes (docs/spec/interface.md, Bulk send; docs/spec/decisions.md, section 5). */
import * as z from 'zod';
import {
  boundedText,
  DateTime,
  isTimeZone,
  ModeSchema,
  NullableDateTime,
  pageQuery,
  queryInteger,
  unstorable,
} from './common.ts';
import { fieldSources } from './document.ts';
import { bulkRowStatuses, correctionResults, rowsFileTypes } from './enumerations.ts';
import { isUuid } from './ids.ts';
import { ExternalId, externalIdFilter, Metadata, ownDataIn, ownDataOut, ownDataPatch } from './own-data.ts';
import { FormValues } from './template.ts';

export { bulkRowStatuses, correctionResults, rowsFileTypes };
export const bulkSendStatuses = [
  'draft',
  'invalid',
  'ready',
  'dispatching',
  'done',
  'failed',
  'canceled',
] as const;
export type BulkSendStatus = (typeof bulkSendStatuses)[number];
export type BulkRowStatus = (typeof bulkRowStatuses)[number];

/** Rows of one bulk send. */
export const MAX_BULK_ROWS = 1_000_000;
/** Files of one ZIP with PDFs for the rows of a bulk send. */
export const MAX_BULK_PDFS = 100_000;
/** Lines of one file of corrections. */
export const MAX_BULK_CORRECTIONS = 100_000;

export const BulkRowOut = z
  .object({
    row_no: z.int().describe('Counted from 1, in the order of the request'),
    status: z.enum(bulkRowStatuses),
    recipients: z.array(z.record(z.string(), z.unknown())),
    document_id: z.string().nullish(),
    pdf: z
      .string()
      .nullish()
      .describe('Name of its own PDF in the ZIP; null if it uses the PDF of the template'),
    delivery_state: z.string().nullish().describe("The document's status, or `bounced`"),
    error: z.string().nullish(),
    sent_at: NullableDateTime,
    ...ownDataOut,
  })
  .meta({ id: 'BulkRowOut' });
export type BulkRowOut = z.infer<typeof BulkRowOut>;

export const bulkOperationKinds = ['void_open', 'remind_open', 'extend', 'correct'] as const;
export type BulkOperationKind = (typeof bulkOperationKinds)[number];

export const BulkOperationOut = z
  .object({
    id: z.uuid(),
    kind: z.enum(bulkOperationKinds),
    status: z.enum(['running', 'done']),
    total: z.int().min(0).describe('Documents that were open at the beginning, or lines of the corrections'),
    done: z.int().min(0).describe('Documents or lines that were changed'),
    skipped: z
      .record(z.string(), z.int())
      .describe(
        'Documents or lines that were not changed, by reason: `ended` (before their turn), `mailed_within_a_day`, `mail_limit`, `bounced`, `not_mailed`, `nobody_waits`, `already_later`, `no_expiry`, `not_in_future`, `trail_limit`, `internal`; for corrections `unchanged` and `refused`',
      ),
    error: z.string().nullish().describe('Why the file of corrections could not be read'),
    started_at: DateTime,
    finished_at: NullableDateTime,
  })
  .meta({ id: 'BulkOperationOut' });
export type BulkOperationOut = z.infer<typeof BulkOperationOut>;

const SampleRow = z
  .object({
    row_no: z.int(),
    reason: z.enum(['first', 'last', 'longest']),
    field: z.string().nullish().describe('With `longest`: the name of the field'),
  })
  .meta({ id: 'SampleRow' });

/** `09:30`, from 00:00 to 23:59. */
const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const SendingWindow = z
  .object({
    from: LocalTime.describe('First minute, such as 09:00'),
    until: LocalTime.describe('First minute after the window; before `from`, the window passes midnight'),
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, { error: 'Value error, not an IANA time zone' })
      .describe('IANA time zone of these times'),
  })
  .refine(({ from, until }) => from !== until, {
    error: 'Value error, must differ from `from`',
    path: ['until'],
  })
  .meta({ id: 'SendingWindow' });
export type SendingWindow = z.infer<typeof SendingWindow>;

export const BulkSendOut = z
  .object({
    id: z.string(),
    template_id: z.string(),
    mode: ModeSchema,
    row_count: z.int(),
    sent_count: z.int(),
    failed_count: z.int(),
    canceled_count: z.int(),
    invalid_count: z.int().default(0).describe('Rows that cannot be sent; `error` of each says why'),
    review_flagged: z.boolean(),
    status: z.enum(bulkSendStatuses),
    created_at: DateTime,
    dispatched_at: NullableDateTime,
    finished_at: NullableDateTime,
    completed_at: NullableDateTime.describe('When the last of its documents ended'),
    archived_at: NullableDateTime.describe('Since when it is hidden from lists'),
    operation: BulkOperationOut.nullish().describe('The latest operation on the whole bulk send'),
    dispatch_at: NullableDateTime.describe('When sending starts, if it was dispatched for later'),
    sending_window: SendingWindow.nullish().describe('When its emails may go out; null means at any time'),
    last_email_at: NullableDateTime.describe(
      'Forecast: when the last of its emails will have gone out, by the limits of the mail server and the sending window. Null if nothing waits or there are no limits, and in lists',
    ),
    source_filename: z.string().nullish(),
    error: z.string().nullish().describe('Why the file could not be read completely'),
    pdfs: z
      .object({
        total: z.int().min(0).describe('Different PDFs that the rows name'),
        checked: z.int().min(0),
        unused: z.int().min(0).describe('Files of the ZIP that no row names'),
      })
      .nullish()
      .describe('Progress of checking the PDFs of the rows; null without a ZIP, and until the rows are read'),
    sample_rows: z
      .array(SampleRow)
      .default([])
      .describe(
        'Rows worth a preview before dispatch: the first and the last valid row, and for each of up to 20 fields the row with the longest value',
      ),
    ...ownDataOut,
    rows: z.array(BulkRowOut).nullish(),
  })
  .meta({ id: 'BulkSendOut' });
export type BulkSendOut = z.infer<typeof BulkSendOut>;

export const BulkSendPage = z
  .object({ items: z.array(BulkSendOut), total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: 'BulkSendPage' });
export type BulkSendPage = z.infer<typeof BulkSendPage>;

const count = z.int().min(0);
/** What became of the documents of a bulk send. Each document is counted once. */
export const BulkOutcomes = z
  .object({
    completed: count,
    waiting: count.describe('Sent, and a recipient still has to act'),
    bounced: count.describe('Like waiting, but the email to a recipient whose turn it is has bounced'),
    declined: count,
    voided: count,
    expired: count,
  })
  .meta({ id: 'BulkOutcomes' });
export type BulkOutcomes = z.infer<typeof BulkOutcomes>;

/** Stored as given, with any members. */
const FreeRecipient = z.record(z.string(), z.unknown()).superRefine((recipient, context) => {
  for (const [name, value] of Object.entries(recipient)) {
    const reason = unstorable(name) ?? unstorable(value);
    if (reason)
      context.addIssue({ code: 'custom', path: [name], input: value, message: `Value error, ${reason}` });
  }
});

/** A row as given. Whether it fits the template is checked later, row by row. */
export const BulkRowIn = z
  .object({
    recipients: z
      .array(FreeRecipient)
      .describe('One per placeholder, in signing position: name, email and optional auth_level and delivery'),
    form_values: FormValues.default({}),
    external_id: ExternalId.nullish().describe("The document's `external_id`"),
    metadata: Metadata.nullish().describe("The document's `metadata`"),
  })
  .meta({ id: 'BulkRowIn' });
export type BulkRowIn = z.infer<typeof BulkRowIn>;

const SourceFilename = boundedText(0, 300);

export const CreateBulkSendIn = z
  .object({
    template_id: z.string().describe('Id of the template: `tpl_…`, or its UUID'),
    rows: z.array(BulkRowIn).min(1).max(MAX_BULK_ROWS),
    source_filename: SourceFilename.nullish(),
    ...ownDataIn,
    unique_external_id: ownDataIn.unique_external_id.describe(
      'If true, the request fails with `external-id-taken` when another bulk send has this `external_id`, and a row fails when a document already has the one of the row',
    ),
  })
  .meta({ id: 'CreateBulkSendIn' });
export type CreateBulkSendIn = z.infer<typeof CreateBulkSendIn>;

/** Like CreateBulkSendIn, but without checking the rows, because there can be many. They are checked one by one later. */
export const CreateBulkSendEnvelope = CreateBulkSendIn.extend({
  rows: z.array(z.unknown()).min(1).max(MAX_BULK_ROWS),
});

/** The query of a request with the file as its body. */
export const CreateBulkSendQuery = z.object({
  template_id: z.string().optional().describe('With a file: id of the template, `tpl_…` or its UUID'),
  source_filename: SourceFilename.optional().describe('With a file: its name'),
  fields_from: z
    .enum(fieldSources)
    .optional()
    .describe(
      'With a ZIP: text tags, or the form fields, of each PDF give the places of the fields, which must be those of the template by name, type and recipient. Tags are painted over in the PDF that is signed',
    ),
  external_id: ExternalId.optional().describe('With a file: your own id of the bulk send'),
  unique_external_id: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('With a file: as in the JSON body'),
});
export const CreateFromFileQuery = CreateBulkSendQuery.required({ template_id: true });

export const PatchBulkSendIn = z.object(ownDataPatch).meta({ id: 'PatchBulkSendIn' });
export type PatchBulkSendIn = z.infer<typeof PatchBulkSendIn>;

export const BulkSendListQuery = pageQuery(isUuid).extend({
  external_id: externalIdFilter,
  archived: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('Only archived bulk sends. Without it, only those that are not archived'),
});
export type BulkSendListQuery = z.infer<typeof BulkSendListQuery>;

export const ExtendOpenReq = z
  .object({
    expires_at: DateTime.describe('In the future; documents that expire later keep their expiry'),
    also_without_expiry: z
      .boolean()
      .default(false)
      .describe('If true, documents that never expire get this expiry too'),
  })
  .meta({ id: 'ExtendOpenReq' });
export type ExtendOpenReq = z.infer<typeof ExtendOpenReq>;

export type CorrectionResult = (typeof correctionResults)[number];

const ResultFilter = z.enum(correctionResults).optional().describe('Only lines with this result');

export const CorrectionsQuery = z.object({
  result: ResultFilter,
  limit: queryInteger(1, 1000, 200).describe('Number of lines to return'),
  after: queryInteger(0, 2_147_483_647, 0).describe('Lines after this one'),
});
export const CorrectionsCsvQuery = z.object({ result: ResultFilter });

export const BulkCorrectionOut = z
  .object({
    line: z.int().describe('Of the file, from 1'),
    row_no: z.int().nullish(),
    external_id: z.string().nullish().describe('As in the file, if it gives no row_no'),
    result: z
      .enum(correctionResults)
      .describe(
        '`corrected`: changed, and mailed if it is their turn. `requeued`: a row that was never sent and is sent now. `unchanged`: nothing to change. `refused`: `error` says why',
      ),
    error: z.string().nullish(),
  })
  .meta({ id: 'BulkCorrectionOut' });
export type BulkCorrectionOut = z.infer<typeof BulkCorrectionOut>;

export const BulkCorrectionList = z
  .object({ items: z.array(BulkCorrectionOut) })
  .meta({ id: 'BulkCorrectionList' });
export type BulkCorrectionList = z.infer<typeof BulkCorrectionList>;

const RowStatus = z.enum(bulkRowStatuses).optional().describe('Only rows with this status');

export const GetBulkSendQuery = z.object({
  status: RowStatus,
  rows_limit: queryInteger(0, 1000, 200).describe('Number of rows to return; fewer if they are large'),
  rows_after: queryInteger(0, 2_147_483_647, 0).describe('Rows after this row_no'),
});
export type GetBulkSendQuery = z.infer<typeof GetBulkSendQuery>;

export const DispatchQuery = z.object({
  skip_invalid: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('Send the valid rows of an invalid bulk send'),
});

/** The body of dispatch, which may be absent. */
export const DispatchIn = z
  .object({
    dispatch_at: NullableDateTime.describe(
      'Start sending at this time, at most a year ahead. A time in the past means now',
    ),
    sending_window: SendingWindow.nullish().describe(
      'Create documents and send their first emails and reminders only at these hours',
    ),
  })
  .meta({ id: 'DispatchIn' });
export type DispatchIn = z.infer<typeof DispatchIn>;

export const RowsCsvQuery = z.object({ status: RowStatus });

export const AnswersCsvQuery = z.object({
  rows_after: queryInteger(0, 2_147_483_647, 0).describe(
    'Rows after this row_no, to continue an interrupted download',
  ),
});
