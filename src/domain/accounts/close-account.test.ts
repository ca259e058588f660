import { expect, test } from 'vitest'
import { closeAccount } from './close-account.ts'

const person = {
  role: 'homeowner' as const,
  is_captain: false,
  has_neighbors: true,
  waiting: 0,
  has_colleagues: false,
  is_only_owner: false,
  open_requests: 0,
  visits_to_come: 0,
}

test('a resident may close their account at any time: the building goes on', () => {
  for (const role of ['homeowner', 'member'] as const)
    expect(closeAccount({ ...person, role, open_requests: 2, visits_to_come: 5 })).toEqual({
      endsBusiness: false,
      leavesBuilding: false,
    })
})

test('a captain hands over first; the last person of a building leaves once nothing is open', () => {
  const captain = { ...person, role: 'captain' as const, is_captain: true }
  expect(() => closeAccount(captain)).toThrow('Hand over first')
  const alone = { ...captain, has_neighbors: false }
  expect(() => closeAccount({ ...alone, waiting: 1 })).toThrow('1 person waits for your approval')
  expect(() => closeAccount({ ...alone, waiting: 2 })).toThrow('2 people wait for your approval')
  expect(() => closeAccount({ ...alone, visits_to_come: 1 })).toThrow(
    'There is still 1 visit to come. Cancel it',
  )
  expect(() => closeAccount({ ...alone, open_requests: 2 })).toThrow(
    '2 requests of your building are still open',
  )
  expect(closeAccount(alone)).toEqual({ endsBusiness: false, leavesBuilding: true })
})

test('a vendor cancels visits first; a company with other people goes on', () => {
  const vendor = { ...person, role: 'contractor' as const, has_neighbors: false }
  expect(() => closeAccount({ ...vendor, visits_to_come: 3 })).toThrow(
    'There are still 3 visits to come. Cancel them first, so that the other side reads why.',
  )
  expect(closeAccount(vendor)).toEqual({ endsBusiness: true, leavesBuilding: false })
  const colleague = { ...vendor, visits_to_come: 3, has_colleagues: true }
  expect(closeAccount(colleague).endsBusiness).toBe(false)
  expect(() => closeAccount({ ...colleague, is_only_owner: true })).toThrow('First make one of them an owner')
  expect(closeAccount({ ...vendor, is_only_owner: true }).endsBusiness).toBe(true)
})

test('an administrator is no account that its owner may close', () => {
  expect(() => closeAccount({ ...person, role: 'admin' })).toThrow('closed by support')
})
