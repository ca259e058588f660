import { expect, test } from 'vitest'
import { onlineAmount } from './online-amount.ts'

test('what is paid online is at most what is open, and at least what Stripe charges [Product 3.3]', () => {
  const cents = (typed: string) => onlineAmount(120_00).safeParse({ amount: typed }).data?.amount
  expect(['120', '$119.99', '0.50'].map(cents)).toEqual([120_00, 119_99, 50])
  expect(['120.01', '0.49', '', 'all'].map(cents)).toEqual([undefined, undefined, undefined, undefined])
})
