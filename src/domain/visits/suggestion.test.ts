import { expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import { canSuggest, type Visit } from './change.ts'
import {
  acceptTime,
  canAnswerTime,
  canWithdrawTime,
  requireOpenTime,
  type Suggested,
  suggest,
} from './suggestion.ts'

const vendor: Viewer = { kind: 'vendor', id: 'evan', vendor_id: 'evergreen', powers: [] }
const captain: Viewer = { kind: 'resident', id: 'maya', building_id: 'minor', powers: ['manage_visits'] }
const neighbor: Viewer = { ...captain, id: 'ned', powers: [] }
const stranger: Viewer = { ...vendor, id: 'curt', vendor_id: 'curb' }
const now = { date: '2026-11-20', time: '12:00:00' }
const reason = 'Rain'

const visit = (own: Partial<Visit & Suggested> = {}): Visit & Suggested => ({
  status: 'confirmed',
  scheduled_date: '2026-12-01',
  scheduled_time: '09:00:00',
  vendor_id: 'evergreen',
  building_id: 'minor',
  checked_in_at: null,
  suggested_by: 'vendor',
  suggested_date: '2026-12-02',
  suggested_time: '10:00:00',
  ...own,
})
const shown = { scheduled_date: '2026-12-02', scheduled_time: '10:00:00' }

function works(rule: () => unknown): boolean {
  try {
    rule()
    return true
  } catch {
    return false
  }
}

const accepts = (viewer: Viewer, of: Visit & Suggested) =>
  works(() => acceptTime(viewer, of, { ...of, reason }, { shown, now }))
const withdraws = (viewer: Viewer, of: Visit & Suggested) =>
  works(() => requireOpenTime(viewer, of, { ...of, reason }, { shown, of: 'own' }))

test('a suggestion says from when to when, by which side and why [Product 1.3]', () => {
  const { suggested_by, suggested_date, suggested_time, ...alone } = visit()
  const change = { by: 'captain', shown: alone, reason, now } as const
  expect(suggest(alone, shown, change)).toEqual({
    suggested_by: 'captain',
    from_date: '2026-12-01',
    from_time: '09:00:00',
    suggested_date: '2026-12-02',
    suggested_time: '10:00:00',
    reason: 'Rain',
  })
  for (const to of [alone, { ...shown, scheduled_date: '2026-11-19' }])
    expect(works(() => suggest(alone, to, change))).toBe(false)
  for (const viewer of [vendor, captain]) expect(canSuggest(viewer, alone, now)).toBe(true)
  for (const viewer of [neighbor, stranger]) expect(canSuggest(viewer, alone, now)).toBe(false)
})

test.each([
  ['vendor', captain, vendor],
  ['captain', vendor, captain],
] as const)('what the %s suggests the other side alone accepts, and the own one withdraws [Product 1.3]', (by, other, own) => {
  const open = visit({ suggested_by: by })
  for (const viewer of [vendor, captain, neighbor, stranger]) {
    expect([viewer.id, canAnswerTime(viewer, open, now)]).toEqual([viewer.id, viewer === other])
    expect([viewer.id, accepts(viewer, open)]).toEqual([viewer.id, viewer === other])
    expect([viewer.id, canWithdrawTime(viewer, open, now)]).toEqual([viewer.id, viewer === own])
    expect([viewer.id, withdraws(viewer, open)]).toEqual([viewer.id, viewer === own])
  }
  expect(acceptTime(other, open, { ...open, reason }, { shown, now })).toMatchObject({
    ...shown,
    changed_by: by,
    change_reason: reason,
  })
})

test.each([
  ['its visit was cancelled', visit({ status: 'cancelled' })],
  ['somebody has checked in', visit({ checked_in_at: '2026-12-01T17:00:00Z' })],
  ['the hour of its visit has come', visit({ scheduled_date: '2026-11-20' })],
  ['its own hour has come', visit({ suggested_date: '2026-11-20' })],
  ['nothing is suggested', visit({ suggested_by: null, suggested_date: null, suggested_time: null })],
])('it is not accepted when %s', (_, over) => {
  expect(canAnswerTime(captain, over, now)).toBe(false)
  expect(accepts(captain, over)).toBe(false)
})

test('another time than the shown one is not accepted', () => {
  const open = visit({ suggested_time: '11:00:00' })
  expect(() => acceptTime(captain, open, { ...open, reason }, { shown, now })).toThrow(
    'not suggested any more',
  )
})
