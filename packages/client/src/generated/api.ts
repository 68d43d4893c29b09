/**
 * The operations and shapes of the Countersign API.
 * Generated from its OpenAPI document by `npm run generate:client`: do not edit.
 */

export interface paths {
    "/v1/bulk-sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bulk sends
         * @description Bulk sends of the mode of the key, newest first, without archived ones. `rows` is null.
         */
        get: operations["listBulkSends"];
        put?: never;
        /**
         * Create a bulk send
         * @description Each row becomes a document. With JSON (at most 80 MiB), rows are validated at once: the status is `ready`, or `invalid` with an `error` for each invalid row. With a CSV file (`text/csv`) or an Excel workbook (`.xlsx`) as the body and `template_id` in the query, the file (up to a million rows) is stored and read in the background: the status is `draft`, then `ready` or `invalid`. Of a workbook, the first visible sheet is read: formulas give their stored value, dates ISO 8601 text. Columns are `recipient_<n>_name`, `recipient_<n>_email` and optionally `recipient_<n>_auth_level` and `recipient_<n>_delivery` (or `name` and `email` when there is one placeholder); `external_id` and `meta_<key>` become `external_id` and `metadata` of the document, unless the template has a field of that name; every other column is a key of `form_values`. Later changes of the template have no effect.
         */
        post: operations["createBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a bulk send, its counters and a page of its rows
         * @description Counters are always exact. `status` filters the rows; `rows_after` reads the next ones.
         */
        get: operations["getBulkSend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change external_id and metadata of a bulk send
         * @description Allowed in every status. Absent members do not change. `metadata` is merged by key; null removes a key. Its documents do not change.
         */
        patch: operations["patchBulkSend"];
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/answers.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the answers of all recipients as CSV
         * @description One line for each row that became a document: `row_no`, `external_id`, `document_id`, `status`, `sent_at`, `completed_at`, `sealed_sha256` (hash of the sealed PDF), `meta_…`, and the value of each named field under its name, or `field_<name>` if another column has this name. Signatures and initials are only in the PDF. A cell that a spreadsheet would evaluate as a formula begins with an apostrophe. An interrupted download continues with `rows_after`.
         */
        get: operations["downloadBulkAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a bulk send
         * @description Hides the bulk send from lists once all of its documents have ended. Its documents do not change. Archiving again changes nothing.
         */
        post: operations["archiveBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a bulk send
         * @description Rows that are still queued are not sent. Documents that were sent do not change.
         */
        post: operations["cancelBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the results of the latest corrections by line */
        get: operations["listBulkCorrections"];
        put?: never;
        /**
         * Correct names and addresses of rows from a file
         * @description CSV, or the first visible sheet of an Excel workbook; at most 100,000 lines. The column `row_no`, or `external_id` where there is no number, names the row; `recipient_<n>_name` and `recipient_<n>_email` (or `name` and `email` when there is one placeholder) are the new values. An empty cell changes nothing; other columns are ignored, so an edited `rows.csv` can be sent. Recipients who have not acted get a new link by email if it is their turn; the old link stops working. Rows that were never sent, because they were invalid or failed, are sent if they are valid now. Lines that cannot be carried out are refused and stop no other: see `GET …/corrections`. Sending the same file again mails nobody twice. Only one operation of a bulk send runs at a time; `operation` shows its progress.
         */
        post: operations["correctBulkRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/corrections.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the results of the latest corrections as CSV
         * @description The columns `line`, `row_no`, `external_id`, `result` and `error`.
         */
        get: operations["downloadBulkCorrections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/dispatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dispatch a bulk send
         * @description Sends the rows in the background. Each row creates and sends a document, or gets an `error`. An `invalid` bulk send needs `skip_invalid=true`, which skips invalid rows. `dispatch_at` starts later, and `sending_window` limits the hours; the status is `dispatching` meanwhile, and cancel stops what has not been sent. If the mail server has limits, rows are sent as fast as their emails can go; `last_email_at` is the forecast.
         */
        post: operations["dispatchBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a later expiry on all open documents of a bulk send
         * @description Sets `expires_at` on every open document that expires earlier, and with `also_without_expiry` on those that never expire. In the background: `operation` of the bulk send counts the documents that were changed and, by reason, those that were not. Only one operation of a bulk send runs at a time, and only after its rows were sent or canceled.
         */
        post: operations["extendOpenDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what became of the documents of a bulk send
         * @description Each document of the bulk send is counted once. List the documents of one kind with `GET /v1/documents?bulk_send_id=…` and its filters `status` and `delivery_problem`.
         */
        get: operations["getBulkSendOutcomes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/remind-open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remind the recipients of all open documents of a bulk send
         * @description Reminds signers and approvers whose turn it is, except those who were emailed within a day, whose address has bounced or is over its limit of emails per hour, or who get no emails. In the background: `operation` of the bulk send counts the documents that were changed and, by reason, those that were not. Only one operation of a bulk send runs at a time, and only after its rows were sent or canceled.
         */
        post: operations["remindOpenDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/retry-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry the failed rows
         * @description Sent rows are never sent again.
         */
        post: operations["retryFailedRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/rows.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all rows as CSV
         * @description The status of every row, with its recipients and values. A cell that a spreadsheet would evaluate as a formula begins with an apostrophe.
         */
        get: operations["downloadBulkRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/rows/{row_no}/preview.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the PDF of a row
         * @description The PDF that the row would send, with the row's values drawn as they will be in the sealed file, and marked as a preview on every page. It has no signature and no certificate. `sample_rows` of the bulk send lists rows worth a look.
         */
        get: operations["previewBulkRow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show an archived bulk send in lists again */
        post: operations["unarchiveBulkSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-sends/{bulk_send_id}/void-open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void all open documents of a bulk send
         * @description Voids every open document with the reason and notifies recipients who have a signing link. In the background: `operation` of the bulk send counts the documents that were changed and, by reason, those that were not. Only one operation of a bulk send runs at a time, and only after its rows were sent or canceled.
         */
        post: operations["voidOpenDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/device/{user_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the request behind a user code
         * @description Ten wrong codes from one address block it for ten minutes.
         */
        get: operations["getDeviceRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/device/{user_code}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the request
         * @description For managers and owners of the workspace. The key has the requested mode.
         */
        post: operations["approveDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/device/{user_code}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deny the request */
        post: operations["denyDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/documents/{doc_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change title, message or expiry of a draft
         * @description Absent members do not change; null removes the message or the expiry.
         */
        patch: operations["patchDraft"];
        trace?: never;
    };
    "/v1/console/documents/{doc_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of a document, to show it in the console
         * @description For a draft nothing is recorded. After that, it is recorded as a download, once in ten minutes for each person and version. Supports `Range` and `If-None-Match`.
         */
        get: operations["getDocumentContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/documents/{doc_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the personal data of a closed document
         * @description For managers. Permanently removes names, addresses, texts, values, signatures, emails and files. The audit trail stays without personal data and can still be verified (docs/AUDIT.md). A draft is removed completely. Repeating the call erases what was added since, or changes nothing.
         */
        post: operations["eraseDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description For owners.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person to the workspace
         * @description For owners. Emails a link that works once, within seven days. Replaces an open invitation for the same address.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel an invitation
         * @description For owners. Its link becomes invalid.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/invitations/by-token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch an invitation by its token */
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/invitations/by-token/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join the workspace, and sign in */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description For owners. The person loses access immediately.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description For owners.
         */
        patch: operations["changeMemberRole"];
        trace?: never;
    };
    "/v1/console/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the state of background jobs
         * @description For operators of the installation.
         */
        get: operations["listQueues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/queues/{name}/dead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters
         * @description For operators of the installation. The last hundred.
         */
        get: operations["listDeadJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/queues/{name}/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enqueue dead letters again
         * @description For operators of the installation. Oldest first, at most 1000 per call.
         */
        post: operations["redriveQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch the session */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with the token of a sign-in link
         * @description A used, expired or unknown token is not-found.
         */
        post: operations["createSession"];
        /** Sign out */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/session/sign-out-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out on every device
         * @description Unused sign-in links become invalid too.
         */
        post: operations["signOutEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Email a sign-in link
         * @description The response is the same whether the address is known or not. The link works once, within 15 minutes. Opening its page does not use it.
         */
        post: operations["requestSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/sign-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sign-ins
         * @description The last hundred, newest first. They are kept for a year.
         */
        get: operations["listSignIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the documents in each status
         * @description For the given mode. For members, only documents that they may see are counted.
         */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/templates/{tpl_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the PDF of a template, to place fields on it
         * @description Supports `Range` and `If-None-Match`.
         */
        get: operations["getTemplateContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the usage of each month
         * @description For managers. The current month is the last one.
         */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change your name */
        patch: operations["patchUser"];
        trace?: never;
    };
    "/v1/console/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch the workspace and its settings */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change name, color, language, sender and retention of the workspace
         * @description For owners. The slug does not change.
         */
        patch: operations["patchWorkspace"];
        trace?: never;
    };
    "/v1/console/workspace/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the logo of the workspace */
        get: operations["getLogo"];
        /**
         * Set the logo of the workspace
         * @description For owners. It is shown in the console, on the signing page, in emails and on certificates of completion.
         */
        put: operations["putLogo"];
        post?: never;
        /** Remove the logo of the workspace */
        delete: operations["deleteLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a workspace
         * @description The caller becomes its owner. For operators of the installation, or for everyone if WORKSPACE_CREATION is `anyone`.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/device/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the device flow
         * @description Show `user_code` and `verification_uri` to the person, or open `verification_uri_complete`; then poll /v1/device/token.
         */
        post: operations["startDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/device/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Poll for the key
         * @description Until the request is approved, every response is a problem with the member `error` of RFC 8628, section 3.5, and with `interval` while polling can still succeed. The key is returned once. Takes JSON and, as RFC 8628 libraries send it, a form; further members such as `grant_type` are ignored.
         */
        post: operations["exchangeDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/direct-links/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch what a direct link leads to
         * @description For the page of the link. Changes nothing.
         */
        get: operations["getDirectLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/direct-links/{token}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a document from a direct link
         * @description For the page of the link. Creates and sends a document with this person as its first recipient. Limited by IP address, by link, and to three emails a day to one address.
         */
        post: operations["visitDirectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Documents of the mode of the key, newest first. A document is listed as `expired` from the moment of its `expires_at`. For the next page use `starting_after`, or follow the header `Link`.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Create a document
         * @description Creates a draft. Next, PUT the PDF to `uploadUrl` with the content type `application/pdf`, then finalize the document. The URL is a credential of its own: it needs no API key, works from a browser of any origin, and expires at `expiresAt`. Or send the PDF in the same request, as `pdf_base64` or in a form with the parts `document` (this JSON) and `file`. The part `file` can be repeated: PDF, JPEG, PNG and DOCX files become one document, in their order, as with POST …/files. With `finalize: true` the document is finalized too, and with `send: true` also sent, all in one transaction. If a step fails, nothing is created, and the member `step` of the problem (`create`, `upload`, `finalize`, `send`) names it.
         */
        post: operations["createDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch a document */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change display preferences, folder, visibility, external_id and metadata
         * @description Absent members do not change. `null` clears a member, except `visibility`: `folder_id: null` takes the document out of its folder, `reminder_cadence_days: null` stops reminders. `metadata` is merged by key: a text sets the key, null removes it, absent keys stay; `metadata: null` removes all keys. All of this is allowed in every status.
         */
        patch: operations["patchDocument"];
        trace?: never;
    };
    "/v1/documents/{doc_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload the PDF
         * @description Can be repeated until the document is finalized. The last upload is used, and files of POST …/files follow it. With `token`, as in `uploadUrl`, no API key is needed.
         */
        put: operations["uploadContent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the original, the sealed PDF or the certificate
         * @description By default the sealed PDF of a completed document, otherwise the original. Supports `Range`, `If-Range` and `If-None-Match`.
         */
        get: operations["downloadDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a document
         * @description Creates a draft from the original PDF with the same recipients, fields and display preferences. `external_id` and `metadata` are not copied. Nothing is emailed until it is sent.
         */
        post: operations["duplicateDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit trail
         * @description The audit events in `seq` order, a hash chain; docs/AUDIT.md explains how to verify it. A response has at most 10,000 events. When more follow, the header `Link` has the address of the next page.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the fields of a draft
         * @description A field has either a place (`page`, `x`, `y`) or an `anchor`. Anchors are found at once if the document is finalized, else by finalize.
         */
        put: operations["setFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of a document
         * @description The files that the document is or was put together from, in their order. A document of one PDF has that file.
         */
        get: operations["listFiles"];
        /**
         * Change the order or the names of the files of a draft
         * @description Takes every file of the document once, in the new order. A `name` is the new name of the file.
         */
        put: operations["orderFiles"];
        /**
         * Add files to a draft
         * @description Adds PDF, JPEG, PNG and DOCX files behind those that the draft has, until it is finalized: one as the body, or several as parts `file` of a form. Finalize puts them together to one PDF with a bookmark for each. An image becomes an A4 page. DOCX needs CONVERTER_URL. A PDF that is encrypted or signed cannot be put together with others. At most 20 files, which together have at most MAX_PDF_BYTES and MAX_PDF_PAGES. The SHA-256 of each file is on the certificate of completion.
         */
        post: operations["addFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a file of a draft */
        delete: operations["removeFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finalize the document
         * @description Checks the uploaded PDF and makes it the original of the document. Several files are put together to one PDF first. Every PDF that is accepted here can be sealed. Repeating the call changes nothing. `warnings` name what a sender should know about the PDF, for example earlier signatures, or content that can change what the document shows. Fields with an `anchor` get their place; a text that is not in the PDF is a validation problem that names the nearest text. With `fields_from`, fields that the PDF names are added.
         */
        post: operations["finalizeDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/preparation-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the editor of a draft for a person
         * @description For a finalized draft. The URL opens the editor of this document once, within five minutes, in a frame of the origins in `embed_origins` of the workspace or in a window of its own. The page works for two hours. It can read the document and its files, replace recipients and fields, and send it unless `can_send` is false; nothing else. It acts in the name of the caller of this operation. At most 60 an hour for one document.
         */
        post: operations["createPreparationSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the recipients of a draft
         * @description A recipient with the same address and role as before keeps its id and fields. Fields of removed recipients stay without a recipient and prevent sending until they are replaced.
         */
        put: operations["setRecipients"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/recipients/{recipient_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct a recipient who has not acted yet
         * @description Changes name, email, signing order, authentication level or delivery, also after the document was sent. Then the old link stops working, an earlier consent no longer counts, and a new invitation is sent as soon as it is the turn of the recipient. The event `recipient.corrected` has the old and the new values.
         */
        patch: operations["correctRecipient"];
        trace?: never;
    };
    "/v1/documents/{doc_id}/recipients/{recipient_id}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the signing page for a recipient
         * @description For a recipient with `delivery: "none"` whose turn it is. The URL opens the signing page once, within five minutes, in a frame of the origins in `embed_origins` of the workspace or in a window of its own. With this call your application vouches for the person: the audit trail and the certificate of completion name the API key and the time. At most 60 an hour for one recipient. Give the URL to nobody but the recipient.
         */
        post: operations["createSigningSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a document, or resend the invitations
         * @description The first send issues the signing links and counts an envelope in live mode. On an open document it resends the invitation, with the same link, to every recipient whose turn it is and who has not completed. Recipients with `delivery: "none"` get no email; when only such recipients are due, the response is `recipient-not-mailed`. A document can be resent DOCUMENT_RESENDS_PER_HOUR times an hour, and a workspace can send ADDRESS_MAILS_PER_HOUR emails an hour to one address; beyond that the response is `mail-limit`.
         */
        post: operations["sendDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{doc_id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void an open document
         * @description Sends an email to every recipient who received a signing link.
         */
        post: operations["voidDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events of the workspace
         * @description The events of webhook deliveries, of the mode of the key, for clients that poll. To miss no event, pass `next_after` of the last response as `after`. An event appears when every transaction that began before its own has ended, usually within milliseconds. With `wait`, an empty response is delayed until there is an event. Events are kept for WEBHOOK_RETENTION, 30 days by default; an `after` that was deleted is 404.
         */
        get: operations["readEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all folders of the workspace
         * @description Parents before their children, then by name. Both modes share the folders.
         */
        get: operations["listFolders"];
        put?: never;
        /**
         * Create a folder
         * @description At the root without `parent_id`. Folders nest at most five deep.
         */
        post: operations["createFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/folders/{folder_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an empty folder */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        /**
         * Rename or move a folder
         * @description A folder is moved with its contents. Without `parent_id`, or with null, it stays where it is; `move_to_root` moves it to the root.
         */
        patch: operations["patchFolder"];
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of the workspace
         * @description Keys of both modes, newest first, revoked ones included. Values are never shown again.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The member `key` of the response is the full value; it is returned only once. A test key can create test keys only.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description The key is refused from now on. Revoking it again changes nothing.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch the caller */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/preparation-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the session of a preparation URL
         * @description For the page that the URL opens. Exchanges the token of the URL, once, for a credential that works for two hours in the header `X-Preparation-Session`. No cookie is needed, so the page works in frames of other sites.
         */
        post: operations["startPreparationSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the request log
         * @description What the API keys of the workspace called in the mode of this key, and what the service answered, newest first. Kept for 30 days unless the operator has chosen otherwise. Requests appear within a few seconds. Bodies are not kept; of addresses, only ids and the values of a few parameters are. Requests without a valid key, and to paths that do not exist, belong to no workspace and are not recorded. Of refusals with 429 only some are.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the signing session of a session URL
         * @description For the page that the URL opens. Exchanges the token of the URL, once, for a credential that works for two hours in the header `X-Signing-Session` of `/v1/signing/session` and the paths below it. No cookie is needed, so the page works in frames of other sites.
         */
        post: operations["startSigningSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch what the recipient is asked to sign
         * @description Until the one-time code is entered, the response has only the title, the mode, the sender with its color, and the state of authentication. The language of the consent text is `lang`, otherwise Accept-Language, otherwise English. Once accepted, the accepted text is returned.
         */
        get: operations["getSigning"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete the fields of the recipient
         * @description Values by field id. The response reports all invalid fields together, with `loc` `["body","values","<field_id>"]`, and then nothing is saved. The recipient must have accepted the consent text.
         */
        post: operations["completeSigning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Consent to signing electronically
         * @description Required before completing. The audit trail and the certificate of completion contain the version, language and SHA-256 of the text.
         */
        post: operations["giveConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the PDF to sign */
        get: operations["getSigningContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the sealed PDF, for every recipient with a link */
        get: operations["getSealedCopy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the logo of the sender */
        get: operations["getSigningLogo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that the page shows the document
         * @description The first call sets the status of the recipient to `opened`.
         */
        post: operations["openDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Email a one-time code
         * @description Six digits, valid for ten minutes and five attempts. At most five codes an hour. Codes count towards the ADDRESS_MAILS_PER_HOUR emails that a workspace can send to one address.
         */
        post: operations["mailCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/otp/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enter the one-time code */
        post: operations["verifyCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/reassign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reassign to another person
         * @description The fields move to a new recipient, and this link becomes invalid.
         */
        post: operations["reassignRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline to sign
         * @description Closes the document.
         */
        post: operations["rejectDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing/{token}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the document to the operator
         * @description For recipients who suspect abuse. The operators get an email; the sender does not learn of the report. Works in every status of the document and before the one-time code is entered. At most three times a day with one link.
         */
        post: operations["reportAbuse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Newest first. Both modes share the templates of a workspace.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template
         * @description The PDF is checked at once: every PDF that is accepted here can be sealed. At most 80 MiB of JSON.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{tpl_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a template
         * @description The returned definition can be stored again unchanged.
         */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a template
         * @description The template can no longer be listed, fetched or used. Documents created from it do not change.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Replace parts of a template
         * @description The given parts replace the stored ones; absent and null parts do not change. `metadata` is merged by key, where null removes a key; null clears `external_id`. Every call increases `version`. Existing documents do not change.
         */
        patch: operations["patchTemplate"];
        trace?: never;
    };
    "/v1/templates/{tpl_id}/bulk.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the CSV to fill in for a template
         * @description The header row: columns for recipients and for named fields that can have a value.
         */
        get: operations["downloadBulkHeader"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{tpl_id}/direct-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the direct links of a template
         * @description Newest first, those of the key's mode, with those that no longer work.
         */
        get: operations["listDirectLinks"];
        put?: never;
        /**
         * Create a direct link
         * @description A public address of the template. Its page asks for a name and an email address, and each visit creates and sends a document with the visitor as its first recipient. By default the visitor gets the signing link by email; with `confirm_email: false` the visitor signs at once. A document counts toward the allowance when it is created. In the mode of the key.
         */
        post: operations["createDirectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{tpl_id}/direct-links/{direct_link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disable a direct link
         * @description For good: its address answers 410, and the people that it names are forgotten. It stays in the list with `disabled_at`. Documents that it has created do not change.
         */
        delete: operations["disableDirectLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{tpl_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a template
         * @description Creates a template with version 1 from the same PDF and definition. `external_id` and `metadata` are not copied.
         */
        post: operations["duplicateTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{tpl_id}/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a document from a template
         * @description Creates a finalized draft and does not send it. Recipients fill the placeholders by position and take their role and signing order. A placeholder with `auth_level: otp` or `delivery: none` keeps it. Keys of `form_values` are field names, or indexes in field order; an unknown key is refused. `external_id` and `metadata` of the template are not copied.
         */
        post: operations["useTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{tpl_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a template
         * @description The last 50 versions, newest first. Older ones are forgotten.
         */
        get: operations["listTemplateVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{tpl_id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an earlier version of a template
         * @description The template with name, recipients and fields of that version. Everything else is as it is now. `updated_at` is the time of the version.
         */
        get: operations["getTemplateVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{tpl_id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an earlier version of a template
         * @description Makes a new version with name, recipients and fields of an earlier one. Existing documents do not change.
         */
        post: operations["restoreTemplateVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/documents/{doc_id}/advance-clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the clock of a test document
         * @description Every recipient with a due reminder gets one, even if the interval contains several; then the document expires if its expiry has passed. Emails, events and webhooks of both are created before the response. The clock stays advanced, and calls add up. The reminders count towards the ADDRESS_MAILS_PER_HOUR emails that a workspace can send to one address; beyond that the response is `mail-limit`. Test keys only; a live key gets 404.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/documents/{doc_id}/bounce/{recipient_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a bounced signing email
         * @description The effect is the same as when the mail server permanently refuses the address: `delivery_problem`, an audit event and `document.bounced`. Test keys only; a live key gets 404.
         */
        post: operations["bounceRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/documents/{doc_id}/sign-as/{recipient_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a test document as one of its recipients
         * @description Opens, consents and completes as the signing page does. Fields without a value get a valid sample, and a one-time code counts as entered. Test keys only; a live key gets 404.
         */
        post: operations["signAs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch usage and limits of the workspace
         * @description An envelope counts when a live document is first sent; test documents never count. The allowance is per calendar month UTC.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of the workspace
         * @description In the order of their creation, at most 100. Both modes share the webhooks.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Events of both modes are delivered from now on. Without `events`, or with an empty list, it subscribes to every type. The member `secret` is returned only here: use it to verify `X-Service-Signature`, or the Standard Webhooks headers with one of its libraries. A workspace can have 100 webhooks.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook with its deliveries
         * @description Waiting deliveries are not sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook, enable or disable it
         * @description Absent and null members do not change. `active: true` enables a disabled webhook: deliveries that were waiting are sent; events that happened while it was disabled are not, but GET /v1/events lists them.
         */
        patch: operations["patchWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries with every attempt
         * @description Newest first.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue a dead or failed delivery again
         * @description The same bytes and the same event id, with a fresh cycle of four attempts.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook
         * @description Nothing is sent until it is enabled again. Waiting deliveries are kept.
         */
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue a test ping
         * @description Queues one delivery of type `ping`, signed and retried like any other, whatever the webhook subscribes to. For a disabled webhook the response is `webhook-state`.
         */
        post: operations["pingWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/redeliver-dead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue all dead deliveries again
         * @description The oldest first, at most 10,000 a call; call again while `more` is true.
         */
        post: operations["redeliverDead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret
         * @description The member `secret` is returned only here. Until `previous_secret_expires_at`, deliveries have both signatures, the new one first. Another rotation in that time retires the older secret at once.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fetch the workspace */
        get: operations["getOwnWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the origins that may show signing sessions in a frame
         * @description Replaces the list. The pages of signing sessions get `Content-Security-Policy: frame-ancestors` with these origins; all other pages stay out of frames. An origin with `http://localhost` can be registered in test mode only and counts for test documents only.
         */
        patch: operations["patchOwnWorkspace"];
        trace?: never;
    };
    "/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the seal of a PDF
         * @description Reports whether the seal is valid, who sealed the file and when, whether the seal covers the whole file, and what was added later; also for files signed by others. For a document of this installation it also reports whether this is the file that was sealed, and whether the audit trail contains the sealed head. `intact` is true only if the signer is known: the certificate is one that this installation seals with, or it leads to a certificate in the trust file of the installation (`VERIFY_TRUST_FILE`). Nothing is stored. The file is the body, or the only file of a `multipart/form-data` form. Programs get JSON; a browser (`Accept: text/html`) gets a page. Limited per address.
         */
        post: operations["verifyFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify/certificates.pem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the seal certificates of this installation
         * @description All certificates with which documents of the mode were sealed, including those of replaced keys, most recently used first. PEM with explanatory text in between. Pass the file to `countersign verify --seal-certificate`. Caches may keep it for five minutes.
         */
        get: operations["listSealCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "bulk_send.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Every document of the bulk send has ended: completed, declined, voided or expired. Once for each run that sent rows
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_bulk_send_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bulk_send.finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run of the bulk send has ended: no row waits to be sent. Once for each run
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_bulk_send_finished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signing email could not be delivered to a recipient
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_document_bounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Every recipient has signed; sealing starts
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_document_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A document was created
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_document_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The expiry passed before every recipient signed
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_document_expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A recipient opened their signing link for the first time; one event per recipient
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_document_opened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A recipient declined, which closes the document
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_document_rejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.sealed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The sealed PDF with its Certificate of Completion is ready to download
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_document_sealed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The document was sent and signing links issued; also on a re-send
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_document_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.signed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A recipient completed all of their fields
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_document_signed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test ping, requested with POST /v1/webhooks/{webhook_id}/ping
         * @description Any 2xx response within 10 s is a success. Anything else is retried after 30 s, 5 min and 30 min.
         */
        post: operations["deliver_ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @example {
         *       "name": "Grace Hopper"
         *     }
         */
        AcceptInvitationReq: {
            /** @description Name of the person, if they are new to this installation */
            name?: string | null;
        };
        /**
         * @example {
         *       "seconds": 259200
         *     }
         */
        AdvanceClockIn: {
            /** @description Number of seconds to advance the clock of the document */
            seconds: number;
        };
        /**
         * @example {
         *       "now": "2026-11-05T09:15:40.002Z",
         *       "reminders": 1,
         *       "expired": false,
         *       "document": {
         *         "id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *         "team_id": "019aa8a2-e5bc-7711-9f03-3bb61f9c1d20",
         *         "title": "Lease of 12 Analytical Row",
         *         "status": "sent",
         *         "original_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *         "size_bytes": 184220,
         *         "visibility": "everyone",
         *         "created_at": "2026-11-02T09:14:05.311Z",
         *         "mode": "live",
         *         "sealed": false,
         *         "seal_profile": null,
         *         "delivery_problem": false,
         *         "sent_at": "2026-11-02T09:15:40.002Z",
         *         "completed_at": null,
         *         "expires_at": "2026-12-01T00:00:00.000Z",
         *         "date_format": "DD.MM.YYYY HH:mm",
         *         "display_timezone": "Europe/Berlin",
         *         "message": "Please sign by Friday.",
         *         "redirect_url": "https://example.com/signed",
         *         "reminder_cadence_days": 3,
         *         "folder_id": "019aa8a3-0d1e-7c52-8a44-7d1f0c3b9e61",
         *         "source_template_id": null,
         *         "external_id": "crm-4711",
         *         "metadata": {
         *           "customer": "42"
         *         },
         *         "bulk_send_id": null,
         *         "fields": [
         *           {
         *             "type": "signature",
         *             "page": 1,
         *             "x": 0.12,
         *             "y": 0.74,
         *             "w": 0.3,
         *             "h": 0.06,
         *             "name": "tenant_signature",
         *             "required": true,
         *             "read_only": false,
         *             "prefill_value": null,
         *             "settings": {
         *               "input_modes": [
         *                 "draw",
         *                 "type"
         *               ]
         *             },
         *             "visible_if": null,
         *             "required_if": null,
         *             "id": "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101",
         *             "envelope_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *             "recipient_id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *             "value": null,
         *             "completed_at": null
         *           }
         *         ],
         *         "recipients": [
         *           {
         *             "id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *             "envelope_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *             "name": "Ada Lovelace",
         *             "email": "ada@example.com",
         *             "email_normalized": "ada@example.com",
         *             "role": "signer",
         *             "auth_level": "otp",
         *             "signing_order": 1,
         *             "delivery": "email",
         *             "status": "opened",
         *             "completed_at": null,
         *             "consent_at": null,
         *             "rejected_at": null,
         *             "reject_reason": null,
         *             "reassigned_from": null
         *           }
         *         ],
         *         "files": [
         *           {
         *             "id": "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101",
         *             "name": "Lease.pdf",
         *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *             "size_bytes": 184220,
         *             "pages": 4,
         *             "first_page": 1
         *           }
         *         ]
         *       }
         *     }
         */
        AdvanceClockOut: {
            document: components["schemas"]["DocumentOut"] | components["schemas"]["DocumentAwaitingUpload"];
            /** @description True if the document expired */
            expired: boolean;
            /**
             * Format: date-time
             * @description The new time of the document
             */
            now: string;
            /** @description Number of reminders that were sent: at most one for each recipient */
            reminders: number;
        };
        /**
         * @example {
         *       "workspace": "example",
         *       "name": "Build server"
         *     }
         */
        ApproveDeviceReq: {
            /** @description Name of the key, instead of the suggested one */
            name?: string | null;
            /** @description Slug of the workspace that the key is for */
            workspace: string;
        };
        /**
         * @example {
         *       "attempt": 1,
         *       "at": "2026-11-02T09:14:05.311Z",
         *       "response_code": 503,
         *       "error": "answered 503 Service Unavailable: deploying",
         *       "duration_ms": 41
         *     }
         */
        AttemptOut: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            at: string;
            /** @description Counted from 1; starts again with each redelivery */
            attempt: number;
            duration_ms: number;
            error: string | null;
            response_code: number | null;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "line": 2,
         *           "row_no": 17,
         *           "external_id": null,
         *           "result": "corrected",
         *           "error": null
         *         }
         *       ]
         *     }
         */
        BulkCorrectionList: {
            items: components["schemas"]["BulkCorrectionOut"][];
        };
        /**
         * @example {
         *       "line": 2,
         *       "row_no": 17,
         *       "external_id": null,
         *       "result": "corrected",
         *       "error": null
         *     }
         */
        BulkCorrectionOut: {
            error?: string | null;
            /** @description As in the file, if it gives no row_no */
            external_id?: string | null;
            /** @description Of the file, from 1 */
            line: number;
            /**
             * @description `corrected`: changed, and mailed if it is their turn. `requeued`: a row that was never sent and is sent now. `unchanged`: nothing to change. `refused`: `error` says why
             * @enum {string}
             */
            result: "waiting" | "corrected" | "unchanged" | "refused" | "requeued";
            row_no?: number | null;
        };
        /**
         * @example {
         *       "id": "019aa8f0-12c4-7a31-8d55-6a0b3f9c2e11",
         *       "kind": "remind_open",
         *       "status": "running",
         *       "total": 57,
         *       "done": 40,
         *       "skipped": {
         *         "mailed_within_a_day": 2
         *       },
         *       "error": null,
         *       "started_at": "2026-11-02T09:15:40.002Z",
         *       "finished_at": null
         *     }
         */
        BulkOperationOut: {
            /** @description Documents or lines that were changed */
            done: number;
            /** @description Why the file of corrections could not be read */
            error?: string | null;
            finished_at?: string | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "void_open" | "remind_open" | "extend" | "correct";
            /** @description Documents or lines that were not changed, by reason: `ended` (before their turn), `mailed_within_a_day`, `mail_limit`, `bounced`, `not_mailed`, `nobody_waits`, `already_later`, `no_expiry`, `not_in_future`, `trail_limit`, `internal`; for corrections `unchanged` and `refused` */
            skipped: {
                [key: string]: number;
            };
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            started_at: string;
            /** @enum {string} */
            status: "running" | "done";
            /** @description Documents that were open at the beginning, or lines of the corrections */
            total: number;
        };
        /**
         * @example {
         *       "completed": 412,
         *       "waiting": 57,
         *       "bounced": 3,
         *       "declined": 1,
         *       "voided": 0,
         *       "expired": 0
         *     }
         */
        BulkOutcomes: {
            /** @description Like waiting, but the email to a recipient whose turn it is has bounced */
            bounced: number;
            completed: number;
            declined: number;
            expired: number;
            voided: number;
            /** @description Sent, and a recipient still has to act */
            waiting: number;
        };
        BulkRowIn: {
            /** @description The document's `external_id` */
            external_id?: string | null;
            /** @default {} */
            form_values?: {
                [key: string]: string;
            };
            /** @description The document's `metadata` */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description One per placeholder, in signing position: name, email and optional auth_level and delivery */
            recipients: {
                [key: string]: unknown;
            }[];
        };
        /**
         * @example {
         *       "row_no": 1,
         *       "status": "sent",
         *       "recipients": [
         *         {
         *           "name": "Ada Lovelace",
         *           "email": "ada@example.com"
         *         }
         *       ],
         *       "document_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "delivery_state": "sent",
         *       "error": null,
         *       "sent_at": "2026-11-02T09:15:40.002Z",
         *       "external_id": "crm-4711",
         *       "metadata": {
         *         "customer": "42"
         *       }
         *     }
         */
        BulkRowOut: {
            /** @description The document's status, or `bounced` */
            delivery_state?: string | null;
            document_id?: string | null;
            error?: string | null;
            /**
             * @description Your own id for it
             * @default null
             */
            external_id: string | null;
            /**
             * @description Your own data
             * @default {}
             */
            metadata: {
                [key: string]: string;
            };
            recipients: {
                [key: string]: unknown;
            }[];
            /** @description Counted from 1, in the order of the request */
            row_no: number;
            sent_at?: string | null;
            /** @enum {string} */
            status: "invalid" | "queued" | "sending" | "sent" | "failed" | "canceled";
        };
        /**
         * @example {
         *       "id": "evt_outbox_4711",
         *       "type": "bulk_send.finished",
         *       "created_at": "2026-11-02T09:15:40.002Z",
         *       "bulk_send": "019aa8a4-6b1f-7d02-9b7c-1e5d9a3c4f70",
         *       "mode": "live",
         *       "data": {
         *         "run": 1,
         *         "status": "done",
         *         "row_count": 1200,
         *         "sent_count": 1199,
         *         "failed_count": 1,
         *         "canceled_count": 0,
         *         "invalid_count": 0
         *       },
         *       "external_id": "crm-4711",
         *       "metadata": {
         *         "customer": "42"
         *       }
         *     }
         */
        BulkSendEvent: {
            /** Format: uuid */
            bulk_send: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            data: {
                canceled_count: number;
                failed_count: number;
                invalid_count: number;
                row_count: number;
                /** @description Counts dispatches of the bulk send, retries and repairs included */
                run: number;
                sent_count: number;
                /** @enum {string} */
                status: "done" | "failed" | "canceled";
            };
            /**
             * @description That of the bulk send, as it is when the event is delivered
             * @default null
             */
            external_id: string | null;
            /** @description `evt_outbox_<n>`: unique; the same for all retries and redeliveries */
            id: string;
            /**
             * @description That of the bulk send, as it is when the event is delivered
             * @default {}
             */
            metadata: {
                [key: string]: string;
            };
            /** @enum {string} */
            mode: "live" | "test";
            /** @enum {string} */
            type: "bulk_send.completed" | "bulk_send.finished";
        };
        /**
         * @example {
         *       "id": "019aa8a4-6b1f-7d02-9b7c-1e5d9a3c4f70",
         *       "template_id": "tpl_01kama61c8fhtb4s3k5v9n2xzd",
         *       "mode": "live",
         *       "row_count": 1200,
         *       "sent_count": 1199,
         *       "failed_count": 1,
         *       "canceled_count": 0,
         *       "invalid_count": 0,
         *       "review_flagged": false,
         *       "status": "done",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "dispatched_at": "2026-11-02T09:14:05.311Z",
         *       "finished_at": "2026-11-02T09:15:40.002Z",
         *       "completed_at": null,
         *       "archived_at": null,
         *       "operation": {
         *         "id": "019aa8f0-12c4-7a31-8d55-6a0b3f9c2e11",
         *         "kind": "remind_open",
         *         "status": "running",
         *         "total": 57,
         *         "done": 40,
         *         "skipped": {
         *           "mailed_within_a_day": 2
         *         },
         *         "error": null,
         *         "started_at": "2026-11-02T09:15:40.002Z",
         *         "finished_at": null
         *       },
         *       "source_filename": "leases-2027.csv",
         *       "error": null,
         *       "external_id": "leases-2027",
         *       "metadata": {},
         *       "rows": [
         *         {
         *           "row_no": 1,
         *           "status": "sent",
         *           "recipients": [
         *             {
         *               "name": "Ada Lovelace",
         *               "email": "ada@example.com"
         *             }
         *           ],
         *           "document_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *           "delivery_state": "sent",
         *           "error": null,
         *           "sent_at": "2026-11-02T09:15:40.002Z",
         *           "external_id": "crm-4711",
         *           "metadata": {
         *             "customer": "42"
         *           }
         *         }
         *       ]
         *     }
         */
        BulkSendOut: {
            /** @description Since when it is hidden from lists */
            archived_at?: string | null;
            canceled_count: number;
            /** @description When the last of its documents ended */
            completed_at?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            /** @description When sending starts, if it was dispatched for later */
            dispatch_at?: string | null;
            dispatched_at?: string | null;
            /** @description Why the file could not be read completely */
            error?: string | null;
            /**
             * @description Your own id for it
             * @default null
             */
            external_id: string | null;
            failed_count: number;
            finished_at?: string | null;
            id: string;
            /**
             * @description Rows that cannot be sent; `error` of each says why
             * @default 0
             */
            invalid_count: number;
            /** @description Forecast: when the last of its emails will have gone out, by the limits of the mail server and the sending window. Null if nothing waits or there are no limits, and in lists */
            last_email_at?: string | null;
            /**
             * @description Your own data
             * @default {}
             */
            metadata: {
                [key: string]: string;
            };
            /** @enum {string} */
            mode: "live" | "test";
            /** @description The latest operation on the whole bulk send */
            operation?: components["schemas"]["BulkOperationOut"] | null;
            review_flagged: boolean;
            row_count: number;
            rows?: components["schemas"]["BulkRowOut"][] | null;
            /**
             * @description Rows worth a preview before dispatch: the first and the last valid row, and for each of up to 20 fields the row with the longest value
             * @default []
             */
            sample_rows: components["schemas"]["SampleRow"][];
            /** @description When its emails may go out; null means at any time */
            sending_window?: components["schemas"]["SendingWindow"] | null;
            sent_count: number;
            source_filename?: string | null;
            /** @enum {string} */
            status: "draft" | "invalid" | "ready" | "dispatching" | "done" | "failed" | "canceled";
            template_id: string;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "id": "019aa8a4-6b1f-7d02-9b7c-1e5d9a3c4f70",
         *           "template_id": "tpl_01kama61c8fhtb4s3k5v9n2xzd",
         *           "mode": "live",
         *           "row_count": 1200,
         *           "sent_count": 1199,
         *           "failed_count": 1,
         *           "canceled_count": 0,
         *           "invalid_count": 0,
         *           "review_flagged": false,
         *           "status": "done",
         *           "created_at": "2026-11-02T09:14:05.311Z",
         *           "dispatched_at": "2026-11-02T09:14:05.311Z",
         *           "finished_at": "2026-11-02T09:15:40.002Z",
         *           "completed_at": null,
         *           "archived_at": null,
         *           "operation": {
         *             "id": "019aa8f0-12c4-7a31-8d55-6a0b3f9c2e11",
         *             "kind": "remind_open",
         *             "status": "running",
         *             "total": 57,
         *             "done": 40,
         *             "skipped": {
         *               "mailed_within_a_day": 2
         *             },
         *             "error": null,
         *             "started_at": "2026-11-02T09:15:40.002Z",
         *             "finished_at": null
         *           },
         *           "source_filename": "leases-2027.csv",
         *           "error": null,
         *           "external_id": "leases-2027",
         *           "metadata": {},
         *           "rows": null
         *         }
         *       ],
         *       "total": 1,
         *       "limit": 50,
         *       "offset": 0
         *     }
         */
        BulkSendPage: {
            items: components["schemas"]["BulkSendOut"][];
            limit: number;
            offset: number;
            total: number;
        };
        /**
         * @example {
         *       "status": "completed",
         *       "document_status": "partially_signed"
         *     }
         */
        CompleteOut: {
            /** @enum {string} */
            document_status: "draft" | "sent" | "partially_signed" | "completed" | "voided" | "rejected" | "expired";
            /** @constant */
            status: "completed";
        };
        /**
         * @example {
         *       "values": {
         *         "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101": {
         *           "mode": "type",
         *           "text": "Ada Lovelace"
         *         }
         *       }
         *     }
         */
        CompleteReq: {
            /** @description The date format and time zone with which the recipient saw the document, as `GET /v1/signing/{token}` returned them. If one of them has changed since, nothing is saved and the response is 409 `display-changed`. Absent members are not compared */
            shown?: {
                date_format?: string | null;
                display_timezone?: string | null;
            };
            /** @default {} */
            values?: {
                [key: string]: (string | components["schemas"]["SignatureInput"]) | null;
            };
        };
        /**
         * @example {
         *       "language": "de"
         *     }
         */
        ConsentReq: {
            /** @description Language of the text that the recipient saw. By default the language that GET /v1/signing/{token} would choose for this request */
            language?: ("en" | "de" | "fr" | "es" | "ar" | "it" | "pt" | "nl" | "pl" | "ja" | "zh") | null;
        };
        /**
         * @example {
         *       "template_id": "tpl_01kama61c8fhtb4s3k5v9n2xzd",
         *       "rows": [
         *         {
         *           "recipients": [
         *             {
         *               "name": "Ada Lovelace",
         *               "email": "ada@example.com"
         *             }
         *           ],
         *           "form_values": {
         *             "tenant_name": "Ada Lovelace"
         *           }
         *         }
         *       ],
         *       "source_filename": "leases-2027.csv"
         *     }
         */
        CreateBulkSendIn: {
            external_id?: string | null;
            metadata?: {
                [key: string]: string;
            } | null;
            rows: components["schemas"]["BulkRowIn"][];
            source_filename?: string | null;
            /** @description Id of the template: `tpl_…`, or its UUID */
            template_id: string;
            /** @description If true, the request fails with `external-id-taken` when another bulk send has this `external_id`, and a row fails when a document already has the one of the row */
            unique_external_id?: boolean;
        };
        /**
         * @example {
         *       "max_uses": 50,
         *       "expires_at": "2026-12-31T23:00:00.000Z"
         *     }
         */
        CreateDirectLinkReq: {
            /**
             * @description True: the visitor gets the signing link by email, which confirms the address. False: the visitor signs at once and gets no email; the certificate of completion says that the address was not confirmed
             * @default true
             */
            confirm_email?: boolean;
            /** @description When the link stops working; in the future */
            expires_at?: string | null;
            /** @description How many documents the link can create. Null or absent: no limit */
            max_uses?: number | null;
            /** @description `metadata` of the documents */
            metadata?: {
                [key: string]: string;
            } | null;
            /**
             * @description The placeholder that the visitor fills: a signer or approver, counted from 0. The visitor always acts first
             * @default 0
             */
            recipient_index?: number;
            /**
             * @description The people for the other placeholders, in their order. They get the roles and signing orders of the placeholders, after the visitor
             * @default []
             */
            recipients?: components["schemas"]["RecipientSpec"][];
            redirect_url?: string | null;
            /** @description Title of the documents; the name of the template by default */
            title?: string | null;
        };
        /**
         * @example {
         *       "title": "Lease of 12 Analytical Row",
         *       "recipients": [
         *         {
         *           "name": "Ada Lovelace",
         *           "email": "ada@example.com",
         *           "role": "signer",
         *           "signing_order": 1,
         *           "auth_level": "otp",
         *           "delivery": "email"
         *         }
         *       ],
         *       "fields": [
         *         {
         *           "type": "signature",
         *           "page": 1,
         *           "x": 0.12,
         *           "y": 0.74,
         *           "w": 0.3,
         *           "h": 0.06,
         *           "recipient_index": 0,
         *           "name": "tenant_signature",
         *           "required": true,
         *           "read_only": false,
         *           "prefill_value": null,
         *           "settings": {
         *             "input_modes": [
         *               "draw",
         *               "type"
         *             ]
         *           },
         *           "visible_if": null,
         *           "required_if": null
         *         }
         *       ],
         *       "message": "Please sign by Friday.",
         *       "expires_at": "2026-12-01T00:00:00Z",
         *       "reminder_cadence_days": 3,
         *       "external_id": "crm-4711",
         *       "metadata": {
         *         "customer": "42"
         *       },
         *       "unique_external_id": true
         *     }
         */
        CreateDocumentReq: {
            /** @description Date pattern, for example `DD.MM.YYYY` or `DD.MM.YYYY HH:mm`. Tokens: `YYYY` `YY` year, `MMMM` `MMM` `MM` `M` month, `DD` `D` day, `dddd` `ddd` weekday, `HH` `H` `hh` `h` hour, `mm` `m` minute, `ss` `s` second, `A` `a` AM or PM, `Z` offset from UTC; `yyyy` `yy` `dd` `d` `EEEE` `EEE` are the same as `YYYY` `YY` `DD` `D` `dddd` `ddd`. Day, month and year must each appear once. The time comes before or after the whole date; date fields print the date only. Separators are `. , / - :` and spaces. Up to 3 words in `[brackets]` or `'quotes'` are allowed, each of at most 20 characters, without digits, control characters and right-to-left script. Without a format, dates are printed as YYYY-MM-DD */
            date_format?: string | null;
            display_timezone?: string | null;
            expires_at?: string | null;
            external_id?: string | null;
            /**
             * @description At most 2,000 fields
             * @default []
             */
            fields?: components["schemas"]["FieldSpec"][];
            /** @description Adds fields that the PDF names: `tags` are texts such as `{{signature role=Tenant required}}`, `form` are the fields of its own form */
            fields_from?: ("tags" | "form") | null;
            /** @description If true, the PDF of this request is finalized, as by POST …/finalize */
            finalize?: boolean;
            /**
             * @description With `fields_from`: paint white over the tags, or over the values in the form, in the PDF that is signed. The original stays as it is
             * @default true
             */
            hide_tags?: boolean;
            message?: string | null;
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description The PDF in base64 (RFC 4648, section 4). In a form, the part `file` is the PDF instead */
            pdf_base64?: string;
            /**
             * @description At most 200 recipients
             * @default []
             */
            recipients?: components["schemas"]["RecipientSpec"][];
            redirect_url?: string | null;
            /** @description Days between reminders, at most 3,650. Without it no reminders are sent */
            reminder_cadence_days?: number | null;
            /**
             * @description With `fields_from`: names of roles in the PDF to `recipient_index`
             * @default {}
             */
            roles?: {
                [key: string]: number;
            };
            /** @description If true, the document is finalized and sent, as by POST …/finalize and POST …/send */
            send?: boolean;
            /** @description 1 to 300 characters, at least one of them visible */
            title: string;
            /** @description If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id` */
            unique_external_id?: boolean;
            /**
             * @default everyone
             * @enum {string}
             */
            visibility?: "everyone" | "managers";
        };
        /**
         * @example {
         *       "email": "grace@example.com",
         *       "role": "manager"
         *     }
         */
        CreateInvitationReq: {
            /** Format: email */
            email: string;
            /**
             * @default member
             * @enum {string}
             */
            role?: "member" | "manager" | "owner";
        };
        /**
         * @example {
         *       "name": "Billing system",
         *       "mode": "live"
         *     }
         */
        CreateKeyReq: {
            /** @default live */
            mode?: string;
            name: string;
        };
        /**
         * @example {
         *       "token": "<43 characters from the mailed link>"
         *     }
         */
        CreateSessionReq: {
            /** @description From the emailed link; it works once */
            token: string;
        };
        /**
         * @example {
         *       "name": "Lease",
         *       "pdf_base64": "JVBERi0xLjcK",
         *       "recipients": [
         *         {
         *           "name": "Ada Lovelace",
         *           "email": "ada@example.com",
         *           "role": "signer",
         *           "signing_order": 1,
         *           "auth_level": "otp",
         *           "delivery": "email"
         *         }
         *       ],
         *       "fields": [
         *         {
         *           "type": "signature",
         *           "page": 1,
         *           "x": 0.12,
         *           "y": 0.74,
         *           "w": 0.3,
         *           "h": 0.06,
         *           "recipient_index": 0,
         *           "name": "tenant_signature",
         *           "required": true,
         *           "read_only": false,
         *           "prefill_value": null,
         *           "settings": {
         *             "input_modes": [
         *               "draw",
         *               "type"
         *             ]
         *           },
         *           "visible_if": null,
         *           "required_if": null
         *         }
         *       ]
         *     }
         */
        CreateTemplateIn: {
            external_id?: string | null;
            /**
             * @description At most 2,000 fields
             * @default []
             */
            fields?: components["schemas"]["FieldSpec"][];
            /** @description Adds fields that the PDF names: `tags` are texts such as `{{signature role=Tenant required}}`, `form` are the fields of its own form */
            fields_from?: ("tags" | "form") | null;
            /**
             * @description With `fields_from`: paint white over the tags, or over the values in the form, in the PDF that is signed. The original stays as it is
             * @default true
             */
            hide_tags?: boolean;
            metadata?: {
                [key: string]: string;
            } | null;
            name: string;
            /** @description The PDF in base64 (RFC 4648, section 4) */
            pdf_base64: string;
            /**
             * @description At most 200 recipients
             * @default []
             */
            recipients?: components["schemas"]["RecipientSpec"][];
            /**
             * @description With `fields_from`: names of roles in the PDF to `recipient_index`
             * @default {}
             */
            roles?: {
                [key: string]: number;
            };
            /** @description If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id` */
            unique_external_id?: boolean;
        };
        /**
         * @example {
         *       "url": "https://hooks.example.com/countersign",
         *       "events": [
         *         "document.signed",
         *         "document.sealed"
         *       ]
         *     }
         */
        CreateWebhookReq: {
            /**
             * @description Event types to deliver; an empty list subscribes to every type
             * @default []
             */
            events?: ("document.bounced" | "document.completed" | "document.created" | "document.expired" | "document.opened" | "document.rejected" | "document.sealed" | "document.sent" | "document.signed" | "bulk_send.completed" | "bulk_send.finished")[];
            /** @description An https:// URL */
            url: string;
        };
        /**
         * @example {
         *       "name": "Example Ltd"
         *     }
         */
        CreateWorkspaceReq: {
            name: string;
        };
        /**
         * @example {
         *       "id": "019aa8a5-77aa-7c10-b2c4-8e9f00112233",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "died_at": "2026-11-02T09:15:40.002Z",
         *       "attempts": 33,
         *       "error": "The mail server did not answer",
         *       "payload": {
         *         "mail_id": "019aa8a5-77a1-7b20-8c3d-4e5f60718293",
         *         "request_id": "ab12"
         *       }
         *     }
         */
        DeadJobOut: {
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            died_at: string;
            error: string | null;
            id: string;
            /** @description Contains only ids */
            payload: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "id": 815,
         *       "event_id": "evt_outbox_4711",
         *       "event_type": "document.signed",
         *       "status": "failed",
         *       "attempt": 1,
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "delivered_at": null,
         *       "last_error": "answered 503 Service Unavailable: deploying",
         *       "next_retry_at": "2026-11-02T09:14:35.352Z",
         *       "response_code": 503,
         *       "attempts": [
         *         {
         *           "attempt": 1,
         *           "at": "2026-11-02T09:14:05.311Z",
         *           "response_code": 503,
         *           "error": "answered 503 Service Unavailable: deploying",
         *           "duration_ms": 41
         *         }
         *       ]
         *     }
         */
        DeliveryOut: {
            /** @description Attempts made since it was queued, at most 4 */
            attempt: number;
            /** @description The last 50 attempts, including those before a redelivery */
            attempts: components["schemas"]["AttemptOut"][];
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            delivered_at?: string | null;
            event_id: string;
            event_type: string;
            id: number;
            last_error?: string | null;
            next_retry_at?: string | null;
            response_code?: number | null;
            /**
             * @description A `failed` delivery is retried at `next_retry_at`; a `dead` one is not
             * @enum {string}
             */
            status: "queued" | "success" | "failed" | "dead";
        };
        /**
         * @example {
         *       "device_code": "<43 characters for the client to keep>",
         *       "user_code": "HJKW-3FTX",
         *       "verification_uri": "https://sign.example.com/device",
         *       "verification_uri_complete": "https://sign.example.com/device?code=HJKW-3FTX",
         *       "expires_in": 900,
         *       "interval": 5
         *     }
         */
        DeviceCodeOut: {
            device_code: string;
            /** @description Seconds until the codes expire */
            expires_in: number;
            /** @description Seconds to wait between two calls of /v1/device/token */
            interval: number;
            /** @description Show it to the person: `XXXX-XXXX` */
            user_code: string;
            verification_uri: string;
            verification_uri_complete: string;
        };
        /**
         * @example {
         *       "client": "countersign",
         *       "client_version": "1.4.0",
         *       "mode": "live",
         *       "name": "Build server"
         *     }
         */
        DeviceCodeReq: {
            client: string;
            client_version?: string | null;
            /**
             * @default live
             * @enum {string}
             */
            mode?: "live" | "test";
            /** @description Suggested name of the key */
            name?: string | null;
        };
        /**
         * @example {
         *       "user_code": "HJKW-3FTX",
         *       "client": "countersign",
         *       "client_version": "1.4.0",
         *       "mode": "live",
         *       "name": "Build server",
         *       "ip": "192.0.2.7",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "expires_at": "2026-11-02T09:29:05.311Z"
         *     }
         */
        DeviceRequestOut: {
            client: string;
            client_version: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            expires_at: string;
            /** @description IP address that requested the code */
            ip: string | null;
            /** @enum {string} */
            mode: "live" | "test";
            name: string | null;
            user_code: string;
        };
        /**
         * @example {
         *       "api_key": "cs_live_<32 characters and a checksum of 6>",
         *       "key_id": "019aa8a1-77d0-7b3c-9d6e-2f0a8c4b5e13",
         *       "display": "cs_live_…9fKq",
         *       "mode": "live",
         *       "name": "Build server",
         *       "tenant_slug": "example"
         *     }
         */
        DeviceTokenOut: {
            /** @description The full key value, returned only once */
            api_key: string;
            display: string;
            /** Format: uuid */
            key_id: string;
            mode: string;
            name: string;
            tenant_slug: string;
        };
        /**
         * @example {
         *       "device_code": "<43 characters of /v1/device/code>"
         *     }
         */
        DeviceTokenReq: {
            device_code: string;
        };
        /**
         * @example {
         *       "id": "019aa8a4-1b2c-7d3e-8f4a-5b6c7d8e9fa0",
         *       "template_id": "tpl_01kama61c8fhtb4s3k5v9n2xzd",
         *       "mode": "live",
         *       "url": "https://sign.example.com/d/uF3k0pY6dVq1nS8xW2aZ5cB7eG9hJ4mL0oR6tU1vI3E",
         *       "status": "active",
         *       "recipient_index": 0,
         *       "recipients": [],
         *       "confirm_email": true,
         *       "uses": 3,
         *       "max_uses": 50,
         *       "expires_at": "2026-12-31T23:00:00.000Z",
         *       "disabled_at": null,
         *       "title": null,
         *       "redirect_url": null,
         *       "metadata": {},
         *       "created_at": "2026-11-02T09:14:05.311Z"
         *     }
         */
        DirectLinkOut: {
            confirm_email: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            disabled_at: string | null;
            expires_at: string | null;
            /** Format: uuid */
            id: string;
            max_uses: number | null;
            metadata: {
                [key: string]: string;
            };
            /** @enum {string} */
            mode: "live" | "test";
            recipient_index: number;
            /** @description The people for the other placeholders. Empty once the link is disabled */
            recipients: {
                /** @enum {string} */
                auth_level: "link" | "otp" | "account" | "passkey";
                /** @enum {string} */
                delivery: "email" | "none";
                email: string;
                name: string;
            }[];
            redirect_url: string | null;
            /**
             * @description Only an `active` link can be visited. `template_changed`: the placeholders of the template no longer match
             * @enum {string}
             */
            status: "active" | "disabled" | "expired" | "used_up" | "template_changed";
            template_id: string;
            title: string | null;
            /** @description The public address. Everyone who has it can create documents. Null if it was encrypted with a lost SECRET_KEY; the link itself then still works */
            url: string | null;
            /** @description How many documents it has created */
            uses: number;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "id": "019aa8a4-1b2c-7d3e-8f4a-5b6c7d8e9fa0",
         *           "template_id": "tpl_01kama61c8fhtb4s3k5v9n2xzd",
         *           "mode": "live",
         *           "url": "https://sign.example.com/d/uF3k0pY6dVq1nS8xW2aZ5cB7eG9hJ4mL0oR6tU1vI3E",
         *           "status": "active",
         *           "recipient_index": 0,
         *           "recipients": [],
         *           "confirm_email": true,
         *           "uses": 3,
         *           "max_uses": 50,
         *           "expires_at": "2026-12-31T23:00:00.000Z",
         *           "disabled_at": null,
         *           "title": null,
         *           "redirect_url": null,
         *           "metadata": {},
         *           "created_at": "2026-11-02T09:14:05.311Z"
         *         }
         *       ],
         *       "total": 1,
         *       "limit": 50,
         *       "offset": 0
         *     }
         */
        DirectLinkPage: {
            items: components["schemas"]["DirectLinkOut"][];
            limit: number;
            offset: number;
            total: number;
        };
        /**
         * @example {
         *       "status": "emailed",
         *       "url": null
         *     }
         */
        DirectLinkVisitOut: {
            /**
             * @description `emailed`: the signing link is on its way to the address. `ready`: open `url` to sign
             * @enum {string}
             */
            status: "emailed" | "ready";
            /** @description Opens the signing page once, within five minutes */
            url: string | null;
        };
        DispatchIn: {
            /** @description Start sending at this time, at most a year ahead. A time in the past means now */
            dispatch_at?: string | null;
            /** @description Create documents and send their first emails and reminders only at these hours */
            sending_window?: components["schemas"]["SendingWindow"] | null;
        };
        /**
         * @example {
         *       "id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "status": "awaiting_upload",
         *       "title": "Lease of 12 Analytical Row",
         *       "external_id": "crm-4711",
         *       "metadata": {
         *         "customer": "42"
         *       }
         *     }
         */
        DocumentAwaitingUpload: {
            /**
             * @description Your own id for it
             * @default null
             */
            external_id: string | null;
            id: string;
            /**
             * @description Your own data
             * @default {}
             */
            metadata: {
                [key: string]: string;
            };
            /** @constant */
            status: "awaiting_upload";
            title?: string | null;
        };
        /**
         * @description The members of a whole document are there if the request had `finalize` or `send`
         * @example {
         *       "id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "uploadUrl": "https://sign.example.com/v1/documents/doc_01kama5wsqe2v9q3m0y4rw7a2h/content?token=1764000000000.4f8dXq0b",
         *       "expiresAt": "2026-11-02T10:14:05.311Z",
         *       "status": "awaiting_upload",
         *       "external_id": "crm-4711",
         *       "metadata": {
         *         "customer": "42"
         *       }
         *     }
         */
        DocumentDraftOut: {
            /** @description The bulk send that created the document */
            bulk_send_id?: string | null;
            completed_at?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at?: string;
            date_format?: string | null;
            /** @default false */
            delivery_problem: boolean;
            display_timezone?: string | null;
            /**
             * Format: date-time
             * @description Only if the personal data of the document was erased. The erased texts then read `erased`
             */
            erased_at?: string;
            expires_at?: string | null;
            /**
             * Format: date-time
             * @description When `uploadUrl` stops working
             */
            expiresAt: string;
            /**
             * @description Your own id for it
             * @default null
             */
            external_id: string | null;
            /** @default [] */
            fields: components["schemas"]["DocumentField"][];
            /**
             * @description The files that the document was put together from, in order. Empty before the first upload
             * @default []
             */
            files: components["schemas"]["DocumentFile"][];
            folder_id?: string | null;
            id: string;
            message?: string | null;
            /**
             * @description Your own data
             * @default {}
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @default live
             * @enum {string}
             */
            mode: "live" | "test";
            original_sha256?: string;
            /** @default [] */
            recipients: components["schemas"]["RecipientOut"][];
            redirect_url?: string | null;
            reminder_cadence_days?: number | null;
            seal_profile?: string | null;
            /** @default false */
            sealed: boolean;
            /** @description Only with `erased_at`. If true, the sealed PDF and its certificate of completion can still be downloaded */
            sealed_kept?: boolean;
            sent_at?: string | null;
            size_bytes?: number;
            source_template_id?: string | null;
            /**
             * @description `draft` or `sent` if the request had `finalize` or `send`
             * @default awaiting_upload
             */
            status: string;
            /** Format: uuid */
            team_id?: string;
            title?: string;
            /** @description Of no use once the document is finalized */
            uploadUrl: string;
            /** @enum {string} */
            visibility?: "everyone" | "managers";
            /**
             * @description What a sender should know about the PDF; found when the document was finalized
             * @default []
             */
            warnings: components["schemas"]["PdfWarning"][];
        };
        DocumentField: {
            /** @description The text that places the field, if it was given one */
            anchor?: components["schemas"]["FieldAnchor"] | null;
            completed_at?: string | null;
            envelope_id: string;
            h: number;
            /** Format: uuid */
            id: string;
            name?: string | null;
            /** @description Null until finalize has found the anchor */
            page: number | null;
            prefill_value?: string | null;
            /** @description What the sealed PDF shows in this field; null until the recipient has completed */
            printed?: components["schemas"]["PrintedValue"] | null;
            read_only: boolean;
            recipient_id: string | null;
            required: boolean;
            /** @description The field is required only while this holds. Takes the place of `required` */
            required_if?: components["schemas"]["FieldCondition"] | null;
            settings: components["schemas"]["FieldSettings"];
            /** @enum {string} */
            type: "signature" | "initials" | "name" | "email" | "date" | "text" | "number" | "checkbox" | "radio" | "dropdown";
            value?: string | null;
            /** @description The field is visible only while this holds. A hidden field is not asked for, has no value and is not drawn */
            visible_if?: components["schemas"]["FieldCondition"] | null;
            w: number;
            /** @description Null until finalize has found the anchor */
            x: number | null;
            /** @description Null until finalize has found the anchor */
            y: number | null;
        };
        /**
         * @example {
         *       "id": "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101",
         *       "name": "Lease.pdf",
         *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "size_bytes": 184220,
         *       "pages": 4,
         *       "first_page": 1
         *     }
         */
        DocumentFile: {
            /** @description The page of the document on which the file begins. Null until that is known */
            first_page: number | null;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Null until the file has been read, at the latest by finalize */
            pages: number | null;
            /** @description Of the file as it was uploaded */
            sha256: string;
            /** @description Of the file as it was uploaded */
            size_bytes: number;
        };
        /**
         * @example {
         *       "id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "team_id": "019aa8a2-e5bc-7711-9f03-3bb61f9c1d20",
         *       "title": "Lease of 12 Analytical Row",
         *       "status": "sent",
         *       "original_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "size_bytes": 184220,
         *       "visibility": "everyone",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "mode": "live",
         *       "sealed": false,
         *       "seal_profile": null,
         *       "delivery_problem": false,
         *       "sent_at": "2026-11-02T09:15:40.002Z",
         *       "completed_at": null,
         *       "expires_at": "2026-12-01T00:00:00.000Z",
         *       "date_format": "DD.MM.YYYY HH:mm",
         *       "display_timezone": "Europe/Berlin",
         *       "message": "Please sign by Friday.",
         *       "redirect_url": "https://example.com/signed",
         *       "reminder_cadence_days": 3,
         *       "folder_id": "019aa8a3-0d1e-7c52-8a44-7d1f0c3b9e61",
         *       "source_template_id": null,
         *       "external_id": "crm-4711",
         *       "metadata": {
         *         "customer": "42"
         *       },
         *       "bulk_send_id": null,
         *       "fields": [
         *         {
         *           "type": "signature",
         *           "page": 1,
         *           "x": 0.12,
         *           "y": 0.74,
         *           "w": 0.3,
         *           "h": 0.06,
         *           "name": "tenant_signature",
         *           "required": true,
         *           "read_only": false,
         *           "prefill_value": null,
         *           "settings": {
         *             "input_modes": [
         *               "draw",
         *               "type"
         *             ]
         *           },
         *           "visible_if": null,
         *           "required_if": null,
         *           "id": "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101",
         *           "envelope_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *           "recipient_id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *           "value": null,
         *           "completed_at": null
         *         }
         *       ],
         *       "recipients": [
         *         {
         *           "id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *           "envelope_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *           "name": "Ada Lovelace",
         *           "email": "ada@example.com",
         *           "email_normalized": "ada@example.com",
         *           "role": "signer",
         *           "auth_level": "otp",
         *           "signing_order": 1,
         *           "delivery": "email",
         *           "status": "opened",
         *           "completed_at": null,
         *           "consent_at": null,
         *           "rejected_at": null,
         *           "reject_reason": null,
         *           "reassigned_from": null
         *         }
         *       ],
         *       "files": [
         *         {
         *           "id": "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101",
         *           "name": "Lease.pdf",
         *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *           "size_bytes": 184220,
         *           "pages": 4,
         *           "first_page": 1
         *         }
         *       ]
         *     }
         */
        DocumentOut: {
            /** @description The bulk send that created the document */
            bulk_send_id?: string | null;
            completed_at?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            date_format?: string | null;
            /** @default false */
            delivery_problem: boolean;
            display_timezone?: string | null;
            /**
             * Format: date-time
             * @description Only if the personal data of the document was erased. The erased texts then read `erased`
             */
            erased_at?: string;
            expires_at?: string | null;
            /**
             * @description Your own id for it
             * @default null
             */
            external_id: string | null;
            /** @default [] */
            fields: components["schemas"]["DocumentField"][];
            /**
             * @description The files that the document was put together from, in order. Empty before the first upload
             * @default []
             */
            files: components["schemas"]["DocumentFile"][];
            folder_id?: string | null;
            id: string;
            message?: string | null;
            /**
             * @description Your own data
             * @default {}
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @default live
             * @enum {string}
             */
            mode: "live" | "test";
            original_sha256: string;
            /** @default [] */
            recipients: components["schemas"]["RecipientOut"][];
            redirect_url?: string | null;
            reminder_cadence_days?: number | null;
            seal_profile?: string | null;
            /** @default false */
            sealed: boolean;
            /** @description Only with `erased_at`. If true, the sealed PDF and its certificate of completion can still be downloaded */
            sealed_kept?: boolean;
            sent_at?: string | null;
            size_bytes: number;
            source_template_id?: string | null;
            /**
             * @description `awaiting_upload` is a draft whose PDF is not finalized. A document is `expired` from the moment of `expires_at`.
             * @enum {string}
             */
            status: "draft" | "sent" | "partially_signed" | "completed" | "voided" | "rejected" | "expired" | "awaiting_upload";
            /** Format: uuid */
            team_id: string;
            title: string;
            /** @enum {string} */
            visibility: "everyone" | "managers";
            /**
             * @description What a sender should know about the PDF; found when the document was finalized
             * @default []
             */
            warnings: components["schemas"]["PdfWarning"][];
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *           "team_id": "019aa8a2-e5bc-7711-9f03-3bb61f9c1d20",
         *           "title": "Lease of 12 Analytical Row",
         *           "status": "sent",
         *           "original_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *           "size_bytes": 184220,
         *           "visibility": "everyone",
         *           "created_at": "2026-11-02T09:14:05.311Z",
         *           "mode": "live",
         *           "sealed": false,
         *           "seal_profile": null,
         *           "delivery_problem": false,
         *           "sent_at": "2026-11-02T09:15:40.002Z",
         *           "completed_at": null,
         *           "expires_at": "2026-12-01T00:00:00.000Z",
         *           "date_format": "DD.MM.YYYY HH:mm",
         *           "display_timezone": "Europe/Berlin",
         *           "message": "Please sign by Friday.",
         *           "redirect_url": "https://example.com/signed",
         *           "reminder_cadence_days": 3,
         *           "folder_id": "019aa8a3-0d1e-7c52-8a44-7d1f0c3b9e61",
         *           "source_template_id": null,
         *           "external_id": "crm-4711",
         *           "metadata": {
         *             "customer": "42"
         *           },
         *           "bulk_send_id": null,
         *           "fields": [
         *             {
         *               "type": "signature",
         *               "page": 1,
         *               "x": 0.12,
         *               "y": 0.74,
         *               "w": 0.3,
         *               "h": 0.06,
         *               "name": "tenant_signature",
         *               "required": true,
         *               "read_only": false,
         *               "prefill_value": null,
         *               "settings": {
         *                 "input_modes": [
         *                   "draw",
         *                   "type"
         *                 ]
         *               },
         *               "visible_if": null,
         *               "required_if": null,
         *               "id": "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101",
         *               "envelope_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *               "recipient_id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *               "value": null,
         *               "completed_at": null
         *             }
         *           ],
         *           "recipients": [
         *             {
         *               "id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *               "envelope_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *               "name": "Ada Lovelace",
         *               "email": "ada@example.com",
         *               "email_normalized": "ada@example.com",
         *               "role": "signer",
         *               "auth_level": "otp",
         *               "signing_order": 1,
         *               "delivery": "email",
         *               "status": "opened",
         *               "completed_at": null,
         *               "consent_at": null,
         *               "rejected_at": null,
         *               "reject_reason": null,
         *               "reassigned_from": null
         *             }
         *           ],
         *           "files": [
         *             {
         *               "id": "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101",
         *               "name": "Lease.pdf",
         *               "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *               "size_bytes": 184220,
         *               "pages": 4,
         *               "first_page": 1
         *             }
         *           ]
         *         }
         *       ],
         *       "total": 1,
         *       "limit": 50,
         *       "offset": 0
         *     }
         */
        DocumentPage: {
            items: components["schemas"]["DocumentOut"][];
            limit: number;
            offset: number;
            total: number;
        };
        /**
         * @example {
         *       "title": "Lease of 14 Analytical Row"
         *     }
         */
        DuplicateDocumentIn: {
            external_id?: string | null;
            metadata?: {
                [key: string]: string;
            } | null;
            title?: string | null;
            /** @description If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id` */
            unique_external_id?: boolean;
        };
        /**
         * @example {
         *       "name": "Lease for shops"
         *     }
         */
        DuplicateTemplateIn: {
            external_id?: string | null;
            metadata?: {
                [key: string]: string;
            } | null;
            name?: string | null;
            /** @description If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id` */
            unique_external_id?: boolean;
        };
        /**
         * @example {
         *       "folder_id": "019aa8a3-0d1e-7c52-8a44-7d1f0c3b9e61",
         *       "reminder_cadence_days": 0,
         *       "visibility": "managers",
         *       "metadata": {
         *         "customer": "43",
         *         "stage": null
         *       }
         *     }
         */
        EnvelopePatch: {
            /**
             * @description The same as `folder_id: null`; an error together with a `folder_id`
             * @default false
             */
            clear_folder?: boolean;
            /** @description Date pattern, for example `DD.MM.YYYY` or `DD.MM.YYYY HH:mm`. Tokens: `YYYY` `YY` year, `MMMM` `MMM` `MM` `M` month, `DD` `D` day, `dddd` `ddd` weekday, `HH` `H` `hh` `h` hour, `mm` `m` minute, `ss` `s` second, `A` `a` AM or PM, `Z` offset from UTC; `yyyy` `yy` `dd` `d` `EEEE` `EEE` are the same as `YYYY` `YY` `DD` `D` `dddd` `ddd`. Day, month and year must each appear once. The time comes before or after the whole date; date fields print the date only. Separators are `. , / - :` and spaces. Up to 3 words in `[brackets]` or `'quotes'` are allowed, each of at most 20 characters, without digits, control characters and right-to-left script. Without a format, dates are printed as YYYY-MM-DD */
            date_format?: string | null;
            display_timezone?: string | null;
            /** @description In the future; can change while the document is open. Null removes the expiry */
            expires_at?: string | null;
            external_id?: string | null;
            /** @description Null takes the document out of its folder */
            folder_id?: string | null;
            metadata?: {
                [key: string]: string | null;
            } | null;
            redirect_url?: string | null;
            /** @description Days between reminders, at most 3,650; 0 or null stops them */
            reminder_cadence_days?: number | null;
            /** @description If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id` */
            unique_external_id?: boolean;
            visibility?: ("everyone" | "managers") | null;
        };
        /**
         * @example {
         *       "allowance": 100000,
         *       "used": 1204,
         *       "remaining": 98796,
         *       "resets_on": "2026-12-01"
         *     }
         */
        Envelopes: {
            allowance: number;
            remaining: number;
            resets_on: string;
            used: number;
        };
        /**
         * @example {
         *       "confirm": "Lease of 12 Analytical Row",
         *       "keep_sealed": false
         *     }
         */
        EraseDocumentReq: {
            /** @description The title or the id of the document, typed as a confirmation */
            confirm: string;
            /**
             * @description Keep the sealed PDF and its certificate of completion, which contain the names of everyone who signed
             * @default false
             */
            keep_sealed?: boolean;
        };
        /**
         * @example {
         *       "id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "erased_at": "2026-11-02T09:15:40.002Z",
         *       "events_erased": 12,
         *       "sealed_kept": false,
         *       "removed": false,
         *       "chain_seq": 16,
         *       "chain_head": "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"
         *     }
         */
        ErasureOut: {
            /** @description Hash of that event. Keep it to detect later changes of the audit trail */
            chain_head: string;
            /** @description Sequence number of the last event of the audit trail */
            chain_seq: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            erased_at: string;
            /** @description Number of events from which this call erased data; 0 if there was nothing left to erase */
            events_erased: number;
            id: string;
            /** @description True if it was a draft, which was removed completely */
            removed: boolean;
            sealed_kept: boolean;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "id": "evt_outbox_4711",
         *           "type": "document.signed",
         *           "created_at": "2026-11-02T09:14:05.311Z",
         *           "document": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *           "mode": "live",
         *           "data": {
         *             "seq": 7,
         *             "engine_event_type": "recipient.completed",
         *             "actor": "recipient:019aa8a0-9c41-7d08-a5e7-1b3f60c2d8e4"
         *           },
         *           "external_id": "crm-4711",
         *           "metadata": {
         *             "customer": "42"
         *           }
         *         }
         *       ],
         *       "next_after": "evt_outbox_4711",
         *       "has_more": false
         *     }
         */
        EventFeed: {
            has_more: boolean;
            items: (components["schemas"]["WebhookEvent"] | components["schemas"]["BulkSendEvent"])[];
            /** @description Pass it as `after` in the next call */
            next_after: string | null;
        };
        /**
         * @example {
         *       "envelope_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "seq": 7,
         *       "event_type": "recipient.opened",
         *       "actor": {
         *         "type": "recipient",
         *         "id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *         "name": "Ada Lovelace",
         *         "email": "ada@example.com"
         *       },
         *       "payload": {
         *         "recipient_id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *         "auth_level": "otp"
         *       },
         *       "payload_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "created_at_iso": "2026-11-02T10:02:11.840Z",
         *       "prev_hash": "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
         *       "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "ip": "198.51.100.7",
         *       "user_agent": "Mozilla/5.0"
         *     }
         */
        EventOut: {
            actor: {
                [key: string]: unknown;
            };
            created_at_iso: string;
            envelope_id: string;
            /**
             * Format: date-time
             * @description Only if personal data of the event was erased. The hash was computed before, so it does not match what remains
             */
            erased_at?: string;
            event_type: string;
            hash: string;
            ip?: string | null;
            payload: {
                [key: string]: unknown;
            };
            payload_hash: string;
            prev_hash: string;
            seq: number;
            user_agent?: string | null;
        };
        /**
         * @example {
         *       "expires_at": "2026-12-31T22:59:59.000Z"
         *     }
         */
        ExtendOpenReq: {
            /**
             * @description If true, documents that never expire get this expiry too
             * @default false
             */
            also_without_expiry?: boolean;
            /**
             * Format: date-time
             * @description In the future; documents that expire later keep their expiry
             */
            expires_at: string;
        };
        /**
         * @example {
         *       "sustained_rps": 50,
         *       "burst_rps": 200,
         *       "envelopes_per_day_review_threshold": 2000
         *     }
         */
        FairUse: {
            burst_rps: number;
            /** @default 2000 */
            envelopes_per_day_review_threshold: number;
            sustained_rps: number;
        };
        FieldAnchor: {
            /**
             * @description From the text's left edge, as a fraction of the page width
             * @default 0
             */
            dx?: number;
            /**
             * @description From the text's top edge, as a fraction of the page height
             * @default 0
             */
            dy?: number;
            /**
             * @description Which occurrence, from 1, page by page, from top to bottom and from left to right. If the text occurs as whole words, only these are counted
             * @default 1
             */
            occurrence?: number;
            /** @description A text on the page, found whatever the white space between its characters; case counts. 1 to 200 characters, at least one of them visible */
            text: string;
        };
        /**
         * @description `field` with exactly one of `equals`, `not_equals`, `in` and `filled`, or `all`, or `any`. Nested at most 4 deep, with at most 50 values
         * @example {
         *       "any": [
         *         {
         *           "field": "married",
         *           "equals": "true"
         *         },
         *         {
         *           "field": "plan",
         *           "in": [
         *             "Family",
         *             "Large"
         *           ]
         *         }
         *       ]
         *     }
         */
        FieldCondition: {
            /** @description All of these hold */
            all?: components["schemas"]["FieldCondition"][];
            /** @description At least one of these holds */
            any?: components["schemas"]["FieldCondition"][];
            /** @description A checkbox is `"true"` or `"false"` */
            equals?: string;
            /** @description The name of a field of the same recipient, or of one with a lower signing_order; no other field of the document has the name */
            field?: string;
            /** @description `true`: has a value; a checkbox is ticked. `false`: is empty or hidden */
            filled?: boolean;
            /** @description Equals one of these */
            in?: string[];
            /** @description Also true of an empty or hidden field */
            not_equals?: string;
        };
        /**
         * @example {
         *       "type": "signature",
         *       "page": 1,
         *       "x": 0.12,
         *       "y": 0.74,
         *       "w": 0.3,
         *       "h": 0.06,
         *       "name": "tenant_signature",
         *       "required": true,
         *       "read_only": false,
         *       "prefill_value": null,
         *       "settings": {
         *         "input_modes": [
         *           "draw",
         *           "type"
         *         ]
         *       },
         *       "visible_if": null,
         *       "required_if": null,
         *       "id": "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101",
         *       "envelope_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "recipient_id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *       "value": null,
         *       "completed_at": null
         *     }
         */
        FieldOut: {
            /** @description The text that places the field, if it was given one */
            anchor?: components["schemas"]["FieldAnchor"] | null;
            completed_at?: string | null;
            envelope_id: string;
            h: number;
            /** Format: uuid */
            id: string;
            name?: string | null;
            page: number;
            prefill_value?: string | null;
            /** @description What the sealed PDF shows in this field; null until the recipient has completed */
            printed?: components["schemas"]["PrintedValue"] | null;
            read_only: boolean;
            recipient_id: string | null;
            required: boolean;
            /** @description The field is required only while this holds. Takes the place of `required` */
            required_if?: components["schemas"]["FieldCondition"] | null;
            settings: components["schemas"]["FieldSettings"];
            /** @enum {string} */
            type: "signature" | "initials" | "name" | "email" | "date" | "text" | "number" | "checkbox" | "radio" | "dropdown";
            value?: string | null;
            /** @description The field is visible only while this holds. A hidden field is not asked for, has no value and is not drawn */
            visible_if?: components["schemas"]["FieldCondition"] | null;
            w: number;
            x: number;
            y: number;
        };
        FieldSettings: {
            /** @description White background of the value. `auto` (the default): if the page is dark there; `none`: never; `white`: always */
            background?: ("auto" | "none" | "white") | null;
            input_modes?: ("draw" | "type" | "upload")[] | null;
            max_length?: number | null;
            max_value?: number | null;
            min_value?: number | null;
            options?: string[] | null;
            pattern?: string | null;
        };
        /**
         * @example {
         *       "type": "signature",
         *       "page": 1,
         *       "x": 0.12,
         *       "y": 0.74,
         *       "w": 0.3,
         *       "h": 0.06,
         *       "recipient_index": 0,
         *       "name": "tenant_signature",
         *       "required": true,
         *       "read_only": false,
         *       "prefill_value": null,
         *       "settings": {
         *         "input_modes": [
         *           "draw",
         *           "type"
         *         ]
         *       },
         *       "visible_if": null,
         *       "required_if": null
         *     }
         */
        FieldSpec: {
            /** @description In place of `x` and `y`: a text in the PDF. Finalize finds it and sets `page`, `x` and `y` */
            anchor?: components["schemas"]["FieldAnchor"] | null;
            /** @description More than 0; y + h is at most 1 */
            h: number;
            name?: string | null;
            /** @description Required without an `anchor`. With one, the only page to search */
            page?: number;
            prefill_value?: string | null;
            /** @default false */
            read_only?: boolean;
            recipient_index: number;
            /** @default true */
            required?: boolean;
            /** @description The field is required only while this holds. Takes the place of `required` */
            required_if?: components["schemas"]["FieldCondition"] | null;
            /** @default {} */
            settings?: components["schemas"]["FieldSettings"];
            /** @enum {string} */
            type: "signature" | "initials" | "name" | "email" | "date" | "text" | "number" | "checkbox" | "radio" | "dropdown";
            /** @description The field is visible only while this holds. A hidden field is not asked for, has no value and is not drawn */
            visible_if?: components["schemas"]["FieldCondition"] | null;
            /** @description More than 0; x + w is at most 1 */
            w: number;
            /** @description Required without an `anchor`, refused with one */
            x?: number;
            /** @description Required without an `anchor`, refused with one */
            y?: number;
        };
        /**
         * @example {
         *       "fields_from": "tags",
         *       "hide_tags": true,
         *       "roles": {
         *         "Tenant": 0
         *       }
         *     }
         */
        FinalizeReq: {
            /** @description Adds fields that the PDF names: `tags` are texts such as `{{signature role=Tenant required}}`, `form` are the fields of its own form */
            fields_from?: ("tags" | "form") | null;
            /**
             * @description With `fields_from`: paint white over the tags, or over the values in the form, in the PDF that is signed. The original stays as it is
             * @default true
             */
            hide_tags?: boolean;
            /**
             * @description With `fields_from`: names of roles in the PDF to `recipient_index`
             * @default {}
             */
            roles?: {
                [key: string]: number;
            };
        };
        /**
         * @example {
         *       "name": "Leases",
         *       "parent_id": null
         *     }
         */
        FolderIn: {
            name: string;
            parent_id?: string | null;
        };
        /**
         * @example {
         *       "id": "019aa8a3-0d1e-7c52-8a44-7d1f0c3b9e61",
         *       "name": "Leases",
         *       "depth": 1,
         *       "parent_id": null
         *     }
         */
        FolderOut: {
            /** @description 1 for a root folder, at most 5 */
            depth: number;
            /** Format: uuid */
            id: string;
            name: string;
            parent_id: string | null;
        };
        /**
         * @example {
         *       "name": "Leases 2026",
         *       "move_to_root": true
         *     }
         */
        FolderPatchIn: {
            /** @default false */
            move_to_root?: boolean;
            name?: string | null;
            parent_id?: string | null;
        };
        HTTPValidationError: {
            detail: components["schemas"]["ValidationError"][];
            docs_url: string;
            instance: string;
            status: number;
            title: string;
            type: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "id": "019aa8a4-3b7e-7f60-9c12-5d8e0a1b2c3d",
         *       "email": "grace@example.com",
         *       "role": "manager",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "expires_at": "2026-11-09T09:14:05.311Z",
         *       "invited_by": {
         *         "user_id": "019aa8a0-1f3c-7e55-8b21-6c0d9e7f4a10",
         *         "name": "Olga Brandt",
         *         "email": "olga@example.com"
         *       }
         *     }
         */
        InvitationOut: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            email: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** @description Null if that person was removed */
            invited_by: {
                email: string;
                name: string;
                /** Format: uuid */
                user_id: string;
            } | null;
            /** @enum {string} */
            role: "member" | "manager" | "owner";
        };
        /**
         * @example {
         *       "workspace_name": "Example Ltd",
         *       "email": "grace@example.com",
         *       "role": "manager"
         *     }
         */
        InvitedOut: {
            email: string;
            /** @enum {string} */
            role: "member" | "manager" | "owner";
            workspace_name: string;
        };
        /**
         * @example {
         *       "id": "019aa8a1-77d0-7b3c-9d6e-2f0a8c4b5e13",
         *       "name": "Billing system",
         *       "display": "cs_live_…Zk3a",
         *       "mode": "live",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "expires_at": null,
         *       "last_used_at": null,
         *       "revoked_at": null,
         *       "key": "cs_live_<32 characters and a checksum of 6>"
         *     }
         */
        KeyCreated: {
            created_at?: string | null;
            display: string;
            expires_at?: string | null;
            /** Format: uuid */
            id: string;
            /** @description The full key value, returned only here */
            key: string;
            last_used_at?: string | null;
            mode: string;
            name: string;
            revoked_at?: string | null;
        };
        /**
         * @example {
         *       "id": "019aa8a1-77d0-7b3c-9d6e-2f0a8c4b5e13",
         *       "name": "Billing system",
         *       "display": "cs_live_…Zk3a",
         *       "mode": "live",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "expires_at": null,
         *       "last_used_at": "2026-11-02T09:15:40.002Z",
         *       "revoked_at": null
         *     }
         */
        KeyOut: {
            created_at?: string | null;
            display: string;
            expires_at?: string | null;
            /** Format: uuid */
            id: string;
            last_used_at?: string | null;
            mode: string;
            name: string;
            revoked_at?: string | null;
        };
        /**
         * @example {
         *       "type": "bounce",
         *       "document_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "recipient_email": "ada@example.com",
         *       "permanent": true,
         *       "detail": "550 5.1.1 No such user"
         *     }
         */
        MailEventIn: {
            /** @default  */
            detail?: string;
            /** @description Together with recipient_email, if the id of the email is not known */
            document_id?: string | null;
            /** @description From the Message-ID of the email */
            mail_id?: string | null;
            /** @description False for a temporary failure, which changes nothing */
            permanent: boolean;
            recipient_email?: string | null;
            /** @constant */
            type: "bounce";
        };
        /**
         * @example {
         *       "workspace": {
         *         "id": "019aa8a2-e5bc-7711-9f03-3bb61f9c1d20",
         *         "slug": "example",
         *         "name": "Example Ltd"
         *       },
         *       "team_id": "019aa8a2-e5bc-7711-9f03-3bb61f9c1d20",
         *       "key": {
         *         "id": "019aa8a1-77d0-7b3c-9d6e-2f0a8c4b5e13",
         *         "name": "Billing system",
         *         "display": "cs_live_…Zk3a",
         *         "mode": "live",
         *         "created_at": "2026-11-02T09:14:05.311Z",
         *         "expires_at": null,
         *         "last_used_at": "2026-11-02T09:15:40.002Z",
         *         "revoked_at": null
         *       },
         *       "mode": "live"
         *     }
         */
        Me: {
            /** @description The API key. For a person who signed in, it describes the session */
            key: components["schemas"]["KeyOut"];
            /** @enum {string} */
            mode: "live" | "test";
            /** Format: uuid */
            team_id: string;
            /** @description The person who signed in; absent for a key */
            user?: {
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                role: "member" | "manager" | "owner";
            };
            workspace: {
                /** Format: uuid */
                id: string;
                name: string;
                slug: string;
            };
        };
        /**
         * @example {
         *       "user_id": "019aa8a0-9c41-7d08-a5e7-1b3f60c2d8e4",
         *       "email": "grace@example.com",
         *       "name": "Grace Hopper",
         *       "role": "manager",
         *       "joined_at": "2026-11-02T09:14:05.311Z",
         *       "last_seen_at": "2026-11-02T09:15:40.002Z"
         *     }
         */
        MemberOut: {
            email: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            joined_at: string;
            last_seen_at: string | null;
            name: string;
            /** @enum {string} */
            role: "member" | "manager" | "owner";
            /** Format: uuid */
            user_id: string;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "user_id": "019aa8a0-9c41-7d08-a5e7-1b3f60c2d8e4",
         *           "email": "grace@example.com",
         *           "name": "Grace Hopper",
         *           "role": "manager",
         *           "joined_at": "2026-11-02T09:14:05.311Z",
         *           "last_seen_at": "2026-11-02T09:15:40.002Z"
         *         }
         *       ],
         *       "total": 1,
         *       "limit": 50,
         *       "offset": 0
         *     }
         */
        MemberPage: {
            items: components["schemas"]["MemberOut"][];
            limit: number;
            offset: number;
            total: number;
        };
        /**
         * @example {
         *       "code": "402918"
         *     }
         */
        OtpVerifyReq: {
            /** @description The six digits that were emailed */
            code: string;
        };
        /**
         * @example {
         *       "id": "0197e0a1-5c1e-7d2a-9b3c-4d5e6f708192",
         *       "slug": "example",
         *       "name": "Example Ltd",
         *       "embed_origins": [
         *         "https://app.example.com"
         *       ]
         *     }
         */
        OwnWorkspaceOut: {
            /** @description At most 20 origins whose pages may show signing sessions in a frame: https, for test documents also `http://localhost` with any port */
            embed_origins: string[];
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
        };
        /**
         * @example {
         *       "external_id": "leases-2027",
         *       "metadata": {
         *         "run": "2"
         *       }
         *     }
         */
        PatchBulkSendIn: {
            external_id?: string | null;
            metadata?: {
                [key: string]: string | null;
            } | null;
            /** @description If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id` */
            unique_external_id?: boolean;
        };
        /**
         * @example {
         *       "title": "Lease of 14 Analytical Row",
         *       "expires_at": "2026-12-24T00:00:00Z"
         *     }
         */
        PatchDraftReq: {
            /** @description In the future; null removes the expiry */
            expires_at?: string | null;
            /** @description Null removes the message */
            message?: string | null;
            title?: string | null;
        };
        /**
         * @example {
         *       "role": "manager"
         *     }
         */
        PatchMemberReq: {
            /** @enum {string} */
            role: "member" | "manager" | "owner";
        };
        /**
         * @example {
         *       "embed_origins": [
         *         "https://app.example.com"
         *       ]
         *     }
         */
        PatchOwnWorkspaceReq: {
            /** @description At most 20 origins whose pages may show signing sessions in a frame: https, for test documents also `http://localhost` with any port */
            embed_origins: string[];
        };
        /**
         * @example {
         *       "name": "Lease, 2027"
         *     }
         */
        PatchTemplateIn: {
            external_id?: string | null;
            fields?: components["schemas"]["FieldSpec"][] | null;
            metadata?: {
                [key: string]: string | null;
            } | null;
            name?: string | null;
            recipients?: components["schemas"]["RecipientSpec"][] | null;
            /** @description If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id` */
            unique_external_id?: boolean;
        };
        /**
         * @example {
         *       "name": "Olga Brandt"
         *     }
         */
        PatchUserReq: {
            name: string;
        };
        /**
         * @example {
         *       "active": true
         *     }
         */
        PatchWebhookReq: {
            active?: boolean | null;
            events?: ("document.bounced" | "document.completed" | "document.created" | "document.expired" | "document.opened" | "document.rejected" | "document.sealed" | "document.sent" | "document.signed" | "bulk_send.completed" | "bulk_send.finished")[] | null;
            url?: string | null;
        };
        /**
         * @example {
         *       "name": "Example Ltd",
         *       "accent_color": "#0f766e",
         *       "language": "en",
         *       "sender_name": "Example Ltd Contracts",
         *       "reply_to": "contracts@example.com",
         *       "retention_days": 3650,
         *       "retention_keeps_sealed": false
         *     }
         */
        PatchWorkspaceReq: {
            accent_color?: string | null;
            embed_origins?: string[] | null;
            language?: ("en" | "de" | "fr" | "es" | "ar" | "it" | "pt" | "nl" | "pl" | "ja" | "zh") | null;
            name?: string | null;
            /** @description Absent: no change. Null: the address in MAIL_FROM */
            reply_to?: string | null;
            retention_days?: number | null;
            retention_keeps_sealed?: boolean | null;
            /** @description Absent: no change. Null: the name in MAIL_FROM */
            sender_name?: string | null;
        };
        PdfWarning: {
            /** @description What the sender can do */
            advice: string;
            /**
             * @description Stable identifier; docs/SEALING.md lists all codes
             * @enum {string}
             */
            code: "javascript" | "layers" | "hidden_layers" | "xfa_form" | "xfa_dynamic" | "launch_action" | "submit_action" | "import_action" | "reset_action" | "hide_action" | "opens_other" | "embedded_document" | "portfolio" | "multimedia" | "external_content" | "print_alternates" | "annotation_states" | "missing_appearances" | "missing_fonts" | "transfer_functions" | "not_examined" | "signed_before" | "owner_password" | "annotations_above" | "repaired" | "structure_defect";
            /** @description One sentence that describes the finding */
            message: string;
        };
        /**
         * @example {
         *       "id": 816,
         *       "event_id": "evt_ping_5b0c3f2a9d1e4c7788aa1b2c",
         *       "status": "queued"
         *     }
         */
        PingOut: {
            event_id: string;
            id: number;
            status: string;
        };
        /**
         * @example {
         *       "url": "https://sign.example.com/embed/prepare/Jt8l2dNwq0yJ4x0mZ3cV5bN7a9s1d3f5g7h9j1k3l5z",
         *       "expires_at": "2026-12-01T09:05:00.000Z"
         *     }
         */
        PreparationSessionOut: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            expires_at: string;
            /** @description Opens the editor once, within five minutes. A secret */
            url: string;
        };
        /**
         * @example {
         *       "can_send": false
         *     }
         */
        PreparationSessionReq: {
            /**
             * @description Whether the person may send the document. Otherwise your application sends it
             * @default true
             */
            can_send?: boolean;
        };
        PrintedValue: {
            /** @description Typed signatures only: the handwriting font, if one was chosen */
            font?: string;
            /**
             * @description `check` and `radio` draw a mark; `nothing` leaves the field empty
             * @enum {string}
             */
            kind: "nothing" | "text" | "check" | "radio" | "signature";
            /**
             * @description Signatures only: how the signature was made
             * @enum {string}
             */
            mode?: "draw" | "type" | "upload";
            /** @description Drawn signatures: SHA-256 of the canonical JSON of the drawing. Uploaded ones: SHA-256 of the prepared image */
            sha256?: string;
            /** @description The printed text; the letters of a typed signature */
            text?: string;
        };
        Problem: {
            detail?: string;
            docs_url: string;
            instance: string;
            status: number;
            title: string;
            type: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "title": "Photo release",
         *       "sender": "Analytical Engines Ltd",
         *       "accent_color": "#1f4f8f",
         *       "mode": "live",
         *       "role": "signer",
         *       "confirm_email": true
         *     }
         */
        PublicDirectLinkOut: {
            accent_color: string;
            /** @description Whether the visitor gets the signing link by email */
            confirm_email: boolean;
            /** @enum {string} */
            mode: "live" | "test";
            /**
             * @description What the visitor is asked to do
             * @enum {string}
             */
            role: "signer" | "approver";
            sender: string;
            /** @description Title of the document that a visit creates */
            title: string;
        };
        /**
         * @example {
         *       "image_base64": "iVBORw0KGgo…"
         *     }
         */
        PutLogoReq: {
            /** @description A PNG or JPEG of at most 512 KiB and 4096 pixels per side; it is fitted into 400 x 120 pixels */
            image_base64: string;
        };
        /**
         * @example {
         *       "name": "mail.send",
         *       "queue": "mail",
         *       "ready": 3,
         *       "active": 1,
         *       "deferred": 0,
         *       "retry": 2,
         *       "failed": 0,
         *       "dead": 0,
         *       "oldest_ready_seconds": 0.4,
         *       "last_error": "421 Try again later",
         *       "last_error_at": "2026-11-02T09:15:40.002Z"
         *     }
         */
        QueueOut: {
            /** @description 10000 means 10000 or more */
            active: number;
            /** @description Dead letters: not retried until an operator enqueues them again */
            dead: number;
            /** @description Scheduled for later */
            deferred: number;
            /** @description Failed recently and will not be retried */
            failed: number;
            last_error: string | null;
            last_error_at: string | null;
            /** @description Name of the job */
            name: string;
            oldest_ready_seconds: number | null;
            /** @description Queue that the job runs in */
            queue: string;
            /** @description 10000 means 10000 or more */
            ready: number;
            /** @description Failed or postponed; they run again */
            retry: number;
        };
        /**
         * @example {
         *       "status": "reassigned"
         *     }
         */
        ReassignOut: {
            /** @constant */
            status: "reassigned";
        };
        /**
         * @example {
         *       "name": "Grace Hopper",
         *       "email": "grace@example.com"
         *     }
         */
        ReassignReq: {
            /** Format: email */
            email: string;
            name: string;
        };
        /**
         * @example {
         *       "id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *       "envelope_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.com",
         *       "email_normalized": "ada@example.com",
         *       "role": "signer",
         *       "auth_level": "otp",
         *       "signing_order": 1,
         *       "delivery": "email",
         *       "status": "opened",
         *       "completed_at": null,
         *       "consent_at": null,
         *       "rejected_at": null,
         *       "reject_reason": null,
         *       "reassigned_from": null
         *     }
         */
        RecipientOut: {
            /** @enum {string} */
            auth_level: "link" | "otp" | "account" | "passkey";
            completed_at?: string | null;
            consent_at?: string | null;
            /** @enum {string} */
            delivery: "email" | "none";
            email: string;
            email_normalized: string;
            envelope_id: string;
            /** Format: uuid */
            id: string;
            name: string;
            reassigned_from?: string | null;
            reject_reason?: string | null;
            rejected_at?: string | null;
            /** @enum {string} */
            role: "signer" | "approver" | "viewer" | "cc";
            signing_order: number;
            /** @enum {string} */
            status: "pending" | "sent" | "opened" | "completed" | "rejected" | "reassigned";
        };
        /**
         * @example {
         *       "email": "ada.lovelace@example.com"
         *     }
         */
        RecipientPatch: {
            /**
             * @description Only `link` and `otp` are available
             * @enum {string}
             */
            auth_level?: "link" | "otp" | "account" | "passkey";
            /**
             * @description Cannot become `none` once the recipient was emailed: 409 `recipient-was-mailed`
             * @enum {string}
             */
            delivery?: "email" | "none";
            /** Format: email */
            email?: string;
            name?: string;
            signing_order?: number;
        };
        /**
         * @example {
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.com",
         *       "role": "signer",
         *       "signing_order": 1,
         *       "auth_level": "otp",
         *       "delivery": "email"
         *     }
         */
        RecipientSpec: {
            /**
             * @description Only `link` and `otp` are available
             * @default link
             * @enum {string}
             */
            auth_level?: "link" | "otp" | "account" | "passkey";
            /**
             * @description `none`: the recipient gets no invitation, reminder, notice or copy by email. Your application opens the signing page for them with `POST /v1/documents/{doc_id}/recipients/{recipient_id}/session`
             * @default email
             * @enum {string}
             */
            delivery?: "email" | "none";
            /** Format: email */
            email: string;
            /** @description 1 to 200 characters, at least one of them visible */
            name: string;
            /**
             * @default signer
             * @enum {string}
             */
            role?: "signer" | "approver" | "viewer" | "cc";
            /** @default 1 */
            signing_order?: number;
        };
        /**
         * @example {
         *       "queued": 12,
         *       "more": false
         *     }
         */
        RedeliverDeadOut: {
            /** @description True if dead deliveries remain: call again */
            more: boolean;
            /** @description Number of deliveries that were queued, at most 10,000 */
            queued: number;
        };
        /**
         * @example {
         *       "id": 815,
         *       "status": "queued"
         *     }
         */
        RedeliverOut: {
            id: number;
            /** @constant */
            status: "queued";
        };
        /**
         * @example {
         *       "redriven": 3
         *     }
         */
        RedriveOut: {
            /** @description Number of jobs that will run again, at most 1000 per call */
            redriven: number;
        };
        /**
         * @example {
         *       "status": "rejected"
         *     }
         */
        RejectOut: {
            /** @constant */
            status: "rejected";
        };
        /**
         * @example {
         *       "reason": "The rent is not what we agreed."
         *     }
         */
        RejectReq: {
            reason: string;
        };
        /**
         * @example {
         *       "reason": "unknown_sender",
         *       "message": "I have never heard of this company."
         *     }
         */
        ReportAbuseReq: {
            /** @description For the operator of the service */
            message?: string | null;
            /** @enum {string} */
            reason: "unknown_sender" | "spam" | "fraud" | "offensive" | "other";
        };
        /**
         * @example {
         *       "id": "019aa8a5-2c3d-7e4f-9a5b-6c7d8e9fa0b1",
         *       "request_id": "0b6f3f0e-5d2c-4a51-9d64-3f6a2f9d8c7e",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "method": "POST",
         *       "route": "/v1/documents/{doc_id}/send",
         *       "path": "/v1/documents/doc_01kama5wsqe2v9q3m0y4rw7a2h/send",
         *       "query": null,
         *       "status": 422,
         *       "problem": "not-sendable",
         *       "duration_ms": 12,
         *       "key": {
         *         "id": "019aa8a1-77d0-7b3c-9d6e-2f0a8c4b5e13",
         *         "name": "CRM",
         *         "display": "cs_live_…9xYz"
         *       },
         *       "document_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "has_idempotency_key": true,
         *       "is_replay": false,
         *       "user_agent": "countersign-node/0.1.0"
         *     }
         */
        RequestOut: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            document_id: string | null;
            duration_ms: number;
            has_idempotency_key: boolean;
            /**
             * Format: uuid
             * @description Id of the entry
             */
            id: string;
            /** @description Whether the response was that of an earlier request with the same key */
            is_replay: boolean;
            key: {
                display: string;
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            method: string;
            /** @description The path that was called. Anything in it that is no id is replaced by `…` */
            path: string;
            /** @description Type of the problem, as at `/errors`: `validation` */
            problem: string | null;
            /** @description The query string. Values that could name a person or hold a secret are replaced by `…` */
            query: string | null;
            /** @description `X-Request-Id` of the response. Unique unless the caller has sent the same one repeatedly */
            request_id: string;
            /** @description The path of this reference: `/v1/documents/{doc_id}` */
            route: string;
            /** @description Null if the caller disconnected before the response */
            status: number | null;
            user_agent: string | null;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "id": "019aa8a5-2c3d-7e4f-9a5b-6c7d8e9fa0b1",
         *           "request_id": "0b6f3f0e-5d2c-4a51-9d64-3f6a2f9d8c7e",
         *           "created_at": "2026-11-02T09:14:05.311Z",
         *           "method": "POST",
         *           "route": "/v1/documents/{doc_id}/send",
         *           "path": "/v1/documents/doc_01kama5wsqe2v9q3m0y4rw7a2h/send",
         *           "query": null,
         *           "status": 422,
         *           "problem": "not-sendable",
         *           "duration_ms": 12,
         *           "key": {
         *             "id": "019aa8a1-77d0-7b3c-9d6e-2f0a8c4b5e13",
         *             "name": "CRM",
         *             "display": "cs_live_…9xYz"
         *           },
         *           "document_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *           "has_idempotency_key": true,
         *           "is_replay": false,
         *           "user_agent": "countersign-node/0.1.0"
         *         }
         *       ],
         *       "limit": 50,
         *       "next_starting_after": null
         *     }
         */
        RequestPage: {
            items: components["schemas"]["RequestOut"][];
            limit: number;
            /** @description Where the next page starts; null at the end. With filters, a page may have fewer items than `limit`, or none, although more follow */
            next_starting_after: string | null;
        };
        SampleRow: {
            /** @description With `longest`: the name of the field */
            field?: string | null;
            /** @enum {string} */
            reason: "first" | "last" | "longest";
            row_no: number;
        };
        SendingWindow: {
            /** @description First minute, such as 09:00 */
            from: string;
            /** @description IANA time zone of these times */
            time_zone: string;
            /** @description First minute after the window; before `from`, the window passes midnight */
            until: string;
        };
        /**
         * @example {
         *       "id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "status": "sent"
         *     }
         */
        SendOut: {
            id: string;
            /** @constant */
            status: "sent";
        };
        /**
         * @example {
         *       "message": "Please sign by Friday."
         *     }
         */
        SendReq: {
            message?: string | null;
        };
        /**
         * @example {
         *       "user": {
         *         "id": "019aa8a0-1f3c-7e55-8b21-6c0d9e7f4a10",
         *         "email": "olga@example.com",
         *         "name": "Olga Brandt",
         *         "operator": true
         *       },
         *       "workspaces": [
         *         {
         *           "id": "019aa8a2-e5bc-7711-9f03-3bb61f9c1d20",
         *           "slug": "example",
         *           "name": "Example Ltd",
         *           "role": "owner"
         *         }
         *       ],
         *       "expires_at": "2026-12-02T09:14:05.311Z"
         *     }
         */
        SessionOut: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            expires_at: string;
            user: {
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
                /** @description Whether the person is an operator of this installation */
                operator: boolean;
            };
            /** @description In the order of their names */
            workspaces: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                role: "member" | "manager" | "owner";
                slug: string;
            }[];
        };
        /**
         * @example {
         *       "values": {
         *         "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101": {
         *           "mode": "type",
         *           "text": "Ada Lovelace"
         *         }
         *       }
         *     }
         */
        SignAsIn: components["schemas"]["CompleteReq"];
        /**
         * @example {
         *       "mode": "type",
         *       "text": "Ada Lovelace"
         *     }
         */
        SignatureInput: {
            /** @description Handwriting font, dancing-script by default. If the font lacks a letter of the text, another one that has all letters is used, otherwise a plain font */
            font?: ("dancing-script" | "caveat" | "great-vibes" | "marck-script" | "sacramento") | null;
            /** @constant */
            mode: "type";
            text: string;
        } | {
            height: number;
            /** @constant */
            mode: "draw";
            strokes: number[][][];
            width: number;
        } | {
            image_base64: string;
            /** @constant */
            mode: "upload";
        };
        /**
         * @example {
         *       "document": {
         *         "id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *         "title": "Lease of 12 Analytical Row",
         *         "message": "Please sign by Friday.",
         *         "status": "sent",
         *         "mode": "live",
         *         "page_count": 1,
         *         "pages": [
         *           {
         *             "width": 595.28,
         *             "height": 841.89,
         *             "rotate": 0
         *           }
         *         ],
         *         "sender": "Example Ltd"
         *       },
         *       "recipient": {
         *         "id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *         "name": "Ada Lovelace",
         *         "email": "ada@example.com",
         *         "role": "signer",
         *         "status": "opened",
         *         "auth_level": "otp"
         *       },
         *       "auth": {
         *         "required": true,
         *         "satisfied": true
         *       },
         *       "consent": {
         *         "text": "I agree to review and sign this document electronically, …",
         *         "version": "2026-11-22",
         *         "language": "en",
         *         "accepted_at": null
         *       },
         *       "turn": true,
         *       "fields": [
         *         {
         *           "type": "signature",
         *           "page": 1,
         *           "x": 0.12,
         *           "y": 0.74,
         *           "w": 0.3,
         *           "h": 0.06,
         *           "name": "tenant_signature",
         *           "required": true,
         *           "read_only": false,
         *           "prefill_value": null,
         *           "settings": {
         *             "input_modes": [
         *               "draw",
         *               "type"
         *             ]
         *           },
         *           "visible_if": null,
         *           "required_if": null,
         *           "id": "019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101",
         *           "envelope_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *           "recipient_id": "019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2",
         *           "value": null,
         *           "completed_at": null
         *         }
         *       ],
         *       "other_fields": [],
         *       "earlier_fields": [
         *         {
         *           "name": "plan",
         *           "type": "dropdown",
         *           "value": "Large"
         *         }
         *       ]
         *     }
         */
        SigningOut: {
            auth: {
                required: boolean;
                satisfied: boolean;
            };
            consent?: {
                accepted_at: string | null;
                /** @enum {string} */
                language: "en" | "de" | "fr" | "es" | "ar" | "it" | "pt" | "nl" | "pl" | "ja" | "zh";
                /** @description The consent text; after consent, the text that was accepted */
                text: string;
                version: string;
            };
            document: {
                accent_color?: string;
                /** @description Why the document was voided or rejected */
                close_reason?: string | null;
                date_format?: string | null;
                display_timezone?: string | null;
                expires_at?: string | null;
                id?: string;
                /** @description SHA-256 of the logo, which `GET /v1/signing/{token}/logo` returns; null without one */
                logo?: string | null;
                message?: string | null;
                /** @enum {string} */
                mode?: "live" | "test";
                page_count?: number;
                pages?: {
                    height: number;
                    rotate: number;
                    width: number;
                }[];
                redirect_url?: string | null;
                /** @description True once the sealed PDF can be downloaded */
                sealed?: boolean;
                /** @description The name of the workspace */
                sender: string;
                /** @description The name of the member who created the document; null if an API key did */
                sender_person?: string | null;
                /** @enum {string} */
                status?: "draft" | "sent" | "partially_signed" | "completed" | "voided" | "rejected" | "expired";
                title: string;
            };
            /** @description The fields of earlier recipients to which conditions of `fields` refer; null: empty or hidden */
            earlier_fields?: {
                name: string;
                /** @enum {string} */
                type: "signature" | "initials" | "name" | "email" | "date" | "text" | "number" | "checkbox" | "radio" | "dropdown";
                value: string | null;
            }[];
            fields?: components["schemas"]["FieldOut"][];
            other_fields?: components["schemas"]["FieldOut"][];
            recipient: {
                /** @enum {string} */
                auth_level: "link" | "otp" | "account" | "passkey";
                email?: string;
                /** Format: uuid */
                id?: string;
                /** @description False for a person who started the document from a direct link */
                may_reassign?: boolean;
                name?: string;
                /** @enum {string} */
                role?: "signer" | "approver" | "viewer" | "cc";
                /** @enum {string} */
                status?: "pending" | "sent" | "opened" | "completed" | "rejected" | "reassigned";
            };
            /** @description Whether the recipient may act now */
            turn?: boolean;
        };
        /**
         * @example {
         *       "url": "https://sign.example.com/embed/Jt8l2dNwq0yJ4x0mZ3cV5bN7a9s1d3f5g7h9j1k3l5z",
         *       "expires_at": "2026-11-02T09:20:40.002Z"
         *     }
         */
        SigningSessionOut: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            expires_at: string;
            /** @description Opens the signing page once, within five minutes. A secret */
            url: string;
        };
        /**
         * @example {
         *       "at": "2026-11-02T09:14:05.311Z",
         *       "ip": "192.0.2.7",
         *       "user_agent": "Mozilla/5.0",
         *       "outcome": "signed_in"
         *     }
         */
        SignInOut: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            at: string;
            ip: string | null;
            /** @enum {string} */
            outcome: "signed_in" | "link_refused" | "invitation_accepted" | "signed_out" | "signed_out_everywhere";
            user_agent: string | null;
        };
        /**
         * @example {
         *       "email": "olga@example.com"
         *     }
         */
        SignInReq: {
            /** Format: email */
            email: string;
        };
        /**
         * @example {
         *       "session": "q0yJ4x0mZ3cV5bN7a9s1d3f5g7h9j1k3l5zJt8l2dNw",
         *       "expires_at": "2026-12-01T11:00:30.000Z",
         *       "origins": [
         *         "https://app.example.com"
         *       ],
         *       "document_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "mode": "live",
         *       "can_send": true
         *     }
         */
        StartedPreparationOut: {
            can_send: boolean;
            document_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            expires_at: string;
            /** @enum {string} */
            mode: "live" | "test";
            /** @description The origins whose pages may show this page in a frame */
            origins: string[];
            /** @description The credential for the header `X-Preparation-Session` */
            session: string;
        };
        /**
         * @example {
         *       "session": "q0yJ4x0mZ3cV5bN7a9s1d3f5g7h9j1k3l5zJt8l2dNw",
         *       "expires_at": "2026-11-02T11:15:52.660Z",
         *       "origins": [
         *         "https://app.example.com"
         *       ]
         *     }
         */
        StartedSessionOut: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            expires_at: string;
            /** @description The origins whose pages may show this page in a frame */
            origins: string[];
            /** @description The credential for the header `X-Signing-Session` */
            session: string;
        };
        /**
         * @example {
         *       "token": "Jt8l2dNwq0yJ4x0mZ3cV5bN7a9s1d3f5g7h9j1k3l5z"
         *     }
         */
        StartPreparationReq: {
            /** @description The last part of the path of the URL; it works once */
            token: string;
        };
        /**
         * @example {
         *       "token": "Jt8l2dNwq0yJ4x0mZ3cV5bN7a9s1d3f5g7h9j1k3l5z"
         *     }
         */
        StartSessionReq: {
            /** @description The last part of the path of the URL; it works once */
            token: string;
        };
        /**
         * @example {
         *       "quota_bytes": 107374182400,
         *       "used_bytes": 48113920
         *     }
         */
        StorageUse: {
            /** @description Bytes that the workspace may store */
            quota_bytes: number;
            /** @description Bytes that the workspace stores. Uploads are counted immediately, sealed and erased files within a day */
            used_bytes: number;
        };
        /**
         * @example {
         *       "documents": {
         *         "awaiting_upload": 0,
         *         "draft": 2,
         *         "sent": 12,
         *         "partially_signed": 3,
         *         "completed": 240,
         *         "voided": 4,
         *         "rejected": 1,
         *         "expired": 2
         *       },
         *       "waiting_for_others": 15,
         *       "unsealed": 0,
         *       "delivery_problems": 1
         *     }
         */
        SummaryOut: {
            /** @description Open, with a bounced email */
            delivery_problems: number;
            /** @description Number of documents by status */
            documents: {
                /** @description 10000 means 10000 or more */
                awaiting_upload: number;
                /** @description 10000 means 10000 or more */
                completed: number;
                /** @description 10000 means 10000 or more */
                draft: number;
                /** @description 10000 means 10000 or more */
                expired: number;
                /** @description 10000 means 10000 or more */
                partially_signed: number;
                /** @description 10000 means 10000 or more */
                rejected: number;
                /** @description 10000 means 10000 or more */
                sent: number;
                /** @description 10000 means 10000 or more */
                voided: number;
            };
            /** @description Completed, but not sealed yet */
            unsealed: number;
            /** @description Sent, and some recipients have not acted yet */
            waiting_for_others: number;
        };
        /**
         * @example {
         *       "id": "tpl_01kama61c8fhtb4s3k5v9n2xzd",
         *       "name": "Lease",
         *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "team_id": "019aa8a2-e5bc-7711-9f03-3bb61f9c1d20",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "updated_at": null,
         *       "version": 1,
         *       "fields": [
         *         {
         *           "type": "signature",
         *           "page": 1,
         *           "x": 0.12,
         *           "y": 0.74,
         *           "w": 0.3,
         *           "h": 0.06,
         *           "recipient_index": 0,
         *           "name": "tenant_signature",
         *           "required": true,
         *           "read_only": false,
         *           "prefill_value": null,
         *           "settings": {
         *             "input_modes": [
         *               "draw",
         *               "type"
         *             ]
         *           },
         *           "visible_if": null,
         *           "required_if": null
         *         }
         *       ],
         *       "recipients": [
         *         {
         *           "name": "Ada Lovelace",
         *           "email": "ada@example.com",
         *           "role": "signer",
         *           "signing_order": 1,
         *           "auth_level": "otp",
         *           "delivery": "email"
         *         }
         *       ],
         *       "external_id": "lease",
         *       "metadata": {},
         *       "warnings": []
         *     }
         */
        TemplateOut: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            /**
             * @description Your own id for it
             * @default null
             */
            external_id: string | null;
            /** @default [] */
            fields: components["schemas"]["FieldSpec"][];
            id: string;
            /**
             * @description Your own data
             * @default {}
             */
            metadata: {
                [key: string]: string;
            };
            name: string;
            /** @default [] */
            recipients: components["schemas"]["RecipientSpec"][];
            sha256: string;
            /** Format: uuid */
            team_id: string;
            updated_at?: string | null;
            /** @default 1 */
            version: number;
            /**
             * @description What a sender should know about the PDF; found when the template was created
             * @default []
             */
            warnings: components["schemas"]["PdfWarning"][];
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "id": "tpl_01kama61c8fhtb4s3k5v9n2xzd",
         *           "name": "Lease",
         *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *           "team_id": "019aa8a2-e5bc-7711-9f03-3bb61f9c1d20",
         *           "created_at": "2026-11-02T09:14:05.311Z",
         *           "updated_at": null,
         *           "version": 1,
         *           "fields": [
         *             {
         *               "type": "signature",
         *               "page": 1,
         *               "x": 0.12,
         *               "y": 0.74,
         *               "w": 0.3,
         *               "h": 0.06,
         *               "recipient_index": 0,
         *               "name": "tenant_signature",
         *               "required": true,
         *               "read_only": false,
         *               "prefill_value": null,
         *               "settings": {
         *                 "input_modes": [
         *                   "draw",
         *                   "type"
         *                 ]
         *               },
         *               "visible_if": null,
         *               "required_if": null
         *             }
         *           ],
         *           "recipients": [
         *             {
         *               "name": "Ada Lovelace",
         *               "email": "ada@example.com",
         *               "role": "signer",
         *               "signing_order": 1,
         *               "auth_level": "otp",
         *               "delivery": "email"
         *             }
         *           ],
         *           "external_id": "lease",
         *           "metadata": {},
         *           "warnings": []
         *         }
         *       ],
         *       "total": 1,
         *       "limit": 50,
         *       "offset": 0
         *     }
         */
        TemplatePage: {
            items: components["schemas"]["TemplateOut"][];
            limit: number;
            offset: number;
            total: number;
        };
        /**
         * @example {
         *       "version": 2,
         *       "name": "Lease",
         *       "saved_at": "2026-11-02T09:14:05.311Z",
         *       "saved_by": {
         *         "type": "user",
         *         "name": "Grace Hopper"
         *       },
         *       "recipient_count": 2,
         *       "field_count": 5
         *     }
         */
        TemplateVersionOut: {
            field_count: number;
            name: string;
            recipient_count: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            saved_at: string;
            /** @description Who made this version */
            saved_by: {
                name: string | null;
                /** @enum {string} */
                type: "api_key" | "user" | "recipient" | "system";
            };
            version: number;
        };
        /**
         * @example {
         *       "envelopes": {
         *         "allowance": 100000,
         *         "used": 1204,
         *         "remaining": 98796,
         *         "resets_on": "2026-12-01"
         *       },
         *       "fair_use": {
         *         "sustained_rps": 50,
         *         "burst_rps": 200,
         *         "envelopes_per_day_review_threshold": 2000
         *       },
         *       "storage": {
         *         "quota_bytes": 107374182400,
         *         "used_bytes": 48113920
         *       }
         *     }
         */
        Usage: {
            envelopes: components["schemas"]["Envelopes"];
            fair_use: components["schemas"]["FairUse"];
            storage: components["schemas"]["StorageUse"];
        };
        /**
         * @example {
         *       "month": "2026-11",
         *       "live_sent": 118,
         *       "test_sent": 31,
         *       "completed": 104
         *     }
         */
        UsageMonthOut: {
            /** @description Live documents that were completed */
            completed: number;
            /** @description Live documents that count toward the allowance */
            live_sent: number;
            /** @description `YYYY-MM`, UTC */
            month: string;
            test_sent: number;
        };
        /**
         * @example {
         *       "title": "Lease of Ada Lovelace",
         *       "recipients": [
         *         {
         *           "name": "Ada Lovelace",
         *           "email": "ada@example.com",
         *           "role": "signer",
         *           "signing_order": 1,
         *           "auth_level": "otp",
         *           "delivery": "email"
         *         }
         *       ],
         *       "form_values": {
         *         "3": "850",
         *         "tenant_name": "Ada Lovelace"
         *       }
         *     }
         */
        UseTemplateIn: {
            /** @description Date pattern, for example `DD.MM.YYYY` or `DD.MM.YYYY HH:mm`. Tokens: `YYYY` `YY` year, `MMMM` `MMM` `MM` `M` month, `DD` `D` day, `dddd` `ddd` weekday, `HH` `H` `hh` `h` hour, `mm` `m` minute, `ss` `s` second, `A` `a` AM or PM, `Z` offset from UTC; `yyyy` `yy` `dd` `d` `EEEE` `EEE` are the same as `YYYY` `YY` `DD` `D` `dddd` `ddd`. Day, month and year must each appear once. The time comes before or after the whole date; date fields print the date only. Separators are `. , / - :` and spaces. Up to 3 words in `[brackets]` or `'quotes'` are allowed, each of at most 20 characters, without digits, control characters and right-to-left script. Without a format, dates are printed as YYYY-MM-DD */
            date_format?: string | null;
            display_timezone?: string | null;
            external_id?: string | null;
            /** @default {} */
            form_values?: {
                [key: string]: string;
            };
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description At most 200 recipients */
            recipients: components["schemas"]["RecipientSpec"][];
            redirect_url?: string | null;
            title?: string | null;
            /** @description If true, the request fails with `external-id-taken` when something of the same kind, workspace and mode already has this `external_id` */
            unique_external_id?: boolean;
        };
        ValidationError: {
            ctx?: {
                [key: string]: unknown;
            };
            input?: unknown;
            loc: (string | number)[];
            msg: string;
            type: string;
        };
        /**
         * @example {
         *       "valid": true,
         *       "covers_whole_file": true,
         *       "covers_up_to": 212406,
         *       "only_validation_data_after": false,
         *       "later_changes": "none",
         *       "sub_filter": "ETSI.CAdES.detached",
         *       "signer_subject": "CN=Example Ltd",
         *       "signer_fingerprint_sha256": "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
         *       "signer_trust": "installation",
         *       "signer_trust_problem": null,
         *       "signed_at": "2026-11-02T10:05:31.000Z",
         *       "timestamped_at": "2026-11-02T10:05:32.000Z",
         *       "timestamp_trust": "unknown",
         *       "profile": "PAdES-B-T",
         *       "problems": []
         *     }
         */
        VerifiedSignatureOut: {
            /** @description Number of bytes that the signature covers, from the beginning of the file; null if this cannot be determined */
            covers_up_to: number | null;
            covers_whole_file: boolean;
            /**
             * @description What was added after the covered bytes. validation_data: only validation data and document timestamps. form_filling: also filled-in form fields and further signatures that the signature permits. other: anything else
             * @enum {string}
             */
            later_changes: "none" | "validation_data" | "form_filling" | "other";
            /** @description Whether the file after the covered bytes contains only data for validating the signature later, and document timestamps (PAdES-B-LT, B-LTA) */
            only_validation_data_after: boolean;
            problems: string[];
            profile: ("PAdES-B-B" | "PAdES-B-T" | "PAdES-B-LT") | null;
            /** @description Time of signing, as the signer states it */
            signed_at: string | null;
            /** @description SHA-256 of the signer's certificate */
            signer_fingerprint_sha256: string | null;
            /** @description Subject of the certificate. Anyone can make a certificate with any name: see `signer_trust` */
            signer_subject: string | null;
            /**
             * @description installation: signed with a seal certificate of this installation. trusted_root: a trusted root vouches for the certificate. unknown: neither, or the signature is not valid
             * @enum {string}
             */
            signer_trust: "installation" | "trusted_root" | "unknown";
            /** @description Why the signer is unknown; null if the signer is known, or the signature is not valid */
            signer_trust_problem: string | null;
            /** @description Format of the signature, as the file states it */
            sub_filter: string;
            /** @description Whether a trusted root vouches for the timestamp authority; null without a valid timestamp */
            timestamp_trust: ("trusted_root" | "unknown") | null;
            /** @description Time of the timestamp, as the timestamp authority states it: see `timestamp_trust` */
            timestamped_at: string | null;
            /** @description Whether the digest and the signature value match the covered bytes */
            valid: boolean;
        };
        /**
         * @example {
         *       "verdict": "intact",
         *       "intact": true,
         *       "test_document": false,
         *       "file": {
         *         "size_bytes": 212406,
         *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *       },
         *       "signatures": [
         *         {
         *           "valid": true,
         *           "covers_whole_file": true,
         *           "covers_up_to": 212406,
         *           "only_validation_data_after": false,
         *           "later_changes": "none",
         *           "sub_filter": "ETSI.CAdES.detached",
         *           "signer_subject": "CN=Example Ltd",
         *           "signer_fingerprint_sha256": "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
         *           "signer_trust": "installation",
         *           "signer_trust_problem": null,
         *           "signed_at": "2026-11-02T10:05:31.000Z",
         *           "timestamped_at": "2026-11-02T10:05:32.000Z",
         *           "timestamp_trust": "unknown",
         *           "profile": "PAdES-B-T",
         *           "problems": []
         *         }
         *       ],
         *       "deciding_signature": 0,
         *       "countersign": {
         *         "signature": 0,
         *         "document_id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *         "mode": "live",
         *         "original_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *         "files_sha256": [],
         *         "contains_original": true,
         *         "original_repaired": false,
         *         "chain_seq": 12,
         *         "chain_head": "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
         *         "values_sha256": "3fdba35f04dc8c462986c992bcf875546257113072a909c162f7e470e581e278"
         *       },
         *       "instance": {
         *         "knows_document": true,
         *         "chain": "matches",
         *         "values": "match",
         *         "file": "identical",
         *         "certificate": "matches"
         *       },
         *       "events": null
         *     }
         */
        VerifyOut: {
            /** @description What a Countersign seal states about its document; null for files sealed by others. Trust it only if the signature is valid and its signer is known */
            countersign: {
                chain_head: string;
                chain_seq: number;
                /** @description Whether the file begins with the original document, byte for byte */
                contains_original: boolean;
                document_id: string;
                /** @description Digests of the files that the original document was put together from, in their order; empty for a document of one PDF */
                files_sha256: string[];
                mode: ("live" | "test") | null;
                /** @description Whether the original was repaired before sealing; the file then cannot begin with it byte for byte */
                original_repaired: boolean;
                original_sha256: string;
                /** @description Index in `signatures` of the seal that states this */
                signature: number;
                /** @description Digest of the signed values of all recipients */
                values_sha256: string;
            } | null;
            /** @description Index in `signatures` of the signature that the verdict is about: the Countersign seal, otherwise the last signature that is not a document timestamp; null for an unsigned file */
            deciding_signature: number | null;
            /** @description Result of checking an exported audit trail; only in offline verification */
            events: {
                /** @enum {string} */
                chain: "sound" | "broken";
                /** @description Where and why the chain is broken. For a sound chain, what was erased from it */
                detail: string | null;
                /** @description As `file` of `instance`; null if the events name no sealed file */
                file: ("identical" | "extended" | "different") | null;
                /**
                 * @description absent: the file names no head
                 * @enum {string}
                 */
                head: "matches" | "differs" | "absent";
                /** @description Whether the signed values in the events match the digest in the seal */
                values: ("match" | "differ") | null;
            } | null;
            file: {
                sha256: string;
                size_bytes: number;
            };
            /** @description What this installation knows about the document; null if the file names no document, and in offline verification */
            instance: {
                /** @description Whether this installation uses the certificate to seal documents of this mode */
                certificate: ("matches" | "differs") | null;
                /** @description Whether the audit trail of this installation is complete and contains the sealed head */
                chain: ("matches" | "differs") | null;
                /** @description Whether this is the file that this installation sealed for the document. extended: it is, with validation data or timestamps that were added later */
                file: ("identical" | "extended" | "different" | "never_sealed") | null;
                knows_document: boolean;
                /** @description Whether the signed values in the audit trail match the digest in the seal */
                values: ("match" | "differ") | null;
            } | null;
            /** @description True only for the verdict `intact` */
            intact: boolean;
            /** @description In the order in which they were added to the file; empty for an unsigned file */
            signatures: components["schemas"]["VerifiedSignatureOut"][];
            /** @description The seal states that the document was made in test mode: it is not legally binding */
            test_document: boolean;
            /**
             * @description intact: the deciding signature is valid, nothing but validation data was added after it, and its signer is known. unknown_signer: the signature is valid and covers the file, but its certificate is not known here, so anyone could have made it. changed: something was added after the signature. not_valid: the signature is not valid. unsigned: the file has no signature; document timestamps do not count. contradicted: the signature is valid, but the file is not what was sealed according to this installation, the audit trail, or the seal itself.
             * @enum {string}
             */
            verdict: "intact" | "unknown_signer" | "changed" | "not_valid" | "unsigned" | "contradicted";
        };
        /**
         * @example {
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.com"
         *     }
         */
        VisitDirectLinkReq: {
            /** Format: email */
            email: string;
            name: string;
        };
        /**
         * @example {
         *       "id": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "status": "voided"
         *     }
         */
        VoidOut: {
            id: string;
            /** @constant */
            status: "voided";
        };
        /**
         * @example {
         *       "reason": "The wrong version was sent."
         *     }
         */
        VoidReq: {
            reason: string;
        };
        /**
         * @example {
         *       "id": "019aa8a6-5e21-7b90-8c3d-2f4a6b8c0d1e",
         *       "url": "https://hooks.example.com/countersign",
         *       "events": [
         *         "document.signed",
         *         "document.sealed"
         *       ],
         *       "active": true,
         *       "previous_secret_expires_at": null,
         *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
         *     }
         */
        WebhookCreated: {
            active: boolean;
            /** @description Subscribed event types; empty means every type */
            events: string[];
            /** Format: uuid */
            id: string;
            /** @description Until then deliveries are also signed with the previous secret */
            previous_secret_expires_at?: string | null;
            /** @description The signing secret, `whsec_…`; shown once */
            secret: string;
            url: string;
        };
        /**
         * @example {
         *       "id": "evt_outbox_4711",
         *       "type": "document.signed",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "document": "doc_01kama5wsqe2v9q3m0y4rw7a2h",
         *       "mode": "live",
         *       "data": {
         *         "seq": 7,
         *         "engine_event_type": "recipient.completed",
         *         "actor": "recipient:019aa8a0-9c41-7d08-a5e7-1b3f60c2d8e4"
         *       },
         *       "external_id": "crm-4711",
         *       "metadata": {
         *         "customer": "42"
         *       }
         *     }
         */
        WebhookEvent: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            data: {
                /** @description `type:id` */
                actor: string;
                engine_event_type: string;
                seq: number;
            };
            document: string;
            /**
             * @description That of the document, as it is when the event is delivered
             * @default null
             */
            external_id: string | null;
            /** @description `evt_outbox_<n>`: unique; the same for all retries and redeliveries */
            id: string;
            /**
             * @description That of the document, as it is when the event is delivered
             * @default {}
             */
            metadata: {
                [key: string]: string;
            };
            /** @enum {string} */
            mode: "live" | "test";
            /** @enum {string} */
            type: "document.bounced" | "document.completed" | "document.created" | "document.expired" | "document.opened" | "document.rejected" | "document.sealed" | "document.sent" | "document.signed";
        };
        /**
         * @example {
         *       "id": "019aa8a6-5e21-7b90-8c3d-2f4a6b8c0d1e",
         *       "url": "https://hooks.example.com/countersign",
         *       "events": [
         *         "document.signed",
         *         "document.sealed"
         *       ],
         *       "active": true,
         *       "previous_secret_expires_at": null
         *     }
         */
        WebhookOut: {
            active: boolean;
            /** @description Subscribed event types; empty means every type */
            events: string[];
            /** Format: uuid */
            id: string;
            /** @description Until then deliveries are also signed with the previous secret */
            previous_secret_expires_at?: string | null;
            url: string;
        };
        /**
         * @example {
         *       "id": "evt_ping_5b0c3f2a9d1e4c7788aa1b2c",
         *       "type": "ping",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "mode": "live"
         *     }
         */
        WebhookPing: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            /** @description `evt_ping_<hex>` */
            id: string;
            /** @enum {string} */
            mode: "live" | "test";
            /** @constant */
            type: "ping";
        };
        /**
         * @example {
         *       "id": "019aa8a2-e5bc-7711-9f03-3bb61f9c1d20",
         *       "slug": "example",
         *       "name": "Example Ltd",
         *       "accent_color": "#0f766e",
         *       "language": "en",
         *       "logo": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "sender_name": "Example Ltd Contracts",
         *       "reply_to": "contracts@example.com",
         *       "created_at": "2026-11-02T09:14:05.311Z",
         *       "retention_days": 3650,
         *       "embed_origins": [
         *         "https://app.example.com"
         *       ],
         *       "retention_keeps_sealed": false
         *     }
         */
        WorkspaceOut: {
            /** @description Color of emails and of the signing page: `#rrggbb` */
            accent_color: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time
             */
            created_at: string;
            /** @description At most 20 origins whose pages may show signing sessions in a frame: https, for test documents also `http://localhost` with any port */
            embed_origins: string[];
            /** Format: uuid */
            id: string;
            /**
             * @description Language of emails to recipients, until they agree in another language on the signing page
             * @enum {string}
             */
            language: "en" | "de" | "fr" | "es" | "ar" | "it" | "pt" | "nl" | "pl" | "ja" | "zh";
            /** @description SHA-256 of the logo; null without one */
            logo: string | null;
            name: string;
            reply_to: string | null;
            /** @description Days after the end of a document until its personal data is erased; 0 means never */
            retention_days: number;
            /** @description Whether automatic erasure keeps sealed PDFs */
            retention_keeps_sealed: boolean;
            sender_name: string | null;
            slug: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description `true` when this is the stored response to an earlier request with the same Idempotency-Key */
        "Idempotent-Replayed": "true";
        /** @description The burst: requests that the workspace can make at once */
        "RateLimit-Limit": number;
        /** @description Requests left in the bucket */
        "RateLimit-Remaining": number;
        /** @description Seconds until the bucket is full again */
        "RateLimit-Reset": number;
        /** @description Seconds to wait before the next attempt */
        "Retry-After": number;
        /** @description How to authenticate (RFC 9110) */
        "WWW-Authenticate": string;
        /** @description The caller's id if it has 1 to 128 safe characters, otherwise a new one */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type AcceptInvitationReq = components['schemas']['AcceptInvitationReq'];
export type AdvanceClockIn = components['schemas']['AdvanceClockIn'];
export type AdvanceClockOut = components['schemas']['AdvanceClockOut'];
export type ApproveDeviceReq = components['schemas']['ApproveDeviceReq'];
export type AttemptOut = components['schemas']['AttemptOut'];
export type BulkCorrectionList = components['schemas']['BulkCorrectionList'];
export type BulkCorrectionOut = components['schemas']['BulkCorrectionOut'];
export type BulkOperationOut = components['schemas']['BulkOperationOut'];
export type BulkOutcomes = components['schemas']['BulkOutcomes'];
export type BulkRowIn = components['schemas']['BulkRowIn'];
export type BulkRowOut = components['schemas']['BulkRowOut'];
export type BulkSendEvent = components['schemas']['BulkSendEvent'];
export type BulkSendOut = components['schemas']['BulkSendOut'];
export type BulkSendPage = components['schemas']['BulkSendPage'];
export type CompleteOut = components['schemas']['CompleteOut'];
export type CompleteReq = components['schemas']['CompleteReq'];
export type ConsentReq = components['schemas']['ConsentReq'];
export type CreateBulkSendIn = components['schemas']['CreateBulkSendIn'];
export type CreateDirectLinkReq = components['schemas']['CreateDirectLinkReq'];
export type CreateDocumentReq = components['schemas']['CreateDocumentReq'];
export type CreateInvitationReq = components['schemas']['CreateInvitationReq'];
export type CreateKeyReq = components['schemas']['CreateKeyReq'];
export type CreateSessionReq = components['schemas']['CreateSessionReq'];
export type CreateTemplateIn = components['schemas']['CreateTemplateIn'];
export type CreateWebhookReq = components['schemas']['CreateWebhookReq'];
export type CreateWorkspaceReq = components['schemas']['CreateWorkspaceReq'];
export type DeadJobOut = components['schemas']['DeadJobOut'];
export type DeliveryOut = components['schemas']['DeliveryOut'];
export type DeviceCodeOut = components['schemas']['DeviceCodeOut'];
export type DeviceCodeReq = components['schemas']['DeviceCodeReq'];
export type DeviceRequestOut = components['schemas']['DeviceRequestOut'];
export type DeviceTokenOut = components['schemas']['DeviceTokenOut'];
export type DeviceTokenReq = components['schemas']['DeviceTokenReq'];
export type DirectLinkOut = components['schemas']['DirectLinkOut'];
export type DirectLinkPage = components['schemas']['DirectLinkPage'];
export type DirectLinkVisitOut = components['schemas']['DirectLinkVisitOut'];
export type DispatchIn = components['schemas']['DispatchIn'];
export type DocumentAwaitingUpload = components['schemas']['DocumentAwaitingUpload'];
export type DocumentDraftOut = components['schemas']['DocumentDraftOut'];
export type DocumentField = components['schemas']['DocumentField'];
export type DocumentFile = components['schemas']['DocumentFile'];
export type DocumentOut = components['schemas']['DocumentOut'];
export type DocumentPage = components['schemas']['DocumentPage'];
export type DuplicateDocumentIn = components['schemas']['DuplicateDocumentIn'];
export type DuplicateTemplateIn = components['schemas']['DuplicateTemplateIn'];
export type EnvelopePatch = components['schemas']['EnvelopePatch'];
export type Envelopes = components['schemas']['Envelopes'];
export type EraseDocumentReq = components['schemas']['EraseDocumentReq'];
export type ErasureOut = components['schemas']['ErasureOut'];
export type EventFeed = components['schemas']['EventFeed'];
export type EventOut = components['schemas']['EventOut'];
export type ExtendOpenReq = components['schemas']['ExtendOpenReq'];
export type FairUse = components['schemas']['FairUse'];
export type FieldAnchor = components['schemas']['FieldAnchor'];
export type FieldCondition = components['schemas']['FieldCondition'];
export type FieldOut = components['schemas']['FieldOut'];
export type FieldSettings = components['schemas']['FieldSettings'];
export type FieldSpec = components['schemas']['FieldSpec'];
export type FinalizeReq = components['schemas']['FinalizeReq'];
export type FolderIn = components['schemas']['FolderIn'];
export type FolderOut = components['schemas']['FolderOut'];
export type FolderPatchIn = components['schemas']['FolderPatchIn'];
export type HttpValidationError = components['schemas']['HTTPValidationError'];
export type InvitationOut = components['schemas']['InvitationOut'];
export type InvitedOut = components['schemas']['InvitedOut'];
export type KeyCreated = components['schemas']['KeyCreated'];
export type KeyOut = components['schemas']['KeyOut'];
export type MailEventIn = components['schemas']['MailEventIn'];
export type Me = components['schemas']['Me'];
export type MemberOut = components['schemas']['MemberOut'];
export type MemberPage = components['schemas']['MemberPage'];
export type OtpVerifyReq = components['schemas']['OtpVerifyReq'];
export type OwnWorkspaceOut = components['schemas']['OwnWorkspaceOut'];
export type PatchBulkSendIn = components['schemas']['PatchBulkSendIn'];
export type PatchDraftReq = components['schemas']['PatchDraftReq'];
export type PatchMemberReq = components['schemas']['PatchMemberReq'];
export type PatchOwnWorkspaceReq = components['schemas']['PatchOwnWorkspaceReq'];
export type PatchTemplateIn = components['schemas']['PatchTemplateIn'];
export type PatchUserReq = components['schemas']['PatchUserReq'];
export type PatchWebhookReq = components['schemas']['PatchWebhookReq'];
export type PatchWorkspaceReq = components['schemas']['PatchWorkspaceReq'];
export type PdfWarning = components['schemas']['PdfWarning'];
export type PingOut = components['schemas']['PingOut'];
export type PreparationSessionOut = components['schemas']['PreparationSessionOut'];
export type PreparationSessionReq = components['schemas']['PreparationSessionReq'];
export type PrintedValue = components['schemas']['PrintedValue'];
export type Problem = components['schemas']['Problem'];
export type PublicDirectLinkOut = components['schemas']['PublicDirectLinkOut'];
export type PutLogoReq = components['schemas']['PutLogoReq'];
export type QueueOut = components['schemas']['QueueOut'];
export type ReassignOut = components['schemas']['ReassignOut'];
export type ReassignReq = components['schemas']['ReassignReq'];
export type RecipientOut = components['schemas']['RecipientOut'];
export type RecipientPatch = components['schemas']['RecipientPatch'];
export type RecipientSpec = components['schemas']['RecipientSpec'];
export type RedeliverDeadOut = components['schemas']['RedeliverDeadOut'];
export type RedeliverOut = components['schemas']['RedeliverOut'];
export type RedriveOut = components['schemas']['RedriveOut'];
export type RejectOut = components['schemas']['RejectOut'];
export type RejectReq = components['schemas']['RejectReq'];
export type ReportAbuseReq = components['schemas']['ReportAbuseReq'];
export type RequestOut = components['schemas']['RequestOut'];
export type RequestPage = components['schemas']['RequestPage'];
export type SampleRow = components['schemas']['SampleRow'];
export type SendingWindow = components['schemas']['SendingWindow'];
export type SendOut = components['schemas']['SendOut'];
export type SendReq = components['schemas']['SendReq'];
export type SessionOut = components['schemas']['SessionOut'];
export type SignAsIn = components['schemas']['SignAsIn'];
export type SignatureInput = components['schemas']['SignatureInput'];
export type SigningOut = components['schemas']['SigningOut'];
export type SigningSessionOut = components['schemas']['SigningSessionOut'];
export type SignInOut = components['schemas']['SignInOut'];
export type SignInReq = components['schemas']['SignInReq'];
export type StartedPreparationOut = components['schemas']['StartedPreparationOut'];
export type StartedSessionOut = components['schemas']['StartedSessionOut'];
export type StartPreparationReq = components['schemas']['StartPreparationReq'];
export type StartSessionReq = components['schemas']['StartSessionReq'];
export type StorageUse = components['schemas']['StorageUse'];
export type SummaryOut = components['schemas']['SummaryOut'];
export type TemplateOut = components['schemas']['TemplateOut'];
export type TemplatePage = components['schemas']['TemplatePage'];
export type TemplateVersionOut = components['schemas']['TemplateVersionOut'];
export type Usage = components['schemas']['Usage'];
export type UsageMonthOut = components['schemas']['UsageMonthOut'];
export type UseTemplateIn = components['schemas']['UseTemplateIn'];
export type ValidationError = components['schemas']['ValidationError'];
export type VerifiedSignatureOut = components['schemas']['VerifiedSignatureOut'];
export type VerifyOut = components['schemas']['VerifyOut'];
export type VisitDirectLinkReq = components['schemas']['VisitDirectLinkReq'];
export type VoidOut = components['schemas']['VoidOut'];
export type VoidReq = components['schemas']['VoidReq'];
export type WebhookCreated = components['schemas']['WebhookCreated'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookOut = components['schemas']['WebhookOut'];
export type WebhookPing = components['schemas']['WebhookPing'];
export type WorkspaceOut = components['schemas']['WorkspaceOut'];
export type HeaderIdempotentReplayed = components['headers']['Idempotent-Replayed'];
export type HeaderRateLimitLimit = components['headers']['RateLimit-Limit'];
export type HeaderRateLimitRemaining = components['headers']['RateLimit-Remaining'];
export type HeaderRateLimitReset = components['headers']['RateLimit-Reset'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type $defs = Record<string, never>;
export interface operations {
    listBulkSends: {
        parameters: {
            query?: {
                /** @description Only archived bulk sends. Without it, only those that are not archived */
                archived?: unknown;
                /** @description Only items with exactly this `external_id` */
                external_id?: string;
                limit?: number;
                /** @description Items to skip, counted after `starting_after` if given */
                offset?: number;
                /** @description Id of the last item of the previous page. Unlike `offset`, not affected by new items */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bulk sends */
            200: {
                headers: {
                    /** @description Only when more items follow: `<address of the next page>; rel="next"` (RFC 8288). It uses `starting_after`. */
                    Link?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendPage"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBulkSend: {
        parameters: {
            query?: {
                /** @description With a file: your own id of the bulk send */
                external_id?: string;
                /** @description With a file: its name */
                source_filename?: string;
                /** @description With a file: id of the template, `tpl_…` or its UUID */
                template_id?: string;
                /** @description With a file: as in the JSON body */
                unique_external_id?: unknown;
            };
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBulkSendIn"];
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": BodyInit;
                "text/csv": BodyInit;
            };
        };
        responses: {
            /** @description The bulk send with its first 200 rows */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/storage-exhausted`](http://localhost:3000/errors/storage-exhausted): Storage quota exhausted. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/external-id-taken`](http://localhost:3000/errors/external-id-taken): The external id is already in use.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBulkSend: {
        parameters: {
            query?: {
                /** @description Rows after this row_no */
                rows_after?: number;
                /** @description Number of rows to return */
                rows_limit?: number;
                /** @description Only rows with this status */
                status?: "invalid" | "queued" | "sending" | "sent" | "failed" | "canceled";
            };
            header?: never;
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk send */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchBulkSend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchBulkSendIn"];
            };
        };
        responses: {
            /** @description The bulk send; `rows` is null */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/external-id-taken`](http://localhost:3000/errors/external-id-taken): The external id is already in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadBulkAnswers: {
        parameters: {
            query?: {
                /** @description Rows after this row_no, to continue an interrupted download */
                rows_after?: number;
            };
            header?: never;
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answers */
            200: {
                headers: {
                    /** @description With a file name */
                    "Content-Disposition"?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    archiveBulkSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk send; `rows` is null */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/bulk-send-state`](http://localhost:3000/errors/bulk-send-state): Not possible in the current state of the bulk send.
             *
             *     [`/problems/bulk-operation-running`](http://localhost:3000/errors/bulk-operation-running): An operation on this bulk send is running.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelBulkSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk send with its first 200 rows */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/bulk-send-state`](http://localhost:3000/errors/bulk-send-state): Not possible in the current state of the bulk send.
             *
             *     [`/problems/bulk-operation-running`](http://localhost:3000/errors/bulk-operation-running): An operation on this bulk send is running.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBulkCorrections: {
        parameters: {
            query?: {
                /** @description Lines after this one */
                after?: number;
                /** @description Number of lines to return */
                limit?: number;
                /** @description Only lines with this result */
                result?: "waiting" | "corrected" | "unchanged" | "refused" | "requeued";
            };
            header?: never;
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines in their order; `after` reads the next ones */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCorrectionList"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    correctBulkRows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": BodyInit;
                "text/csv": BodyInit;
            };
        };
        responses: {
            /** @description The bulk send; `operation` shows the progress, `rows` is null */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/storage-exhausted`](http://localhost:3000/errors/storage-exhausted): Storage quota exhausted. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/bulk-send-state`](http://localhost:3000/errors/bulk-send-state): Not possible in the current state of the bulk send.
             *
             *     [`/problems/bulk-operation-running`](http://localhost:3000/errors/bulk-operation-running): An operation on this bulk send is running.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadBulkCorrections: {
        parameters: {
            query?: {
                /** @description Only lines with this result */
                result?: "waiting" | "corrected" | "unchanged" | "refused" | "requeued";
            };
            header?: never;
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results */
            200: {
                headers: {
                    /** @description With a file name */
                    "Content-Disposition"?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dispatchBulkSend: {
        parameters: {
            query?: {
                /** @description Send the valid rows of an invalid bulk send */
                skip_invalid?: unknown;
            };
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DispatchIn"];
            };
        };
        responses: {
            /** @description The bulk send with its first 200 rows */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/bulk-send-state`](http://localhost:3000/errors/bulk-send-state): Not possible in the current state of the bulk send.
             *
             *     [`/problems/bulk-operation-running`](http://localhost:3000/errors/bulk-operation-running): An operation on this bulk send is running.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    extendOpenDocuments: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExtendOpenReq"];
            };
        };
        responses: {
            /** @description The bulk send; `operation` shows the progress, `rows` is null */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/bulk-send-state`](http://localhost:3000/errors/bulk-send-state): Not possible in the current state of the bulk send.
             *
             *     [`/problems/bulk-operation-running`](http://localhost:3000/errors/bulk-operation-running): An operation on this bulk send is running.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBulkSendOutcomes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkOutcomes"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    remindOpenDocuments: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk send; `operation` shows the progress, `rows` is null */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/bulk-send-state`](http://localhost:3000/errors/bulk-send-state): Not possible in the current state of the bulk send.
             *
             *     [`/problems/bulk-operation-running`](http://localhost:3000/errors/bulk-operation-running): An operation on this bulk send is running.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryFailedRows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk send with its first 200 rows */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/bulk-send-state`](http://localhost:3000/errors/bulk-send-state): Not possible in the current state of the bulk send.
             *
             *     [`/problems/bulk-operation-running`](http://localhost:3000/errors/bulk-operation-running): An operation on this bulk send is running.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadBulkRows: {
        parameters: {
            query?: {
                /** @description Only rows with this status */
                status?: "invalid" | "queued" | "sending" | "sent" | "failed" | "canceled";
            };
            header?: never;
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows */
            200: {
                headers: {
                    /** @description With a file name */
                    "Content-Disposition"?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewBulkRow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
                /** @description Number of the row, from 1 */
                row_no: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preview */
            200: {
                headers: {
                    /** @description With a file name */
                    "Content-Disposition"?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/bulk-row-invalid`](http://localhost:3000/errors/bulk-row-invalid): The row cannot be sent.
             *
             *     [`/problems/pdf-too-complex`](http://localhost:3000/errors/pdf-too-complex): The PDF is too complex.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unarchiveBulkSend: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk send; `rows` is null */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    voidOpenDocuments: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the bulk send */
                bulk_send_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoidReq"];
            };
        };
        responses: {
            /** @description The bulk send; `operation` shows the progress, `rows` is null */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/bulk-send-state`](http://localhost:3000/errors/bulk-send-state): Not possible in the current state of the bulk send.
             *
             *     [`/problems/bulk-operation-running`](http://localhost:3000/errors/bulk-operation-running): An operation on this bulk send is running.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeviceRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The code that the client shows, in upper or lower case, with or without the hyphen */
                user_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceRequestOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approveDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The code that the client shows, in upper or lower case, with or without the hyphen */
                user_code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveDeviceReq"];
            };
        };
        responses: {
            /** @description Approved; the next poll of the client returns the key */
            204: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    denyDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The code that the client shows, in upper or lower case, with or without the hyphen */
                user_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Denied */
            204: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Public id of the document, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchDraftReq"];
            };
        };
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDocumentContent: {
        parameters: {
            query?: {
                version?: "original" | "sealed" | "certificate";
            };
            header?: never;
            path: {
                /** @description Public id of the document, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF */
            200: {
                headers: {
                    /** @description With a file name */
                    "Content-Disposition"?: string;
                    /** @description SHA-256 of the file */
                    ETag?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description The requested range */
            206: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description The caller already has this file */
            304: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/not-sealed`](http://localhost:3000/errors/not-sealed): The document is not sealed yet.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-erased`](http://localhost:3000/errors/document-erased): The document was erased. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/range-not-satisfiable`](http://localhost:3000/errors/range-not-satisfiable): The range is outside the file. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Public id of the document, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseDocumentReq"];
            };
        };
        responses: {
            /** @description Erased */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/not-sealed`](http://localhost:3000/errors/not-sealed): The document is not sealed yet.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitationReq"];
            };
        };
        responses: {
            /** @description The invitation */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the invitation */
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Token from the emailed link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedOut"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Token from the emailed link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationReq"];
            };
        };
        responses: {
            /** @description The person who is signed in */
            200: {
                headers: {
                    /** @description `countersign_session`, on https `__Host-countersign_session`: HttpOnly, SameSite=Lax, Secure on https; 30 days from the last visit */
                    "Set-Cookie"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionOut"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Items to skip, counted after `starting_after` if given */
                offset?: number;
                /** @description Id of the last item of the previous page. Unlike `offset`, not affected by new items */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members: owners first, then by name */
            200: {
                headers: {
                    /** @description Only when more items follow: `<address of the next page>; rel="next"` (RFC 8288). It uses `starting_after`. */
                    Link?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the person */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No longer a member */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/last-owner`](http://localhost:3000/errors/last-owner): The last owner cannot be removed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeMemberRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the person */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchMemberReq"];
            };
        };
        responses: {
            /** @description The member */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/last-owner`](http://localhost:3000/errors/last-owner): The last owner cannot be removed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listQueues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry for each job */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeadJobs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the job */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadJobOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redriveQueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Name of the job */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of jobs that will run again */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedriveOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person who is signed in */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSessionReq"];
            };
        };
        responses: {
            /** @description The person who is signed in */
            200: {
                headers: {
                    /** @description `countersign_session`, on https `__Host-countersign_session`: HttpOnly, SameSite=Lax, Secure on https; 30 days from the last visit */
                    "Set-Cookie"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionOut"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All sessions of the person have ended */
            204: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInReq"];
            };
        };
        responses: {
            /** @description An email is sent if the address is known */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSignIns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The history */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SummaryOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTemplateContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Public id of the template, `tpl_…` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF */
            200: {
                headers: {
                    /** @description With a file name */
                    "Content-Disposition"?: string;
                    /** @description SHA-256 of the file */
                    ETag?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description The requested range */
            206: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description The caller already has this file */
            304: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/range-not-satisfiable`](http://localhost:3000/errors/range-not-satisfiable): The range is outside the file. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUsage: {
        parameters: {
            query?: {
                months?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry for each month */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageMonthOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchUserReq"];
            };
        };
        responses: {
            /** @description The person who is signed in */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchWorkspaceReq"];
            };
        };
        responses: {
            /** @description The workspace */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The logo as PNG */
            200: {
                headers: {
                    /** @description SHA-256 of the logo */
                    ETag?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutLogoReq"];
            };
        };
        responses: {
            /** @description The workspace */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has no logo */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspaceReq"];
            };
        };
        responses: {
            /** @description The workspace */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceCodeReq"];
                "application/x-www-form-urlencoded": components["schemas"]["DeviceCodeReq"];
            };
        };
        responses: {
            /** @description The codes */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceCodeOut"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exchangeDeviceCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceTokenReq"];
                "application/x-www-form-urlencoded": components["schemas"]["DeviceTokenReq"];
            };
        };
        responses: {
            /** @description The key */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceTokenOut"];
                };
            };
            /**
             * @description [`/problems/authorization-pending`](http://localhost:3000/errors/authorization-pending): The authorization is pending.
             *
             *     [`/problems/slow-down`](http://localhost:3000/errors/slow-down): Polling too fast.
             *
             *     [`/problems/access-denied`](http://localhost:3000/errors/access-denied): Access denied.
             *
             *     [`/problems/expired-token`](http://localhost:3000/errors/expired-token): The device code has expired.
             *
             *     [`/problems/invalid-grant`](http://localhost:3000/errors/invalid-grant): The device code is not valid.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDirectLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the path of the direct link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The direct link */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicDirectLinkOut"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/direct-link-closed`](http://localhost:3000/errors/direct-link-closed): The direct link cannot be used. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    visitDirectLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the path of the direct link */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisitDirectLinkReq"];
            };
        };
        responses: {
            /** @description The document is created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectLinkVisitOut"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/direct-link-closed`](http://localhost:3000/errors/direct-link-closed): The direct link cannot be used. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description Documents of a bulk send; `none` for documents that were not sent in bulk */
                bulk_send_id?: string | "none";
                /** @description ISO 8601 date-time, or a date, which means midnight UTC */
                created_after?: string;
                /** @description ISO 8601 date-time, or a date, which means midnight UTC */
                created_before?: string;
                /** @description True for open documents with a bounced email to a recipient whose turn it is; false for all others */
                delivery_problem?: unknown;
                /** @description Only items with exactly this `external_id` */
                external_id?: string;
                folder_id?: string | "root";
                limit?: number;
                /** @description Items to skip, counted after `starting_after` if given */
                offset?: number;
                /** @description Part of the title, case-insensitive */
                q?: string;
                /** @description Email address of a recipient */
                recipient?: string;
                /** @description Part of the title, or of the name or email address of a recipient, case-insensitive. With any filter but `status`, `total` counts at most 10,000 documents */
                search?: string;
                /** @description Order of the list; `-` means descending. By default newest first. Documents without an expiry come last */
                sort?: "-created_at" | "created_at" | "title" | "-title" | "expires_at" | "-expires_at";
                /** @description Id of the last item of the previous page. Unlike `offset`, not affected by new items */
                starting_after?: string;
                /** @description Repeatable, or separated by commas */
                status?: ("draft" | "sent" | "partially_signed" | "completed" | "voided" | "rejected" | "expired" | "awaiting_upload")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of documents */
            200: {
                headers: {
                    /** @description Only when more items follow: `<address of the next page>; rel="next"` (RFC 8288). It uses `starting_after`. */
                    Link?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDocumentReq"];
                "multipart/form-data": {
                    document: components["schemas"]["CreateDocumentReq"];
                    file: BodyInit[];
                };
            };
        };
        responses: {
            /** @description The draft, and the URL for its PDF; the whole document if it was finalized */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentDraftOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/storage-exhausted`](http://localhost:3000/errors/storage-exhausted): Storage quota exhausted.
             *
             *     [`/problems/allowance-exhausted`](http://localhost:3000/errors/allowance-exhausted): Envelope allowance exhausted.
             */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/external-id-taken`](http://localhost:3000/errors/external-id-taken): The external id is already in use.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/auth-level-unavailable`](http://localhost:3000/errors/auth-level-unavailable): Authentication level not available.
             *
             *     [`/problems/invalid-pdf`](http://localhost:3000/errors/invalid-pdf): The PDF cannot be used.
             *
             *     [`/problems/invalid-file`](http://localhost:3000/errors/invalid-file): The file cannot be used.
             *
             *     [`/problems/pdf-too-complex`](http://localhost:3000/errors/pdf-too-complex): The PDF is too complex.
             *
             *     [`/problems/not-sendable`](http://localhost:3000/errors/not-sendable): The document cannot be sent.
             *
             *     [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/mail-limit`](http://localhost:3000/errors/mail-limit): Too many emails to the same recipients.
             *
             *     [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, or the short form of a draft whose PDF is not finalized */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"] | components["schemas"]["DocumentAwaitingUpload"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnvelopePatch"];
            };
        };
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/external-id-taken`](http://localhost:3000/errors/external-id-taken): The external id is already in use.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uploadContent: {
        parameters: {
            query?: {
                /** @description From `uploadUrl`: a credential for this upload only */
                token?: string;
            };
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/pdf": BodyInit;
            };
        };
        responses: {
            /** @description Stored */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/storage-exhausted`](http://localhost:3000/errors/storage-exhausted): Storage quota exhausted. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadDocument: {
        parameters: {
            query?: {
                version?: "original" | "sealed" | "certificate";
            };
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF */
            200: {
                headers: {
                    /** @description With a file name */
                    "Content-Disposition"?: string;
                    /** @description SHA-256 of the file */
                    ETag?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description The requested range */
            206: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description The caller already has this file */
            304: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/not-sealed`](http://localhost:3000/errors/not-sealed): The document is not sealed yet.
             *
             *     [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-erased`](http://localhost:3000/errors/document-erased): The document was erased. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/range-not-satisfiable`](http://localhost:3000/errors/range-not-satisfiable): The range is outside the file. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    duplicateDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DuplicateDocumentIn"];
            };
        };
        responses: {
            /** @description The new draft */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/external-id-taken`](http://localhost:3000/errors/external-id-taken): The external id is already in use.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-erased`](http://localhost:3000/errors/document-erased): The document was erased. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Return only events after this `seq` */
                after?: number;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    /** @description Only when more events follow: `<address of the next page>; rel="next"` (RFC 8288) */
                    Link?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FieldSpec"][];
            };
        };
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/pdf-too-complex`](http://localhost:3000/errors/pdf-too-complex): The PDF is too complex.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentFile"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    orderFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @description A new name */
                    name?: string;
                }[];
            };
        };
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addFiles: {
        parameters: {
            query?: {
                /** @description Name of the file, if it is the body. In a form, each part has its own */
                name?: string;
            };
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/pdf": BodyInit;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": BodyInit;
                "image/jpeg": BodyInit;
                "image/png": BodyInit;
                "multipart/form-data": {
                    file: BodyInit[];
                };
            };
        };
        responses: {
            /** @description The document */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/storage-exhausted`](http://localhost:3000/errors/storage-exhausted): Storage quota exhausted. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/invalid-pdf`](http://localhost:3000/errors/invalid-pdf): The PDF cannot be used.
             *
             *     [`/problems/invalid-file`](http://localhost:3000/errors/invalid-file): The file cannot be used.
             *
             *     [`/problems/pdf-too-complex`](http://localhost:3000/errors/pdf-too-complex): The PDF is too complex.
             *
             *     [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
                /** @description Id of a file of the document */
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    finalizeDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FinalizeReq"];
            };
        };
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/storage-exhausted`](http://localhost:3000/errors/storage-exhausted): Storage quota exhausted. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/content-missing`](http://localhost:3000/errors/content-missing): The PDF has not been uploaded.
             *
             *     [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/invalid-pdf`](http://localhost:3000/errors/invalid-pdf): The PDF cannot be used.
             *
             *     [`/problems/pdf-too-complex`](http://localhost:3000/errors/pdf-too-complex): The PDF is too complex.
             *
             *     [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createPreparationSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PreparationSessionReq"];
            };
        };
        responses: {
            /** @description The URL */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreparationSessionOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipientSpec"][];
            };
        };
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/auth-level-unavailable`](http://localhost:3000/errors/auth-level-unavailable): Authentication level not available.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    correctRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
                /** @description Id of a recipient of the document */
                recipient_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipientPatch"];
            };
        };
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/recipient-was-mailed`](http://localhost:3000/errors/recipient-was-mailed): The recipient was emailed.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/auth-level-unavailable`](http://localhost:3000/errors/auth-level-unavailable): Authentication level not available.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/mail-limit`](http://localhost:3000/errors/mail-limit): Too many emails to the same recipients.
             *
             *     [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSigningSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
                /** @description Id of a recipient of the document */
                recipient_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSessionOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/recipient-turn`](http://localhost:3000/errors/recipient-turn): It is not this recipient's turn.
             *
             *     [`/problems/recipient-was-mailed`](http://localhost:3000/errors/recipient-was-mailed): The recipient was emailed.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendReq"];
            };
        };
        responses: {
            /** @description Sent */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/allowance-exhausted`](http://localhost:3000/errors/allowance-exhausted): Envelope allowance exhausted. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/recipient-not-mailed`](http://localhost:3000/errors/recipient-not-mailed): The recipient gets no emails.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/not-sendable`](http://localhost:3000/errors/not-sendable): The document cannot be sent.
             *
             *     [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/mail-limit`](http://localhost:3000/errors/mail-limit): Too many emails to the same recipients.
             *
             *     [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    voidDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Document id, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoidReq"];
            };
        };
        responses: {
            /** @description Voided */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoidOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readEvents: {
        parameters: {
            query?: {
                /** @description Id of the last event that you have read, or `latest` to read only new events. Without it, reading starts at the oldest event */
                after?: string;
                limit?: number;
                /** @description Seconds to wait if there is no event yet, at most 30 */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, in the order of their transactions */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFeed"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFolders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folders */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createFolder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FolderIn"];
            };
        };
        responses: {
            /** @description The folder */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/folder-depth`](http://localhost:3000/errors/folder-depth): Folders can be nested at most five levels deep.
             *
             *     [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the folder */
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/folder-not-empty`](http://localhost:3000/errors/folder-not-empty): The folder is not empty. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the folder */
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FolderPatchIn"];
            };
        };
        responses: {
            /** @description The folder */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/folder-depth`](http://localhost:3000/errors/folder-depth): Folders can be nested at most five levels deep.
             *
             *     [`/problems/folder-cycle`](http://localhost:3000/errors/folder-cycle): A folder cannot be inside itself.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyReq"];
            };
        };
        responses: {
            /** @description The key with its value */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyCreated"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/mode-forbidden`](http://localhost:3000/errors/mode-forbidden): Not allowed in this mode.
             *
             *     [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the key */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/mode-forbidden`](http://localhost:3000/errors/mode-forbidden): Not allowed in this mode.
             *
             *     [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Workspace, team, key and mode */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startPreparationSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartPreparationReq"];
            };
        };
        responses: {
            /** @description The session */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedPreparationOut"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/session-used`](http://localhost:3000/errors/session-used): The session URL was used.
             *
             *     [`/problems/session-expired`](http://localhost:3000/errors/session-expired): The session URL has expired.
             */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description ISO 8601 date-time, or a date, which means midnight UTC */
                created_after?: string;
                /** @description ISO 8601 date-time, or a date, which means midnight UTC */
                created_before?: string;
                /** @description Only requests about this document: `doc_…` */
                document_id?: string;
                key_id?: string;
                limit?: number;
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description Beginning of the path, such as `/v1/documents` */
                path?: string;
                /** @description `X-Request-Id` of the response */
                request_id?: string;
                /** @description `next_starting_after` of the previous page */
                starting_after?: string;
                /** @description A class of statuses such as `4xx`, or one such as `409` */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log */
            200: {
                headers: {
                    /** @description Only when more items follow: `<address of the next page>; rel="next"` (RFC 8288). It uses `starting_after`. */
                    Link?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestPage"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startSigningSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartSessionReq"];
            };
        };
        responses: {
            /** @description The session */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedSessionOut"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/session-used`](http://localhost:3000/errors/session-used): The session URL was used.
             *
             *     [`/problems/session-expired`](http://localhost:3000/errors/session-expired): The session URL has expired.
             */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSigning: {
        parameters: {
            query?: {
                /** @description Language of the consent text and of the email with the code. Takes precedence over Accept-Language; English if the text does not exist in it */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Document, recipient and fields */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningOut"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    completeSigning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteReq"];
            };
        };
        responses: {
            /** @description Completed */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompleteOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/consent-required`](http://localhost:3000/errors/consent-required): Consent to electronic signing is missing.
             *
             *     [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/display-changed`](http://localhost:3000/errors/display-changed): The document is displayed differently now.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    giveConsent: {
        parameters: {
            query?: {
                /** @description Language of the consent text and of the email with the code. Takes precedence over Accept-Language; English if the text does not exist in it */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConsentReq"];
            };
        };
        responses: {
            /** @description Recorded */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSigningContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF */
            200: {
                headers: {
                    /** @description With a file name */
                    "Content-Disposition"?: string;
                    /** @description SHA-256 of the file */
                    ETag?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description The requested range */
            206: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description The caller already has this file */
            304: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/range-not-satisfiable`](http://localhost:3000/errors/range-not-satisfiable): The range is outside the file. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSealedCopy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF */
            200: {
                headers: {
                    /** @description With a file name */
                    "Content-Disposition"?: string;
                    /** @description SHA-256 of the file */
                    ETag?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description The requested range */
            206: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": BodyInit;
                };
            };
            /** @description The caller already has this file */
            304: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-sealed`](http://localhost:3000/errors/not-sealed): The document is not sealed yet. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/range-not-satisfiable`](http://localhost:3000/errors/range-not-satisfiable): The range is outside the file. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSigningLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The logo as PNG */
            200: {
                headers: {
                    /** @description SHA-256 of the logo */
                    ETag?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Recorded */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    mailCode: {
        parameters: {
            query?: {
                /** @description Language of the consent text and of the email with the code. Takes precedence over Accept-Language; English if the text does not exist in it */
                lang?: string;
            };
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code is sent */
            202: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /**
             * @description [`/problems/mail-limit`](http://localhost:3000/errors/mail-limit): Too many emails to the same recipients.
             *
             *     [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtpVerifyReq"];
            };
        };
        responses: {
            /** @description The code is correct */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /** @description The session of this recipient, for two hours; not in a signing session, which remembers it */
                    "Set-Cookie"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reassignRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReassignReq"];
            };
        };
        responses: {
            /** @description Reassigned */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReassignOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /**
             * @description [`/problems/mail-limit`](http://localhost:3000/errors/mail-limit): Too many emails to the same recipients.
             *
             *     [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rejectDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectReq"];
            };
        };
        responses: {
            /** @description Rejected */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reportAbuse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session` */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportAbuseReq"];
            };
        };
        responses: {
            /** @description The report is stored */
            202: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Only items with exactly this `external_id` */
                external_id?: string;
                limit?: number;
                /** @description Items to skip, counted after `starting_after` if given */
                offset?: number;
                /** @description Part of the name, case-insensitive */
                q?: string;
                /** @description Id of the last item of the previous page. Unlike `offset`, not affected by new items */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of templates */
            200: {
                headers: {
                    /** @description Only when more items follow: `<address of the next page>; rel="next"` (RFC 8288). It uses `starting_after`. */
                    Link?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplatePage"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplateIn"];
            };
        };
        responses: {
            /** @description The template */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/storage-exhausted`](http://localhost:3000/errors/storage-exhausted): Storage quota exhausted. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/external-id-taken`](http://localhost:3000/errors/external-id-taken): The external id is already in use.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/auth-level-unavailable`](http://localhost:3000/errors/auth-level-unavailable): Authentication level not available.
             *
             *     [`/problems/invalid-pdf`](http://localhost:3000/errors/invalid-pdf): The PDF cannot be used.
             *
             *     [`/problems/pdf-too-complex`](http://localhost:3000/errors/pdf-too-complex): The PDF is too complex.
             *
             *     [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchTemplateIn"];
            };
        };
        responses: {
            /** @description The template */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/external-id-taken`](http://localhost:3000/errors/external-id-taken): The external id is already in use. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/auth-level-unavailable`](http://localhost:3000/errors/auth-level-unavailable): Authentication level not available.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadBulkHeader: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The header row */
            200: {
                headers: {
                    /** @description With a file name */
                    "Content-Disposition"?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDirectLinks: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Items to skip, counted after `starting_after` if given */
                offset?: number;
                /** @description Id of the last item of the previous page. Unlike `offset`, not affected by new items */
                starting_after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of direct links */
            200: {
                headers: {
                    /** @description Only when more items follow: `<address of the next page>; rel="next"` (RFC 8288). It uses `starting_after`. */
                    Link?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectLinkPage"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createDirectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDirectLinkReq"];
            };
        };
        responses: {
            /** @description The direct link */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectLinkOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/auth-level-unavailable`](http://localhost:3000/errors/auth-level-unavailable): Authentication level not available.
             *
             *     [`/problems/not-sendable`](http://localhost:3000/errors/not-sendable): The document cannot be sent.
             *
             *     [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableDirectLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the direct link */
                direct_link_id: string;
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disabled */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    duplicateTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DuplicateTemplateIn"];
            };
        };
        responses: {
            /** @description The template */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/external-id-taken`](http://localhost:3000/errors/external-id-taken): The external id is already in use.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    useTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UseTemplateIn"];
            };
        };
        responses: {
            /** @description The document */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/external-id-taken`](http://localhost:3000/errors/external-id-taken): The external id is already in use.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/auth-level-unavailable`](http://localhost:3000/errors/auth-level-unavailable): Authentication level not available.
             *
             *     [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTemplateVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateVersionOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTemplateVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
                /** @description Number of the version */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreTemplateVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the template: `tpl_…`, or its UUID as in `source_template_id` */
                tpl_id: string;
                /** @description Number of the version */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a test document, `doc_…` */
                doc_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceClockIn"];
            };
        };
        responses: {
            /** @description What became due, and the document */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvanceClockOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/mail-limit`](http://localhost:3000/errors/mail-limit): Too many emails to the same recipients.
             *
             *     [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bounceRecipient: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a test document, `doc_…` */
                doc_id: string;
                /** @description Id of a recipient of the document */
                recipient_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signAs: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a test document, `doc_…` */
                doc_id: string;
                /** @description Id of a recipient of the document */
                recipient_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SignAsIn"];
            };
        };
        responses: {
            /** @description Signed */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompleteOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/document-state`](http://localhost:3000/errors/document-state): Not possible in the current state of the document.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Envelopes of this month, rates, and storage */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookReq"];
            };
        };
        responses: {
            /** @description The webhook with its secret */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCreated"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/webhook-url-refused`](http://localhost:3000/errors/webhook-url-refused): The webhook URL is not allowed.
             *
             *     [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchWebhookReq"];
            };
        };
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/webhook-url-refused`](http://localhost:3000/errors/webhook-url-refused): The webhook URL is not allowed.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Items to skip, counted after `starting_after` if given */
                offset?: number;
                /** @description Id of the last item of the previous page. Unlike `offset`, not affected by new items */
                starting_after?: string;
                status?: "queued" | "success" | "failed" | "dead";
            };
            header?: never;
            path: {
                /** @description UUID of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries */
            200: {
                headers: {
                    /** @description Only when more items follow: `<address of the next page>; rel="next"` (RFC 8288). It uses `starting_after`. */
                    Link?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryOut"][];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the delivery */
                delivery_id: number;
                /** @description UUID of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliverOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/delivery-state`](http://localhost:3000/errors/delivery-state): Not possible in the current state of the delivery.
             *
             *     [`/problems/webhook-state`](http://localhost:3000/errors/webhook-state): The webhook is disabled.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disabled */
            204: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pingWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PingOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/webhook-state`](http://localhost:3000/errors/webhook-state): The webhook is disabled.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverDead: {
        parameters: {
            query?: {
                /** @description Only deliveries created at or after this time */
                since?: string;
            };
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliverDeadOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/webhook-state`](http://localhost:3000/errors/webhook-state): The webhook is disabled.
             *
             *     [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first response is stored for 24 hours and returned again with `Idempotent-Replayed: true`. Bodies are compared by their values, so the order of members does not matter. Responses 422, 429 and 5xx are not stored: after them the key can be used again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCreated"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/not-found`](http://localhost:3000/errors/not-found): Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/idempotency-in-progress`](http://localhost:3000/errors/idempotency-in-progress): The first request with this idempotency key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/idempotency-key-reused`](http://localhost:3000/errors/idempotency-key-reused): The idempotency key was used for another request.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOwnWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnWorkspaceOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchOwnWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchOwnWorkspaceReq"];
            };
        };
        responses: {
            /** @description The workspace */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnWorkspaceOut"];
                };
            };
            /** @description [`/problems/unauthenticated`](http://localhost:3000/errors/unauthenticated): Not authenticated. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/forbidden`](http://localhost:3000/errors/forbidden): Not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/pdf": BodyInit;
            };
        };
        responses: {
            /** @description The result; see `verdict` */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyOut"];
                };
            };
            /** @description [`/problems/request-timeout`](http://localhost:3000/errors/request-timeout): The request took too long. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/payload-too-large`](http://localhost:3000/errors/payload-too-large): Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unsupported-media-type`](http://localhost:3000/errors/unsupported-media-type): Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description [`/problems/invalid-pdf`](http://localhost:3000/errors/invalid-pdf): The PDF cannot be used.
             *
             *     [`/problems/pdf-too-complex`](http://localhost:3000/errors/pdf-too-complex): The PDF is too complex.
             *
             *     [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"] | components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/rate-limited`](http://localhost:3000/errors/rate-limited): Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSealCertificates: {
        parameters: {
            query?: {
                /** @description Mode of the documents that are sealed with the certificates */
                mode?: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificates; empty before the first seal */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-pem-file": unknown;
                };
            };
            /** @description [`/problems/validation`](http://localhost:3000/errors/validation): The request is not valid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description [`/problems/internal`](http://localhost:3000/errors/internal): Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description [`/problems/unavailable`](http://localhost:3000/errors/unavailable): Temporarily unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deliver_bulk_send_completed: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkSendEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_bulk_send_finished: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkSendEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_document_bounced: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_document_completed: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_document_created: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_document_expired: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_document_opened: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_document_rejected: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_document_sealed: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_document_sent: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_document_signed: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliver_ping: {
        parameters: {
            query?: never;
            header: {
                /** @description `Service-Webhooks/1.0` */
                "User-Agent": string;
                /** @description The id of the event (Standard Webhooks): the same over retries and redeliveries */
                "webhook-id": string;
                /** @description The signature that libraries of Standard Webhooks verify */
                "webhook-signature": string;
                /** @description Seconds since 1970 of this attempt (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description The event type, repeated from the body */
                "X-Service-Event": string;
                /** @description `v1=<hex HMAC-SHA256(secret, raw body)>`; after a rotation, while both secrets are valid, `v1=<new>,v1=<old>` */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPing"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered; it will be retried */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
