import { expect, test } from 'vitest'
import { frequency, scheduleLine } from './quote-text.ts'

test('a job’s card and its dialog say how often by the weeks that are booked, and what the building chose', () => {
  const job = (required_every_weeks: number | null) => ({
    service_type: 'recurring' as const,
    required_every_weeks,
  })
  expect([1, 2, 4, 12, 5].map((weeks) => frequency(job(weeks)))).toEqual([
    'Every week',
    'Every 2 weeks',
    'Every 4 weeks (monthly)',
    'Every 12 weeks (quarterly)',
    'Every 5 weeks',
  ])
  expect(frequency({ service_type: 'on-demand', required_every_weeks: null })).toBe('One-time')
  const line = (weeks: number | null) =>
    scheduleLine(
      { ...job(weeks), state: 'needs_quote', preferred_start_date: '2026-12-01', visit_date: null },
      '2026-11-20',
    )
  expect(line(4)).toBe('Every 4 weeks (monthly) · from Dec 1')
  expect(line(null)).toBe('From an earlier request · from Dec 1')
})
