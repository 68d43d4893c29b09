import { minimumLeftSeconds } from '../leases.ts';

/**
 * Up to $3[i] due deliveries of each endpoint $2[i] on which the worker $1 has a lease, the longest due first, without the deliveries $5.
 * Due means due at the time $6, or now by PostgreSQL's clock. An endpoint without due deliveries has one row, whose delivery is null. The
 * endpoint's own columns are null if its row still has the version $4[i].
 *
 * It must run after take-leases has committed: its snapshot then shows everything that the last holder recorded.
 * Reads webhook_delivery_waiting, and locks nothing.
 */
export const readDueDeliveries = `
  SELECT given.place, l.endpoint_id IS NOT NULL, COALESCE(l.wanted, false),
    next.id, next.revision, next.attempt, next.event_id, next.event_type, next.body, next.trace,
    CASE WHEN next.document_id IS NOT NULL
      THEN (SELECT jsonb_build_object('external_id', o.external_id, 'metadata', o.metadata)::text FROM document o WHERE o.id = next.document_id)
      ELSE (SELECT jsonb_build_object('external_id', o.external_id, 'metadata', o.metadata)::text FROM bulk_send o WHERE o.id = next.bulk_send_id)
    END,
    changed.version, changed.url, changed.sealed_secret, changed.previous_sealed_secret, changed.previous_secret_expires_ms
  FROM unnest($2::uuid[], $3::int[], $4::text[]) WITH ORDINALITY AS given (endpoint_id, slots, version, place)
  LEFT JOIN webhook_lease l
    ON l.endpoint_id = given.endpoint_id AND l.holder = $1::uuid AND l.held_until > now() + interval '${minimumLeftSeconds} s'
  LEFT JOIN webhook_endpoint e ON e.id = l.endpoint_id AND e.active AND e.deleted_at IS NULL
  LEFT JOIN LATERAL (
    SELECT e.xmin::text AS version, e.url, encode(e.sealed_secret, 'base64') AS sealed_secret,
      encode(e.previous_sealed_secret, 'base64') AS previous_sealed_secret,
      (extract(epoch FROM e.previous_secret_expires_at) * 1000)::bigint AS previous_secret_expires_ms
    WHERE e.xmin::text IS DISTINCT FROM given.version
  ) changed ON true
  LEFT JOIN LATERAL (
    SELECT d.id, d.revision, d.attempt, d.event_id, d.event_type, d.document_id, d.bulk_send_id, d.body, d.trace FROM webhook_delivery d
    WHERE d.endpoint_id = e.id AND d.due_at <= COALESCE($6::timestamptz, now()) AND d.id <> ALL ($5::bigint[])
    ORDER BY d.due_at, d.id LIMIT given.slots
  ) next ON true`;
