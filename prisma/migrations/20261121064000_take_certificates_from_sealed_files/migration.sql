-- The certificate of completion is taken from the sealed file when somebody first asks for it.
ALTER TABLE document
  DROP CONSTRAINT document_seal_is_whole,
  ADD CONSTRAINT document_seal_is_whole CHECK (
    (sealed_at IS NULL AND sealed_sha256 IS NULL AND certificate_sha256 IS NULL AND seal_profile IS NULL)
    OR (status = 'completed' AND sealed_at IS NOT NULL AND sealed_sha256 IS NOT NULL AND seal_profile IS NOT NULL));
