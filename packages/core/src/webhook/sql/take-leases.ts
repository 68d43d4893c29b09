import { leaseSeconds, renewBelowSeconds } from '../leases.ts';

/**
 * Takes the free leases of the endpoints $2 for the worker $1, renews those that it holds, and marks those of other workers as wanted.
 * Writes only rows that change, and locks them in the order of their ids. The commit does not wait for the disk: if a crash of
 * PostgreSQL loses a lease, deliveries are repeated, as after the crash of a worker.
 */
export const takeLeases = `
  INSERT INTO webhook_lease AS lease (endpoint_id, holder, held_until)
  SELECT e.id, $1::uuid, now() + interval '${leaseSeconds} s'
  FROM (SELECT set_config('synchronous_commit', 'off', true)) AS asynchronous, unnest($2::uuid[]) AS given (endpoint_id)
  JOIN webhook_endpoint e ON e.id = given.endpoint_id AND e.active AND e.deleted_at IS NULL
  LEFT JOIN webhook_lease l ON l.endpoint_id = e.id
  WHERE l.endpoint_id IS NULL
    OR l.held_until <= now()
    OR (l.holder = $1::uuid AND l.held_until < now() + interval '${renewBelowSeconds} s')
    OR (l.holder <> $1::uuid AND NOT l.wanted)
  ORDER BY e.id
  ON CONFLICT (endpoint_id) DO UPDATE SET
    holder = CASE WHEN lease.held_until <= clock_timestamp() THEN EXCLUDED.holder ELSE lease.holder END,
    held_until = CASE
      WHEN lease.held_until <= clock_timestamp() OR lease.holder = EXCLUDED.holder THEN EXCLUDED.held_until
      ELSE lease.held_until END,
    wanted = lease.held_until > clock_timestamp() AND (lease.wanted OR lease.holder <> EXCLUDED.holder)`;
