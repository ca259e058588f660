import type { CalendarDate } from '../calendar.ts'
import type { VisitStatus } from '../visits/visits.ts'

/** A line of what a building spends, `amount` in cents. */
type SummedLine = { amount: number; to_come: boolean }

/** A month's money: what is spent, and the rest of the month. All in cents. */
export type MonthSpend<L extends SummedLine> = {
  so_far: { lines: L[]; amount: number }
  to_come: { lines: L[]; amount: number }
  estimated: number
}

/**
 * Splits a month's lines in so_far, the fee and what is up to and including today, and to_come, the rest of the month; estimated is both
 * together. What counts, and when, says domain/budget/spend-line.ts.
 * [2.dashboard.5] [2.dashboard.1] [2.dashboard.2]
 */
export function monthSpend<L extends SummedLine>(lines: readonly L[]): MonthSpend<L> {
  const part = (to_come: boolean) => {
    const own = lines.filter((line) => line.to_come === to_come)
    return { lines: own, amount: own.reduce((total, { amount }) => total + amount, 0) }
  }
  const [so_far, to_come] = [part(false), part(true)]
  return { so_far, to_come, estimated: so_far.amount + to_come.amount }
}

export type VisitState = 'Done' | 'Today' | 'Not marked done yet' | 'To come'

/** The label of a visit's state. */
export function visitState(
  { status, scheduled_date }: { status: VisitStatus; scheduled_date: CalendarDate },
  today: CalendarDate,
): VisitState {
  if (status === 'completed') return 'Done'
  if (scheduled_date > today) return 'To come'
  return scheduled_date === today ? 'Today' : 'Not marked done yet'
}
