import ICAL from 'ical.js'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import {
  calendarNotes,
  calendarPlace,
  calendarTimes,
  calendarTitle,
  type EntryVisit,
} from '../../../domain/feeds/calendar-entry.ts'
import { PRODUCT } from '../../../domain/product.ts'

// In octets. The library's own 75 leaves no room for the space that begins the next line.
ICAL.foldLength = 74

/** A property in jCal (RFC 7265): name, parameters, type, value. */
type JCalProperty = [name: string, parameters: Record<string, string>, type: string, value: string | number]
type JCalComponent = [name: string, properties: JCalProperty[], components: JCalComponent[]]

export type FiledVisit = EntryVisit & { id: string; sequence: number; modified_at: Date }
export type Reader = { kind: 'resident' | 'vendor' | 'crew' }

/** What names a visit in every calendar for good, also when the portal moves to another address. */
const UID_DOMAIN = 'visits.stoop'
/** How often calendars that ask the file itself should read it again. */
const REFRESH = 'PT1H'
const LISTS = { resident: '/home/services', vendor: '/vendor/appointments', crew: '/vendor/today' }

type Settings = { publicUrl: string; timeZone: string }

/** The visits as iCalendar (RFC 5545), in the city's time zone. Product 1.7 */
export function calendarFile(visits: FiledVisit[], { kind }: Reader, settings: Settings): string {
  const { tzid, definition } = zoneOf(settings.timeZone)
  const link = settings.publicUrl + LISTS[kind]
  const properties: JCalProperty[] = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', `-//${PRODUCT}//${PRODUCT}//EN`],
    ['calscale', {}, 'text', 'GREGORIAN'],
    ['x-wr-calname', {}, 'unknown', `${PRODUCT} visits`],
    ['x-wr-timezone', {}, 'unknown', tzid],
    ['refresh-interval', { value: 'DURATION' }, 'unknown', REFRESH],
    ['x-published-ttl', {}, 'unknown', REFRESH],
  ]
  const events = visits.map((visit) => entry(visit, kind, { tzid, link }))
  return `${written(['vcalendar', properties, [definition, ...events]])}\r\n`
}

/** As ICAL.stringify writes it, which folds short lines, too: that takes a third of its time. */
function written([name, properties, parts]: JCalComponent): string {
  const lines = properties.map((property) => {
    const line = ICAL.stringify.property(property, ICAL.design.icalendar, true)
    return Buffer.byteLength(line) > ICAL.foldLength ? ICAL.helpers.foldline(line) : line
  })
  const type = name.toUpperCase()
  return [`BEGIN:${type}`, ...lines, ...parts.map(written), `END:${type}`].join('\r\n')
}

function entry(
  visit: FiledVisit,
  kind: Reader['kind'],
  { tzid, link }: { tzid: string; link: string },
): JCalComponent {
  const { id, status, sequence } = visit
  const { start, end } = calendarTimes(visit)
  // A neighbor is not busy while the sidewalk is swept.
  const isBusy = kind !== 'resident' && status !== 'cancelled' && status !== 'missed'
  const modified = `${visit.modified_at.toISOString().slice(0, 19)}Z`
  const properties: JCalProperty[] = [
    ['uid', {}, 'text', `${id}@${UID_DOMAIN}`],
    ['dtstamp', {}, 'date-time', modified],
    ['last-modified', {}, 'date-time', modified],
    ['sequence', {}, 'integer', sequence],
    ['dtstart', { tzid }, 'date-time', start],
    ['dtend', { tzid }, 'date-time', end],
    ['status', {}, 'text', status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'],
    ['transp', {}, 'text', isBusy ? 'OPAQUE' : 'TRANSPARENT'],
    ['summary', {}, 'text', plain(calendarTitle(visit, kind))],
    ['location', {}, 'text', plain(calendarPlace(visit))],
    ['description', {}, 'text', plain(calendarNotes(visit, link))],
    ['url', {}, 'uri', link],
  ]
  return ['vevent', properties, []]
}

/** The library escapes every character but these, which would begin a line of their own. */
const plain = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '')

const zones = new Map<string, { tzid: string; definition: JCalComponent }>()

/** The time zone's rules, and its present name: US/Pacific is America/Los_Angeles. */
function zoneOf(timeZone: string) {
  const known = zones.get(timeZone)
  if (known) return known
  const name = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
  const [block] = [tzlib_get_ical_block(name)].flat()
  if (!block?.startsWith('BEGIN:VTIMEZONE'))
    throw new Error(`There are no rules for the time zone ${timeZone}`)
  const definition: JCalComponent = ICAL.parse(block)
  const [, , , tzid] = definition[1].find(([name]) => name === 'tzid') ?? []
  const zone = { tzid: String(tzid), definition }
  zones.set(timeZone, zone)
  return zone
}
