import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, weekday } from '../calendar.ts'
import { type Agreement, agreementEnd, isRenewable } from './agreement.ts'
import { type OpenRenewal, offerRenewal, renewedDays, requireAnswerable, requireBookable } from './renewal.ts'

const agreement: Agreement = {
  service_type: 'recurring',
  required_every_weeks: 2,
  preferred_end_date: '2027-02-12',
  until_ended: false,
  renewed_until: null,
  stops: [],
}

test('an agreement ends with its request, or with its last renewal; others have no end [Product 2.9]', () => {
  expect(agreementEnd(agreement)).toBe('2027-02-12')
  expect(agreementEnd({ ...agreement, renewed_until: '2028-02-12' })).toBe('2028-02-12')
  expect(agreementEnd({ ...agreement, service_type: 'on-demand' })).toBeNull()
  expect(agreementEnd({ ...agreement, until_ended: true })).toBeNull()
  expect(agreementEnd({ ...agreement, preferred_end_date: null })).toBeNull()
  expect(agreementEnd({ ...agreement, stops: [{ from_date: '2027-01-01', until_date: null }] })).toBeNull()
  const paused = [{ from_date: '2027-01-01', until_date: '2027-01-08' }]
  expect(agreementEnd({ ...agreement, stops: paused })).toBe('2027-02-12')
})

test('it can be renewed from ninety days before its end until that day', () => {
  const days = ['2026-11-13', '2026-11-14', '2027-02-12', '2027-02-13']
  expect(days.map((day) => isRenewable('2027-02-12', day))).toEqual([false, true, true, false])
  expect(isRenewable(null, '2027-02-12')).toBe(false)
})

const ends_on = '2027-02-12'
const today = '2026-12-01'
const open: OpenRenewal = {
  id: 'r1',
  offered_by: 'vendor',
  until_date: '2028-02-12',
  price: 9_500,
  note: null,
}
const offer = {
  ends_on,
  instead_of: null as string | null,
  until_date: '2028-02-12',
  price: 9_500,
  note: null as string | null,
}

test('an offer waits for the other side; the same offer of both is an agreement, whoever came first', () => {
  const offers = (
    given: OpenRenewal | null,
    change: Partial<typeof offer> = {},
    by: 'vendor' | 'captain' = 'captain',
  ) => offerRenewal({ ends_on, open: given }, { ...offer, ...change }, { by, today })
  expect(offers(null)).toBe('waits')
  expect(offers(open)).toBe('agreed')
  // Nobody agrees to words that they have not read.
  expect(() => offers({ ...open, note: 'Without the roof' })).toThrow(
    'has just been made, changed or answered',
  )
  expect(() => offers(open, { note: 'With the roof' })).toThrow('has just been made, changed or answered')
  // Another price, and the person has not seen the open offer.
  expect(() => offers(open, { price: 9_000 })).toThrow('has just been made, changed or answered')
  expect(offers(open, { price: 9_000, instead_of: 'r1' })).toBe('waits')
  // One’s own offer is replaced, never agreed to.
  expect(() => offers(open, { price: 9_000 }, 'vendor')).toThrow('has just been made, changed or answered')
  expect(offers(open, { price: 9_000, instead_of: 'r1' }, 'vendor')).toBe('waits')
  // Sent again, as after a lost response.
  expect(offers(open, {}, 'vendor')).toBe('same')
  // It was renewed, or ended, meanwhile.
  expect(() => offers(null, { ends_on: '2027-01-12' })).toThrow('has just been made, changed or answered')
  expect(() => offerRenewal({ ends_on: null, open: null }, offer, { by: 'captain', today })).toThrow(
    'within 90 days',
  )
  for (const until_date of [ends_on, '2028-02-13'])
    expect(() => offers(null, { until_date })).toThrow(/Choose a day after|a year at most/)
})

test('only the other side answers, and only what it was shown', () => {
  const answer = (shown: Partial<OpenRenewal> = {}, by: 'vendor' | 'captain' = 'captain') =>
    requireAnswerable({ ends_on, open }, { ...open, ...shown }, { by, today })
  expect(() => answer()).not.toThrow()
  expect(() => answer({ price: 9_400 })).toThrow('Please look at it')
  expect(() => answer({ until_date: '2028-02-11' })).toThrow('Please look at it')
  expect(() => answer({ id: 'r0' })).toThrow('Please look at it')
  expect(() => answer({}, 'vendor')).toThrow(expect.objectContaining({ code: 'not_allowed' }))
  const late = { by: 'captain', today: '2027-02-13' } as const
  expect(() => requireAnswerable({ ends_on, open }, open, late)).toThrow('within 90 days')
})

test('the visits go on in the step of those before: on their weekday, after the end, until the new one', () => {
  expect(
    renewedDays({ required_every_weeks: 4, booked: '2027-02-05', ends_on, until_date: '2027-05-01' }),
  ).toEqual(['2027-03-05', '2027-04-02', '2027-04-30'])
  expect(
    renewedDays({ required_every_weeks: 52, booked: '2027-02-05', ends_on, until_date: '2027-12-01' }),
  ).toEqual([])
  expect(() => requireBookable([])).toThrow('No visit falls before that day')
  const weeks = fc.integer({ min: 1, max: 12 })
  const days = fc.integer({ min: 90, max: 366 })
  fc.assert(
    fc.property(weeks, fc.integer({ min: 0, max: 83 }), days, (every, before, length) => {
      const booked = addDays(ends_on, -(before % (every * 7)))
      const until_date = addDays(ends_on, length)
      const found = renewedDays({ required_every_weeks: every, booked, ends_on, until_date })
      expect(
        found.every((day) => day > ends_on && day <= until_date && weekday(day) === weekday(booked)),
      ).toBe(true)
      expect(found[0]).toBe(addDays(booked, every * 7))
      expect(addDays(found.at(-1) ?? '', every * 7) > until_date).toBe(true)
    }),
  )
})
