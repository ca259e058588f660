import { describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { POWERS, type Viewer } from '../viewer.ts'
import * as change from './change.ts'

const NOW = { date: '2026-11-20', time: '12:00:00' }
const vendor: Viewer = { kind: 'vendor', id: 'evan', vendor_id: 'evergreen', powers: [] }
const captain: Viewer = { kind: 'resident', id: 'maya', building_id: 'minor', powers: POWERS }

const visit = {
  status: 'confirmed',
  scheduled_date: '2026-11-24',
  scheduled_time: '09:00:00',
  vendor_id: 'evergreen',
  building_id: 'minor',
  checked_in_at: null,
} satisfies change.Visit
const at = (scheduled_date: string, scheduled_time = '09:00:00') => ({
  ...visit,
  scheduled_date,
  scheduled_time,
})

const others: [string, Viewer | null][] = [
  ['nobody', null],
  ['another vendor', { kind: 'vendor', id: 'evergreen', vendor_id: 'curb', powers: [] }],
  ['a neighbor', { ...captain, powers: POWERS.filter((power) => power !== 'manage_visits') }],
  ['another captain', { ...captain, building_id: 'denny' }],
  ['an admin', { kind: 'admin', id: 'ada' }],
  ['one who waits', { kind: 'pending', id: 'pia' }],
]

function refusal(act: () => unknown): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

describe('who may', () => {
  test.each(others)('%s changes nothing', (_, viewer) => {
    expect(change.canComplete(viewer, at(NOW.date), NOW.date)).toBe(false)
    expect(change.canMove(viewer, visit, NOW)).toBe(false)
    expect(change.canCancel(viewer, visit, NOW)).toBe(false)
  })

  test('the vendor completes on or after the day, the captain never', () => {
    const days = ['2026-11-19', '2026-11-20', '2026-11-21']
    expect(days.map((day) => change.canComplete(vendor, at(day), NOW.date))).toEqual([true, true, false])
    expect(change.canComplete(captain, at('2026-11-19'), NOW.date)).toBe(false)
  })

  test.each([vendor, captain])('$kind moves and cancels what is still to come [4.visit.8]', (viewer) => {
    const visits = [at('2026-11-19'), at(NOW.date), at(NOW.date, NOW.time), at(NOW.date, '12:01:00'), visit]
    for (const can of [change.canMove, change.canCancel])
      expect(visits.map((each) => can(viewer, each, NOW))).toEqual([false, false, false, true, true])
  })

  test('only its vendor takes a completion back, while it is fresh', () => {
    const done = { ...visit, status: 'completed', just_completed: true } as const
    expect(change.reopen(vendor, done)).toEqual({ status: 'confirmed' })
    expect(refusal(() => change.reopen(captain, done))).toBe('not_allowed')
    expect(refusal(() => change.reopen(vendor, { ...done, just_completed: false }))).toBe('conflict')
  })

  test.each(['completed', 'cancelled'] as const)('nobody changes a %s visit [4.visit.6]', (status) => {
    expect(change.canComplete(vendor, { ...at(NOW.date), status }, NOW.date)).toBe(false)
    expect(change.canMove(captain, { ...visit, status }, NOW)).toBe(false)
    expect(change.canCancel(vendor, { ...visit, status }, NOW)).toBe(false)
  })
})

describe('completing', () => {
  test('says what was wrong', () => {
    expect(change.complete(vendor, at(NOW.date), NOW.date)).toEqual({ status: 'completed' })
    expect(refusal(() => change.complete(vendor, visit, NOW.date))).toBe('visit_not_due')
    expect(refusal(() => change.complete(captain, at(NOW.date), NOW.date))).toBe('not_allowed')
    const twice = () => change.complete(vendor, { ...at(NOW.date), status: 'completed' }, NOW.date)
    expect(twice).toThrow('this visit was already completed')
  })
})

describe('moving and cancelling', () => {
  const by = { by: 'captain', shown: visit, reason: 'Paint', now: NOW } as const
  const to = { scheduled_date: '2026-11-25', scheduled_time: '13:30:00' }

  test('the new day and hour are confirmed at once; the earlier ones, the side and the reason are kept', () => {
    expect(change.move(visit, to, by)).toEqual({
      ...to,
      confirmed_date: '2026-11-25',
      confirmed_time: '13:30:00',
      earlier_date: '2026-11-24',
      earlier_time: '09:00:00',
      changed_by: 'captain',
      change_reason: 'Paint',
    })
    expect(change.cancel(visit, by)).toEqual({
      status: 'cancelled',
      changed_by: 'captain',
      change_reason: 'Paint',
    })
  })

  test('not into the past, and not to where it is', () => {
    for (const scheduled_time of ['09:00:00', '12:00:00'])
      expect(() => change.move(visit, { scheduled_date: NOW.date, scheduled_time }, by)).toThrow('the past')
    expect(change.move(visit, { scheduled_date: NOW.date, scheduled_time: '12:01:00' }, by)).toBeTruthy()
    expect(() => change.move(visit, visit, by)).toThrow('that is when the visit already is')
  })

  test('not what is over, decided, or no longer where it was shown', () => {
    const moved = { ...visit, scheduled_date: '2026-11-27' }
    const over = at(NOW.date)
    for (const act of [
      (each: change.Visit, shown = each) => change.move(each, to, { ...by, shown }),
      (each: change.Visit, shown = each) => change.cancel(each, { ...by, shown }),
    ]) {
      expect(refusal(() => act(over))).toBe('visit_over')
      expect(refusal(() => act({ ...visit, status: 'completed' }))).toBe('visit_not_open')
      expect(refusal(() => act({ ...visit, status: 'cancelled' }))).toBe('visit_not_open')
      expect(() => act(moved, visit)).toThrow('this visit was moved to Fri, Nov 27 at 9:00 AM meanwhile')
    }
  })

  test('a reason is required, of at most 500 characters; times of day exist', () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const sent = { id, shown_date: '2026-11-24', shown_time: '09:00', reason: 'Paint' }
    expect(change.CancelVisit.parse(sent).shown_time).toBe('09:00:00')
    expect(() => change.CancelVisit.parse({ ...sent, reason: '  ' })).toThrow('Reason is required')
    expect(() => change.CancelVisit.parse({ ...sent, reason: 'x'.repeat(501) })).toThrow('at most 500')
    for (const scheduled_time of ['24:00', '9:00', '09:60', ''])
      expect(() => change.MoveVisit.parse({ ...sent, scheduled_date: '2026-11-25', scheduled_time })).toThrow(
        'Time must be a time of day',
      )
  })
})
