/** The most attempts kept with a delivery. */
const maxAttemptsKept = 50;

/**
 * Records attempts, given column by column ($1 to $8), and ends the leases that the worker $9 has on the endpoints $10. An attempt
 * counts only if its delivery still has the revision under which it was read, and is still due. Returns a row if another worker
 * wants one of the leases.
 *
 * Locks the deliveries first, then the leases in the order of their endpoints. Deliveries are found by id: `num_nonnulls(due_at) = 1`
 * means `due_at IS NOT NULL` but does not let PostgreSQL use webhook_delivery_waiting, which it would read from end to end when its
 * statistics are from a time when nothing waited.
 */
export const recordAttempts = `
  WITH recorded AS (
    UPDATE webhook_delivery d SET
      revision = d.revision + 1,
      status = COALESCE(r.status, d.status),
      attempt = CASE WHEN r.status IS NULL THEN d.attempt ELSE d.attempt + 1 END,
      attempts = CASE
        WHEN r.status IS NOT NULL AND jsonb_array_length(d.attempts) >= ${maxAttemptsKept} THEN d.attempts - 0
        ELSE d.attempts END || r.entry::jsonb,
      response_code = CASE WHEN r.status IS NULL THEN d.response_code ELSE r.code END,
      last_error = CASE r.status WHEN 'success' THEN NULL ELSE COALESCE(r.entry::jsonb->0->>'error', d.last_error) END,
      delivered_at = r.delivered_at,
      next_retry_at = CASE WHEN r.status IS NULL THEN d.next_retry_at ELSE r.next_retry_at END,
      due_at = r.due_at
    FROM ROWS FROM (unnest($1::bigint[]), unnest($2::int[]), unnest($3::delivery_status[]), string_to_table($4, chr(10)),
      unnest($5::int[]), unnest($6::timestamptz[]), unnest($7::timestamptz[]), unnest($8::timestamptz[]))
      AS r(id, revision, status, entry, code, delivered_at, next_retry_at, due_at)
    WHERE d.id = r.id AND d.revision = r.revision AND num_nonnulls(d.due_at) = 1
  ), released AS (
    UPDATE webhook_lease l SET held_until = 'epoch' FROM (
      SELECT endpoint_id FROM webhook_lease WHERE endpoint_id = ANY($10::uuid[]) AND holder = $9::uuid
      ORDER BY endpoint_id FOR NO KEY UPDATE
    ) ours
    WHERE l.endpoint_id = ours.endpoint_id RETURNING l.wanted
  )
  SELECT 1 FROM released WHERE wanted LIMIT 1`;
