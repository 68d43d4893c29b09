/**
 * What every client of the API must be able to do, as data: one list of steps, which a runner in the client's language follows.
 * `$name.member` in an argument is a value of an earlier step's answer.
 */

export interface Step {
  /** An operation of the OpenAPI document, or another function that every client has. */
  call: string;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The name of a file that is the body. */
  content?: string;
  /** The names of files that are sent in a form together with the body. */
  files?: string[];
  /** The address for `upload` and `download`. */
  url?: string;
  /** The name under which later steps find the answer. */
  save?: string;
}

const recipients = [
  { name: 'Ada Łukasz', email: 'ada@example.test' },
  { name: 'Grace', email: 'grace@example.test', signing_order: 2 },
];
const fields = [
  { type: 'signature', page: 1, x: 0.1, y: 0.8, w: 0.3, h: 0.06, recipient_index: 0 },
  {
    type: 'text',
    page: 1,
    x: 0.1,
    y: 0.6,
    w: 0.3,
    h: 0.04,
    recipient_index: 0,
    name: 'city',
    required: false,
  },
  { type: 'signature', page: 1, x: 0.5, y: 0.8, w: 0.3, h: 0.06, recipient_index: 1 },
];

export const scenario: Step[] = [
  { call: 'getMe' },
  // A document in single steps.
  { call: 'createFolder', body: { name: 'Leases' }, save: 'folder' },
  {
    call: 'createDocument',
    body: { title: 'Lease', recipients, fields, external_id: 'crm-1', metadata: { customer: 'Zoë' } },
    save: 'draft',
  },
  { call: 'upload', url: '$draft.uploadUrl', content: 'lease.pdf' },
  { call: 'finalizeDocument', path: { doc_id: '$draft.id' }, save: 'lease' },
  {
    call: 'patchDocument',
    path: { doc_id: '$lease.id' },
    body: { folder_id: '$folder.id', metadata: { paid: 'no' } },
  },
  { call: 'sendDocument', path: { doc_id: '$lease.id' } },
  { call: 'getDocument', path: { doc_id: '$lease.id' }, save: 'sent' },
  { call: 'signAs', path: { doc_id: '$lease.id', recipient_id: '$sent.recipients.0.id' } },
  { call: 'duplicateDocument', path: { doc_id: '$lease.id' }, save: 'copy' },
  { call: 'sendDocument', path: { doc_id: '$copy.id' } },
  { call: 'voidDocument', path: { doc_id: '$copy.id' }, body: { reason: 'Wrong flat' } },
  { call: 'downloadDocument', path: { doc_id: '$lease.id' }, query: { version: 'original' } },
  { call: 'download', url: '/v1/documents/$lease.id/download?version=original' },
  { call: 'readTrail', path: { doc_id: '$lease.id' } },
  // Everything in one request, with files in a form.
  {
    call: 'createDocument',
    body: { title: 'One request', recipients, fields, finalize: true, send: true },
    files: ['lease.pdf'],
  },
  // Bodies that are not JSON.
  { call: 'verifyFile', content: 'lease.pdf' },
  // Lists: parameters that repeat, booleans, numbers.
  { call: 'listDocuments', query: { status: ['partially_signed', 'voided'], limit: 5 } },
  { call: 'listDocuments', query: { external_id: 'crm-1', sort: 'title' } },
  { call: 'listFolders' },
  { call: 'readEvents', query: { limit: 1, wait: 30 } },
  // Errors.
  { call: 'getDocument', path: { doc_id: 'doc_01kama5wsqe2v9q3m0y4rw7a2h' } },
  { call: 'getDocument', path: { doc_id: 'a/../b?c#d' } },
  { call: 'createDocument', body: { title: '', recipients: [{ name: 'Ada' }] } },
  { call: 'sendDocument', path: { doc_id: '$copy.id' } },
  { call: 'listDocuments', query: { limit: 0 } },
  // The state at the end shows whether something happened twice.
  { call: 'listDocuments' },
  { call: 'getUsage' },
];
