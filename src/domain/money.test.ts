import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, MAX_PRICE, parsePrice, priceText } from './money.ts'

const price = fc.integer({ min: 1, max: MAX_PRICE })

test('money is shown as US dollars [9.money.1]', () => {
  expect(formatMoney(123_450)).toBe('$1,234.50')
  expect(formatMoney(0)).toBe('$0.00')
  expect(formatMoney(25_000)).toBe('$250.00')
  expect(formatMoney(-5)).toBe('-$0.05')
})

test('formatting keeps every digit of the cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (cents) => {
      expect(BigInt(formatMoney(cents).replaceAll(/[$,.]/g, ''))).toBe(BigInt(cents))
    }),
  )
})

test('every price survives formatting and parsing', () => {
  fc.assert(
    fc.property(price, (cents) => {
      expect(parsePrice(priceText(cents))).toBe(cents)
    }),
  )
})

test('a price may have no, one or two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 9 }), (dollars, tenth) => {
      expect(parsePrice(` ${dollars} `)).toBe(dollars * 100)
      if (dollars < 1_000_000) expect(parsePrice(`0${dollars}.${tenth}`)).toBe(dollars * 100 + tenth * 10)
    }),
  )
})

test.each([
  '',
  '0',
  '0.00',
  '-1',
  '1.234',
  '.',
  '$.',
  '1..',
  '1.,5',
  '.5',
  '1e3',
  '12,00',
  '1,2000',
  ',100',
  '1,000,000,000',
  '$',
  '$$5',
  '5$',
  '1000000.01',
  '99999999',
  '1 2',
  '٣',
  'NaN',
])('rejects %j as a price [5.price.1]', (typed) => {
  expect(parsePrice(typed)).toBeNull()
})

test.each([
  ['1,200.50', 120_050],
  ['1,000,000', MAX_PRICE],
  ['$95', 9_500],
  [' $ 1,200.5 ', 120_050],
  ['$0.99', 99],
  ['95.', 9_500],
  [' $1,200. ', 120_000],
])('the price %j is understood [5.price.1]', (typed, cents) => {
  expect(parsePrice(typed)).toBe(cents)
})

test('the minimum and maximum are valid prices [5.price.2]', () => {
  expect(parsePrice('0.01')).toBe(1)
  expect(parsePrice('1000000')).toBe(MAX_PRICE)
})
