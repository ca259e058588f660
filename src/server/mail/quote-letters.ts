import { type CalendarDate, formatShortDate } from '../../domain/calendar.ts'
import { formatMoney } from '../../domain/money.ts'
import { everyWeeksInline } from '../../domain/services/frequency.ts'
import type { Content, Occasion } from './letters.ts'

/** A quote as its letters name it. */
export type Quoted = {
  service: string
  company_name: string
  per_visit_price: number | null
  /** What was asked for; null when the building asks for something else by now. */
  wish: Wish | null
}

type Wish = {
  description: string | null
  required_every_weeks: number | null
  preferred_start_date: CalendarDate | null
  preferred_end_date: CalendarDate | null
}

/** To each vendor that is asked. */
export function quoteRequest(occasion: Occasion): Content {
  const { place } = occasion
  const { service, wish } = quoteOf(occasion)
  return {
    subject: `New quote request: ${service} at ${place}`,
    paragraphs: [
      `${place} asks for your price per visit for ${service}${schedule(wish)}.`,
      ...(wish?.description ? [`They write: ${wish.description}`] : []),
      'Quotes are compared as they come in, and the request closes when one is accepted.',
    ],
    action: { label: 'Send your quote', path: '/vendor/quotes' },
  }
}

/** To the captain and to who asked. */
export function newQuote(occasion: Occasion): Content {
  const { place } = occasion
  const { service, company_name, price } = quoteOf(occasion)
  return {
    subject: `New quote for ${service}: ${price} per visit from ${company_name}`,
    paragraphs: [
      `${company_name} has sent a quote for ${service} at ${place}: ${price} per visit.`,
      'Compare the quotes that came in, and accept the one that suits your building.',
    ],
    action: { label: 'Compare quotes', path: '/home/services' },
  }
}

export function acceptedQuote(occasion: Occasion): Content {
  const { place } = occasion
  const { service, price, wish } = quoteOf(occasion)
  return {
    subject: `Your quote for ${service} at ${place} was accepted`,
    paragraphs: [
      `${place} has accepted your quote for ${service}${schedule(wish)}: ${price} per visit.`,
      'The visits are booked. If a day does not suit you, you can move it.',
    ],
    action: { label: 'See your visits', path: '/vendor/appointments' },
  }
}

export function quoteNotChosen(occasion: Occasion): Content {
  const { place } = occasion
  const { service, price } = quoteOf(occasion)
  return {
    subject: `Your quote for ${service} at ${place} was not chosen`,
    paragraphs: [
      `${place} has chosen another company for ${service}. Your quote of ${price} per visit is closed.`,
      'Thank you for your offer. We let you know when a building asks for your services again.',
    ],
    action: { label: 'See your quotes', path: '/vendor/quotes' },
  }
}

function quoteOf({ quote }: Occasion) {
  if (!quote) throw new Error('the quote is gone, since its vendor stopped offering the service')
  return { ...quote, price: formatMoney(quote.per_visit_price ?? 0) }
}

/** ', every 4 weeks from Fri, Nov 20, 2026 to Fri, Feb 12, 2027', as far as it is known. */
function schedule(wish: Wish | null): string {
  if (!wish?.preferred_start_date) return ''
  const { required_every_weeks: weeks, preferred_start_date: start, preferred_end_date: end } = wish
  if (weeks === null) return `, once, on ${formatShortDate(start)}`
  const until = end === null ? '' : ` to ${formatShortDate(end, start)}`
  return `, ${everyWeeksInline(weeks)} from ${formatShortDate(start)}${until}`
}
