import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { ANY_TIME } from '../visits/availability.ts'
import { previewAcceptance } from './acceptance-preview.ts'
import { accept, canAccept } from './quote.ts'
import { AcceptQuote, quoteForm } from './quote-input.ts'
import {
  askedOptions,
  chosenPrices,
  isPriceOnly,
  isSameTerms,
  leftOut,
  NO_TERMS,
  optionsOf,
  QuoteTerms,
  requireTerms,
} from './terms.ts'
import { typedLinesOf, typedTermsOf } from './typed-terms.ts'

const today = '2026-11-20'
const SCOPE = [
  { key: 'places', label: 'Where', answer: ['Walks', 'Ramps'], tasks: [] },
  { key: 'salt', label: 'Salt', answer: ['Yes'], tasks: [] },
  { key: 'depth', label: 'Trigger depth', answer: ['2'], unit: 'inches', tasks: [] },
]
const TERMS: QuoteTerms = {
  lines: [
    { key: 'places', offer: 'included', price: null },
    { key: 'salt', offer: 'extra', price: 12_50 },
    { key: 'depth', offer: 'not_included', price: null },
  ],
  start_price: 200_00,
  extras: [
    { name: 'Haul snow away', price: 40_00, per: 'visit' },
    { name: 'Stakes', price: 75_00, per: 'once' },
  ],
  valid_until: '2026-12-24',
  note: 'We come before 7.',
}

const open = { closed_weekdays: [], closed_on_holidays: false, quiet_from: null, quiet_until: null }
const service = {
  status: 'Quote',
  building_id: 'b1',
  service_type: 'recurring',
  required_every_weeks: 1,
  preferred_start_date: '2026-11-24',
  preferred_end_date: '2026-12-22',
  until_ended: false,
  description: null,
  scope: [],
  ...open,
} as const
const quote = {
  vendor_id: 'v1',
  status: 'pending',
  vendor_status: 'quoted',
  per_visit_price: 95_00,
  for_earlier_request: false,
  requirements: null,
  files: [],
  ...ANY_TIME,
  ...TERMS,
} as const

const refusal = (decide: () => unknown) => {
  try {
    decide()
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { code: error.code, field: error.field, message: error.message }
  }
}

test('a quote says for each line whether it is included, and what may be chosen beside it [Product 2.4]', () => {
  expect(leftOut(TERMS, SCOPE)).toEqual(['Trigger depth: 2 inches'])
  expect(optionsOf(TERMS, SCOPE)).toEqual([
    { key: 'salt', name: 'Salt: Yes', price: 12_50, per: 'visit', asked: true },
    { key: 'extra-0', name: 'Haul snow away', price: 40_00, per: 'visit', asked: false },
    { key: 'extra-1', name: 'Stakes', price: 75_00, per: 'once', asked: false },
  ])
  expect(askedOptions(TERMS)).toEqual(['salt'])
  expect([isPriceOnly(TERMS), isPriceOnly(NO_TERMS)]).toEqual([false, true])
})

test('what is chosen adds to each visit or once; the one-time price is always paid [Product 2.4]', () => {
  expect(chosenPrices(TERMS, [])).toEqual({ extra_price: 0, once_price: 200_00 })
  expect(chosenPrices(TERMS, ['extra-1', 'salt'])).toEqual({ extra_price: 12_50, once_price: 275_00 })
  expect(chosenPrices(NO_TERMS, [])).toEqual({ extra_price: 0, once_price: 0 })
  for (const key of ['places', 'extra-2', ''])
    expect(refusal(() => chosenPrices(TERMS, [key]))).toMatchObject({
      code: 'invalid_input',
      field: 'chosen',
    })
})

test('an acceptance is for the terms that were shown, and only while they hold [Product 2.4]', () => {
  const shown = { per_visit_price: 95_00, terms: { ...TERMS } }
  const outcome = accept(service, quote, { ...shown, chosen: ['salt'] }, today)
  expect(outcome).toMatchObject({
    quote: { status: 'accepted', chosen: ['salt'], extra_price: 12_50, once_price: 200_00 },
  })
  const others: (QuoteTerms | undefined)[] = [
    undefined,
    { ...TERMS, start_price: 201_00 },
    { ...TERMS, note: null },
    { ...TERMS, lines: [] },
    { ...TERMS, extras: TERMS.extras.toReversed() },
  ]
  for (const terms of others)
    expect(refusal(() => accept(service, quote, { per_visit_price: 95_00, terms }, today))?.message).toBe(
      'the vendor changed what its quote includes; please look at it again',
    )
  expect(refusal(() => accept(service, quote, { ...shown, chosen: ['ice'] }, today))?.field).toBe('chosen')

  const resident = { kind: 'resident', id: 'r1', building_id: 'b1', powers: ['accept_quotes'] } as const
  const later = { ...service, preferred_start_date: '2027-01-05', preferred_end_date: '2027-01-05' }
  for (const [day, holds] of [
    ['2026-12-24', true],
    ['2026-12-25', false],
  ] as const) {
    expect(canAccept(resident, later, quote, day)).toBe(holds)
    expect(refusal(() => accept(later, quote, shown, day))?.message ?? null).toBe(
      holds ? null : 'this price no longer holds. Its vendor has to renew it first',
    )
  }
})

test('the terms of a quote fit the scope and the day [Product 2.4]', () => {
  const fits = (terms: Partial<QuoteTerms>, scope = SCOPE) =>
    refusal(() => requireTerms({ ...TERMS, ...terms }, scope, today))?.field ?? null
  expect(fits({})).toBeNull()
  expect(fits({ lines: [] })).toBeNull()
  expect(fits({ lines: TERMS.lines.slice(1) })).toBe('lines')
  expect(fits({}, SCOPE.slice(1))).toBe('lines')
  expect(fits({ lines: TERMS.lines.map((line) => ({ ...line, key: 'salt' })) })).toBe('lines')
  expect(fits({ valid_until: today })).toBeNull()
  expect(fits({ valid_until: addDays(today, -1) })).toBe('valid_until')
  const stakes = { name: 'stakes', price: 1_00, per: 'visit' } as const
  expect(fits({ extras: [...TERMS.extras, stakes] })).toBe('extras.2.name')
})

test('an extra has a price, and nothing else has one', () => {
  const parsed = (line: object) => QuoteTerms.safeParse({ ...TERMS, lines: [line] }).success
  expect(parsed({ key: 'salt', offer: 'extra', price: 12_50 })).toBe(true)
  expect(parsed({ key: 'salt', offer: 'extra', price: null })).toBe(false)
  expect(parsed({ key: 'salt', offer: 'included', price: 12_50 })).toBe(false)
  expect(parsed({ key: 'salt', offer: 'extra', price: 0 })).toBe(false)
})

test('terms are the same whatever order their columns have', () => {
  const reordered = Object.fromEntries(Object.entries(TERMS).toReversed()) as unknown as QuoteTerms
  const line = (terms: QuoteTerms) => ({
    ...terms,
    lines: terms.lines.map(({ price, offer, key }) => ({ price, offer, key })),
  })
  expect(isSameTerms(line(reordered), TERMS)).toBe(true)
})

test('what is typed becomes terms, and terms what is typed; errors name their fields', () => {
  const form = quoteForm(SCOPE, today)
  const typed = {
    per_visit_price: '95',
    weekdays: [],
    arrives_from: '',
    arrives_until: '',
    ...typedTermsOf(TERMS, SCOPE),
  }
  expect(form.parse(typed)).toMatchObject(TERMS)
  const errors = (values: object) =>
    Object.fromEntries(
      form
        .safeParse({ ...typed, ...values })
        .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
    )
  const [places, , depth] = typed.lines
  expect(errors({ lines: [places, { key: 'salt', offer: 'extra', price: '' }, depth] })).toEqual({
    'lines.1.price': 'Extra price must be a price such as 95 or 1200.50, and more than 0',
  })
  expect(errors({ start_price: 'free' })).toEqual({
    start_price: 'One-time price must be a price such as 95 or 1200.50, and more than 0',
  })
  expect(errors({ extras: [{ name: ' ', price: '5', per: 'once' }] })).toEqual({
    'extras.0.name': 'Name is required',
  })
  expect(errors({ valid_until: '2026-11-19' })).toEqual({ valid_until: 'Valid until must be today or later' })
  expect(form.parse({ ...typed, ...typedTermsOf(NO_TERMS, SCOPE) })).toMatchObject(NO_TERMS)
  // A scope that was changed: what is new in it is included until the vendor says otherwise.
  const [salt] = typedTermsOf(TERMS, SCOPE.slice(1)).lines
  expect(salt).toEqual({ key: 'salt', offer: 'extra', price: '12.50' })
  expect(typedLinesOf(SCOPE).every(({ offer }) => offer === 'included')).toBe(true)
})

test('a year is the sum of its visits with the chosen extras, and what is paid once, to the cent [Product 2.4]', () => {
  const prices = fc.integer({ min: 1, max: 100_000_00 })
  fc.assert(
    fc.property(
      fc.record({
        price: prices,
        weeks: fc.integer({ min: 1, max: 26 }),
        length: fc.integer({ min: 0, max: 800 }),
        start_price: fc.option(prices),
        extras: fc.array(
          fc.record({ price: prices, per: fc.constantFrom('visit' as const, 'once' as const) }),
          {
            maxLength: 6,
          },
        ),
        chosen: fc.array(fc.nat(5)),
      }),
      ({ price, weeks, length, start_price, extras, chosen }) => {
        const wanted = {
          ...service,
          required_every_weeks: weeks,
          preferred_end_date: addDays(service.preferred_start_date, length),
        }
        const named = extras.map((extra, at) => ({ ...extra, name: `Extra ${at}` }))
        const picked = extras.flatMap((extra, at) =>
          chosen.includes(at) ? [{ ...extra, key: `extra-${at}` }] : [],
        )
        const terms = { ...NO_TERMS, start_price, extras: named }
        const offer = { per_visit_price: price, ...ANY_TIME, ...terms }
        const keys = picked.map(({ key }) => key)
        const preview = previewAcceptance(wanted, offer, service, { date: today, time: '08:00:00' }, keys)
        const each = picked.reduce((sum, extra) => sum + (extra.per === 'visit' ? extra.price : 0), price)
        const once = picked.reduce(
          (sum, extra) => sum + (extra.per === 'once' ? extra.price : 0),
          start_price ?? 0,
        )
        expect(preview.total).toBe(once + each * (Math.floor(length / (7 * weeks)) + 1))
        // A year and a day lie at most 366 days apart.
        const inYear = Math.min(Math.floor(length / (7 * weeks)), Math.floor(364 / (7 * weeks))) + 1
        expect(preview.within_a_year).toBe(once + each * inYear)
      },
    ),
  )
})

test('what is chosen is named as its quote has it, at most once for each option', () => {
  const id = '0b0e7a3c-6f7e-4d2b-9f0a-0c9a5d3e1f22'
  expect(AcceptQuote.parse({ id, per_visit_price: 1 }).chosen).toEqual([])
  expect(AcceptQuote.safeParse({ id, per_visit_price: 1, chosen: Array(19).fill('salt') }).success).toBe(
    false,
  )
  expect(AcceptQuote.safeParse({ id, per_visit_price: 1, chosen: ['salt', 'salt'] }).success).toBe(false)
})
