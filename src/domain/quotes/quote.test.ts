import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import type { Requirement } from '../compliance/requirement.ts'
import { DomainError, type ErrorCode } from '../errors.ts'
import { MAX_PRICE } from '../money.ts'
import { SERVICE_STATUSES } from '../services/status.ts'
import { POWERS } from '../viewer.ts'
import { ANY_TIME } from '../visits/availability.ts'
import { missingAtFirst, previewAcceptance, withRequired } from './acceptance-preview.ts'
import { PerVisitPrice } from './per-visit-price.ts'
import * as quotes from './quote.ts'
import { quoteForm } from './quote-input.ts'
import { NO_TERMS } from './terms.ts'
import { typedTermsOf } from './typed-terms.ts'

const vendor_id = 'v1'
const today = '2026-11-20'
const now = { date: today, time: '16:00:00' }
const offered = {
  vendor_id,
  for_earlier_request: false,
  requirements: null,
  files: [],
  ...ANY_TIME,
  ...NO_TERMS,
} as const
const typedTimes = { weekdays: [], arrives_from: '', arrives_until: '', ...typedTermsOf(NO_TERMS, []) }
const open = { closed_weekdays: [], closed_on_holidays: false, quiet_from: null, quiet_until: null }
const fresh = { ...offered, status: 'pending', vendor_status: null, per_visit_price: null } as const
const submitted = { ...offered, status: 'pending', vendor_status: 'quoted', per_visit_price: 9_999 } as const
const accepted = { ...submitted, status: 'accepted' } as const
const lost = { ...submitted, status: 'declined' } as const

const service = {
  status: 'Quote',
  service_type: 'recurring',
  required_every_weeks: 2,
  preferred_start_date: '2026-11-24',
  preferred_end_date: '2026-12-22',
  until_ended: false,
  description: 'Clear the walks',
  scope: [],
  ...open,
} as const

const onItsDay = (day: string) => ({ nominal_date: day, scheduled_date: day, shift_days: 0 })
const atNine = (...days: string[]) => ({
  bookings: days.map(onItsDay),
  time: '09:00:00',
  window_minutes: null,
})

function refusal(decide: () => unknown): ErrorCode | null {
  try {
    decide()
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.code
  }
}

test('a quote is in exactly one state for its vendor [4.state.1-4]', () => {
  const states = [fresh, submitted, accepted, lost].map(quotes.quoteState)
  expect(states).toEqual(['needs_quote', 'submitted', 'accepted', 'lost'])
  expect(states.map(quotes.canPrice)).toEqual([true, true, false, false])
  expect(quotes.quoteState({ status: 'pending', vendor_status: 'not_quoted' })).toBe('needs_quote')
  expect(quotes.quoteState({ status: 'declined', vendor_status: null })).toBe('lost')
})

test('a price is submitted once, edited while submitted, and then read-only [4.quote.5]', () => {
  expect(quotes.submitPrice(fresh, 9_999)).toEqual({
    vendor_status: 'quoted',
    per_visit_price: 9_999,
    for_earlier_request: false,
  })
  expect(quotes.editPrice(submitted, 8_000)).toEqual({
    per_visit_price: 8_000,
    for_earlier_request: false,
  })
  for (const quote of [submitted, accepted, lost]) {
    expect(refusal(() => quotes.submitPrice(quote, 1))).toBe('quote_not_open')
  }
  for (const quote of [fresh, accepted, lost]) {
    expect(refusal(() => quotes.editPrice(quote, 1))).toBe('quote_not_open')
  }
})

test('only a price can be submitted', () => {
  for (const cents of [0, -1, 1.5, MAX_PRICE + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(
      refusal(() => quotes.submitPrice(fresh, cents)),
      String(cents),
    ).toBe('invalid_input')
    expect(refusal(() => quotes.editPrice(submitted, cents))).toBe('invalid_input')
    expect(PerVisitPrice.safeParse(cents).error?.issues[0]?.message).toBe(
      'Please enter a valid per-visit price',
    )
  }
  expect(PerVisitPrice.parse(MAX_PRICE)).toBe(MAX_PRICE)
})

test('a price as typed in dollars becomes cents, or is refused at its field', () => {
  expect(quoteForm([], today).parse({ per_visit_price: ' 99.5 ', ...typedTimes })).toMatchObject({
    per_visit_price: 9950,
  })
  for (const typed of ['', '0', '99,50', 'free']) {
    const [issue] =
      quoteForm([], today).safeParse({ per_visit_price: typed, ...typedTimes }).error?.issues ?? []
    expect([issue?.path[0], issue?.message]).toEqual([
      'per_visit_price',
      'Please enter a valid per-visit price',
    ])
  }
})

test('accepting decides the service, the quote and its rivals, and books the visits [4.service.5] [4.quote.6-8]', () => {
  const decided = {
    already: false,
    service: { status: 'Accepted', assigned_vendor: vendor_id },
    quote: { status: 'accepted', chosen: [], extra_price: 0, once_price: 0 },
    others: { status: 'declined', vendor_status: 'quoted' },
  }
  expect(quotes.accept(service, submitted, { per_visit_price: 9_999 }, today)).toEqual({
    ...decided,
    ...atNine('2026-11-24', '2026-12-08', '2026-12-22'),
  })
  const oneTime = { ...service, service_type: 'on-demand', required_every_weeks: null } as const
  expect(quotes.accept(oneTime, submitted, { per_visit_price: 9_999 }, today)).toEqual({
    ...decided,
    ...atNine('2026-11-24'),
  })
})

test('every resident of the building with the power can accept an open, priced quote, and nobody else', () => {
  const asked = { ...service, building_id: 'b1' }
  const member = { kind: 'resident', id: 'r1', building_id: 'b1', powers: ['accept_quotes'] } as const
  expect(quotes.canAccept(member, asked, submitted, today)).toBe(true)
  expect(quotes.canAccept({ ...member, powers: POWERS }, asked, submitted, today)).toBe(true)
  expect(quotes.canAccept({ ...member, powers: ['request_services'] }, asked, submitted, today)).toBe(false)
  expect(quotes.canAccept({ ...member, building_id: 'b2' }, asked, submitted, today)).toBe(false)
  for (const kind of ['vendor', 'admin', 'pending', 'unassigned'] as const)
    expect(quotes.canAccept({ kind, id: vendor_id, vendor_id, powers: [] }, asked, submitted, today)).toBe(
      false,
    )
  expect(quotes.canAccept(null, asked, submitted, today)).toBe(false)
})

test('accept agrees with canAccept', () => {
  const member = { kind: 'resident', id: 'r1', building_id: 'b1', powers: ['accept_quotes'] } as const
  for (const status of SERVICE_STATUSES)
    for (const quote of [fresh, submitted, lost]) {
      const can = quotes.canAccept(member, { ...service, status, building_id: 'b1' }, quote, today)
      expect(
        refusal(() => quotes.accept({ ...service, status }, quote, { per_visit_price: 9_999 }, today)) ===
          null,
      ).toBe(can)
    }
})

test('a quote is accepted for the dates that were shown, and for no others', () => {
  const { required_every_weeks, preferred_start_date, preferred_end_date } = service
  const asked = { required_every_weeks, preferred_start_date, preferred_end_date }
  const outcome = (shown: object) =>
    refusal(() =>
      quotes.accept(service, submitted, { per_visit_price: 9_999, asked: { ...asked, ...shown } }, today),
    )
  expect(outcome({})).toBe(null)
  expect(outcome({ preferred_start_date: '2026-11-23' })).toBe('conflict')
  expect(outcome({ preferred_end_date: null })).toBe('conflict')
  expect(outcome({ required_every_weeks: 1 })).toBe('conflict')
})

test('accepting the same quote again changes nothing, whatever price was shown', () => {
  fc.assert(
    fc.property(fc.integer(), (shown) => {
      expect(
        quotes.accept({ ...service, status: 'Accepted' }, accepted, { per_visit_price: shown }, today),
      ).toEqual({
        already: true,
      })
    }),
  )
})

test('one of several quotes wins; the others are refused with the reason', () => {
  const taken = { ...service, status: 'Accepted' } as const
  for (const quote of [fresh, submitted, lost]) {
    expect(refusal(() => quotes.accept(taken, quote, { per_visit_price: 9_999 }, today))).toBe(
      'service_already_accepted',
    )
  }
  expect(() => quotes.accept(taken, lost, { per_visit_price: 9_999 }, today)).toThrow(
    /^this service already has an accepted quote$/,
  )
})

test('a price that has changed is not accepted', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_PRICE }), (shown) => {
      fc.pre(shown !== submitted.per_visit_price)
      expect(refusal(() => quotes.accept(service, submitted, { per_visit_price: shown }, today))).toBe(
        'quote_price_changed',
      )
    }),
  )
  expect(() => quotes.accept(service, submitted, { per_visit_price: 1 }, today)).toThrow(/\$99\.99/)
})

test('only an open quote with a price is accepted', () => {
  expect(refusal(() => quotes.accept(service, fresh, { per_visit_price: 9_999 }, today))).toBe(
    'quote_not_submitted',
  )
  expect(refusal(() => quotes.accept(service, lost, { per_visit_price: 9_999 }, today))).toBe(
    'quote_not_open',
  )
  expect(
    refusal(() =>
      quotes.accept({ ...service, status: 'None' }, submitted, { per_visit_price: 9_999 }, today),
    ),
  ).toBe('quote_not_open')
})

test('a request whose start has passed can’t be accepted before its dates were changed', () => {
  const start = service.preferred_start_date
  expect(refusal(() => quotes.accept(service, submitted, { per_visit_price: 9_999 }, start))).toBe(null)
  expect(refusal(() => quotes.accept(service, submitted, { per_visit_price: 9_999 }, '2026-11-25'))).toBe(
    'conflict',
  )
  const asked = { ...service, building_id: 'b1' }
  const member = { kind: 'resident', id: 'r1', building_id: 'b1', powers: ['accept_quotes'] } as const
  expect(quotes.canAccept(member, asked, submitted, start)).toBe(true)
  expect(quotes.canAccept(member, asked, submitted, '2026-11-25')).toBe(false)
})

test('a price for an earlier request is accepted once its vendor has confirmed it', () => {
  const earlier = { ...submitted, for_earlier_request: true } as const
  expect(refusal(() => quotes.accept(service, earlier, { per_visit_price: 9_999 }, today))).toBe('conflict')
  const confirmed = { ...earlier, ...quotes.editPrice(earlier, 9_999) }
  expect(refusal(() => quotes.accept(service, confirmed, { per_visit_price: 9_999 }, today))).toBe(null)
})

test('the vendor holds what the service type requires on the first visit’s day, or is refused [Product 2.6]', () => {
  const until = (expires_on: string) => {
    const requirements: Requirement[] = [
      {
        kind: 'insurance',
        required_from: '2026-01-01',
        documents: [{ valid_from: '2026-01-01', expires_on }],
      },
    ]
    return { ...submitted, requirements }
  }
  type Request = Parameters<typeof quotes.accept>[0]
  const accept = (quote: ReturnType<typeof until>, asked: Request = service) =>
    quotes.accept(asked, quote, { per_visit_price: 9_999 }, today)
  const { preferred_start_date: first } = service
  expect(refusal(() => accept(until(first)))).toBe(null)
  expect(() => accept(until(addDays(first, -1)))).toThrow(
    'its vendor lacks an insurance certificate, verified and valid on Tue, Nov 24',
  )
  // The day on which it is booked, not the one that was asked for.
  const closed: Request = { ...service, closed_weekdays: [2] }
  expect(() => accept(until(first), closed)).toThrow('valid on Wed, Nov 25')
  const atFirst = (expires_on: string) => missingAtFirst(closed, until(expires_on), today)
  expect(atFirst(first)).toMatchObject({ day: '2026-11-25', missing: ['insurance'] })
  expect(atFirst('2026-11-25')).toMatchObject({ day: '2026-11-25', missing: [] })
  // Its vendor reads the same.
  const lacks = (expires_on: string, from: string = first) =>
    withRequired({ ...closed, ...until(expires_on), preferred_start_date: from }, today)
  expect(lacks(first)).toMatchObject({ required: ['insurance'], lacks: ['insurance'] })
  expect(lacks('2026-11-25')).toMatchObject({ lacks: [] })
  expect(lacks(addDays(today, -1), '2026-01-01')).toMatchObject({ lacks: ['insurance'] })
  // The later visits that lack it, which the building reads before it accepts.
  const days = atFirst('2026-11-24').later
  expect(days[0]).toBe('2026-11-25')
  expect(atFirst('2026-11-25').later).toEqual(days.slice(1))
  expect(atFirst('2099-01-01').later).toEqual([])
  // Where no day suits both sides, the day that was asked for tells.
  const never: Request = { ...service, closed_weekdays: [1, 2, 3, 4, 5, 6, 7] }
  expect(missingAtFirst(never, until(addDays(first, -1)), today)).toMatchObject({
    day: first,
    missing: ['insurance'],
  })
})

test('before an acceptance its visits, first days and sums are known, exact to the cent [Product 1.2]', () => {
  const long = { ...service, preferred_end_date: '2028-02-01' }
  const preview = previewAcceptance(long, submitted, open, now)
  expect(preview).toEqual({
    books: {
      visits: 32,
      first: ['2026-11-24', '2026-12-08', '2026-12-22', '2027-01-05', '2027-01-19'],
      total: 319968,
    },
    first_time: 'ahead',
    visits: 32,
    first: ['2026-11-24', '2026-12-08', '2026-12-22', '2027-01-05', '2027-01-19'].map(onItsDay),
    put_off: 0,
    left_out: 0,
    time: '09:00:00',
    window_minutes: null,
    left_out_in_year: 0,
    each: 9_999,
    once: 0,
    last: '2028-02-01',
    total: 32 * 9_999,
    within_a_year: 27 * 9_999,
  })
  const outcome = quotes.accept(long, submitted, { per_visit_price: 9_999 }, today)
  expect(outcome.already ? [] : outcome.bookings).toHaveLength(preview.visits)
  const once = { ...service, service_type: 'on-demand', required_every_weeks: null } as const
  expect(previewAcceptance(once, { ...submitted, per_visit_price: 100 }, open, now)).toMatchObject({
    visits: 1,
    total: 100,
    within_a_year: 100,
  })
})

test('one of today whose hour has come is booked all the same, and an acceptance says so before [5.request.4]', () => {
  const ofToday = { ...service, preferred_start_date: today }
  const timeOf = (quote: typeof submitted | typeof window, time: string, date = today) =>
    previewAcceptance(ofToday, quote, open, { date, time }).first_time
  const window = { ...submitted, arrives_from: '08:00:00', arrives_until: '10:00:00' }
  expect(timeOf(submitted, '08:59:59')).toBe('ahead')
  expect(timeOf(submitted, '09:00:00')).toBe('passed')
  expect(timeOf(submitted, '16:00:00')).toBe('passed')
  expect(timeOf(submitted, '16:00:00', '2026-11-19')).toBe('ahead')
  expect(timeOf(window, '07:59:59')).toBe('ahead')
  expect(timeOf(window, '08:00:00')).toBe('begun')
  expect(timeOf(window, '10:00:00')).toBe('passed')
  // One that is put off to another day is ahead.
  const closed = { ...open, closed_weekdays: [5] } // a Friday
  expect(previewAcceptance(ofToday, submitted, closed, now).first_time).toBe('ahead')
  const outcome = quotes.accept(ofToday, submitted, { per_visit_price: 9_999 }, today)
  expect(outcome.already ? [] : outcome.bookings[0]).toEqual(onItsDay(today))
})

test('without an end an acceptance books twelve months, and has no last day and no total [Product 1.1]', () => {
  const endless = { ...service, preferred_end_date: null, until_ended: true }
  const preview = previewAcceptance(endless, submitted, open, now)
  expect(preview).toMatchObject({ visits: 26, last: null, total: null, within_a_year: 27 * 9_999 })
  const outcome = quotes.accept(endless, submitted, { per_visit_price: 9_999 }, today)
  expect(outcome.already ? [] : outcome.bookings).toHaveLength(26)
  const later = { ...endless, preferred_start_date: '2029-01-01' }
  expect(previewAcceptance(later, submitted, open, now)).toMatchObject({
    visits: 1,
    first: [onItsDay('2029-01-01')],
  })
})

test('an acceptance books when the vendor comes and the building opens, and nothing that was not shown [Product 1.2]', () => {
  const weekly = { ...service, required_every_weeks: 1, closed_on_holidays: true } // Tuesdays
  const onThursdays = { ...submitted, weekdays: [4, 5], arrives_from: '08:00:00', arrives_until: '10:30:00' }
  const { weekdays, arrives_from, arrives_until } = onThursdays
  const shown = { per_visit_price: 9_999, availability: { weekdays, arrives_from, arrives_until } }
  const outcome = quotes.accept(weekly, onThursdays, shown, today)
  expect(outcome).toMatchObject({
    bookings: [
      { nominal_date: '2026-11-24', scheduled_date: '2026-11-27', shift_days: 3 }, // the 26th is Thanksgiving
      { nominal_date: '2026-12-01', scheduled_date: '2026-12-03', shift_days: 2 },
      { nominal_date: '2026-12-08', scheduled_date: '2026-12-10', shift_days: 2 },
      { nominal_date: '2026-12-15', scheduled_date: '2026-12-17', shift_days: 2 },
      { nominal_date: '2026-12-22', scheduled_date: '2026-12-24', shift_days: 2 },
    ],
    time: '08:00:00',
    window_minutes: 150,
  })
  const preview = previewAcceptance(weekly, onThursdays, weekly, now)
  expect(preview).toMatchObject({ visits: 5, put_off: 5, left_out: 0, last: '2026-12-24', total: 5 * 9_999 })

  // A visit that nobody can make is neither counted nor paid for.
  const onlyThursdays = { ...onThursdays, weekdays: [4] }
  const partly = previewAcceptance(weekly, onlyThursdays, weekly, now)
  expect(partly).toMatchObject({ visits: 4, left_out: 1, total: 4 * 9_999 })
  expect(partly.first[0]).toMatchObject({ scheduled_date: '2026-12-03' })

  // A page that says nothing of days and hours showed none.
  for (const other of [{ availability: ANY_TIME }, {}])
    expect(() => quotes.accept(weekly, onThursdays, { per_visit_price: 9_999, ...other }, today)).toThrow(
      'the vendor changed its days or hours',
    )
  const never = { ...weekly, closed_weekdays: [4, 5] }
  expect(() => quotes.accept(never, onThursdays, shown, today)).toThrow('no day of the week in common')
  const early = { ...weekly, quiet_from: '22:00:00', quiet_until: '08:30:00' }
  expect(() => quotes.accept(early, onThursdays, shown, today)).toThrow('nobody comes to this building')
})

test('an acceptance books what was shown, or is refused: the number, the first days and the sum [Product 2.4]', () => {
  const { books } = previewAcceptance(service, submitted, open, now)
  const accepts = (change: Partial<typeof books>) => () =>
    quotes.accept(
      { ...service, ...open },
      submitted,
      { per_visit_price: 9_999, books: { ...books, ...change } },
      today,
    )
  expect(accepts({})).not.toThrow()
  for (const other of [
    { visits: books.visits + 1 },
    { total: 1 },
    { total: null },
    { first: books.first.slice(1) },
  ])
    expect(accepts(other)).toThrow('it would book other visits than were shown')
})
