import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import {
  type Attendance,
  believable,
  canCheckIn,
  canFinish,
  canSetOff,
  checkIn,
  finish,
  formatMinutes,
  minutesOnSite,
  requirePhotoAllowed,
  requirePhotoRemovable,
  setOff,
  tapOf,
} from './attendance.ts'
import { canCancel, cancel, canMove, move } from './change.ts'
import type { DisputedVisit } from './dispute.ts'
import type { PhotoSubject } from './photo.ts'

const vendor: Viewer = { kind: 'vendor', id: 'evan', vendor_id: 'evergreen', powers: [] }
const other: Viewer = { kind: 'vendor', id: 'curt', vendor_id: 'curb', powers: [] }
const now = new Date('2026-11-24T18:00:00Z')
const day = { now, on: '2026-11-24', today: '2026-11-24' }
const tap = { ...day, at: now }
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

const visit = (own: Partial<DisputedVisit & Attendance> = {}): DisputedVisit & Attendance => ({
  status: 'confirmed',
  scheduled_date: '2026-11-24',
  scheduled_time: '11:00:00',
  vendor_id: 'evergreen',
  building_id: 'minor',
  checked_in_at: null,
  on_the_way_at: null,
  finished_at: null,
  claimed_at: null,
  claim_answer: null,
  done_at: null,
  opened_at: null,
  outcome: null,
  ...own,
})

const codeOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('setting off, checking in and finishing [Product 1.4]', () => {
  test('each happens once: the second tap changes nothing', () => {
    expect(setOff(vendor, visit(), tap)).toEqual({ on_the_way_at: now, on_the_way_for: '2026-11-24' })
    expect(setOff(vendor, visit(), { ...tap, at: minutes(-31) })).toBeNull()
    expect(setOff(vendor, visit({ on_the_way_at: now }), tap)).toBeNull()
    expect(setOff(vendor, visit({ checked_in_at: now }), tap)).toBeNull()
    expect(checkIn(vendor, visit(), tap)).toEqual({ checked_in_at: now, check_in_received_at: now })
    expect(checkIn(vendor, visit({ checked_in_at: now }), tap)).toBeNull()
    const begun = visit({ checked_in_at: now })
    expect(finish(vendor, begun, { ...tap, at: minutes(-20), now: minutes(40) })).toEqual({
      finished_at: now, // never before it began
      finish_received_at: minutes(40),
    })
    expect(finish(vendor, visit({ checked_in_at: now, finished_at: now }), tap)).toBeNull()
  })

  test('only by the visit’s vendor, on its day or later, and not once it was cancelled', () => {
    const acts = [setOff, checkIn, finish] as const
    for (const act of acts) {
      expect(codeOf(() => act(other, visit(), tap))).toBe('not_allowed')
      expect(codeOf(() => act(vendor, visit({ status: 'cancelled' }), tap))).toBe('visit_not_open')
      expect(codeOf(() => act(vendor, visit({ scheduled_date: '2026-11-25' }), tap))).toBe('visit_not_due')
    }
    expect(codeOf(() => setOff(vendor, visit({ scheduled_date: '2026-11-23' }), tap))).toBe('visit_not_due')
    expect(codeOf(() => setOff(vendor, visit({ status: 'completed' }), tap))).toBe('visit_not_open')
    expect(codeOf(() => checkIn(vendor, visit({ scheduled_date: '2026-11-17' }), tap))).not.toBe('visit_over')
    expect(codeOf(() => checkIn(vendor, visit({ scheduled_date: '2026-11-16' }), tap))).toBe('visit_over')
    expect(codeOf(() => finish(vendor, visit(), tap))).toBe('conflict')
  })

  test('a missed visit is held if the phone began on its day, unless the vendor claimed it', () => {
    const missed = visit({ status: 'missed', scheduled_date: '2026-11-23' })
    expect(codeOf(() => checkIn(vendor, missed, tap))).toBe('visit_not_open')
    expect(checkIn(vendor, missed, { ...tap, on: '2026-11-23' })).not.toBeNull()
    const claimed = visit({ status: 'missed', claimed_at: now })
    expect(codeOf(() => checkIn(vendor, claimed, tap))).toBe('visit_not_open')
    expect(setOff(vendor, visit({ status: 'missed' }), tap)).not.toBeNull()
    for (const other of [claimed, visit({ status: 'disputed' })])
      expect(codeOf(() => setOff(vendor, other, tap))).toBe('visit_not_open')
    expect(canCheckIn(vendor, visit({ status: 'missed' }), '2026-11-24')).toBe(true)
    expect(canCheckIn(vendor, missed, '2026-11-24')).toBe(false)
    expect(canCheckIn(vendor, claimed, '2026-11-24')).toBe(false)
  })

  test('what a phone says is on the city’s day of its own time', () => {
    const at = new Date('2026-11-24T07:59:00Z')
    expect(tapOf(at, now, 'America/Los_Angeles')).toEqual({ at, on: '2026-11-23', now, today: '2026-11-24' })
    expect(tapOf(new Date('2026-11-30T08:00:00Z'), now, 'America/Los_Angeles').on).toBe('2026-11-24')
  })

  test('a visit that the office marked completed meanwhile keeps its proof', () => {
    expect(checkIn(vendor, visit({ status: 'completed' }), tap)).not.toBeNull()
    expect(finish(vendor, visit({ status: 'completed', checked_in_at: now }), tap)).not.toBeNull()
  })

  test('the screen offers what the rule allows', () => {
    expect([canSetOff(vendor, visit(), day.today), canCheckIn(vendor, visit(), day.today)]).toEqual([
      true,
      true,
    ])
    expect(canSetOff(vendor, visit({ on_the_way_at: now }), day.today)).toBe(false)
    expect(canCheckIn(vendor, visit({ checked_in_at: now }), day.today)).toBe(false)
    expect(canCheckIn(vendor, visit(), '2026-11-23')).toBe(false)
    expect(canCheckIn(other, visit(), day.today)).toBe(false)
    expect(canFinish(vendor, visit())).toBe(false)
    expect(canFinish(vendor, visit({ checked_in_at: now }))).toBe(true)
    expect(canFinish(vendor, visit({ checked_in_at: now, finished_at: now }))).toBe(false)
  })

  test('once somebody has checked in, nobody moves or cancels the visit', () => {
    const begun = visit({ checked_in_at: now, scheduled_time: '12:00:00' })
    const at = { date: '2026-11-24', time: '10:00:00' }
    expect([canMove(vendor, begun, at), canCancel(vendor, begun, at)]).toEqual([false, false])
    const change = { by: 'vendor', shown: begun, reason: 'Rain', now: at } as const
    expect(codeOf(() => cancel(begun, change))).toBe('visit_over')
    expect(codeOf(() => move(begun, { ...begun, scheduled_date: '2026-11-30' }, change))).toBe('visit_over')
  })
})

test('a phone’s time counts unless it lies ahead or a week back [Product 1.4]', () => {
  fc.assert(
    fc.property(fc.integer({ min: -30 * 24 * 60, max: 30 * 24 * 60 }), (count) => {
      const counts = count <= 0 && count >= -7 * 24 * 60
      expect(believable(minutes(count), now)).toEqual(counts ? minutes(count) : now)
    }),
  )
})

test('photos come from the check-in until a week later, ten at most [Product 1.4]', () => {
  const allowed = (own: Parameters<typeof visit>[0], photos = 0, viewer = vendor) =>
    codeOf(() => requirePhotoAllowed(viewer, visit(own), { shows: 'visit', photos, now })) ?? 'allowed'
  expect(allowed({ checked_in_at: now }, 9)).toBe('allowed')
  expect(allowed({ checked_in_at: now }, 10)).toBe('conflict')
  expect(allowed({})).toBe('conflict')
  expect(allowed({ checked_in_at: minutes(-7 * 24 * 60) })).toBe('allowed')
  expect(allowed({ checked_in_at: minutes(-7 * 24 * 60 - 1) })).toBe('conflict')
  expect(allowed({ checked_in_at: now }, 0, other)).toBe('not_allowed')
  expect(allowed({ status: 'missed', claimed_at: now })).toBe('allowed')
  expect(allowed({ status: 'missed', claimed_at: now, claim_answer: 'refused' })).toBe('conflict')
  expect(allowed({ checked_in_at: now, opened_at: now, status: 'disputed' })).toBe('conflict')
})

test('photos of a dispute and of its answer come while it is open, each from its side [Product 1.5]', () => {
  const open = visit({ status: 'disputed', opened_at: now })
  const captain: Viewer = { kind: 'resident', id: 'maya', building_id: 'minor', powers: ['manage_visits'] }
  const allowed = (shows: PhotoSubject, viewer: Viewer, of = open, photos = 9) =>
    codeOf(() => requirePhotoAllowed(viewer, of, { shows, photos, now })) ?? 'allowed'
  const removable = (shows: PhotoSubject, viewer: Viewer, of = open) =>
    codeOf(() => requirePhotoRemovable(viewer, of, shows)) ?? 'allowed'
  for (const may of [allowed, removable]) {
    expect([may('dispute', captain), may('answer', vendor)]).toEqual(['allowed', 'allowed'])
    expect([may('dispute', vendor), may('answer', captain), may('visit', captain)]).toEqual(
      Array(3).fill('not_allowed'),
    )
    const settled = visit({ status: 'completed', opened_at: now, outcome: 'settled' })
    expect([may('dispute', captain, settled), may('answer', vendor, settled)]).toEqual([
      'conflict',
      'conflict',
    ])
  }
  expect(allowed('dispute', captain, open, 10)).toBe('conflict')
  expect(removable('visit', vendor, visit({ checked_in_at: now }))).toBe('allowed')
  expect(removable('visit', vendor, visit({ checked_in_at: now, finished_at: now }))).toBe('conflict')
  expect(removable('visit', vendor, visit({ claimed_at: now, claim_answer: 'confirmed' }))).toBe('conflict')
  expect(removable('visit', vendor, visit({ checked_in_at: now, opened_at: now }))).toBe('conflict')
})

test('the time on site in words [Product 1.4]', () => {
  expect(minutesOnSite(now, minutes(46).toISOString())).toBe(46)
  expect([0, 46, 60, 125].map(formatMinutes)).toEqual(['0 min', '46 min', '1 h', '2 h 5 min'])
})
