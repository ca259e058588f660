import { expect, test } from 'vitest'
import {
  ANNOUNCEMENT_AUDIENCES,
  type AnnouncementAudience,
  type AnnouncementReader,
  audienceText,
  isInAudience,
} from './audience.ts'

// Who an announcement is for: Product 4.5.

const UNIT = 'unit 4B'
const holds = (tie: 'owner' | 'renter', unit_id = 'unit 1A') => ({ unit_id, tie })
const neighbor: AnnouncementReader = { role: 'homeowner', offices: [], holds: [holds('owner')] }

test.each<[who: string, reader: AnnouncementReader, audiences: AnnouncementAudience[]]>([
  ['an owner', neighbor, ['all', 'owners']],
  ['a renter', { ...neighbor, holds: [holds('renter')] }, ['all', 'renters']],
  [
    'who owns one unit and rents another',
    { ...neighbor, holds: [holds('owner'), holds('renter', UNIT)] },
    ['all', 'owners', 'renters', 'unit'],
  ],
  ['who owns the unit', { ...neighbor, holds: [holds('owner', UNIT)] }, ['all', 'owners', 'unit']],
  ['who holds no unit yet', { ...neighbor, holds: [] }, ['all', 'owners']],
  ['a tenant who holds none yet', { ...neighbor, role: 'member', holds: [] }, ['all', 'renters']],
  ['a tenant who bought', { ...neighbor, role: 'member' }, ['all', 'owners']],
  ['the captain', { ...neighbor, role: 'captain' }, ['all', 'owners', 'officers']],
  ['an officer', { ...neighbor, offices: ['treasurer'] }, ['all', 'owners', 'officers']],
])('%s is in exactly their audiences', (_, reader, audiences) => {
  const found = ANNOUNCEMENT_AUDIENCES.filter((audience) =>
    isInAudience({ audience, unit_id: audience === 'unit' ? UNIT : null }, reader),
  )
  expect(found).toEqual(audiences)
})

test('nobody is in the audience of a unit that is gone', () => {
  expect(isInAudience({ audience: 'unit', unit_id: null }, neighbor)).toBe(false)
})

test('an audience is named in words', () => {
  expect(audienceText({ audience: 'unit', unit_number: '4B' })).toBe('Unit 4B')
  expect(audienceText({ audience: 'officers', unit_number: null })).toBe('Officers')
})
