import { addDays, type CalendarDate, daysBetween } from '../calendar.ts'
import { formatNumber } from '../number.ts'
import type { InvoiceState } from './invoice-state.ts'

/** Days from an invoice's date until it is due, unless its vendor says otherwise. */
const DUE_AFTER_DAYS = 30

/** When an invoice of this day is due by default. */
export const defaultDueDate = (date: CalendarDate): CalendarDate => addDays(date, DUE_AFTER_DAYS)

/** Days after the due date on which a building is reminded. */
export const LAST_REMINDER = 30
const OVERDUE_REMINDERS = [1, 14, LAST_REMINDER] as const

/** Whether an invoice waits for the building after its due date, on the city's `today`. Product 3.2 */
export const isOverdue = (
  { state, due_date }: { state: InvoiceState; due_date: CalendarDate },
  today: CalendarDate,
) => (state === 'sent' || state === 'approved') && due_date < today

/** How long an invoice has waited, in words: '3 days overdue'; null before it is overdue. Product 3.2 */
export function overdueText(invoice: Parameters<typeof isOverdue>[0], today: CalendarDate): string | null {
  if (!isOverdue(invoice, today)) return null
  const days = daysBetween(invoice.due_date, today)
  return `${days === 1 ? '1 day' : `${formatNumber(days)} days`} overdue`
}

/**
 * The reminder of an overdue invoice that is due on the city's `today`, in days after its due date: the last one if several are; undefined
 * before the first one, and for one that was sent. Product 3.2
 */
export function dueReminder(
  { due_date, reminded_days }: { due_date: CalendarDate; reminded_days: number },
  today: CalendarDate,
): number | undefined {
  const late = daysBetween(due_date, today)
  const days = OVERDUE_REMINDERS.findLast((each) => each <= late)
  return days !== undefined && days > reminded_days ? days : undefined
}
