/** The locale that writes dates as '2026-11-20' and times as '09:00:00'. */
const ISO = 'sv-SE'
const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS
const YEAR_MS = 52 * WEEK_MS

/** The UTC offsets of a time zone in minutes, each from an instant on (ms since 1970), valid before `until` (same unit). */
export type Clocks = { ahead: [from: number, minutes: number][]; until: number }

/**
 * Known offsets avoid Intl.DateTimeFormat: creating the first one takes a slow phone five frames, and using one is a
 * sixtieth of the server's work for a services page.
 */
const known = new Map<string, Clocks>()
const formats = new Map<string, Intl.DateTimeFormat>()

/** The local time of a zone at `now`, as a Date whose UTC fields are the local ones. */
export function localTime(now: Date, timeZone: string): Date {
  const time = now.getTime()
  const clocks = known.get(timeZone)
  const at = clocks && time < clocks.until && clocks.ahead.findLast(([from]) => from <= time)
  return new Date(time + (at ? at[1] : minutesAhead(time, timeZone)) * MINUTE_MS)
}

/** Caches the offsets of a time zone for `localTime`. */
export function keepClocks(timeZone: string, clocks: Clocks): void {
  known.set(timeZone, clocks)
}

/**
 * The offsets of a time zone from five years before `now` until two years after it. Rounded to weeks, so servers started
 * in the same week render the same page.
 */
export function clocksAround(now: Date, timeZone: string): Clocks {
  const week = Math.floor(now.getTime() / WEEK_MS) * WEEK_MS
  const first = week - 5 * YEAR_MS
  const until = week + 2 * YEAR_MS
  let minutes = minutesAhead(first, timeZone)
  const ahead: Clocks['ahead'] = [[first, minutes]]
  // No time zone changes its offset twice within a week.
  for (let by = first + WEEK_MS; by <= until; by += WEEK_MS) {
    const after = minutesAhead(by, timeZone)
    if (after === minutes) continue
    ahead.push([firstWith(after, by - WEEK_MS, by, timeZone), after])
    minutes = after
  }
  return { ahead, until }
}

/** Binary search for the first minute after `before`, at most `by`, that has this offset. */
function firstWith(minutes: number, before: number, by: number, timeZone: string): number {
  if (by - before <= MINUTE_MS) return by
  const middle = before + Math.floor((by - before) / 2 / MINUTE_MS) * MINUTE_MS
  return minutesAhead(middle, timeZone) === minutes
    ? firstWith(minutes, before, middle, timeZone)
    : firstWith(minutes, middle, by, timeZone)
}

function minutesAhead(time: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat(ISO, { dateStyle: 'short', timeStyle: 'medium', timeZone })
    formats.set(timeZone, format)
  }
  const second = Math.floor(time / 1000) * 1000
  return (Date.parse(`${format.format(second).replace(/[^\d:-]+/, 'T')}Z`) - second) / MINUTE_MS
}
