/** A query of the SHA-256 of every stored file that rows name, each once: what a backup of the database needs beside it. */
export const namedFilesQuery = `
  SELECT sha256 FROM (
    SELECT content_sha256 AS sha256 FROM document WHERE erased_at IS NULL AND removed_at IS NULL
    UNION SELECT original_sha256 FROM document WHERE erased_at IS NULL AND removed_at IS NULL
    UNION SELECT prepared_sha256 FROM document WHERE erased_at IS NULL AND removed_at IS NULL
    UNION SELECT sealed_sha256 FROM document WHERE erased_at IS NULL OR sealed_kept
    UNION SELECT sha256 FROM template WHERE deleted_at IS NULL
    UNION SELECT prepared_sha256 FROM template WHERE deleted_at IS NULL
    UNION SELECT csv_sha256 FROM bulk_send
    UNION SELECT signature->>'image_sha256' FROM field
  ) AS named WHERE sha256 IS NOT NULL ORDER BY sha256`;
