/** Every problem type: slug, status, title and help (docs/spec/decisions.md, section 2, Problem types). The error pages are generated from it. */

interface ProblemType {
  status: number;
  title: string;
  /** For the error page: when the problem occurs and how to solve it. */
  help: string;
}

export const catalogue = {
  'bad-request': {
    status: 400,
    title: 'Invalid HTTP',
    help: 'The request is not valid HTTP: its first line, a header or its framing is malformed. Use an HTTP library to send requests.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    help: 'The request has no API key, or one that is malformed, unknown, revoked or expired. Send `Authorization: Bearer <key>` with a valid key of your workspace. In the console: sign in again.',
  },
  'allowance-exhausted': {
    status: 402,
    title: 'Document allowance exhausted',
    help: 'The workspace has used its allowance for the calendar month (UTC). Nothing was sent. Wait until `resets_on` of GET /v1/usage, or ask the operator to raise the allowance. Test documents are not counted.',
  },
  'storage-exhausted': {
    status: 402,
    title: 'Storage quota exhausted',
    help: 'The request does not fit into the storage quota of the workspace (STORAGE_QUOTA_BYTES). Nothing was stored. GET /v1/usage shows quota and usage. Erase documents that are no longer needed (usage is recalculated within a day), or ask the operator to raise the quota.',
  },
  'mode-forbidden': {
    status: 403,
    title: 'Not allowed in this mode',
    help: 'A test key cannot create, revoke or change anything in live mode. Use a live key. To create a test key with a test key, pass `mode: test`.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    help: 'The signed-in person needs another role in the workspace, or the request did not come from the pages of this service. Requests with the session cookie need the header `X-Workspace`, and their `Origin`, if present, must be that of this service. Requests with an API key are not affected.',
  },
  'single-sign-on-required': {
    status: 403,
    title: 'Sign in by single sign-on',
    help: 'The workspace requires single sign-on, or groups of the identity provider gave the membership, and the session began in another way. Sign in again with the button of the identity provider on the sign-in page. API keys are not affected. If the provider fails, an operator can turn the requirement off: `npm run -s admin -- workspace single-sign-on --workspace <slug> --required no`, or take over a membership with `user add --role`.',
  },
  'recent-sign-in-required': {
    status: 403,
    title: 'Sign in again',
    help: 'The signed-in person wants to add or remove a passkey, and their sign-in is older than an hour. Sign in again, in any way, and repeat the request. Other requests of the session are not affected.',
  },
  'single-sign-on-refused': {
    status: 403,
    title: 'Single sign-on was refused',
    help: 'The sign-in with the identity provider did not succeed; `detail` says why. Each attempt works once, for ten minutes, in the browser where it began. If a new attempt fails too, the operator finds the reason in the log of the API: docs/OPERATIONS.md, Single sign-on.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    help: 'Nothing with this id is visible to this key. The id is unknown or malformed, was deleted, or belongs to another workspace or to the other mode.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    help: 'The path exists, but does not support this method. The `Allow` header lists the methods that it supports.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long',
    help: 'The headers did not arrive within 10 seconds, the body paused for 10 seconds or took longer than 60 seconds, or an upload was slower than 4 KiB per second. The connection is closed. Send the request again over a faster connection.',
  },
  'document-state': {
    status: 409,
    title: 'Not possible in the current state of the document',
    help: 'The current status of the document (`current`) does not allow this operation. `allowed` lists the statuses that do.',
  },
  'display-changed': {
    status: 409,
    title: 'The document is displayed differently now',
    help: 'The sender changed the date format or the time zone after the recipient had opened the document, so the values would be printed differently from what the recipient saw. Nothing was saved. Fetch the signing session again, show the document to the recipient again, and complete with the new `shown`.',
  },
  'consent-required': {
    status: 409,
    title: 'Consent to electronic signing is missing',
    help: 'The recipient has not accepted the consent text, or saw a version of it that was replaced. Show the text of GET /v1/signing/{token} and POST /v1/signing/{token}/consent, then complete.',
  },
  'own-signature-required': {
    status: 409,
    title: 'The recipient signs with a key of their own',
    help: 'The recipient has a `signature_level`, so their values count only with a signature by their own key. The signing page goes to the provider: POST /v1/signing/{token}/own-signature, and open the returned page in the same browser. POST /v1/signing/{token}/complete and the operations of test mode cannot sign for them.',
  },
  'recipient-turn': {
    status: 409,
    title: "It is not this recipient's turn",
    help: 'A signing session can be created only while the recipient can act: others with a lower signing order must complete first, and the recipient must not have completed or declined. The `status` of a recipient becomes `sent` when the turn comes; each `document.signed` event is a good moment to check.',
  },
  'recipient-was-mailed': {
    status: 409,
    title: 'The recipient was emailed',
    help: 'The recipient has the delivery `email`: the signing link goes only to the mailbox, so that the sender cannot sign for the recipient. Create signing sessions for recipients with `delivery: "none"` only.',
  },
  'recipient-not-mailed': {
    status: 409,
    title: 'The recipient gets no emails',
    help: 'The recipient has `delivery: "none"`, so no email can be sent again, and none can bounce. Create a signing session for the recipient instead: POST /v1/documents/{doc_id}/recipients/{recipient_id}/session.',
  },
  'content-missing': {
    status: 409,
    title: 'The PDF has not been uploaded',
    help: 'Finalize was called before the PDF was uploaded. PUT the PDF to the `uploadUrl` of the draft, then finalize.',
  },
  'not-sealed': {
    status: 409,
    title: 'The document is not sealed yet',
    help: 'The sealed PDF was requested before sealing ended. Wait for the event document.sealed. When the document is completed, sealing is under way: try again after `Retry-After` seconds.',
  },
  'bulk-operation-running': {
    status: 409,
    title: 'An operation on this bulk send is running',
    help: 'An earlier operation on the whole bulk send is still running (`operation`). Wait until `operation.status` of the bulk send is `done`, then try again.',
  },
  'bulk-send-state': {
    status: 409,
    title: 'Not possible in the current state of the bulk send',
    help: 'The current status of the bulk send (`current`) does not allow this operation. `allowed` lists the statuses that do.',
  },
  'delivery-state': {
    status: 409,
    title: 'Not possible in the current state of the delivery',
    help: 'Only a dead or failed delivery can be queued again.',
  },
  'webhook-state': {
    status: 409,
    title: 'The webhook is disabled',
    help: 'A disabled webhook receives nothing, so a ping or redelivery would wait until it is enabled. Enable it first: PATCH /v1/webhooks/{webhook_id} with `active: true`.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'The first request with this idempotency key is still running',
    help: 'Another request with the same Idempotency-Key is running, or ended without a response that could be stored. Wait and try again with the same key.',
  },
  'external-id-taken': {
    status: 409,
    title: 'The external id is already in use',
    help: 'The request has `unique_external_id: true`, and another item of the same kind in this workspace and mode already has the `external_id`. `existing_id` is its id. Nothing was created or changed. Use the existing item, or choose another `external_id`.',
  },
  'last-owner': {
    status: 409,
    title: 'The last owner cannot be removed',
    help: 'A workspace needs at least one owner. Make another member an owner first.',
  },
  'folder-not-empty': {
    status: 409,
    title: 'The folder is not empty',
    help: 'Move or delete the folders and documents in it first.',
  },
  'authorization-pending': {
    status: 400,
    title: 'The authorization is pending',
    help: 'The device code has not been approved yet. Poll again after `interval` seconds (RFC 8628).',
  },
  'slow-down': {
    status: 400,
    title: 'Polling too fast',
    help: 'Add five seconds to the polling interval (RFC 8628).',
  },
  'access-denied': { status: 400, title: 'Access denied', help: 'The request for a key was denied.' },
  'expired-token': {
    status: 400,
    title: 'The device code has expired',
    help: 'Request a new device code and start again.',
  },
  'invalid-grant': {
    status: 400,
    title: 'The device code is not valid',
    help: 'The device code is unknown or has been used. The key is returned only once.',
  },
  'session-used': {
    status: 410,
    title: 'The session URL was used',
    help: 'The URL of a signing session opens the page once. Reloading the page needs a new URL: create another session for the recipient.',
  },
  'session-expired': {
    status: 410,
    title: 'The session URL has expired',
    help: 'The URL of a signing session works for five minutes. Create another session for the recipient.',
  },
  'direct-link-closed': {
    status: 410,
    title: 'The direct link cannot be used',
    help: 'The public link creates no more documents. `reason` says why: `disabled` (the sender has turned it off), `expired`, `used_up` (it has created as many documents as the sender allowed), `template_changed` (the placeholders of the template no longer match the link) or `not_possible` (the sender cannot send documents at the moment). Ask the sender for another link.',
  },
  'document-erased': {
    status: 410,
    title: 'The document was erased',
    help: 'The personal data and the files of the document were erased (`erased_at`). They cannot be restored. The audit trail remains and can be verified. If the sealed PDF was kept, it can still be downloaded.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The condition does not hold',
    help: 'The file does not match the If-Match or If-Unmodified-Since header of the request. Fetch it without the condition.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    help: 'The body is larger than the limit (`max_bytes`). Limits: MAX_PDF_BYTES for a PDF (50 MiB by default), 80 MiB for templates and bulk sends, 12 MiB for completing, 1 MiB for the draft of a recipient, 16 KiB for requests without credentials, 1 MiB for other JSON.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send application/json for requests and application/pdf for the content of a document, without Content-Encoding. Files of a document are PDF, JPEG or PNG, and DOCX if the operator has set CONVERTER_URL: `reason` is no_converter or unknown_file_type, and `file` the name of the file. The device authorization endpoints also take application/x-www-form-urlencoded.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'The range is outside the file',
    help: 'The Range header requests bytes beyond the end of the file. `Content-Range` contains the size of the file.',
  },
  validation: {
    status: 422,
    title: 'The request is not valid',
    help: '`detail` lists every error: `loc` is its location, `type` its kind, and `msg` describes it.',
  },
  'auth-level-unavailable': {
    status: 422,
    title: 'Authentication level not available',
    help: 'A recipient has the authentication level `account` or `passkey`. Only `link` and `otp` are available. Nothing was created or changed.',
  },
  'signature-level-unavailable': {
    status: 422,
    title: 'Signature level not available',
    help: "A recipient has a `signature_level`, but this installation has no provider of recipients' keys. Nothing was created or sent. The operator sets one up: docs/OPERATIONS.md, Keys of recipients. Or leave out `signature_level`.",
  },
  'invalid-file': {
    status: 422,
    title: 'The file cannot be used',
    help: '`reason` is one of damaged (the image cannot be read), too_many_pixels (the image has more than 50 million), too_slow (reading the image took longer than PDF_MAX_SECONDS; the same image can succeed later), not_converted (the converter of this service cannot turn the DOCX into a PDF). `file` is the name of the file. Nothing was changed.',
  },
  'invalid-pdf': {
    status: 422,
    title: 'The PDF cannot be used',
    help: '`reason` is one of not_a_pdf, encrypted, certified (its author or a signer permits no changes, or it already has a Countersign seal), signed (the file is one of several, and combining them would break its signature), damaged, no_pages, too_many_pages, active_content (this service refuses content that can change what the document shows; `codes` lists what was found). `file` is the name of the file if the document has several. Upload another file and finalize again.',
  },
  'pdf-too-complex': {
    status: 422,
    title: 'The PDF is too complex',
    help: 'Reading the PDF exceeded a limit of this service: processor time (PDF_MAX_SECONDS), size of its decompressed streams (PDF_MAX_DECODED_BYTES), memory, or what a seal would add to the file. `detail` names the limit. Print the PDF to a new file, or split it, and try again. An operator can raise the limits.',
  },
  'not-sendable': {
    status: 422,
    title: 'The document cannot be sent',
    help: '`problems` lists every reason: no signer or approver, a signer without a field, a field on a page that does not exist, a field without a recipient, a required read-only field without a value.',
  },
  'bulk-row-invalid': {
    status: 422,
    title: 'The row cannot be sent',
    help: 'The row of the bulk send is not valid, so there is no document to preview. `detail` says why, like the `error` of the row. Fix the row and create the bulk send again, or skip it with `skip_invalid=true`.',
  },
  'folder-depth': {
    status: 422,
    title: 'Folders can be nested at most five levels deep',
    help: 'The folder, or one inside it, would be deeper than five levels.',
  },
  'folder-cycle': {
    status: 422,
    title: 'A folder cannot be inside itself',
    help: 'The new parent is the folder itself or one of its subfolders.',
  },
  'webhook-url-refused': {
    status: 422,
    title: 'The webhook URL is not allowed',
    help: 'The URL is not https, uses a port other than 443, 80 and those of WEBHOOK_PORTS, or resolves to an address that is not public: private, loopback, link-local or reserved.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The idempotency key was used for another request',
    help: 'This Idempotency-Key was used with another method, path or body. Use a new key for each new request.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    help: 'The rate limit is exceeded. Wait `Retry-After` seconds. The RateLimit-* headers show the limit and what remains of it.',
  },
  'mail-limit': {
    status: 429,
    title: 'Too many emails',
    help: 'The document was resent too often within an hour, the workspace has sent too many emails to one address, or it has invited too many people within a day. Nothing was sent. Try again after `Retry-After` seconds (`retry_at`). The limits are the settings DOCUMENT_RESENDS_PER_HOUR and ADDRESS_MAILS_PER_HOUR.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    help: 'All headers together are larger than 16 KiB. Usually a cookie or a token has become too large.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    help: 'The service failed. Report the request id to the operator.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'The database or the storage is not reachable, or too many large requests are being received. Try again after `Retry-After` seconds. POST requests with an Idempotency-Key are safe to repeat.',
  },
} as const satisfies Record<string, ProblemType>;

export type ProblemSlug = keyof typeof catalogue;
