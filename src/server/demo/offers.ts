import { addDays, type CalendarDate } from '../../domain/calendar.ts'
import { NO_TERMS, type QuoteTerms } from '../../domain/quotes/terms.ts'
import type { ScopeLine } from '../../domain/services/scope.ts'

/** What a vendor says beside its price, in dollars. A line of the scope that is not named is included. */
type DemoTerms = {
  lines?: Record<string, 'not_included' | number>
  start?: number
  extras?: [name: string, dollars: number, per: 'visit' | 'once'][]
  /** For so many days from the day of the request. */
  valid?: number
  note?: string
  /** The title of a page beside the price. */
  file?: string
}

/** How vendors answer a request, by their keys. */
export type DemoAnswers = {
  terms?: Record<string, DemoTerms>
  declined?: Record<string, string>
  questions?: { by: string; question: string; answer: string }[]
}

/** The terms of a quote for this scope, on the day of its request. */
export function termsFor(
  terms: DemoTerms | undefined,
  scope: readonly ScopeLine[],
  day: CalendarDate,
): QuoteTerms {
  if (!terms) return NO_TERMS
  const { lines = {}, start, extras = [], valid, note = null } = terms
  return {
    lines: scope.map(({ key }) => {
      const said = lines[key]
      if (typeof said === 'number') return { key, offer: 'extra', price: cents(said) }
      return { key, offer: said ?? 'included', price: null }
    }),
    start_price: start === undefined ? null : cents(start),
    extras: extras.map(([name, dollars, per]) => ({ name, price: cents(dollars), per })),
    valid_until: valid === undefined ? null : addDays(day, valid),
    note,
  }
}

export const cents = (dollars: number): number => Math.round(dollars * 100)

export const SNOW_AT_LARKSPUR: DemoAnswers = {
  terms: {
    hilltop: {
      extras: [['Haul snow away', 65, 'visit']],
      valid: 30,
      note: 'Two people with a blower; we photograph the ramp after each visit.',
      file: 'Our winter plan',
    },
    raincity: { lines: { salt: 18 }, start: 150, extras: [['Stakes along the walk', 75, 'once']] },
    evergreen: { lines: { salt: 'not_included', depth: 'not_included' }, note: 'We come from 2 inches on.' },
  },
  questions: [
    {
      by: 'evergreen',
      question: 'Is there a place for the snow, or does it have to leave the lot?',
      answer: 'It can stay on the strip by the alley, clear of the bike rack.',
    },
  ],
}

export const SNOW_AT_ALKI: DemoAnswers = {
  terms: {
    summit: { extras: [['A second round after noon', 60, 'visit']], valid: 40 },
    hilltop: { lines: { salt: 15 }, start: 90 },
    raincity: {
      lines: { places: 'not_included' },
      note: 'The ramp only: our machine does not fit the walks.',
    },
  },
}

export const GUTTERS_AT_UNIONBAY: DemoAnswers = {
  terms: {
    hilltop: { lines: { downspouts: 'not_included' }, note: 'We clear the troughs and bag what is in them.' },
    alder: { start: 120, extras: [['Guards on the gurgling one', 85, 'once']], valid: 45 },
    raincity: { lines: { downspouts: 40 } },
  },
}

export const LIGHTS_AT_LARKSPUR: DemoAnswers = {
  terms: { hilltop: { start: 75, extras: [['A timer for the cornice', 40, 'once']] } },
}

export const LEAVES_AT_MILLHOUSE: DemoAnswers = {
  declined: { raincity: 'Our trucks are full until the middle of December.' },
}
