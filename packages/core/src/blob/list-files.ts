/** A query for the SHA-256 of every referenced blob, each once: the files that a backup needs in addition to the database. */
export const namedFilesQuery = `
  SELECT sha256 FROM (
    SELECT content_sha256 AS sha256 FROM document WHERE erased_at IS NULL AND removed_at IS NULL
    UNION SELECT original_sha256 FROM document WHERE erased_at IS NULL AND removed_at IS NULL
    UNION SELECT prepared_sha256 FROM document WHERE erased_at IS NULL AND removed_at IS NULL
    UNION SELECT revision_sha256 FROM document WHERE erased_at IS NULL AND removed_at IS NULL
    UNION SELECT f.sha256 FROM document_file f JOIN document d ON d.id = f.document_id WHERE d.erased_at IS NULL AND d.removed_at IS NULL
    UNION SELECT f.pdf_sha256 FROM document_file f JOIN document d ON d.id = f.document_id WHERE d.erased_at IS NULL AND d.removed_at IS NULL
    UNION SELECT sealed_sha256 FROM document WHERE erased_at IS NULL OR sealed_kept
    UNION SELECT sha256 FROM template WHERE deleted_at IS NULL
    UNION SELECT prepared_sha256 FROM template WHERE deleted_at IS NULL
    UNION SELECT csv_sha256 FROM bulk_send
    UNION SELECT csv_sha256 FROM bulk_operation
    UNION SELECT pdfs_sha256 FROM bulk_send
    UNION SELECT p.sha256 FROM bulk_pdf p JOIN bulk_send s ON s.id = p.bulk_send_id WHERE s.status <> 'canceled'
    UNION SELECT p.prepared_sha256 FROM bulk_pdf p JOIN bulk_send s ON s.id = p.bulk_send_id WHERE s.status <> 'canceled'
    UNION SELECT signature->>'image_sha256' FROM field
  ) AS named WHERE sha256 IS NOT NULL ORDER BY sha256`;
