import { expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import { canRate, RateVisit, ratingForm, requireRatable } from './rating.ts'
import { VISIT_STATUSES } from './visits.ts'

const ned: Viewer = { kind: 'resident', id: 'ned', building_id: 'minor', powers: [] }
const ID = '0190a3c2-7b1e-4c7e-9c55-2f9b3a1d4e5f'

test('every resident of the building rates its completed visits, and nobody else any [Product 1.5]', () => {
  const others: (Viewer | null)[] = [
    null,
    { ...ned, building_id: 'denny' },
    { kind: 'vendor', id: 'evan', vendor_id: 'evergreen', powers: [] },
    { kind: 'admin', id: 'ada' },
    { kind: 'pending', id: 'pia' },
  ]
  for (const status of VISIT_STATUSES) {
    const visit = { status, building_id: 'minor' }
    const isRated = status === 'completed' || status === 'disputed'
    expect(canRate(ned, visit)).toBe(isRated)
    if (isRated) expect(() => requireRatable(ned, visit)).not.toThrow()
    else expect(() => requireRatable(ned, visit)).toThrow('this visit is not completed')
    for (const other of others) {
      expect(canRate(other, visit)).toBe(false)
      if (other) expect(() => requireRatable(other, visit)).toThrow('You are not allowed to do that.')
    }
  }
})

test('a rating is a thumb, with a comment or without', () => {
  expect(RateVisit.parse({ id: ID, thumb: 'up', comment: '  ' })).toEqual({
    id: ID,
    thumb: 'up',
    comment: null,
  })
  expect(RateVisit.parse({ id: ID, thumb: 'down', comment: ' Late. ' }).comment).toBe('Late.')
  expect(ratingForm.safeParse({ thumb: '', comment: '' }).success).toBe(false)
})
