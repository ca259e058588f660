import { expect, test } from 'vitest'
import { type Scorecard, scorecardLines } from './scorecard.ts'

const card: Scorecard = {
  visits: 48,
  timed: 47,
  on_time: 46,
  missed: 1,
  disputed: 0,
  answered: 30,
  answer_minutes: 290,
  decided: 28,
  won: 12,
  kept: 11,
  liked: 20,
  disliked: 1,
}
const textOf = (label: string, changes: Partial<Scorecard> = {}) =>
  scorecardLines({ ...card, ...changes }).find((line) => line.label === label)?.text

test('a scorecard says in words what was counted [Product 2.7]', () => {
  expect(scorecardLines(card)).toEqual([
    { label: 'Visits', text: '48 in twelve months' },
    // Rounded down: only all of them are 100%.
    { label: 'On time', text: '97% of 47 with a check-in' },
    { label: 'Missed', text: '1' },
    { label: 'Not as agreed', text: 'None' },
    { label: 'Answers within', text: '5 h' },
    { label: 'Quotes won', text: '12 of 28' },
    { label: 'Visit price kept', text: '91% of 12 accepted quotes' },
    { label: 'Ratings', text: '20 up, 1 down' },
  ])
})

test('below five visits, held or missed, it says nothing; what was never recorded has no line', () => {
  expect(scorecardLines({ ...card, visits: 4, missed: 0 })).toEqual([])
  expect(scorecardLines({ ...card, visits: 1, missed: 4 })).not.toEqual([])
  expect(scorecardLines(null)).toEqual([])
  const none = { timed: 0, on_time: 0, answered: 0, answer_minutes: null, decided: 0, won: 0, kept: 0 }
  const lines = scorecardLines({ ...card, ...none, visits: 5, liked: 0, disliked: 0 })
  expect(lines.map(({ label }) => label)).toEqual(['Visits', 'Missed', 'Not as agreed'])
})

test.each([
  [0, '1 min'],
  [40, '40 min'],
  [59, '59 min'],
  [60, '1 h'],
  [95, '2 h'],
  [2879, '48 h'],
  [2880, '2 days'],
  [10_000, '7 days'],
])('answers within %i minutes are said as %s', (answer_minutes, text) => {
  expect(textOf('Answers within', { answer_minutes })).toBe(text)
})
