import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import {
  missingOn,
  missingSoon,
  missingText,
  type Requirement,
  requireCompliance,
  withLacked,
  withMissing,
} from './requirement.ts'

const insurance = (...documents: Requirement['documents']): Requirement[] => [
  { kind: 'insurance', required_from: '2025-01-01', documents },
]
const UNTIL_JUNE_10 = insurance({ valid_from: '2026-01-01', expires_on: '2026-06-10' })

test('a document counts on both of its days, and on no other [Product 2.6]', () => {
  const days = ['2025-12-31', '2026-01-01', '2026-06-08', '2026-06-10', '2026-06-11', '2026-06-22']
  expect(days.map((day) => missingOn(UNTIL_JUNE_10, day).length)).toEqual([1, 0, 0, 0, 1, 1])
  expect(missingOn(null, '2026-06-22')).toEqual([])
  const w9 = { kind: 'w9', required_from: '2026-02-01' } as const
  const signed = [{ valid_from: '2026-01-01', expires_on: null }]
  expect(missingOn([{ ...w9, documents: signed }], '2099-01-01')).toEqual([])
  // Nobody lacked what was not asked for yet.
  expect(missingOn([{ ...w9, documents: [] }], '2026-01-31')).toEqual([])
  expect(missingOn([{ ...w9, documents: [] }], '2026-02-01')).toEqual(['w9'])
})

test('the next document takes over without a gap, and with one the days between are missing', () => {
  const both = (valid_from: string) =>
    insurance({ valid_from, expires_on: '2027-06-10' }, ...(UNTIL_JUNE_10[0]?.documents ?? []))
  expect(missingOn(both('2026-06-11'), '2026-06-22')).toEqual([])
  expect(missingOn(both('2026-06-13'), '2026-06-12')).toEqual(['insurance'])
})

test('a visit after the last day is at risk from thirty days before it on, and one before it never [Product 2.6]', () => {
  const risk = (today: string, day = '2026-06-22') => missingSoon(UNTIL_JUNE_10, day, today).length
  expect([risk('2026-05-10'), risk('2026-05-11'), risk('2026-06-11'), risk('2026-06-22')]).toEqual([
    0, 1, 1, 1,
  ])
  expect(risk('2026-05-11', '2026-06-08')).toBe(0)
  expect(risk('2026-05-11', '2027-06-08')).toBe(1)
  expect(risk('2026-01-05', '2027-06-08')).toBe(0)
  // Where there is none, at once.
  expect(missingSoon(insurance(), '2027-06-08', '2026-01-05')).toEqual(['insurance'])
})

test('a document that begins later puts no visit before its end at risk, nor one after it before its time', () => {
  const later = insurance({ valid_from: '2026-03-01', expires_on: '2027-02-28' })
  expect(missingSoon(later, '2026-02-28', '2026-01-05')).toEqual(['insurance'])
  expect(missingSoon(later, '2027-03-01', '2026-01-05')).toEqual([])
  expect(missingSoon(later, '2027-03-01', '2027-01-29')).toEqual(['insurance'])
})

test('an open visit is at risk, a missed one only on its day; a missed one says what its vendor lacked', () => {
  const visit = (status: string, checked_in_at: string | null = null) => ({
    status,
    scheduled_date: '2026-06-22',
    checked_in_at,
    requirements: UNTIL_JUNE_10,
  })
  const missing = (status: string, today: string, began?: string) =>
    withMissing(visit(status, began), today).missing
  expect(missing('confirmed', '2026-06-24')).toEqual(['insurance'])
  expect(missing('missed', '2026-06-22')).toEqual(['insurance'])
  expect(missing('missed', '2026-06-23')).toEqual([])
  for (const status of ['completed', 'cancelled', 'disputed'])
    expect(missing(status, '2026-06-22')).toEqual([])
  expect(missing('confirmed', '2026-06-22', '2026-06-22T16:00:00Z')).toEqual([])
  expect(withLacked(visit('missed')).missing).toEqual(['insurance'])
  expect(withLacked(visit('missed', '2026-06-22T16:00:00Z')).missing).toEqual([])
  // What the vendor holds stays on the server.
  expect(JSON.parse(JSON.stringify(withMissing(visit('confirmed'), '2026-06-22')))).not.toHaveProperty(
    'requirements',
  )
})

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days))
const documents = fc.array(
  fc
    .record({ valid_from: day, expires_on: fc.option(day) })
    .filter((d) => !d.expires_on || d.expires_on >= d.valid_from),
  { maxLength: 4 },
)

test('a visit that is at risk lacks a document, one that lacks it is at risk a month before, and a document never adds a risk', () => {
  fc.assert(
    fc.property(documents, documents, day, day, (held, more, visit, today) => {
      const atRisk = missingSoon(insurance(...held), visit, today)
      const missing = missingOn(insurance(...held), visit)
      if (atRisk.length > 0) expect(missing).toEqual(atRisk)
      if (visit <= addDays(today, 30)) expect(atRisk).toEqual(missing)
      if (atRisk.length === 0) expect(missingSoon(insurance(...held, ...more), visit, today)).toEqual([])
    }),
  )
})

test('what is missing is said in words, in one order', () => {
  const all: Requirement[] = [
    { kind: 'w9', required_from: '2026-01-01', documents: [] },
    { kind: 'license', required_from: '2026-01-01', documents: [] },
    { kind: 'insurance', required_from: '2026-01-01', documents: [] },
  ]
  const at = { day: '2026-06-22', today: '2026-06-01', who: 'its vendor lacks' }
  expect(() => requireCompliance(all, at)).toThrow(
    'its vendor lacks an insurance certificate, a license, and a W-9, verified and valid on Mon, Jun 22',
  )
  expect(() => requireCompliance(UNTIL_JUNE_10, { ...at, day: '2026-06-08' })).not.toThrow()
  expect(missingText(['license'], '2027-01-04', '2026-06-01')).toBe(
    'a license, verified and valid on Mon, Jan 4, 2027',
  )
})
