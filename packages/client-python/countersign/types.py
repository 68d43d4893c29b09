"""The shapes of the Countersign API: what calls take and answer.

Generated from its OpenAPI document by `npm run generate:client`: do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AdminEventOutActor(TypedDict):
    """Who did it: `user`, `api_key`, or `system` for operators and for what the service does by itself"""

    type: str
    id: str
    name: NotRequired[str]
    """As it is now; absent if it no longer exists. A bulk send has the name of its template. Not part of the hash"""


class AdminEventOutTarget(TypedDict):
    """What was changed"""

    type: str
    id: str
    name: NotRequired[str]
    """As it is now; absent if it no longer exists. A bulk send has the name of its template. Not part of the hash"""


class AdminEventOut(TypedDict):
    seq: int
    """Counted from 1 for each workspace, without gaps"""
    type: Literal["workspace.created", "workspace.changed", "workspace.single_sign_on_changed", "workspace.exported", "logo.changed", "logo.removed", "key.created", "key.revoked", "seal_key.set", "seal_key.removed", "member.invited", "member.invitation_withdrawn", "member.joined", "member.added", "member.role_changed", "member.removed", "member.sign_in_link_issued", "member.disconnected", "webhook.created", "webhook.changed", "webhook.disabled", "webhook.deleted", "webhook.secret_rotated", "document.erased", "bulk_send.rows_erased", "evidence.exported", "answers.exported", "rows.exported", "admin_log.exported", "admin_log.expired"]
    actor: AdminEventOutActor
    """Who did it: `user`, `api_key`, or `system` for operators and for what the service does by itself"""
    target: AdminEventOutTarget
    """What was changed"""
    details: dict[str, Any]
    detail_names: dict[str, str]
    """The names of people and invitations whose ids are in `details`, by member, as they are now. Not part of the hash"""
    created_at: str
    """ISO 8601 date-time"""
    ip: str | None
    """Removed after 90 days. Not part of the hash"""
    user_agent: str | None
    """Removed after 90 days. Not part of the hash"""
    prev_hash: str
    hash: str


class AdminEventPage(TypedDict):
    items: list[AdminEventOut]
    limit: int
    next_before: int | None
    """`starting_after` of the next page; null at the end"""


class AdminLogVerification(TypedDict):
    ok: bool
    count: int
    """Events that were checked"""
    first_seq: int | None
    """Greater than 1 once retention has removed older events, which `admin_log.expired` records"""
    head: str
    """The hash of the last event"""
    broken_at_seq: int | None
    reason: str | None


class AdvanceClockIn(TypedDict):
    seconds: int
    """Number of seconds to advance the clock of the document"""


class AdvanceClockOut(TypedDict):
    now: str
    """The new time of the document"""
    reminders: int
    """Number of reminders that were sent: at most one for each recipient"""
    expired: bool
    """True if the document expired"""
    document: DocumentOut | DocumentAwaitingUpload


class AnchorOutTimestamp(TypedDict):
    time: str
    """As the token states it"""
    token_base64: str
    """Timestamp token (RFC 3161) over the bytes of `hash`, in DER and base64"""


class AnchorOut(TypedDict):
    date: str
    """The day (UTC) on which it was made. There is at most one for each day"""
    root: str
    """Root of the Merkle tree (RFC 9162) over the heads of the audit trails"""
    previous_date: str | None
    """`date` of the anchor before; null for the first"""
    previous_hash: str
    """`hash` of the anchor before; 64 zeros for the first"""
    hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of `date`, `previous_date`, `previous_hash` and `root`"""
    created_at: str
    """ISO 8601 date-time"""
    timestamp: AnchorOutTimestamp | None
    """Null if the installation has no timestamp authority, or it has not answered yet"""


class AnchorPage(TypedDict):
    items: list[AnchorOut]
    limit: int
    next_starting_after: str | None
    """`starting_after` of the next page; null at the end"""


class AttemptOut(TypedDict):
    attempt: int
    """Counted from 1; starts again with each redelivery"""
    at: str
    """ISO 8601 date-time"""
    response_code: int | None
    error: str | None
    duration_ms: int


class BulkCorrectionList(TypedDict):
    items: list[BulkCorrectionOut]


class BulkCorrectionOut(TypedDict):
    line: int
    """Of the file, from 1"""
    row_no: NotRequired[int | None]
    external_id: NotRequired[str | None]
    """As in the file, if it gives no row_no"""
    result: Literal["waiting", "corrected", "unchanged", "refused", "requeued"]
    """`corrected`: changed, and mailed if it is their turn. `requeued`: a row that was never sent and is sent now. `unchanged`: nothing to change. `refused`: `error` says why"""
    error: NotRequired[str | None]


class BulkOperationOut(TypedDict):
    id: str
    kind: Literal["void_open", "remind_open", "extend", "correct"]
    status: Literal["running", "done"]
    total: int
    """Documents that were open at the beginning, or lines of the corrections"""
    done: int
    """Documents or lines that were changed"""
    skipped: dict[str, int]
    """Documents or lines that were not changed, by reason: `ended` (before their turn), `mailed_within_a_day`, `mail_limit`, `bounced`, `not_mailed`, `nobody_waits`, `already_later`, `no_expiry`, `not_in_future`, `trail_limit`, `internal`; for corrections `unchanged` and `refused`"""
    error: NotRequired[str | None]
    """Why the file of corrections could not be read"""
    started_at: str
    """ISO 8601 date-time"""
    finished_at: NotRequired[str | None]


class BulkOutcomes(TypedDict):
    completed: int
    waiting: int
    """Sent, and a recipient still has to act"""
    bounced: int
    """Like waiting, but the email to a recipient whose turn it is has bounced"""
    declined: int
    voided: int
    expired: int


class BulkRowIn(TypedDict):
    recipients: list[dict[str, Any]]
    """One per placeholder, in signing position: name, email and optional auth_level and delivery"""
    form_values: NotRequired[dict[str, str]]
    external_id: NotRequired[str | None]
    """The document's `external_id`"""
    metadata: NotRequired[dict[str, str] | None]
    """The document's `metadata`"""


class BulkRowOut(TypedDict):
    row_no: int
    """Counted from 1, in the order of the request"""
    status: Literal["invalid", "queued", "sending", "sent", "failed", "canceled"]
    recipients: list[dict[str, Any]]
    document_id: NotRequired[str | None]
    pdf: NotRequired[str | None]
    """Name of its own PDF in the ZIP; null if it uses the PDF of the template"""
    delivery_state: NotRequired[str | None]
    """The document's status, or `bounced`"""
    error: NotRequired[str | None]
    sent_at: NotRequired[str | None]
    external_id: str | None
    """Your own id for it"""
    metadata: dict[str, str]
    """Your own data"""


class BulkSendEventData(TypedDict):
    run: int
    """Counts dispatches of the bulk send, retries and repairs included"""
    status: Literal["done", "failed", "canceled"]
    row_count: int
    sent_count: int
    failed_count: int
    canceled_count: int
    invalid_count: int


class BulkSendEvent(TypedDict):
    id: str
    """`evt_outbox_<n>`: unique; the same for all retries and redeliveries. `evt_test_<hex>` for a test event"""
    type: Literal["bulk_send.completed", "bulk_send.finished"]
    created_at: str
    """ISO 8601 date-time"""
    bulk_send: str
    mode: Literal["live", "test"]
    data: BulkSendEventData
    external_id: str | None
    """The bulk send's value at the time of delivery"""
    metadata: dict[str, str]
    """The bulk send's value at the time of delivery"""


class BulkSendOutPdfs(TypedDict):
    total: int
    """Different PDFs that the rows name"""
    checked: int
    unused: int
    """Files of the ZIP that no row names"""


class BulkSendOut(TypedDict):
    id: str
    template_id: str
    mode: Literal["live", "test"]
    row_count: int
    sent_count: int
    failed_count: int
    canceled_count: int
    invalid_count: int
    """Rows that cannot be sent; `error` of each says why"""
    review_flagged: bool
    status: Literal["draft", "invalid", "ready", "dispatching", "done", "failed", "canceled"]
    created_at: str
    """ISO 8601 date-time"""
    dispatched_at: NotRequired[str | None]
    finished_at: NotRequired[str | None]
    completed_at: NotRequired[str | None]
    """When the last of its documents ended"""
    archived_at: NotRequired[str | None]
    """Since when it is hidden from lists"""
    operation: NotRequired[BulkOperationOut | None]
    """The latest operation on the whole bulk send"""
    dispatch_at: NotRequired[str | None]
    """When sending starts, if it was dispatched for later"""
    sending_window: NotRequired[SendingWindow | None]
    """When its emails may go out; null means at any time"""
    last_email_at: NotRequired[str | None]
    """Forecast: when the last of its emails will have gone out, by the limits of the mail server and the sending window. Null if nothing waits or there are no limits, and in lists"""
    source_filename: NotRequired[str | None]
    error: NotRequired[str | None]
    """Why the file could not be read completely"""
    pdfs: NotRequired[BulkSendOutPdfs | None]
    """Progress of checking the PDFs of the rows; null without a ZIP, and until the rows are read"""
    sample_rows: list[SampleRow]
    """Rows worth a preview before dispatch: the first and the last valid row, and for each of up to 20 fields the row with the longest value"""
    external_id: str | None
    """Your own id for it"""
    metadata: dict[str, str]
    """Your own data"""
    rows: NotRequired[list[BulkRowOut] | None]


class BulkSendPage(TypedDict):
    items: list[BulkSendOut]
    total: int
    limit: int
    offset: int


class CheckedAnchorOut(TypedDict):
    date: str
    seq: int
    """The anchor covers the audit trail up to this event"""
    result: Literal["matches", "trail_differs", "path_differs", "hash_differs", "timestamp_not_valid", "forked"]
    """trail_differs: the trail has another event or none in that place, or is broken before it. path_differs: the path does not lead from the trail to the root. hash_differs: the hash of the anchor is wrong. timestamp_not_valid: see `problem`. forked: another anchor, of the document or in a saved copy, cannot belong to the same chain, for example because it is of the same day"""
    problem: str | None
    timestamped_at: str | None
    timestamp_authority: str | None
    """Subject of the certificate"""
    timestamp_trust: Literal["trusted_root", "unknown"] | None
    is_in_copy: bool
    """Whether a copy that was saved earlier has the same anchor"""


class CompleteOut(TypedDict):
    status: Literal["completed"]
    document_status: Literal["draft", "sent", "partially_signed", "completed", "voided", "rejected", "expired"]


class CompleteReqShown(TypedDict):
    """The date format and time zone with which the recipient saw the document, as `GET /v1/signing/{token}` returned them. If one of them has changed since, nothing is saved and the response is 409 `display-changed`. Absent members are not compared"""

    date_format: NotRequired[str | None]
    display_timezone: NotRequired[str | None]


class CompleteReq(TypedDict):
    values: NotRequired[dict[str, str | SignatureInput | None]]
    shown: NotRequired[CompleteReqShown]
    """The date format and time zone with which the recipient saw the document, as `GET /v1/signing/{token}` returned them. If one of them has changed since, nothing is saved and the response is 409 `display-changed`. Absent members are not compared"""


class CreateBulkSendIn(TypedDict):
    template_id: str
    """Id of the template: `tpl_…`, or its UUID"""
    rows: list[BulkRowIn]
    source_filename: NotRequired[str | None]
    external_id: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    unique_external_id: NotRequired[bool]
    """If true, the request fails with `external-id-taken` when another bulk send has this `external_id`, and a row fails when a document already has the one of the row"""


class CreateDirectLinkReq(TypedDict):
    recipient_index: NotRequired[int]
    """The placeholder that the visitor fills: a signer or approver, counted from 0. The visitor always acts first"""
    recipients: NotRequired[list[RecipientSpec]]
    """The people for the other placeholders, in their order. They get the roles and signing orders of the placeholders, after the visitor"""
    confirm_email: NotRequired[bool]
    """True: the visitor gets the signing link by email, which confirms the address. False: the visitor signs at once and gets no email; the certificate of completion says that the address was not confirmed"""
    max_uses: NotRequired[int | None]
    """How many documents the link can create. Null or absent: no limit"""
    expires_at: NotRequired[str | None]
    """When the link stops working; in the future"""
    title: NotRequired[str | None]
    """Title of the documents; the name of the template by default"""
    redirect_url: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    """`metadata` of the documents"""


class CreateDocumentReq(TypedDict):
    title: str
    """1 to 300 characters, at least one of them visible"""
    recipients: NotRequired[list[RecipientSpec]]
    """At most 200 recipients"""
    fields: NotRequired[list[FieldSpec]]
    """At most 2,000 fields"""
    message: NotRequired[str | None]
    expires_at: NotRequired[str | None]
    reminder_cadence_days: NotRequired[int | None]
    """Days between reminders, at most 3,650. Without it no reminders are sent"""
    redirect_url: NotRequired[str | None]
    date_format: NotRequired[str | None]
    """Date pattern, for example `DD.MM.YYYY` or `DD.MM.YYYY HH:mm`. Tokens: `YYYY` `YY` year, `MMMM` `MMM` `MM` `M` month, `DD` `D` day, `dddd` `ddd` weekday, `HH` `H` `hh` `h` hour, `mm` `m` minute, `ss` `s` second, `A` `a` AM or PM, `Z` offset from UTC; `yyyy` `yy` `dd` `d` `EEEE` `EEE` are the same as `YYYY` `YY` `DD` `D` `dddd` `ddd`. Day, month and year must each appear once. The time comes before or after the whole date; date fields print the date only. Separators are `. , / - :` and spaces. Up to 3 words in `[brackets]` or `'quotes'` are allowed, each of at most 20 characters, without digits, control characters and right-to-left script. Without a format, dates are printed as YYYY-MM-DD"""
    display_timezone: NotRequired[str | None]
    visibility: NotRequired[Literal["everyone", "managers"]]
    external_id: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    unique_external_id: NotRequired[bool]
    """If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id`"""
    pdf_base64: NotRequired[str]
    """The PDF in base64 (RFC 4648, section 4). In a form, the part `file` is the PDF instead"""
    finalize: NotRequired[bool]
    """If true, the PDF of this request is finalized, as by POST …/finalize"""
    send: NotRequired[bool]
    """If true, the document is finalized and sent, as by POST …/finalize and POST …/send"""
    fields_from: NotRequired[Literal["tags", "form"] | None]
    """Adds fields that the PDF names: `tags` are texts such as `{{signature role=Tenant required}}`, `form` are the fields of its own form"""
    hide_tags: NotRequired[bool]
    """With `fields_from`: paint white over the tags, or over the values in the form, in the PDF that is signed. The original stays as it is"""
    roles: NotRequired[dict[str, int]]
    """With `fields_from`: names of roles in the PDF to `recipient_index`"""


class CreateKeyReq(TypedDict):
    name: str
    mode: NotRequired[str]


class CreateTemplateIn(TypedDict):
    name: str
    pdf_base64: str
    """The PDF in base64 (RFC 4648, section 4)"""
    recipients: NotRequired[list[RecipientSpec]]
    """At most 200 recipients"""
    fields: NotRequired[list[FieldSpec]]
    """At most 2,000 fields"""
    fields_from: NotRequired[Literal["tags", "form"] | None]
    """Adds fields that the PDF names: `tags` are texts such as `{{signature role=Tenant required}}`, `form` are the fields of its own form"""
    hide_tags: NotRequired[bool]
    """With `fields_from`: paint white over the tags, or over the values in the form, in the PDF that is signed. The original stays as it is"""
    roles: NotRequired[dict[str, int]]
    """With `fields_from`: names of roles in the PDF to `recipient_index`"""
    external_id: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    unique_external_id: NotRequired[bool]
    """If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id`"""


class CreateWebhookReq(TypedDict):
    url: str
    """An https:// URL"""
    events: NotRequired[list[Literal["document.bounced", "document.completed", "document.created", "document.expired", "document.opened", "document.rejected", "document.sealed", "document.sent", "document.signed", "bulk_send.completed", "bulk_send.finished"]]]
    """Event types to deliver; an empty list subscribes to every type"""


class DeliveryDetailOut(TypedDict):
    id: int
    event_id: str
    event_type: str
    status: Literal["queued", "success", "failed", "dead"]
    """A `failed` delivery is retried at `next_retry_at`; a `dead` one is not"""
    attempt: int
    """Attempts made since it was queued, at most 4"""
    created_at: str
    """ISO 8601 date-time"""
    delivered_at: NotRequired[str | None]
    last_error: NotRequired[str | None]
    next_retry_at: NotRequired[str | None]
    response_code: NotRequired[int | None]
    attempts: list[AttemptOut]
    """The last 50 attempts, including those before a redelivery"""
    request: DeliveryRequestOut


class DeliveryOut(TypedDict):
    id: int
    event_id: str
    event_type: str
    status: Literal["queued", "success", "failed", "dead"]
    """A `failed` delivery is retried at `next_retry_at`; a `dead` one is not"""
    attempt: int
    """Attempts made since it was queued, at most 4"""
    created_at: str
    """ISO 8601 date-time"""
    delivered_at: NotRequired[str | None]
    last_error: NotRequired[str | None]
    next_retry_at: NotRequired[str | None]
    response_code: NotRequired[int | None]
    attempts: list[AttemptOut]
    """The last 50 attempts, including those before a redelivery"""


class DeliveryRequestOut(TypedDict):
    method: Literal["POST"]
    url: str
    headers: dict[str, str]
    body: str
    """Exactly the text that the signatures cover"""


class DeviceCodeOut(TypedDict):
    device_code: str
    user_code: str
    """Show it to the person: `XXXX-XXXX`"""
    verification_uri: str
    verification_uri_complete: str
    expires_in: int
    """Seconds until the codes expire"""
    interval: int
    """Seconds to wait between two calls of /v1/device/token"""


class DeviceCodeReq(TypedDict):
    client: str
    client_version: NotRequired[str | None]
    mode: NotRequired[Literal["live", "test"]]
    name: NotRequired[str | None]
    """Suggested name of the key"""


class DeviceTokenOut(TypedDict):
    api_key: str
    """The full key value, returned only once"""
    key_id: str
    display: str
    mode: str
    name: str
    tenant_slug: str


class DeviceTokenReq(TypedDict):
    device_code: str


class DirectLinkOutRecipientsItem(TypedDict):
    name: str
    email: str
    auth_level: Literal["link", "otp", "account", "passkey"]
    delivery: Literal["email", "none"]


class DirectLinkOut(TypedDict):
    id: str
    template_id: str
    mode: Literal["live", "test"]
    url: str | None
    """The public address. Everyone who has it can create documents. Null if it was encrypted with a lost SECRET_KEY; the link itself then still works"""
    status: Literal["active", "disabled", "expired", "used_up", "template_changed"]
    """Only an `active` link can be visited. `template_changed`: the placeholders of the template no longer match"""
    recipient_index: int
    recipients: list[DirectLinkOutRecipientsItem]
    """The people for the other placeholders. Empty once the link is disabled"""
    confirm_email: bool
    uses: int
    """How many documents it has created"""
    max_uses: int | None
    expires_at: str | None
    disabled_at: str | None
    title: str | None
    redirect_url: str | None
    metadata: dict[str, str]
    created_at: str
    """ISO 8601 date-time"""


class DirectLinkPage(TypedDict):
    items: list[DirectLinkOut]
    total: int
    limit: int
    offset: int


class DispatchIn(TypedDict):
    dispatch_at: NotRequired[str | None]
    """Start sending at this time, at most a year ahead. A time in the past means now"""
    sending_window: NotRequired[SendingWindow | None]
    """Create documents and send their first emails and reminders only at these hours"""


class DocumentAnchorOutPathItem(TypedDict):
    side: Literal["left", "right"]
    hash: str


class DocumentAnchorOut(TypedDict):
    document_id: str
    seq: int
    """The last event of the audit trail when the anchor was made"""
    event_hash: str
    """`hash` of that event"""
    path: list[DocumentAnchorOutPathItem]
    """The path from the leaf to `root`. Each hash is joined on this side to the hash computed so far. docs/AUDIT.md explains the check"""
    anchor: AnchorOut


class DocumentAnchorPage(TypedDict):
    items: list[DocumentAnchorOut]
    limit: int
    next_starting_after: str | None
    """`starting_after` of the next page; null at the end"""


class DocumentAwaitingUpload(TypedDict):
    id: str
    status: Literal["awaiting_upload"]
    title: NotRequired[str | None]
    external_id: str | None
    """Your own id for it"""
    metadata: dict[str, str]
    """Your own data"""


class DocumentDraftOut(TypedDict):
    """Has all members of a document if the request had `finalize` or `send`"""

    id: str
    uploadUrl: str
    """Works until the document is finalized"""
    expiresAt: str
    """When `uploadUrl` stops working"""
    status: str
    """`draft` or `sent` if the request had `finalize` or `send`"""
    team_id: NotRequired[str]
    title: NotRequired[str]
    original_sha256: NotRequired[str]
    size_bytes: NotRequired[int]
    visibility: NotRequired[Literal["everyone", "managers"]]
    created_at: NotRequired[str]
    """ISO 8601 date-time"""
    mode: Literal["live", "test"]
    sealed: bool
    seal_profile: NotRequired[str | None]
    delivery_problem: bool
    sent_at: NotRequired[str | None]
    completed_at: NotRequired[str | None]
    expires_at: NotRequired[str | None]
    date_format: NotRequired[str | None]
    display_timezone: NotRequired[str | None]
    message: NotRequired[str | None]
    redirect_url: NotRequired[str | None]
    reminder_cadence_days: NotRequired[int | None]
    folder_id: NotRequired[str | None]
    source_template_id: NotRequired[str | None]
    external_id: str | None
    """Your own id for it"""
    metadata: dict[str, str]
    """Your own data"""
    bulk_send_id: NotRequired[str | None]
    """The bulk send that created the document"""
    fields: list[DocumentField]
    recipients: list[RecipientOut]
    files: list[DocumentFile]
    """The files that the document was made from, in order. Empty before the first upload"""
    erased_at: NotRequired[str]
    """Only if the personal data of the document was erased. The erased texts then read `erased`"""
    sealed_kept: NotRequired[bool]
    """Only with `erased_at`. If true, the sealed PDF and its certificate of completion can still be downloaded"""
    warnings: list[PdfWarning]
    """What a sender should know about the PDF; found when the document was finalized"""


class DocumentField(TypedDict):
    id: str
    envelope_id: str
    recipient_id: str | None
    type: Literal["signature", "initials", "name", "email", "date", "text", "number", "checkbox", "radio", "dropdown"]
    page: int | None
    """Null until finalize has found the anchor"""
    x: float | None
    """Null until finalize has found the anchor"""
    y: float | None
    """Null until finalize has found the anchor"""
    w: float
    h: float
    anchor: NotRequired[FieldAnchor | None]
    """The text that places the field, if it was given one"""
    required: bool
    read_only: bool
    settings: FieldSettings
    name: NotRequired[str | None]
    prefill_value: NotRequired[str | None]
    visible_if: NotRequired[FieldCondition | None]
    """The field is visible only while this holds. A hidden field is not asked for, has no value and is not drawn"""
    required_if: NotRequired[FieldCondition | None]
    """The field is required only while this holds. Takes the place of `required`"""
    value: NotRequired[str | None]
    completed_at: NotRequired[str | None]
    printed: NotRequired[PrintedValue | None]
    """What the sealed PDF shows in this field; null until the recipient has completed"""


class DocumentFile(TypedDict):
    id: str
    name: str
    sha256: str
    """Of the file as it was uploaded"""
    size_bytes: int
    """Of the file as it was uploaded"""
    pages: int | None
    """Null until the file has been read, at the latest by finalize"""
    first_page: int | None
    """The page of the document on which the file begins. Null until that is known"""


class DocumentOut(TypedDict):
    id: str
    team_id: str
    title: str
    status: Literal["draft", "sent", "partially_signed", "completed", "voided", "rejected", "expired", "awaiting_upload"]
    """`awaiting_upload` is a draft whose PDF is not finalized. A document is `expired` from the moment of `expires_at`."""
    original_sha256: str
    size_bytes: int
    visibility: Literal["everyone", "managers"]
    created_at: str
    """ISO 8601 date-time"""
    mode: Literal["live", "test"]
    sealed: bool
    seal_profile: NotRequired[str | None]
    delivery_problem: bool
    sent_at: NotRequired[str | None]
    completed_at: NotRequired[str | None]
    expires_at: NotRequired[str | None]
    date_format: NotRequired[str | None]
    display_timezone: NotRequired[str | None]
    message: NotRequired[str | None]
    redirect_url: NotRequired[str | None]
    reminder_cadence_days: NotRequired[int | None]
    folder_id: NotRequired[str | None]
    source_template_id: NotRequired[str | None]
    external_id: str | None
    """Your own id for it"""
    metadata: dict[str, str]
    """Your own data"""
    bulk_send_id: NotRequired[str | None]
    """The bulk send that created the document"""
    fields: list[DocumentField]
    recipients: list[RecipientOut]
    files: list[DocumentFile]
    """The files that the document was made from, in order. Empty before the first upload"""
    erased_at: NotRequired[str]
    """Only if the personal data of the document was erased. The erased texts then read `erased`"""
    sealed_kept: NotRequired[bool]
    """Only with `erased_at`. If true, the sealed PDF and its certificate of completion can still be downloaded"""
    warnings: list[PdfWarning]
    """What a sender should know about the PDF; found when the document was finalized"""


class DocumentPage(TypedDict):
    items: list[DocumentOut]
    total: int
    limit: int
    offset: int


class DuplicateDocumentIn(TypedDict):
    title: NotRequired[str | None]
    external_id: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    unique_external_id: NotRequired[bool]
    """If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id`"""


class DuplicateTemplateIn(TypedDict):
    name: NotRequired[str | None]
    external_id: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    unique_external_id: NotRequired[bool]
    """If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id`"""


class EnvelopePatch(TypedDict):
    date_format: NotRequired[str | None]
    """Date pattern, for example `DD.MM.YYYY` or `DD.MM.YYYY HH:mm`. Tokens: `YYYY` `YY` year, `MMMM` `MMM` `MM` `M` month, `DD` `D` day, `dddd` `ddd` weekday, `HH` `H` `hh` `h` hour, `mm` `m` minute, `ss` `s` second, `A` `a` AM or PM, `Z` offset from UTC; `yyyy` `yy` `dd` `d` `EEEE` `EEE` are the same as `YYYY` `YY` `DD` `D` `dddd` `ddd`. Day, month and year must each appear once. The time comes before or after the whole date; date fields print the date only. Separators are `. , / - :` and spaces. Up to 3 words in `[brackets]` or `'quotes'` are allowed, each of at most 20 characters, without digits, control characters and right-to-left script. Without a format, dates are printed as YYYY-MM-DD"""
    display_timezone: NotRequired[str | None]
    redirect_url: NotRequired[str | None]
    folder_id: NotRequired[str | None]
    """Null takes the document out of its folder"""
    clear_folder: NotRequired[bool]
    """The same as `folder_id: null`; an error together with a `folder_id`"""
    reminder_cadence_days: NotRequired[int | None]
    """Days between reminders, at most 3,650; 0 or null stops them"""
    visibility: NotRequired[Literal["everyone", "managers"] | None]
    expires_at: NotRequired[str | None]
    """In the future; can change while the document is open. Null removes the expiry"""
    external_id: NotRequired[str | None]
    metadata: NotRequired[dict[str, str | None] | None]
    unique_external_id: NotRequired[bool]
    """If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id`"""


class Envelopes(TypedDict):
    allowance: int
    used: int
    remaining: int
    resets_on: str


class EventFeed(TypedDict):
    items: list[WebhookEvent | BulkSendEvent]
    next_after: str | None
    """Pass it as `after` in the next call"""
    has_more: bool


class EventOut(TypedDict):
    envelope_id: str
    seq: int
    event_type: str
    actor: dict[str, Any]
    payload: dict[str, Any]
    payload_hash: str
    created_at_iso: str
    prev_hash: str
    hash: str
    ip: NotRequired[str | None]
    user_agent: NotRequired[str | None]
    erased_at: NotRequired[str]
    """Only if personal data of the event was erased. The hash was computed before, so it does not match what remains"""


class ExtendOpenReq(TypedDict):
    expires_at: str
    """In the future; documents that expire later keep their expiry"""
    also_without_expiry: NotRequired[bool]
    """If true, documents that never expire get this expiry too"""


class FairUse(TypedDict):
    sustained_rps: float
    burst_rps: float
    envelopes_per_day_review_threshold: int


class FieldAnchor(TypedDict):
    text: str
    """A text on the page. White space between its characters is ignored; upper and lower case differ. 1 to 200 characters, at least one of them visible"""
    occurrence: NotRequired[int]
    """Which occurrence, from 1, page by page, from top to bottom and from left to right. If the text occurs as whole words, only these are counted"""
    dx: NotRequired[float]
    """From the text's left edge, as a fraction of the page width"""
    dy: NotRequired[float]
    """From the text's top edge, as a fraction of the page height"""


FieldCondition = TypedDict(
    "FieldCondition",
    {
        "field": "NotRequired[str]",
        "equals": "NotRequired[str]",
        "not_equals": "NotRequired[str]",
        "in": "NotRequired[list[str]]",
        "filled": "NotRequired[bool]",
        "all": "NotRequired[list[FieldCondition]]",
        "any": "NotRequired[list[FieldCondition]]",
    },
)


class FieldSettings(TypedDict):
    input_modes: NotRequired[list[Literal["draw", "type", "upload"]] | None]
    max_length: NotRequired[int | None]
    min_value: NotRequired[float | None]
    max_value: NotRequired[float | None]
    options: NotRequired[list[str] | None]
    pattern: NotRequired[str | None]
    background: NotRequired[Literal["auto", "none", "white"] | None]
    """White background of the value. `auto` (the default): if the page is dark there; `none`: never; `white`: always"""


class FieldSpec(TypedDict):
    type: Literal["signature", "initials", "name", "email", "date", "text", "number", "checkbox", "radio", "dropdown"]
    page: NotRequired[int]
    """Required without an `anchor`. With one, the only page to search"""
    x: NotRequired[float]
    """Required without an `anchor`, refused with one"""
    y: NotRequired[float]
    """Required without an `anchor`, refused with one"""
    anchor: NotRequired[FieldAnchor | None]
    """In place of `x` and `y`: a text in the PDF. Finalize finds it and sets `page`, `x` and `y`"""
    w: float
    """More than 0; x + w is at most 1"""
    h: float
    """More than 0; y + h is at most 1"""
    recipient_index: int
    name: NotRequired[str | None]
    required: NotRequired[bool]
    read_only: NotRequired[bool]
    prefill_value: NotRequired[str | None]
    """In a read-only field it must fit the type and the settings. Read-only signatures and initials cannot have one"""
    settings: NotRequired[FieldSettings]
    visible_if: NotRequired[FieldCondition | None]
    """The field is visible only while this holds. A hidden field is not asked for, has no value and is not drawn"""
    required_if: NotRequired[FieldCondition | None]
    """The field is required only while this holds. Takes the place of `required`"""


class FileInOrder(TypedDict):
    id: str
    name: NotRequired[str]
    """A new name"""


class FinalizeReq(TypedDict):
    fields_from: NotRequired[Literal["tags", "form"] | None]
    """Adds fields that the PDF names: `tags` are texts such as `{{signature role=Tenant required}}`, `form` are the fields of its own form"""
    hide_tags: NotRequired[bool]
    """With `fields_from`: paint white over the tags, or over the values in the form, in the PDF that is signed. The original stays as it is"""
    roles: NotRequired[dict[str, int]]
    """With `fields_from`: names of roles in the PDF to `recipient_index`"""


class FolderIn(TypedDict):
    name: str
    parent_id: NotRequired[str | None]


class FolderOut(TypedDict):
    id: str
    name: str
    depth: int
    """1 for a root folder, at most 5"""
    parent_id: str | None


class FolderPatchIn(TypedDict):
    name: NotRequired[str | None]
    parent_id: NotRequired[str | None]
    move_to_root: NotRequired[bool]


class HTTPValidationError(TypedDict):
    type: str
    title: str
    status: int
    instance: str
    docs_url: str
    detail: list[ValidationError]


class KeyCreated(TypedDict):
    id: str
    name: str
    display: str
    mode: str
    created_at: NotRequired[str | None]
    expires_at: NotRequired[str | None]
    last_used_at: NotRequired[str | None]
    revoked_at: NotRequired[str | None]
    key: str
    """The full key value, returned only here"""


class KeyOut(TypedDict):
    id: str
    name: str
    display: str
    mode: str
    created_at: NotRequired[str | None]
    expires_at: NotRequired[str | None]
    last_used_at: NotRequired[str | None]
    revoked_at: NotRequired[str | None]


class MeWorkspace(TypedDict):
    id: str
    slug: str
    name: str


class MeUser(TypedDict):
    """The person who signed in; absent for a key"""

    id: str
    email: str
    name: str
    role: Literal["member", "manager", "owner"]


class Me(TypedDict):
    workspace: MeWorkspace
    team_id: str
    key: KeyOut
    """The API key. For a person who signed in, it describes the session"""
    user: NotRequired[MeUser]
    """The person who signed in; absent for a key"""
    mode: Literal["live", "test"]


class OwnWorkspaceOut(TypedDict):
    id: str
    slug: str
    name: str
    embed_origins: list[str]
    """At most 20 origins whose pages may show signing sessions in a frame: https, for test documents also `http://localhost` with any port"""


class PatchBulkSendIn(TypedDict):
    external_id: NotRequired[str | None]
    metadata: NotRequired[dict[str, str | None] | None]
    unique_external_id: NotRequired[bool]
    """If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id`"""


class PatchOwnWorkspaceReq(TypedDict):
    embed_origins: list[str]
    """At most 20 origins whose pages may show signing sessions in a frame: https, for test documents also `http://localhost` with any port"""


class PatchTemplateIn(TypedDict):
    name: NotRequired[str | None]
    recipients: NotRequired[list[RecipientSpec] | None]
    fields: NotRequired[list[FieldSpec] | None]
    external_id: NotRequired[str | None]
    metadata: NotRequired[dict[str, str | None] | None]
    unique_external_id: NotRequired[bool]
    """If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id`"""


class PatchWebhookReq(TypedDict):
    url: NotRequired[str | None]
    events: NotRequired[list[Literal["document.bounced", "document.completed", "document.created", "document.expired", "document.opened", "document.rejected", "document.sealed", "document.sent", "document.signed", "bulk_send.completed", "bulk_send.finished"]] | None]
    active: NotRequired[bool | None]


class PdfWarning(TypedDict):
    code: Literal["javascript", "layers", "hidden_layers", "xfa_form", "xfa_dynamic", "launch_action", "submit_action", "import_action", "reset_action", "hide_action", "opens_other", "embedded_document", "portfolio", "multimedia", "external_content", "print_alternates", "annotation_states", "missing_appearances", "missing_fonts", "transfer_functions", "not_examined", "signed_before", "owner_password", "annotations_above", "repaired", "structure_defect"]
    """Stable identifier; docs/SEALING.md lists all codes"""
    message: str
    """One sentence that describes the finding"""
    advice: str
    """What the sender can do"""


class PingOut(TypedDict):
    id: int
    event_id: str
    status: str


class PreparationSessionOut(TypedDict):
    url: str
    """Opens the editor once, within five minutes. A secret"""
    expires_at: str
    """ISO 8601 date-time"""


class PreparationSessionReq(TypedDict):
    can_send: NotRequired[bool]
    """Whether the person may send the document. Otherwise your application sends it"""


class PrintedValue(TypedDict):
    kind: Literal["nothing", "text", "check", "radio", "signature"]
    """`check` and `radio` draw a mark; `nothing` leaves the field empty"""
    text: NotRequired[str]
    """The printed text; the letters of a typed signature"""
    mode: NotRequired[Literal["draw", "type", "upload"]]
    """Signatures only: how the signature was made"""
    font: NotRequired[str]
    """Typed signatures only: the handwriting font, if one was chosen"""
    sha256: NotRequired[str]
    """Drawn signatures: SHA-256 of the canonical JSON of the drawing. Uploaded ones: SHA-256 of the prepared image"""


class Problem(TypedDict):
    type: str
    title: str
    status: int
    instance: str
    docs_url: str
    detail: NotRequired[str]


class RecipientOutOwnSignature(TypedDict):
    level: Literal["advanced", "qualified"]
    """As the provider stated it"""
    provider: str


class RecipientOut(TypedDict):
    id: str
    envelope_id: str
    name: str
    email: str
    email_normalized: str
    role: Literal["signer", "approver", "viewer", "cc"]
    auth_level: Literal["link", "otp", "account", "passkey"]
    signing_order: int
    delivery: Literal["email", "none"]
    signature_level: Literal["advanced", "qualified"] | None
    """The lowest level at which the recipient signs with a key of their own; null: a simple signature"""
    own_signature: RecipientOutOwnSignature | None
    """The signature with the key of the recipient, once they have completed"""
    status: Literal["pending", "sent", "opened", "completed", "rejected", "reassigned"]
    completed_at: NotRequired[str | None]
    consent_at: NotRequired[str | None]
    rejected_at: NotRequired[str | None]
    reject_reason: NotRequired[str | None]
    reassigned_from: NotRequired[str | None]


class RecipientPatch(TypedDict):
    email: NotRequired[str]
    name: NotRequired[str]
    signing_order: NotRequired[int]
    auth_level: NotRequired[Literal["link", "otp", "account", "passkey"]]
    """Only `link` and `otp` are available"""
    delivery: NotRequired[Literal["email", "none"]]
    """Cannot become `none` once the recipient was emailed: 409 `recipient-was-mailed`"""


class RecipientSpec(TypedDict):
    email: str
    name: str
    """1 to 200 characters, at least one of them visible"""
    role: NotRequired[Literal["signer", "approver", "viewer", "cc"]]
    signing_order: NotRequired[int]
    auth_level: NotRequired[Literal["link", "otp", "account", "passkey"]]
    """Only `link` and `otp` are available"""
    delivery: NotRequired[Literal["email", "none"]]
    """`none`: the recipient gets no invitation, reminder, notice or copy by email. Your application opens the signing page for them with `POST /v1/documents/{doc_id}/recipients/{recipient_id}/session`"""
    signature_level: NotRequired[Literal["advanced", "qualified"] | None]
    """The lowest level at which the recipient signs with a key of their own, at the provider of this installation. Absent or null: a simple signature. Only for signers with emails, each with a `signing_order` of their own; not in templates"""


class RedeliverDeadOut(TypedDict):
    queued: int
    """Number of deliveries that were queued, at most 10,000"""
    more: bool
    """True if dead deliveries remain: call again"""


class RedeliverOut(TypedDict):
    id: int
    status: Literal["queued"]


class RequestOutKey(TypedDict):
    id: str
    name: str
    display: str


class RequestOut(TypedDict):
    id: str
    """Id of the entry"""
    request_id: str
    """`X-Request-Id` of the response. Unique unless the caller has sent the same one repeatedly"""
    created_at: str
    """ISO 8601 date-time"""
    method: str
    route: str
    """The path of this reference: `/v1/documents/{doc_id}`"""
    path: str
    """The path that was called. Anything in it that is no id is replaced by `…`"""
    query: str | None
    """The query string. Values that could name a person or hold a secret are replaced by `…`"""
    status: int | None
    """Null if the caller disconnected before the response"""
    problem: str | None
    """Type of the problem, as at `/errors`: `validation`"""
    duration_ms: int
    key: RequestOutKey | None
    document_id: str | None
    has_idempotency_key: bool
    is_replay: bool
    """Whether the response was that of an earlier request with the same key"""
    user_agent: str | None


class RequestPage(TypedDict):
    items: list[RequestOut]
    limit: int
    next_starting_after: str | None
    """Where the next page starts; null at the end. With filters, a page may have fewer items than `limit`, or none, although more follow"""


class SampleRow(TypedDict):
    row_no: int
    reason: Literal["first", "last", "longest"]
    field: NotRequired[str | None]
    """With `longest`: the name of the field"""


class SendOut(TypedDict):
    id: str
    status: Literal["sent"]


class SendReq(TypedDict):
    message: NotRequired[str | None]


SendingWindow = TypedDict(
    "SendingWindow",
    {
        "from": "str",
        "until": "str",
        "time_zone": "str",
    },
)


SignAsIn: TypeAlias = "CompleteReq"


class SignatureInputType(TypedDict):
    mode: Literal["type"]
    text: str
    font: NotRequired[Literal["dancing-script", "caveat", "great-vibes", "marck-script", "sacramento"] | None]
    """Handwriting font, dancing-script by default. If the font lacks a letter of the text, another one that has all letters is used, otherwise a plain font"""


class SignatureInputDraw(TypedDict):
    mode: Literal["draw"]
    width: float
    height: float
    strokes: list[list[list[float]]]


class SignatureInputUpload(TypedDict):
    mode: Literal["upload"]
    image_base64: str


SignatureInput: TypeAlias = "SignatureInputType | SignatureInputDraw | SignatureInputUpload"


class SigningSessionOut(TypedDict):
    url: str
    """Opens the signing page once, within five minutes. A secret"""
    expires_at: str
    """ISO 8601 date-time"""


class StorageUse(TypedDict):
    quota_bytes: int
    """Bytes that the workspace may store"""
    used_bytes: int
    """Bytes that the workspace stores. Uploads are counted immediately; sealed, removed and erased files within a day"""


class TemplateOut(TypedDict):
    id: str
    name: str
    sha256: str
    team_id: str
    created_at: str
    """ISO 8601 date-time"""
    updated_at: NotRequired[str | None]
    version: int
    fields: list[FieldSpec]
    recipients: list[RecipientSpec]
    external_id: str | None
    """Your own id for it"""
    metadata: dict[str, str]
    """Your own data"""
    warnings: list[PdfWarning]
    """What a sender should know about the PDF; found when the template was created"""


class TemplatePage(TypedDict):
    items: list[TemplateOut]
    total: int
    limit: int
    offset: int


class TemplateVersionOutSavedBy(TypedDict):
    """Who made this version"""

    type: Literal["api_key", "user", "recipient", "system"]
    name: str | None


class TemplateVersionOut(TypedDict):
    version: int
    name: str
    saved_at: str
    """ISO 8601 date-time"""
    saved_by: TemplateVersionOutSavedBy
    """Who made this version"""
    recipient_count: int
    field_count: int


class TestEventReq(TypedDict):
    type: Literal["document.bounced", "document.completed", "document.created", "document.expired", "document.opened", "document.rejected", "document.sealed", "document.sent", "document.signed", "bulk_send.completed", "bulk_send.finished"]
    """The type of the event to send"""


class Usage(TypedDict):
    envelopes: Envelopes
    fair_use: FairUse
    storage: StorageUse


class UseTemplateIn(TypedDict):
    recipients: list[RecipientSpec]
    """At most 200 recipients"""
    title: NotRequired[str | None]
    message: NotRequired[str | None]
    date_format: NotRequired[str | None]
    """Date pattern, for example `DD.MM.YYYY` or `DD.MM.YYYY HH:mm`. Tokens: `YYYY` `YY` year, `MMMM` `MMM` `MM` `M` month, `DD` `D` day, `dddd` `ddd` weekday, `HH` `H` `hh` `h` hour, `mm` `m` minute, `ss` `s` second, `A` `a` AM or PM, `Z` offset from UTC; `yyyy` `yy` `dd` `d` `EEEE` `EEE` are the same as `YYYY` `YY` `DD` `D` `dddd` `ddd`. Day, month and year must each appear once. The time comes before or after the whole date; date fields print the date only. Separators are `. , / - :` and spaces. Up to 3 words in `[brackets]` or `'quotes'` are allowed, each of at most 20 characters, without digits, control characters and right-to-left script. Without a format, dates are printed as YYYY-MM-DD"""
    display_timezone: NotRequired[str | None]
    redirect_url: NotRequired[str | None]
    form_values: NotRequired[dict[str, str]]
    send: NotRequired[bool]
    """If true, the document is sent, as by POST …/send"""
    external_id: NotRequired[str | None]
    metadata: NotRequired[dict[str, str] | None]
    unique_external_id: NotRequired[bool]
    """If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id`"""


class ValidationError(TypedDict):
    loc: list[str | int]
    msg: str
    type: str
    input: NotRequired[Any]
    ctx: NotRequired[dict[str, Any]]


class VerifiedSignatureOut(TypedDict):
    valid: bool
    """Whether the digest and the signature value match the covered bytes"""
    covers_whole_file: bool
    covers_up_to: int | None
    """Number of bytes that the signature covers, from the beginning of the file; null if this cannot be determined"""
    only_validation_data_after: bool
    """Whether the file after the covered bytes contains only data for validating the signature later, and document timestamps (PAdES-B-LT, B-LTA)"""
    later_changes: Literal["none", "validation_data", "form_filling", "other"]
    """What was added after the covered bytes. validation_data: only validation data and document timestamps. form_filling: also filled-in form fields and further signatures that the signature permits. other: anything else"""
    sub_filter: str
    """Format of the signature, as the file states it"""
    signer_subject: str | None
    """Subject of the certificate. Anyone can make a certificate with any name: see `signer_trust`"""
    signer_fingerprint_sha256: str | None
    """SHA-256 of the signer's certificate"""
    signer_trust: Literal["installation", "trusted_root", "unknown"]
    """installation: signed with a seal certificate of this installation. trusted_root: a trusted root vouches for the certificate. unknown: neither, or the signature is not valid"""
    signer_trust_problem: str | None
    """Why the signer is unknown; null if the signer is known, or the signature is not valid"""
    signed_at: str | None
    """Time of signing, as the signer states it"""
    timestamped_at: str | None
    """Time of the timestamp, as the timestamp authority states it: see `timestamp_trust`"""
    timestamp_trust: Literal["trusted_root", "unknown"] | None
    """Whether a trusted root vouches for the timestamp authority; null without a valid timestamp"""
    profile: Literal["PAdES-B-B", "PAdES-B-T", "PAdES-B-LT", "PAdES-B-LTA"] | None
    problems: list[str]


class VerifyOutFile(TypedDict):
    size_bytes: int
    sha256: str


class VerifyOutCountersignRecipientSignaturesItem(TypedDict):
    signature: int | None
    """Index in `signatures`; null if the file does not have it"""
    level: Literal["advanced", "qualified"]
    provider: str
    """Who stated the level: the provider of the key"""


class VerifyOutCountersign(TypedDict):
    signature: int
    """Index in `signatures` of the seal that states this"""
    document_id: str
    mode: Literal["live", "test"] | None
    original_sha256: str
    files_sha256: list[str]
    """Digests of the files that the original document was made from, in their order; empty for a document of one PDF"""
    recipient_signatures: list[VerifyOutCountersignRecipientSignaturesItem]
    """Signatures that recipients made with their own keys before the seal. The seal is valid only with all of them. Empty if there are none"""
    contains_original: bool
    """Whether the file begins with the original document, byte for byte"""
    original_repaired: bool
    """Whether the original was repaired before sealing; the file then cannot begin with it byte for byte"""
    chain_seq: int
    chain_head: str
    values_sha256: str
    """Digest of the signed values of all recipients"""


class VerifyOutInstance(TypedDict):
    knows_document: bool
    chain: Literal["matches", "differs"] | None
    """Whether the audit trail of this installation is complete and contains the sealed head"""
    values: Literal["match", "differ"] | None
    """Whether the signed values in the audit trail match the digest in the seal"""
    file: Literal["identical", "extended", "different", "never_sealed"] | None
    """Whether this is the file that this installation sealed for the document. extended: it is, with validation data or timestamps that were added later"""
    certificate: Literal["matches", "differs"] | None
    """Whether this installation uses the certificate to seal documents of this mode"""


class VerifyOutEvents(TypedDict):
    chain: Literal["sound", "broken"]
    detail: str | None
    """Where and why the chain is broken. For a sound chain, what was erased from it"""
    head: Literal["matches", "differs", "absent"]
    """absent: the file names no head"""
    values: Literal["match", "differ"] | None
    """Whether the signed values in the events match the digest in the seal"""
    file: Literal["identical", "extended", "different"] | None
    """As `file` of `instance`; null if the events name no sealed file"""
    unprotected: int
    """How many events come after the one that a seal of a known signer names and after the last one that an anchor of the saved copy covers. Anyone could have written them, and could have had an anchor over them timestamped"""


class VerifyOut(TypedDict):
    verdict: Literal["intact", "unknown_signer", "changed", "not_valid", "unsigned", "contradicted"]
    """intact: the deciding signature is valid, nothing but validation data was added after it, and its signer is known. unknown_signer: the signature is valid and covers the file, but its certificate is not known here, so anyone could have made it. changed: something was added after the signature. not_valid: the signature is not valid. unsigned: the file has no signature; document timestamps do not count. contradicted: the signature is valid, but the file is not what was sealed according to this installation, the audit trail, or the seal itself."""
    intact: bool
    """True only for the verdict `intact`"""
    test_document: bool
    """The seal states that the document was made in test mode: it is not legally binding"""
    file: VerifyOutFile
    signatures: list[VerifiedSignatureOut]
    """In the order in which they were added to the file; empty for an unsigned file"""
    deciding_signature: int | None
    """Index in `signatures` of the signature that the verdict is about: the Countersign seal, otherwise the last signature that is not a document timestamp; null for an unsigned file"""
    countersign: VerifyOutCountersign | None
    """What a Countersign seal states about its document; null for files sealed by others. Trust it only if the signature is valid and its signer is known"""
    instance: VerifyOutInstance | None
    """What this installation knows about the document; null if the file names no document, and in offline verification"""
    events: VerifyOutEvents | None
    """Result of checking an exported audit trail; only in offline verification"""
    anchors: list[CheckedAnchorOut] | None
    """Result of comparing the exported audit trail with its anchors; only in offline verification"""


class VoidOut(TypedDict):
    id: str
    status: Literal["voided"]


class VoidReq(TypedDict):
    reason: str


class WebhookCreated(TypedDict):
    id: str
    url: str
    events: list[str]
    """Subscribed event types; empty means every type"""
    active: bool
    previous_secret_expires_at: NotRequired[str | None]
    """Until then deliveries are also signed with the previous secret"""
    secret: str
    """The signing secret, `whsec_…`; shown once"""


class WebhookEventData(TypedDict):
    seq: int
    engine_event_type: str
    actor: str
    """`type:id`"""


class WebhookEvent(TypedDict):
    id: str
    """`evt_outbox_<n>`: unique; the same for all retries and redeliveries. `evt_test_<hex>` for a test event"""
    type: Literal["document.bounced", "document.completed", "document.created", "document.expired", "document.opened", "document.rejected", "document.sealed", "document.sent", "document.signed"]
    created_at: str
    """ISO 8601 date-time"""
    document: str
    mode: Literal["live", "test"]
    data: WebhookEventData
    external_id: str | None
    """The document's value at the time of delivery"""
    metadata: dict[str, str]
    """The document's value at the time of delivery"""


class WebhookOut(TypedDict):
    id: str
    url: str
    events: list[str]
    """Subscribed event types; empty means every type"""
    active: bool
    previous_secret_expires_at: NotRequired[str | None]
    """Until then deliveries are also signed with the previous secret"""


class WebhookPing(TypedDict):
    id: str
    """`evt_ping_<hex>`"""
    type: Literal["ping"]
    created_at: str
    """ISO 8601 date-time"""
    mode: Literal["live", "test"]
