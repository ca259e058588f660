import type { CalendarDate } from '../calendar.ts'
import { CHARGED, type VisitStatus } from '../visits/visits.ts'

/** What a line of a building's spend is for: a visit, the one-time price of an accepted quote, an approved extra, a month's service fee. */
export const SPEND_KINDS = ['visit', 'start', 'extra', 'fee'] as const
export type SpendKind = (typeof SPEND_KINDS)[number]

/** What counts: `amount` in cents, with the tax where there is an invoice; whether it is still to come. */
export type Spend = { amount: number; to_come: boolean }

/** What is asked for it on a sent invoice, with the tax, in cents; null before. */
type Invoiced = { invoiced: number | null }

/**
 * What a visit counts for on the city's `today`: what was invoiced, before that the agreed `price`; null for one that was missed, cancelled or
 * disputed. Booked for a later day, it is to come. Product 3.5
 */
export function visitSpend(
  visit: { status: VisitStatus; scheduled_date: CalendarDate; price: number } & Invoiced,
  today: CalendarDate,
): Spend | null {
  if (!CHARGED.includes(visit.status)) return null
  return { amount: visit.invoiced ?? visit.price, to_come: visit.scheduled_date > today }
}

/** What an accepted quote's one-time price counts for, on the day of its first visit that counts; null without one. Product 2.4, 3.5 */
export function startSpend(
  start: { first_visit: CalendarDate | null; once_price: number } & Invoiced,
  today: CalendarDate,
): Spend | null {
  if (start.first_visit === null || start.once_price === 0) return null
  return { amount: start.invoiced ?? start.once_price, to_come: start.first_visit > today }
}

/** What an extra counts for, on its invoice's date: nothing before it is approved, or after it is credited. Product 3.5 */
export function extraSpend(
  extra: { date: CalendarDate; amount: number; tax: number; is_approved: boolean },
  today: CalendarDate,
): Spend | null {
  return extra.is_approved ? { amount: extra.amount + extra.tax, to_come: extra.date > today } : null
}

/** What a month's service fee counts for: to come until it is charged. `charged` in cents, null before; `fee` what it will be. Product 3.5 */
export function feeSpend({ charged, fee }: { charged: number | null; fee: number }): Spend {
  return { amount: charged ?? fee, to_come: charged === null }
}

/** The category of service fees, which stand in no catalog. */
export const FEE_CATEGORY = 'Service fee'
/** The category of extras of an invoice that has nothing else. */
export const OTHER_CATEGORY = 'Other'
