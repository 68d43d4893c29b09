/** Every problem type: slug, status, title, and what to do about it (docs/spec/decisions.md, section 2). Pages and types come from here. */

interface ProblemType {
  status: number;
  title: string;
  /** For the reference page: when it happens and how to get past it. */
  help: string;
}

export const catalogue = {
  'bad-request': {
    status: 400,
    title: 'Not valid HTTP',
    help: 'The request could not be read as HTTP: its first line, a header or its framing is malformed. An HTTP library writes it rightly.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    help: 'The request carries no API key, or one that is malformed, unknown, revoked or expired. Send `Authorization: Bearer <key>` with a live key of your workspace. In the console: sign in again.',
  },
  'allowance-exhausted': {
    status: 402,
    title: 'Envelope allowance exhausted',
    help: 'The workspace has sent all envelopes of its calendar month (UTC). Nothing was sent. Wait for `resets_on` of GET /v1/usage, or ask the operator to raise the allowance. Test documents never count.',
  },
  'storage-exhausted': {
    status: 402,
    title: 'Storage quota exhausted',
    help: 'The workspace stores as many bytes as the setting STORAGE_QUOTA_BYTES allows, or the upload does not fit into what is left. Nothing was stored. GET /v1/usage shows quota and use. Erase documents that are no longer needed (counted again within a day), or ask the operator to raise the quota.',
  },
  'mode-forbidden': {
    status: 403,
    title: 'Not allowed in this mode',
    help: 'A test key asked for something of live mode, such as a live key. Use a live key.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    help: 'The person who is signed in may not do this: it needs another role in the workspace, or the request did not come from the pages of this service. Calls with the session cookie need the header `X-Workspace`, and an `Origin` of this service if there is one. API keys are not concerned.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    help: 'No such thing exists for this key: the id is unknown or malformed, was deleted, or belongs to another workspace or to the other mode.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    help: 'The path exists, the method does not. The `Allow` header lists those that do.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long',
    help: 'Its headers did not arrive within 10 seconds, no byte of its body for 10 seconds, the whole body not within 60 seconds, or an upload at less than 4 KiB a second. The connection is closed. Send it again over a better line.',
  },
  'document-state': {
    status: 409,
    title: 'Not possible in the current state of the document',
    help: 'The operation is not allowed in the status the document has now (`current`); `allowed` lists the statuses in which it is.',
  },
  'content-missing': {
    status: 409,
    title: 'The PDF has not been uploaded',
    help: 'Finalize was called before the PDF arrived. PUT the PDF to the `uploadUrl` of the draft, then finalize.',
  },
  'not-sealed': {
    status: 409,
    title: 'The document is not sealed yet',
    help: 'The sealed PDF was asked for before sealing ended. Wait for the event document.sealed, or try again after `Retry-After` seconds.',
  },
  'bulk-send-state': {
    status: 409,
    title: 'Not possible in the current state of the bulk send',
    help: 'The operation is not allowed in the status the bulk send has now (`current`); `allowed` lists the statuses in which it is.',
  },
  'delivery-state': {
    status: 409,
    title: 'Not possible in the current state of the delivery',
    help: 'Only a dead or failed delivery can be queued again.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'The first call with this idempotency key has not ended',
    help: 'Another request with the same Idempotency-Key is running, or ended without an answer that could be kept. Wait and try again with the same key.',
  },
  'last-owner': {
    status: 409,
    title: 'The last owner stays',
    help: 'A workspace has at least one owner. Make somebody else an owner first.',
  },
  'folder-not-empty': {
    status: 409,
    title: 'The folder is not empty',
    help: 'Move or delete the folders and documents in it first.',
  },
  'authorization-pending': {
    status: 400,
    title: 'The authorization is pending',
    help: 'Nobody has approved the device code yet. Poll again after `interval` seconds (RFC 8628).',
  },
  'slow-down': {
    status: 400,
    title: 'Polling too fast',
    help: 'Add five seconds to the polling interval (RFC 8628).',
  },
  'access-denied': { status: 400, title: 'Access denied', help: 'The person asked did not approve the key.' },
  'expired-token': {
    status: 400,
    title: 'The device code has expired',
    help: 'Ask for a new device code and start again.',
  },
  'invalid-grant': {
    status: 400,
    title: 'The device code is not valid',
    help: 'The device code is unknown or was used already. A key is handed out once.',
  },
  'document-erased': {
    status: 410,
    title: 'The document was erased',
    help: 'The personal data of the document were erased, its files with them (`erased_at`). Its audit trail stays and can be verified; nobody can bring back the rest. Where the sealed PDF was kept it can still be downloaded.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    help: 'The body is over the limit: MAX_PDF_BYTES for a PDF (50 MiB unless the operator changed it), 80 MiB for templates and bulk sends, 12 MiB for completing, 16 KiB where no credential is needed, 1 MiB for other JSON. `max_bytes` names the limit.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send application/json for requests and application/pdf for the content of a document, without Content-Encoding.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'The range lies outside the file',
    help: 'The Range header asks for bytes that the file does not have. `Content-Range` tells its size.',
  },
  validation: {
    status: 422,
    title: 'The request is not valid',
    help: '`detail` lists every error: `loc` tells where, `type` what kind, `msg` in words.',
  },
  'auth-level-unavailable': {
    status: 422,
    title: 'Authentication level not available',
    help: 'A recipient asks for the authentication level `account` or `passkey`. Only `link` and `otp` are available. Nothing was created or changed.',
  },
  'invalid-pdf': {
    status: 422,
    title: 'The PDF cannot be used',
    help: '`reason` is one of not_a_pdf, encrypted, certified (its author permits no changes, or it has a Countersign seal), damaged, no_pages, too_many_pages, active_content (content that can change what the document shows; `codes` names it, and this service refuses it). Upload another file and finalize again.',
  },
  'pdf-too-complex': {
    status: 422,
    title: 'Reading the PDF takes too much',
    help: 'Reading the PDF reached a limit of this service: processor time (PDF_MAX_SECONDS), what its compressed streams decode to (PDF_MAX_DECODED_BYTES), or memory. `detail` says which. Print the PDF to a new file, or split it into smaller ones, and try again. An operator can raise the settings.',
  },
  'not-sendable': {
    status: 422,
    title: 'The document cannot be sent',
    help: '`problems` names everything that is missing: no signer or approver, a signer without a field, a field on a missing page, a field without recipient, a required read-only field without value.',
  },
  'folder-depth': {
    status: 422,
    title: 'Folders nest at most five deep',
    help: 'The folder, or one inside it, would lie deeper than five levels.',
  },
  'folder-cycle': {
    status: 422,
    title: 'A folder cannot lie inside itself',
    help: 'The new parent is the folder itself or lies inside it.',
  },
  'webhook-url-refused': {
    status: 422,
    title: 'The webhook address is refused',
    help: 'The address is not https, has a port other than 443, 80 and those of WEBHOOK_PORTS, or resolves to an address that the internet cannot reach: private, loopback, link-local or reserved.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The idempotency key was used for another request',
    help: 'The same Idempotency-Key came with another method, path or body. Use a new key for a new request.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    help: 'The workspace is over its rate. Wait `Retry-After` seconds; RateLimit-* headers tell the state of the bucket.',
  },
  'mail-limit': {
    status: 429,
    title: 'Too many emails to the same people',
    help: 'The document was resent too often within an hour, or the workspace has sent too many emails to one address. Nothing was sent. Try again after `Retry-After` seconds (`retry_at`). The limits are the settings DOCUMENT_RESENDS_PER_HOUR and ADDRESS_MAILS_PER_HOUR.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    help: 'All headers together may have 16 KiB. Most often a cookie or a token has grown.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    help: 'Something failed on our side. Quote the request id to the operator.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'The database or the storage cannot be reached, or too many large bodies are being received. Try again after `Retry-After` seconds; POST requests with an Idempotency-Key are safe to repeat.',
  },
} as const satisfies Record<string, ProblemType>;

export type ProblemSlug = keyof typeof catalogue;
