import { expect, test } from 'vitest'
import { requireDisputed, requireUndisputed } from './invoice-dispute.ts'

const STATUSES = ['draft', 'sent', 'disputed', 'approved', 'refused'] as const
const allowed = (rule: (invoice: { status: (typeof STATUSES)[number] }) => void) =>
  STATUSES.filter((status) => {
    try {
      rule({ status })
      return true
    } catch {
      return false
    }
  })

test('only an invoice that waits is disputed, and only a disputed one is written about [Product 3.2]', () => {
  expect(allowed(requireUndisputed)).toEqual(['sent'])
  expect(allowed(requireDisputed)).toEqual(['disputed'])
})
