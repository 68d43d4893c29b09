/**
 * Active endpoints that have a delivery due at the moment $1, or now by PostgreSQL's clock. Reads one entry of
 * webhook_delivery_waiting per endpoint, however many deliveries wait.
 */
export const findDueEndpoints = `
  SELECT e.id, e.workspace_id
  FROM webhook_endpoint e
  CROSS JOIN LATERAL (
    SELECT 1 FROM webhook_delivery d
    WHERE d.endpoint_id = e.id AND d.due_at <= COALESCE($1::timestamptz, now())
    ORDER BY d.due_at LIMIT 1
  ) due
  WHERE e.active AND e.deleted_at IS NULL`;
