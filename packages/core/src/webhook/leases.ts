/**
 * The times of a lease: the right of one worker process to deliver to an endpoint (table webhook_lease). A worker that is killed or
 * cut off loses its leases after `leaseSeconds`; all moments are PostgreSQL's.
 */

/** For how long a lease is taken. */
export const leaseSeconds = 30;
/** The holder renews a lease that has less left when it asks for more deliveries. */
export const renewBelowSeconds = 20;
/** Deliveries are read only under a lease that has this left. It covers an attempt (10 s) and its record. */
export const minimumLeftSeconds = 15;
/** An attempt that has not begun so long after its delivery was read does not begin: the lease might end during it. */
export const beginWithinMs = 4000;
