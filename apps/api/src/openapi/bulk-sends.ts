/** The operations of routes/bulk-sends.ts. */
import {
  BulkSendListQuery,
  BulkSendOut,
  BulkSendPage,
  CreateBulkSendIn,
  CreateBulkSendQuery,
  DispatchQuery,
  GetBulkSendQuery,
  RowsCsvQuery,
} from '@countersign/contract/bulk-send';
import { nextPage, type Operation } from './operation.ts';

const parameters = { bulk_send_id: 'UUID of the bulk send' };
const bulkSend = { description: 'The bulk send with its first 200 rows', schema: BulkSendOut };
const csv = (description: string) => ({
  description,
  contentType: 'text/csv',
  headers: { 'Content-Disposition': 'With a file name' },
});

export const bulkSendOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/bulk-sends',
    operationId: 'listBulkSends',
    tag: 'bulk-sends',
    summary: 'List bulk sends',
    description: 'Bulk sends of the mode of the key, newest first. `rows` is null.',
    query: BulkSendListQuery,
    answers: { 200: { description: 'A page of bulk sends', schema: BulkSendPage, headers: nextPage } },
  },
  {
    method: 'post',
    path: '/v1/bulk-sends',
    operationId: 'createBulkSend',
    tag: 'bulk-sends',
    summary: 'Create a bulk send',
    description:
      'Each row becomes a document. With JSON (at most 80 MiB), rows are validated at once: the status is `ready`, or `invalid` with an `error` for each invalid row. With a `text/csv` body and `template_id` in the query, the file (up to a million rows) is stored and read in the background: the status is `draft`, then `ready` or `invalid`. Columns are `recipient_<n>_name`, `recipient_<n>_email` and optionally `recipient_<n>_auth_level` and `recipient_<n>_delivery` (or `name` and `email` when there is one placeholder); every other column is a key of `form_values`. Later changes of the template have no effect.',
    query: CreateBulkSendQuery,
    body: { schema: CreateBulkSendIn, alternatives: ['text/csv'] },
    answers: { 201: bulkSend },
    problems: ['not-found', 'payload-too-large', 'unsupported-media-type', 'storage-exhausted'],
  },
  {
    method: 'get',
    path: '/v1/bulk-sends/{bulk_send_id}',
    operationId: 'getBulkSend',
    tag: 'bulk-sends',
    summary: 'Fetch a bulk send, its counters and a page of its rows',
    description: 'Counters are always exact. `status` filters the rows; `rows_after` reads the next ones.',
    parameters,
    query: GetBulkSendQuery,
    answers: { 200: { description: 'The bulk send', schema: BulkSendOut } },
    problems: ['not-found'],
  },
  {
    method: 'post',
    path: '/v1/bulk-sends/{bulk_send_id}/dispatch',
    operationId: 'dispatchBulkSend',
    tag: 'bulk-sends',
    summary: 'Dispatch a bulk send',
    description:
      'Sends the rows in the background. Each row creates and sends a document, or gets an `error`. An `invalid` bulk send needs `skip_invalid=true`, which skips invalid rows.',
    parameters,
    query: DispatchQuery,
    answers: { 202: bulkSend },
    problems: ['not-found', 'bulk-send-state'],
  },
  {
    method: 'post',
    path: '/v1/bulk-sends/{bulk_send_id}/cancel',
    operationId: 'cancelBulkSend',
    tag: 'bulk-sends',
    summary: 'Cancel a bulk send',
    description: 'Rows that are still queued are not sent. Documents that were sent do not change.',
    parameters,
    answers: { 200: bulkSend },
    problems: ['not-found', 'bulk-send-state'],
  },
  {
    method: 'post',
    path: '/v1/bulk-sends/{bulk_send_id}/retry-failed',
    operationId: 'retryFailedRows',
    tag: 'bulk-sends',
    summary: 'Retry the failed rows',
    description: 'Sent rows are never sent again.',
    parameters,
    answers: { 202: bulkSend },
    problems: ['not-found', 'bulk-send-state'],
  },
  {
    method: 'get',
    path: '/v1/bulk-sends/{bulk_send_id}/rows.csv',
    operationId: 'downloadBulkRows',
    tag: 'bulk-sends',
    summary: 'Download all rows as CSV',
    description:
      'The status of every row, with its recipients and values. A cell that a spreadsheet would evaluate as a formula begins with an apostrophe.',
    parameters,
    query: RowsCsvQuery,
    answers: { 200: csv('The rows') },
    problems: ['not-found'],
  },
  {
    method: 'get',
    path: '/v1/templates/{tpl_id}/bulk.csv',
    operationId: 'downloadBulkHeader',
    tag: 'bulk-sends',
    summary: 'Download the CSV to fill in for a template',
    description: 'The header row: columns for recipients and for named fields that can have a value.',
    parameters: { tpl_id: 'Id of the template: `tpl_…`, or its UUID as in `source_template_id`' },
    answers: { 200: csv('The header row') },
    problems: ['not-found'],
  },
];
