import { expect, test } from 'vitest'
import { INVOICE_STATES } from './invoice-state.ts'
import { dueReminder, isOverdue, overdueText } from './overdue.ts'

test('an invoice is overdue the day after its due date, until it is paid or refused [Product 3.2]', () => {
  const overdue = (today: string) =>
    INVOICE_STATES.filter((state) => isOverdue({ state, due_date: '2026-11-30' }, today))
  expect(overdue('2026-11-30')).toEqual([])
  expect(overdue('2026-12-01')).toEqual(['sent', 'approved'])
})

test('an overdue invoice says for how many days it is', () => {
  const said = (today: string, state: 'sent' | 'paid' = 'sent') =>
    overdueText({ state, due_date: '2026-11-30' }, today)
  expect(said('2026-11-30')).toBeNull()
  expect(said('2026-12-01')).toBe('1 day overdue')
  expect(said('2026-12-30')).toBe('30 days overdue')
  expect(said('2026-12-30', 'paid')).toBeNull()
})

test('reminders come 1, 14 and 30 days late, each once, and the last one alone after a sleep [Product 3.2]', () => {
  const due = (today: string, reminded_days = 0) =>
    dueReminder({ due_date: '2026-11-30', reminded_days }, today)
  expect(due('2026-11-30')).toBeUndefined()
  expect(due('2026-12-01')).toBe(1)
  expect(due('2026-12-13', 1)).toBeUndefined()
  expect(due('2026-12-14', 1)).toBe(14)
  expect(due('2026-12-30', 1)).toBe(30)
  expect(due('2027-06-01', 30)).toBeUndefined()
})
