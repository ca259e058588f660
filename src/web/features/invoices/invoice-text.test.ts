import { expect, test } from 'vitest'
import { placeText, tabText } from './invoice-text.ts'

test('a tab says how many invoices it has, and their sum', () => {
  expect(tabText('draft', { count: 1, total: 95_00 })).toBe('1 draft, $95.00 in all')
  expect(tabText('sent', { count: 2, total: 190_00 })).toBe('2 invoices sent, $190.00 in all')
  expect(tabText('all', { count: 1200, total: 114_000_00 })).toBe('1,200 invoices, $114,000.00 in all')
})

test('a building is called by its name, or by its address', () => {
  const at = { address: '12 Minor Ave', city: 'Seattle' }
  expect(placeText('The Minor', at)).toBe('The Minor')
  expect(placeText(null, at)).toBe('12 Minor Ave, Seattle')
})
