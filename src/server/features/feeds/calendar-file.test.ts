import ical, { type CalendarComponent, type VEvent } from 'node-ical'
import { describe, expect, test } from 'vitest'
import { calendarFile, type FiledVisit } from './calendar-file.ts'

// Parsed by another library than the one that writes. Product 1.7

const VISIT: FiledVisit = {
  id: '0188d7a0-0000-7000-8000-00000000000b',
  sequence: 2,
  modified_at: new Date('2026-11-20T20:00:00.500Z'),
  scheduled_date: '2026-12-18',
  scheduled_time: '09:00:00',
  window_minutes: 120,
  status: 'confirmed',
  service: 'Snow Removal',
  company_name: 'Curb & Corner',
  address: '1431 Minor Ave',
  city: 'Seattle',
  state: 'WA',
  zip_code: '98101',
  shift_days: 0,
  changed_by: null,
  change_reason: null,
  earlier_date: null,
  earlier_time: null,
  has_claim: false,
  claim_answer: null,
  outcome: null,
}
const SETTINGS = { publicUrl: 'https://portal.example.com', timeZone: 'America/Los_Angeles' }

const write = (visit: Partial<FiledVisit>, kind: 'resident' | 'vendor' = 'resident', settings = SETTINGS) =>
  calendarFile([{ ...VISIT, ...visit }], { kind }, settings)

const componentsOf = (file: string): CalendarComponent[] =>
  Object.values(ical.sync.parseICS(file)).filter((each) => each !== undefined)

function parse(file: string): VEvent {
  const events = componentsOf(file).filter((each) => each.type === 'VEVENT')
  const [event] = events
  if (!event || events.length > 1) throw new Error(`The file has ${events.length} events`)
  return event
}

const read = (visit: Partial<FiledVisit>, kind?: 'resident' | 'vendor') => parse(write(visit, kind))

test('a visit has its times, place, version and link, and no price', () => {
  expect(read({})).toMatchObject({
    uid: '0188d7a0-0000-7000-8000-00000000000b@visits.stoop',
    sequence: 2,
    summary: 'Snow Removal · Curb & Corner',
    location: '1431 Minor Ave, Seattle, WA 98101',
    description:
      'Status: Confirmed\nArrival: 9:00 AM to 11:00 AM\n\nhttps://portal.example.com/home/services',
    url: 'https://portal.example.com/home/services',
    status: 'CONFIRMED',
    transparency: 'TRANSPARENT',
    start: new Date('2026-12-18T17:00:00Z'),
    end: new Date('2026-12-18T19:00:00Z'),
    lastmodified: new Date('2026-11-20T20:00:00Z'),
    dtstamp: new Date('2026-11-20T20:00:00Z'),
  })
})

test('a vendor reads where to be, and is busy', () => {
  expect(read({}, 'vendor')).toMatchObject({
    summary: 'Snow Removal · 1431 Minor Ave',
    url: 'https://portal.example.com/vendor/appointments',
    transparency: 'OPAQUE',
  })
  for (const status of ['cancelled', 'missed'] as const)
    expect(read({ status, changed_by: 'vendor', change_reason: 'Ice' }, 'vendor').transparency).toBe(
      'TRANSPARENT',
    )
})

test('a visit without a window is an hour long, also past midnight', () => {
  const { start, end } = read({ scheduled_time: '23:30:00', window_minutes: null })
  expect([start, end]).toEqual([new Date('2026-12-19T07:30:00Z'), new Date('2026-12-19T08:30:00Z')])
})

describe('the city’s time zone', () => {
  test.each([
    ['2026-10-31', '09:00:00', '2026-10-31T16:00:00Z', 'the day before clocks go back'],
    ['2026-10-31', '23:30:00', '2026-11-01T06:30:00Z', 'that night, before'],
    ['2026-11-01', '09:00:00', '2026-11-01T17:00:00Z', 'that day, after'],
    ['2027-03-13', '09:00:00', '2027-03-13T17:00:00Z', 'the day before clocks go forward'],
    ['2027-03-14', '01:30:00', '2027-03-14T09:30:00Z', 'that night, before'],
    ['2027-03-14', '09:00:00', '2027-03-14T16:00:00Z', 'that day, after'],
  ])('%s %s is %s, %s', (scheduled_date, scheduled_time, instant) => {
    const { start, end } = read({ scheduled_date, scheduled_time, window_minutes: null })
    expect(start).toEqual(new Date(instant))
    expect(Number(end) - Number(start)).toBe(60 * 60_000)
  })

  test('is defined in the file, with both changes of the clocks, and named at each time', () => {
    const file = write({})
    expect(file).toContain('\r\nDTSTART;TZID=America/Los_Angeles:20261218T090000\r\n')
    expect(file).toContain('\r\nDTEND;TZID=America/Los_Angeles:20261218T110000\r\n')
    expect(file).toContain('\r\nDTSTAMP:20261120T200000Z\r\n')
    const zone = componentsOf(file).find((each) => each.type === 'VTIMEZONE')
    expect(zone).toMatchObject({ tzid: 'America/Los_Angeles' })
    const parts = Object.values(zone ?? {}).filter((each) => typeof each === 'object' && 'tzoffsetto' in each)
    expect(parts.map(({ type, tzoffsetto, rrule }) => [type, tzoffsetto, String(rrule)])).toEqual([
      ['DAYLIGHT', '-0700', expect.stringContaining('BYMONTH=3;BYDAY=2SU')],
      ['STANDARD', '-0800', expect.stringContaining('BYMONTH=11;BYDAY=1SU')],
    ])
  })

  test.each([
    ['US/Pacific', 'America/Los_Angeles', '2026-12-18T17:00:00Z'],
    ['America/Phoenix', 'America/Phoenix', '2026-12-18T16:00:00Z'],
    ['UTC', 'Etc/UTC', '2026-12-18T09:00:00Z'],
  ])('%s of the configuration is %s', (timeZone, tzid, instant) => {
    const file = write({}, 'resident', { ...SETTINGS, timeZone })
    expect(file).toContain(`\r\nBEGIN:VTIMEZONE\r\nTZID:${tzid}\r\n`)
    expect(file).toContain(`\r\nDTSTART;TZID=${tzid}:`)
    expect(parse(file).start).toEqual(new Date(instant))
  })
})

describe('how a visit stands', () => {
  const textOf = (visit: Partial<FiledVisit>) => {
    const { summary, status, description } = read(visit)
    const [first, , third] = String(description).split('\n')
    return [summary, status, first, third]
  }
  const byVendor = { changed_by: 'vendor', change_reason: 'Ice on the roads.' } as const
  const moved = { earlier_date: '2026-12-17', earlier_time: '13:30:00' }

  test.each<[string, Partial<FiledVisit>, string[]]>([
    [
      'moved',
      { ...byVendor, ...moved },
      [
        '',
        'CONFIRMED',
        'Status: Confirmed',
        'Moved from Thu, Dec 17 at 1:30 PM by Curb & Corner: Ice on the roads.',
      ],
    ],
    [
      'cancelled',
      { status: 'cancelled', changed_by: 'captain', change_reason: 'No snow.' },
      ['Cancelled: ', 'CANCELLED', 'Status: Cancelled', 'Cancelled by the HOA representative: No snow.'],
    ],
    [
      'moved, then cancelled',
      { status: 'cancelled', ...byVendor, ...moved },
      ['Cancelled: ', 'CANCELLED', 'Status: Cancelled', 'Cancelled by Curb & Corner: Ice on the roads.'],
    ],
    [
      'suited by no day',
      { status: 'cancelled', shift_days: null },
      [
        'Cancelled: ',
        'CANCELLED',
        'Status: Cancelled',
        'No day within a week suits both the building and the vendor.',
      ],
    ],
    ['completed', { status: 'completed' }, ['', 'CONFIRMED', 'Status: Completed', '']],
    ['missed', { status: 'missed' }, ['Missed: ', 'CONFIRMED', 'Status: Missed. Nobody checked in.', '']],
    [
      'missed, and claimed',
      { status: 'missed', has_claim: true },
      ['Missed: ', 'CONFIRMED', 'Status: Missed. The vendor says that they came.', ''],
    ],
    [
      'missed, and the claim refused',
      { status: 'missed', has_claim: true, claim_answer: 'refused' },
      [
        'Missed: ',
        'CONFIRMED',
        'Status: Missed. The vendor says that they came, the HOA representative that they didn’t.',
        '',
      ],
    ],
    [
      'disputed',
      { status: 'disputed' },
      [
        'Disputed: ',
        'CONFIRMED',
        'Status: Disputed. The HOA representative says that it was not as agreed.',
        '',
      ],
    ],
    [
      'waived',
      { status: 'disputed', outcome: 'waived' },
      ['Not charged: ', 'CONFIRMED', 'Status: Not charged', ''],
    ],
  ])('%s', (_, visit, [mark, status, first, third]) => {
    expect(textOf(visit)).toEqual([`${mark}Snow Removal · Curb & Corner`, status, first, third])
  })
})

describe('texts', () => {
  test.each([
    ['commas, semicolons and backslashes', 'a, b; c\\d', 'a, b; c\\d'],
    ['quotes and colons', '"so": x="y"', '"so": x="y"'],
    ['line breaks', 'one\r\ntwo\nthree\rfour', 'one\ntwo\nthree\nfour'],
    ['characters that no text has', 'a\u0000b\u0007c\u0085d', 'abcd'],
    ['a property in a line of its own', 'x\r\nEND:VEVENT\rUID:y', 'x\nEND:VEVENT\nUID:y'],
  ])('with %s arrive as they were', (_, change_reason, arrived) => {
    const { description } = read({ changed_by: 'vendor', change_reason, status: 'cancelled' })
    expect(String(description).split('\n').slice(2).join('\n')).toBe(
      `Cancelled by Curb & Corner: ${arrived}\n\nhttps://portal.example.com/home/services`,
    )
  })

  test('of 300 characters, with emoji, fold at 75 octets and arrive whole', () => {
    const company_name = '🪟 Søren’s, Fenster; 窓 '.repeat(14).slice(0, 300).trim()
    const file = write({ company_name })
    expect(read({ company_name }).summary).toBe(`Snow Removal · ${company_name}`)
    const lines = file.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(lines.some((line) => line.startsWith(' '))).toBe(true)
    expect(file).not.toMatch(/[^\r]\n|\r[^\n]/)
    expect(file.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true)
  })
})
