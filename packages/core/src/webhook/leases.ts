/**
 * The times of a lease: the right of one worker process to deliver to an endpoint (table webhook_lease). A worker that is killed or
 * cut off loses its leases after `leaseSeconds`; all times are by PostgreSQL's clock.
 */

/** Duration of a lease. */
export const leaseSeconds = 30;
/** When the holder claims more deliveries, it renews a lease with less remaining time than this. */
export const renewBelowSeconds = 20;
/** Deliveries are read only under a lease with at least this remaining time, which covers an attempt (10 s) and its recording. */
export const minimumLeftSeconds = 15;
/** An attempt that does not start within this time after its delivery was read is dropped, because the lease might end during it. */
// Equal mutant "→ 4001": a millisecond makes no difference.
export const beginWithinMs = 4000;
