import { expect, test } from 'vitest'
import * as frequency from './frequency.ts'

test('frequencies have the labels of the specification [2.services.9] [9.frequency.1-7]', () => {
  const labels = [1, 2, 4, 8, 12, 26, 52].map(frequency.frequencyLabel)
  expect(labels).toEqual([
    'Weekly',
    'Every 2 weeks',
    'Monthly',
    'Every 2 months',
    'Quarterly',
    'Twice a year',
    'Annually',
  ])
  expect(frequency.FREQUENCIES.map((option) => option.label)).toEqual(labels)
  expect(frequency.frequencyLabel(3)).toBe('Every 3 weeks')
  expect(frequency.everyWeeks(4)).toBe('Every 4 weeks')
  expect(frequency.everyWeeksInline(1)).toBe('every week')
  expect(frequency.everyWeeksInline(2)).toBe('every 2 weeks')
})

test('a typed frequency falls back to 4 weeks [5.welcome.1] [9.frequency.8]', () => {
  for (const [typed, weeks] of [
    ['1', 1],
    ['52', 52],
    ['7', 7],
    ['2.9', 2],
    ['', 4],
    ['x', 4],
    ['0', 4],
    ['53', 4],
    ['-3', 4],
  ] as const) {
    expect(frequency.parseFrequency(typed), typed).toBe(weeks)
  }
})
