import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { cityTime } from './calendar.ts'
import { clocksAround, keepClocks, localTime } from './clocks.ts'

const ZONES = [
  'America/Los_Angeles',
  'Europe/Berlin',
  'Africa/Casablanca', // another offset for five weeks each year until 2026
  'Australia/Lord_Howe', // half an hour of daylight saving time
  'Asia/Kathmandu', // UTC+5:45
  'Pacific/Chatham', // UTC+12:45, in summer UTC+13:45
  'America/St_Johns', // UTC-3:30
  'Etc/UTC',
]
const NOW = new Date('2026-11-22T10:11:12.345Z')
const HOUR_MS = 3_600_000
const nothing = { ahead: [], until: 0 }
afterEach(() => {
  for (const zone of ZONES) keepClocks(zone, nothing)
})

const formats = Object.fromEntries(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    }),
  ]),
)

/** The local time by Intl.DateTimeFormat. */
function expected(time: number, timeZone: string): string {
  const parts = formats[timeZone]?.formatToParts(time) ?? []
  const of = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${of.year}-${of.month}-${of.day}T${of.hour}:${of.minute}:${of.second}`
}

const local = (time: number, zone: string) => localTime(new Date(time), zone).toISOString().slice(0, 19)

test.each(ZONES)('cached offsets of %s give the same times as Intl.DateTimeFormat', (zone) => {
  const clocks = clocksAround(NOW, zone)
  keepClocks(zone, clocks)
  for (let time = clocks.ahead[0]?.[0] ?? 0; time < clocks.until; time += 6 * HOUR_MS)
    expect(local(time, zone)).toBe(expected(time, zone))
  const anywhen = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2090-01-01') })
  fc.assert(
    fc.property(anywhen, (time) => {
      expect(local(time, zone)).toBe(expected(time, zone))
    }),
  )
  const edges = [...clocks.ahead.map(([from]) => from), clocks.until]
  for (const time of edges.flatMap((edge) => [edge - 1, edge, edge + 1]))
    expect(local(time, zone)).toBe(expected(time, zone))
})

test('offsets reach from five years back to two ahead, and stay the same for a week', () => {
  const of = (now: string) => clocksAround(new Date(now), 'America/Los_Angeles')
  const clocks = of('2026-11-19T00:00:00.000Z')
  const { ahead, until } = clocks
  expect(new Date(ahead[0]?.[0] ?? 0).toISOString()).toBe('2021-11-25T00:00:00.000Z')
  expect(new Date(until).toISOString()).toBe('2028-11-16T00:00:00.000Z')
  expect(ahead.slice(-4).map(([from, minutes]) => [new Date(from).toISOString(), minutes])).toEqual([
    ['2027-03-14T10:00:00.000Z', -420],
    ['2027-11-07T09:00:00.000Z', -480],
    ['2028-03-12T10:00:00.000Z', -420],
    ['2028-11-05T09:00:00.000Z', -480],
  ])
  expect(of('2026-11-25T23:59:59.999Z')).toEqual(clocks)
  expect(of('2026-11-26T00:00:00.000Z')).not.toEqual(clocks)
})

test('cached offsets are used until they end', () => {
  keepClocks('Asia/Kathmandu', { ahead: [[0, 60]], until: Date.parse('2030-01-01') })
  expect(cityTime(NOW, 'Asia/Kathmandu')).toEqual({ date: '2026-11-22', time: '11:11:12' })
  expect(cityTime(new Date('2030-01-01T00:00:00Z'), 'Asia/Kathmandu')).toEqual({
    date: '2030-01-01',
    time: '05:45:00',
  })
})
