import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readUnits, setTies, sharePercent, tieOnAcceptance, totalWeight, unitWeight } from './unit.ts'

// Units and their shares: Product 4.1.

test('a share is shown in percent to two decimals, halves up', () => {
  expect(sharePercent(1, 3)).toBe('33.33 %')
  expect(sharePercent(2, 3)).toBe('66.67 %')
  expect(sharePercent(1, 4)).toBe('25 %')
  expect(sharePercent(1, 8)).toBe('12.5 %')
  expect(sharePercent(1, 800)).toBe('0.13 %')
  expect(sharePercent(1, 1)).toBe('100 %')
  expect(sharePercent(1, 10_000_000)).toBe('0 %')
  expect(sharePercent(0, 0)).toBe('0 %')
})

test('shares of any weights add up to the whole, each as near as two decimals go', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(weights, (list) => {
      const total = totalWeight(list.map((weight) => ({ weight })))
      expect(total).toBe(list.reduce((sum, weight) => sum + weight, 0))
      for (const weight of list) {
        const [whole = '', decimals = ''] = sharePercent(weight, total).replace(' %', '').split('.')
        const hundredths = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
        const off = 2n * (hundredths * BigInt(total) - BigInt(weight) * 10_000n)
        expect(off > -BigInt(total) && off <= BigInt(total)).toBe(true)
      }
    }),
  )
})

test('a tenant that the captain added rents, everybody else owns, until said otherwise', () => {
  expect(tieOnAcceptance('member')).toBe('renter')
  expect(tieOnAcceptance('homeowner')).toBe('owner')
  expect(tieOnAcceptance('captain')).toBe('owner')
})

test('a share is a whole number from 1 to 1,000,000', () => {
  expect([1, 333, 1_000_000].every((weight) => unitWeight.safeParse(weight).success)).toBe(true)
  for (const weight of [0, -1, 1.5, 1_000_001, '3', null])
    expect(unitWeight.safeParse(weight).success).toBe(false)
})

test('units are read one a line, with a share as a whole number after a comma', () => {
  expect(readUnits('4B\n 5 , 125\r\n\n6,2')).toEqual({
    units: [
      { number: '4B', weight: null },
      { number: '5', weight: 125 },
      { number: '6', weight: 2 },
    ],
  })
  expect(readUnits('4B, 1.5')).toEqual({
    refused: 'Line 1: Share must be a whole number from 1 to 1,000,000',
  })
  expect(readUnits('4B\n5,')).toEqual({ refused: 'Line 2: Share must be a whole number from 1 to 1,000,000' })
  expect(readUnits('4B, 1, 2')).toEqual({ refused: 'Line 1: write a number, a comma and a share' })
  expect(readUnits(`4B\n${'5'.repeat(21)}`)).toMatchObject({
    refused: expect.stringContaining('Line 2: Unit Number'),
  })
  expect(readUnits(' \n')).toEqual({ refused: 'Enter at least one unit' })
})

test('what a person holds changes only where it differs, and no unit is named twice', () => {
  const active = { status: 'active' } as const
  const held = [
    { key: '4b', tie: 'owner' },
    { key: '5', tie: 'owner' },
  ] as const
  expect(setTies(active, held, [...held])).toBeNull()
  expect(setTies(active, held, [{ key: '4b', tie: 'renter' }])).toEqual({
    save: [{ key: '4b', tie: 'renter' }],
    leave: ['5'],
  })
  expect(setTies(active, held, [])).toEqual({ save: [], leave: ['4b', '5'] })
  expect(() => setTies(active, held, [held[0], { key: '4b', tie: 'renter' }])).toThrow('named twice')
  expect(() => setTies({ status: 'pending' }, [], [])).toThrow('accept this person first')
})
