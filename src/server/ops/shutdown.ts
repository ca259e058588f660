// How long each part of a shutdown may take, in milliseconds.

/** A server behind a balancer keeps serving this long after /readyz has failed: balancers poll about once a second. */
export const DRAIN = 3000
/** For requests that run. */
export const REQUEST_GRACE = 4500
/** For connections to the database, which may not answer. */
export const CLOSE_TIMEOUT = 1000
