import { z } from 'zod'
import type { CalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { formatMoney, isPrice } from '../money.ts'
import { type ScopeLine, scopeLineText } from '../services/scope.ts'
import { calendarDate, longText, text } from '../text.ts'

/** A price on the wire, in integer cents. */
export const termPrice = (label: string) => {
  const message = `${label} must be a price such as 95 or 1200.50, and more than 0`
  return z.number({ error: message }).refine(isPrice, message)
}

/** The most files beside a price. */
export const MAX_QUOTE_FILES = 5

/** What a vendor says of a line of the scope: part of the price, not part of it, or at an extra price (cents) for each visit. */
export const OFFERS = ['included', 'not_included', 'extra'] as const

const ScopeOffer = z
  .strictObject({
    key: text('Question', LIMITS.scope_key),
    offer: z.enum(OFFERS),
    price: termPrice('Extra price').nullable(),
  })
  .refine(({ offer, price }) => (offer === 'extra') === (price !== null), {
    message: 'An extra has a price, and nothing else has one',
    path: ['price'],
  })

/** What the building may choose beside the work that it asked for, for each visit or once. */
const OptionalExtra = z.strictObject({
  name: text('Extra', LIMITS.extra),
  price: termPrice('Price'),
  per: z.enum(['visit', 'once']),
})

/** What a quote says beside its price per visit. All prices are integer cents. Product 2.4 */
export const QuoteTerms = z.strictObject({
  lines: z.array(ScopeOffer).max(LIMITS.scope_questions),
  start_price: termPrice('One-time price').nullable(),
  extras: z.array(OptionalExtra).max(LIMITS.extras, `A quote has at most ${LIMITS.extras} extras`),
  valid_until: calendarDate('Valid until').nullable(),
  note: longText('Note', LIMITS.quote_note).nullable(),
})
export type QuoteTerms = z.output<typeof QuoteTerms>

/** The columns of a quote that hold them. */
export const TERMS = [
  'lines',
  'start_price',
  'extras',
  'valid_until',
  'note',
] as const satisfies readonly (keyof QuoteTerms)[]

export const NO_TERMS: QuoteTerms = {
  lines: [],
  start_price: null,
  extras: [],
  valid_until: null,
  note: null,
}

/** Only the terms of a quote, always in the same order: whether two are the same is whether their JSON is. */
export function termsOf({ lines, start_price, extras, valid_until, note }: QuoteTerms): QuoteTerms {
  return {
    lines: lines.map(({ key, offer, price }) => ({ key, offer, price })),
    start_price,
    extras: extras.map(({ name, price, per }) => ({ name, price, per })),
    valid_until,
    note,
  }
}

export function isSameTerms(one: QuoteTerms, other: QuoteTerms): boolean {
  return JSON.stringify(termsOf(one)) === JSON.stringify(termsOf(other))
}

/** Whether a quote says nothing but its price: 'Price only'. */
export const isPriceOnly = (terms: QuoteTerms) => isSameTerms(terms, NO_TERMS)

/**
 * The terms of a quote for this scope on the city's `today`. Throws DomainError 'invalid_input' with the field unless each line of the
 * scope is said once, or none; for a day that has passed; and for two extras of one name. Product 2.4
 */
export function requireTerms(terms: QuoteTerms, scope: readonly ScopeLine[], today: CalendarDate): void {
  const { extras, valid_until } = terms
  requireLines(terms, scope)
  const names = extras.map(({ name }) => name.toLowerCase())
  const twice = names.findIndex((name, at) => names.indexOf(name) < at)
  if (twice !== -1)
    throw new DomainError('invalid_input', 'Another extra has this name', `extras.${twice}.name`)
  if (valid_until !== null && valid_until < today)
    throw new DomainError('invalid_input', 'Valid until must be today or later', 'valid_until')
}

/** Throws DomainError 'invalid_input' unless each line of the scope is said once, or none. Product 2.4 */
export function requireLines({ lines }: Pick<QuoteTerms, 'lines'>, scope: readonly ScopeLine[]): void {
  const said = lines.map(({ key }) => key).sort()
  const asked = scope.map(({ key }) => key).sort()
  if (said.length > 0 && said.join() !== asked.join())
    throw new DomainError('invalid_input', 'Say for each line of the scope whether it is included', 'lines')
}

/** Whether a quote's last day has passed on the city's `today`. */
export function isExpired({ valid_until }: Pick<QuoteTerms, 'valid_until'>, today: CalendarDate): boolean {
  return valid_until !== null && valid_until < today
}

/** What a building may choose when it accepts: `key` names it in `chosen`; `asked` is part of what it asked for. */
export type QuoteOption = {
  key: string
  name: string
  price: number
  per: 'visit' | 'once'
  asked: boolean
}

/** The options of a quote: lines of the scope that cost extra, then its optional extras. */
export function optionsOf(
  { lines, extras }: Pick<QuoteTerms, 'lines' | 'extras'>,
  scope: readonly ScopeLine[],
): QuoteOption[] {
  const asked = lines.flatMap(({ key, price }) =>
    price === null ? [] : [{ key, name: lineName(scope, key), price, per: 'visit' as const, asked: true }],
  )
  return [...asked, ...extras.map((extra, at) => ({ ...extra, key: `extra-${at}`, asked: false }))]
}

/** 'Stakes, $75.00 once' */
export const optionText = ({ name, price, per }: QuoteOption) =>
  `${name}, ${formatMoney(price)} ${per === 'visit' ? 'each visit' : 'once'}`

/** A line of the scope by its key: 'Salt: Walks, Ramps'. */
export function lineName(scope: readonly ScopeLine[], key: string): string {
  const line = scope.find((each) => each.key === key)
  return line ? scopeLineText(line) : key
}

/** What of the scope a quote leaves out, as a building reads it. */
export function leftOut({ lines }: Pick<QuoteTerms, 'lines'>, scope: readonly ScopeLine[]): string[] {
  return lines.filter(({ offer }) => offer === 'not_included').map(({ key }) => lineName(scope, key))
}

/** The keys of the lines that cost extra: they were asked for, so they are chosen unless the building says otherwise. Product 2.4 */
export const askedOptions = ({ lines }: Pick<QuoteTerms, 'lines'>): string[] =>
  lines.flatMap(({ key, price }) => (price === null ? [] : [key]))

/** Whether a quote leaves out nothing that was asked for. One with a price only is for all of it. Product 2.5 */
export const isComplete = ({ lines }: Pick<QuoteTerms, 'lines'>) =>
  lines.every(({ offer }) => offer !== 'not_included')

/**
 * What the chosen options add to each visit, and what is paid once: the one-time price and options that are paid once, in cents. Throws
 * DomainError 'invalid_input' for an option that the quote doesn't have. Product 2.4
 */
export function chosenPrices(terms: QuoteTerms, chosen: readonly string[]) {
  const options = optionsOf(terms, [])
  if (!chosen.every((key) => options.some((option) => option.key === key)))
    throw new DomainError('invalid_input', 'this quote has no such extra', 'chosen')
  const sum = (per: 'visit' | 'once') =>
    options
      .filter((option) => option.per === per && chosen.includes(option.key))
      .reduce((total, { price }) => total + price, 0)
  return { extra_price: sum('visit'), once_price: (terms.start_price ?? 0) + sum('once') }
}
