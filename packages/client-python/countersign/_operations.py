"""One method per operation of the Countersign API.

Generated from its OpenAPI document by `npm run generate:client`: do not edit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from . import types
from ._request import Call, Content, File


class Operations:
    def _call(self, call: Call) -> Any:
        raise NotImplementedError

    def list_documents(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        starting_after: str | None = None,
        status: Sequence[Literal["draft", "sent", "partially_signed", "completed", "voided", "rejected", "expired", "awaiting_upload"]] | None = None,
        folder_id: str | Literal["root"] | None = None,
        q: str | None = None,
        recipient: str | None = None,
        external_id: str | None = None,
        search: str | None = None,
        bulk_send_id: str | Literal["none"] | None = None,
        delivery_problem: Any | None = None,
        sort: Literal["-created_at", "created_at", "title", "-title", "expires_at", "-expires_at"] | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> types.DocumentPage:
        """List documents.

        Documents of the mode of the key, newest first. A document is listed as `expired` from the moment of its `expires_at`. For the next page use `starting_after`, or follow the header `Link`.
        """
        answer: types.DocumentPage = self._call(
            Call(
                "GET",
                "/v1/documents",
                query={"limit": limit, "offset": offset, "starting_after": starting_after, "status": status, "folder_id": folder_id, "q": q, "recipient": recipient, "external_id": external_id, "search": search, "bulk_send_id": bulk_send_id, "delivery_problem": delivery_problem, "sort": sort, "created_after": created_after, "created_before": created_before},
            )
        )
        return answer

    def create_document(
        self,
        body: types.CreateDocumentReq,
        *,
        files: Sequence[File] | None = None,
        idempotency_key: str | None = None,
    ) -> types.DocumentDraftOut:
        """Create a document.

        Creates a draft. Next, PUT the PDF to `uploadUrl` with the content type `application/pdf`, then finalize the document. The URL is a credential of its own: it needs no API key, works from a browser of any origin, and expires at `expiresAt`. Or send the PDF in the same request, as `pdf_base64` or in a form with the parts `document` (this JSON) and `file`. The part `file` can be repeated: PDF, JPEG, PNG and DOCX files become one document, in their order, as with POST …/files. With `finalize: true` the document is finalized too, and with `send: true` also sent, all in one transaction. If a step fails, nothing is created, and the member `step` of the problem (`create`, `upload`, `finalize`, `send`) names it.
        """
        answer: types.DocumentDraftOut = self._call(
            Call(
                "POST",
                "/v1/documents",
                body=body,
                files=files,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def get_document(
        self,
        doc_id: str,
    ) -> types.DocumentOut | types.DocumentAwaitingUpload:
        """Fetch a document."""
        answer: types.DocumentOut | types.DocumentAwaitingUpload = self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}",
                path={"doc_id": doc_id},
            )
        )
        return answer

    def patch_document(
        self,
        doc_id: str,
        body: types.EnvelopePatch,
    ) -> types.DocumentOut:
        """Change display preferences, expiry, folder, visibility, external_id and metadata.

        Absent members do not change. `null` clears a member, except `visibility`: `folder_id: null` takes the document out of its folder, `reminder_cadence_days: null` stops reminders. `metadata` is merged by key: a text sets the key, null removes it, absent keys stay; `metadata: null` removes all keys. `expires_at` can change until the document is completed or closed; everything else can change in every status.
        """
        answer: types.DocumentOut = self._call(
            Call(
                "PATCH",
                "/v1/documents/{doc_id}",
                path={"doc_id": doc_id},
                body=body,
            )
        )
        return answer

    def upload_content(
        self,
        doc_id: str,
        content: Content,
        *,
        token: str | None = None,
    ) -> None:
        """Upload the PDF.

        Can be repeated until the document is finalized. The last upload is used, and files of POST …/files follow it. With `token`, as in `uploadUrl`, no API key is needed.
        """
        self._call(
            Call(
                "PUT",
                "/v1/documents/{doc_id}/content",
                path={"doc_id": doc_id},
                query={"token": token},
                content=content,
                content_type="application/pdf",
                answer="none",
            )
        )

    def download_document(
        self,
        doc_id: str,
        *,
        version: Literal["original", "sealed", "certificate"] | None = None,
    ) -> bytes:
        """Download the original, the sealed PDF or the certificate.

        By default the sealed PDF of a completed document, otherwise the original. Supports `Range`, `If-Range` and `If-None-Match`.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}/download",
                path={"doc_id": doc_id},
                query={"version": version},
                answer="bytes",
            )
        )
        return answer

    def duplicate_document(
        self,
        doc_id: str,
        body: types.DuplicateDocumentIn | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.DocumentOut:
        """Duplicate a document.

        Creates a draft from the original PDF with the same recipients, fields and display preferences. `external_id` and `metadata` are not copied. Nothing is emailed until it is sent.
        """
        answer: types.DocumentOut = self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/duplicate",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def list_events(
        self,
        doc_id: str,
        *,
        after: int | None = None,
        limit: int | None = None,
    ) -> list[types.EventOut]:
        """List the audit trail.

        The audit events in `seq` order, a hash chain; docs/AUDIT.md explains how to verify it. A response has at most 10,000 events. When more follow, the header `Link` has the address of the next page.
        """
        answer: list[types.EventOut] = self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}/events",
                path={"doc_id": doc_id},
                query={"after": after, "limit": limit},
            )
        )
        return answer

    def list_document_anchors(
        self,
        doc_id: str,
        *,
        limit: int | None = None,
        starting_after: str | None = None,
    ) -> types.DocumentAnchorPage:
        """List the anchors of the audit trail.

        Each item has an anchor, and the proof that it covers the audit trail up to the event `seq`; oldest first. Pass `items` to `countersign verify --anchors`. A document is anchored for the first time on the day after it was created. Test documents are not anchored.
        """
        answer: types.DocumentAnchorPage = self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}/anchors",
                path={"doc_id": doc_id},
                query={"limit": limit, "starting_after": starting_after},
            )
        )
        return answer

    def create_signing_session(
        self,
        doc_id: str,
        recipient_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.SigningSessionOut:
        """Open the signing page for a recipient.

        For a recipient with `delivery: "none"` whose turn it is. The URL opens the signing page once, within five minutes, in a frame of the origins in `embed_origins` of the workspace or in a window of its own. With this call your application vouches for the person: the audit trail and the certificate of completion name the API key and the time. At most 60 an hour for one recipient. Give the URL only to the recipient.
        """
        answer: types.SigningSessionOut = self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/recipients/{recipient_id}/session",
                path={"doc_id": doc_id, "recipient_id": recipient_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def create_preparation_session(
        self,
        doc_id: str,
        body: types.PreparationSessionReq | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.PreparationSessionOut:
        """Open the editor of a draft for a person.

        For a finalized draft. The URL opens the editor of this document once, within five minutes, in a frame of the origins in `embed_origins` of the workspace or in a window of its own. The page works for two hours. It can read the document and its files, replace recipients and fields, and send it unless `can_send` is false; nothing else. It acts on behalf of the caller of this operation. At most 60 an hour for one document.
        """
        answer: types.PreparationSessionOut = self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/preparation-session",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def set_fields(
        self,
        doc_id: str,
        body: list[types.FieldSpec],
    ) -> types.DocumentOut:
        """Replace the fields of a draft.

        A field has either a place (`page`, `x`, `y`) or an `anchor`. Anchors are found at once if the document is finalized, else by finalize.
        """
        answer: types.DocumentOut = self._call(
            Call(
                "PUT",
                "/v1/documents/{doc_id}/fields",
                path={"doc_id": doc_id},
                body=body,
            )
        )
        return answer

    def list_files(
        self,
        doc_id: str,
    ) -> list[types.DocumentFile]:
        """List the files of a document.

        The files that the document is or was made from, in their order. A document of one PDF has that file.
        """
        answer: list[types.DocumentFile] = self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}/files",
                path={"doc_id": doc_id},
            )
        )
        return answer

    def add_files(
        self,
        doc_id: str,
        content: Content,
        *,
        files: Sequence[File] | None = None,
        name: str | None = None,
        idempotency_key: str | None = None,
    ) -> types.DocumentOut:
        """Add files to a draft.

        Adds PDF, JPEG, PNG and DOCX files after those of the draft, until it is finalized. Send one file as the body, or several as parts `file` of a form. Finalize combines them into one PDF with a bookmark for each. An image becomes an A4 page. DOCX needs CONVERTER_URL. A PDF that is encrypted or signed cannot be combined with others. At most 20 files, which together have at most MAX_PDF_BYTES and MAX_PDF_PAGES. The SHA-256 of each file is on the certificate of completion.
        """
        answer: types.DocumentOut = self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/files",
                path={"doc_id": doc_id},
                query={"name": name},
                content=content,
                content_type="application/pdf",
                files=files,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def order_files(
        self,
        doc_id: str,
        body: list[types.FileInOrder],
    ) -> types.DocumentOut:
        """Change the order or the names of the files of a draft.

        Takes every file of the document once, in the new order. A `name` is the new name of the file.
        """
        answer: types.DocumentOut = self._call(
            Call(
                "PUT",
                "/v1/documents/{doc_id}/files",
                path={"doc_id": doc_id},
                body=body,
            )
        )
        return answer

    def download_file(
        self,
        doc_id: str,
        file_id: str,
    ) -> bytes:
        """Download one of the files of a document.

        The file as it was uploaded, also after the document was finalized: its SHA-256 is the one on the certificate of completion. Supports Range and If-None-Match.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}/files/{file_id}/content",
                path={"doc_id": doc_id, "file_id": file_id},
                answer="bytes",
            )
        )
        return answer

    def remove_file(
        self,
        doc_id: str,
        file_id: str,
    ) -> None:
        """Remove a file of a draft."""
        self._call(
            Call(
                "DELETE",
                "/v1/documents/{doc_id}/files/{file_id}",
                path={"doc_id": doc_id, "file_id": file_id},
                answer="none",
            )
        )

    def finalize_document(
        self,
        doc_id: str,
        body: types.FinalizeReq | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.DocumentOut:
        """Finalize the document.

        Checks the uploaded PDF and makes it the original of the document. Several files are combined into one PDF first. Every PDF that is accepted here can be sealed. Repeating the call changes nothing. `warnings` name what a sender should know about the PDF, for example earlier signatures, or content that can change what the document shows. Fields with an `anchor` get their place; a text that is not in the PDF is a validation problem that names the nearest text. With `fields_from`, fields that the PDF names are added.
        """
        answer: types.DocumentOut = self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/finalize",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def set_recipients(
        self,
        doc_id: str,
        body: list[types.RecipientSpec],
    ) -> types.DocumentOut:
        """Replace the recipients of a draft.

        A recipient with the same address and role as before keeps its id and fields. Fields of removed recipients stay without a recipient and prevent sending until they are replaced.
        """
        answer: types.DocumentOut = self._call(
            Call(
                "PUT",
                "/v1/documents/{doc_id}/recipients",
                path={"doc_id": doc_id},
                body=body,
            )
        )
        return answer

    def correct_recipient(
        self,
        doc_id: str,
        recipient_id: str,
        body: types.RecipientPatch,
    ) -> types.DocumentOut:
        """Correct a recipient who has not acted yet.

        Changes name, email, signing order, authentication level or delivery, also after the document was sent. Then the old link stops working, an earlier consent no longer counts, and a new invitation is sent as soon as it is the turn of the recipient. The event `recipient.corrected` has the old and the new values.
        """
        answer: types.DocumentOut = self._call(
            Call(
                "PATCH",
                "/v1/documents/{doc_id}/recipients/{recipient_id}",
                path={"doc_id": doc_id, "recipient_id": recipient_id},
                body=body,
            )
        )
        return answer

    def send_document(
        self,
        doc_id: str,
        body: types.SendReq | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.SendOut:
        """Send a document, or resend the invitations.

        The first send issues the signing links and counts an envelope in live mode. On an open document it resends the invitation, with the same link, to every recipient whose turn it is and who has not completed. Recipients with `delivery: "none"` get no email; when only such recipients are due, the response is `recipient-not-mailed`. A document can be resent DOCUMENT_RESENDS_PER_HOUR times an hour, and a workspace can send ADDRESS_MAILS_PER_HOUR emails an hour to one address; beyond that the response is `mail-limit`.
        """
        answer: types.SendOut = self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/send",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def void_document(
        self,
        doc_id: str,
        body: types.VoidReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.VoidOut:
        """Void an open document.

        Sends an email to every recipient who received a signing link.
        """
        answer: types.VoidOut = self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/void",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def download_evidence(
        self,
        *,
        status: Sequence[Literal["draft", "sent", "partially_signed", "completed", "voided", "rejected", "expired", "awaiting_upload"]] | None = None,
        folder_id: str | Literal["root"] | None = None,
        q: str | None = None,
        recipient: str | None = None,
        external_id: str | None = None,
        search: str | None = None,
        bulk_send_id: str | Literal["none"] | None = None,
        delivery_problem: Any | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        as_of: str | None = None,
    ) -> bytes:
        """Download the sealed PDFs and audit trails of many documents.

        The documents are those that the same filters list. The archive (tar) has for each sealed document `sealed/<title> (<id>).pdf` and `trails/<id>.json`, its audit trail up to the seal, and at the end `SHA256SUMS` for `sha256sum --check`. For an erased document it has what is left: the trail, and the PDF if it was kept. It is generated while it is sent, so there is no `Content-Length`; `HEAD` has it. To continue an interrupted download, request the address in `Content-Location` with `Range: bytes=<count>-` and the ETag in `If-Range`. If a document of the archive was erased meanwhile, the response is the whole new archive.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/documents/evidence.tar",
                query={"status": status, "folder_id": folder_id, "q": q, "recipient": recipient, "external_id": external_id, "search": search, "bulk_send_id": bulk_send_id, "delivery_problem": delivery_problem, "created_after": created_after, "created_before": created_before, "as_of": as_of},
                answer="bytes",
            )
        )
        return answer

    def list_templates(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        starting_after: str | None = None,
        q: str | None = None,
        external_id: str | None = None,
    ) -> types.TemplatePage:
        """List templates.

        Newest first. Both modes share the templates of a workspace.
        """
        answer: types.TemplatePage = self._call(
            Call(
                "GET",
                "/v1/templates",
                query={"limit": limit, "offset": offset, "starting_after": starting_after, "q": q, "external_id": external_id},
            )
        )
        return answer

    def create_template(
        self,
        body: types.CreateTemplateIn,
        *,
        idempotency_key: str | None = None,
    ) -> types.TemplateOut:
        """Create a template.

        The PDF is checked at once: every PDF that is accepted here can be sealed. At most 80 MiB of JSON.
        """
        answer: types.TemplateOut = self._call(
            Call(
                "POST",
                "/v1/templates",
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def get_template(
        self,
        tpl_id: str,
    ) -> types.TemplateOut:
        """Fetch a template.

        The returned definition can be stored again unchanged.
        """
        answer: types.TemplateOut = self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}",
                path={"tpl_id": tpl_id},
            )
        )
        return answer

    def patch_template(
        self,
        tpl_id: str,
        body: types.PatchTemplateIn,
    ) -> types.TemplateOut:
        """Replace parts of a template.

        The given parts replace the stored ones; absent and null parts do not change. `metadata` is merged by key, where null removes a key; null clears `external_id`. Every call increases `version`. Existing documents do not change.
        """
        answer: types.TemplateOut = self._call(
            Call(
                "PATCH",
                "/v1/templates/{tpl_id}",
                path={"tpl_id": tpl_id},
                body=body,
            )
        )
        return answer

    def delete_template(
        self,
        tpl_id: str,
    ) -> None:
        """Delete a template.

        The template can no longer be listed, fetched or used. Documents created from it do not change.
        """
        self._call(
            Call(
                "DELETE",
                "/v1/templates/{tpl_id}",
                path={"tpl_id": tpl_id},
                answer="none",
            )
        )

    def duplicate_template(
        self,
        tpl_id: str,
        body: types.DuplicateTemplateIn | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.TemplateOut:
        """Duplicate a template.

        Creates a template with version 1 from the same PDF and definition. `external_id` and `metadata` are not copied.
        """
        answer: types.TemplateOut = self._call(
            Call(
                "POST",
                "/v1/templates/{tpl_id}/duplicate",
                path={"tpl_id": tpl_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def use_template(
        self,
        tpl_id: str,
        body: types.UseTemplateIn,
        *,
        idempotency_key: str | None = None,
    ) -> types.DocumentOut:
        """Create a document from a template.

        Creates a finalized draft. With `send: true` it is also sent, in the same transaction: if it cannot be sent, nothing is created. Recipients fill the placeholders by position and take their role and signing order. A placeholder with `auth_level: otp` or `delivery: none` keeps it. Keys of `form_values` are field names, or indexes in field order; an unknown key is refused. `external_id` and `metadata` of the template are not copied.
        """
        answer: types.DocumentOut = self._call(
            Call(
                "POST",
                "/v1/templates/{tpl_id}/use",
                path={"tpl_id": tpl_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def list_template_versions(
        self,
        tpl_id: str,
    ) -> list[types.TemplateVersionOut]:
        """List the versions of a template.

        The last 50 versions, newest first. Older ones are deleted.
        """
        answer: list[types.TemplateVersionOut] = self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}/versions",
                path={"tpl_id": tpl_id},
            )
        )
        return answer

    def get_template_version(
        self,
        tpl_id: str,
        version: str,
    ) -> types.TemplateOut:
        """Fetch an earlier version of a template.

        The template with name, recipients and fields of that version. Everything else is as it is now. `updated_at` is the time of the version.
        """
        answer: types.TemplateOut = self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}/versions/{version}",
                path={"tpl_id": tpl_id, "version": version},
            )
        )
        return answer

    def restore_template_version(
        self,
        tpl_id: str,
        version: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.TemplateOut:
        """Restore an earlier version of a template.

        Makes a new version with name, recipients and fields of an earlier one. Existing documents do not change.
        """
        answer: types.TemplateOut = self._call(
            Call(
                "POST",
                "/v1/templates/{tpl_id}/versions/{version}/restore",
                path={"tpl_id": tpl_id, "version": version},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def list_direct_links(
        self,
        tpl_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        starting_after: str | None = None,
    ) -> types.DirectLinkPage:
        """List the direct links of a template.

        Direct links of the mode of the key, newest first, including those that no longer work.
        """
        answer: types.DirectLinkPage = self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}/direct-links",
                path={"tpl_id": tpl_id},
                query={"limit": limit, "offset": offset, "starting_after": starting_after},
            )
        )
        return answer

    def create_direct_link(
        self,
        tpl_id: str,
        body: types.CreateDirectLinkReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.DirectLinkOut:
        """Create a direct link.

        A public address of the template. Its page asks for a name and an email address, and each visit creates and sends a document with the visitor as its first recipient. By default the visitor gets the signing link by email; with `confirm_email: false` the visitor signs at once. A document counts toward the allowance when it is created. The link and its documents have the mode of the key.
        """
        answer: types.DirectLinkOut = self._call(
            Call(
                "POST",
                "/v1/templates/{tpl_id}/direct-links",
                path={"tpl_id": tpl_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def disable_direct_link(
        self,
        tpl_id: str,
        direct_link_id: str,
    ) -> None:
        """Disable a direct link.

        Cannot be undone: its address answers 410, and the people that it names are deleted. It stays in the list with `disabled_at`. Documents that it has created do not change.
        """
        self._call(
            Call(
                "DELETE",
                "/v1/templates/{tpl_id}/direct-links/{direct_link_id}",
                path={"tpl_id": tpl_id, "direct_link_id": direct_link_id},
                answer="none",
            )
        )

    def download_template_answers(
        self,
        tpl_id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        documents_after: str | None = None,
    ) -> bytes:
        """Download the answers of all recipients of a template as CSV.

        One line for each document that was created from the template in this time and sent, in the order of creation: `document_id`, `external_id`, `bulk_send_id`, `status`, `created_at`, `sent_at`, `completed_at`, `sealed_sha256` (hash of the sealed PDF), `metadata` (JSON), and the value of each named field under its name, or `field_<name>` if another column has this name. Signatures and initials are only in the PDF. A cell that a spreadsheet would evaluate as a formula begins with an apostrophe. An interrupted download continues with `documents_after`.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}/answers.csv",
                path={"tpl_id": tpl_id},
                query={"from": from_, "to": to, "documents_after": documents_after},
                answer="bytes",
            )
        )
        return answer

    def list_bulk_sends(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        starting_after: str | None = None,
        external_id: str | None = None,
        archived: Any | None = None,
    ) -> types.BulkSendPage:
        """List bulk sends.

        Bulk sends of the mode of the key, newest first, without archived ones. `rows` is null.
        """
        answer: types.BulkSendPage = self._call(
            Call(
                "GET",
                "/v1/bulk-sends",
                query={"limit": limit, "offset": offset, "starting_after": starting_after, "external_id": external_id, "archived": archived},
            )
        )
        return answer

    def create_bulk_send(
        self,
        body: types.CreateBulkSendIn | None = None,
        *,
        content: Content | None = None,
        pdfs: Content | None = None,
        template_id: str | None = None,
        source_filename: str | None = None,
        fields_from: Literal["tags", "form"] | None = None,
        external_id: str | None = None,
        unique_external_id: Any | None = None,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Create a bulk send.

        Each row becomes a document. With JSON (at most 80 MiB), rows are validated at once: the status is `ready`, or `invalid` with an `error` for each invalid row. With a CSV file (`text/csv`) or an Excel workbook (`.xlsx`) as the body and `template_id` in the query, the file (up to a million rows) is stored and read in the background: the status is `draft`, then `ready` or `invalid`. The first visible sheet of a workbook is read. Formulas give their stored value, and dates ISO 8601 text. Columns are `recipient_<n>_name`, `recipient_<n>_email` and optionally `recipient_<n>_auth_level` and `recipient_<n>_delivery` (or `name` and `email` when there is one placeholder); `external_id` and `meta_<key>` become `external_id` and `metadata` of the document, unless the template has a field of that name; every other column is a key of `form_values`, where `true` and `false` of checkboxes may be in any case, as spreadsheets save them. Rows can have PDFs of their own: send a form (`multipart/form-data`) with the file as part `rows` and a ZIP as part `pdfs`; the column `pdf` names a file in the ZIP by its path, or by its name if only one has it. Each is checked like an upload; `pdfs` counts them. Fields are at the places of the template, so a PDF needs at least as many pages as the template uses; with `fields_from` each PDF names their places. Rows without a value use the PDF of the template. Later changes of the template have no effect.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "POST",
                "/v1/bulk-sends",
                query={"template_id": template_id, "source_filename": source_filename, "fields_from": fields_from, "external_id": external_id, "unique_external_id": unique_external_id},
                body=body,
                content=content,
                content_type="text/csv",
                parts={"rows": content, "pdfs": pdfs},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def get_bulk_send(
        self,
        bulk_send_id: str,
        *,
        status: Literal["invalid", "queued", "sending", "sent", "failed", "canceled"] | None = None,
        rows_limit: int | None = None,
        rows_after: int | None = None,
    ) -> types.BulkSendOut:
        """Fetch a bulk send, its counters and a page of its rows.

        Counters are always exact. `status` filters the rows; `rows_after` reads the next ones. When rows are large, an answer ends after about 8 MiB of them; only an answer without rows is the end.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}",
                path={"bulk_send_id": bulk_send_id},
                query={"status": status, "rows_limit": rows_limit, "rows_after": rows_after},
            )
        )
        return answer

    def patch_bulk_send(
        self,
        bulk_send_id: str,
        body: types.PatchBulkSendIn,
    ) -> types.BulkSendOut:
        """Change external_id and metadata of a bulk send.

        Allowed in every status. Absent members do not change. `metadata` is merged by key; null removes a key. Its documents do not change.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "PATCH",
                "/v1/bulk-sends/{bulk_send_id}",
                path={"bulk_send_id": bulk_send_id},
                body=body,
            )
        )
        return answer

    def get_bulk_send_outcomes(
        self,
        bulk_send_id: str,
    ) -> types.BulkOutcomes:
        """Count what became of the documents of a bulk send.

        Each document of the bulk send is counted once. List the documents of one kind with `GET /v1/documents?bulk_send_id=…` and its filters `status` and `delivery_problem`.
        """
        answer: types.BulkOutcomes = self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/outcomes",
                path={"bulk_send_id": bulk_send_id},
            )
        )
        return answer

    def dispatch_bulk_send(
        self,
        bulk_send_id: str,
        body: types.DispatchIn | None = None,
        *,
        skip_invalid: Any | None = None,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Dispatch a bulk send.

        Sends the rows in the background. Each row creates and sends a document, or gets an `error`. An `invalid` bulk send needs `skip_invalid=true`, which skips invalid rows. `dispatch_at` starts later, and `sending_window` limits the hours; the status is `dispatching` meanwhile, and cancel stops what has not been sent. If the mail server has limits, rows are sent as fast as their emails can go; `last_email_at` is the forecast.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/dispatch",
                path={"bulk_send_id": bulk_send_id},
                query={"skip_invalid": skip_invalid},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def cancel_bulk_send(
        self,
        bulk_send_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Cancel a bulk send.

        Rows that are still queued are not sent. Documents that were sent do not change.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/cancel",
                path={"bulk_send_id": bulk_send_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def retry_failed_rows(
        self,
        bulk_send_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Retry the failed rows.

        Sent rows are never sent again.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/retry-failed",
                path={"bulk_send_id": bulk_send_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def void_open_documents(
        self,
        bulk_send_id: str,
        body: types.VoidReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Void all open documents of a bulk send.

        Voids every open document with the reason and notifies recipients who have a signing link. In the background: `operation` of the bulk send counts the documents that were changed and, by reason, those that were not. Only one operation of a bulk send runs at a time, and only after its rows were sent or canceled.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/void-open",
                path={"bulk_send_id": bulk_send_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def remind_open_documents(
        self,
        bulk_send_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Remind the recipients of all open documents of a bulk send.

        Reminds signers and approvers whose turn it is, except those who were emailed within a day, whose address has bounced or is over its limit of emails per hour, or who get no emails. In the background: `operation` of the bulk send counts the documents that were changed and, by reason, those that were not. Only one operation of a bulk send runs at a time, and only after its rows were sent or canceled.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/remind-open",
                path={"bulk_send_id": bulk_send_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def extend_open_documents(
        self,
        bulk_send_id: str,
        body: types.ExtendOpenReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Set a later expiry on all open documents of a bulk send.

        Sets `expires_at` on every open document that expires earlier, and with `also_without_expiry` on those that never expire. In the background: `operation` of the bulk send counts the documents that were changed and, by reason, those that were not. Only one operation of a bulk send runs at a time, and only after its rows were sent or canceled.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/extend",
                path={"bulk_send_id": bulk_send_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def correct_bulk_rows(
        self,
        bulk_send_id: str,
        content: Content,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Correct names and addresses of rows from a file.

        CSV, or the first visible sheet of an Excel workbook; at most 100,000 lines. The column `row_no` names the row, or `external_id` if `row_no` is empty; `recipient_<n>_name` and `recipient_<n>_email` (or `name` and `email` when there is one placeholder) are the new values. An empty cell changes nothing; other columns are ignored, so an edited `rows.csv` can be sent. Recipients who have not acted get a new link by email if it is their turn; the old link stops working. Rows that were never sent, because they were invalid or failed, are sent if they are valid now. Lines that cannot be carried out are refused and do not stop other lines: see `GET …/corrections`. Sending the same file again mails nobody twice. Only one operation of a bulk send runs at a time; `operation` shows its progress.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/corrections",
                path={"bulk_send_id": bulk_send_id},
                content=content,
                content_type="text/csv",
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def list_bulk_corrections(
        self,
        bulk_send_id: str,
        *,
        result: Literal["waiting", "corrected", "unchanged", "refused", "requeued"] | None = None,
        limit: int | None = None,
        after: int | None = None,
    ) -> types.BulkCorrectionList:
        """List the results of the latest corrections by line."""
        answer: types.BulkCorrectionList = self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/corrections",
                path={"bulk_send_id": bulk_send_id},
                query={"result": result, "limit": limit, "after": after},
            )
        )
        return answer

    def download_bulk_corrections(
        self,
        bulk_send_id: str,
        *,
        result: Literal["waiting", "corrected", "unchanged", "refused", "requeued"] | None = None,
    ) -> bytes:
        """Download the results of the latest corrections as CSV.

        The columns `line`, `row_no`, `external_id`, `result` and `error`.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/corrections.csv",
                path={"bulk_send_id": bulk_send_id},
                query={"result": result},
                answer="bytes",
            )
        )
        return answer

    def archive_bulk_send(
        self,
        bulk_send_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Archive a bulk send.

        Hides the bulk send from lists once all of its documents have ended. Its documents do not change. Archiving again changes nothing.
        """
        answer: types.BulkSendOut = self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/archive",
                path={"bulk_send_id": bulk_send_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def unarchive_bulk_send(
        self,
        bulk_send_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Show an archived bulk send in lists again."""
        answer: types.BulkSendOut = self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/unarchive",
                path={"bulk_send_id": bulk_send_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def download_bulk_rows(
        self,
        bulk_send_id: str,
        *,
        status: Literal["invalid", "queued", "sending", "sent", "failed", "canceled"] | None = None,
    ) -> bytes:
        """Download all rows as CSV.

        The status of every row, with its recipients and values. A cell that a spreadsheet would evaluate as a formula begins with an apostrophe.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/rows.csv",
                path={"bulk_send_id": bulk_send_id},
                query={"status": status},
                answer="bytes",
            )
        )
        return answer

    def preview_bulk_row(
        self,
        bulk_send_id: str,
        row_no: str,
    ) -> bytes:
        """Preview the PDF of a row.

        The PDF that the row would send, with the row's values drawn as they will be in the sealed file, and marked as a preview on every page. It has no signature and no certificate. `sample_rows` of the bulk send lists rows worth a look.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/rows/{row_no}/preview.pdf",
                path={"bulk_send_id": bulk_send_id, "row_no": row_no},
                answer="bytes",
            )
        )
        return answer

    def download_bulk_answers(
        self,
        bulk_send_id: str,
        *,
        rows_after: int | None = None,
    ) -> bytes:
        """Download the answers of all recipients as CSV.

        One line for each row that became a document: `row_no`, `external_id`, `document_id`, `status`, `sent_at`, `completed_at`, `sealed_sha256` (hash of the sealed PDF), `meta_…`, and the value of each named field under its name, or `field_<name>` if another column has this name. Signatures and initials are only in the PDF. A cell that a spreadsheet would evaluate as a formula begins with an apostrophe. An interrupted download continues with `rows_after`.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/answers.csv",
                path={"bulk_send_id": bulk_send_id},
                query={"rows_after": rows_after},
                answer="bytes",
            )
        )
        return answer

    def download_bulk_evidence(
        self,
        bulk_send_id: str,
        *,
        as_of: str | None = None,
    ) -> bytes:
        """Download the sealed PDFs and audit trails of a bulk send.

        The archive (tar) has for each sealed document `sealed/<title> (<id>).pdf` and `trails/<id>.json`, its audit trail up to the seal, and at the end `SHA256SUMS` for `sha256sum --check`. For an erased document it has what is left: the trail, and the PDF if it was kept. It is generated while it is sent, so there is no `Content-Length`; `HEAD` has it. To continue an interrupted download, request the address in `Content-Location` with `Range: bytes=<count>-` and the ETag in `If-Range`. If a document of the archive was erased meanwhile, the response is the whole new archive.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/evidence.tar",
                path={"bulk_send_id": bulk_send_id},
                query={"as_of": as_of},
                answer="bytes",
            )
        )
        return answer

    def download_bulk_header(
        self,
        tpl_id: str,
    ) -> bytes:
        """Download the CSV to fill in for a template.

        The header row: columns for recipients and for named fields that can have a value.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}/bulk.csv",
                path={"tpl_id": tpl_id},
                answer="bytes",
            )
        )
        return answer

    def list_folders(
        self,
    ) -> list[types.FolderOut]:
        """List all folders of the workspace.

        Parents before their children, then by name. Both modes share the folders.
        """
        answer: list[types.FolderOut] = self._call(
            Call(
                "GET",
                "/v1/folders",
            )
        )
        return answer

    def create_folder(
        self,
        body: types.FolderIn,
        *,
        idempotency_key: str | None = None,
    ) -> types.FolderOut:
        """Create a folder.

        At the root without `parent_id`. Folders nest at most five deep.
        """
        answer: types.FolderOut = self._call(
            Call(
                "POST",
                "/v1/folders",
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def patch_folder(
        self,
        folder_id: str,
        body: types.FolderPatchIn,
    ) -> types.FolderOut:
        """Rename or move a folder.

        A folder is moved with its contents. Without `parent_id`, or with null, it stays where it is; `move_to_root` moves it to the root.
        """
        answer: types.FolderOut = self._call(
            Call(
                "PATCH",
                "/v1/folders/{folder_id}",
                path={"folder_id": folder_id},
                body=body,
            )
        )
        return answer

    def delete_folder(
        self,
        folder_id: str,
    ) -> None:
        """Delete an empty folder."""
        self._call(
            Call(
                "DELETE",
                "/v1/folders/{folder_id}",
                path={"folder_id": folder_id},
                answer="none",
            )
        )

    def list_keys(
        self,
    ) -> list[types.KeyOut]:
        """List the API keys of the workspace.

        Keys of both modes, newest first, revoked ones included. Values are never shown again.
        """
        answer: list[types.KeyOut] = self._call(
            Call(
                "GET",
                "/v1/keys",
            )
        )
        return answer

    def create_key(
        self,
        body: types.CreateKeyReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.KeyCreated:
        """Create an API key.

        The member `key` of the response is the full value; it is returned only once. A test key can create test keys only.
        """
        answer: types.KeyCreated = self._call(
            Call(
                "POST",
                "/v1/keys",
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def revoke_key(
        self,
        key_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Revoke an API key.

        The key is refused from now on. Revoking it again changes nothing.
        """
        self._call(
            Call(
                "POST",
                "/v1/keys/{key_id}/revoke",
                path={"key_id": key_id},
                idempotency_key=idempotency_key,
                answer="none",
            )
        )

    def list_webhooks(
        self,
    ) -> list[types.WebhookOut]:
        """List the webhooks of the workspace.

        In the order of their creation, at most 100. Both modes share the webhooks.
        """
        answer: list[types.WebhookOut] = self._call(
            Call(
                "GET",
                "/v1/webhooks",
            )
        )
        return answer

    def create_webhook(
        self,
        body: types.CreateWebhookReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookCreated:
        """Create a webhook.

        Events of both modes are delivered from now on. Without `events`, or with an empty list, it subscribes to every type. The member `secret` is returned only here: use it to verify `X-Service-Signature`, or the Standard Webhooks headers with one of its libraries. A workspace can have 100 webhooks.
        """
        answer: types.WebhookCreated = self._call(
            Call(
                "POST",
                "/v1/webhooks",
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def get_webhook(
        self,
        webhook_id: str,
    ) -> types.WebhookOut:
        """Fetch a webhook."""
        answer: types.WebhookOut = self._call(
            Call(
                "GET",
                "/v1/webhooks/{webhook_id}",
                path={"webhook_id": webhook_id},
            )
        )
        return answer

    def patch_webhook(
        self,
        webhook_id: str,
        body: types.PatchWebhookReq,
    ) -> types.WebhookOut:
        """Change a webhook, enable or disable it.

        Absent and null members do not change. `active: true` enables a disabled webhook: deliveries that were waiting are sent; events that happened while it was disabled are not, but GET /v1/events lists them.
        """
        answer: types.WebhookOut = self._call(
            Call(
                "PATCH",
                "/v1/webhooks/{webhook_id}",
                path={"webhook_id": webhook_id},
                body=body,
            )
        )
        return answer

    def delete_webhook(
        self,
        webhook_id: str,
    ) -> None:
        """Delete a webhook with its deliveries.

        Waiting deliveries are not sent.
        """
        self._call(
            Call(
                "DELETE",
                "/v1/webhooks/{webhook_id}",
                path={"webhook_id": webhook_id},
                answer="none",
            )
        )

    def disable_webhook(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Disable a webhook.

        Nothing is sent until it is enabled again. Waiting deliveries are kept.
        """
        self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/disable",
                path={"webhook_id": webhook_id},
                idempotency_key=idempotency_key,
                answer="none",
            )
        )

    def ping_webhook(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.PingOut:
        """Queue a test ping.

        Queues one delivery of type `ping`, signed and retried like any other, whatever the webhook subscribes to. For a disabled webhook the response is `webhook-state`.
        """
        answer: types.PingOut = self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/ping",
                path={"webhook_id": webhook_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def send_test_event(
        self,
        webhook_id: str,
        body: types.TestEventReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.PingOut:
        """Send a test event of any type.

        Queues one delivery with an example of the event, signed and retried like any other, whatever the webhook subscribes to. Its id begins with `evt_test_`, its `mode` is always `test`, and its document or bulk send does not exist. For a disabled webhook the response is `webhook-state`.
        """
        answer: types.PingOut = self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/test-event",
                path={"webhook_id": webhook_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def rotate_webhook_secret(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookCreated:
        """Replace the signing secret.

        The member `secret` is returned only here. Until `previous_secret_expires_at`, deliveries have both signatures, the new one first. Another rotation in that time retires the older secret at once.
        """
        answer: types.WebhookCreated = self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/rotate-secret",
                path={"webhook_id": webhook_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def list_deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        starting_after: str | None = None,
        status: Literal["queued", "success", "failed", "dead"] | None = None,
    ) -> list[types.DeliveryOut]:
        """List deliveries with every attempt.

        Newest first.
        """
        answer: list[types.DeliveryOut] = self._call(
            Call(
                "GET",
                "/v1/webhooks/{webhook_id}/deliveries",
                path={"webhook_id": webhook_id},
                query={"limit": limit, "offset": offset, "starting_after": starting_after, "status": status},
            )
        )
        return answer

    def get_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
    ) -> types.DeliveryDetailOut:
        """Fetch a delivery with its request.

        With the headers, the signatures and the body that its attempts send, as of the last attempt. Requests are not stored: if the URL, the secret, or `external_id` or `metadata` of the document have changed since, the request that was sent had the earlier ones.
        """
        answer: types.DeliveryDetailOut = self._call(
            Call(
                "GET",
                "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}",
                path={"webhook_id": webhook_id, "delivery_id": delivery_id},
            )
        )
        return answer

    def redeliver(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.RedeliverOut:
        """Queue a dead or failed delivery again.

        Sends the same event with the same id, with up to four new attempts.
        """
        answer: types.RedeliverOut = self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
                path={"webhook_id": webhook_id, "delivery_id": delivery_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def redeliver_dead(
        self,
        webhook_id: str,
        *,
        since: str | None = None,
        idempotency_key: str | None = None,
    ) -> types.RedeliverDeadOut:
        """Queue all dead deliveries again.

        The oldest first, at most 10,000 a call; call again while `more` is true.
        """
        answer: types.RedeliverDeadOut = self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/redeliver-dead",
                path={"webhook_id": webhook_id},
                query={"since": since},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def read_events(
        self,
        *,
        after: str | None = None,
        starting_after: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> types.EventFeed:
        """Read the events of the workspace.

        The events of webhook deliveries, of the mode of the key, for clients that poll. To miss no event, pass `next_after` of the last response as `after` or `starting_after`. An event appears when every transaction that began before its own has ended, usually within milliseconds. With `wait`, an empty response is delayed until there is an event. Events are kept for WEBHOOK_RETENTION, 30 days by default; one that was deleted is 404.
        """
        answer: types.EventFeed = self._call(
            Call(
                "GET",
                "/v1/events",
                query={"after": after, "starting_after": starting_after, "limit": limit, "wait": wait},
            )
        )
        return answer

    def get_me(
        self,
    ) -> types.Me:
        """Fetch the caller."""
        answer: types.Me = self._call(
            Call(
                "GET",
                "/v1/me",
            )
        )
        return answer

    def get_own_workspace(
        self,
    ) -> types.OwnWorkspaceOut:
        """Fetch the workspace."""
        answer: types.OwnWorkspaceOut = self._call(
            Call(
                "GET",
                "/v1/workspace",
            )
        )
        return answer

    def patch_own_workspace(
        self,
        body: types.PatchOwnWorkspaceReq,
    ) -> types.OwnWorkspaceOut:
        """Set the origins that may show signing sessions in a frame.

        Replaces the list. The pages of signing sessions get `Content-Security-Policy: frame-ancestors` with these origins; all other pages stay out of frames. An origin with `http://localhost` can be registered in test mode only and counts for test documents only.
        """
        answer: types.OwnWorkspaceOut = self._call(
            Call(
                "PATCH",
                "/v1/workspace",
                body=body,
            )
        )
        return answer

    def get_usage(
        self,
    ) -> types.Usage:
        """Fetch usage and limits of the workspace.

        An envelope counts when a live document is first sent; test documents never count. The allowance is per calendar month UTC.
        """
        answer: types.Usage = self._call(
            Call(
                "GET",
                "/v1/usage",
            )
        )
        return answer

    def list_requests(
        self,
        *,
        limit: int | None = None,
        starting_after: str | None = None,
        status: str | None = None,
        method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] | None = None,
        path: str | None = None,
        key_id: str | None = None,
        request_id: str | None = None,
        document_id: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> types.RequestPage:
        """Read the request log.

        What the API keys of the workspace called in the mode of this key, and what the service answered, newest first. Kept for 30 days unless the operator has chosen otherwise. Requests appear within a few seconds. Bodies are not kept, and of the URL only ids and the values of a few parameters are. Requests without a valid key, and to paths that do not exist, belong to no workspace and are not recorded. Only some of the refusals with 429 are recorded.
        """
        answer: types.RequestPage = self._call(
            Call(
                "GET",
                "/v1/requests",
                query={"limit": limit, "starting_after": starting_after, "status": status, "method": method, "path": path, "key_id": key_id, "request_id": request_id, "document_id": document_id, "created_after": created_after, "created_before": created_before},
            )
        )
        return answer

    def list_admin_events(
        self,
        *,
        limit: int | None = None,
        starting_after: int | None = None,
        before: int | None = None,
        type: Literal["workspace.created", "workspace.changed", "workspace.single_sign_on_changed", "workspace.exported", "logo.changed", "logo.removed", "key.created", "key.revoked", "seal_key.set", "seal_key.removed", "member.invited", "member.invitation_withdrawn", "member.joined", "member.added", "member.role_changed", "member.removed", "member.sign_in_link_issued", "member.disconnected", "webhook.created", "webhook.changed", "webhook.disabled", "webhook.deleted", "webhook.secret_rotated", "document.erased", "bulk_send.rows_erased", "evidence.exported", "answers.exported", "rows.exported", "admin_log.exported", "admin_log.expired"] | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> types.AdminEventPage:
        """Read the admin log.

        What people, keys and operators changed in the administration of the workspace, in both modes, newest first: keys, members, roles, settings, webhooks, erasures and exports. Each event is written in the transaction of the change and has the hash of the event before. Test keys may not read it.
        """
        answer: types.AdminEventPage = self._call(
            Call(
                "GET",
                "/v1/admin-events",
                query={"limit": limit, "starting_after": starting_after, "before": before, "type": type, "created_after": created_after, "created_before": created_before},
            )
        )
        return answer

    def export_admin_events(
        self,
        *,
        format: Literal["csv", "jsonl"] | None = None,
        after: int | None = None,
    ) -> bytes:
        """Download the admin log.

        All events, oldest first, as CSV or as one JSON object on each line. The download is an event of the log itself. Continue with `after`.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/v1/admin-events/export",
                query={"format": format, "after": after},
                answer="bytes",
            )
        )
        return answer

    def verify_admin_events(
        self,
    ) -> types.AdminLogVerification:
        """Check the hash chain of the admin log.

        Recomputes the hash of every event, and compares the end of the log with a hash that is stored apart from it.
        """
        answer: types.AdminLogVerification = self._call(
            Call(
                "GET",
                "/v1/admin-events/verification",
            )
        )
        return answer

    def start_device(
        self,
        body: types.DeviceCodeReq,
    ) -> types.DeviceCodeOut:
        """Start the device flow.

        Show `user_code` and `verification_uri` to the person, or open `verification_uri_complete`; then poll /v1/device/token.
        """
        answer: types.DeviceCodeOut = self._call(
            Call(
                "POST",
                "/v1/device/code",
                body=body,
            )
        )
        return answer

    def exchange_device_code(
        self,
        body: types.DeviceTokenReq,
    ) -> types.DeviceTokenOut:
        """Poll for the key.

        Until the request is approved, every response is a problem with the member `error` of RFC 8628, section 3.5, and with `interval` while polling can still succeed. The key is returned once. Takes JSON and, as RFC 8628 libraries send it, a form; further members such as `grant_type` are ignored.
        """
        answer: types.DeviceTokenOut = self._call(
            Call(
                "POST",
                "/v1/device/token",
                body=body,
            )
        )
        return answer

    def advance_clock(
        self,
        doc_id: str,
        body: types.AdvanceClockIn,
        *,
        idempotency_key: str | None = None,
    ) -> types.AdvanceClockOut:
        """Advance the clock of a test document.

        Every recipient with a due reminder gets one, even if the interval contains several; then the document expires if its expiry has passed. Emails, events and webhooks of both are created before the response. The clock stays advanced, and calls add up. The reminders count towards the ADDRESS_MAILS_PER_HOUR emails that a workspace can send to one address; beyond that the response is `mail-limit`. Test keys only; a live key gets 404.
        """
        answer: types.AdvanceClockOut = self._call(
            Call(
                "POST",
                "/v1/test/documents/{doc_id}/advance-clock",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def sign_as(
        self,
        doc_id: str,
        recipient_id: str,
        body: types.SignAsIn | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.CompleteOut:
        """Sign a test document as one of its recipients.

        Opens, consents and completes as the signing page does. Fields without a value get a valid sample, and a one-time code counts as entered. Test keys only; a live key gets 404.
        """
        answer: types.CompleteOut = self._call(
            Call(
                "POST",
                "/v1/test/documents/{doc_id}/sign-as/{recipient_id}",
                path={"doc_id": doc_id, "recipient_id": recipient_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def bounce_recipient(
        self,
        doc_id: str,
        recipient_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.DocumentOut:
        """Simulate a bounced signing email.

        The effect is the same as when the mail server permanently refuses the address: `delivery_problem`, an audit event and `document.bounced`. Test keys only; a live key gets 404.
        """
        answer: types.DocumentOut = self._call(
            Call(
                "POST",
                "/v1/test/documents/{doc_id}/bounce/{recipient_id}",
                path={"doc_id": doc_id, "recipient_id": recipient_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    def verify_file(
        self,
        content: Content,
    ) -> types.VerifyOut:
        """Check the seal of a PDF.

        Reports whether the seal is valid, who sealed the file and when, whether the seal covers the whole file, and what was added later; also for files signed by others. For a document of this installation it also reports whether this is the file that was sealed, and whether the audit trail contains the sealed head. `intact` is true only if the signer is known: the certificate is one that this installation seals with, or it leads to a certificate in the trust file of the installation (`VERIFY_TRUST_FILE`). Nothing is stored. The file is the body, or the only file of a `multipart/form-data` form. Programs get JSON; a browser (`Accept: text/html`) gets a page. Limited per address.
        """
        answer: types.VerifyOut = self._call(
            Call(
                "POST",
                "/verify",
                content=content,
                content_type="application/pdf",
            )
        )
        return answer

    def list_seal_certificates(
        self,
        *,
        mode: Literal["live", "test"] | None = None,
    ) -> bytes:
        """Download the seal certificates of this installation.

        All certificates with which documents of the mode were sealed, including those of replaced keys, most recently used first. PEM with explanatory text in between. Pass the file to `countersign verify --seal-certificate`. Caches may keep it for five minutes.
        """
        answer: bytes = self._call(
            Call(
                "GET",
                "/verify/certificates.pem",
                query={"mode": mode},
                answer="bytes",
            )
        )
        return answer

    def list_anchors(
        self,
        *,
        limit: int | None = None,
        starting_after: str | None = None,
    ) -> types.AnchorPage:
        """List the published anchors.

        Once a day the installation computes one hash over the audit trails of all live documents that changed, has it timestamped if a timestamp authority is configured, and publishes it here, newest first. Each anchor contains the hash of the one before. Keep a copy elsewhere: an audit trail that was rewritten later contradicts it. docs/AUDIT.md explains how to check one. Caches may keep it for five minutes. Limited per address.
        """
        answer: types.AnchorPage = self._call(
            Call(
                "GET",
                "/anchors",
                query={"limit": limit, "starting_after": starting_after},
            )
        )
        return answer

    def get_anchor(
        self,
        date: str,
    ) -> types.AnchorOut:
        """Fetch the anchor of a day.

        Caches may keep it for five minutes. Limited per address.
        """
        answer: types.AnchorOut = self._call(
            Call(
                "GET",
                "/anchors/{date}",
                path={"date": date},
            )
        )
        return answer


class AsyncOperations:
    async def _call(self, call: Call) -> Any:
        raise NotImplementedError

    async def list_documents(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        starting_after: str | None = None,
        status: Sequence[Literal["draft", "sent", "partially_signed", "completed", "voided", "rejected", "expired", "awaiting_upload"]] | None = None,
        folder_id: str | Literal["root"] | None = None,
        q: str | None = None,
        recipient: str | None = None,
        external_id: str | None = None,
        search: str | None = None,
        bulk_send_id: str | Literal["none"] | None = None,
        delivery_problem: Any | None = None,
        sort: Literal["-created_at", "created_at", "title", "-title", "expires_at", "-expires_at"] | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> types.DocumentPage:
        """List documents.

        Documents of the mode of the key, newest first. A document is listed as `expired` from the moment of its `expires_at`. For the next page use `starting_after`, or follow the header `Link`.
        """
        answer: types.DocumentPage = await self._call(
            Call(
                "GET",
                "/v1/documents",
                query={"limit": limit, "offset": offset, "starting_after": starting_after, "status": status, "folder_id": folder_id, "q": q, "recipient": recipient, "external_id": external_id, "search": search, "bulk_send_id": bulk_send_id, "delivery_problem": delivery_problem, "sort": sort, "created_after": created_after, "created_before": created_before},
            )
        )
        return answer

    async def create_document(
        self,
        body: types.CreateDocumentReq,
        *,
        files: Sequence[File] | None = None,
        idempotency_key: str | None = None,
    ) -> types.DocumentDraftOut:
        """Create a document.

        Creates a draft. Next, PUT the PDF to `uploadUrl` with the content type `application/pdf`, then finalize the document. The URL is a credential of its own: it needs no API key, works from a browser of any origin, and expires at `expiresAt`. Or send the PDF in the same request, as `pdf_base64` or in a form with the parts `document` (this JSON) and `file`. The part `file` can be repeated: PDF, JPEG, PNG and DOCX files become one document, in their order, as with POST …/files. With `finalize: true` the document is finalized too, and with `send: true` also sent, all in one transaction. If a step fails, nothing is created, and the member `step` of the problem (`create`, `upload`, `finalize`, `send`) names it.
        """
        answer: types.DocumentDraftOut = await self._call(
            Call(
                "POST",
                "/v1/documents",
                body=body,
                files=files,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def get_document(
        self,
        doc_id: str,
    ) -> types.DocumentOut | types.DocumentAwaitingUpload:
        """Fetch a document."""
        answer: types.DocumentOut | types.DocumentAwaitingUpload = await self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}",
                path={"doc_id": doc_id},
            )
        )
        return answer

    async def patch_document(
        self,
        doc_id: str,
        body: types.EnvelopePatch,
    ) -> types.DocumentOut:
        """Change display preferences, expiry, folder, visibility, external_id and metadata.

        Absent members do not change. `null` clears a member, except `visibility`: `folder_id: null` takes the document out of its folder, `reminder_cadence_days: null` stops reminders. `metadata` is merged by key: a text sets the key, null removes it, absent keys stay; `metadata: null` removes all keys. `expires_at` can change until the document is completed or closed; everything else can change in every status.
        """
        answer: types.DocumentOut = await self._call(
            Call(
                "PATCH",
                "/v1/documents/{doc_id}",
                path={"doc_id": doc_id},
                body=body,
            )
        )
        return answer

    async def upload_content(
        self,
        doc_id: str,
        content: Content,
        *,
        token: str | None = None,
    ) -> None:
        """Upload the PDF.

        Can be repeated until the document is finalized. The last upload is used, and files of POST …/files follow it. With `token`, as in `uploadUrl`, no API key is needed.
        """
        await self._call(
            Call(
                "PUT",
                "/v1/documents/{doc_id}/content",
                path={"doc_id": doc_id},
                query={"token": token},
                content=content,
                content_type="application/pdf",
                answer="none",
            )
        )

    async def download_document(
        self,
        doc_id: str,
        *,
        version: Literal["original", "sealed", "certificate"] | None = None,
    ) -> bytes:
        """Download the original, the sealed PDF or the certificate.

        By default the sealed PDF of a completed document, otherwise the original. Supports `Range`, `If-Range` and `If-None-Match`.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}/download",
                path={"doc_id": doc_id},
                query={"version": version},
                answer="bytes",
            )
        )
        return answer

    async def duplicate_document(
        self,
        doc_id: str,
        body: types.DuplicateDocumentIn | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.DocumentOut:
        """Duplicate a document.

        Creates a draft from the original PDF with the same recipients, fields and display preferences. `external_id` and `metadata` are not copied. Nothing is emailed until it is sent.
        """
        answer: types.DocumentOut = await self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/duplicate",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def list_events(
        self,
        doc_id: str,
        *,
        after: int | None = None,
        limit: int | None = None,
    ) -> list[types.EventOut]:
        """List the audit trail.

        The audit events in `seq` order, a hash chain; docs/AUDIT.md explains how to verify it. A response has at most 10,000 events. When more follow, the header `Link` has the address of the next page.
        """
        answer: list[types.EventOut] = await self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}/events",
                path={"doc_id": doc_id},
                query={"after": after, "limit": limit},
            )
        )
        return answer

    async def list_document_anchors(
        self,
        doc_id: str,
        *,
        limit: int | None = None,
        starting_after: str | None = None,
    ) -> types.DocumentAnchorPage:
        """List the anchors of the audit trail.

        Each item has an anchor, and the proof that it covers the audit trail up to the event `seq`; oldest first. Pass `items` to `countersign verify --anchors`. A document is anchored for the first time on the day after it was created. Test documents are not anchored.
        """
        answer: types.DocumentAnchorPage = await self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}/anchors",
                path={"doc_id": doc_id},
                query={"limit": limit, "starting_after": starting_after},
            )
        )
        return answer

    async def create_signing_session(
        self,
        doc_id: str,
        recipient_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.SigningSessionOut:
        """Open the signing page for a recipient.

        For a recipient with `delivery: "none"` whose turn it is. The URL opens the signing page once, within five minutes, in a frame of the origins in `embed_origins` of the workspace or in a window of its own. With this call your application vouches for the person: the audit trail and the certificate of completion name the API key and the time. At most 60 an hour for one recipient. Give the URL only to the recipient.
        """
        answer: types.SigningSessionOut = await self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/recipients/{recipient_id}/session",
                path={"doc_id": doc_id, "recipient_id": recipient_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def create_preparation_session(
        self,
        doc_id: str,
        body: types.PreparationSessionReq | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.PreparationSessionOut:
        """Open the editor of a draft for a person.

        For a finalized draft. The URL opens the editor of this document once, within five minutes, in a frame of the origins in `embed_origins` of the workspace or in a window of its own. The page works for two hours. It can read the document and its files, replace recipients and fields, and send it unless `can_send` is false; nothing else. It acts on behalf of the caller of this operation. At most 60 an hour for one document.
        """
        answer: types.PreparationSessionOut = await self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/preparation-session",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def set_fields(
        self,
        doc_id: str,
        body: list[types.FieldSpec],
    ) -> types.DocumentOut:
        """Replace the fields of a draft.

        A field has either a place (`page`, `x`, `y`) or an `anchor`. Anchors are found at once if the document is finalized, else by finalize.
        """
        answer: types.DocumentOut = await self._call(
            Call(
                "PUT",
                "/v1/documents/{doc_id}/fields",
                path={"doc_id": doc_id},
                body=body,
            )
        )
        return answer

    async def list_files(
        self,
        doc_id: str,
    ) -> list[types.DocumentFile]:
        """List the files of a document.

        The files that the document is or was made from, in their order. A document of one PDF has that file.
        """
        answer: list[types.DocumentFile] = await self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}/files",
                path={"doc_id": doc_id},
            )
        )
        return answer

    async def add_files(
        self,
        doc_id: str,
        content: Content,
        *,
        files: Sequence[File] | None = None,
        name: str | None = None,
        idempotency_key: str | None = None,
    ) -> types.DocumentOut:
        """Add files to a draft.

        Adds PDF, JPEG, PNG and DOCX files after those of the draft, until it is finalized. Send one file as the body, or several as parts `file` of a form. Finalize combines them into one PDF with a bookmark for each. An image becomes an A4 page. DOCX needs CONVERTER_URL. A PDF that is encrypted or signed cannot be combined with others. At most 20 files, which together have at most MAX_PDF_BYTES and MAX_PDF_PAGES. The SHA-256 of each file is on the certificate of completion.
        """
        answer: types.DocumentOut = await self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/files",
                path={"doc_id": doc_id},
                query={"name": name},
                content=content,
                content_type="application/pdf",
                files=files,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def order_files(
        self,
        doc_id: str,
        body: list[types.FileInOrder],
    ) -> types.DocumentOut:
        """Change the order or the names of the files of a draft.

        Takes every file of the document once, in the new order. A `name` is the new name of the file.
        """
        answer: types.DocumentOut = await self._call(
            Call(
                "PUT",
                "/v1/documents/{doc_id}/files",
                path={"doc_id": doc_id},
                body=body,
            )
        )
        return answer

    async def download_file(
        self,
        doc_id: str,
        file_id: str,
    ) -> bytes:
        """Download one of the files of a document.

        The file as it was uploaded, also after the document was finalized: its SHA-256 is the one on the certificate of completion. Supports Range and If-None-Match.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/documents/{doc_id}/files/{file_id}/content",
                path={"doc_id": doc_id, "file_id": file_id},
                answer="bytes",
            )
        )
        return answer

    async def remove_file(
        self,
        doc_id: str,
        file_id: str,
    ) -> None:
        """Remove a file of a draft."""
        await self._call(
            Call(
                "DELETE",
                "/v1/documents/{doc_id}/files/{file_id}",
                path={"doc_id": doc_id, "file_id": file_id},
                answer="none",
            )
        )

    async def finalize_document(
        self,
        doc_id: str,
        body: types.FinalizeReq | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.DocumentOut:
        """Finalize the document.

        Checks the uploaded PDF and makes it the original of the document. Several files are combined into one PDF first. Every PDF that is accepted here can be sealed. Repeating the call changes nothing. `warnings` name what a sender should know about the PDF, for example earlier signatures, or content that can change what the document shows. Fields with an `anchor` get their place; a text that is not in the PDF is a validation problem that names the nearest text. With `fields_from`, fields that the PDF names are added.
        """
        answer: types.DocumentOut = await self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/finalize",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def set_recipients(
        self,
        doc_id: str,
        body: list[types.RecipientSpec],
    ) -> types.DocumentOut:
        """Replace the recipients of a draft.

        A recipient with the same address and role as before keeps its id and fields. Fields of removed recipients stay without a recipient and prevent sending until they are replaced.
        """
        answer: types.DocumentOut = await self._call(
            Call(
                "PUT",
                "/v1/documents/{doc_id}/recipients",
                path={"doc_id": doc_id},
                body=body,
            )
        )
        return answer

    async def correct_recipient(
        self,
        doc_id: str,
        recipient_id: str,
        body: types.RecipientPatch,
    ) -> types.DocumentOut:
        """Correct a recipient who has not acted yet.

        Changes name, email, signing order, authentication level or delivery, also after the document was sent. Then the old link stops working, an earlier consent no longer counts, and a new invitation is sent as soon as it is the turn of the recipient. The event `recipient.corrected` has the old and the new values.
        """
        answer: types.DocumentOut = await self._call(
            Call(
                "PATCH",
                "/v1/documents/{doc_id}/recipients/{recipient_id}",
                path={"doc_id": doc_id, "recipient_id": recipient_id},
                body=body,
            )
        )
        return answer

    async def send_document(
        self,
        doc_id: str,
        body: types.SendReq | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.SendOut:
        """Send a document, or resend the invitations.

        The first send issues the signing links and counts an envelope in live mode. On an open document it resends the invitation, with the same link, to every recipient whose turn it is and who has not completed. Recipients with `delivery: "none"` get no email; when only such recipients are due, the response is `recipient-not-mailed`. A document can be resent DOCUMENT_RESENDS_PER_HOUR times an hour, and a workspace can send ADDRESS_MAILS_PER_HOUR emails an hour to one address; beyond that the response is `mail-limit`.
        """
        answer: types.SendOut = await self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/send",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def void_document(
        self,
        doc_id: str,
        body: types.VoidReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.VoidOut:
        """Void an open document.

        Sends an email to every recipient who received a signing link.
        """
        answer: types.VoidOut = await self._call(
            Call(
                "POST",
                "/v1/documents/{doc_id}/void",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def download_evidence(
        self,
        *,
        status: Sequence[Literal["draft", "sent", "partially_signed", "completed", "voided", "rejected", "expired", "awaiting_upload"]] | None = None,
        folder_id: str | Literal["root"] | None = None,
        q: str | None = None,
        recipient: str | None = None,
        external_id: str | None = None,
        search: str | None = None,
        bulk_send_id: str | Literal["none"] | None = None,
        delivery_problem: Any | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
        as_of: str | None = None,
    ) -> bytes:
        """Download the sealed PDFs and audit trails of many documents.

        The documents are those that the same filters list. The archive (tar) has for each sealed document `sealed/<title> (<id>).pdf` and `trails/<id>.json`, its audit trail up to the seal, and at the end `SHA256SUMS` for `sha256sum --check`. For an erased document it has what is left: the trail, and the PDF if it was kept. It is generated while it is sent, so there is no `Content-Length`; `HEAD` has it. To continue an interrupted download, request the address in `Content-Location` with `Range: bytes=<count>-` and the ETag in `If-Range`. If a document of the archive was erased meanwhile, the response is the whole new archive.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/documents/evidence.tar",
                query={"status": status, "folder_id": folder_id, "q": q, "recipient": recipient, "external_id": external_id, "search": search, "bulk_send_id": bulk_send_id, "delivery_problem": delivery_problem, "created_after": created_after, "created_before": created_before, "as_of": as_of},
                answer="bytes",
            )
        )
        return answer

    async def list_templates(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        starting_after: str | None = None,
        q: str | None = None,
        external_id: str | None = None,
    ) -> types.TemplatePage:
        """List templates.

        Newest first. Both modes share the templates of a workspace.
        """
        answer: types.TemplatePage = await self._call(
            Call(
                "GET",
                "/v1/templates",
                query={"limit": limit, "offset": offset, "starting_after": starting_after, "q": q, "external_id": external_id},
            )
        )
        return answer

    async def create_template(
        self,
        body: types.CreateTemplateIn,
        *,
        idempotency_key: str | None = None,
    ) -> types.TemplateOut:
        """Create a template.

        The PDF is checked at once: every PDF that is accepted here can be sealed. At most 80 MiB of JSON.
        """
        answer: types.TemplateOut = await self._call(
            Call(
                "POST",
                "/v1/templates",
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def get_template(
        self,
        tpl_id: str,
    ) -> types.TemplateOut:
        """Fetch a template.

        The returned definition can be stored again unchanged.
        """
        answer: types.TemplateOut = await self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}",
                path={"tpl_id": tpl_id},
            )
        )
        return answer

    async def patch_template(
        self,
        tpl_id: str,
        body: types.PatchTemplateIn,
    ) -> types.TemplateOut:
        """Replace parts of a template.

        The given parts replace the stored ones; absent and null parts do not change. `metadata` is merged by key, where null removes a key; null clears `external_id`. Every call increases `version`. Existing documents do not change.
        """
        answer: types.TemplateOut = await self._call(
            Call(
                "PATCH",
                "/v1/templates/{tpl_id}",
                path={"tpl_id": tpl_id},
                body=body,
            )
        )
        return answer

    async def delete_template(
        self,
        tpl_id: str,
    ) -> None:
        """Delete a template.

        The template can no longer be listed, fetched or used. Documents created from it do not change.
        """
        await self._call(
            Call(
                "DELETE",
                "/v1/templates/{tpl_id}",
                path={"tpl_id": tpl_id},
                answer="none",
            )
        )

    async def duplicate_template(
        self,
        tpl_id: str,
        body: types.DuplicateTemplateIn | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.TemplateOut:
        """Duplicate a template.

        Creates a template with version 1 from the same PDF and definition. `external_id` and `metadata` are not copied.
        """
        answer: types.TemplateOut = await self._call(
            Call(
                "POST",
                "/v1/templates/{tpl_id}/duplicate",
                path={"tpl_id": tpl_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def use_template(
        self,
        tpl_id: str,
        body: types.UseTemplateIn,
        *,
        idempotency_key: str | None = None,
    ) -> types.DocumentOut:
        """Create a document from a template.

        Creates a finalized draft. With `send: true` it is also sent, in the same transaction: if it cannot be sent, nothing is created. Recipients fill the placeholders by position and take their role and signing order. A placeholder with `auth_level: otp` or `delivery: none` keeps it. Keys of `form_values` are field names, or indexes in field order; an unknown key is refused. `external_id` and `metadata` of the template are not copied.
        """
        answer: types.DocumentOut = await self._call(
            Call(
                "POST",
                "/v1/templates/{tpl_id}/use",
                path={"tpl_id": tpl_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def list_template_versions(
        self,
        tpl_id: str,
    ) -> list[types.TemplateVersionOut]:
        """List the versions of a template.

        The last 50 versions, newest first. Older ones are deleted.
        """
        answer: list[types.TemplateVersionOut] = await self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}/versions",
                path={"tpl_id": tpl_id},
            )
        )
        return answer

    async def get_template_version(
        self,
        tpl_id: str,
        version: str,
    ) -> types.TemplateOut:
        """Fetch an earlier version of a template.

        The template with name, recipients and fields of that version. Everything else is as it is now. `updated_at` is the time of the version.
        """
        answer: types.TemplateOut = await self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}/versions/{version}",
                path={"tpl_id": tpl_id, "version": version},
            )
        )
        return answer

    async def restore_template_version(
        self,
        tpl_id: str,
        version: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.TemplateOut:
        """Restore an earlier version of a template.

        Makes a new version with name, recipients and fields of an earlier one. Existing documents do not change.
        """
        answer: types.TemplateOut = await self._call(
            Call(
                "POST",
                "/v1/templates/{tpl_id}/versions/{version}/restore",
                path={"tpl_id": tpl_id, "version": version},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def list_direct_links(
        self,
        tpl_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        starting_after: str | None = None,
    ) -> types.DirectLinkPage:
        """List the direct links of a template.

        Direct links of the mode of the key, newest first, including those that no longer work.
        """
        answer: types.DirectLinkPage = await self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}/direct-links",
                path={"tpl_id": tpl_id},
                query={"limit": limit, "offset": offset, "starting_after": starting_after},
            )
        )
        return answer

    async def create_direct_link(
        self,
        tpl_id: str,
        body: types.CreateDirectLinkReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.DirectLinkOut:
        """Create a direct link.

        A public address of the template. Its page asks for a name and an email address, and each visit creates and sends a document with the visitor as its first recipient. By default the visitor gets the signing link by email; with `confirm_email: false` the visitor signs at once. A document counts toward the allowance when it is created. The link and its documents have the mode of the key.
        """
        answer: types.DirectLinkOut = await self._call(
            Call(
                "POST",
                "/v1/templates/{tpl_id}/direct-links",
                path={"tpl_id": tpl_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def disable_direct_link(
        self,
        tpl_id: str,
        direct_link_id: str,
    ) -> None:
        """Disable a direct link.

        Cannot be undone: its address answers 410, and the people that it names are deleted. It stays in the list with `disabled_at`. Documents that it has created do not change.
        """
        await self._call(
            Call(
                "DELETE",
                "/v1/templates/{tpl_id}/direct-links/{direct_link_id}",
                path={"tpl_id": tpl_id, "direct_link_id": direct_link_id},
                answer="none",
            )
        )

    async def download_template_answers(
        self,
        tpl_id: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        documents_after: str | None = None,
    ) -> bytes:
        """Download the answers of all recipients of a template as CSV.

        One line for each document that was created from the template in this time and sent, in the order of creation: `document_id`, `external_id`, `bulk_send_id`, `status`, `created_at`, `sent_at`, `completed_at`, `sealed_sha256` (hash of the sealed PDF), `metadata` (JSON), and the value of each named field under its name, or `field_<name>` if another column has this name. Signatures and initials are only in the PDF. A cell that a spreadsheet would evaluate as a formula begins with an apostrophe. An interrupted download continues with `documents_after`.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}/answers.csv",
                path={"tpl_id": tpl_id},
                query={"from": from_, "to": to, "documents_after": documents_after},
                answer="bytes",
            )
        )
        return answer

    async def list_bulk_sends(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        starting_after: str | None = None,
        external_id: str | None = None,
        archived: Any | None = None,
    ) -> types.BulkSendPage:
        """List bulk sends.

        Bulk sends of the mode of the key, newest first, without archived ones. `rows` is null.
        """
        answer: types.BulkSendPage = await self._call(
            Call(
                "GET",
                "/v1/bulk-sends",
                query={"limit": limit, "offset": offset, "starting_after": starting_after, "external_id": external_id, "archived": archived},
            )
        )
        return answer

    async def create_bulk_send(
        self,
        body: types.CreateBulkSendIn | None = None,
        *,
        content: Content | None = None,
        pdfs: Content | None = None,
        template_id: str | None = None,
        source_filename: str | None = None,
        fields_from: Literal["tags", "form"] | None = None,
        external_id: str | None = None,
        unique_external_id: Any | None = None,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Create a bulk send.

        Each row becomes a document. With JSON (at most 80 MiB), rows are validated at once: the status is `ready`, or `invalid` with an `error` for each invalid row. With a CSV file (`text/csv`) or an Excel workbook (`.xlsx`) as the body and `template_id` in the query, the file (up to a million rows) is stored and read in the background: the status is `draft`, then `ready` or `invalid`. The first visible sheet of a workbook is read. Formulas give their stored value, and dates ISO 8601 text. Columns are `recipient_<n>_name`, `recipient_<n>_email` and optionally `recipient_<n>_auth_level` and `recipient_<n>_delivery` (or `name` and `email` when there is one placeholder); `external_id` and `meta_<key>` become `external_id` and `metadata` of the document, unless the template has a field of that name; every other column is a key of `form_values`, where `true` and `false` of checkboxes may be in any case, as spreadsheets save them. Rows can have PDFs of their own: send a form (`multipart/form-data`) with the file as part `rows` and a ZIP as part `pdfs`; the column `pdf` names a file in the ZIP by its path, or by its name if only one has it. Each is checked like an upload; `pdfs` counts them. Fields are at the places of the template, so a PDF needs at least as many pages as the template uses; with `fields_from` each PDF names their places. Rows without a value use the PDF of the template. Later changes of the template have no effect.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "POST",
                "/v1/bulk-sends",
                query={"template_id": template_id, "source_filename": source_filename, "fields_from": fields_from, "external_id": external_id, "unique_external_id": unique_external_id},
                body=body,
                content=content,
                content_type="text/csv",
                parts={"rows": content, "pdfs": pdfs},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def get_bulk_send(
        self,
        bulk_send_id: str,
        *,
        status: Literal["invalid", "queued", "sending", "sent", "failed", "canceled"] | None = None,
        rows_limit: int | None = None,
        rows_after: int | None = None,
    ) -> types.BulkSendOut:
        """Fetch a bulk send, its counters and a page of its rows.

        Counters are always exact. `status` filters the rows; `rows_after` reads the next ones. When rows are large, an answer ends after about 8 MiB of them; only an answer without rows is the end.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}",
                path={"bulk_send_id": bulk_send_id},
                query={"status": status, "rows_limit": rows_limit, "rows_after": rows_after},
            )
        )
        return answer

    async def patch_bulk_send(
        self,
        bulk_send_id: str,
        body: types.PatchBulkSendIn,
    ) -> types.BulkSendOut:
        """Change external_id and metadata of a bulk send.

        Allowed in every status. Absent members do not change. `metadata` is merged by key; null removes a key. Its documents do not change.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "PATCH",
                "/v1/bulk-sends/{bulk_send_id}",
                path={"bulk_send_id": bulk_send_id},
                body=body,
            )
        )
        return answer

    async def get_bulk_send_outcomes(
        self,
        bulk_send_id: str,
    ) -> types.BulkOutcomes:
        """Count what became of the documents of a bulk send.

        Each document of the bulk send is counted once. List the documents of one kind with `GET /v1/documents?bulk_send_id=…` and its filters `status` and `delivery_problem`.
        """
        answer: types.BulkOutcomes = await self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/outcomes",
                path={"bulk_send_id": bulk_send_id},
            )
        )
        return answer

    async def dispatch_bulk_send(
        self,
        bulk_send_id: str,
        body: types.DispatchIn | None = None,
        *,
        skip_invalid: Any | None = None,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Dispatch a bulk send.

        Sends the rows in the background. Each row creates and sends a document, or gets an `error`. An `invalid` bulk send needs `skip_invalid=true`, which skips invalid rows. `dispatch_at` starts later, and `sending_window` limits the hours; the status is `dispatching` meanwhile, and cancel stops what has not been sent. If the mail server has limits, rows are sent as fast as their emails can go; `last_email_at` is the forecast.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/dispatch",
                path={"bulk_send_id": bulk_send_id},
                query={"skip_invalid": skip_invalid},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def cancel_bulk_send(
        self,
        bulk_send_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Cancel a bulk send.

        Rows that are still queued are not sent. Documents that were sent do not change.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/cancel",
                path={"bulk_send_id": bulk_send_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def retry_failed_rows(
        self,
        bulk_send_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Retry the failed rows.

        Sent rows are never sent again.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/retry-failed",
                path={"bulk_send_id": bulk_send_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def void_open_documents(
        self,
        bulk_send_id: str,
        body: types.VoidReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Void all open documents of a bulk send.

        Voids every open document with the reason and notifies recipients who have a signing link. In the background: `operation` of the bulk send counts the documents that were changed and, by reason, those that were not. Only one operation of a bulk send runs at a time, and only after its rows were sent or canceled.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/void-open",
                path={"bulk_send_id": bulk_send_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def remind_open_documents(
        self,
        bulk_send_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Remind the recipients of all open documents of a bulk send.

        Reminds signers and approvers whose turn it is, except those who were emailed within a day, whose address has bounced or is over its limit of emails per hour, or who get no emails. In the background: `operation` of the bulk send counts the documents that were changed and, by reason, those that were not. Only one operation of a bulk send runs at a time, and only after its rows were sent or canceled.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/remind-open",
                path={"bulk_send_id": bulk_send_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def extend_open_documents(
        self,
        bulk_send_id: str,
        body: types.ExtendOpenReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Set a later expiry on all open documents of a bulk send.

        Sets `expires_at` on every open document that expires earlier, and with `also_without_expiry` on those that never expire. In the background: `operation` of the bulk send counts the documents that were changed and, by reason, those that were not. Only one operation of a bulk send runs at a time, and only after its rows were sent or canceled.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/extend",
                path={"bulk_send_id": bulk_send_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def correct_bulk_rows(
        self,
        bulk_send_id: str,
        content: Content,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Correct names and addresses of rows from a file.

        CSV, or the first visible sheet of an Excel workbook; at most 100,000 lines. The column `row_no` names the row, or `external_id` if `row_no` is empty; `recipient_<n>_name` and `recipient_<n>_email` (or `name` and `email` when there is one placeholder) are the new values. An empty cell changes nothing; other columns are ignored, so an edited `rows.csv` can be sent. Recipients who have not acted get a new link by email if it is their turn; the old link stops working. Rows that were never sent, because they were invalid or failed, are sent if they are valid now. Lines that cannot be carried out are refused and do not stop other lines: see `GET …/corrections`. Sending the same file again mails nobody twice. Only one operation of a bulk send runs at a time; `operation` shows its progress.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/corrections",
                path={"bulk_send_id": bulk_send_id},
                content=content,
                content_type="text/csv",
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def list_bulk_corrections(
        self,
        bulk_send_id: str,
        *,
        result: Literal["waiting", "corrected", "unchanged", "refused", "requeued"] | None = None,
        limit: int | None = None,
        after: int | None = None,
    ) -> types.BulkCorrectionList:
        """List the results of the latest corrections by line."""
        answer: types.BulkCorrectionList = await self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/corrections",
                path={"bulk_send_id": bulk_send_id},
                query={"result": result, "limit": limit, "after": after},
            )
        )
        return answer

    async def download_bulk_corrections(
        self,
        bulk_send_id: str,
        *,
        result: Literal["waiting", "corrected", "unchanged", "refused", "requeued"] | None = None,
    ) -> bytes:
        """Download the results of the latest corrections as CSV.

        The columns `line`, `row_no`, `external_id`, `result` and `error`.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/corrections.csv",
                path={"bulk_send_id": bulk_send_id},
                query={"result": result},
                answer="bytes",
            )
        )
        return answer

    async def archive_bulk_send(
        self,
        bulk_send_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Archive a bulk send.

        Hides the bulk send from lists once all of its documents have ended. Its documents do not change. Archiving again changes nothing.
        """
        answer: types.BulkSendOut = await self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/archive",
                path={"bulk_send_id": bulk_send_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def unarchive_bulk_send(
        self,
        bulk_send_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.BulkSendOut:
        """Show an archived bulk send in lists again."""
        answer: types.BulkSendOut = await self._call(
            Call(
                "POST",
                "/v1/bulk-sends/{bulk_send_id}/unarchive",
                path={"bulk_send_id": bulk_send_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def download_bulk_rows(
        self,
        bulk_send_id: str,
        *,
        status: Literal["invalid", "queued", "sending", "sent", "failed", "canceled"] | None = None,
    ) -> bytes:
        """Download all rows as CSV.

        The status of every row, with its recipients and values. A cell that a spreadsheet would evaluate as a formula begins with an apostrophe.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/rows.csv",
                path={"bulk_send_id": bulk_send_id},
                query={"status": status},
                answer="bytes",
            )
        )
        return answer

    async def preview_bulk_row(
        self,
        bulk_send_id: str,
        row_no: str,
    ) -> bytes:
        """Preview the PDF of a row.

        The PDF that the row would send, with the row's values drawn as they will be in the sealed file, and marked as a preview on every page. It has no signature and no certificate. `sample_rows` of the bulk send lists rows worth a look.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/rows/{row_no}/preview.pdf",
                path={"bulk_send_id": bulk_send_id, "row_no": row_no},
                answer="bytes",
            )
        )
        return answer

    async def download_bulk_answers(
        self,
        bulk_send_id: str,
        *,
        rows_after: int | None = None,
    ) -> bytes:
        """Download the answers of all recipients as CSV.

        One line for each row that became a document: `row_no`, `external_id`, `document_id`, `status`, `sent_at`, `completed_at`, `sealed_sha256` (hash of the sealed PDF), `meta_…`, and the value of each named field under its name, or `field_<name>` if another column has this name. Signatures and initials are only in the PDF. A cell that a spreadsheet would evaluate as a formula begins with an apostrophe. An interrupted download continues with `rows_after`.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/answers.csv",
                path={"bulk_send_id": bulk_send_id},
                query={"rows_after": rows_after},
                answer="bytes",
            )
        )
        return answer

    async def download_bulk_evidence(
        self,
        bulk_send_id: str,
        *,
        as_of: str | None = None,
    ) -> bytes:
        """Download the sealed PDFs and audit trails of a bulk send.

        The archive (tar) has for each sealed document `sealed/<title> (<id>).pdf` and `trails/<id>.json`, its audit trail up to the seal, and at the end `SHA256SUMS` for `sha256sum --check`. For an erased document it has what is left: the trail, and the PDF if it was kept. It is generated while it is sent, so there is no `Content-Length`; `HEAD` has it. To continue an interrupted download, request the address in `Content-Location` with `Range: bytes=<count>-` and the ETag in `If-Range`. If a document of the archive was erased meanwhile, the response is the whole new archive.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/bulk-sends/{bulk_send_id}/evidence.tar",
                path={"bulk_send_id": bulk_send_id},
                query={"as_of": as_of},
                answer="bytes",
            )
        )
        return answer

    async def download_bulk_header(
        self,
        tpl_id: str,
    ) -> bytes:
        """Download the CSV to fill in for a template.

        The header row: columns for recipients and for named fields that can have a value.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/templates/{tpl_id}/bulk.csv",
                path={"tpl_id": tpl_id},
                answer="bytes",
            )
        )
        return answer

    async def list_folders(
        self,
    ) -> list[types.FolderOut]:
        """List all folders of the workspace.

        Parents before their children, then by name. Both modes share the folders.
        """
        answer: list[types.FolderOut] = await self._call(
            Call(
                "GET",
                "/v1/folders",
            )
        )
        return answer

    async def create_folder(
        self,
        body: types.FolderIn,
        *,
        idempotency_key: str | None = None,
    ) -> types.FolderOut:
        """Create a folder.

        At the root without `parent_id`. Folders nest at most five deep.
        """
        answer: types.FolderOut = await self._call(
            Call(
                "POST",
                "/v1/folders",
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def patch_folder(
        self,
        folder_id: str,
        body: types.FolderPatchIn,
    ) -> types.FolderOut:
        """Rename or move a folder.

        A folder is moved with its contents. Without `parent_id`, or with null, it stays where it is; `move_to_root` moves it to the root.
        """
        answer: types.FolderOut = await self._call(
            Call(
                "PATCH",
                "/v1/folders/{folder_id}",
                path={"folder_id": folder_id},
                body=body,
            )
        )
        return answer

    async def delete_folder(
        self,
        folder_id: str,
    ) -> None:
        """Delete an empty folder."""
        await self._call(
            Call(
                "DELETE",
                "/v1/folders/{folder_id}",
                path={"folder_id": folder_id},
                answer="none",
            )
        )

    async def list_keys(
        self,
    ) -> list[types.KeyOut]:
        """List the API keys of the workspace.

        Keys of both modes, newest first, revoked ones included. Values are never shown again.
        """
        answer: list[types.KeyOut] = await self._call(
            Call(
                "GET",
                "/v1/keys",
            )
        )
        return answer

    async def create_key(
        self,
        body: types.CreateKeyReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.KeyCreated:
        """Create an API key.

        The member `key` of the response is the full value; it is returned only once. A test key can create test keys only.
        """
        answer: types.KeyCreated = await self._call(
            Call(
                "POST",
                "/v1/keys",
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def revoke_key(
        self,
        key_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Revoke an API key.

        The key is refused from now on. Revoking it again changes nothing.
        """
        await self._call(
            Call(
                "POST",
                "/v1/keys/{key_id}/revoke",
                path={"key_id": key_id},
                idempotency_key=idempotency_key,
                answer="none",
            )
        )

    async def list_webhooks(
        self,
    ) -> list[types.WebhookOut]:
        """List the webhooks of the workspace.

        In the order of their creation, at most 100. Both modes share the webhooks.
        """
        answer: list[types.WebhookOut] = await self._call(
            Call(
                "GET",
                "/v1/webhooks",
            )
        )
        return answer

    async def create_webhook(
        self,
        body: types.CreateWebhookReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookCreated:
        """Create a webhook.

        Events of both modes are delivered from now on. Without `events`, or with an empty list, it subscribes to every type. The member `secret` is returned only here: use it to verify `X-Service-Signature`, or the Standard Webhooks headers with one of its libraries. A workspace can have 100 webhooks.
        """
        answer: types.WebhookCreated = await self._call(
            Call(
                "POST",
                "/v1/webhooks",
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def get_webhook(
        self,
        webhook_id: str,
    ) -> types.WebhookOut:
        """Fetch a webhook."""
        answer: types.WebhookOut = await self._call(
            Call(
                "GET",
                "/v1/webhooks/{webhook_id}",
                path={"webhook_id": webhook_id},
            )
        )
        return answer

    async def patch_webhook(
        self,
        webhook_id: str,
        body: types.PatchWebhookReq,
    ) -> types.WebhookOut:
        """Change a webhook, enable or disable it.

        Absent and null members do not change. `active: true` enables a disabled webhook: deliveries that were waiting are sent; events that happened while it was disabled are not, but GET /v1/events lists them.
        """
        answer: types.WebhookOut = await self._call(
            Call(
                "PATCH",
                "/v1/webhooks/{webhook_id}",
                path={"webhook_id": webhook_id},
                body=body,
            )
        )
        return answer

    async def delete_webhook(
        self,
        webhook_id: str,
    ) -> None:
        """Delete a webhook with its deliveries.

        Waiting deliveries are not sent.
        """
        await self._call(
            Call(
                "DELETE",
                "/v1/webhooks/{webhook_id}",
                path={"webhook_id": webhook_id},
                answer="none",
            )
        )

    async def disable_webhook(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Disable a webhook.

        Nothing is sent until it is enabled again. Waiting deliveries are kept.
        """
        await self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/disable",
                path={"webhook_id": webhook_id},
                idempotency_key=idempotency_key,
                answer="none",
            )
        )

    async def ping_webhook(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.PingOut:
        """Queue a test ping.

        Queues one delivery of type `ping`, signed and retried like any other, whatever the webhook subscribes to. For a disabled webhook the response is `webhook-state`.
        """
        answer: types.PingOut = await self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/ping",
                path={"webhook_id": webhook_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def send_test_event(
        self,
        webhook_id: str,
        body: types.TestEventReq,
        *,
        idempotency_key: str | None = None,
    ) -> types.PingOut:
        """Send a test event of any type.

        Queues one delivery with an example of the event, signed and retried like any other, whatever the webhook subscribes to. Its id begins with `evt_test_`, its `mode` is always `test`, and its document or bulk send does not exist. For a disabled webhook the response is `webhook-state`.
        """
        answer: types.PingOut = await self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/test-event",
                path={"webhook_id": webhook_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def rotate_webhook_secret(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookCreated:
        """Replace the signing secret.

        The member `secret` is returned only here. Until `previous_secret_expires_at`, deliveries have both signatures, the new one first. Another rotation in that time retires the older secret at once.
        """
        answer: types.WebhookCreated = await self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/rotate-secret",
                path={"webhook_id": webhook_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def list_deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        starting_after: str | None = None,
        status: Literal["queued", "success", "failed", "dead"] | None = None,
    ) -> list[types.DeliveryOut]:
        """List deliveries with every attempt.

        Newest first.
        """
        answer: list[types.DeliveryOut] = await self._call(
            Call(
                "GET",
                "/v1/webhooks/{webhook_id}/deliveries",
                path={"webhook_id": webhook_id},
                query={"limit": limit, "offset": offset, "starting_after": starting_after, "status": status},
            )
        )
        return answer

    async def get_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
    ) -> types.DeliveryDetailOut:
        """Fetch a delivery with its request.

        With the headers, the signatures and the body that its attempts send, as of the last attempt. Requests are not stored: if the URL, the secret, or `external_id` or `metadata` of the document have changed since, the request that was sent had the earlier ones.
        """
        answer: types.DeliveryDetailOut = await self._call(
            Call(
                "GET",
                "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}",
                path={"webhook_id": webhook_id, "delivery_id": delivery_id},
            )
        )
        return answer

    async def redeliver(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.RedeliverOut:
        """Queue a dead or failed delivery again.

        Sends the same event with the same id, with up to four new attempts.
        """
        answer: types.RedeliverOut = await self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
                path={"webhook_id": webhook_id, "delivery_id": delivery_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def redeliver_dead(
        self,
        webhook_id: str,
        *,
        since: str | None = None,
        idempotency_key: str | None = None,
    ) -> types.RedeliverDeadOut:
        """Queue all dead deliveries again.

        The oldest first, at most 10,000 a call; call again while `more` is true.
        """
        answer: types.RedeliverDeadOut = await self._call(
            Call(
                "POST",
                "/v1/webhooks/{webhook_id}/redeliver-dead",
                path={"webhook_id": webhook_id},
                query={"since": since},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def read_events(
        self,
        *,
        after: str | None = None,
        starting_after: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> types.EventFeed:
        """Read the events of the workspace.

        The events of webhook deliveries, of the mode of the key, for clients that poll. To miss no event, pass `next_after` of the last response as `after` or `starting_after`. An event appears when every transaction that began before its own has ended, usually within milliseconds. With `wait`, an empty response is delayed until there is an event. Events are kept for WEBHOOK_RETENTION, 30 days by default; one that was deleted is 404.
        """
        answer: types.EventFeed = await self._call(
            Call(
                "GET",
                "/v1/events",
                query={"after": after, "starting_after": starting_after, "limit": limit, "wait": wait},
            )
        )
        return answer

    async def get_me(
        self,
    ) -> types.Me:
        """Fetch the caller."""
        answer: types.Me = await self._call(
            Call(
                "GET",
                "/v1/me",
            )
        )
        return answer

    async def get_own_workspace(
        self,
    ) -> types.OwnWorkspaceOut:
        """Fetch the workspace."""
        answer: types.OwnWorkspaceOut = await self._call(
            Call(
                "GET",
                "/v1/workspace",
            )
        )
        return answer

    async def patch_own_workspace(
        self,
        body: types.PatchOwnWorkspaceReq,
    ) -> types.OwnWorkspaceOut:
        """Set the origins that may show signing sessions in a frame.

        Replaces the list. The pages of signing sessions get `Content-Security-Policy: frame-ancestors` with these origins; all other pages stay out of frames. An origin with `http://localhost` can be registered in test mode only and counts for test documents only.
        """
        answer: types.OwnWorkspaceOut = await self._call(
            Call(
                "PATCH",
                "/v1/workspace",
                body=body,
            )
        )
        return answer

    async def get_usage(
        self,
    ) -> types.Usage:
        """Fetch usage and limits of the workspace.

        An envelope counts when a live document is first sent; test documents never count. The allowance is per calendar month UTC.
        """
        answer: types.Usage = await self._call(
            Call(
                "GET",
                "/v1/usage",
            )
        )
        return answer

    async def list_requests(
        self,
        *,
        limit: int | None = None,
        starting_after: str | None = None,
        status: str | None = None,
        method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] | None = None,
        path: str | None = None,
        key_id: str | None = None,
        request_id: str | None = None,
        document_id: str | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> types.RequestPage:
        """Read the request log.

        What the API keys of the workspace called in the mode of this key, and what the service answered, newest first. Kept for 30 days unless the operator has chosen otherwise. Requests appear within a few seconds. Bodies are not kept, and of the URL only ids and the values of a few parameters are. Requests without a valid key, and to paths that do not exist, belong to no workspace and are not recorded. Only some of the refusals with 429 are recorded.
        """
        answer: types.RequestPage = await self._call(
            Call(
                "GET",
                "/v1/requests",
                query={"limit": limit, "starting_after": starting_after, "status": status, "method": method, "path": path, "key_id": key_id, "request_id": request_id, "document_id": document_id, "created_after": created_after, "created_before": created_before},
            )
        )
        return answer

    async def list_admin_events(
        self,
        *,
        limit: int | None = None,
        starting_after: int | None = None,
        before: int | None = None,
        type: Literal["workspace.created", "workspace.changed", "workspace.single_sign_on_changed", "workspace.exported", "logo.changed", "logo.removed", "key.created", "key.revoked", "seal_key.set", "seal_key.removed", "member.invited", "member.invitation_withdrawn", "member.joined", "member.added", "member.role_changed", "member.removed", "member.sign_in_link_issued", "member.disconnected", "webhook.created", "webhook.changed", "webhook.disabled", "webhook.deleted", "webhook.secret_rotated", "document.erased", "bulk_send.rows_erased", "evidence.exported", "answers.exported", "rows.exported", "admin_log.exported", "admin_log.expired"] | None = None,
        created_after: str | None = None,
        created_before: str | None = None,
    ) -> types.AdminEventPage:
        """Read the admin log.

        What people, keys and operators changed in the administration of the workspace, in both modes, newest first: keys, members, roles, settings, webhooks, erasures and exports. Each event is written in the transaction of the change and has the hash of the event before. Test keys may not read it.
        """
        answer: types.AdminEventPage = await self._call(
            Call(
                "GET",
                "/v1/admin-events",
                query={"limit": limit, "starting_after": starting_after, "before": before, "type": type, "created_after": created_after, "created_before": created_before},
            )
        )
        return answer

    async def export_admin_events(
        self,
        *,
        format: Literal["csv", "jsonl"] | None = None,
        after: int | None = None,
    ) -> bytes:
        """Download the admin log.

        All events, oldest first, as CSV or as one JSON object on each line. The download is an event of the log itself. Continue with `after`.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/v1/admin-events/export",
                query={"format": format, "after": after},
                answer="bytes",
            )
        )
        return answer

    async def verify_admin_events(
        self,
    ) -> types.AdminLogVerification:
        """Check the hash chain of the admin log.

        Recomputes the hash of every event, and compares the end of the log with a hash that is stored apart from it.
        """
        answer: types.AdminLogVerification = await self._call(
            Call(
                "GET",
                "/v1/admin-events/verification",
            )
        )
        return answer

    async def start_device(
        self,
        body: types.DeviceCodeReq,
    ) -> types.DeviceCodeOut:
        """Start the device flow.

        Show `user_code` and `verification_uri` to the person, or open `verification_uri_complete`; then poll /v1/device/token.
        """
        answer: types.DeviceCodeOut = await self._call(
            Call(
                "POST",
                "/v1/device/code",
                body=body,
            )
        )
        return answer

    async def exchange_device_code(
        self,
        body: types.DeviceTokenReq,
    ) -> types.DeviceTokenOut:
        """Poll for the key.

        Until the request is approved, every response is a problem with the member `error` of RFC 8628, section 3.5, and with `interval` while polling can still succeed. The key is returned once. Takes JSON and, as RFC 8628 libraries send it, a form; further members such as `grant_type` are ignored.
        """
        answer: types.DeviceTokenOut = await self._call(
            Call(
                "POST",
                "/v1/device/token",
                body=body,
            )
        )
        return answer

    async def advance_clock(
        self,
        doc_id: str,
        body: types.AdvanceClockIn,
        *,
        idempotency_key: str | None = None,
    ) -> types.AdvanceClockOut:
        """Advance the clock of a test document.

        Every recipient with a due reminder gets one, even if the interval contains several; then the document expires if its expiry has passed. Emails, events and webhooks of both are created before the response. The clock stays advanced, and calls add up. The reminders count towards the ADDRESS_MAILS_PER_HOUR emails that a workspace can send to one address; beyond that the response is `mail-limit`. Test keys only; a live key gets 404.
        """
        answer: types.AdvanceClockOut = await self._call(
            Call(
                "POST",
                "/v1/test/documents/{doc_id}/advance-clock",
                path={"doc_id": doc_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def sign_as(
        self,
        doc_id: str,
        recipient_id: str,
        body: types.SignAsIn | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.CompleteOut:
        """Sign a test document as one of its recipients.

        Opens, consents and completes as the signing page does. Fields without a value get a valid sample, and a one-time code counts as entered. Test keys only; a live key gets 404.
        """
        answer: types.CompleteOut = await self._call(
            Call(
                "POST",
                "/v1/test/documents/{doc_id}/sign-as/{recipient_id}",
                path={"doc_id": doc_id, "recipient_id": recipient_id},
                body=body,
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def bounce_recipient(
        self,
        doc_id: str,
        recipient_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> types.DocumentOut:
        """Simulate a bounced signing email.

        The effect is the same as when the mail server permanently refuses the address: `delivery_problem`, an audit event and `document.bounced`. Test keys only; a live key gets 404.
        """
        answer: types.DocumentOut = await self._call(
            Call(
                "POST",
                "/v1/test/documents/{doc_id}/bounce/{recipient_id}",
                path={"doc_id": doc_id, "recipient_id": recipient_id},
                idempotency_key=idempotency_key,
            )
        )
        return answer

    async def verify_file(
        self,
        content: Content,
    ) -> types.VerifyOut:
        """Check the seal of a PDF.

        Reports whether the seal is valid, who sealed the file and when, whether the seal covers the whole file, and what was added later; also for files signed by others. For a document of this installation it also reports whether this is the file that was sealed, and whether the audit trail contains the sealed head. `intact` is true only if the signer is known: the certificate is one that this installation seals with, or it leads to a certificate in the trust file of the installation (`VERIFY_TRUST_FILE`). Nothing is stored. The file is the body, or the only file of a `multipart/form-data` form. Programs get JSON; a browser (`Accept: text/html`) gets a page. Limited per address.
        """
        answer: types.VerifyOut = await self._call(
            Call(
                "POST",
                "/verify",
                content=content,
                content_type="application/pdf",
            )
        )
        return answer

    async def list_seal_certificates(
        self,
        *,
        mode: Literal["live", "test"] | None = None,
    ) -> bytes:
        """Download the seal certificates of this installation.

        All certificates with which documents of the mode were sealed, including those of replaced keys, most recently used first. PEM with explanatory text in between. Pass the file to `countersign verify --seal-certificate`. Caches may keep it for five minutes.
        """
        answer: bytes = await self._call(
            Call(
                "GET",
                "/verify/certificates.pem",
                query={"mode": mode},
                answer="bytes",
            )
        )
        return answer

    async def list_anchors(
        self,
        *,
        limit: int | None = None,
        starting_after: str | None = None,
    ) -> types.AnchorPage:
        """List the published anchors.

        Once a day the installation computes one hash over the audit trails of all live documents that changed, has it timestamped if a timestamp authority is configured, and publishes it here, newest first. Each anchor contains the hash of the one before. Keep a copy elsewhere: an audit trail that was rewritten later contradicts it. docs/AUDIT.md explains how to check one. Caches may keep it for five minutes. Limited per address.
        """
        answer: types.AnchorPage = await self._call(
            Call(
                "GET",
                "/anchors",
                query={"limit": limit, "starting_after": starting_after},
            )
        )
        return answer

    async def get_anchor(
        self,
        date: str,
    ) -> types.AnchorOut:
        """Fetch the anchor of a day.

        Caches may keep it for five minutes. Limited per address.
        """
        answer: types.AnchorOut = await self._call(
            Call(
                "GET",
                "/anchors/{date}",
                path={"date": date},
            )
        )
        return answer
