import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ChargebackReading,
  type ChargebackStatus,
  chargebackReading,
  chargebackSteps,
} from './chargeback.ts'

test('a question of a bank takes no money; a dispute does until the bank has decided [Product 3.3]', () => {
  for (const words of ['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented', 'x'])
    expect(chargebackReading(words)).toBeNull()
  expect(['needs_response', 'under_review', 'won', 'lost'].map(chargebackReading)).toEqual([
    ...['open', 'open', 'won', 'lost'],
  ])
  for (const words of ['appeal_needs_response', 'appeal_under_review'])
    expect(chargebackReading(words)).toBe('appealed')
})

test('it begins once, ends as Stripe says last, and is open again only after an appeal', () => {
  expect(chargebackSteps(null, null)).toEqual([])
  expect(chargebackSteps(null, 'lost')).toEqual(['open', 'lost'])
  expect(chargebackSteps(null, 'appealed')).toEqual(['open'])
  expect(chargebackSteps('open', 'won')).toEqual(['won'])
  expect(chargebackSteps('open', 'appealed')).toEqual([])
  for (const decided of ['won', 'lost'] as const) {
    expect(chargebackSteps(decided, 'open')).toEqual([])
    expect(chargebackSteps(decided, 'appealed')).toEqual(['open'])
  }
  expect(chargebackSteps('lost', 'won')).toEqual(['won'])
  expect(chargebackSteps('won', 'lost')).toEqual(['lost'])
  const readings = fc.array(
    fc.constantFrom<ChargebackReading | null>(null, 'open', 'appealed', 'won', 'lost'),
  )
  fc.assert(
    fc.property(readings, (all) => {
      let status: ChargebackStatus | null = null
      for (const reading of all) {
        const steps = chargebackSteps(status, reading)
        // Each step changes something, and told again nothing does.
        for (const step of steps) expect(step).not.toBe(status)
        status = steps.at(-1) ?? status
        expect(chargebackSteps(status, reading)).toEqual([])
        if (reading === 'won' || reading === 'lost') expect(status).toBe(reading)
      }
    }),
  )
})
