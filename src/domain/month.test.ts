import { expect, test } from 'vitest'
import { calendarMonth, monthText, pastMonths } from './month.ts'

test('a month is written YYYY-MM, and read as its 1st', () => {
  expect(calendarMonth('Month').parse('2026-11')).toBe('2026-11-01')
  expect(monthText('2026-11-21')).toBe('2026-11')
  for (const wrong of ['2026-13', '2026-11-21', '26-11', '2026-1', '', 'x'.repeat(99), 5])
    expect([wrong, calendarMonth('Month').safeParse(wrong).error?.issues[0]?.message]).toEqual([
      wrong,
      'Month must be a month',
    ])
})

test('past months are those before today’s, the newest first', () => {
  expect(pastMonths('2026-11-20', '2027-01-20')).toEqual(['2026-12-01', '2026-11-01'])
  expect(pastMonths('2026-11-20', '2026-12-01')).toEqual(['2026-11-01'])
  expect(pastMonths('2026-11-20', '2026-11-30')).toEqual([])
})
