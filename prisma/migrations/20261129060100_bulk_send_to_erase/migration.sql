-- Bulk sends whose unsent rows the retention of their workspace will erase.
CREATE INDEX bulk_send_to_erase ON bulk_send (workspace_id, coalesce(finished_at, created_at)) WHERE rows_erased_at IS NULL;
