import { feeLabel } from '../billing/fees.ts'
import { visitState } from '../billing/spend.ts'
import type { CalendarDate } from '../calendar.ts'
import type { VisitStatus } from '../visits/visits.ts'
import type { SpendKind } from './spend-line.ts'

// What the screen, the CSV and the PDF say of a line of spend.

type WordedLine = {
  kind: SpendKind
  day: CalendarDate
  service: string | null
  description: string | null
  fee_kind: 'first' | 'monthly' | null
}

/** What a line is for: 'Snow Removal', 'Landscaping, one-time price', 'Service fee, December 2026', or the description of an extra. */
export function lineWords({ kind, day, service, description, fee_kind }: WordedLine): string {
  if (kind === 'fee') return feeLabel({ kind: fee_kind ?? 'monthly', month: day })
  if (kind === 'extra') return description ?? 'Extra'
  return kind === 'start' ? `${service}, one-time price` : (service ?? '')
}

type StatedLine = {
  kind: SpendKind
  day: CalendarDate
  to_come: boolean
  status: VisitStatus | null
  invoice_number: string | null
}

/** How a line stands, in a few words; '' where its sum says it all. Product 3.5 */
export function lineState(
  { kind, day, to_come, status, invoice_number }: StatedLine,
  today: CalendarDate,
): string {
  if (kind === 'visit' && status !== null) {
    const state = visitState({ status, scheduled_date: day }, today)
    return invoice_number === null ? state : `${state}, on invoice ${invoice_number}`
  }
  if (invoice_number !== null) return `On invoice ${invoice_number}`
  return to_come ? 'To come' : ''
}
