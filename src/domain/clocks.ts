/** Where people write dates as '2026-11-20', and times as '09:00:00'. */
const ISO = 'sv-SE'
const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS
const YEAR_MS = 52 * WEEK_MS

/** By how many minutes a zone's clocks are ahead of UTC from each of these moments on (ms since 1970), until a last one. */
export type Clocks = { ahead: [from: number, minutes: number][]; until: number }

/**
 * Those that are known need no format for dates and times: the first of them that is made takes a slow telephone the time
 * of five frames, and using one is a sixtieth of a server's own work for a services page.
 */
const known = new Map<string, Clocks>()
const formats = new Map<string, Intl.DateTimeFormat>()

/** What a zone's calendar and clocks say at `now`, as a moment of UTC that says the same. */
export function localTime(now: Date, timeZone: string): Date {
  const time = now.getTime()
  const clocks = known.get(timeZone)
  const at = clocks && time < clocks.until && clocks.ahead.findLast(([from]) => from <= time)
  return new Date(time + (at ? at[1] : minutesAhead(time, timeZone)) * MINUTE_MS)
}

/** The same zone's clocks need not be looked up any more, as far as these go. */
export function keepClocks(timeZone: string, clocks: Clocks): void {
  known.set(timeZone, clocks)
}

/**
 * What a zone's clocks do from five years before `now` until two years after it. By whole weeks: servers that are started
 * in the same one write the same page.
 */
export function clocksAround(now: Date, timeZone: string): Clocks {
  const week = Math.floor(now.getTime() / WEEK_MS) * WEEK_MS
  const first = week - 5 * YEAR_MS
  const until = week + 2 * YEAR_MS
  let minutes = minutesAhead(first, timeZone)
  const ahead: Clocks['ahead'] = [[first, minutes]]
  // Nowhere are clocks changed twice within a week.
  for (let by = first + WEEK_MS; by <= until; by += WEEK_MS) {
    const after = minutesAhead(by, timeZone)
    if (after === minutes) continue
    ahead.push([firstWith(after, by - WEEK_MS, by, timeZone), after])
    minutes = after
  }
  return { ahead, until }
}

/** The first minute after `before`, and up to `by`, from which the clocks are so far ahead. */
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
