import { describe, expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import {
  canAnswerDispute,
  canDispute,
  canSettle,
  type DisputedVisit,
  requireDisputable,
  requireOpenDispute,
} from './dispute.ts'

const now = new Date('2026-11-24T18:00:00Z')
const vendor: Viewer = { kind: 'vendor', id: 'evan', vendor_id: 'evergreen', powers: [] }
const captain: Viewer = { kind: 'resident', id: 'maya', building_id: 'minor', powers: ['manage_visits'] }
const neighbor: Viewer = { ...captain, id: 'ned', powers: [] }
const strangers: Viewer[] = [
  neighbor,
  { kind: 'vendor', id: 'curt', vendor_id: 'curb', powers: [] },
  { ...captain, building_id: 'denny' },
]

const done = (own: Partial<DisputedVisit> = {}): DisputedVisit => ({
  status: 'completed',
  scheduled_date: '2026-11-24',
  scheduled_time: '09:00:00',
  vendor_id: 'evergreen',
  building_id: 'minor',
  checked_in_at: null,
  done_at: now,
  opened_at: null,
  outcome: null,
  ...own,
})
const open = (own: Partial<DisputedVisit> = {}) => done({ status: 'disputed', opened_at: now, ...own })
const later = (milliseconds: number) => new Date(now.getTime() + 7 * 86_400_000 + milliseconds)

describe('‘Not as agreed’ [Product 1.5]', () => {
  test('is for the building’s side of a completed visit, once, within seven days of its end', () => {
    const dispute = (
      visit: DisputedVisit,
      { viewer = captain, at = now }: { viewer?: Viewer; at?: Date } = {},
    ) => {
      let refused: string | null = null
      try {
        requireDisputable(viewer, visit, at)
      } catch (error) {
        refused = (error as Error).message
      }
      expect(canDispute(viewer, visit, at)).toBe(refused === null)
      return refused
    }
    expect(dispute(done())).toBeNull()
    expect(dispute(done(), { at: later(0) })).toBeNull()
    expect(dispute(done(), { at: later(1) })).toBe('a visit can be disputed for 7 days after its end')
    expect(dispute(done({ done_at: null }))).toBe('a visit can be disputed for 7 days after its end')
    expect(dispute(done({ opened_at: now, outcome: 'settled' }))).toBe('this visit was disputed already')
    for (const status of ['confirmed', 'cancelled', 'missed'] as const)
      expect(dispute(done({ status }))).toBe('this visit is not completed')
    for (const viewer of [vendor, ...strangers]) expect(dispute(done(), { viewer })).not.toBeNull()
  })

  test('is answered and waived by the vendor, settled by the building, while it is open', () => {
    expect([canAnswerDispute(vendor, open()), canSettle(captain, open())]).toEqual([true, true])
    expect(() => requireOpenDispute(vendor, open(), 'vendor')).not.toThrow()
    expect(() => requireOpenDispute(captain, open(), 'captain')).not.toThrow()
    expect([canAnswerDispute(captain, open()), canSettle(vendor, open())]).toEqual([false, false])
    expect(() => requireOpenDispute(vendor, open(), 'captain')).toThrow('not allowed')
    expect(() => requireOpenDispute(captain, open(), 'vendor')).toThrow('not allowed')
    for (const visit of [open({ outcome: 'waived' }), done({ opened_at: now, outcome: 'settled' }), done()]) {
      expect([canAnswerDispute(vendor, visit), canSettle(captain, visit)]).toEqual([false, false])
      expect(() => requireOpenDispute(vendor, visit, 'vendor')).toThrow('this dispute was settled meanwhile')
    }
    for (const viewer of strangers)
      expect([canAnswerDispute(viewer, open()), canSettle(viewer, open())]).toEqual([false, false])
  })
})
