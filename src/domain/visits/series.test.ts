import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addWeeks, daysBetween } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { cancelSeries, isMovedAlone, moveSeries, type SeriesVisit, visitsOfChange } from './series.ts'

const NOW = { date: '2026-10-01', time: '12:00:00' }

/** Weekly visits, from before a change of the clocks to after the next one, with the leap day among them. */
function weekly(count: number, first = '2027-10-25'): SeriesVisit[] {
  return Array.from({ length: count }, (_, index) => {
    const day = addWeeks(first, index)
    return {
      id: String(index),
      status: 'confirmed' as const,
      nominal_date: day,
      series_date: day,
      series_time: '09:00:00',
      scheduled_date: day,
      scheduled_time: '09:00:00',
      checked_in_at: null,
    }
  })
}

function at(visits: SeriesVisit[], index: number): SeriesVisit {
  const visit = visits[index]
  if (!visit) throw new Error(`There is no visit ${index}`)
  return visit
}

type Options = { scope?: 'later' | 'all'; realign?: boolean; visits?: number; shown?: SeriesVisit }

function changeOf(all: SeriesVisit[], index: number, days: number, time: string, options: Options) {
  const visit = at(all, index)
  const scope = options.scope ?? 'later'
  const change = {
    by: 'vendor',
    shown: options.shown ?? visit,
    reason: 'Rain',
    now: NOW,
    scope,
    visits: options.visits ?? visitsOfChange(all, visit, { scope, now: NOW }).length,
    realign: options.realign ?? false,
  } as const
  const to = { scheduled_date: addDays(visit.scheduled_date, days), scheduled_time: time }
  return moveSeries(all, visit, to, change)
}

function move(all: SeriesVisit[], index: number, days: number, time: string, options: Options = {}) {
  const { moved, replaced } = changeOf(all, index, days, time, options)
  const changed = new Map([...moved, ...replaced].map((each) => [each.id, each]))
  expect(changed.size).toBe(moved.length + replaced.length)
  return all.map((each) => ({ ...each, ...changed.get(each.id) }))
}

const times = (visits: SeriesVisit[]) => visits.map((each) => `${each.scheduled_date} ${each.scheduled_time}`)
const places = (visits: SeriesVisit[]) => visits.map((each) => `${each.series_date} ${each.series_time}`)

/** The same with some that were moved by themselves, to half past two or at their hour; the `hour` of the others is nine. */
function movedAlone(visits: SeriesVisit[], alone: { index: number; days: number; isLate: boolean }[]) {
  return visits.map((visit, place) => {
    const own = alone.find((each) => each.index % visits.length === place)
    const scheduled_time = own?.isLate ? '14:30:00' : visit.scheduled_time
    return own ? { ...visit, scheduled_date: addDays(visit.scheduled_date, own.days), scheduled_time } : visit
  })
}
const somewhere = fc.record({
  count: fc.integer({ min: 1, max: 60 }),
  index: fc.nat(),
  days: fc.integer({ min: -30, max: 30 }),
  hour: fc.integer({ min: 0, max: 23 }),
  alone: fc.array(
    fc.record({ index: fc.nat(), days: fc.integer({ min: -3, max: 3 }), isLate: fc.boolean() }),
    { maxLength: 5 },
  ),
  scope: fc.constantFrom('later' as const, 'all' as const),
})

describe('a series that moves [Product 1.3]', () => {
  test('shifts each later visit by the same days; ids, count and order stay, and earlier ones where they are', () => {
    fc.assert(
      fc.property(somewhere, ({ count, index: any, days, hour }) => {
        const index = any % count
        const before = weekly(count)
        const time = `${String(hour).padStart(2, '0')}:00:00`
        fc.pre(days !== 0 || time !== '09:00:00')
        const after = move(before, index, days, time)
        expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
        for (const [place, visit] of after.entries()) {
          const shift = place >= index ? days : 0
          expect(daysBetween(at(before, place).scheduled_date, visit.scheduled_date)).toBe(shift)
          expect(visit.scheduled_time).toBe(place >= index ? time : '09:00:00')
          expect(visit.nominal_date).toBe(at(before, place).nominal_date)
        }
        const later = times(after.slice(index))
        expect(later).toEqual([...later].sort())
      }),
    )
  })

  test('by some days and back is as before, visits that were moved by themselves included', () => {
    fc.assert(
      fc.property(somewhere, ({ count, index: any, days, alone, scope }) => {
        fc.pre(days !== 0)
        const index = any % count
        // The one that is named here has the series' hour, so that the others may take its new one.
        const others = alone.filter((each) => each.index % count !== index)
        const before = movedAlone(weekly(count), others)
        const there = move(before, index, days, '11:00:00', { scope })
        const back = move(there, index, -days, '09:00:00', { scope })
        expect(times(back)).toEqual(times(before))
        expect(places(back)).toEqual(places(before))
      }),
    )
  })

  test('at its hour by some days and back is as before, also when it had been moved by itself', () => {
    fc.assert(
      fc.property(somewhere, ({ count, index: any, days, alone, scope }) => {
        fc.pre(days !== 0)
        const index = any % count
        const before = movedAlone(weekly(count), [{ index, days: 2, isLate: true }, ...alone])
        const there = move(before, index, days, '14:30:00', { scope })
        for (const [place, visit] of there.entries())
          expect(visit.scheduled_time).toBe(at(before, place).scheduled_time)
        const back = move(there, index, -days, '14:30:00', { scope })
        expect(times(back)).toEqual(times(before))
        expect(places(back)).toEqual(places(before))
      }),
    )
  })

  test('to another hour alone leaves what was moved by itself unchanged, but for its place in the series', () => {
    const all = movedAlone(weekly(4), [{ index: 2, days: 1, isLate: true }])
    const { moved, replaced } = changeOf(all, 1, 0, '11:00:00', {})
    expect(moved.map(({ id }) => id)).toEqual(['1', '3'])
    expect(replaced).toEqual([{ id: '2', series_date: '2027-11-08', series_time: '11:00:00' }])
  })

  test('is taken back into step without another time; without realign that is refused', () => {
    const all = movedAlone(weekly(4), [
      { index: 1, days: 1, isLate: false },
      { index: 3, days: 0, isLate: true },
    ])
    const { moved, replaced } = changeOf(all, 0, 0, '09:00:00', { realign: true })
    expect(moved.map(({ id, scheduled_date, earlier_date }) => [id, scheduled_date, earlier_date])).toEqual([
      ['1', '2027-11-01', '2027-11-02'],
      ['3', '2027-11-15', '2027-11-15'],
    ])
    expect(replaced).toEqual([])
    expect(() => changeOf(all, 0, 0, '09:00:00', {})).toThrow('already is')
    expect(() => changeOf(weekly(4), 0, 0, '09:00:00', { realign: true })).toThrow('already is')
  })

  test('takes along the places of cancelled ones, and of one that was held off and is over', () => {
    const all = movedAlone(weekly(5, '2026-09-21'), [{ index: 3, days: -14, isLate: false }]) // on Sep 28
    all[1] = { ...at(all, 1), status: 'cancelled' } // before the first that moves
    all[4] = { ...at(all, 4), status: 'cancelled' }
    const after = move(all, 2, 2, '10:00:00', { scope: 'all' })
    expect(times(after)).toEqual(times(all).with(2, '2026-10-07 10:00:00'))
    expect(places(after).slice(1)).toEqual([
      '2026-09-28 09:00:00',
      '2026-10-07 10:00:00',
      '2026-10-14 10:00:00',
      '2026-10-21 10:00:00',
    ])
  })

  test('keeps what was moved by itself at its distance and hour, or takes it back into the series', () => {
    const before = weekly(3)
    before[2] = { ...at(before, 2), scheduled_date: '2027-11-10', scheduled_time: '15:00:00' }
    expect(times(move(before, 0, 1, '10:00:00'))).toEqual([
      '2027-10-26 10:00:00',
      '2027-11-02 10:00:00',
      '2027-11-11 15:00:00',
    ])
    const realigned = move(before, 0, 1, '10:00:00', { realign: true })
    expect(times(realigned)[2]).toBe('2027-11-09 10:00:00')
    expect(realigned.some(isMovedAlone)).toBe(false)
  })

  test('leaves what is completed, cancelled or over', () => {
    const all = weekly(5, '2026-09-14') // the third one was on Sep 28
    all[3] = { ...at(all, 3), status: 'cancelled' }
    const after = move(all, 4, 2, '09:00:00', { scope: 'all' })
    expect(times(after).slice(0, 4)).toEqual(times(all).slice(0, 4))
    expect(at(after, 4).scheduled_date).toBe('2026-10-14')
  })

  test('is refused into the past, to where it is, and when other visits or another time were shown', () => {
    const all = weekly(3, '2026-10-05')
    const code = (act: () => unknown) => {
      try {
        act()
      } catch (error) {
        if (error instanceof DomainError) return error.code
      }
      return null
    }
    expect(code(() => move(all, 0, -7, '09:00:00'))).toBe('invalid_input')
    expect(code(() => move(all, 0, 0, '09:00:00'))).toBe('invalid_input')
    expect(code(() => move(all, 0, 1, '09:00:00', { visits: 2 }))).toBe('conflict')
    expect(code(() => move(all, 0, 1, '09:00:00', { shown: at(all, 1) }))).toBe('visit_changed')
  })
})

test('a series is cancelled from a visit on, or whole [Product 1.3]', () => {
  const all = weekly(4)
  const cancel = (scope: 'later' | 'all', visits: number) =>
    cancelSeries(all, at(all, 1), {
      by: 'captain',
      shown: at(all, 1),
      reason: 'Roof',
      now: NOW,
      scope,
      visits,
    })
  expect(cancel('later', 3).map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect(cancel('all', 4)).toHaveLength(4)
  expect(() => cancel('later', 4)).toThrow('have changed meanwhile')
})
