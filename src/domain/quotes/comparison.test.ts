import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import type { Requirement } from '../compliance/requirement.ts'
import { ANY_TIME } from '../visits/availability.ts'
import { compareQuotes, markQuotes } from './comparison.ts'
import { NO_TERMS, type QuoteTerms } from './terms.ts'

const today = '2026-11-20'
const SCOPE = [
  { key: 'places', label: 'Where', answer: ['Walks'], tasks: [] },
  { key: 'salt', label: 'Salt', answer: ['Yes'], tasks: [] },
]
const open = { closed_weekdays: [], closed_on_holidays: false, quiet_from: null, quiet_until: null }
const service = {
  service_type: 'recurring',
  required_every_weeks: 2,
  preferred_start_date: '2026-11-24',
  preferred_end_date: null as string | null,
  until_ended: true,
  scope: SCOPE,
  number_of_units: 24,
  ...open,
} as const

const LACKING: Requirement = { kind: 'insurance', required_from: '2026-01-01', documents: [] }

const said = (salt: 'included' | 'not_included' | number): QuoteTerms['lines'] => [
  { key: 'places', offer: 'included', price: null },
  typeof salt === 'number'
    ? { key: 'salt', offer: 'extra', price: salt }
    : { key: 'salt', offer: salt, price: null },
]
const quote = (id: string, per_visit_price: number, terms: Partial<QuoteTerms> = {}) => ({
  id,
  company_name: `Company ${id}`,
  per_visit_price,
  status: 'pending',
  chosen: [] as string[],
  for_earlier_request: false,
  requirements: null as Requirement[] | null,
  ...ANY_TIME,
  ...NO_TERMS,
  ...terms,
})

test('costs are those of the visits that would be booked, with all that was asked for [Product 2.5]', () => {
  const [one] = compareQuotes(
    service,
    [quote('a', 90_00, { lines: said(10_00), start_price: 200_00 })],
    today,
  )
  // Every two weeks for a year: 27 visits.
  expect(one).toEqual({
    id: 'a',
    visit: 100_00,
    year: 2_700_00,
    first_year: 2_900_00,
    month: 225_00,
    unit: 112_50,
    left_out: [],
    visits_left_out: 0,
    mark: 'lowest',
  })
  // Also long before it begins, when less of the year would be booked.
  const later = { ...service, preferred_start_date: '2027-09-01' }
  expect(compareQuotes(later, [quote('a', 90_00)], today)).toMatchObject([{ year: 27 * 90_00 }])
  const short = { ...service, until_ended: false, preferred_end_date: '2027-01-05' } as const
  expect(compareQuotes(short, [quote('a', 90_00)], today)).toMatchObject([
    // Four visits in three months.
    { year: 360_00, month: 120_00, first_year: 360_00 },
  ])
  const once = {
    ...service,
    service_type: 'on-demand',
    required_every_weeks: null,
    until_ended: false,
  } as const
  expect(compareQuotes({ ...once, number_of_units: null }, [quote('a', 90_00)], today)).toMatchObject([
    { year: 90_00, first_year: 90_00, unit: null },
  ])
})

test('Lowest is never given to a quote that leaves out something; the lowest of those has its own mark', () => {
  const quotes = [
    quote('cheap', 50_00, { lines: said('not_included') }),
    quote('alone', 90_00),
    quote('extra', 80_00, { lines: said(20_00) }),
    quote('cheaper', 40_00, { lines: said('not_included') }),
  ]
  const compared = compareQuotes(service, quotes, today)
  expect(compared.map(({ id, mark }) => [id, mark])).toEqual([
    ['cheaper', 'incomplete'],
    ['cheap', null],
    ['alone', 'lowest'],
    ['extra', null],
  ])
  expect(compared[0]?.left_out).toEqual(['Salt: Yes'])
})

test('a price that no longer holds, is for an earlier request, can’t be booked or lacks a document is not marked', () => {
  const quotes = [
    quote('expired', 10_00, { valid_until: '2026-11-19' }),
    { ...quote('earlier', 11_00), for_earlier_request: true },
    { ...quote('never', 12_00), weekdays: [1] },
    { ...quote('lacks', 12_50), requirements: [LACKING] },
    quote('last day', 13_00, { valid_until: today }),
  ]
  const closed = { ...service, closed_weekdays: [1] }
  expect([...markQuotes(closed, quotes, today)]).toEqual([['last day', 'lowest']])
  expect(compareQuotes(closed, quotes, today).at(-1)).toMatchObject({ id: 'never', first_year: null })
})

test('visits that no day suits make a quote incomplete: it is cheaper because it comes less often', () => {
  // Weekly on Thursdays; the vendor comes on no other day, and the building is closed on two Thanksgivings and a Veterans Day.
  const thursdays = {
    ...service,
    required_every_weeks: 1,
    preferred_start_date: '2026-11-26',
    closed_on_holidays: true,
  } as const
  const quotes = [{ ...quote('thursday', 90_00), weekdays: [4] }, quote('any', 90_00)]
  const compared = compareQuotes(thursdays, quotes, today)
  expect(compared.find(({ id }) => id === 'thursday')).toMatchObject({
    mark: 'incomplete',
    visits_left_out: 3,
  })
  expect(compared.find(({ id }) => id === 'any')).toMatchObject({ mark: 'lowest', visits_left_out: 0 })
})

test('the comparison is the same whatever the order in which quotes came [Product 2.5]', () => {
  const anyQuote = fc.record({
    price: fc.integer({ min: 1, max: 40 }),
    salt: fc.constantFrom('included' as const, 'not_included' as const, 10, null),
    start: fc.option(fc.integer({ min: 1, max: 100 })),
    valid: fc.option(fc.integer({ min: -3, max: 3 })),
    earlier: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyQuote, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (drawn, keys) => {
      const quotes = drawn.map(({ price, salt, start, valid, earlier }, at) => ({
        ...quote(`${at}`, price, {
          lines: salt === null ? [] : said(salt),
          start_price: start,
          valid_until: valid === null ? null : addDays(today, valid),
        }),
        company_name: 'Same name',
        for_earlier_request: earlier,
      }))
      const shuffled = quotes
        .map((each) => ({ each, key: keys.next().value ?? 0 }))
        .sort((one, other) => one.key - other.key)
        .map(({ each }) => each)
      const compared = compareQuotes(service, quotes, today)
      expect(compareQuotes(service, shuffled, today)).toEqual(compared)
      for (const { id, mark, first_year } of compared) {
        const { lines = [] } = quotes.find((each) => each.id === id) ?? {}
        const leavesOut = lines.some(({ offer }) => offer === 'not_included')
        if (mark === 'lowest') {
          expect(leavesOut).toBe(false)
          const complete = quotes.filter(
            (each) =>
              !each.for_earlier_request &&
              (each.valid_until ?? today) >= today &&
              each.lines.every(({ offer }) => offer !== 'not_included'),
          )
          const costs = compared.filter((each) => complete.some((other) => other.id === each.id))
          expect(first_year).toBe(Math.min(...costs.map((each) => each.first_year ?? 0)))
        }
      }
    }),
  )
})
