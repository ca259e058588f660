const FIRST_RETRY_MS = 1000
// Short enough for the page to recover soon after the database does.
const LAST_RETRY_MS = 4000
const REFUSED_RETRY_MS = 60_000
/** Not yet taken for a limit. */
const FEW_REFUSALS = 2

/**
 * How long to wait before the live stream is opened again. `refusals` counts those in a row while the portal answered
 * other calls: then it is not away, but has a reason, such as too many streams of one account. Asking often won't help.
 */
export function retryDelay(failures: number, refusals: number): number {
  const last = LAST_RETRY_MS * 2 ** Math.max(0, refusals - FEW_REFUSALS)
  return Math.min(FIRST_RETRY_MS * 2 ** failures, last, REFUSED_RETRY_MS)
}
