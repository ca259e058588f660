import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addYears } from '../calendar.ts'
import { nullIfRejected } from '../errors.ts'
import { isFederalHoliday } from '../visits/availability.ts'
import { previewAcceptance } from './acceptance-preview.ts'
import { compareQuotes } from './comparison.ts'
import { accept } from './quote.ts'
import { askedOptions, NO_TERMS } from './terms.ts'

// The year of a quote, whatever the calendar: Product 2.5.

const today = '2026-12-31'
const FIRST = '2027-01-01'
/** Until the end of 2029, with February 29, 2028. */
const DAYS = 3 * 365
const SCOPE = [
  { key: 'places', label: 'Where', answer: ['Walks'], tasks: [] },
  { key: 'salt', label: 'Salt', answer: ['Yes'], tasks: [] },
]
const cents = fc.integer({ min: 1, max: 100_000_00 })
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 }).map((days) => days.sort())
const drawn = fc.record({
  start: fc.integer({ min: 0, max: DAYS }).map((days) => addDays(FIRST, days)),
  weeks: fc.integer({ min: 1, max: 26 }),
  length: fc.option(fc.integer({ min: 0, max: 900 })),
  price: cents,
  start_price: fc.option(cents),
  salt: fc.option(cents),
  extras: fc.array(fc.record({ price: cents, per: fc.constantFrom('visit' as const, 'once' as const) }), {
    maxLength: 4,
  }),
  /** Of four at most, those that are chosen. */
  picked: fc.subarray([0, 1, 2, 3]),
  weekdays,
  closed_weekdays: weekdays,
  closed_on_holidays: fc.boolean(),
})
const NO_EXTRAS = { start_price: null, salt: null, extras: [], picked: [] }
const PLAIN = { price: 1, ...NO_EXTRAS, weekdays: [], closed_on_holidays: true }
const LEAP_DAY = '2028-02-29'
const ON_LEAP_DAY = { ...PLAIN, start: LEAP_DAY, weeks: 26, length: null, closed_weekdays: [] }
/** Its first visit, the only one that is booked in the year before, falls on Veterans Day; later ones don't. */
const NONE_BOOKED_YET = {
  ...PLAIN,
  ...{ start: '2027-11-05', weeks: 9, length: null, closed_weekdays: [1, 2, 3, 5, 6, 7] },
}
/** Its visits of the first year fall on Mondays that are holidays, a later one doesn't. */
const NONE_IN_FIRST_YEAR = {
  ...PLAIN,
  ...{ start: '2029-11-06', weeks: 14, length: 392, closed_weekdays: [2, 3, 4, 5, 6, 7] },
}

test('the year of a quote is the sum of its visits by the calendar, its one-time price and what was chosen, to the cent', {
  timeout: 30_000,
}, () => {
  const seen = { moved: 0, left_out: 0, leap: 0, chosen: 0 }
  fc.assert(
    fc.property(drawn, ({ start, weeks, length, price, start_price, salt, extras, picked, ...days }) => {
      const service = {
        ...({
          status: 'Quote',
          building_id: 'b1',
          service_type: 'recurring',
          required_every_weeks: weeks,
        } as const),
        ...{
          preferred_start_date: start,
          preferred_end_date: length === null ? null : addDays(start, length),
        },
        ...{
          until_ended: length === null,
          description: null,
          scope: SCOPE,
          number_of_units: 7,
          quiet_from: null,
          quiet_until: null,
        },
        closed_weekdays: days.closed_weekdays,
        closed_on_holidays: days.closed_on_holidays,
      }
      const lines = [
        { key: 'places', offer: 'included' as const, price: null },
        salt === null
          ? { key: 'salt', offer: 'included' as const, price: null }
          : { key: 'salt', offer: 'extra' as const, price: salt },
      ]
      const quote = {
        ...({
          id: 'q1',
          vendor_id: 'v1',
          company_name: 'Curb',
          status: 'pending',
          vendor_status: 'quoted',
        } as const),
        ...{ per_visit_price: price, chosen: [], for_earlier_request: false, requirements: null, files: [] },
        ...{ weekdays: days.weekdays, arrives_from: null, arrives_until: null },
        ...{
          ...NO_TERMS,
          lines,
          start_price,
          extras: extras.map((extra, at) => ({ ...extra, name: `Extra ${at}` })),
        },
      }
      const { lines: _, ...rest } = NO_TERMS
      const terms = { ...rest, lines, start_price, extras: quote.extras }
      const [compared] = compareQuotes(service, [quote], today)
      const availability = { weekdays: days.weekdays, arrives_from: null, arrives_until: null }
      const shown = { per_visit_price: price, availability, terms, chosen: askedOptions(quote) }
      const acceptOn = (date: string) => nullIfRejected(() => accept(service, quote, shown, date))
      // Of an endless one the year that is compared is booked whole only from its start on. What can't be accepted today isn't compared.
      const now = acceptOn(today)
      const outcome = now && acceptOn(start)
      const bookings = outcome && !outcome.already ? outcome.bookings : []
      // What can be accepted is shown before, and nothing else is.
      const preview = nullIfRejected(() =>
        previewAcceptance(service, quote, service, { date: today, time: '00:00:00' }, askedOptions(quote)),
      )
      expect(preview?.visits ?? null).toBe(
        now && !now.already ? now.bookings.filter(({ shift_days }) => shift_days !== null).length : null,
      )
      const inYear = bookings.filter(({ nominal_date }) => nominal_date < addYears(start, 1))
      const held = inYear.filter(({ shift_days }) => shift_days !== null)
      if (held.length === 0) {
        expect(compared).toMatchObject({ year: null, first_year: null })
        return
      }
      const each = price + (salt ?? 0)
      expect(compared).toMatchObject({
        visit: each,
        year: held.length * each,
        first_year: held.length * each + (start_price ?? 0),
        visits_left_out: inYear.length - held.length,
      })
      // Once it is accepted with optional extras, the year is what was agreed.
      const options = picked.filter((at) => at < extras.length)
      const agreed = [...askedOptions(quote), ...options.map((at) => `extra-${at}`)]
      const costOf = (per: 'visit' | 'once') =>
        options.reduce((sum, at) => sum + (extras[at]?.per === per ? extras[at].price : 0), 0)
      const accepted = { ...quote, status: 'accepted', chosen: agreed } as const
      expect(compareQuotes(service, [accepted], today)).toMatchObject([
        {
          visit: each + costOf('visit'),
          year: held.length * (each + costOf('visit')),
          first_year: held.length * (each + costOf('visit')) + (start_price ?? 0) + costOf('once'),
        },
      ])
      expect(accept(service, quote, { ...shown, chosen: agreed }, today)).toMatchObject({
        quote: {
          extra_price: (salt ?? 0) + costOf('visit'),
          once_price: (start_price ?? 0) + costOf('once'),
        },
      })
      seen.chosen += options.length
      // What is booked in a year is days on which both may, a week after the schedule at most.
      for (const { nominal_date, scheduled_date } of held) {
        expect(scheduled_date >= nominal_date && scheduled_date <= addDays(nominal_date, 6)).toBe(true)
        if (days.closed_on_holidays) expect(isFederalHoliday(scheduled_date)).toBe(false)
      }
      seen.moved += held.filter(({ shift_days }) => shift_days !== 0).length
      seen.left_out += inYear.length - held.length
      if (inYear.some(({ nominal_date }) => nominal_date === LEAP_DAY)) seen.leap += 1
    }),
    { numRuns: 400, examples: [[NONE_BOOKED_YET], [NONE_IN_FIRST_YEAR], [ON_LEAP_DAY]] },
  )
  // The draws are of each kind.
  expect(seen.moved).toBeGreaterThan(0)
  expect(seen.left_out).toBeGreaterThan(0)
  expect(seen.leap).toBeGreaterThan(0)
  expect(seen.chosen).toBeGreaterThan(0)
})
