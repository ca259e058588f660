import { expect, test } from 'vitest'
import { UpdateBuilding, UpdateBuildingForm } from './description.ts'

const anyTime = { closed_weekdays: [], closed_on_holidays: false, quiet_from: null, quiet_until: null }
const typed = {
  name: '',
  number_of_floors: '',
  number_of_units: '24',
  square_feet: '',
  ...anyTime,
  quiet_from: '',
  quiet_until: '',
}
const errors = (change: Partial<typeof typed>) =>
  UpdateBuildingForm.safeParse({ ...typed, ...change }).error?.issues.map(({ path, message }) => [
    path.join(),
    message,
  ])

test('a building needs its number of units; name, floors and square feet are optional', () => {
  expect(UpdateBuildingForm.parse(typed)).toEqual({
    name: null,
    number_of_floors: null,
    number_of_units: 24,
    square_feet: null,
    ...anyTime,
  })
  expect(
    UpdateBuildingForm.parse({
      ...typed,
      name: ' The Larkspur ',
      number_of_floors: '5',
      number_of_units: '32',
      square_feet: '28,400',
    }),
  ).toEqual({
    name: 'The Larkspur',
    number_of_floors: 5,
    number_of_units: 32,
    square_feet: 28_400,
    ...anyTime,
  })
  expect(errors({ number_of_units: ' ' })).toEqual([['number_of_units', 'Number of Units is required']])
})

test('facts out of range are refused at their field, by form and server', () => {
  expect(errors({ number_of_floors: '0' })).toEqual([
    ['number_of_floors', 'Number of Floors must be a whole number from 1 to 200'],
  ])
  expect(errors({ number_of_units: '12 000' })).toEqual([
    ['number_of_units', 'Number of Units must be a whole number from 1 to 10,000'],
  ])
  expect(errors({ name: 'x'.repeat(201) })).toEqual([
    ['name', 'Building Name can have at most 200 characters'],
  ])
  expect(UpdateBuilding.safeParse({ ...anyTime, name: 'A', number_of_units: 0 }).success).toBe(false)
  expect(
    UpdateBuilding.safeParse({ ...anyTime, name: 'A', number_of_units: 3, address: '1 Elm St' }).success,
  ).toBe(false)
})

test('quiet hours have both ends, and vendors can come on one day at least [Product 1.2]', () => {
  expect(errors({ quiet_from: '22:00', quiet_until: '07:00' })).toBeUndefined()
  expect(errors({ quiet_from: '22:00' })).toEqual([['quiet_until', 'Enter both times, or none']])
  expect(errors({ quiet_from: '22:00', quiet_until: '22:00' })).toEqual([
    ['quiet_until', 'Enter another time'],
  ])
  const never = { ...anyTime, closed_weekdays: [1, 2, 3, 4, 5, 6, 7], name: 'A', number_of_units: 3 }
  expect(UpdateBuilding.safeParse(never).success).toBe(false)
})
