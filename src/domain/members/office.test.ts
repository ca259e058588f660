import fc from 'fast-check'
import { expect, test } from 'vitest'
import { POWERS } from '../viewer.ts'
import {
  canSetOffices,
  DEFAULT_POWERS,
  GRANTABLE,
  HOLDERS,
  isGrantable,
  OFFICES,
  powersOfHolder,
  powersOfResident,
  SetOffices,
  SetPowers,
  setOffices,
  setPowers,
} from './office.ts'

// Offices and their powers: Product 4.2.

test('a building that said nothing: any resident requests and accepts, each office has its powers [6.tenant.3]', () => {
  expect(powersOfResident([], null)).toEqual(['request_services', 'accept_quotes'])
  expect(powersOfResident(null, undefined)).toEqual(['request_services', 'accept_quotes'])
  expect(powersOfResident(['treasurer'], null)).toEqual([
    'request_services',
    'accept_quotes',
    'approve_invoices',
    'manage_budget',
  ])
  expect(powersOfResident(['secretary', 'board_member'], {})).toEqual([
    'request_services',
    'accept_quotes',
    'manage_visits',
    'manage_members',
    'manage_documents',
    'manage_announcements',
    'manage_votes',
  ])
})

test('what the building says replaces an office’s powers, and residents keep what all have', () => {
  expect(powersOfResident(['treasurer'], { treasurer: ['manage_documents'], resident: [] })).toEqual([
    'manage_documents',
  ])
  expect(powersOfResident(['treasurer'], { treasurer: [] })).toEqual(['request_services', 'accept_quotes'])
  expect(powersOfResident([], { treasurer: ['manage_documents'] })).toEqual([
    'request_services',
    'accept_quotes',
  ])
})

test('nobody but the captain gives offices or hands over, whatever a row says', () => {
  const rows = fc.record(Object.fromEntries(HOLDERS.map((holder) => [holder, fc.subarray([...POWERS])])))
  fc.assert(
    fc.property(rows, fc.subarray([...OFFICES]), (said, offices) => {
      const powers = powersOfResident(offices, said)
      expect(powers).not.toContain('manage_offices')
      expect(powers).not.toContain('hand_over')
      expect(new Set(powers).size).toBe(powers.length)
      // Exactly what the resident and the offices have.
      for (const power of POWERS) {
        const holds = [...offices, 'resident' as const].some(
          (holder) => isGrantable(holder, power) && said[holder]?.includes(power),
        )
        expect([power, powers.includes(power)]).toEqual([power, holds])
      }
    }),
  )
  expect(GRANTABLE).toHaveLength(POWERS.length - 2)
  for (const holder of HOLDERS)
    expect(powersOfHolder(holder, null)).toEqual(
      POWERS.filter((power) => DEFAULT_POWERS[holder].includes(power)),
    )
})

test('the captain gives offices to accepted people, and holds none', () => {
  const ned = { role: 'homeowner', status: 'active', offices: ['treasurer'] } as const
  expect(setOffices(ned, ['secretary'])).toEqual({ given: ['secretary'], taken: ['treasurer'] })
  expect(setOffices(ned, ['treasurer'])).toBeNull()
  expect(setOffices(ned, [])).toEqual({ given: [], taken: ['treasurer'] })
  expect(() => setOffices({ ...ned, role: 'captain' }, [])).toThrow('has all powers')
  expect(() => setOffices({ ...ned, status: 'pending' }, [])).toThrow('accept this person first')
  const captain = { kind: 'resident', id: 'maya', building_id: 'minor', powers: POWERS } as const
  expect(canSetOffices(captain, ned)).toBe(true)
  expect(canSetOffices(captain, { ...ned, role: 'captain' })).toBe(false)
  expect(canSetOffices(captain, { ...ned, status: 'pending' })).toBe(false)
  expect(canSetOffices({ ...captain, powers: GRANTABLE }, ned)).toBe(false)
})

test('the table is saved as it was shown, once, and never with a power that the office can’t have', () => {
  const shown = [...DEFAULT_POWERS.treasurer]
  const change = { holder: 'treasurer', powers: ['approve_invoices'], shown } as const
  expect(setPowers({ ...change, powers: [...change.powers] }, null)).toEqual(['approve_invoices'])
  const saved = { treasurer: ['approve_invoices'] }
  expect(setPowers({ ...change, powers: ['approve_invoices'] }, saved), 'sent again').toBeNull()
  expect(() => setPowers({ ...change, powers: ['manage_budget'] }, saved)).toThrow(
    'changed this office meanwhile',
  )
  const refused = (input: object) => SetPowers.safeParse(input).error?.issues[0]?.message
  expect(refused({ holder: 'treasurer', powers: ['hand_over'], shown: [] })).toBe(
    'This office can’t have that power',
  )
  expect(refused({ holder: 'resident', powers: ['manage_members'], shown: [] })).toBe(
    'This office can’t have that power',
  )
  expect(refused({ holder: 'captain', powers: [], shown: [] })).toBe('Choose an office of the table')
  const id = '00000000-0000-4000-8000-000000000001'
  expect(SetOffices.safeParse({ id, offices: ['treasurer', 'treasurer'] }).success).toBe(false)
})
