import { describe, expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import {
  type ClaimedVisit,
  canAnswerClaim,
  canClaim,
  countsOn,
  requireClaimable,
  requireOpenClaim,
} from './missed.ts'

const vendor: Viewer = { kind: 'vendor', id: 'evan', vendor_id: 'evergreen', powers: [] }
const captain: Viewer = { kind: 'resident', id: 'maya', building_id: 'minor', powers: ['manage_visits'] }
const neighbor: Viewer = { ...captain, id: 'ned', powers: [] }
const stranger: Viewer = { kind: 'vendor', id: 'curt', vendor_id: 'curb', powers: [] }

const missed = (own: Partial<ClaimedVisit> = {}): ClaimedVisit => ({
  status: 'missed',
  scheduled_date: '2026-11-24',
  scheduled_time: '09:00:00',
  vendor_id: 'evergreen',
  building_id: 'minor',
  checked_in_at: null,
  claimed_at: null,
  claim_answer: null,
  ...own,
})
const claimed = (own: Partial<ClaimedVisit> = {}) => missed({ claimed_at: '2026-11-24T22:00:00Z', ...own })

function refusal(work: () => void): string | null {
  try {
    work()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe('‘We came’ [Product 1.5]', () => {
  test('is for the vendor of a missed visit, once, within 30 days', () => {
    const claim = (visit: ClaimedVisit, { viewer = vendor as Viewer, today = '2026-11-24' } = {}) => {
      const refused = refusal(() => requireClaimable(viewer, visit, today))
      expect(canClaim(viewer, visit, today)).toBe(refused === null)
      return refused
    }
    expect(claim(missed())).toBeNull()
    expect(claim(missed(), { today: '2026-12-24' })).toBeNull()
    expect(claim(missed(), { today: '2026-12-25' })).toBe('this visit was more than 30 days ago')
    expect(claim(claimed())).toBe('you said already that you came')
    expect(claim(missed({ status: 'confirmed' }))).toBe('this visit is not missed')
    for (const viewer of [stranger, captain]) expect(claim(missed(), { viewer })).not.toBeNull()
  })

  test('is answered by the building’s side, while it is open', () => {
    const answer = (visit: ClaimedVisit, viewer: Viewer = captain) => {
      const refused = refusal(() => requireOpenClaim(viewer, visit))
      expect(canAnswerClaim(viewer, visit)).toBe(refused === null)
      return refused
    }
    expect(answer(claimed())).toBeNull()
    expect(answer(missed())).toBe('this was answered meanwhile')
    expect(answer(claimed({ claim_answer: 'refused' }))).toBe('this was answered meanwhile')
    expect(answer(claimed({ status: 'completed', claim_answer: 'confirmed' }))).toBe(
      'this was answered meanwhile',
    )
    for (const viewer of [vendor, stranger, neighbor]) expect(answer(claimed(), viewer)).not.toBeNull()
  })

  test('counts without an answer a week later, by the city’s days, over the change of the clocks, too', () => {
    expect(countsOn('2026-10-29T06:30:00Z', 'America/Los_Angeles')).toBe('2026-11-04')
    expect(countsOn('2026-10-29T07:30:00Z', 'America/Los_Angeles')).toBe('2026-11-05')
  })
})
