import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { parsePrice, priceText } from '../money.ts'
import type { ScopeLine } from '../services/scope.ts'
import { calendarDate, optionalLongText, text } from '../text.ts'
import { OFFERS, type QuoteTerms, termPrice } from './terms.ts'

const typedPrice = (label: string) => z.string().transform(parsePrice).pipe(termPrice(label))

/** Blank is none. */
const optional = <Output>(schema: z.ZodType<Output, string>) =>
  z
    .string()
    .transform((typed) => (typed.trim() === '' ? null : typed))
    .pipe(schema.nullable())

const extraPrice = termPrice('Extra price')

const TypedLine = z
  .object({ key: z.string(), offer: z.enum(OFFERS), price: z.string() })
  .transform(({ price: typed, ...line }, context) => {
    if (line.offer !== 'extra') return { ...line, price: null }
    const cents = extraPrice.safeParse(parsePrice(typed))
    if (cents.success) return { ...line, price: cents.data }
    context.addIssue({ code: 'custom', message: cents.error.issues[0]?.message, path: ['price'] })
    return z.NEVER
  })

/** The terms of a quote as typed: prices in dollars, blank for none. */
export const typedTerms = {
  lines: z.array(TypedLine),
  start_price: optional(typedPrice('One-time price')),
  extras: z.array(
    z.object({
      name: text('Name', LIMITS.extra),
      price: typedPrice('Price'),
      per: z.enum(['visit', 'once']),
    }),
  ),
  valid_until: optional(calendarDate('Valid until')),
  note: optionalLongText('Note', LIMITS.quote_note),
}
export type TypedTerms = ReturnType<typeof typedTermsOf>

/** Terms as their form shows them for this scope. A line that is new in it is included. */
export function typedTermsOf(
  { lines, start_price, extras, valid_until, note }: QuoteTerms,
  scope: readonly ScopeLine[],
) {
  const said = lines.map((line) => ({ ...line, price: line.price === null ? '' : priceText(line.price) }))
  return {
    lines: lines.length === 0 ? [] : typedLinesOf(scope, said),
    start_price: start_price === null ? '' : priceText(start_price),
    extras: extras.map((extra, id) => ({ ...extra, id, price: priceText(extra.price) })),
    valid_until: valid_until ?? '',
    note: note ?? '',
  }
}

/** A blank extra; `id` tells it from the others while they are typed. */
export function newTypedExtra(extras: TypedTerms['extras']): TypedTerms['extras'][number] {
  return { id: Math.max(-1, ...extras.map(({ id }) => id)) + 1, name: '', price: '', per: 'visit' }
}

type TypedLineValue = { key: string; offer: (typeof OFFERS)[number]; price: string }

/** A line for each of the scope, as said before, or included. */
export function typedLinesOf(
  scope: readonly ScopeLine[],
  said: readonly TypedLineValue[] = [],
): TypedLineValue[] {
  return scope.map(
    ({ key }) => said.find((line) => line.key === key) ?? { key, offer: 'included', price: '' },
  )
}
