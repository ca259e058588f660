import { expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import { canLook, lookText, requireLook, whenShown, whenShownLine } from './notes.ts'

const visit = {
  status: 'confirmed',
  scheduled_date: '2026-11-24',
  scheduled_time: '09:00:00',
  vendor_id: 'v',
  building_id: 'b',
} as const
const vendor: Viewer = { kind: 'vendor', id: 'p', vendor_id: 'v', powers: [] }

test.each([
  ['2026-11-23', '08:59:59', false],
  ['2026-11-23', '09:00:00', true],
  ['2026-11-24', '23:59:59', true],
  ['2026-11-25', '00:00:00', false],
])('access notes of Nov 24 at 9:00 are shown on %s at %s: %s [Product 1.4]', (date, time, shown) => {
  expect(canLook(vendor, visit, { date, time })).toBe(shown)
})

test.each(['completed', 'cancelled', 'missed', 'disputed'] as const)('a %s visit shows none', (status) => {
  expect(whenShown({ ...visit, status }, { date: '2026-11-24', time: '10:00:00' })).toMatch(/is over$/)
})

test('before, the sentence says from when on', () => {
  expect(whenShown(visit, { date: '2026-11-20', time: '12:00:00' })).toBe(
    'from 24 hours before the visit on: from Mon, Nov 23 at 9:00 AM',
  )
})

test('a visit’s card says it in one short line', () => {
  const at = (date: string) => whenShownLine(visit, { date, time: '12:00:00' })
  expect(at('2026-11-20')).toBe('Access notes from Mon, Nov 23 at 9:00 AM')
  expect(at('2026-11-23')).toBeNull()
  expect(at('2026-11-25')).toBe('Access notes are shown until the end of the visit, which is over')
})

test('only people of the visit’s vendor look', () => {
  const now = { date: '2026-11-24', time: '08:00:00' }
  const crew: Viewer = { kind: 'crew', id: 'c', vendor_id: 'v' }
  const resident: Viewer = { kind: 'resident', id: 'r', building_id: 'b', powers: ['manage_visits'] }
  expect(() => requireLook(crew, visit, now)).not.toThrow()
  for (const viewer of [resident, { ...vendor, vendor_id: 'w' }, { ...crew, vendor_id: 'w' }])
    expect(() => requireLook(viewer, visit, now)).toThrow('not allowed')
})

test('a look is told with who, when on the city’s clocks, and for which service', () => {
  const look = {
    person_name: 'Luis',
    company_name: 'Bright Halls',
    service: 'Snow Removal',
    looked_at: '2026-11-24T16:12:00Z',
  }
  const text = (today: string) => lookText(look, { timeZone: 'America/Los_Angeles', today })
  expect(text('2026-11-25')).toBe('Seen by Luis of Bright Halls, Nov 24, 8:12 AM, for Snow Removal')
  expect(text('2027-01-02')).toContain('Nov 24, 2026, 8:12 AM')
})
