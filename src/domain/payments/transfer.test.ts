import { expect, test } from 'vitest'
import { feeNumberOf, feeReference } from './transfer.ts'

test('a reference names its fee, however it is typed [Product 3.6]', () => {
  expect(feeReference(42)).toBe('FEE-000042')
  for (const typed of ['FEE-000042', 'fee 42', ' Fee-42 ', '42', 'FEE000042'])
    expect([typed, feeNumberOf(typed)]).toEqual([typed, 42])
  for (const typed of ['', 'Minor Ave', '420 Denny', 'FEE-']) expect(feeNumberOf(typed)).toBeNull()
  expect(feeNumberOf(feeReference(1_234_567))).toBe(1_234_567)
})
