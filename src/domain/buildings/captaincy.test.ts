import { expect, test } from 'vitest'
import { firstFeeOf } from '../billing/fees.ts'
import { DomainError } from '../errors.ts'
import { joinBuilding } from './captaincy.ts'

const today = '2026-11-20'
const known = { number_of_floors: 3, number_of_units: null, square_feet: 9000 }
const given = { number_of_floors: null, number_of_units: 12, square_feet: 8000 }

test('the first resident becomes captain, active, and the building gets its first fee [4.profile.2] [4.profile.3]', () => {
  expect(joinBuilding({ ...known, captain_id: null }, given, today)).toEqual({
    role: 'captain',
    status: 'active',
    event: 'captain_appointed',
    building: { number_of_floors: 3, number_of_units: 12, square_feet: 8000 },
    fee: firstFeeOf(today),
  })
})

test('everyone else waits for the captain, and changes nothing of the building [4.profile.1]', () => {
  expect(joinBuilding({ ...known, captain_id: 'someone' }, given, today)).toEqual({
    role: 'homeowner',
    status: 'pending',
    event: 'member_joined',
  })
})

test('a captain must say how many units there are, everyone else need not', () => {
  const silent = { ...given, number_of_units: null }
  expect(() => joinBuilding({ ...known, captain_id: null }, silent, today)).toThrow(
    new DomainError('invalid_input', 'Number of Units is required', 'number_of_units'),
  )
  expect(joinBuilding({ ...known, captain_id: 'someone' }, silent, today).status).toBe('pending')
})
