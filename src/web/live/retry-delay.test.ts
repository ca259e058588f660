import { expect, test } from 'vitest'
import { retryDelay } from './retry-delay.ts'

const seconds = (delays: number[]) => delays.map((ms) => ms / 1000)
const tries = Array.from({ length: 9 }, (_, index) => index)

test('a portal that is away is asked every few seconds', () => {
  expect(seconds(tries.map((failures) => retryDelay(failures, 0)))).toEqual([1, 2, 4, 4, 4, 4, 4, 4, 4])
})

test('a portal that refuses the stream but answers calls is asked less and less, at most once a minute', () => {
  expect(seconds(tries.map((failures) => retryDelay(failures, failures + 1)))).toEqual([
    1, 2, 4, 8, 16, 32, 60, 60, 60,
  ])
})
