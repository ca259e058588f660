import { expect, test } from 'vitest'
import { appointAdmin } from './appoint-admin.ts'

const free = {
  email_verified: true,
  has_accepted_quotes: false,
  has_colleagues: false,
  has_neighbors: false,
}
const needed = { email_verified: true, has_accepted_quotes: true, has_colleagues: true, has_neighbors: true }
const nothing = { already: false, endsBusiness: false, leavesBuilding: false }

test('a resident who is no captain becomes an admin whatever their building has', () => {
  for (const role of ['homeowner', 'member'] as const)
    for (const facts of [free, needed]) expect(appointAdmin({ role, ...facts })).toEqual(nothing)
})

test('nobody becomes an admin at an address that is not confirmed', () => {
  expect(() => appointAdmin({ role: 'homeowner', ...free, email_verified: false })).toThrow('not confirmed')
})

test('an admin stays one', () => {
  expect(appointAdmin({ role: 'admin', ...free })).toEqual({ ...nothing, already: true })
})

test('a vendor ends its business, unless a building relies on it', () => {
  expect(appointAdmin({ role: 'contractor', ...free })).toEqual({ ...nothing, endsBusiness: true })
  expect(() => appointAdmin({ role: 'contractor', ...free, has_accepted_quotes: true })).toThrow(
    'accepted quotes',
  )
})

test('a vendor with colleagues stays with them', () => {
  expect(() => appointAdmin({ role: 'contractor', ...free, has_colleagues: true })).toThrow(
    'works for a vendor with other people',
  )
})

test('a captain leaves the building to its next resident, unless neighbors need one', () => {
  expect(appointAdmin({ role: 'captain', ...free })).toEqual({ ...nothing, leavesBuilding: true })
  expect(() => appointAdmin({ role: 'captain', ...free, has_neighbors: true })).toThrow('other residents')
})
