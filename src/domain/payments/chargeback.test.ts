import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChargebackStatus, chargebackStatus, chargebackSteps, heldAmount } from './chargeback.ts'

test('a question of a bank takes no money; a dispute does until the bank has decided [Product 3.3]', () => {
  for (const words of ['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented', 'x'])
    expect(chargebackStatus(words)).toBeNull()
  expect(['needs_response', 'under_review', 'won', 'lost'].map(chargebackStatus)).toEqual([
    ...['open', 'open', 'won', 'lost'],
  ])
})

test('it begins once and is decided once, in whatever order and however often Stripe tells', () => {
  expect(chargebackSteps(null, null)).toEqual([])
  expect(chargebackSteps(null, 'lost')).toEqual(['open', 'lost'])
  expect(chargebackSteps('open', 'won')).toEqual(['won'])
  const readings = fc.array(fc.constantFrom<ChargebackStatus | null>(null, 'open', 'won', 'lost'))
  fc.assert(
    fc.property(readings, (all) => {
      let status: ChargebackStatus | null = null
      const steps: ChargebackStatus[] = []
      for (const reading of all) {
        const next = chargebackSteps(status, reading)
        steps.push(...next)
        status = next.at(-1) ?? status
      }
      expect(steps.filter((step) => step === 'open').length).toBe(all.some((each) => each !== null) ? 1 : 0)
      const decided = all.find((each) => each === 'won' || each === 'lost')
      expect(steps.filter((step) => step !== 'open')).toEqual(decided ? [decided] : [])
    }),
  )
})

test('it holds at most what is left of the payment', () => {
  expect(heldAmount(100_00, { amount: 100_00, refunded: 0, held: 0 })).toBe(100_00)
  expect(heldAmount(100_00, { amount: 100_00, refunded: 30_00, held: 20_00 })).toBe(50_00)
  expect(heldAmount(10_00, { amount: 100_00, refunded: 30_00, held: 0 })).toBe(10_00)
  expect(heldAmount(10_00, { amount: 100_00, refunded: 100_00, held: 0 })).toBe(0)
})
