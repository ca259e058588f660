import { expect, test } from 'vitest'
import { addressLine, addressOf, SuggestAddresses } from './address.ts'

const component = (longText: string, shortText: string, ...types: string[]) => ({
  longText,
  shortText,
  types,
})

test('the maps service’s parts fill the form’s fields', () => {
  const parts = [
    component('1431', '1431', 'street_number'),
    component('Minor Avenue', 'Minor Ave', 'route'),
    component('First Hill', 'First Hill', 'neighborhood', 'political'),
    component('Seattle', 'Seattle', 'locality', 'political'),
    component('King County', 'King County', 'administrative_area_level_2', 'political'),
    component('Washington', 'WA', 'administrative_area_level_1', 'political'),
    component('United States', 'US', 'country', 'political'),
    component('98101', '98101', 'postal_code'),
  ]
  const address = addressOf(parts)
  expect(address).toEqual({ address: '1431 Minor Ave', city: 'Seattle', state: 'WA', zip_code: '98101' })
  expect(addressLine(address)).toBe('1431 Minor Ave, Seattle, WA 98101')
})

test('a borough is the city if there is no other; missing parts stay empty', () => {
  const parts = [component('Brooklyn', 'Brooklyn', 'sublocality_level_1', 'sublocality')]
  expect(addressOf(parts)).toEqual({ address: '', city: 'Brooklyn', state: '', zip_code: '' })
  expect(addressOf([])).toEqual({ address: '', city: '', state: '', zip_code: '' })
})

test('suggestions start at three characters', () => {
  expect(SuggestAddresses.parse({ address: ' 143 ' })).toEqual({ address: '143' })
  expect(() => SuggestAddresses.parse({ address: ' 14 ' })).toThrow('at least 3 characters')
  expect(() => SuggestAddresses.parse({ address: 'x'.repeat(201) })).toThrow('at most 200 characters')
})
