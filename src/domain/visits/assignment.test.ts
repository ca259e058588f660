import { expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import { assign, visitsToAssign } from './assignment.ts'
import { canAssign } from './change.ts'

const vendor: Viewer = { kind: 'vendor', id: 'hal', vendor_id: 'hilltop', powers: [] }
const crew: Viewer = { kind: 'crew', id: 'cole', vendor_id: 'hilltop' }
const day = (date: string) => ({
  id: date,
  status: 'confirmed' as const,
  vendor_id: 'hilltop',
  building_id: 'minor',
  scheduled_date: date,
  scheduled_time: '09:00:00',
  nominal_date: date,
  checked_in_at: null as string | null,
})
const [past, today, next, last] = ['2026-11-13', '2026-11-20', '2026-11-27', '2026-12-04'].map(day) as [
  ReturnType<typeof day>,
  ReturnType<typeof day>,
  ReturnType<typeof day>,
  ReturnType<typeof day>,
]
const series = [past, today, next, last]
const on = (scope: 'this' | 'later' | 'all') => ({ scope, today: today.scheduled_date })
const ids = (visits: { id: string }[]) => visits.map(({ id }) => id)

test('an assignment is for the visit alone, later ones, or all from today on at which nobody is [Product 1.8]', () => {
  expect(ids(visitsToAssign(series, next, on('this')))).toEqual([next.id])
  expect(ids(visitsToAssign(series, next, on('later')))).toEqual([next.id, last.id])
  expect(ids(visitsToAssign(series, next, on('all')))).toEqual([today.id, next.id, last.id])
  const begun = [past, { ...today, checked_in_at: '2026-11-20T17:00:00Z' }, next, last]
  expect(ids(visitsToAssign(begun, next, on('all')))).toEqual([next.id, last.id])
  // The named one, also when its day is over.
  expect(ids(visitsToAssign(series, past, on('this')))).toEqual([past.id])
})

test('only the vendor’s office assigns, an open visit, and as many as were shown', () => {
  expect([vendor, crew, null].map((viewer) => canAssign(viewer, next))).toEqual([true, false, false])
  expect(ids(assign(vendor, series, next, { ...on('later'), visits: 2 }))).toEqual([next.id, last.id])
  expect(() => assign(vendor, series, next, { ...on('later'), visits: 3 })).toThrow('have changed meanwhile')
  expect(() => assign(crew, series, next, { ...on('this'), visits: 1 })).toThrow('not allowed')
  const done = { ...next, status: 'completed' as const }
  expect(() => assign(vendor, [done], done, { ...on('this'), visits: 1 })).toThrow('already completed')
})
