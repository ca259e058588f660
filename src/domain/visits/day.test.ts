import { expect, test } from 'vitest'
import { MoveDay, moveDay, moveDayForm, visitsLeft } from './day.ts'

const now = { date: '2026-12-01', time: '10:00:00' }
const visit = (id: string, scheduled_time: string) => ({
  id,
  scheduled_date: '2026-12-01',
  scheduled_time,
  series_date: '2026-11-30',
  series_time: '09:00:00',
  checked_in_at: null,
})
const day = [visit('a', '09:00:00'), visit('b', '13:00:00'), visit('c', '17:30:00')]

test('what is left of a day moves to another one at its hours, and its series stay [Product 1.3]', () => {
  const left = [visit('b', '13:00:00'), visit('c', '17:30:00')]
  expect(visitsLeft(day, now)).toEqual(left)
  expect(moveDay(day, { to: '2026-12-02', shown: 2, now })).toEqual(
    left.map((each) => ({
      ...each,
      scheduled_date: '2026-12-02',
      earlier_date: '2026-12-01',
      earlier_time: each.scheduled_time,
    })),
  )
})

test('a day does not move to itself, into the past, or with other visits than were shown', () => {
  const move = (to: string, shown = 2) => moveDay(day, { to, shown, now })
  expect(() => move('2026-12-01')).toThrow('Choose another day')
  expect(() => move('2026-11-30')).toThrow('into the past')
  expect(() => move('2026-12-02', 3)).toThrow('changed meanwhile')
})

test('the form says the same at its fields', () => {
  const errors = (scheduled_date: string, reason = 'Ice') =>
    moveDayForm('2026-12-02', now)
      .safeParse({ scheduled_date, reason })
      .error?.issues.map(({ path, message }) => `${path.join()}: ${message}`)
  expect(errors('2026-12-03')).toBeUndefined()
  expect(errors('2026-12-02')).toEqual(['scheduled_date: Choose another day'])
  expect(errors('2026-11-30')).toEqual(['scheduled_date: Choose today or a later day'])
  expect(errors('2026-12-03', ' ')).toEqual(['reason: Reason is required'])
  expect(
    MoveDay.safeParse({ date: '2026-12-02', scheduled_date: 'soon', visits: 1, reason: 'Ice' }).success,
  ).toBe(false)
})
