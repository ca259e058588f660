import type { CalendarDate } from '../calendar.ts'
import { CHARGED, type VisitStatus } from '../visits/visits.ts'

/** A visit of the month and its price in cents. */
export type PricedVisit = {
  scheduled_date: CalendarDate
  status: VisitStatus
  price: number
}

/** A month's money: the fee and the visits up to today, then the rest of the month's visits. All in cents. */
export type Spend<V extends PricedVisit> = {
  so_far: { visits: V[]; amount: number }
  to_come: { visits: V[]; amount: number }
  estimated: number
}

/**
 * Splits a month's spend at `today`: so_far is the fee and each visit up to and including today, to_come each later visit
 * of the month, estimated both together; visits that are not charged are left out.
 * [2.dashboard.5] [2.dashboard.1] [2.dashboard.2]
 */
export function monthSpend<V extends PricedVisit>(fee: number, visits: V[], today: CalendarDate): Spend<V> {
  const kept = visits.filter(({ status }) => CHARGED.includes(status))
  const past = kept.filter(({ scheduled_date }) => scheduled_date <= today)
  const future = kept.filter(({ scheduled_date }) => scheduled_date > today)
  const so_far = { visits: past, amount: fee + sum(past) }
  const to_come = { visits: future, amount: sum(future) }
  return { so_far, to_come, estimated: so_far.amount + to_come.amount }
}

export type VisitState = 'Done' | 'Today' | 'Not marked done yet' | 'To come'

/** The label of a visit's state. */
export function visitState({ status, scheduled_date }: PricedVisit, today: CalendarDate): VisitState {
  if (status === 'completed') return 'Done'
  if (scheduled_date > today) return 'To come'
  return scheduled_date === today ? 'Today' : 'Not marked done yet'
}

function sum(visits: PricedVisit[]): number {
  return visits.reduce((total, { price }) => total + price, 0)
}
